//! A descent: from the root along the edges that the rule chooses to a position that is new, and back.
//!
//! A position becomes a node when it is first reached, and is valued; its edges are made when it is reached again. The way
//! is played from the root, so that no state is stored.

use super::leaf::Glance;
use super::node::{Kind, count};
use super::select::Selection;
use super::settings::{self, Settings};
use super::tree::{Full, ROOT, Tree};
use super::value_scale::ValueScale;
use crate::evaluator::{Evaluator, Leaf};
use crate::game::Game;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::rng::Rng;
use std::sync::atomic::Ordering::Relaxed;

/// A node passed and the edge taken there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    node: u32,
    edge: u32,
    /// Its visits, this one included.
    visits: f64,
    /// What counts in the value of the node beside the edge, and the inverse of all that counts. Prepared on the way down, so
    /// that on the way up, where each value waits for the one below, a level takes two products and a sum.
    others: f64,
    inverse: f64,
}

/// What a thread needs for itself.
#[derive(Debug)]
pub(super) struct Hand<M> {
    pub(super) rng: Rng,
    /// The way down.
    pub(super) path: Vec<Step>,
    pub(super) moves: Vec<M>,
    pub(super) weights: Vec<f64>,
    pub(super) leaves: Vec<Leaf>,
}

impl<M> Hand<M> {
    pub(super) fn new(rng: Rng) -> Self {
        Hand { rng, path: Vec::new(), moves: Vec::new(), weights: Vec::new(), leaves: Vec::new() }
    }
}

/// Why there is no further descent for now.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause {
    /// Everything is known, or the budget is spent: the meter has stopped.
    Stopped,
    /// The tree needs room.
    Full(Full),
}

impl From<Full> for Pause {
    fn from(full: Full) -> Self {
        Pause::Full(full)
    }
}

/// A thread at work on a tree.
pub(super) struct Descent<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) settings: &'a Settings,
    pub(super) selection: &'a Selection,
    pub(super) scale: &'a ValueScale,
    pub(super) tree: &'a Tree<G::Move>,
    pub(super) hand: &'a mut Hand<G::Move>,
    pub(super) meter: &'a mut Meter,
    /// Whether other threads are at work on the tree.
    pub(super) shared: bool,
}

