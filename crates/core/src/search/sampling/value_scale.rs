//! The scale from 0 to 1 on which means are taken, and the map of payoffs, static values and bounds onto it.
//!
//! A loss is 0 and a win is 1, with payoffs between them in proportion. A static value is squashed first (see
//! [`Settings::squash`]): Rivest's evaluator of Connect-Four could give 1000 of 1023, but gives 550 where it is sure.

use super::settings::Settings;
use crate::convert::nearest_f32;
use crate::evaluator::Evaluator;
use crate::game::{Game, Range};
use crate::score_bounds::ScoreBounds;
use crate::search::scale::Scale;

/// The middle of the common scale.
const MIDDLE: f64 = f64::midpoint(Scale::LOW, Scale::HIGH);

/// The scales of a game and its evaluator.
#[derive(Clone, Debug)]
pub(super) struct ValueScale {
    range: Range,
    scale: Scale,
    squash: f64,
    /// The bounds of an open position: the worst and the best payoff, on the evaluator's scale.
    pub(super) open: ScoreBounds,
    /// Values that differ by no more are equal: expectations are rounded.
    pub(super) tolerance: f64,
}

impl ValueScale {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, settings: &Settings) -> Self {
        let (range, open) = (evaluator.range(), ScoreBounds::of_payoffs(game, evaluator));
        let tolerance = if game.has_chance() { 1e-9 * (open.upper - open.lower) } else { 0.0 };
        ValueScale {
            range,
            scale: Scale::new(Range { step: None, ..range }),
            squash: settings.squash,
            open,
            tolerance,
        }
    }

    /// A payoff or bound on the evaluator's scale, mapped onto 0 to 1 without squashing.
    #[inline]
    pub(super) fn unit(&self, value: f64) -> f32 {
        nearest_f32((value - self.range.low) / (self.range.high - self.range.low))
    }

    /// The static value of a position that is not over, mapped onto 0 to 1.
    #[inline]
    pub(super) fn squashed(&self, value: f64) -> f32 {
        if self.squash == 0.0 {
            return self.unit(value);
        }
        nearest_f32(0.5 + 0.5 * ((self.scale.up(value) - MIDDLE) / self.squash).tanh())
    }

    /// A mean from 0 to 1, mapped linearly onto the evaluator's range.
    pub(super) fn value(&self, unit: f32) -> f64 {
        self.range.low + f64::from(unit) * (self.range.high - self.range.low)
    }

    /// Pushes the softmax of `values`, which are on the evaluator's scale, for a player who wants them great, or small where
    /// `sign` is -1.
    pub(super) fn softmax(
        &self,
        values: impl Iterator<Item = f64> + Clone,
        sign: f64,
        temperature: f64,
        into: &mut Vec<f64>,
    ) {
        let own = values.map(|value| sign * self.scale.up(value));
        let best = own.clone().fold(f64::NEG_INFINITY, f64::max);
        let base = into.len();
        into.extend(own.map(|value| ((value - best) / temperature).exp()));
        let sum: f64 = into[base..].iter().sum();
        into[base..].iter_mut().for_each(|weight| *weight /= sum);
    }
}
