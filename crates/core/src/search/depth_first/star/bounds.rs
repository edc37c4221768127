//! What is known of a chance node while its outcomes are searched: Ballard 1983, equations 1 to 8 and 22.
//!
//! Every outcome has a weight and two bounds on its value. The bounds on the node are their weighted means, and the
//! window of an outcome says which of its values would settle the node against the window there.
//!
//! What differs from the paper. Its running A and B are replaced by sums taken anew each time: a running sum of rounded
//! numbers drifts, and with it ties are lost. Weights are chances relative to the smallest one, so that equal chances
//! weigh exactly 1 and dice whole numbers: where values are whole multiples of every total weight above them, all is
//! exact.
//!
//! ```
//! use tiptree::search::depth_first::star::Bounds;
//!
//! // Figure 4: values from 0 to 10, four outcomes equally likely, two of them found to be worth 5 and 3.
//! let mut bounds = Bounds::new(&[0.25; 4], 0.0, 10.0);
//! bounds.settle(0, 5.0);
//! bounds.settle(1, 3.0);
//! assert_eq!((bounds.lowest(), bounds.highest()), (2.0, 7.0));
//! assert_eq!(bounds.cut(7.0, 9.0), Some(7.0));
//! assert_eq!(bounds.cut(0.0, 2.0), Some(2.0));
//! assert_eq!(bounds.cut(2.0, 7.0), None);
//! ```

/// How many roundings a ratio of chances may be away from the whole number that is meant.
const ROUNDINGS: f64 = 8.0;

/// The bounds on a chance node and on each of its outcomes.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    weights: Vec<f64>,
    total: f64,
    low: Vec<f64>,
    high: Vec<f64>,
}

/// The values of an outcome that leave the node undecided: strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// At most this decides the node against Max.
    pub alpha: f64,
    /// At least this decides the node against Min.
    pub beta: f64,
}

impl Window {
    /// The same window within `low` to `high`, and open: roundings may have closed it.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Window {
        let alpha = self.alpha.max(low);
        Window { alpha, beta: self.beta.min(high).max(alpha.next_up()) }
    }
}

impl Bounds {
    /// Outcomes of these chances, each worth anything from `low` to `high`.
    ///
    /// An outcome without a chance is settled, because it weighs nothing.
    pub fn new(chances: &[f64], low: f64, high: f64) -> Self {
        let mut bounds = Bounds::default();
        bounds.reset(chances, low, high);
        bounds
    }

