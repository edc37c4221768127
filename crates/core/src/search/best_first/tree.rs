//! The partial game tree: an arena in which the children of a node are neighbours.
//!
//! Source: Rivest 1987, sections 3.3 and 3.4: with each node c its value, its arrow a(c) towards the best expandable
//! tip below, and π(c), the penalty of that tip as seen from c. Weights are computed, not stored, as the paper notes.
//!
//! What a backup and a penalty read, values, logarithms and π, lies apart from the nodes, a block a family: three slices
//! of as many numbers as there are children. A child's place is always greater than its parent's: one pass from the end
//! visits children before parents.

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

/// An expanded node.
#[derive(Clone, Copy, Debug)]
pub struct Expanded {
    /// Its place in the tree.
    pub place: u32,
    /// Whether a child is a finished game.
    pub has_ends: bool,
    /// The least penalty, seen from it, of a tip that is not behind its arrow.
    pub runner_up: f64,
}

/// The way from an expanded node along its arrow.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayDown {
    /// The child.
    pub(super) next: usize,
    /// The child's π.
    pub(super) pi: f64,
    /// The least penalty, seen from the node, of a tip elsewhere.
    pub(super) runner_up: f64,
    /// Whether a player chose, and not chance.
    pub(super) is_decision: bool,
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
        Node {
            parent: parent as u32,
            first: 0,
            count: 0,
            arrow: 0,
            expansion: 0,
            kind: Kind::from(leaf.turn),
            mv,
        }
    }
}

/// A partial game tree with values, arrows and penalties.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    // A block a family: its values, then its logarithms, then its penalties π.
    faces: Vec<f64>,
    // One an expansion.
    expanded: Vec<Expanded>,
    // Filled up to the last edge that has odds of its own: empty in a game without chance.
    odds: Vec<Odds>,
}

