//! The arena in which best-first searches grow: expanded positions, each with its moves side by side.
//!
//! Sources: transpositions share one node (in best-first trees: Berliner 1979, Czech, Korus and Kersting 2021). What is
//! known of a child is stored with its siblings, so that a backup reads neighbours only.
//!
//! A move is an *edge*. The *place* of an edge is its number in the order in which edges were added, counted from 1: the
//! root has place 0. A *node* exists only once its position is expanded. Nodes are numbered in the order of their
//! expansions, from 0. The edges of a node are a *family*: neighbours, with places greater than that of the node. Nodes
//! come after their parents, so that one pass from the end visits children first; where transpositions are merged, that
//! need not hold.
//!
//! The [`Rule`] of growth decides what is stored for nodes and edges. Numbers that are read for a whole family at once are
//! a block of columns, each as long as the family.

mod keep;
mod places;
mod room;

pub(in crate::search) use keep::reachable;

use crate::convert::number_u32;
use crate::evaluator::Leaf;
use crate::game::Turn;
use crate::player::Player;
#[cfg(test)]
use crate::search::tree_view::touched;
use places::Places;
use std::fmt;
use std::ops::Range;

/// The root: its place, and the number of its node.
pub const ROOT: usize = 0;
/// Stands for no node.
const NOWHERE: u32 = u32::MAX;

/// What a growth rule stores besides moves and positions.
pub trait Rule {
    /// What it stores for an expanded position.
    type Node: Copy + fmt::Debug;
    /// What it stores for a move.
    type Edge: Copy + fmt::Debug;
    /// How it stores the probability of a move.
    type Odds: Copy + fmt::Debug + From<f64>;
    /// The number of columns of a family.
    const COLUMNS: usize = 0;

    /// What it stores for a new move to this leaf.
    fn edge(&self, leaf: &Leaf) -> Self::Edge;

    /// Adds the columns of a new family.
    fn add_columns(&self, _leaves: &[Leaf], _columns: &mut Vec<f64>) {}
}

/// The kind of a position.
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

impl Kind {
    /// The player to decide; `None` at a chance node and where the game is over.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Kind::Max => Some(Player::Max),
            Kind::Min => Some(Player::Min),
            Kind::Chance | Kind::Over => None,
        }
    }
}

/// An expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Node<N> {
    first: u32,
    count: u32,
    /// What the growth rule stores for it.
    pub own: N,
}

impl<N> Node<N> {
    /// The places of its edges.
    #[inline]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// The place of its edge with this index.
    #[inline]
    pub fn edge(&self, number: u32) -> usize {
        self.first as usize + number as usize
    }
}

/// A move from an expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M, E> {
    /// What the growth rule stores for it.
    pub own: E,
    node: u32,
    /// The kind of the position behind it.
    pub kind: Kind,
    /// The move.
    pub mv: M,
}

impl<M, E> Edge<M, E> {
    /// The number of the node behind it; `None` if it is a tip.
    #[inline]
    pub fn node(&self) -> Option<usize> {
        (self.node != NOWHERE).then_some(self.node as usize)
    }
}

/// Expanded positions and their moves, with what a growth rule stores for them.
#[derive(Clone)]
pub struct Arena<S, M, R: Rule> {
    pub(super) rule: R,
    /// The kind of the root; `None` before there is one.
    root: Option<Kind>,
    pub(super) nodes: Vec<Node<R::Node>>,
    edges: Vec<Edge<M, R::Edge>>,
    /// One block per family, its columns one after the other; the block of the root itself comes first.
    pub(super) columns: Vec<f64>,
    /// The state of every node.
    states: Vec<S>,
    /// Filled up to the last edge that has odds of its own; empty if no edge has any.
    odds: Vec<R::Odds>,
    /// The nodes by key; `None` if transpositions are not merged.
    places: Option<Places>,
}

impl<S: Clone, M: Copy + Eq, R: Rule> Arena<S, M, R> {
    /// An arena without a root: a graph if it `merges` transpositions, otherwise a tree.
    pub fn new(rule: R, merges: bool) -> Self {
        Arena {
            rule,
            root: None,
            nodes: Vec::new(),
            edges: Vec::new(),
            columns: Vec::new(),
            states: Vec::new(),
            odds: Vec::new(),
            places: merges.then(Places::default),
        }
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.root = None;
        self.nodes.clear();
        self.edges.clear();
        self.columns.clear();
        self.states.clear();
        self.odds.clear();
        if let Some(places) = &mut self.places {
            places.clear();
        }
    }

    /// Resets the arena to one tip, the root.
    pub(super) fn plant(&mut self, leaf: Leaf) {
        self.clear();
        self.root = Some(leaf.turn.into());
        self.rule.add_columns(&[leaf], &mut self.columns);
    }

