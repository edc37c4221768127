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
use super::scale::Scale;
use crate::evaluator::Leaf;
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
    /// The number of its expansion, once it is expanded.
    expansion: u32,
    kind: Kind,
    mv: Option<M>,
}

impl<M> Node<M> {
    fn new(parent: usize, mv: Option<M>, leaf: &Leaf) -> Self {
        Node { parent: parent as u32, first: 0, count: 0, arrow: 0, expansion: 0, kind: Kind::from(leaf.turn), mv }
    }
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
    has_ends: bool,
    expansions: u32,
}

impl<M: Copy + Eq> Tree<M> {
    /// The tree E = {s}: a root of this kind and value.
    pub fn new(leaf: Leaf, scale: &Scale) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            values: Vec::new(),
            logs: Vec::new(),
            pis: Vec::new(),
            odds: Vec::new(),
            has_ends: false,
            expansions: 0,
        };
        tree.plant(leaf, scale);
        tree
    }

    /// Makes this tree E = {s} anew, keeping its memory.
    pub fn plant(&mut self, leaf: Leaf, scale: &Scale) {
        self.nodes.clear();
        self.values.clear();
        self.logs.clear();
        self.pis.clear();
        self.odds.clear();
        self.has_ends = false;
        self.expansions = 0;
        self.nodes.push(Node::new(ROOT, None, &leaf));
        self.push(&[leaf], scale);
    }

    fn push(&mut self, leaves: &[Leaf], scale: &Scale) {
        self.values.extend(leaves.iter().map(|leaf| scale.up(leaf.value)));
        self.logs.extend(leaves.iter().map(|leaf| scale.log(leaf.value)));
        self.pis.extend(leaves.iter().map(|leaf| if leaf.turn.is_over() { f64::INFINITY } else { 0.0 }));
        self.has_ends |= leaves.iter().any(|leaf| leaf.turn.is_over());
    }

    /// Adds the children of the tip `parent`, one a move (steps 4 and 5 of the paper's procedure). `odds` is one a child,
    /// or empty.
    pub fn expand(&mut self, parent: usize, moves: &[M], leaves: &[Leaf], odds: &[Odds], scale: &Scale) {
        let first = self.nodes.len();
        self.nodes.extend(moves.iter().zip(leaves).map(|(&mv, leaf)| Node::new(parent, Some(mv), leaf)));
        self.push(leaves, scale);
        if !odds.is_empty() {
            self.odds.resize(first, Odds { chance: 1.0, nats: 0.0 });
            self.odds.extend_from_slice(odds);
        }
        let node = &mut self.nodes[parent];
        node.first = first as u32;
        node.count = leaves.len() as u32;
        node.expansion = self.expansions;
        self.expansions += 1;
    }

    /// Recomputes value, arrow and π of an expanded node from its children (step 6). `weights` is for scratch.
    #[inline]
    pub fn recompute<B: Backup, P: Penalty>(
        &mut self,
        place: usize,
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) {
        let backed = self.weigh(place, level, backup, penalty, weights);
        let pis = &self.pis[self.children(place)];
        let (mut arrow, mut pi) = (0, f64::INFINITY);
        for (i, (below, weight)) in pis.iter().zip(&*weights).enumerate() {
            let total = below + weight;
            if total < pi {
                (arrow, pi) = (i, total);
            }
        }
        self.nodes[place].arrow = arrow as u32;
        self.values[place] = backed.value;
        self.logs[place] = backed.log;
        self.pis[place] = pi;
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
        weights.resize(self.children(place).len(), 0.0);
        let chooser = match self.nodes[place].kind {
            Kind::Max => Chooser::Max,
            Kind::Min => Chooser::Min,
            Kind::Chance | Kind::Over => return self.weigh_roll(place, penalty.nat(), weights),
        };
        let family = self.family(place, level, chooser);
        let backed = backup.back_up(&family);
        penalty.weigh(&family, backed, weights);
        backed
    }

    /// The weights of the outcomes of a roll: -ln of the derivative, which is the probability.
    #[inline(never)]
    fn weigh_roll(&self, place: usize, nat: f64, weights: &mut [f64]) -> Backed {
        for (weight, odds) in weights.iter_mut().zip(&self.odds[self.children(place)]) {
            *weight = nat * odds.nats;
        }
        self.expectation(place)
    }

    #[inline]
    fn family(&self, place: usize, level: u32, chooser: Chooser) -> Family<'_> {
        let children = self.children(place);
        let odds = if self.odds.is_empty() { &[] } else { self.odds.get(children.clone()).unwrap_or(&[]) };
        Family::new(chooser, level, &self.values[children.clone()], &self.logs[children], odds)
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
        let mut weights = Vec::new();
        for place in (0..self.len()).rev() {
            if !self.is_tip(place) {
                self.recompute(place, levels[place], backup, penalty, &mut weights);
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

    /// The how manieth expansion, from 0, gave an expanded node its children.
    #[inline]
    pub fn expansion(&self, place: usize) -> usize {
        self.nodes[place].expansion as usize
    }

    /// The expanded nodes of a subtree made a tree, in the order of [`Tree::expansion`].
    pub(super) fn expanded(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&place| !self.is_tip(place))
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

    /// Whether a finished game is among the nodes: without one nothing can be proven.
    pub fn has_ends(&self) -> bool {
        self.has_ends
    }

    /// The subtree under `top` as a tree of its own, breadth-first, so that children stay neighbours.
    #[must_use]
    pub fn subtree(&self, top: usize) -> Tree<M> {
        let mut tree = Tree {
            nodes: vec![Node { parent: ROOT as u32, mv: None, ..self.nodes[top] }],
            values: vec![self.values[top]],
            logs: vec![self.logs[top]],
            pis: vec![self.pis[top]],
            odds: Vec::new(),
            has_ends: false,
            expansions: 0,
        };
        let mut place = ROOT;
        while place < tree.len() {
            // A copied node still says where its children lie in the old tree.
            let (old, first) = (tree.children(place), tree.len());
            tree.has_ends |= tree.nodes[place].kind == Kind::Over;
            if !old.is_empty() {
                tree.nodes[place].first = first as u32;
                tree.nodes[place].expansion = tree.expansions;
                tree.expansions += 1;
                let moved = |node: &Node<M>| Node { parent: place as u32, ..*node };
                tree.nodes.extend(self.nodes[old.clone()].iter().map(moved));
                tree.values.extend_from_slice(&self.values[old.clone()]);
                tree.logs.extend_from_slice(&self.logs[old.clone()]);
                tree.pis.extend_from_slice(&self.pis[old.clone()]);
                if let Some(odds) = self.odds.get(old) {
                    tree.odds.resize(first, Odds { chance: 1.0, nats: 0.0 });
                    tree.odds.extend_from_slice(odds);
                }
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