    /// Becomes [`Bounds::new`], in the memory that it has.
    pub(super) fn reset(&mut self, chances: &[f64], low: f64, high: f64) {
        debug_assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() <= 1e-6,
            "the chances {chances:?} do not sum to 1: hand the game to the conformance suite"
        );
        let least = chances.iter().copied().filter(|&chance| chance > 0.0).fold(f64::INFINITY, f64::min);
        self.weights.clear();
        self.weights.extend(chances.iter().map(|&chance| weight(chance, least)));
        self.total = self.weights.iter().sum();
        self.low.clear();
        self.low.resize(chances.len(), low);
        self.high.clear();
        self.high.extend(chances.iter().map(|&chance| if chance > 0.0 { high } else { low }));
    }

    /// How many outcomes there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The bounds on an outcome.
    #[inline]
    pub fn of(&self, outcome: usize) -> (f64, f64) {
        (self.low[outcome], self.high[outcome])
    }

    /// Whether the value of an outcome is known.
    #[inline]
    pub fn is_known(&self, outcome: usize) -> bool {
        self.low[outcome] >= self.high[outcome]
    }

    /// How much an outcome can still move the node: its weight times what is unknown of it.
    #[inline]
    pub fn doubt(&self, outcome: usize) -> f64 {
        self.weights[outcome] * (self.high[outcome] - self.low[outcome])
    }

    /// The sum of something over all outcomes, weighted.
    #[inline]
    fn sum(&self, values: &[f64]) -> f64 {
        self.weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
    }

    /// The least value that the node can have.
    pub fn lowest(&self) -> f64 {
        self.sum(&self.low) / self.total
    }

    /// The greatest value that the node can have.
    pub fn highest(&self) -> f64 {
        self.sum(&self.high) / self.total
    }

    /// The bound on the node, if it is at most `alpha` or at least `beta`.
    #[inline]
    pub fn cut(&self, alpha: f64, beta: f64) -> Option<f64> {
        let high = self.sum(&self.high);
        if high <= self.total * alpha {
            return Some((high / self.total).min(alpha));
        }
        let low = self.sum(&self.low);
        (low >= self.total * beta).then(|| (low / self.total).max(beta))
    }

    /// Whether the node can turn out to be worth `alpha` or less.
    pub fn may_fall_to(&self, alpha: f64) -> bool {
        self.sum(&self.low) <= self.total * alpha
    }

    /// Whether the node can turn out to be worth `beta` or more.
    pub fn may_rise_to(&self, beta: f64) -> bool {
        self.sum(&self.high) >= self.total * beta
    }

    /// The window of an outcome where the node's is `alpha` to `beta` (equations 2 and 6).
    ///
    /// # Panics
    /// If there is no such outcome.
    #[inline]
    pub fn window(&self, outcome: usize, alpha: f64, beta: f64) -> Window {
        let (mut low, mut high) = (0.0, 0.0);
        for other in (0..self.weights.len()).filter(|&other| other != outcome) {
            low += self.weights[other] * self.low[other];
            high += self.weights[other] * self.high[other];
        }
        let weight = self.weights[outcome];
        Window { alpha: (self.total * alpha - high) / weight, beta: (self.total * beta - low) / weight }
    }

    /// Takes note that an outcome is worth `value`.
    #[inline]
    pub fn settle(&mut self, outcome: usize, value: f64) {
        (self.low[outcome], self.high[outcome]) = (value, value);
    }

    /// Takes note that an outcome is worth `low` to `high`. Bounds that contradict what is known by a rounding settle it.
    #[inline]
    pub fn narrow(&mut self, outcome: usize, low: f64, high: f64) {
        let (known_low, known_high) = self.of(outcome);
        self.low[outcome] = low.max(known_low).min(known_high);
        self.high[outcome] = high.min(known_high).max(self.low[outcome]);
    }

    /// Takes note of what a search of an outcome with this window has found.
    #[inline]
    pub fn learn(&mut self, outcome: usize, value: f64, window: Window) {
        if value <= window.alpha {
            self.narrow(outcome, f64::NEG_INFINITY, value);
        } else if value >= window.beta {
            self.narrow(outcome, value, f64::INFINITY);
        } else {
            self.settle(outcome, value);
        }
    }
}

/// A chance relative to the least, whole where it seems to be meant so.
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
        let bounds = Bounds::new(&[1.0], -3.0, 9.0);
        assert_eq!(bounds.window(0, 1.0, 2.0), Window { alpha: 1.0, beta: 2.0 });
    }

    #[test]
    fn an_impossible_outcome_weighs_nothing() {
        let mut bounds = Bounds::new(&[0.0, 1.0], 2.0, 9.0);
        assert!(bounds.is_known(0) && !bounds.is_known(1));
        bounds.settle(1, 5.0);
        assert_eq!((bounds.lowest(), bounds.highest()), (5.0, 5.0));
    }

    #[test]
    fn a_value_outside_the_window_is_a_bound() {
        let window = Window { alpha: 2.0, beta: 5.0 };
        let learnt = |value| {
            let mut bounds = Bounds::new(&[0.5, 0.5], 0.0, 10.0);
            bounds.learn(0, value, window);
            bounds.of(0)
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
        Bounds::new(&[0.5, 0.25], 0.0, 1.0);
    }
}
