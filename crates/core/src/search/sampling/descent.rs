//! A descent: from the root along the edges that the selection rule chooses to a new position, and back up.
//!
//! A position becomes a node when it is first reached, and is valued then; its edges are made when it is reached again. The
//! moves are replayed from the root, so that no state is stored.

use super::gather::{Halt, Need};
use super::leaf::Glance;
use super::node::{Kind, count};
use super::select::Selection;
use super::settings::{self, Settings};
use super::tree::{Full, ROOT, Tree};
use super::value_scale::ValueScale;
use crate::convert::{nearest_f32, number_u32};
use crate::evaluator::{Evaluator, Leaf};
use crate::game::Game;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::rng::Rng;
use crate::search::batch::Batch;
use std::sync::atomic::Ordering::Relaxed;

/// The visits of a node after which the search stops, a few before its counter overflows: other threads may be on their way down.
const MOST_VISITS: u32 = u32::MAX - (1 << 16);

/// A node on the path and the edge taken there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    node: u32,
    edge: u32,
    /// The visits of the edge, this one included.
    visits: f64,
    /// The node's sum without this edge. Like `inverse` it is computed on the way down, so that on the way up, where each value
    /// waits for the one below, a level takes two products and a sum.
    others: f64,
    /// One over the node's weight.
    inverse: f64,
}

/// The state of one searching thread.
pub(super) struct ThreadState<G: Game> {
    pub(super) rng: Rng,
    /// The path from the root.
    pub(super) path: Vec<Step>,
    pub(super) moves: Vec<G::Move>,
    pub(super) weights: Vec<f64>,
    pub(super) leaves: Vec<Leaf>,
    /// Where the descent has halted, in a batch.
    pub(super) halt: Option<Halt<G::State>>,
    /// Whether what the next halt would ask for is answered.
    pub(super) has_answer: bool,
}

impl<G: Game> ThreadState<G> {
    pub(super) fn new(rng: Rng) -> Self {
        ThreadState {
            rng,
            path: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
            leaves: Vec::new(),
            halt: None,
            has_answer: false,
        }
    }
}

/// Why descents pause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause {
    /// The root is proven or the budget is spent: the meter has stopped.
    Stopped,
    /// The tree needs more room.
    Full(Full),
    /// The descent needs the evaluator, in a batch.
    Halted,
}

impl From<Full> for Pause {
    fn from(full: Full) -> Self {
        Pause::Full(full)
    }
}

/// A thread at work on the tree.
pub(super) struct Descent<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) settings: &'a Settings,
    pub(super) selection: &'a Selection,
    pub(super) scale: &'a ValueScale,
    pub(super) tree: &'a Tree<G::Move>,
    pub(super) thread: &'a mut ThreadState<G>,
    pub(super) meter: &'a mut Meter,
    /// Whether other threads, or other descents of a batch, are at work on the tree.
    pub(super) shared: bool,
    /// The batch for which a descent halts where it needs the evaluator.
    pub(super) batch: Option<&'a Batch<G>>,
}

