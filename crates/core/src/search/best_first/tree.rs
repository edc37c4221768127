//! The tree of min/max approximation: a value, an arrow and a penalty for each position.
//!
//! Source: Rivest 1987, sections 3.3 and 3.4: each node c has its value, its arrow a(c) towards the best expandable tip
//! below, and π(c), the penalty of that tip as seen from c. Weights are computed, not stored, as the paper notes.
//!
//! Backups and penalties read the columns of a family: values, logarithms and π, three slices with one number per child.

use super::arena::{Arena, Edge, Node, ROOT, Rule};
use super::backup::Odds;
use super::bounds::Ends;
use crate::convert::number_u32;
use crate::evaluator::{Evaluator, Leaf};
use crate::game::Game;
use crate::player::Player;
use crate::search::scale::Scale;

/// A partial game tree with values, arrows and penalties.
pub type Tree<G> = Arena<<G as Game>::State, <G as Game>::Move, Faces>;

/// The growth rule of min/max approximation: values, logarithms and π on a scale.
#[derive(Clone, Debug)]
pub struct Faces {
    pub(super) scale: Scale,
    pub(super) ends: Ends,
}

impl Faces {
    /// The rule on the scale of an evaluator.
    pub fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Self {
        let scale = Scale::new(evaluator.range());
        let ends = Ends::new(game, evaluator, &scale);
        Faces { scale, ends }
    }
}

impl Rule for Faces {
    type Node = Way;
    type Edge = ();
    type Odds = Odds;
    const COLUMNS: usize = 3;

    #[inline]
    fn edge(&self, _leaf: &Leaf) {}

    #[inline]
    fn add_columns(&self, leaves: &[Leaf], columns: &mut Vec<f64>) {
        let (base, count) = (columns.len(), leaves.len());
        columns.resize(base + 3 * count, 0.0);
        let (values, rest) = columns[base..].split_at_mut(count);
        let (logs, pis) = rest.split_at_mut(count);
        for (((leaf, value), log), pi) in leaves.iter().zip(values).zip(logs).zip(pis) {
            *value = self.scale.up(leaf.value);
            *log = self.scale.log(leaf.value);
            if leaf.turn.is_over() {
                *pi = f64::INFINITY;
            }
        }
    }
}

/// What is stored for a node: where the search goes on from it.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The least penalty, seen from the node, of a tip that is not behind its arrow.
    pub runner_up: f64,
    /// The index of the edge that the arrow points along, among the node's edges.
    pub arrow: u32,
    /// The player to decide; `None` at a chance node.
    pub player: Option<Player>,
}

impl Way {
    /// The content of a new node, before it is recomputed.
    #[inline]
    pub(super) fn new(player: Option<Player>) -> Self {
        Way { runner_up: f64::INFINITY, arrow: 0, player }
    }
}

/// Where the numbers of a position are stored in the columns: its value at `at`, its logarithm `stride` behind that, and
/// its π another `stride` behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) at: u32,
    pub(super) stride: u32,
}

impl Slot {
    /// The slot of the root.
    pub(super) const ROOT: Slot = Slot { at: 0, stride: 1 };

    /// The index of the value (column 0), the logarithm (1) or π (2).
    #[inline]
    fn column(self, number: usize) -> usize {
        self.at as usize + number * self.stride as usize
    }
}

impl Node<Way> {
    /// The slot of a child.
    #[inline]
    pub(super) fn slot(&self, number: u32) -> Slot {
        let edges = self.edges();
        Slot { at: 3 * number_u32(edges.start) + number, stride: number_u32(edges.len()) }
    }
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Faces> {
    /// The slot of the position at a place.
    fn slot(&self, place: usize) -> Slot {
        // Families are stored in the order of their nodes.
        let after = self.nodes.partition_point(|node| node.edges().start <= place);
        self.nodes[..after]
            .last()
            .map_or(Slot::ROOT, |node| node.slot(number_u32(place - node.edges().start)))
    }

    /// The slot of every node.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let mut slots = vec![Slot::ROOT; self.nodes.len()];
        for node in &self.nodes {
            for (number, child) in self.edges(node).iter().map(Edge::node).enumerate() {
                if let Some(child) = child {
                    slots[child] = node.slot(number_u32(number));
                }
            }
        }
        slots
    }

    /// π of the position with this slot.
    #[inline]
    pub(super) fn pi_at(&self, slot: Slot) -> f64 {
        self.columns[slot.column(2)]
    }

    /// Value, logarithm and π of the position with this slot.
    #[inline]
    pub(super) fn face(&mut self, slot: Slot) -> [&mut f64; 3] {
        let stride = slot.stride as usize;
        let own = &mut self.columns[slot.column(0)..=slot.column(2)];
        let (value, rest) = own.split_at_mut(stride);
        let (log, pi) = rest.split_at_mut(stride);
        [&mut value[0], &mut log[0], &mut pi[0]]
    }

    /// The values, logarithms and penalties of a node's children.
    #[inline]
    pub(super) fn faces(&self, node: &Node<Way>) -> (&[f64], &[f64], &[f64]) {
        let (values, rest) = self.block(node).split_at(node.edges().len());
        let (logs, pis) = rest.split_at(node.edges().len());
        (values, logs, pis)
    }

    /// The value of the root on the evaluator's scale.
    pub(super) fn root_value(&self) -> f64 {
        self.rule.scale.down(self.value(ROOT))
    }

    /// The backed-up value, on [`Scale`].
    pub fn value(&self, place: usize) -> f64 {
        self.columns[self.slot(place).column(0)]
    }

    /// The logarithm of the backed-up value.
    pub fn log(&self, place: usize) -> f64 {
        self.columns[self.slot(place).column(1)]
    }

    /// π(c): the least penalty of an expandable tip below, seen from here; infinite where there is none (ω).
    pub fn pi(&self, place: usize) -> f64 {
        self.pi_at(self.slot(place))
    }

    /// a(c): the child towards the tip of least penalty, or the place itself if it is an expandable tip; `None` for ω.
    pub fn arrow(&self, place: usize) -> Option<usize> {
        let next = self.node_at(place).map_or(place, |node| self.node(node).edge(self.node(node).own.arrow));
        (self.pi(place) < f64::INFINITY).then_some(next)
    }

    /// Plies from the root to each node.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels = vec![0; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            for child in self.edges(node).iter().filter_map(Edge::node) {
                levels[child] = levels[place] + 1;
            }
        }
        levels
    }
}
