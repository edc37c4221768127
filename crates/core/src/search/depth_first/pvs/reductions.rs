//! Late-move reductions, computed once.

use super::settings::Reduction;
use crate::convert::count_f64;

/// The depth below which nothing is reduced.
const SHALLOWEST: u32 = 3;
/// Depths and moves beyond these are reduced like the last.
const DEPTHS: u32 = 64;
const MOVES: usize = 32;

/// The reductions of all depths and moves.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    steps: Vec<[u8; MOVES]>,
}

impl Reductions {
    pub(super) fn new(reduction: Option<Reduction>) -> Self {
        let steps = |depth: u32, number: usize| match reduction {
            Some(Reduction { base, slope }) if depth >= SHALLOWEST && number > 0 => {
                let steps = base + slope * f64::from(depth).ln() * (count_f64(number as u64) + 1.0).ln();
                // At least one decision is left to search.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the whole part of a number from 0 to less than DEPTHS"
                )]
                let whole = steps.max(0.0).min(f64::from(depth - 2)) as u8;
                whole
            }
            _ => 0,
        };
        let row = |depth| std::array::from_fn(|number| steps(depth, number));
        Reductions { steps: (0..DEPTHS).map(row).collect() }
    }

    /// The reduction, in decisions, of the move with this number, counted from 0.
    #[inline]
    pub(super) fn of(&self, depth: u32, number: usize) -> u32 {
        self.steps[depth.min(DEPTHS - 1) as usize][number.min(MOVES - 1)].into()
    }
}
