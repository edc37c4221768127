//! The partial game graph: one record an expanded position, the edges to its children neighbours in memory.
//!
//! Sources: positions that several lines lead to are one node (transpositions in best-first trees: Berliner 1979, Czech,
//! Korus and Kersting 2021); an edge counts its own visits, as it must where nodes are shared (Wu 2023). What is certain
//! goes up with the estimates (score bounds of Cazenave and Saffidine 2010, the completion of Cohen-Solal 2020).
//!
//! An edge holds a copy of what its child knows, so that a backup reads neighbours only. Where a position is shared, the
//! copies on edges that were not passed lately are *stale*: estimates may have changed since, and certain bounds may have
//! become narrower, but what they say stays true. A pass brings the copy up to date.
//!
//! How the graph grows is no part of it. A growth rule keeps two things in every node, [`Node::arrow`] and
//! [`Node::runner_up`], and decides what they mean.

mod backup;
mod mark;
mod places;

pub use mark::Mark;

use super::reserve::{has_room, make_room};
use crate::evaluator::Leaf;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;
use places::Places;
use std::collections::TryReserveError;
use std::ops::Range;

/// The place of the root.
pub const ROOT: usize = 0;
/// What stands for no node.
const NOWHERE: u32 = u32::MAX;
/// Plies that are unknown.
const UNKNOWN: u16 = u16::MAX;
/// Added to plies that may be fewer.
const AT_MOST: u16 = 1 << 15;
/// The most edges that 32 bits can name, with room for any one expansion.
const MOST_EDGES: usize = u32::MAX as usize / 2;

/// An expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What is known of it.
    pub mark: Mark,
    /// The value of the best way but the one along the arrow, as the growth rule sees it.
    pub runner_up: f64,
    first: u32,
    count: u32,
    /// Which of its edges the growth rule follows, counted from the first.
    pub arrow: u32,
    plies: u16,
    /// Who decides; nobody at a roll.
    pub player: Option<Player>,
}

impl Node {
    /// The places of its edges.
    #[inline]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// The place of the edge along the arrow.
    #[inline]
    pub fn way(&self) -> usize {
        (self.first + self.arrow) as usize
    }

    /// Plies to the end, of use where the value is certain.
    pub fn distance(&self) -> Distance {
        unpacked(self.plies)
    }
}

/// A move from an expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M> {
    /// What was known of the position behind it when it was last passed.
    pub mark: Mark,
    /// How often it was passed.
    pub visits: u32,
    node: u32,
    plies: u16,
    /// Who decides behind it; nobody at a roll and where the game is over.
    pub player: Option<Player>,
    /// The move.
    pub mv: M,
}

impl<M> Edge<M> {
    /// The place of the expanded position behind it; none where it is a tip.
    #[inline]
    pub fn node(&self) -> Option<usize> {
        (self.node != NOWHERE).then_some(self.node as usize)
    }

    /// Plies to the end, of use where the value is certain.
    pub fn distance(&self) -> Distance {
        unpacked(self.plies)
    }
}

/// A distance in 16 bits: the most plies, and whether they may be fewer.
fn packed(Distance { least, most }: Distance) -> u16 {
    match u16::try_from(most) {
        Ok(most) if most < AT_MOST - 1 => most | if least < u32::from(most) { AT_MOST } else { 0 },
        _ => UNKNOWN,
    }
}

fn unpacked(plies: u16) -> Distance {
    match plies {
        UNKNOWN => Distance::OPEN,
        _ if plies & AT_MOST == 0 => Distance::exactly(plies.into()),
        _ => Distance { most: (plies & !AT_MOST).into(), ..Distance::OPEN },
    }
}

/// A position to be added, with its children.
#[derive(Clone, Copy, Debug)]
pub struct Family<'a, M> {
    /// Its key, of use where equal positions are merged.
    pub key: u64,
    /// Who decides; nobody at a roll.
    pub player: Option<Player>,
    /// What is certain of the position, its children aside.
    pub bounds: ScoreBounds,
    /// The moves, at least one.
    pub moves: &'a [M],
    /// What is behind each.
    pub leaves: &'a [Leaf],
    /// The probability of each, at a roll.
    pub chances: &'a [f64],
}

