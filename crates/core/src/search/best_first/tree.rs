//! The partial game tree: an arena in which the children of a node are neighbours.
//!
//! Source: Rivest 1987, sections 3.3 and 3.4: with each node c its value, its arrow a(c) towards the best expandable
//! tip below, and π(c), the penalty of that tip as seen from c. Weights are computed, not stored, as the paper notes.
//!
//! What a backup and a penalty read, values, logarithms and π, lies in arrays of its own, so that the children of a
//! node are one slice of each. A child's place is always greater than its parent's: one pass from the end visits
//! children before parents.

use super::backup::{Backed, Backup, Chooser, Family, Odds};
use super::penalty::Penalty;
use crate::game::Turn;
use std::ops::Range;

/// The place of the root.
pub const ROOT: usize = 0;

/// What kind of node it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Max decides.
    Max,
    /// Min decides.
    Min,
    /// Chance decides.
    Chance,
    /// The game is over.
    Over,
}

impl From<Turn> for Kind {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Max => Kind::Max,
            Turn::Min => Kind::Min,
            Turn::Chance => Kind::Chance,
            Turn::Over(_) => Kind::Over,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    parent: u32,
    first: u32,
    count: u32,
    arrow: u32,
    kind: Kind,
    mv: Option<M>,
}

/// A partial game tree with values, arrows and penalties.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    values: Vec<f64>,
    logs: Vec<f64>,
    pis: Vec<f64>,
    // Filled up to the last edge that has odds of its own: empty in a game without chance.
    odds: Vec<Odds>,
    weights: Vec<f64>,
}

/// What stands at a new place of the tree: how it was reached and what it seems worth.
#[derive(Clone, Copy, Debug)]
pub struct Sprout<M> {
    /// The move from the parent; none at the root.
    pub mv: Option<M>,
    /// The kind of node.
    pub kind: Kind,
    /// The value and its logarithm, on [`Scale`](super::scale::Scale).
    pub backed: Backed,
}

