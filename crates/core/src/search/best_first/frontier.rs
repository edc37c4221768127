//! The frontier in order: the tips of a tree by their penalties, the least first, and the expansion of the first of them in one
//! batch.
//!
//! Source: Rivest 1987, section 3.4, and open problem 3 of section 7. π of a child plus the weight of its edge is the penalty of the best tip behind it, so
//! that a heap of siblings finds one tip after the other and enters only nodes on the way to them.

use super::arena::ROOT;
use super::backup::Backup;
use super::expander::Tip;
use super::minmax::{MinMax, Place};
use super::penalty::Penalty;
use super::tree::Slot;
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::search::Observer;
use crate::search::batch::{Batch, Waiting};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A node on the way to a tip.
#[derive(Clone, Copy, Debug)]
struct Entered {
    place: Place,
    /// Its parent among the entered nodes; the root is its own.
    above: usize,
    level: u32,
    /// The sum of the weights from the root.
    penalty: f64,
}

/// An edge that has not been followed yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The penalty of the best tip behind it.
    penalty: f64,
    /// The sum of the weights from the root, this edge included.
    weight: f64,
    /// Its parent among the entered nodes.
    above: usize,
    /// Its index among the edges of that node.
    edge: u32,
}

impl Ord for Open {
    /// The greatest of a heap is the edge of least penalty; of equals the one of the node entered first, then the leftmost.
    fn cmp(&self, other: &Self) -> Ordering {
        let order = |open: &Open| (open.above, open.edge);
        other.penalty.total_cmp(&self.penalty).then_with(|| order(other).cmp(&order(self)))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// The tips of a tree, the one of least penalty first.
#[derive(Debug, Default)]
struct Frontier {
    entered: Vec<Entered>,
    open: BinaryHeap<Open>,
    weights: Vec<f64>,
}

impl Frontier {
    /// The nodes from the root to an entered node.
    fn path(&self, mut last: usize, path: &mut Vec<Place>) {
        path.clear();
        loop {
            let Entered { place, above, .. } = self.entered[last];
            path.push(place);
            if above == last {
                break;
            }
            last = above;
        }
        path.reverse();
    }
}

/// A tip whose children wait for their values.
struct Chosen {
    /// Its parent among the entered nodes.
    above: usize,
    place: usize,
    depth: u32,
    waiting: Waiting,
}

impl<G, E, B, P, O> MinMax<G, E, B, P, O>
where
    G: Game,
    E: Evaluator<G>,
    B: Backup,
    P: Penalty,
    O: Observer<G>,
{
    /// All tips of a tree whose root is expanded.
    fn frontier(&self) -> Frontier {
        let mut frontier = Frontier::default();
        let place = Place::new(ROOT, Slot::ROOT, 0);
        self.enter(&mut frontier, Entered { place, above: 0, level: 0, penalty: 0.0 });
        frontier
    }

    fn enter(&self, frontier: &mut Frontier, entered: Entered) {
        let above = frontier.entered.len();
        frontier.entered.push(entered);
        let node = entered.place.node;
        self.tree.weigh(node, entered.level, &self.backup, &self.penalty, &mut frontier.weights);
        let (_, _, pis) = self.tree.faces(self.tree.node(node));
        for ((edge, &weight), &pi) in (0..).zip(&frontier.weights).zip(pis) {
            if pi < f64::INFINITY {
                let weight = entered.penalty + weight;
                frontier.open.push(Open { penalty: weight + pi, weight, above, edge });
            }
        }
    }

    /// The next tip: its parent among the entered nodes, its place in the tree, and its decisions from the root.
    fn next_tip(&self, frontier: &mut Frontier) -> Option<(usize, usize, u32)> {
        loop {
            let Open { weight, above, edge, .. } = frontier.open.pop()?;
            let Entered { place: Place { node, depth, .. }, level, .. } = frontier.entered[above];
            let parent = self.tree.node(node);
            let depth = depth + u32::from(parent.own.player.is_some());
            let Some(child) = self.tree.edges(parent)[edge as usize].node() else {
                return Some((above, parent.edge(edge), depth));
            };
            let place = Place::new(child, parent.slot(edge), depth);
            self.enter(frontier, Entered { place, above, level: level + 1, penalty: weight });
        }
    }

    /// Expands the tips of least penalty whose children fill one batch, and recomputes what lies above them.
    pub(super) fn expand_batch(&mut self, batch: &Batch<G>, meter: &mut Meter) {
        if self.tree.is_tip(ROOT) {
            return self.excursion(meter, 1);
        }
        let mut frontier = self.frontier();
        let chosen = self.choose(&mut frontier, batch, meter);
        if chosen.is_empty() {
            // The budget does not cover the best tip: its expansion says why the search stops.
            return self.excursion(meter, 1);
        }
        batch.ask(&self.expander.game);
        self.expander.held = batch.bytes();
        for Chosen { above, place, depth, waiting } in chosen {
            frontier.path(above, &mut self.path);
            let parent = self.tree.node(frontier.entered[above].place.node);
            let slot = parent.slot(number_u32(place - parent.edges().start));
            // The node gets its number when it is made.
            let tip = Place::new(ROOT, slot, depth);
            let walked = self.path.len() as u64;
            let added = batch.answer(&waiting, || self.expand(place, tip, walked, meter));
            self.ascend_to_root();
            if added.is_none() {
                break;
            }
        }
        batch.drop_from(0);
        meter.has_time();
    }

    /// The tips whose children fill the batch, which now waits for their values. Only what the budget covers is chosen.
    fn choose(&mut self, frontier: &mut Frontier, batch: &Batch<G>, meter: &Meter) -> Vec<Chosen> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let (mut moves, mut added) = (0, 0);
        while batch.len() < batch.most() {
            let Some((above, place, depth)) = self.next_tip(frontier) else { break };
            let parent = frontier.entered[above].place.node;
            let waiting = batch.collect(|| self.expander.prepare(&self.tree, parent, place));
            let walked = u64::from(frontier.entered[above].level) + 1;
            added += self.expander.moves.len() as u64;
            moves += walked + self.expander.moves.len() as u64;
            let tip = Tip { place, player: self.tree.kind(place).player(), walked, depth };
            let is_covered = !tip.is_beyond(meter) && meter.covers(moves, added, added);
            if !is_covered || (!chosen.is_empty() && waiting.end > batch.most()) {
                batch.drop_from(waiting.start);
                break;
            }
            chosen.push(Chosen { above, place, depth, waiting });
        }
        chosen
    }

    /// Recomputes every node of the path, the last first.
    fn ascend_to_root(&mut self) {
        for (level, &Place { node, slot, .. }) in self.path.iter().enumerate().rev() {
            let level = number_u32(level);
            self.tree.recompute((node, slot), level, &self.backup, &self.penalty, &mut self.weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::search::Search;
    use crate::search::best_first::backup::{Minimax, PowerMean};
    use crate::search::best_first::penalty::{Constant, Derivative};
    use crate::search::levels::Levels;
    use crate::testing::synthetic::{HashEvaluator, HashTree};

    type Shared = std::sync::Arc<dyn Evaluator<HashTree>>;

    /// Every batch expands exactly the tips of least penalty, and leaves the tree as if all had been computed anew.
    fn expands_the_least<B: Backup + Clone, P: Penalty>(backup: B, penalty: P) {
        let mut evaluator: Shared = std::sync::Arc::new(HashEvaluator::new(2, 1023));
        let batch = Batch::read(&"mm(batch=20)".parse().unwrap(), &mut evaluator, None).unwrap();
        let game = HashTree::new(2, 9, 3);
        let mut search = MinMax::from_parts(game, evaluator, backup, penalty, ()).batching(batch);
        let mut meter = Meter::new(&Budget::evals(4000));
        while meter.stopped().is_none() {
            let before = search.tree.clone();
            let penalties = before.penalties(&search.backup, &search.penalty);
            let is_tip = |&place: &usize| before.is_tip(place) && before.pi(place) < f64::INFINITY;
            let mut tips: Vec<usize> = (0..before.len()).filter(is_tip).collect();
            tips.sort_by(|&a, &b| penalties[a].total_cmp(&penalties[b]));
            if let Some(stop) = search.step(&mut meter) {
                meter.stop(stop);
            }
            let expanded: Vec<usize> = tips.iter().copied().filter(|&tip| !search.tree.is_tip(tip)).collect();
            let most = expanded.iter().map(|&tip| penalties[tip]).fold(0.0, f64::max);
            let others = tips.iter().filter(|tip| !expanded.contains(tip));
            assert!(others.into_iter().all(|&tip| penalties[tip] >= most - 1e-9), "a better tip was left");
            let mut anew = search.tree.clone();
            anew.recompute_all(&search.backup, &search.penalty);
            let face = |tree: &super::super::tree::Tree<HashTree>, place| (tree.value(place), tree.pi(place));
            assert!((0..anew.len()).all(|place| face(&anew, place) == face(&search.tree, place)));
        }
        assert!(search.tree.nodes().len() > 500);
    }

    #[test]
    fn a_batch_expands_the_tips_of_least_penalty() {
        expands_the_least(Minimax, Constant::default());
        let mean = PowerMean { p: Levels::constant(6.0) };
        expands_the_least(mean.clone(), Derivative(mean));
    }
}
