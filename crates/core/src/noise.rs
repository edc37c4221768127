//! Noise: an evaluator with random errors of a chosen size.
//!
//! Rivest 1987 leaves open how errors of the static evaluator affect a search (open problem 5). There are two kinds of errors
//! here, because they harm searches in different ways:
//!
//! * *independent*: every position has its own error, drawn by a hash of its key, so that it never changes. Such errors cancel
//!   where values are averaged, and mislead where the maximum of many is taken.
//! * *biased*: the error is drawn by a hash of the static value, so that all positions with equal static values are misjudged
//!   alike. Errors of real evaluators are of this kind: a feature that an evaluator misses is missed everywhere, most positions
//!   below a position look like it, and averaging does not help.
//!
//! Errors are approximately normal: the sum of twelve uniform numbers (Irwin 1927, Hall 1927), with standard deviation 1 and
//! never beyond 6, is scaled to the chosen deviation. The sum uses integers only, so that every machine draws the same errors.
//! Their unit is the evaluator's own point.
//!
//! Finished games keep their payoffs, and no estimate becomes as extreme as the ends of the range: estimates stay a step inside.
//! Mirror images that the evaluator values alike keep equal values. `noise=0` takes as much time as any other noise, so under a
//! time limit `rivest(noise=0)` is the one to compare `rivest(noise=50)` with.

use crate::convert::count_f64;
use crate::evaluator::{Estimates, Evaluator, Leaf};
use crate::game::{Game, Range};
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::rng::scatter;
use crate::spec::{Parameter, Spec};

/// How far estimates stay from the ends of a range without a step, as a share of the range.
const MARGIN: f64 = 1e-6;

/// Which positions share an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Every position has its own error.
    #[default]
    Independent,
    /// Positions with equal static values have the same error.
    Biased,
}

/// Errors to be added to an evaluator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    deviation: f64,
    kind: Kind,
    salt: u64,
}

impl Noise {
    /// The noise parameters of a named evaluator.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter::new("noise", "", "standard deviation of the added errors, in points of the evaluator"),
        Parameter::new(
            "kind",
            "independent",
            "independent: every position has its own error; biased: positions of equal static value share one error",
        ),
        Parameter::new("seed", "1", "seed of the errors"),
    ];

    /// Errors with this standard deviation, in points of the evaluator's scale, drawn by `seed`.
    pub fn new(deviation: f64, kind: Kind, seed: u64) -> Self {
        Noise { deviation, kind, salt: scatter(seed) }
    }

    /// The noise among the parameters of an evaluator, as in `rivest(noise=50,kind=biased,seed=7)`; `None` if there is
    /// none. Other parameters are the evaluator's own.
    ///
    /// # Errors
    /// If a value is not of its kind, or there is a kind or a seed but no noise.
    pub fn named(evaluator: &Spec) -> Result<Option<Self>, ParseError> {
        if Noise::PARAMETERS.iter().all(|parameter| evaluator.get(parameter.key).is_none()) {
            return Ok(None);
        }
        let expected = "a standard deviation in points, such as 50";
        let is_deviation = |deviation: &f64| deviation.is_finite() && *deviation >= 0.0;
        let deviation = evaluator.read_if("noise", f64::NAN, expected, is_deviation)?;
        if deviation.is_nan() {
            return Err(ParseError::new(format!("noise of {}", evaluator.name), "", expected));
        }
        let kind = match evaluator.choose("kind", &["independent", "biased"])? {
            "biased" => Kind::Biased,
            _ => Kind::Independent,
        };
        Ok(Some(Noise::new(deviation, kind, evaluator.read("seed", 1, "a whole number")?)))
    }

    /// The error drawn for a number, such as the key of a position.
    #[inline]
    pub fn error(self, number: u64) -> f64 {
        const LANES: u64 = 0x0000_ffff_0000_ffff;
        let start = scatter(self.salt ^ number);
        let words = [start, scatter(start), scatter(!start)];
        // Three words hold twelve 16-bit numbers. Adding neighbouring lanes first leaves room for the carries.
        let pairs: u64 = words.iter().map(|word| (word & LANES) + (word >> 16 & LANES)).sum();
        let sum = (pairs & 0xffff_ffff) + (pairs >> 32);
        self.deviation * ((count_f64(sum) - 6.0 * 65535.0) / 65536.0)
    }
}