impl<M: Copy + Eq> Tree<M> {
    /// The tree E = {s}.
    pub fn new(root: Sprout<M>) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            values: Vec::new(),
            logs: Vec::new(),
            pis: Vec::new(),
            odds: Vec::new(),
            weights: Vec::new(),
        };
        tree.push(ROOT, root);
        tree
    }

    fn push(&mut self, parent: usize, sprout: Sprout<M>) {
        let Sprout { mv, kind, backed } = sprout;
        self.nodes.push(Node { parent: parent as u32, first: 0, count: 0, arrow: 0, kind, mv });
        self.values.push(backed.value);
        self.logs.push(backed.log);
        self.pis.push(if kind == Kind::Over { f64::INFINITY } else { 0.0 });
    }

    /// Adds the children of the tip `parent` (steps 4 and 5 of the paper's procedure). `odds` is one a child, or empty.
    pub fn expand(&mut self, parent: usize, children: impl Iterator<Item = Sprout<M>>, odds: &[Odds]) {
        let first = self.nodes.len();
        for sprout in children {
            self.push(parent, sprout);
        }
        if !odds.is_empty() {
            self.odds.resize(first, Odds { chance: 1.0, nats: 0.0 });
            self.odds.extend_from_slice(odds);
        }
        let node = &mut self.nodes[parent];
        node.first = first as u32;
        node.count = (self.values.len() - first) as u32;
    }

    /// Recomputes value, arrow and π of an expanded node from its children (step 6).
    #[inline]
    pub fn recompute<B: Backup, P: Penalty>(&mut self, place: usize, level: u32, backup: &B, penalty: &P) {
        let mut weights = std::mem::take(&mut self.weights);
        let backed = self.weigh(place, level, backup, penalty, &mut weights);
        let pis = &self.pis[self.children(place)];
        let (mut arrow, mut pi) = (0, f64::INFINITY);
        for (i, (below, weight)) in pis.iter().zip(&weights).enumerate() {
            let total = below + weight;
            if total < pi {
                (arrow, pi) = (i, total);
            }
        }
        self.nodes[place].arrow = arrow as u32;
        self.values[place] = backed.value;
        self.logs[place] = backed.log;
        self.pis[place] = pi;
        self.weights = weights;
    }

    /// The value of an expanded node and, in `weights`, the weight of each edge to its children.
    #[inline]
    pub fn weigh<B: Backup, P: Penalty>(
        &self,
        place: usize,
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) -> Backed {
        let children = self.children(place);
        weights.resize(children.len(), 0.0);
        let chooser = match self.nodes[place].kind {
            Kind::Max => Chooser::Max,
            Kind::Min => Chooser::Min,
            Kind::Chance | Kind::Over => {
                let nat = penalty.nat();
                for (weight, odds) in weights.iter_mut().zip(&self.odds[children]) {
                    *weight = nat * odds.nats;
                }
                return self.expectation(place);
            }
        };
        let family = self.family(place, level, chooser);
        let backed = backup.back_up(&family);
        penalty.weigh(&family, backed, weights);
        backed
    }

    fn family(&self, place: usize, level: u32, chooser: Chooser) -> Family<'_> {
        let children = self.children(place);
        Family {
            chooser,
            level,
            values: &self.values[children.clone()],
            logs: &self.logs[children.clone()],
            odds: self.odds.get(children).unwrap_or(&[]),
        }
    }

    /// The value of a node by `backup` over its children's present values; a tip's own value.
    pub fn backed<B: Backup>(&self, place: usize, level: u32, backup: &B) -> Backed {
        match self.nodes[place].kind {
            _ if self.is_tip(place) => Backed { value: self.values[place], log: self.logs[place] },
            Kind::Max => backup.back_up(&self.family(place, level, Chooser::Max)),
            Kind::Min => backup.back_up(&self.family(place, level, Chooser::Min)),
            Kind::Chance | Kind::Over => self.expectation(place),
        }
    }

    /// Backs the tips' values up anew, children before parents; arrows and penalties stay as they were.
    pub fn back_up_all<B: Backup>(&mut self, backup: &B) {
        let levels = self.levels();
        for place in (0..self.len()).rev() {
            let backed = self.backed(place, levels[place], backup);
            self.values[place] = backed.value;
            self.logs[place] = backed.log;
        }
    }

    /// Recomputes every value, arrow and penalty, children before parents.
    pub fn recompute_all<B: Backup, P: Penalty>(&mut self, backup: &B, penalty: &P) {
        let levels = self.levels();
        for place in (0..self.len()).rev() {
            if !self.is_tip(place) {
                self.recompute(place, levels[place], backup, penalty);
            }
        }
    }

    /// P(c) of every node: the sum of the weights from the root, from the root down.
    pub fn penalties<B: Backup, P: Penalty>(&self, backup: &B, penalty: &P) -> Vec<f64> {
        let levels = self.levels();
        let mut totals = vec![0.0; self.len()];
        let mut weights = Vec::new();
        for place in (0..self.len()).filter(|&place| !self.is_tip(place)) {
            self.weigh(place, levels[place], backup, penalty, &mut weights);
            for (child, weight) in self.children(place).zip(&weights) {
                totals[child] = totals[place] + weight;
            }
        }
        totals
    }

    fn expectation(&self, place: usize) -> Backed {
        let children = self.children(place);
        let value: f64 = self.values[children.clone()]
            .iter()
            .zip(&self.odds[children])
            .map(|(value, odds)| value * odds.chance)
            .sum();
        Backed { value, log: value.ln() }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node, which never is: the root is there from the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The places of a node's children; empty at a tip.
    #[inline]
    pub fn children(&self, place: usize) -> Range<usize> {
        let node = &self.nodes[place];
        let first = node.first as usize;
        first..first + node.count as usize
    }

    /// Whether a node has no children in the tree.
    #[inline]
    pub fn is_tip(&self, place: usize) -> bool {
        self.nodes[place].count == 0
    }

    /// The node above; the root's is the root.
    pub fn parent(&self, place: usize) -> usize {
        self.nodes[place].parent as usize
    }

    /// The kind of node.
    pub fn kind(&self, place: usize) -> Kind {
        self.nodes[place].kind
    }

    /// The move from the parent; none at the root.
    pub fn mv(&self, place: usize) -> Option<M> {
        self.nodes[place].mv
    }

    /// The backed-up value, on [`Scale`](super::scale::Scale).
    pub fn value(&self, place: usize) -> f64 {
        self.values[place]
    }

    /// The logarithm of the backed-up value.
    pub fn log(&self, place: usize) -> f64 {
        self.logs[place]
    }

    /// π(c): the least penalty of an expandable tip below, seen from here; infinite where there is none (ω).
    #[inline]
    pub fn pi(&self, place: usize) -> f64 {
        self.pis[place]
    }

    /// a(c): the child towards the tip of least penalty, or the node itself where it is an expandable tip; none for ω.
    pub fn arrow(&self, place: usize) -> Option<usize> {
        match place {
            _ if self.pis[place] == f64::INFINITY => None,
            _ if self.is_tip(place) => Some(place),
            _ => Some(self.arrow_of_expanded(place)),
        }
    }

    #[inline]
    pub(super) fn arrow_of_expanded(&self, place: usize) -> usize {
        let node = &self.nodes[place];
        (node.first + node.arrow) as usize
    }

    /// The odds of the edge to a node, where its parent is a chance node or priors were asked for.
    pub fn odds(&self, place: usize) -> Option<Odds> {
        self.odds.get(place).copied()
    }

    /// The bytes that the tree occupies.
    pub fn bytes(&self) -> u64 {
        let node = size_of::<Node<M>>() + 3 * size_of::<f64>();
        (self.nodes.len() * node + self.odds.len() * size_of::<Odds>()) as u64
    }

    /// The subtree under `top` as a tree of its own, breadth-first, so that children stay neighbours.
    #[must_use]
    pub fn subtree(&self, top: usize) -> Tree<M> {
        let sprout = |place: usize, mv| {
            let backed = Backed { value: self.values[place], log: self.logs[place] };
            Sprout { mv, kind: self.nodes[place].kind, backed }
        };
        let mut tree = Tree::new(sprout(top, None));
        let mut origins = vec![top];
        let mut place = 0;
        while place < origins.len() {
            let origin = origins[place];
            tree.pis[place] = self.pis[origin];
            if !self.is_tip(origin) {
                let children = self.children(origin);
                let odds = self.odds.get(children.clone()).unwrap_or(&[]);
                tree.expand(place, children.clone().map(|child| sprout(child, self.nodes[child].mv)), odds);
                tree.nodes[place].arrow = self.nodes[origin].arrow;
                origins.extend(children);
            }
            place += 1;
        }
        tree
    }

    /// Plies from the root to each node.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels = vec![0; self.len()];
        for place in 1..self.len() {
            levels[place] = levels[self.parent(place)] + 1;
        }
        levels
    }
}