    /// Whether transpositions are merged.
    #[inline]
    pub fn merges(&self) -> bool {
        self.places.is_some()
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.edges.len() + usize::from(self.root.is_some())
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The expanded positions, in the order of their expansions.
    #[inline]
    pub fn nodes(&self) -> &[Node<R::Node>] {
        #[cfg(test)]
        touched::touch(0..self.nodes.len());
        &self.nodes
    }

    /// An expanded position.
    #[inline]
    pub fn node(&self, node: usize) -> &Node<R::Node> {
        #[cfg(test)]
        touched::touch([node]);
        &self.nodes[node]
    }

    /// The state of an expanded position.
    #[inline]
    pub fn state(&self, node: usize) -> &S {
        &self.states[node]
    }

    /// The edge at a place other than the root.
    #[inline]
    pub fn edge(&self, place: usize) -> &Edge<M, R::Edge> {
        &self.edges[place - 1]
    }

    /// The same, for the growth rule to change.
    #[inline]
    pub(super) fn edge_mut(&mut self, place: usize) -> &mut Edge<M, R::Edge> {
        &mut self.edges[place - 1]
    }

    /// The edges of a node.
    #[inline]
    pub fn edges(&self, node: &Node<R::Node>) -> &[Edge<M, R::Edge>] {
        let first = node.first as usize - 1;
        &self.edges[first..first + node.count as usize]
    }

    /// The number of the node at a place; `None` at a tip.
    #[inline]
    pub fn node_at(&self, place: usize) -> Option<usize> {
        if place == ROOT { (!self.nodes.is_empty()).then_some(ROOT) } else { self.edge(place).node() }
    }

    /// The kind of the position at a place.
    #[inline]
    pub fn kind(&self, place: usize) -> Kind {
        if place == ROOT { self.root.unwrap_or(Kind::Over) } else { self.edge(place).kind }
    }

    /// The move to a place; `None` for the root.
    pub fn mv(&self, place: usize) -> Option<M> {
        (place != ROOT).then(|| self.edge(place).mv)
    }

    /// The places of the children; empty at a tip.
    pub fn children(&self, place: usize) -> Range<usize> {
        self.node_at(place).map_or(0..0, |node| self.nodes[node].edges())
    }

    /// Whether a position is not expanded.
    pub fn is_tip(&self, place: usize) -> bool {
        self.node_at(place).is_none()
    }

    /// Whether any edge ends the game.
    pub(super) fn has_ends(&self) -> bool {
        self.edges.iter().any(|edge| edge.kind == Kind::Over)
    }

    /// The columns of a node's edges, one after the other.
    #[inline]
    pub fn block(&self, node: &Node<R::Node>) -> &[f64] {
        let first = R::COLUMNS * node.first as usize;
        &self.columns[first..first + R::COLUMNS * node.count as usize]
    }

    /// The odds of a node's edges, if it is a chance node or priors were asked for; otherwise empty, or those of a sure
    /// event.
    #[inline]
    pub fn odds(&self, node: &Node<R::Node>) -> &[R::Odds] {
        let first = node.first as usize - 1;
        if self.odds.is_empty() {
            return &[];
        }
        self.odds.get(first..first + node.count as usize).unwrap_or(&[])
    }

    /// The number of the node with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<usize> {
        self.places.as_ref()?.find(key)
    }

    /// Prefetches the memory where `key` would be found.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(places) = &self.places {
            places.prefetch(key);
        }
    }

    /// Expands the tip at a place into a node with this state and key. Returns the number of the node, and how many of its
    /// moves end the game. Each of the `moves` leads to one of the `leaves`; `chances` are their probabilities, or empty.
    #[inline]
    pub(super) fn expand(
        &mut self,
        place: usize,
        (state, key): (S, u64),
        own: R::Node,
        moves: &[M],
        leaves: &[Leaf],
        chances: &[f64],
    ) -> (usize, u64) {
        let (node, first) = (self.nodes.len(), self.edges.len());
        let mut ends = 0;
        let rule = &self.rule;
        self.edges.extend(moves.iter().zip(leaves).map(|(&mv, leaf)| {
            ends += u64::from(leaf.turn.is_over());
            Edge { own: rule.edge(leaf), node: NOWHERE, kind: leaf.turn.into(), mv }
        }));
        rule.add_columns(leaves, &mut self.columns);
        if !chances.is_empty() {
            self.odds.resize(first, 1.0.into());
            self.odds.extend(chances.iter().map(|&chance| R::Odds::from(chance)));
        }
        self.nodes.push(Node { first: number_u32(first) + 1, count: number_u32(moves.len()), own });
        if let Some(places) = &mut self.places {
            places.push(key);
        }
        self.link(place, node);
        // Last, because moving a state that was just made is expensive.
        self.states.push(state);
        (node, ends)
    }

    /// Makes the edge at a place a tip again. Its node remains, out of reach.
    pub(super) fn unlink(&mut self, place: usize) {
        if place != ROOT {
            self.edge_mut(place).node = NOWHERE;
        }
    }

    /// Sets the node behind the edge at a place.
    #[inline]
    pub(super) fn link(&mut self, place: usize, node: usize) {
        if place != ROOT {
            self.edge_mut(place).node = number_u32(node);
        }
    }
}

impl<S, M, R: Rule> fmt::Debug for Arena<S, M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not be printable.
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        f.debug_struct("Arena").field("nodes", &nodes).field("edges", &edges).finish_non_exhaustive()
    }
}
