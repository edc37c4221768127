//! The arena in which best-first searches grow: expanded positions, and the moves from them side by side.
//!
//! Sources: positions that several lines lead to are one node (transpositions in best-first trees: Berliner 1979, Czech,
//! Korus and Kersting 2021); what is known of a child stands with its siblings, so that a backup reads neighbours only.
//!
//! A move is an *edge*, and the *place* of an edge says how many were added before it, counted from 1: the root has place 0. A
//! *node* exists only once its position is expanded, and its number says how many were expanded before. The edges of a node are
//! a *family*: neighbours, with places greater than that of the node. Nodes come after their parents, so that one pass from the
//! end visits children first; where equal positions are merged that need not hold.
//!
//! What is kept of nodes and edges is up to the [`Rule`] of growth. Numbers that are read a family at a time are a block of
//! columns, each as long as the family.

mod keep;
mod places;
mod room;

pub(in crate::search) use keep::reachable;

use crate::convert::number_u32;
use crate::evaluator::Leaf;
use crate::game::Turn;
use crate::player::Player;
use places::Places;
use std::fmt;
use std::ops::Range;

/// The root: its place, and its node.
pub const ROOT: usize = 0;
/// What stands for no node.
const NOWHERE: u32 = u32::MAX;

/// What a rule of growth keeps beside moves and positions.
pub trait Rule {
    /// What it keeps of an expanded position.
    type Node: Copy + fmt::Debug;
    /// What it keeps of a move.
    type Edge: Copy + fmt::Debug;
    /// What it keeps of the probability of a move.
    type Odds: Copy + fmt::Debug + From<f64>;
    /// The columns of a family.
    const COLUMNS: usize = 0;

    /// What it keeps of a new move to this leaf.
    fn edge(&self, leaf: &Leaf) -> Self::Edge;

    /// Adds the columns of a new family.
    fn add_columns(&self, _leaves: &[Leaf], _columns: &mut Vec<f64>) {}
}

/// What kind of position it is.
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
    /// Who decides; nobody at a roll and where the game is over.
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
    /// What the rule of growth keeps of it.
    pub own: N,
}

impl<N> Node<N> {
    /// The places of its edges.
    #[inline]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// The place of one of its edges, counted from the first.
    #[inline]
    pub fn edge(&self, number: u32) -> usize {
        self.first as usize + number as usize
    }
}

/// A move from an expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M, E> {
    /// What the rule of growth keeps of it.
    pub own: E,
    node: u32,
    /// What kind of position is behind it.
    pub kind: Kind,
    /// The move.
    pub mv: M,
}

impl<M, E> Edge<M, E> {
    /// The expanded position behind it; none where it is a tip.
    #[inline]
    pub fn node(&self) -> Option<usize> {
        (self.node != NOWHERE).then_some(self.node as usize)
    }
}

/// Expanded positions and their moves, with what a rule of growth keeps of them.
#[derive(Clone)]
pub struct Arena<S, M, R: Rule> {
    pub(super) rule: R,
    /// The kind of the root; none before there is one.
    root: Option<Kind>,
    pub(super) nodes: Vec<Node<R::Node>>,
    edges: Vec<Edge<M, R::Edge>>,
    /// A block a family, its columns one after the other; that of the root comes first.
    pub(super) columns: Vec<f64>,
    /// The state of every node.
    states: Vec<S>,
    /// Filled up to the last edge that has odds of its own: empty in a game without chance.
    odds: Vec<R::Odds>,
    /// Where equal positions are merged.
    places: Option<Places>,
}

impl<S: Clone, M: Copy + Eq, R: Rule> Arena<S, M, R> {
    /// A graph, or where equal positions are not merged a tree, without a root.
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

    /// Makes this the arena of one tip, the root.
    pub(super) fn plant(&mut self, leaf: Leaf) {
        self.clear();
        self.root = Some(leaf.turn.into());
        self.rule.add_columns(&[leaf], &mut self.columns);
    }

    /// Whether equal positions are merged.
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
        &self.nodes
    }

    /// An expanded position.
    #[inline]
    pub fn node(&self, node: usize) -> &Node<R::Node> {
        &self.nodes[node]
    }

    /// The state of an expanded position.
    #[inline]
    pub fn state(&self, node: usize) -> &S {
        &self.states[node]
    }

    /// The edge at a place, which is not that of the root.
    #[inline]
    pub fn edge(&self, place: usize) -> &Edge<M, R::Edge> {
        &self.edges[place - 1]
    }

    /// The same, for the rule of growth.
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

    /// The expanded position at a place; none at a tip.
    #[inline]
    pub fn node_at(&self, place: usize) -> Option<usize> {
        if place == ROOT { (!self.nodes.is_empty()).then_some(ROOT) } else { self.edge(place).node() }
    }

    /// The kind of the position at a place.
    #[inline]
    pub fn kind(&self, place: usize) -> Kind {
        if place == ROOT { self.root.unwrap_or(Kind::Over) } else { self.edge(place).kind }
    }

    /// The move to a place; none leads to the root.
    pub fn mv(&self, place: usize) -> Option<M> {
        (place != ROOT).then(|| self.edge(place).mv)
    }

    /// The places one move on; none behind a tip.
    pub fn children(&self, place: usize) -> Range<usize> {
        self.node_at(place).map_or(0..0, |node| self.nodes[node].edges())
    }

    /// Whether a position is not expanded.
    pub fn is_tip(&self, place: usize) -> bool {
        self.node_at(place).is_none()
    }

    /// Whether a game ends here anywhere.
    pub(super) fn has_ends(&self) -> bool {
        self.edges.iter().any(|edge| edge.kind == Kind::Over)
    }

    /// The columns of a node's edges, one after the other.
    #[inline]
    pub fn block(&self, node: &Node<R::Node>) -> &[f64] {
        let first = R::COLUMNS * node.first as usize;
        &self.columns[first..first + R::COLUMNS * node.count as usize]
    }

    /// The odds of a node's edges, where it is a roll or priors were asked for; elsewhere none, or those of certainty.
    #[inline]
    pub fn odds(&self, node: &Node<R::Node>) -> &[R::Odds] {
        let first = node.first as usize - 1;
        if self.odds.is_empty() {
            return &[];
        }
        self.odds.get(first..first + node.count as usize).unwrap_or(&[])
    }

    /// The expanded position with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<usize> {
        self.places.as_ref()?.find(key)
    }

    /// Asks for the memory where `key` would be found.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(places) = &self.places {
            places.prefetch(key);
        }
    }

    /// Makes the tip at a place a node of this state and key, and returns it with how many of its moves end the game. Behind
    /// each of the `moves` is one of the `leaves`; `chances` are their probabilities, or empty.
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
        // Last, because a state that was just made is dear to move.
        self.states.push(state);
        (node, ends)
    }

    /// Says that an expanded position is behind the edge at a place.
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
