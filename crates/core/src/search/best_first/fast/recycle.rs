//! Recycling: when memory is short, the nodes with the greatest penalties are given up.
//!
//! Nodes are kept in the order of their penalty from the root, as they would be expanded, until they fill half of the memory.
//! All others are removed, those behind earlier roots included. A child whose node is removed becomes a tip again and keeps the
//! value that was found behind it. Closed children stay closed.

use super::arena::Arena;
use super::line::{CLOSED, MOST, NONE, SLOTS};
use super::node::Node;
use super::search::Fast;
use super::walker::Common;
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use std::collections::BTreeMap;

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Gives up the half of the tree that matters least. The path must be back at the root.
    pub(super) fn recycle(&mut self) {
        self.keep(self.common.arena.used() / 2);
    }

    /// Gives up what cannot be reached from the root. The path must be back at the root.
    pub(super) fn tidy(&mut self) {
        self.keep(usize::MAX);
    }

    /// Keeps the nodes of least penalty, in at most `lines` lines.
    fn keep(&mut self, lines: usize) {
        let Common { arena, costs, constant, .. } = &mut self.common;
        let thread = &mut self.threads[0];
        let Some(place) = thread.path.first_mut() else { return };
        let mut order = arena.by_penalty(place.node, *constant, lines);
        arena.keep(&mut order);
        place.node = order[0];
        arena.refresh(&order, *constant, costs.all);
        thread.chunk = 0..0;
    }
}

impl<M: Copy> Arena<M> {
    /// The nodes behind a root in the order of their penalties, as many as fit into `lines` lines; the root itself is always
    /// included.
    fn by_penalty(&self, root: Node, constant: u16, lines: usize) -> Vec<Node> {
        let mut least = vec![CLOSED; self.used()];
        // The nodes to visit, by penalty.
        let mut open: BTreeMap<u16, Vec<Node>> = BTreeMap::from([(0, vec![root])]);
        least[root.place()] = 0;
        let mut order = Vec::new();
        let mut taken = 0;
        while let Some((penalty, mut nodes)) = open.pop_first() {
            while let Some(node) = nodes.pop() {
                if least[node.place()] != penalty {
                    continue;
                }
                taken += node.lines();
                if taken > lines && !order.is_empty() {
                    return order;
                }
                // Visited: no total is below 0.
                least[node.place()] = 0;
                order.push(node);
                let best = self.scan(node, constant).least;
                for edge in self.edges(node) {
                    let line = self.line(node, edge);
                    let Some(child) = self.child(node, edge).filter(|_| line.pi(edge % SLOTS) != CLOSED)
                    else {
                        continue;
                    };
                    let weight = constant.saturating_add(line.cost(edge % SLOTS) - best);
                    let total = penalty.saturating_add(weight).min(MOST);
                    if total < least[child.place()] {
                        least[child.place()] = total;
                        let later =
                            if total == penalty { &mut nodes } else { open.entry(total).or_default() };
                        later.push(child);
                    }
                }
            }
        }
        order
    }

    /// Keeps these nodes and no others, and sets their new places in `order`.
    fn keep(&mut self, order: &mut [Node]) {
        let mut kept = order.to_vec();
        kept.sort_unstable_by_key(|node| node.place());
        let mut places = vec![NONE; self.used()];
        let mut used = 0;
        for node in &kept {
            places[node.place()] = number_u32(used);
            used += node.lines();
        }
        let moved = |node: Node| {
            let place = places[node.place()];
            (place != NONE).then(|| node.moved(place as usize))
        };
        let entries: Vec<(u64, Node)> =
            self.keys().filter_map(|(key, node)| Some((key, moved(node)?))).collect();
        // Nodes move towards the beginning in the order of their places, so that none is overwritten before it has moved.
        for &node in &kept {
            let Some(new) = moved(node) else { continue };
            for number in 0..node.lines() {
                let (from, to) = (node.place() + number, new.place() + number);
                if from != to {
                    self.lines[to].copy(&self.lines[from]);
                    self.sides.swap(from, to);
                }
            }
            for edge in self.edges(new) {
                let line = self.line(new, edge);
                let Some(child) = self.child(new, edge) else { continue };
                line.link(edge % SLOTS, moved(child).map_or(NONE, |child| child.0));
                if moved(child).is_none() && line.pi(edge % SLOTS) != CLOSED {
                    line.note(edge % SLOTS, line.cost(edge % SLOTS), 0);
                }
            }
        }
        for node in order.iter_mut() {
            *node = moved(*node).unwrap_or(*node);
        }
        self.shrink(used, kept.len(), &entries);
    }

    /// Updates cost and penalty of all open children, the nodes of greatest penalty first.
    fn refresh(&self, order: &[Node], constant: u16, all: u16) {
        for &node in order.iter().rev() {
            for edge in self.edges(node) {
                let line = self.line(node, edge);
                let Some(child) = self.child(node, edge).filter(|_| line.pi(edge % SLOTS) != CLOSED) else {
                    continue;
                };
                let scan = self.scan(child, constant);
                line.note(edge % SLOTS, child.above(scan.least, all), scan.pi);
            }
        }
    }
}