/// A partial game graph with values, certain bounds and visits.
#[derive(Clone, Debug)]
pub struct Graph<S, M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The state of every node.
    states: Vec<S>,
    /// Filled up to the last edge behind a roll: empty in a game without chance.
    chances: Vec<f64>,
    /// Where equal positions are merged.
    places: Option<Places>,
    /// What is certain of a position before it is looked at.
    open: ScoreBounds,
}

impl<S: Clone, M: Copy + Eq> Graph<S, M> {
    /// A graph, or where equal positions are not merged a tree, of positions of which nothing is known but `open`.
    pub fn new(open: ScoreBounds, merges: bool) -> Self {
        Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            states: Vec::new(),
            chances: Vec::new(),
            places: merges.then(Places::default),
            open,
        }
    }

    /// What is certain of a position before it is looked at.
    pub fn open(&self) -> ScoreBounds {
        self.open
    }

    /// Whether equal positions are merged.
    #[inline]
    pub fn merges(&self) -> bool {
        self.places.is_some()
    }

    /// The number of expanded positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is expanded, not even the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// An expanded position.
    #[inline]
    pub fn node(&self, place: usize) -> &Node {
        &self.nodes[place]
    }

    /// The same, for the growth rule.
    #[inline]
    pub(super) fn node_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }

    /// The edge at a place.
    #[inline]
    pub fn edge(&self, place: usize) -> &Edge<M> {
        &self.edges[place]
    }

    /// The edges of a node.
    #[inline]
    pub fn edges(&self, node: &Node) -> &[Edge<M>] {
        &self.edges[node.edges()]
    }

    /// The probabilities of the outcomes of a node, which is a roll.
    #[inline]
    pub fn chances(&self, node: &Node) -> &[f64] {
        &self.chances[node.edges()]
    }

    /// The state of a node.
    #[inline]
    pub fn state(&self, place: usize) -> &S {
        &self.states[place]
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

    /// Adds a position and its children, and returns its place and how many children are finished games. Its mark follows
    /// from its children once it is backed up.
    #[inline]
    pub fn expand(&mut self, state: S, family: &Family<'_, M>) -> (usize, u64) {
        let (place, first) = (self.nodes.len(), self.edges.len());
        let open = Mark::new(self.open.lower, self.open);
        let mut ends = 0;
        self.edges.extend(family.moves.iter().zip(family.leaves).map(|(&mv, leaf)| {
            let is_over = leaf.turn.is_over();
            ends += u64::from(is_over);
            let mark = if is_over { Mark::proven(leaf.value) } else { open.estimating(leaf.value) };
            let plies = if is_over { 0 } else { UNKNOWN };
            Edge { mark, visits: 0, node: NOWHERE, plies, player: Player::of(leaf.turn), mv }
        }));
        if !family.chances.is_empty() {
            self.chances.resize(first, 1.0);
            self.chances.extend_from_slice(family.chances);
        }
        self.nodes.push(Node {
            mark: Mark::new(family.bounds.lower, family.bounds),
            runner_up: 0.0,
            first: first as u32,
            count: (self.edges.len() - first) as u32,
            arrow: 0,
            plies: UNKNOWN,
            player: family.player,
        });
        if let Some(places) = &mut self.places {
            places.push(family.key);
        }
        // Last, because a state that was just made is dear to move.
        self.states.push(state);
        (place, ends)
    }

    /// Says that an expanded position is behind an edge.
    #[inline]
    pub fn link(&mut self, edge: usize, node: usize) {
        self.edges[edge].node = node as u32;
    }

    /// Settles a tip whose value is certain without any children, so far from the end.
    pub fn settle(&mut self, edge: usize, value: f64, distance: Distance) {
        let edge = &mut self.edges[edge];
        (edge.mark, edge.plies) = (Mark::proven(value), packed(distance));
    }

    /// Forgets what is certain of a node but this, until its children are asked again.
    pub fn reopen(&mut self, place: usize, bounds: ScoreBounds) {
        self.nodes[place].mark = Mark::new(self.nodes[place].mark.value(), bounds);
    }

    /// Passes an edge so many `times`: counts them and brings its copy up to date. Returns what it knew before.
    #[inline]
    pub fn pass(&mut self, edge: usize, times: u32) -> Mark {
        let visits = &mut self.edges[edge].visits;
        *visits = visits.saturating_add(times);
        self.refresh(edge)
    }

    /// Brings the copy of an edge up to date. Returns what it knew before.
    #[inline]
    pub fn refresh(&mut self, edge: usize) -> Mark {
        let edge = &mut self.edges[edge];
        let before = edge.mark;
        if let Some(node) = self.nodes.get(edge.node as usize) {
            (edge.mark, edge.plies) = (node.mark, node.plies);
        }
        before
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        let node = size_of::<Node>() + size_of::<S>();
        let places = self.places.as_ref().map_or(0, Places::bytes);
        let edges = self.edges.len() * size_of::<Edge<M>>() + self.chances.len() * size_of::<f64>();
        (self.nodes.len() * node + edges) as u64 + places
    }

    /// The bytes held, what is reserved included.
    fn held(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>() + self.states.capacity() * size_of::<S>();
        let edges = self.edges.capacity() * size_of::<Edge<M>>() + self.chances.capacity() * size_of::<f64>();
        (nodes + edges) as u64 + self.places.as_ref().map_or(0, Places::held)
    }

    /// Makes room for a position of so many children, where the graph may hold `limit` bytes; whether there is so much
    /// memory.
    #[inline]
    pub fn make_room(&mut self, children: usize, is_roll: bool, limit: Option<u64>) -> bool {
        let chances = if is_roll { self.edges.len() + children - self.chances.len() } else { 0 };
        let has_room = has_room(&self.edges, children)
            && has_room(&self.chances, chances)
            && has_room(&self.nodes, 1)
            && has_room(&self.states, 1)
            && self.places.as_ref().is_none_or(Places::has_room);
        has_room || self.grow_room(children, chances, limit)
    }

    #[cold]
    fn grow_room(&mut self, children: usize, chances: usize, limit: Option<u64>) -> bool {
        let spare = |held: u64| limit.map(|limit| limit.saturating_sub(held));
        let held = self.held();
        let mut has_room = make_room(&mut self.edges, children, spare(held));
        let held = self.held();
        has_room = has_room && make_room(&mut self.chances, chances, spare(held));
        let held = self.held();
        has_room = has_room && make_room(&mut self.nodes, 1, spare(held));
        let held = self.held();
        has_room = has_room && make_room(&mut self.states, 1, spare(held));
        let held = self.held();
        has_room && self.places.as_mut().is_none_or(|places| places.make_room(spare(held)))
    }

    /// Whether 32 bits name every edge, one more expansion included.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.edges.len() < MOST_EDGES
    }

    /// Reserves memory for so many more edges and nodes.
    ///
    /// # Errors
    /// If there is not so much.
    pub fn try_reserve(&mut self, edges: usize, nodes: usize) -> Result<(), TryReserveError> {
        self.edges.try_reserve(edges)?;
        self.nodes.try_reserve(nodes)?;
        self.states.try_reserve(nodes)
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.states.clear();
        self.chances.clear();
        if let Some(places) = &mut self.places {
            places.clear();
        }
    }

    /// All that can be reached from `top` as a graph of its own, breadth-first, so that siblings stay neighbours.
    #[must_use]
    pub fn behind(&self, top: usize) -> Graph<S, M> {
        let mut graph = Graph::new(self.open, self.merges());
        // Where each node has gone, and in that order which have.
        let mut gone = vec![NOWHERE; self.len()];
        let mut order = vec![top];
        gone[top] = ROOT as u32;
        let mut next = 0;
        while let Some(&place) = order.get(next) {
            next += 1;
            let (node, first) = (self.nodes[place], graph.edges.len());
            for edge in self.edges(&node) {
                if let Some(child) = edge.node().filter(|&child| gone[child] == NOWHERE) {
                    gone[child] = order.len() as u32;
                    order.push(child);
                }
                let node = edge.node().map_or(NOWHERE, |child| gone[child]);
                graph.edges.push(Edge { node, ..*edge });
            }
            if node.player.is_none() {
                graph.chances.resize(first, 1.0);
                graph.chances.extend_from_slice(self.chances(&node));
            }
            graph.nodes.push(Node { first: first as u32, ..node });
            graph.states.push(self.states[place].clone());
            if let (Some(places), Some(old)) = (&mut graph.places, &self.places) {
                places.push(old.key(place));
            }
        }
        graph
    }
}
