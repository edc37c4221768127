//! The expander on which a tree grows: the rules, the eyes on them, and the states of the expanded nodes.
//!
//! Every search with a stored [`Tree`] expands its tips and reports here, so that moves, evaluations and memory are counted
//! alike. The state of every expanded node is kept, so that an expansion plays one move and not the whole way down from the
//! root; the counted moves are the paper's, which pays for the way.

use super::backup::Odds;
use super::decide;
use super::proof::{Ends, Proofs};
use super::reserve::make_room;
use super::tree::{Kind, ROOT, Tree};
use crate::evaluator::{Evaluator, Leaf};
use crate::game::{Game, declared_chances};
use crate::meter::Meter;
use crate::report::{Bound, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::distance::Distance;
use crate::search::found::Finding;
use crate::search::scale::Scale;
use crate::search::verdict::Root;
use std::fmt;

/// What a tree grows on.
pub(super) struct Expander<G: Game, E, O> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) observer: O,
    pub(super) scale: Scale,
    pub(super) ends: Ends,
    pub(super) root: G::State,
    /// The state of every expanded node, in the order of the expansions.
    pub(super) states: Vec<G::State>,
    moves: Vec<G::Move>,
    leaves: Vec<Leaf>,
}

impl<G: Game, E: Evaluator<G>, O> Expander<G, E, O> {
    /// Bare expander at the start of the game.
    pub(super) fn new(game: G, evaluator: E, observer: O) -> Self {
        let scale = Scale::new(evaluator.range());
        Expander {
            ends: Ends::new(&game, &evaluator, &scale),
            scale,
            root: game.start(),
            game,
            evaluator,
            observer,
            states: Vec::new(),
            moves: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// The state of a node: one move behind its parent's, which is expanded.
    #[inline(always)]
    pub(super) fn state(&self, tree: &Tree<G::Move>, place: usize) -> G::State {
        match tree.mv(place) {
            Some(mv) => self.game.after(&self.states[tree.expansion(tree.parent(place))], mv),
            None => self.root.clone(),
        }
    }

    /// The bytes of a tree and its states.
    pub(super) fn bytes(&self, tree: &Tree<G::Move>) -> u64 {
        tree.bytes() + (self.states.len() * size_of::<G::State>()) as u64
    }

    /// The bytes that a tree and its states hold, what is reserved included.
    pub(super) fn held(&self, tree: &Tree<G::Move>) -> u64 {
        tree.held() + (self.states.capacity() * size_of::<G::State>()) as u64
    }

    /// The odds of the edges below a tip: the rules' at a roll, elsewhere the evaluator's.
    fn odds(&self, kind: Kind, state: &G::State) -> Vec<Odds> {
        let mut chances = Vec::new();
        match kind {
            Kind::Chance => declared_chances(&self.game, state, &self.moves, &mut chances),
            _ => self.evaluator.priors(&self.game, state, &self.moves, &mut chances),
        }
        chances.into_iter().map(Odds::new).collect()
    }

    /// The root with all that a verdict on it takes.
    pub(super) fn judged<'a>(&'a self, meter: &'a Meter) -> Root<'a, G, E> {
        Root { game: &self.game, evaluator: &self.evaluator, state: &self.root, meter }
    }

    /// What is certain of an expanded root, and what its moves show, `value` being that of a node and `shares` those of the
    /// root's moves.
    pub(super) fn findings(
        &self,
        tree: &Tree<G::Move>,
        value: impl Fn(usize) -> f64,
        shares: Vec<f64>,
    ) -> (ScoreBounds, Vec<Finding<G::Move>>) {
        let proofs = Proofs::new(tree, &self.ends);
        let visits = decide::visits(tree);
        let visits = |place: usize| if tree.is_tip(place) { 0 } else { visits[tree.expansion(place)] };
        let open = ScoreBounds::of_payoffs(&self.game, &self.evaluator);
        let certain = |place: usize| {
            proofs.of(place).map_or((open, Distance::OPEN), |proof| {
                (ScoreBounds::exactly(self.ends.down(proof.value, &self.scale)), proof.distance)
            })
        };
        let finding = |(child, share): (usize, f64)| {
            let (bounds, distance) = certain(child);
            let mv = tree.mv(child).expect("only the root has no move");
            let (value, bound) = (Some(self.scale.down(value(child))), Bound::Estimate);
            Finding { mv, value, bound, bounds, distance, visits: visits(child), share }
        };
        (certain(ROOT).0, tree.children(ROOT).zip(shares).map(finding).collect())
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Expander<G, E, O> {
    /// Makes room for an expansion with the listed moves, within `limit` bytes less those that are `kept` beside the tree;
    /// whether there is so much memory.
    #[inline]
    fn make_room(&mut self, tree: &mut Tree<G::Move>, has_odds: bool, kept: u64, limit: Option<u64>) -> bool {
        let spare = limit.map(|limit| limit.saturating_sub(self.held(tree) + kept));
        if !make_room(&mut self.states, 1, spare) {
            return false;
        }
        let states = (self.states.capacity() * size_of::<G::State>()) as u64;
        let limit = limit.map(|limit| limit.saturating_sub(states + kept));
        tree.make_room(self.moves.len(), has_odds, limit)
    }

    /// Makes `tree` E = {s} anew: the root with its static value.
    pub(super) fn plant(&mut self, tree: &mut Tree<G::Move>, meter: &mut Meter) {
        let leaf = self.evaluator.leaf(&self.game, &self.root);
        meter.counters.evals += u64::from(!leaf.turn.is_over());
        meter.counters.nodes += 1;
        if O::CONSIDERS {
            self.observer.considered(&self.game, &self.root);
        }
        self.states.clear();
        tree.plant(leaf, &self.scale);
    }

    /// Adds the children of a tip, `depth` decisions from the root and reached by `walked` moves, with priors where they
    /// are read. Returns how many, or none where the budget does not cover them. `kept` are the bytes that the search keeps
    /// beside the tree.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        (tip, depth): (usize, u32),
        (walked, kept): (u32, u64),
        reads_priors: bool,
        meter: &mut Meter,
    ) -> Option<u32> {
        let kind = tree.kind(tip);
        let depth = depth + u32::from(kind != Kind::Chance);
        if meter.budget().depth.is_some_and(|limit| depth > limit) {
            meter.stop(Stop::Depth);
            return None;
        }
        let state = self.state(tree, tip);
        self.moves.clear();
        self.game.moves(&state, &mut self.moves);
        let added = self.moves.len() as u64;
        let moves = u64::from(walked) + added;
        if !meter.affords(moves, added, added) {
            return None;
        }
        let has_odds = kind == Kind::Chance || reads_priors;
        // Three faces a node must be named by 32 bits, and half of that leaves room for any one expansion.
        if tree.len() > u32::MAX as usize / 6 || !self.make_room(tree, has_odds, kept, meter.budget().memory)
        {
            meter.stop(Stop::Memory);
            return None;
        }
        self.leaves.clear();
        self.evaluator.children(&self.game, &state, &self.moves, &mut self.leaves);
        let odds = if has_odds { self.odds(kind, &state) } else { Vec::new() };
        let first = tree.len();
        let ends = tree.expand(tip, &self.moves, &self.leaves, &odds, &self.scale) as u64;
        self.observer.expanded(tip, first..tree.len());
        if O::CONSIDERS {
            for &mv in &self.moves {
                self.observer.considered(&self.game, &self.game.after(&state, mv));
            }
        }
        // Only now, because a state that was just written is dear to move.
        self.states.push(state);
        let counters = &mut meter.counters;
        counters.moves += moves;
        counters.evals += added - ends;
        counters.nodes += added;
        counters.expansions += 1;
        counters.max_depth = counters.max_depth.max(depth);
        Some(added as u32)
    }
}

impl<G: Game, E, O> fmt::Debug for Expander<G, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not be printable.
        f.debug_struct("Expander").field("scale", &self.scale).finish_non_exhaustive()
    }
}
