//! Evaluators of planted trees: the exact value, and an estimate with errors.

use super::{Place, Planted};
use tiptree::noise::{Kind, Noise};
use tiptree::{Evaluator, Range};

/// The perfect evaluator: the planted value. With [noise](tiptree::noise) its errors are exactly the requested ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Exact {
    /// Rivest's scale.
    pub(super) const SCALE: Range = Range { low: 1.0, high: 1023.0, step: Some(1.0) };
}

impl Evaluator<Planted> for Exact {
    fn range(&self) -> Range {
        Exact::SCALE
    }

    #[inline]
    fn evaluate(&self, _tree: &Planted, state: &Place) -> f64 {
        state.value.into()
    }
}

/// The planted value with an error that fades towards the end, as in games whose end is easier to judge than the
/// beginning. The error has a given standard deviation at the start and is proportional to the maximum number of moves
/// left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fading {
    noise: Noise,
}

impl Fading {
    /// Errors with this standard deviation at the start.
    pub fn new(deviation: f64) -> Self {
        Fading { noise: Noise::new(deviation, Kind::Independent, 0) }
    }
}

impl Evaluator<Planted> for Fading {
    fn range(&self) -> Range {
        Exact::SCALE
    }

    #[inline]
    fn evaluate(&self, tree: &Planted, state: &Place) -> f64 {
        let left = f64::from(tree.left(*state)) / f64::from(tree.shape.depth);
        let error = (self.noise.error(state.hash) * left).round();
        (f64::from(state.value) + error).clamp(Exact::SCALE.low + 1.0, Exact::SCALE.high - 1.0)
    }
}
