//! The numbers of the tree: backs up values, weighs edges, and points arrows at the tip of least penalty.
//!
//! Source: Rivest 1987, section 3.4: a(c) and π(c) of a node follow from its children's, by step 6.

use super::arena::{Arena, Edge, Node};
use super::backup::{Backed, Backup, Family};
use super::penalty::{Arrow, Penalty};
use super::tree::{Faces, Slot, Way};
use crate::convert::number_u32;
use crate::expectation::Expectation;
use crate::player::Player;

/// The result of recomputing a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recomputed {
    /// Whether the value is unchanged.
    pub(super) is_same: bool,
    /// The new π.
    pub(super) pi: f64,
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Faces> {
    /// Recomputes value, arrow and π of a node from its children (step 6). The node's own value and π are stored in `slot`.
    /// `weights` is a scratch buffer.
    #[inline(always)]
    pub(super) fn recompute<B: Backup, P: Penalty>(
        &mut self,
        (node, slot): (usize, Slot),
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) -> Recomputed {
        let place = &self.nodes[node];
        let (backed, arrow) = match place.own.player {
            Some(player) => {
                let (family, pis) = self.family(place, level, player);
                let backed = backup.back_up(&family);
                (backed, penalty.arrow(&family, backed, pis, weights))
            }
            None => self.roll(place, penalty.nat(), weights),
        };
        let own = &mut self.nodes[node].own;
        (own.arrow, own.runner_up) = (number_u32(arrow.place), arrow.runner_up);
        let [value, log, pi] = self.face(slot);
        let is_same = *value == backed.value && *log == backed.log;
        (*value, *log, *pi) = (backed.value, backed.log, arrow.pi);
        Recomputed { is_same, pi: arrow.pi }
    }

    /// The value of a node and, in `weights`, the weight of each of its edges.
    #[inline(always)]
    pub fn weigh<B: Backup, P: Penalty>(
        &self,
        node: usize,
        level: u32,
        backup: &B,
        penalty: &P,
        weights: &mut Vec<f64>,
    ) -> Backed {
        let node = self.node(node);
        let Some(player) = node.own.player else { return self.roll(node, penalty.nat(), weights).0 };
        let (family, _) = self.family(node, level, player);
        weights.resize(family.values.len(), 0.0);
        let backed = backup.back_up(&family);
        penalty.weigh(&family, backed, weights);
        backed
    }

    /// The expectation and the arrow of a chance node. The derivative to an outcome is its probability, so its weight is
    /// -ln of that, in the unit `nat`.
    #[inline(never)]
    fn roll(&self, node: &Node<Way>, nat: f64, weights: &mut Vec<f64>) -> (Backed, Arrow) {
        weights.clear();
        weights.extend(self.odds(node).iter().map(|odds| nat * odds.nats));
        let (values, _, pis) = self.faces(node);
        let arrow = Arrow::to_least(pis.iter().zip(weights).map(|(below, weight)| below + *weight));
        (self.expectation(node, values), arrow)
    }

    /// The children of a decision, and their penalties π.
    #[inline(always)]
    fn family(&self, node: &Node<Way>, level: u32, player: Player) -> (Family<'_>, &[f64]) {
        let (values, logs, pis) = self.faces(node);
        (Family::new(player, level, values, logs, self.odds(node)), pis)
    }

    /// The expectation of a chance node whose outcomes have these values.
    fn expectation(&self, node: &Node<Way>, values: &[f64]) -> Backed {
        let value =
            Expectation::of(self.odds(node).iter().map(|odds| odds.chance).zip(values.iter().copied()));
        Backed { value, log: value.ln() }
    }

    /// The value of every node if `backup` is applied from the tips up. The tree is not changed, and nothing but families
    /// is read.
    pub(super) fn backed_up_by<B: Backup>(&self, backup: &B) -> Vec<Backed> {
        let levels = self.levels();
        let mut backed = vec![Backed { value: 0.0, log: 0.0 }; self.nodes.len()];
        let (mut values, mut logs) = (Vec::new(), Vec::new());
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let faces = self.faces(node);
            values.clear();
            logs.clear();
            values.extend_from_slice(faces.0);
            logs.extend_from_slice(faces.1);
            for (number, child) in self.edges(node).iter().map(Edge::node).enumerate() {
                if let Some(Backed { value, log }) = child.map(|child| backed[child]) {
                    (values[number], logs[number]) = (value, log);
                }
            }
            backed[place] = match node.own.player {
                Some(player) => {
                    backup.back_up(&Family::new(player, levels[place], &values, &logs, self.odds(node)))
                }
                None => self.expectation(node, &values),
            };
        }
        backed
    }

    /// Recomputes every value, arrow and penalty, children before parents.
    pub fn recompute_all<B: Backup, P: Penalty>(&mut self, backup: &B, penalty: &P) {
        let (levels, slots) = (self.levels(), self.slots());
        let mut weights = Vec::new();
        for node in (0..levels.len()).rev() {
            self.recompute((node, slots[node]), levels[node], backup, penalty, &mut weights);
        }
    }

    /// P(c) of every place: the sum of the weights on the path from the root.
    pub fn penalties<B: Backup, P: Penalty>(&self, backup: &B, penalty: &P) -> Vec<f64> {
        let levels = self.levels();
        let mut totals = vec![0.0; self.len()];
        let mut weights = Vec::new();
        for place in 0..self.len() {
            let Some(node) = self.node_at(place) else { continue };
            self.weigh(node, levels[node], backup, penalty, &mut weights);
            for (child, weight) in self.children(place).zip(&weights) {
                totals[child] = totals[place] + weight;
            }
        }
        totals
    }

    /// The best child for the player of a node, the leftmost if several are equal; `None` at a chance node.
    pub(super) fn best_child(&self, node: &Node<Way>) -> Option<usize> {
        let (family, _) = self.family(node, 0, node.own.player?);
        Some(node.edge(number_u32(family.best_place())))
    }
}
