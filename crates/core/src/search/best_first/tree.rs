//! The partial game tree: an arena in which the children of a node are neighbours.
//!
//! Source: Rivest 1987, sections 3.3 and 3.4: with each node c its value, its arrow a(c) towards the best expandable
//! tip below, and π(c), the penalty of that tip as seen from c. Weights are computed, not stored, as the paper notes.
//!
//! What a backup and a penalty read, values, logarithms and π, lies in arrays of its own, so that the children of a
//! node are one slice of each. A child's place is always greater than its parent's: one pass from the end visits
//! children before parents.

use super::backup::{Backed, Backup, Chooser, Family, Odds};
use super::penalty::{Arrow, Penalty};
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

/// What came out of a recomputation.
#[derive(Clone, Copy, Debug)]
pub struct Recomputed {
    /// Whether the value is what it was before.
    pub is_same: bool,
    /// The new π.
    pub pi: f64,
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
    // A block a family: its values, then its logarithms, then its penalties π.
    faces: Vec<f64>,
    // One an expansion.
    runners_up: Vec<f64>,
    // Filled up to the last edge that has odds of its own: empty in a game without chance.
    odds: Vec<Odds>,
    has_ends: bool,
}

impl<M: Copy + Eq> Tree<M> {
    /// The tree E = {s}: a root of this kind and value.
    pub fn new(leaf: Leaf, scale: &Scale) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            faces: Vec::new(),
            runners_up: Vec::new(),
            odds: Vec::new(),
            has_ends: false,
        };
        tree.plant(leaf, scale);
        tree
    }

    /// Makes this tree E = {s} anew, keeping its memory.
    pub fn plant(&mut self, leaf: Leaf, scale: &Scale) {
        self.nodes.clear();
        self.faces.clear();
        self.runners_up.clear();
        self.odds.clear();
        self.has_ends = false;
        self.nodes.push(Node::new(ROOT, None, &leaf));
        self.push(&[leaf], scale);
    }

    /// Adds the faces of a family.
    fn push(&mut self, leaves: &[Leaf], scale: &Scale) {
        let (base, count) = (self.faces.len(), leaves.len());
        self.faces.resize(base + 3 * count, 0.0);
        let (values, rest) = self.faces[base..].split_at_mut(count);
        let (logs, pis) = rest.split_at_mut(count);
        for (((leaf, value), log), pi) in leaves.iter().zip(values).zip(logs).zip(pis) {
            *value = scale.up(leaf.value);
            *log = scale.log(leaf.value);
            if leaf.turn.is_over() {
                *pi = f64::INFINITY;
                self.has_ends = true;
            }
        }
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
        node.expansion = self.runners_up.len() as u32;
        self.runners_up.push(f64::INFINITY);
    }

    /// Recomputes value, arrow and π of an expanded node from its children (step 6). `weights` is for scratch.
    #[inline(always)]
    pub fn recompute<B: Backup, P: Penalty>(
        &mut self,
        place: usize,
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) -> Recomputed {
        let (_, _, pis) = self.block(place);
        weights.resize(pis.len(), 0.0);
        let (backed, Arrow { place: arrow, pi, runner_up }) = match self.chooser(place) {
            Some(chooser) => {
                let family = self.family(place, level, chooser);
                let backed = backup.back_up(&family);
                (backed, penalty.arrow(&family, backed, pis, weights))
            }
            None => {
                let backed = self.weigh_roll(place, penalty.nat(), weights);
                (backed, Arrow::to_least(pis.iter().zip(weights).map(|(below, weight)| below + *weight)))
            }
        };
        let node = &mut self.nodes[place];
        node.arrow = arrow as u32;
        self.runners_up[node.expansion as usize] = runner_up;
        let (slot, stride) = self.slot(place);
        let is_same = self.faces[slot] == backed.value && self.faces[slot + stride] == backed.log;
        self.faces[slot] = backed.value;
        self.faces[slot + stride] = backed.log;
        self.faces[slot + 2 * stride] = pi;
        Recomputed { is_same, pi }
    }

    /// Where the value of a node stands among the faces, and how far behind it its logarithm, and behind that its π.
    #[inline]
    fn slot(&self, place: usize) -> (usize, usize) {
        if place == ROOT {
            return (0, 1);
        }
        let Node { first, count, .. } = self.nodes[self.nodes[place].parent as usize];
        (2 * first as usize + place, count as usize)
    }

    /// The values, logarithms and penalties of a node's children.
    #[inline]
    fn block(&self, place: usize) -> (&[f64], &[f64], &[f64]) {
        let Node { first, count, .. } = self.nodes[place];
        let (first, count) = (3 * first as usize, count as usize);
        let block = &self.faces[first..first + 3 * count];
        let (values, rest) = block.split_at(count);
        let (logs, pis) = rest.split_at(count);
        (values, logs, pis)
    }

    /// The least penalty, seen from an expanded node, of a tip that is not behind its arrow.
    #[inline]
    pub(super) fn runner_up(&self, place: usize) -> f64 {
        self.runners_up[self.expansion(place)]
    }

    /// The value of an expanded node and, in `weights`, the weight of each edge to its children.
    #[inline(always)]
    pub fn weigh<B: Backup, P: Penalty>(
        &self,
        place: usize,
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) -> Backed {
        weights.resize(self.children(place).len(), 0.0);
        let Some(chooser) = self.chooser(place) else { return self.weigh_roll(place, penalty.nat(), weights) };
        let family = self.family(place, level, chooser);
        let backed = backup.back_up(&family);
        penalty.weigh(&family, backed, weights);
        backed
    }

    /// Who decides at a node; none at a roll.
    #[inline]
    fn chooser(&self, place: usize) -> Option<Chooser> {
        match self.nodes[place].kind {
            Kind::Max => Some(Chooser::Max),
            Kind::Min => Some(Chooser::Min),
            Kind::Chance | Kind::Over => None,
        }
    }

    /// The weights of the outcomes of a roll: -ln of the derivative, which is the probability.
    #[inline(never)]
    fn weigh_roll(&self, place: usize, nat: f64, weights: &mut [f64]) -> Backed {
        for (weight, odds) in weights.iter_mut().zip(&self.odds[self.children(place)]) {
            *weight = nat * odds.nats;
        }
        self.expectation(place)
    }

    #[inline(always)]
    fn family(&self, place: usize, level: u32, chooser: Chooser) -> Family<'_> {
        let children = self.children(place);
        let odds = if self.odds.is_empty() { &[] } else { self.odds.get(children.clone()).unwrap_or(&[]) };
        let (values, logs, _) = self.block(place);
        Family::new(chooser, level, values, logs, odds)
    }

    /// The value of a node by `backup` over its children's present values; a tip's own value.
    pub fn backed<B: Backup>(&self, place: usize, level: u32, backup: &B) -> Backed {
        match self.chooser(place) {
            _ if self.is_tip(place) => Backed { value: self.value(place), log: self.log(place) },
            Some(chooser) => backup.back_up(&self.family(place, level, chooser)),
            None => self.expectation(place),
        }
    }

    /// Backs the tips' values up anew, children before parents; arrows and penalties stay as they were.
    pub fn back_up_all<B: Backup>(&mut self, backup: &B) {
        let levels = self.levels();
        for place in (0..self.len()).rev() {
            let backed = self.backed(place, levels[place], backup);
            let (slot, stride) = self.slot(place);
            self.faces[slot] = backed.value;
            self.faces[slot + stride] = backed.log;
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
        let odds = &self.odds[self.children(place)];
        let value: f64 = self.block(place).0.iter().zip(odds).map(|(value, odds)| value * odds.chance).sum();
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
        self.faces[self.slot(place).0]
    }

    /// The logarithm of the backed-up value.
    pub fn log(&self, place: usize) -> f64 {
        let (slot, stride) = self.slot(place);
        self.faces[slot + stride]
    }

    /// π(c): the least penalty of an expandable tip below, seen from here; infinite where there is none (ω).
    #[inline]
    pub fn pi(&self, place: usize) -> f64 {
        let (slot, stride) = self.slot(place);
        self.faces[slot + 2 * stride]
    }

    /// a(c): the child towards the tip of least penalty, or the node itself where it is an expandable tip; none for ω.
    pub fn arrow(&self, place: usize) -> Option<usize> {
        match place {
            _ if self.pi(place) == f64::INFINITY => None,
            _ if self.is_tip(place) => Some(place),
            _ => Some(self.follow(place).0),
        }
    }

    /// The child behind the arrow of an expanded node, and its π.
    #[inline]
    pub(super) fn follow(&self, place: usize) -> (usize, f64) {
        let Node { first, count, arrow, .. } = self.nodes[place];
        ((first + arrow) as usize, self.faces[(3 * first + 2 * count + arrow) as usize])
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
            faces: vec![self.value(top), self.log(top), self.pi(top)],
            runners_up: Vec::new(),
            odds: Vec::new(),
            has_ends: false,
        };
        let mut place = ROOT;
        while place < tree.len() {
            // A copied node still says where its children lie in the old tree.
            let (old, first) = (tree.children(place), tree.len());
            tree.has_ends |= tree.nodes[place].kind == Kind::Over;
            if !old.is_empty() {
                tree.runners_up.push(self.runners_up[tree.expansion(place)]);
                tree.nodes[place].expansion = tree.runners_up.len() as u32 - 1;
                tree.nodes[place].first = first as u32;
                let moved = |node: &Node<M>| Node { parent: place as u32, ..*node };
                tree.nodes.extend(self.nodes[old.clone()].iter().map(moved));
                tree.faces.extend_from_slice(&self.faces[3 * old.start..3 * old.end]);
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
