//! Keeping the part of an arena behind a played move for the next search.

use super::{Arena, Edge, NOWHERE, Node, ROOT, Rule};
use crate::convert::number_u32;

impl<S: Clone, M: Copy + Eq, R: Rule> Arena<S, M, R> {
    /// Reduces the arena to all that can be reached behind a move of the root, breadth-first, so that siblings stay
    /// neighbours. If the move is unknown, nothing is left.
    pub fn keep(&mut self, mv: M) {
        let root = self.nodes.first();
        let moves = root.map_or(&[][..], |root| self.edges(root));
        let (Some(root), Some(number)) = (root, moves.iter().position(|edge| edge.mv == mv)) else {
            return self.clear();
        };
        let top = &moves[number];
        let (order, places) = top.node().map_or_else(Default::default, |top| {
            let behind = |node: u32| {
                let edges = self.edges(&self.nodes[node as usize]).iter();
                edges.filter_map(Edge::node).map(number_u32)
            };
            reachable(number_u32(top), self.nodes.len(), behind)
        });
        let moved = |edge: &Edge<M, R::Edge>| Edge {
            node: edge.node().map_or(NOWHERE, |node| places[node]),
            ..*edge
        };
        let columns = self.block(root).chunks_exact(moves.len()).map(|column| column[number]);
        let (kind, mut columns) = (top.kind, columns.collect::<Vec<f64>>());
        let (mut nodes, mut edges, mut states, mut odds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for place in order.iter().map(|&node| node as usize) {
            let node = &self.nodes[place];
            nodes.push(Node { first: number_u32(edges.len()) + 1, ..*node });
            states.push(self.states[place].clone());
            let own = self.odds(node);
            if !own.is_empty() {
                odds.resize(edges.len(), 1.0.into());
                odds.extend_from_slice(own);
            }
            edges.extend(self.edges(node).iter().map(moved));
            columns.extend_from_slice(self.block(node));
        }
        if let Some(places) = &mut self.places {
            places.keep(&order);
        }
        self.root = Some(kind);
        (self.nodes, self.edges, self.columns) = (nodes, edges, columns);
        (self.states, self.odds) = (states, odds);
    }
}

/// The nodes that can be reached from `top`, breadth-first, and for each of the `all` nodes its index among them; an
/// unreachable node has `u32::MAX`. `behind` returns the nodes one move behind another.
pub(in crate::search) fn reachable<I: Iterator<Item = u32>>(
    top: u32,
    all: usize,
    behind: impl Fn(u32) -> I,
) -> (Vec<u32>, Vec<u32>) {
    let mut places = vec![NOWHERE; all];
    let mut order = vec![top];
    places[top as usize] = number_u32(ROOT);
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for child in behind(node) {
            if places[child as usize] == NOWHERE {
                places[child as usize] = number_u32(order.len());
                order.push(child);
            }
        }
    }
    (order, places)
}