impl<G: Insight, E: Evaluator<G>> Descent<'_, G, E> {
    /// Goes down once and back up.
    pub(super) fn descend(&mut self, root: &G::State) -> Result<(), Pause> {
        if self.tree.node(ROOT).is_proven() {
            self.meter.stop(Stop::Complete);
            return Err(Pause::Stopped);
        }
        self.thread.path.clear();
        let reached = self.walk(ROOT, root.clone(), 0);
        match reached {
            Ok((node, has_news)) => self.ascend(node, has_news),
            Err(_) => self.turn_back(),
        }
        reached.map(|_| ())
    }

    /// Goes down from a node, at this state and depth. Returns the last node of the path, and whether its bounds may be news to
    /// its parent.
    pub(super) fn walk(
        &mut self,
        mut number: u32,
        mut state: G::State,
        mut depth: u32,
    ) -> Result<(u32, bool), Pause> {
        let (tree, shared) = (self.tree, self.shared);
        loop {
            let node = tree.node(number);
            let is_proven = node.is_proven();
            if is_proven
                || !(node.is_expanded() || (self.may_expand(number) && self.expand(number, &state, depth)?))
            {
                self.arrive(number, state, depth, is_proven)?;
                return Ok((number, is_proven));
            }
            if node.weight.load(Relaxed) >= MOST_VISITS {
                self.meter.stop(Stop::Memory);
                return Err(Pause::Stopped);
            }
            let Some(place) = self.selection.choose(tree, node) else {
                // Another thread has closed the last edge, or the child's bounds narrowed through another parent.
                let changed = tree.update_bounds(number, self.scale, shared);
                self.arrive(number, state, depth, true)?;
                return Ok((number, changed));
            };
            let edge = node.edges().start + place;
            let step = self.pass(number, edge);
            self.thread.path.push(step);
            depth += u32::from(node.kind().player().is_some());
            if self.meter.budget().depth.is_some_and(|most| depth > most) {
                self.meter.stop(Stop::Depth);
                return Err(Pause::Stopped);
            }
            self.game.play(&mut state, tree.mv(edge));
            match tree.edge(edge).child() {
                Some(child) => number = child,
                None => return self.enter(edge, state, depth),
            }
        }
    }

    /// Whether a tip has enough samples to be expanded.
    fn may_expand(&self, number: u32) -> bool {
        let (_, samples) = self.tree.node(number).own();
        number == ROOT || samples >= self.settings.expand || self.settings.leaf == settings::Leaf::Evaluator
    }

    /// Counts a visit of an edge and makes its step.
    #[inline]
    fn pass(&mut self, number: u32, edge: usize) -> Step {
        let (node, place) = (self.tree.node(number), self.tree.edge(edge));
        count(&node.weight, 1, self.shared);
        let visits = count(&place.visits, 1, self.shared);
        if node.kind().player().is_some() {
            self.explore(edge, visits);
        }
        let visits_before = f64::from(visits - 1);
        let others = node.sum() - visits_before * f64::from(place.mean.get());
        let inverse = 1.0 / f64::from(node.weight.load(Relaxed));
        Step { node: number, edge: number_u32(edge), visits: f64::from(visits), others, inverse }
    }

    /// Stores the exploration of a move with this many visits.
    #[inline]
    fn explore(&self, edge: usize, visits: u32) {
        let exploration = self.selection.exploration(visits, || self.tree.weight(edge));
        self.tree.edge(edge).exploration.set(exploration);
    }

    /// Charges the path to an existing node, and takes another sample there unless it is proven.
    fn arrive(&mut self, number: u32, state: G::State, depth: u32, is_proven: bool) -> Result<(), Pause> {
        let evals = if is_proven { 0 } else { self.price() };
        self.spend(evals, depth)?;
        if !is_proven {
            let sample = self.sample(state);
            let node = self.tree.node(number);
            node.sample(sample, self.shared);
            node.value.set(self.tree.backed_up(number, self.scale));
        }
        Ok(())
    }

    /// Makes the node behind an edge, or finds it by its key.
    pub(super) fn enter(&mut self, edge: usize, state: G::State, depth: u32) -> Result<(u32, bool), Pause> {
        let (tree, shared) = (self.tree, self.shared);
        let key = if tree.is_graph() { self.game.key(&state) } else { 0 };
        if let Some(number) = tree.find(key) {
            self.spend(0, depth)?;
            return Ok((tree.edge(edge).lead_to(number, shared), true));
        }
        let Glance { kind, bounds } = self.glance(&state);
        let proven = bounds.proven();
        // An outcome of a roll has no value before its first visit.
        let known = Some(tree.edge(edge).mean.get()).filter(|mean| self.knows_values() && !mean.is_nan());
        let needs_sample = proven.is_none() && known.is_none();
        if needs_sample && self.halts(Need::Value(edge), &state, depth) {
            return Err(Pause::Halted);
        }
        let number = tree.claim_node(shared)?;
        self.spend(if needs_sample { self.price() } else { 0 }, depth)?;
        self.meter.counters.expansions += 1;
        let sample = match proven.map(|value| self.scale.unit(value)).or(known) {
            Some(value) => value,
            None => self.sample(state),
        };
        tree.begin(number, kind, bounds, self.scale.open, Some(sample));
        tree.node(number).value.set(tree.backed_up(number, self.scale));
        let child = tree.edge(edge).lead_to(tree.publish(key, number, shared), shared);
        if child != number && needs_sample {
            // Another thread made the node first; its node gets this sample too.
            tree.node(child).sample(sample, shared);
        }
        Ok((child, bounds != self.scale.open || child != number))
    }

    /// Charges the moves of the path and `evals` evaluations to the budget.
    fn spend(&mut self, evals: u64, depth: u32) -> Result<(), Pause> {
        let moves = self.thread.path.len() as u64;
        if !self.meter.spend(moves, evals, moves) {
            return Err(Pause::Stopped);
        }
        self.meter.counters.max_depth = self.meter.counters.max_depth.max(depth);
        Ok(())
    }

    /// Takes back the visits of a descent that was not completed.
    pub(super) fn turn_back(&mut self) {
        while let Some(Step { node, edge, .. }) = self.thread.path.pop() {
            let (node, edge) = (self.tree.node(node), edge as usize);
            let place = self.tree.edge(edge);
            let visits = count(&place.visits, -1, self.shared);
            let is_roll = node.kind() == Kind::Chance;
            // An edge that was closed in the meantime stays closed, and may no longer count.
            if !is_roll && !place.is_closed() {
                self.explore(edge, visits);
            }
            if is_roll || !place.mean.get().is_nan() {
                count(&node.weight, -1, self.shared);
            }
        }
    }

    /// Backs up value and bounds of the last node to the root.
    pub(super) fn ascend(&mut self, mut child: u32, mut has_news: bool) {
        let (tree, scale) = (self.tree, self.scale);
        let mut value = tree.node(child).value.get();
        while let Some(Step { node: number, edge, visits, others, inverse }) = self.thread.path.pop() {
            let (node, edge) = (tree.node(number), tree.edge(edge as usize));
            // Another thread may have closed it.
            if !(self.shared && edge.is_closed()) {
                edge.mean.set(value);
            }
            // The child may have been proven through another parent.
            let is_updated = has_news || (tree.is_graph() && tree.node(child).is_proven());
            has_news = is_updated && tree.update_bounds(number, scale, self.shared);
            value = if is_updated || self.shared || node.kind() == Kind::Chance {
                tree.backed_up(number, scale)
            } else {
                let sum = others + visits * f64::from(value);
                node.set_sum(sum);
                tree.bounded(number, nearest_f32(sum * inverse), scale)
            };
            node.value.set(value);
            child = number;
        }
    }
}