impl<G: Insight, E: Evaluator<G>> Descent<'_, G, E> {
    /// Goes down once and back up.
    pub(super) fn descend(&mut self, root: &G::State) -> Result<(), Pause> {
        if self.tree.node(ROOT).is_proven() {
            self.meter.stop(Stop::Complete);
            return Err(Pause::Stopped);
        }
        self.hand.path.clear();
        let reached = self.walk(root.clone());
        match reached {
            Ok((node, is_certain)) => self.ascend(node, is_certain),
            Err(_) => self.turn_back(),
        }
        reached.map(|_| ())
    }

    /// The node that ends the way, and whether something new is certain there.
    fn walk(&mut self, mut state: G::State) -> Result<(u32, bool), Pause> {
        let (tree, shared) = (self.tree, self.shared);
        let mut number = ROOT;
        let mut depth = 0;
        loop {
            let node = tree.node(number);
            let is_proven = node.is_proven();
            if is_proven || !(node.is_expanded() || (self.is_ripe(number) && self.expand(number, &state)?)) {
                self.arrive(number, state, depth, is_proven)?;
                return Ok((number, is_proven));
            }
            let Some(place) = self.selection.choose(tree, node) else {
                // Another thread has closed the last edge, or another parent has learned what this one has not.
                let changed = tree.reconsider(number, self.scale, shared);
                self.arrive(number, state, depth, true)?;
                return Ok((number, changed));
            };
            let edge = node.edges().start + place;
            let step = self.pass(number, edge);
            self.hand.path.push(step);
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

    /// Whether a tip has taken the samples that it should before its moves become part of the tree.
    fn is_ripe(&self, number: u32) -> bool {
        let (_, samples) = self.tree.node(number).own();
        number == ROOT || samples >= self.settings.expand || self.settings.leaf == settings::Leaf::Evaluator
    }

    /// Counts a visit of an edge.
    #[inline]
    fn pass(&mut self, number: u32, edge: usize) -> Step {
        let (node, place) = (self.tree.node(number), self.tree.edge(edge));
        let visits = self.count(number, edge, 1);
        let visits_before = f64::from(visits - 1);
        let others = node.sum() - visits_before * f64::from(place.mean.get());
        let inverse = 1.0 / f64::from(node.weight.load(Relaxed));
        Step { node: number, edge: edge as u32, visits: f64::from(visits), others, inverse }
    }

    /// Counts a visit of an edge, or takes it back: its visits.
    #[inline]
    fn count(&mut self, number: u32, edge: usize, by: i32) -> u32 {
        let (node, place) = (self.tree.node(number), self.tree.edge(edge));
        count(&node.weight, by, self.shared);
        let visits = count(&place.visits, by, self.shared);
        if node.kind().player().is_some() {
            place.exploration.set(self.selection.exploration(visits, || self.tree.weight(edge)));
        }
        visits
    }

    /// Counts the way down to a node that is there already, and takes another sample there unless it is settled.
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

    /// Makes the node behind an edge, or finds it.
    fn enter(&mut self, edge: usize, state: G::State, depth: u32) -> Result<(u32, bool), Pause> {
        let (tree, shared) = (self.tree, self.shared);
        let key = if tree.is_graph() { self.game.key(&state) } else { 0 };
        if let Some(number) = tree.find(key) {
            self.spend(0, depth)?;
            return Ok((tree.edge(edge).lead_to(number, shared), true));
        }
        let Glance { kind, bounds } = self.glance(&state);
        let settled = bounds.proven();
        // An outcome of a roll has no value beforehand.
        let known = Some(tree.edge(edge).mean.get()).filter(|mean| self.knows_values() && !mean.is_nan());
        let needs_sample = settled.is_none() && known.is_none();
        let number = tree.claim_node(shared)?;
        self.spend(if needs_sample { self.price() } else { 0 }, depth)?;
        self.meter.counters.expansions += 1;
        let sample = match settled.map(|value| self.scale.unit(value)).or(known) {
            Some(value) => value,
            None => self.sample(state),
        };
        tree.begin(number, kind, bounds, self.scale.open, Some(sample));
        tree.node(number).value.set(tree.backed_up(number, self.scale));
        let child = tree.edge(edge).lead_to(tree.publish(key, number, shared), shared);
        if child != number && needs_sample {
            // Another thread was faster, and has one sample more now.
            tree.node(child).sample(sample, shared);
        }
        Ok((child, bounds != self.scale.open || child != number))
    }

    /// Counts the way down.
    fn spend(&mut self, evals: u64, depth: u32) -> Result<(), Pause> {
        let moves = self.hand.path.len() as u64;
        if !self.meter.spend(moves, evals, moves) {
            return Err(Pause::Stopped);
        }
        self.meter.counters.max_depth = self.meter.counters.max_depth.max(depth);
        Ok(())
    }

    /// Takes back the visits of a way that was not gone to its end.
    fn turn_back(&mut self) {
        while let Some(Step { node, edge, .. }) = self.hand.path.pop() {
            self.count(node, edge as usize, -1);
        }
    }

    /// Brings what was found at a node up to the root.
    fn ascend(&mut self, mut child: u32, mut is_certain: bool) {
        let (tree, scale) = (self.tree, self.scale);
        let mut value = tree.node(child).value.get();
        while let Some(Step { node: number, edge, visits, others, inverse }) = self.hand.path.pop() {
            let (node, edge) = (tree.node(number), tree.edge(edge as usize));
            // Another thread may have closed it.
            if !(self.shared && edge.is_closed()) {
                edge.mean.set(value);
            }
            // Another parent may have learned it first.
            let is_news = is_certain || (tree.is_graph() && tree.node(child).is_proven());
            is_certain = is_news && tree.reconsider(number, scale, self.shared);
            value = if is_news || self.shared || node.kind() == Kind::Chance {
                tree.backed_up(number, scale)
            } else {
                let sum = others + visits * f64::from(value);
                node.total(sum);
                tree.bounded(number, (sum * inverse) as f32, scale)
            };
            node.value.set(value);
            child = number;
        }
    }
}