/// An evaluator with noise.
///
/// ```
/// use tiptree::noise::{Kind, Noise, Noisy};
/// use tiptree::testing::synthetic::{HashEvaluator, HashTree};
/// use tiptree::{Evaluator, Game};
///
/// let (tree, evaluator) = (HashTree::new(7, 12, 4), HashEvaluator::new(7, 1000));
/// let noisy = Noisy::new(&tree, evaluator, Noise::new(50.0, Kind::Independent, 1));
/// let (clean, misjudged) = (evaluator.evaluate(&tree, &tree.start()), noisy.evaluate(&tree, &tree.start()));
/// assert!(clean != misjudged && (clean - misjudged).abs() < 300.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noisy<E> {
    evaluator: E,
    noise: Noise,
    range: Range,
    /// The least and the greatest estimate.
    inside: (f64, f64),
    is_symmetric: bool,
}

impl<E> Noisy<E> {
    /// An evaluator of `game` with these errors.
    pub fn new<G: Game>(game: &G, evaluator: E, noise: Noise) -> Self
    where
        E: Evaluator<G>,
    {
        let _ = game;
        let range = evaluator.range();
        let width = range.high - range.low;
        let margin = range.step.unwrap_or(MARGIN * width);
        // A range of two values has none strictly inside.
        let inside = if 2.0 * margin <= width {
            (range.low + margin, range.high - margin)
        } else {
            (range.low, range.high)
        };
        let is_symmetric = evaluator.is_symmetric();
        Noisy { evaluator, noise, range, inside, is_symmetric }
    }

    /// An estimate with its error; `key` is the key of its position.
    #[inline]
    fn misjudged(&self, value: f64, key: impl FnOnce() -> u64) -> f64 {
        let number = match self.noise.kind {
            Kind::Independent => key(),
            // Adding 0 turns -0 into 0.
            Kind::Biased => (value + 0.0).to_bits(),
        };
        let value = value + self.noise.error(number);
        let value = match self.range.step {
            Some(step) => self.range.low + ((value - self.range.low) / step).round() * step,
            None => value,
        };
        value.clamp(self.inside.0, self.inside.1)
    }

    #[inline]
    fn key<G: Insight>(&self, game: &G, state: &G::State) -> u64 {
        if self.is_symmetric { game.folded_key(state).0 } else { game.key(state) }
    }
}

impl<G: Insight, E: Evaluator<G>> Evaluator<G> for Noisy<E> {
    fn range(&self) -> Range {
        self.range
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.misjudged(self.evaluator.evaluate(game, state), || self.key(game, state))
    }

    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        self.evaluator.payoff(game, payoff)
    }

    fn leaf(&self, game: &G, state: &G::State) -> Leaf {
        let leaf = self.evaluator.leaf(game, state);
        if leaf.turn.is_over() {
            return leaf;
        }
        Leaf { value: self.misjudged(leaf.value, || self.key(game, state)), ..leaf }
    }

    fn leaf_after(&self, game: &G, state: &G::State, mv: G::Move) -> Leaf {
        let leaf = self.evaluator.leaf_after(game, state, mv);
        if leaf.turn.is_over() {
            return leaf;
        }
        Leaf { value: self.misjudged(leaf.value, || self.key(game, &game.after(state, mv))), ..leaf }
    }

    fn children(&self, game: &G, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) {
        let base = leaves.len();
        self.evaluator.children(game, state, moves, leaves);
        for (leaf, &mv) in leaves[base..].iter_mut().zip(moves).filter(|(leaf, _)| !leaf.turn.is_over()) {
            leaf.value = self.misjudged(leaf.value, || self.key(game, &game.after(state, mv)));
        }
    }

    fn prefers_batches(&self) -> bool {
        self.evaluator.prefers_batches()
    }

    fn states(&self, game: &G, states: &[G::State], estimates: &mut Estimates) {
        let base = estimates.values.len();
        self.evaluator.states(game, states, estimates);
        for (value, state) in estimates.values[base..].iter_mut().zip(states) {
            *value = self.misjudged(*value, || self.key(game, state));
        }
    }

    fn temperature(&self) -> Option<f64> {
        self.evaluator.temperature()
    }

    fn is_chance(&self) -> bool {
        self.evaluator.is_chance()
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }
}

#[cfg(test)]
mod tests;
