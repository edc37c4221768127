//! The value of a planted position, and what an evaluator might take it for.

use super::{Place, Planted};
use tiptree::noise::{Kind, Noise};
use tiptree::{Evaluator, Range};

/// The evaluator that knows everything: what was planted. With [noise](tiptree::noise) its errors are exactly those asked for.
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

/// The planted value with an error that fades towards the end, as in games in which the end is easier to judge than the
/// beginning: of a standard deviation at the start, and in proportion to the moves left at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fading {
    noise: Noise,
}

impl Fading {
    /// Errors of this standard deviation at the start.
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
