//! The bounds of a chance node while its outcomes are searched: Ballard 1983, equations 1 to 8 and 22.
//!
//! Every outcome has a weight and bounds on its value. The bounds of the node are the weighted means of its outcomes' bounds.
//! The window of an outcome contains the values that leave the node undecided.
//!
//! What differs from the paper: the sums A and B are computed anew each time, because a running sum of rounded numbers drifts
//! and then misses ties. A weight is the probability divided by the least one, so that equal chances weigh exactly 1 and
//! dice weigh whole numbers. The arithmetic is then exact where values are multiples of every total weight above them.
//!
//! ```
//! use tiptree::ScoreBounds;
//! use tiptree::search::depth_first::star::{ChanceBounds, Window};
//!
//! // Figure 4: values from 0 to 10, four outcomes equally likely, two of them found to be worth 5 and 3.
//! let mut bounds = ChanceBounds::new(&[0.25; 4], ScoreBounds { lower: 0.0, upper: 10.0 });
//! bounds.narrow(0, ScoreBounds::exactly(5.0));
//! bounds.narrow(1, ScoreBounds::exactly(3.0));
//! assert_eq!((bounds.lower(), bounds.upper()), (2.0, 7.0));
//! assert_eq!(bounds.cut(Window { alpha: 7.0, beta: 9.0 }), Some(7.0));
//! assert_eq!(bounds.cut(Window { alpha: 0.0, beta: 2.0 }), Some(2.0));
//! assert_eq!(bounds.cut(Window { alpha: 2.0, beta: 7.0 }), None);
//! ```

use crate::score_bounds::ScoreBounds;
use crate::search::depth_first::window::Window;

/// The most rounding errors, in units of the last place, by which a ratio of probabilities may miss a whole number.
const ROUNDINGS: f64 = 8.0;

/// The bounds of a chance node and of each of its outcomes.
#[derive(Clone, Debug, Default)]
pub struct ChanceBounds {
    weights: Vec<f64>,
    total: f64,
    outcomes: Vec<ScoreBounds>,
}

impl ChanceBounds {
    /// Outcomes with these probabilities, each within `open`.
    ///
    /// The value of an impossible outcome counts as known, because it weighs nothing.
    pub fn new(chances: &[f64], open: ScoreBounds) -> Self {
        let mut bounds = ChanceBounds::default();
        bounds.reset(chances, open);
        bounds
    }

    /// Does what [`ChanceBounds::new`] does, in the memory that this one has.
    pub(super) fn reset(&mut self, chances: &[f64], open: ScoreBounds) {
        debug_assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() <= 1e-6,
            "the chances {chances:?} do not sum to 1: hand the game to the conformance suite"
        );
        let least = chances.iter().copied().filter(|&chance| chance > 0.0).fold(f64::INFINITY, f64::min);
        self.weights.clear();
        self.weights.extend(chances.iter().map(|&chance| weight(chance, least)));
        self.total = self.weights.iter().sum();
        let known = ScoreBounds::exactly(open.lower);
        self.outcomes.clear();
        self.outcomes.extend(chances.iter().map(|&chance| if chance > 0.0 { open } else { known }));
    }

    /// The number of outcomes.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are no outcomes.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The bounds of an outcome.
    #[inline]
    pub fn of(&self, outcome: usize) -> ScoreBounds {
        self.outcomes[outcome]
    }

    /// Whether the value of an outcome is known.
    #[inline]
    pub fn is_known(&self, outcome: usize) -> bool {
        self.of(outcome).lower >= self.of(outcome).upper
    }

    /// How much an outcome can still move the node: its weight times the distance of its bounds.
    #[inline]
    pub fn doubt(&self, outcome: usize) -> f64 {
        self.weights[outcome] * (self.of(outcome).upper - self.of(outcome).lower)
    }

    /// The weighted sum of one of the bounds over all outcomes.
    #[inline]
    fn sum(&self, bound: impl Fn(&ScoreBounds) -> f64) -> f64 {
        self.weights.iter().zip(&self.outcomes).map(|(weight, outcome)| weight * bound(outcome)).sum()
    }

    #[inline]
    fn lower_sum(&self) -> f64 {
        self.sum(|outcome| outcome.lower)
    }

    #[inline]
    fn upper_sum(&self) -> f64 {
        self.sum(|outcome| outcome.upper)
    }

    /// The lower bound of the node.
    pub fn lower(&self) -> f64 {
        self.lower_sum() / self.total
    }

    /// The upper bound of the node.
    pub fn upper(&self) -> f64 {
        self.upper_sum() / self.total
    }

    /// The bound of the node that lies outside this window, if one does.
    #[inline]
    pub fn cut(&self, Window { alpha, beta }: Window) -> Option<f64> {
        let upper = self.upper_sum();
        if upper <= self.total * alpha {
            return Some((upper / self.total).min(alpha));
        }
        let lower = self.lower_sum();
        (lower >= self.total * beta).then(|| (lower / self.total).max(beta))
    }

    /// Whether the node can turn out to be worth `alpha` or less.
    pub fn may_fall_to(&self, alpha: f64) -> bool {
        self.lower_sum() <= self.total * alpha
    }

    /// Whether the node can turn out to be worth `beta` or more.
    pub fn may_rise_to(&self, beta: f64) -> bool {
        self.upper_sum() >= self.total * beta
    }

    /// The window of an outcome, from the window of the node (equations 2 and 6).
    ///
    /// # Panics
    /// If there is no such outcome.
    #[inline]
    pub fn window(&self, outcome: usize, Window { alpha, beta }: Window) -> Window {
        let (mut lower, mut upper) = (0.0, 0.0);
        for other in (0..self.weights.len()).filter(|&other| other != outcome) {
            lower += self.weights[other] * self.outcomes[other].lower;
            upper += self.weights[other] * self.outcomes[other].upper;
        }
        let weight = self.weights[outcome];
        Window { alpha: (self.total * alpha - upper) / weight, beta: (self.total * beta - lower) / weight }
    }

    /// Sets the value of an outcome.
    #[inline]
    pub fn set(&mut self, outcome: usize, value: f64) {
        self.outcomes[outcome] = ScoreBounds::exactly(value);
    }

    /// Narrows the bounds of an outcome. Where a rounding makes the new bounds contradict the old ones, the old ones win.
    #[inline]
    pub fn narrow(&mut self, outcome: usize, bounds: ScoreBounds) {
        self.outcomes[outcome] = self.of(outcome).and(bounds);
    }

    /// Records what a search of an outcome with this window found.
    #[inline]
    pub fn learn(&mut self, outcome: usize, value: f64, window: Window) {
        if value <= window.alpha {
            self.narrow(outcome, ScoreBounds { lower: f64::NEG_INFINITY, upper: value });
        } else if value >= window.beta {
            self.narrow(outcome, ScoreBounds { lower: value, upper: f64::INFINITY });
        } else {
            self.set(outcome, value);
        }
    }
}