impl<M> Default for Tree<M> {
    /// Bare ground: a tree must be planted before anything can grow.
    fn default() -> Self {
        Tree { nodes: Vec::new(), faces: Vec::new(), expanded: Vec::new(), odds: Vec::new() }
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// Makes this tree E = {s} anew, keeping its memory.
    pub fn plant(&mut self, leaf: Leaf, scale: &Scale) {
        self.nodes.clear();
        self.faces.clear();
        self.expanded.clear();
        self.odds.clear();
        self.nodes.push(Node::new(ROOT, None, &leaf));
        self.push(&[leaf], scale);
    }

    /// Adds the faces of a family, and says how many of them are finished games.
    fn push(&mut self, leaves: &[Leaf], scale: &Scale) -> usize {
        let (base, count) = (self.faces.len(), leaves.len());
        self.faces.resize(base + 3 * count, 0.0);
        let (values, rest) = self.faces[base..].split_at_mut(count);
        let (logs, pis) = rest.split_at_mut(count);
        let mut ends = 0;
        for (((leaf, value), log), pi) in leaves.iter().zip(values).zip(logs).zip(pis) {
            *value = scale.up(leaf.value);
            *log = scale.log(leaf.value);
            if leaf.turn.is_over() {
                *pi = f64::INFINITY;
                ends += 1;
            }
        }
        ends
    }

    /// Adds the children of the tip `parent`, one a move (steps 4 and 5 of the paper's procedure), and says how many of
    /// them are finished games. `odds` is one a child, or empty.
    pub fn expand(
        &mut self,
        parent: usize,
        moves: &[M],
        leaves: &[Leaf],
        odds: &[Odds],
        scale: &Scale,
    ) -> usize {
        let first = self.nodes.len();
        self.nodes.extend(moves.iter().zip(leaves).map(|(&mv, leaf)| Node::new(parent, Some(mv), leaf)));
        let ends = self.push(leaves, scale);
        if !odds.is_empty() {
            self.odds.resize(first, Odds { chance: 1.0, nats: 0.0 });
            self.odds.extend_from_slice(odds);
        }
        let node = &mut self.nodes[parent];
        node.first = first as u32;
        node.count = leaves.len() as u32;
        node.expansion = self.expanded.len() as u32;
        let expanded = Expanded { place: parent as u32, has_ends: ends > 0, runner_up: f64::INFINITY };
        self.expanded.push(expanded);
        ends
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
        let (backed, arrow) = match self.chooser(place) {
            Some(chooser) => {
                let (family, pis) = self.family(place, level, chooser);
                let backed = backup.back_up(&family);
                (backed, penalty.arrow(&family, backed, pis, weights))
            }
            None => self.roll(place, penalty.nat(), weights),
        };
        let node = &mut self.nodes[place];
        node.arrow = arrow.place as u32;
        self.expanded[node.expansion as usize].runner_up = arrow.runner_up;
        let (slot, stride) = self.slot(place);
        let own = &mut self.faces[slot..=slot + 2 * stride];
        let is_same = own[0] == backed.value && own[stride] == backed.log;
        own[0] = backed.value;
        own[stride] = backed.log;
        own[2 * stride] = arrow.pi;
        Recomputed { is_same, pi: arrow.pi }
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
        let Some(chooser) = self.chooser(place) else { return self.roll(place, penalty.nat(), weights).0 };
        let (family, _) = self.family(place, level, chooser);
        weights.resize(family.values.len(), 0.0);
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

    /// A roll: its expectation and its arrow. The weight of an outcome is -ln of the derivative, the probability.
    #[inline(never)]
    fn roll(&self, place: usize, nat: f64, weights: &mut Vec<f64>) -> (Backed, Arrow) {
        let odds = &self.odds[self.children(place)];
        weights.clear();
        weights.extend(odds.iter().map(|odds| nat * odds.nats));
        let (_, _, pis) = self.block(place);
        let arrow = Arrow::to_least(pis.iter().zip(weights).map(|(below, weight)| below + *weight));
        (self.expectation(place), arrow)
    }

    /// The children of a decision, and their penalties π.
    #[inline(always)]
    fn family(&self, place: usize, level: u32, chooser: Chooser) -> (Family<'_>, &[f64]) {
        let (values, logs, pis) = self.block(place);
        let odds =
            if self.odds.is_empty() { &[] } else { self.odds.get(self.children(place)).unwrap_or(&[]) };
        (Family::new(chooser, level, values, logs, odds), pis)
    }

    /// The value of a node by `backup` over its children's present values; a tip's own value.
    pub fn backed<B: Backup>(&self, place: usize, level: u32, backup: &B) -> Backed {
        match self.chooser(place) {
            _ if self.is_tip(place) => Backed { value: self.value(place), log: self.log(place) },
            Some(chooser) => backup.back_up(&self.family(place, level, chooser).0),
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

    /// Whether nothing was planted.
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

    /// The expanded nodes, in the order of their expansions: parents before children.
    pub fn expanded(&self) -> &[Expanded] {
        &self.expanded
    }

    /// The child that the chooser of a node likes best, the leftmost of equals; none at a tip or a roll.
    pub fn best_child(&self, place: usize) -> Option<usize> {
        let chooser = self.chooser(place).filter(|_| !self.is_tip(place))?;
        Some(self.children(place).start + self.family(place, 0, chooser).0.best_place())
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

    /// The backed-up value, on [`Scale`].
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
        match self.way_down(place) {
            _ if self.pi(place) == f64::INFINITY => None,
            None => Some(place),
            Some(way) => Some(way.next),
        }
    }

    /// The way on from a node along its arrow; none at a tip.
    #[inline]
    pub(super) fn way_down(&self, place: usize) -> Option<WayDown> {
        let Node { first, count, arrow, expansion, kind, .. } = self.nodes[place];
        (count > 0).then(|| WayDown {
            next: (first + arrow) as usize,
            pi: self.faces[(3 * first + 2 * count + arrow) as usize],
            runner_up: self.expanded[expansion as usize].runner_up,
            is_decision: kind != Kind::Chance,
        })
    }

    /// The odds of the edge to a node, where its parent is a chance node or priors were asked for; elsewhere none, or those
    /// of certainty.
    pub fn odds(&self, place: usize) -> Option<Odds> {
        self.odds.get(place).copied()
    }

    /// The bytes that the tree occupies.
    pub fn bytes(&self) -> u64 {
        let odds = self.odds.len() * size_of::<Odds>();
        (self.nodes.len() * Self::NODE_BYTES + self.expanded.len() * size_of::<Expanded>() + odds) as u64
    }

    /// The bytes that a node occupies.
    pub const NODE_BYTES: usize = size_of::<Node<M>>() + 3 * size_of::<f64>();

    /// The subtree under `top` as a tree of its own, breadth-first, so that children stay neighbours.
    #[must_use]
    pub fn subtree(&self, top: usize) -> Tree<M> {
        let mut tree = Tree {
            nodes: vec![Node { parent: ROOT as u32, mv: None, ..self.nodes[top] }],
            faces: vec![self.value(top), self.log(top), self.pi(top)],
            expanded: Vec::new(),
            odds: Vec::new(),
        };
        let mut place = ROOT;
        while place < tree.len() {
            // A copied node still says where its children lie in the old tree.
            let (old, first) = (tree.children(place), tree.len());
            if !old.is_empty() {
                let expanded = Expanded { place: place as u32, ..self.expanded[tree.expansion(place)] };
                tree.nodes[place].expansion = tree.expanded.len() as u32;
                tree.expanded.push(expanded);
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
