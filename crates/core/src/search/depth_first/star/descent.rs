//! The recursion: what every kind of node has in common.

use super::known::{Coverage, Known};
use super::lineup::{Candidate, Lineup};
use super::method::Star;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Turn};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::depth_first::events::End;
use crate::search::depth_first::walk::Walk;
use crate::search::depth_first::window::Window;

/// A search under way.
pub(super) struct Descent<'a, 'w, G: Game, E, O> {
    pub(super) star: &'a mut Star<G>,
    pub(super) walk: &'a mut Walk<'w, G, E, O>,
    /// The bounds of all values, which are the evaluator's range: the paper's L and U.
    pub(super) open: ScoreBounds,
    /// How the node searched last ended, and its unsearched moves; kept for an observer that follows.
    ended: (End, Vec<G::Move>),
}

/// A position's place in the search: decisions left, plies from the root, and the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: usize,
    pub(super) window: Window,
}

impl Node {
    /// The same node with its window narrowed to the known bounds.
    fn narrowed(self, known: &Known) -> Node {
        let Window { alpha, beta } = self.window;
        let window = Window { alpha: alpha.max(known.bounds.lower), beta: beta.min(known.bounds.upper) };
        Node { window, ..self }
    }
}

impl<'a, 'w, G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'a, 'w, G, E, O> {
    pub(super) fn new(star: &'a mut Star<G>, walk: &'a mut Walk<'w, G, E, O>) -> Self {
        let open = ScoreBounds::within(walk.evaluator.range());
        Descent { star, walk, open, ended: (End::Complete, Vec::new()) }
    }

    /// What is known of a position before any search: the range of values.
    pub(super) fn nothing(&self) -> Known {
        Known::new(self.open)
    }

