//! The partial game tree: an arena in which the children of a node are neighbours.
//!
//! Source: Rivest 1987, sections 3.3 and 3.4: with each node c its value, its arrow a(c) towards the best expandable
//! tip below, and π(c), the penalty of that tip as seen from c. Weights are computed, not stored, as the paper notes.
//!
//! What a backup and a penalty read, values, logarithms and π, lies apart from the nodes, a block a family: three slices
//! of as many numbers as there are children. A child's place is always greater than its parent's: one pass from the end
//! visits children before parents.

use super::backup::Odds;
use super::reserve::{has_room, make_room};
use crate::evaluator::Leaf;
use crate::game::Turn;
use crate::search::scale::Scale;
use std::collections::TryReserveError;
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
pub(super) struct Node<M> {
    parent: u32,
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) arrow: u32,
    /// The number of its expansion, once it is expanded.
    pub(super) expansion: u32,
    pub(super) kind: Kind,
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
    pub(super) nodes: Vec<Node<M>>,
    // A block a family: its values, then its logarithms, then its penalties π.
    pub(super) faces: Vec<f64>,
    // One an expansion.
    pub(super) expanded: Vec<Expanded>,
    // Filled up to the last edge that has odds of its own: empty in a game without chance.
    pub(super) odds: Vec<Odds>,
}

impl<M> Default for Tree<M> {
    /// Bare expander: a tree must be planted before anything can grow.
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

    /// Reserves memory for so many more nodes and expansions.
    pub(super) fn try_reserve(&mut self, nodes: usize, expansions: usize) -> Result<(), TryReserveError> {
        self.nodes.try_reserve(nodes)?;
        self.faces.try_reserve(3 * nodes)?;
        self.odds.try_reserve(nodes)?;
        self.expanded.try_reserve(expansions)
    }

    /// Makes room for a family of so many children, where the tree may hold `limit` bytes; whether there is so much memory.
    #[inline]
    pub(super) fn make_room(&mut self, children: usize, has_odds: bool, limit: Option<u64>) -> bool {
        let odds = if has_odds { self.nodes.len() + children - self.odds.len() } else { 0 };
        let has_room = has_room(&self.nodes, children)
            && has_room(&self.faces, 3 * children)
            && has_room(&self.odds, odds)
            && has_room(&self.expanded, 1);
        has_room || self.grow_room(children, odds, limit)
    }

    #[cold]
    fn grow_room(&mut self, children: usize, odds: usize, limit: Option<u64>) -> bool {
        let spare = |held: u64| limit.map(|limit| limit.saturating_sub(held));
        let held = self.held();
        let mut has_room = make_room(&mut self.nodes, children, spare(held));
        let held = self.held();
        has_room = has_room && make_room(&mut self.faces, 3 * children, spare(held));
        let held = self.held();
        has_room = has_room && make_room(&mut self.odds, odds, spare(held));
        let held = self.held();
        has_room && make_room(&mut self.expanded, 1, spare(held))
    }

    /// The bytes held, what is reserved included.
    pub(super) fn held(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<M>>() + self.faces.capacity() * size_of::<f64>();
        let odds = self.odds.capacity() * size_of::<Odds>();
        (nodes + odds + self.expanded.capacity() * size_of::<Expanded>()) as u64
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

    /// Where the value of a node stands among the faces, and how far behind it its logarithm, and behind that its π.
    #[inline]
    pub(super) fn slot(&self, place: usize) -> (usize, usize) {
        if place == ROOT {
            return (0, 1);
        }
        let Node { first, count, .. } = self.nodes[self.nodes[place].parent as usize];
        (2 * first as usize + place, count as usize)
    }

    /// The values, logarithms and penalties of a node's children.
    #[inline]
    pub(super) fn block(&self, place: usize) -> (&[f64], &[f64], &[f64]) {
        let Node { first, count, .. } = self.nodes[place];
        let (first, count) = (3 * first as usize, count as usize);
        let block = &self.faces[first..first + 3 * count];
        let (values, rest) = block.split_at(count);
        let (logs, pis) = rest.split_at(count);
        (values, logs, pis)
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
