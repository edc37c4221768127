//! The numbers on the tree: values backed up, edges weighed, arrows pointed at the tip of least penalty.
//!
//! Source: Rivest 1987, section 3.4: a(c) and π(c) of a node follow from its children's, by step 6.

use super::backup::{Backed, Backup, Family, Player};
use super::penalty::{Arrow, Penalty};
use super::tree::{Kind, Node, Tree};

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

impl<M: Copy + Eq> Tree<M> {
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
        let (backed, arrow) = match self.player(place) {
            Some(player) => {
                let (family, pis) = self.family(place, level, player);
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
        let Some(player) = self.player(place) else { return self.roll(place, penalty.nat(), weights).0 };
        let (family, _) = self.family(place, level, player);
        weights.resize(family.values.len(), 0.0);
        let backed = backup.back_up(&family);
        penalty.weigh(&family, backed, weights);
        backed
    }

    /// Who decides at a node; none at a roll.
    #[inline]
    fn player(&self, place: usize) -> Option<Player> {
        match self.nodes[place].kind {
            Kind::Max => Some(Player::Max),
            Kind::Min => Some(Player::Min),
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
    fn family(&self, place: usize, level: u32, player: Player) -> (Family<'_>, &[f64]) {
        let (values, logs, pis) = self.block(place);
        let odds =
            if self.odds.is_empty() { &[] } else { self.odds.get(self.children(place)).unwrap_or(&[]) };
        (Family::new(player, level, values, logs, odds), pis)
    }

    /// The value of a node by `backup` over its children's present values; a tip's own value.
    pub fn backed<B: Backup>(&self, place: usize, level: u32, backup: &B) -> Backed {
        match self.player(place) {
            _ if self.is_tip(place) => Backed { value: self.value(place), log: self.log(place) },
            Some(player) => backup.back_up(&self.family(place, level, player).0),
            None => self.expectation(place),
        }
    }

    /// The value of every expanded node by `backup` over the tips, in the order of the expansions. The tree stays as it is, and
    /// no more is read than the families.
    pub(super) fn backed_up_by<B: Backup>(&self, backup: &B) -> Vec<Backed> {
        let count = self.expanded.len();
        let mut levels = vec![0; count];
        // A node is expanded after its parent.
        for (expansion, node) in self.expanded.iter().enumerate().skip(1) {
            levels[expansion] = levels[self.expansion(self.parent(node.place as usize))] + 1;
        }
        let mut backed = vec![Backed { value: 0.0, log: 0.0 }; count];
        let (mut values, mut logs) = (Vec::new(), Vec::new());
        for (expansion, node) in self.expanded.iter().enumerate().rev() {
            let place = node.place as usize;
            let block = self.block(place);
            values.clear();
            logs.clear();
            values.extend_from_slice(block.0);
            logs.extend_from_slice(block.1);
            for (number, child) in self.children(place).enumerate().filter(|(_, child)| !self.is_tip(*child))
            {
                let Backed { value, log } = backed[self.expansion(child)];
                (values[number], logs[number]) = (value, log);
            }
            backed[expansion] = match self.player(place) {
                Some(player) => {
                    let odds = self.odds.get(self.children(place)).unwrap_or(&[]);
                    backup.back_up(&Family::new(player, levels[expansion], &values, &logs, odds))
                }
                None => self.expectation_of(place, &values),
            };
        }
        backed
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
        self.expectation_of(place, self.block(place).0)
    }

    /// The expectation of a roll whose outcomes have these values.
    fn expectation_of(&self, place: usize, values: &[f64]) -> Backed {
        let odds = &self.odds[self.children(place)];
        let value: f64 = values.iter().zip(odds).map(|(value, odds)| value * odds.chance).sum();
        Backed { value, log: value.ln() }
    }

    /// The child that the player of a node likes best, the leftmost of equals; none at a tip or a roll.
    pub fn best_child(&self, place: usize) -> Option<usize> {
        let player = self.player(place).filter(|_| !self.is_tip(place))?;
        Some(self.children(place).start + self.family(place, 0, player).0.best_place())
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
}