    /// The value of a position if it lies within the window, else a bound outside the window. `prepared` are its moves, if a
    /// probe has listed them already.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        node: Node,
        prepared: Option<&mut Lineup<G::Move>>,
    ) -> Option<f64> {
        debug_assert!(!node.window.is_closed(), "{:?} is closed", node.window);
        self.star.lines.clear(node.ply);
        let turn = self.walk.game.turn(state);
        if turn.is_over() || node.depth == 0 {
            return self.leaf(state, turn);
        }
        let key = self.star.key(self.walk.game, state);
        let mut known = self.recall(key, node.depth);
        if let Some(answer) = known.bounds.cutoff(node.window.alpha, node.window.beta) {
            self.star.tally.table_cutoffs += u64::from(turn == Turn::Chance);
            self.rely_on(&known);
            self.end(End::Known, |_| Vec::new());
            return Some(answer);
        }
        self.walk.visit(state)?;
        let node = node.narrowed(&known);
        let ((value, best), coverage) = self.covering(|descent| match Player::of(turn) {
            Some(player) => descent.decide(player, state, key, node, prepared),
            None => Some((descent.roll(state, node)?, None)),
        })?;
        let value = known.learn(value, node.window, coverage);
        self.rely_on(&known);
        self.star.table.note(key, node.depth, known, best.and_then(|place| u16::try_from(place).ok()));
        Some(value)
    }

    /// The value of a child of a decision; no search is needed if the known bounds decide.
    pub(super) fn child(
        &mut self,
        state: &G::State,
        candidate: &Candidate<G::Move>,
        node: Node,
    ) -> Option<f64> {
        self.walk.entered(Some(candidate.mv), node.depth, node.window);
        let value = self.child_value(state, candidate, node)?;
        self.leave(value);
        Some(value)
    }

    #[expect(clippy::inline_always, reason = "a part of `child`, which is called for every position")]
    #[inline(always)]
    fn child_value(&mut self, state: &G::State, candidate: &Candidate<G::Move>, node: Node) -> Option<f64> {
        if self.star.variant.is_as_printed() {
            let child = self.walk.play(state, candidate.mv)?;
            return self.value(&child, node, None);
        }
        let mut known = candidate.known;
        self.rely_on(&known);
        if let Some(answer) = known.bounds.cutoff(node.window.alpha, node.window.beta) {
            self.star.lines.clear(node.ply);
            self.end(End::Known, |_| Vec::new());
            return Some(answer);
        }
        let child = self.walk.play(state, candidate.mv)?;
        let node = node.narrowed(&known);
        let value = self.value(&child, node, None)?;
        Some(known.learn(value, node.window, Coverage::NOTHING))
    }

    /// The value of a position at the horizon or at the end of the game.
    #[inline]
    pub(super) fn leaf(&mut self, state: &G::State, turn: Turn) -> Option<f64> {
        if self.star.has_table { self.remembered_leaf(state, turn) } else { self.new_leaf(state, turn) }
    }

    /// The value of a leaf, from the table or for it. A finished game has no horizon: it is stored under horizon 0.
    fn remembered_leaf(&mut self, state: &G::State, turn: Turn) -> Option<f64> {
        let key = self.star.key(self.walk.game, state);
        if let Some((known, _)) = self.star.table.recall(key, 0) {
            self.rely_on(&known);
            self.end(End::Known, |_| Vec::new());
            return Some(known.bounds.lower);
        }
        let value = self.new_leaf(state, turn)?;
        let coverage = Coverage { proven: turn.is_over(), rolled: false };
        self.star.table.note(key, 0, Known { bounds: ScoreBounds::exactly(value), coverage }, None);
        Some(value)
    }

    #[inline]
    fn new_leaf(&mut self, state: &G::State, turn: Turn) -> Option<f64> {
        let value = self.walk.leaf(state, turn)?;
        self.end(End::of_leaf(turn), |_| Vec::new());
        self.star.tally.leaves += 1;
        Some(self.bounded(value))
    }

    /// Remembers how the search of a node has ended, until [`Descent::leave`] tells the observer. The value is not final
    /// before: what was known of the node may still narrow it.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn end(&mut self, end: End, unsearched: impl FnOnce(&Self) -> Vec<G::Move>) {
        if O::FOLLOWS {
            self.ended = (end, unsearched(self));
        }
    }

    /// As [`Descent::end`], for a decision of which these moves were searched.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn end_decision(&mut self, state: &G::State, end: End, searched: &[Candidate<G::Move>]) {
        self.end(end, |descent| {
            let mut moves = Vec::new();
            descent.walk.game.moves(state, &mut moves);
            moves.retain(|&mv| searched.iter().all(|candidate| candidate.mv != mv));
            moves
        });
    }

    /// Tells the observer that the search leaves the node entered last, with the value that the node above gets.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn leave(&mut self, value: f64) {
        if O::FOLLOWS {
            let (end, unsearched) = std::mem::take(&mut self.ended);
            self.walk.left(value, end, || unsearched);
        }
    }

    /// Clamps a value to the range, on which all bounds rest: it may exceed the range by a rounding error.
    pub(super) fn bounded(&self, value: f64) -> f64 {
        let bounded = value.clamp(self.open.lower, self.open.upper);
        debug_assert!(
            (value - bounded).abs() <= 1e-9 * (self.open.upper - self.open.lower),
            "the value {value} is outside {} to {}: hand the evaluator to the conformance suite",
            self.open.lower,
            self.open.upper
        );
        bounded
    }

    /// What the table knows of a position; the range of values if it knows nothing.
    pub(super) fn recall(&self, key: u64, depth: u32) -> Known {
        self.star.table.recall(key, depth).map_or(self.nothing(), |(known, _)| known)
    }

    /// Adds the coverage of an earlier result to that of this search, which relies on it.
    pub(super) fn rely_on(&mut self, known: &Known) {
        self.walk.root.proven &= known.coverage.proven;
        self.walk.root.rolled |= known.coverage.rolled;
    }

    /// Runs `act` and returns its coverage, which is also added to that of the search above.
    pub(super) fn covering<R>(&mut self, act: impl FnOnce(&mut Self) -> Option<R>) -> Option<(R, Coverage)> {
        let outer = Coverage { proven: self.walk.root.proven, rolled: self.walk.root.rolled };
        (self.walk.root.proven, self.walk.root.rolled) = (true, false);
        let result = act(self)?;
        let coverage = Coverage { proven: self.walk.root.proven, rolled: self.walk.root.rolled };
        let joined = outer.and(coverage);
        (self.walk.root.proven, self.walk.root.rolled) = (joined.proven, joined.rolled);
        Some((result, coverage))
    }
}
