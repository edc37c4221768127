//! Futility pruning (Schaeffer 1986; Heinz 1998) with measured margins: a move is not searched if its static value, which orders
//! it, predicts that it will stay below alpha by more than some standard errors of such predictions. The margin is that of
//! `ProbCut` (Buro 1995) with a shallow search of depth 0.
//!
//! Unlike there, nothing is fitted before the search, so that any game and any evaluator will do: the search measures the error
//! while it deepens. One decision above the frontier every move has a static value and soon an exact value one decision deeper. One
//! in [`SAMPLED`] of these moves is always searched, whatever its prediction, so that what is pruned does not bias the sample.
//! Errors of single decisions are taken to be independent: the variance grows with the depth, and what a reply gains counts where
//! the opponent has one decision more than the player.
//!
//! Moves are predicted at every decision, also in open windows and, from depth 3 on, at the root: with many moves a position most of the
//! effort lies there. What was not searched is not proven. [`DEEPEST`] keeps the proofs: a game that ends that far from the horizon
//! is searched without predictions.

use super::descent::{Descent, Node};
use super::thread_state::Candidate;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::search::Observer;

/// The depth beyond which no move is predicted.
const DEEPEST: u32 = 12;
/// One in so many moves is searched for the sample.
const SAMPLED: u32 = 16;
/// The samples before anything is pruned.
const FEWEST: f64 = 64.0;
/// The weight of a new sample is not less than one in so many, so that errors of earlier positions are forgotten.
const REMEMBERED: f64 = 8192.0;

/// The errors of predictions over one decision, as the player who made the move sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    count: f64,
    mean: f64,
    variance: f64,
    turn: u32,
}

impl Errors {
    /// Whether the next move belongs to the sample.
    #[inline]
    pub(super) fn is_sampled(&mut self) -> bool {
        self.turn = (self.turn + 1) % SAMPLED;
        self.turn == 0 || self.count < FEWEST
    }

    /// Adds the error of a prediction: the value that was found less the static one.
    pub(super) fn add(&mut self, error: f64) {
        self.count = (self.count + 1.0).min(REMEMBERED);
        let distance = error - self.mean;
        self.mean += distance / self.count;
        self.variance += (distance * (error - self.mean) - self.variance) / self.count;
    }

    /// What is added to a static value to predict the value after `depth` more decisions at most, with this many standard errors of
    /// certainty. Infinite for depth 0 and while too little is known.
    #[inline]
    pub(super) fn most(&self, depth: u32, certainty: f64) -> f64 {
        if depth == 0 || self.count < FEWEST {
            return f64::INFINITY;
        }
        let gain = if depth % 2 == 1 { self.mean } else { 0.0 };
        gain + certainty * (self.variance * f64::from(depth)).sqrt()
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Whether moves of this decision may be left out. The first iterations search every move of the root.
    #[inline]
    pub(super) fn predicts(&self, node: Node) -> bool {
        self.settings.futility.is_some()
            && self.settings.sort
            && node.depth <= DEEPEST
            && (node.ply > 0 || node.depth > 2)
    }

    /// What a search of the move with this number finds at most, as far as its static value tells.
    #[inline]
    pub(super) fn most(&self, candidate: &Candidate<G::Move>, depth: u32, number: usize) -> f64 {
        let certainty = self.settings.futility.unwrap_or(f64::INFINITY);
        candidate.value + self.thread.errors.most(depth - 1 - self.reductions.of(depth, number), certainty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_are_those_of_the_sample() {
        let mut errors = Errors::default();
        for error in [-3.0, 1.0].repeat(50) {
            assert!(errors.count >= FEWEST || errors.most(1, 0.0).is_infinite());
            errors.add(error);
        }
        let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
        assert!(is_near(errors.most(1, 0.0), -1.0) && is_near(errors.most(1, 2.0), 3.0));
        assert!(is_near(errors.most(4, 1.5), 6.0) && errors.most(0, 1.0).is_infinite());
        assert_eq!((0..64).filter(|_| errors.is_sampled()).count(), 4);
    }

    #[test]
    fn old_errors_are_forgotten() {
        let mut errors = Errors::default();
        for error in std::iter::repeat_n(0.0, 20_000).chain(std::iter::repeat_n(5.0, 80_000)) {
            errors.add(error);
        }
        assert!((errors.most(1, 0.0) - 5.0).abs() < 0.01);
    }
}