/// A probability divided by the least one, rounded to a whole number where only rounding errors separate it from one.
fn weight(chance: f64, least: f64) -> f64 {
    let ratio = chance / least;
    let whole = ratio.round();
    if (ratio - whole).abs() <= ROUNDINGS * f64::EPSILON * ratio { whole } else { ratio }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_weigh_whole_numbers() {
        for total in 2..400u32 {
            for part in 1..total {
                let chances = [1.0 / f64::from(total), f64::from(part) / f64::from(total)];
                assert_eq!(weight(chances[1], chances[0]), f64::from(part), "{part} of {total}");
            }
        }
        assert_eq!(weight(0.3, 0.2), 0.3 / 0.2);
    }

    #[test]
    fn the_window_of_an_only_outcome_is_that_of_the_node() {
        let bounds = ChanceBounds::new(&[1.0], ScoreBounds { lower: -3.0, upper: 9.0 });
        let window = Window { alpha: 1.0, beta: 2.0 };
        assert_eq!(bounds.window(0, window), window);
    }

    #[test]
    fn an_impossible_outcome_weighs_nothing() {
        let mut bounds = ChanceBounds::new(&[0.0, 1.0], ScoreBounds { lower: 2.0, upper: 9.0 });
        assert!(bounds.is_known(0) && !bounds.is_known(1));
        bounds.set(1, 5.0);
        assert_eq!((bounds.lower(), bounds.upper()), (5.0, 5.0));
    }

    #[test]
    fn a_value_outside_the_window_is_a_bound() {
        let window = Window { alpha: 2.0, beta: 5.0 };
        let learnt = |value| {
            let mut bounds = ChanceBounds::new(&[0.5, 0.5], ScoreBounds { lower: 0.0, upper: 10.0 });
            bounds.learn(0, value, window);
            (bounds.of(0).lower, bounds.of(0).upper)
        };
        assert_eq!(learnt(2.0), (0.0, 2.0));
        assert_eq!(learnt(3.0), (3.0, 3.0));
        assert_eq!(learnt(5.0), (5.0, 10.0));
        assert_eq!(learnt(-1.0), (0.0, 0.0));
    }

    #[test]
    #[should_panic(expected = "do not sum to 1")]
    #[cfg(debug_assertions)]
    fn chances_that_do_not_sum_to_one_are_found() {
        ChanceBounds::new(&[0.5, 0.25], ScoreBounds { lower: 0.0, upper: 1.0 });
    }
}
