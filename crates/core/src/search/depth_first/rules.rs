//! Rules of propagation: how the value of a decision follows from its children's in a search to a depth.
//!
//! Sources: Nau, Purdom and Tzeng 1986, "Experiments on Alternatives to Minimax": minimax (equations 1 and 2), product
//! (3 and 4; Pearl 1981 and 1983, Nau 1983), average (5 and 6); Reibman and Ballard 1983 for fallible opponents; Rivest
//! 1987, equation 10, for generalised means.
//!
//! The paper has two versions of the average. Equations 5 and 6 propagate A in both parts; equation 10 has P in the
//! product part. Only equations 5 and 6 reproduce the paper's exact tables. They are [`Average`]; equation 10 is
//! [`Printed`]. The weight of the two parts may change with the level: Baum 1992 argues that minimax is right near the
//! root and product near the tips.
//!
//! Baum's own formula and error-minimising minimax (Wilson, Parker and Nau 2009) are not here: both need a model of the
//! evaluator's error, which an evaluator does not declare.
//!
//! The functions are small and take slices, so that an experiment can call them without a search:
//!
//! ```
//! use tiptree::player::Player;
//! use tiptree::search::depth_first::rules::{Average, Rule, Siblings};
//!
//! let siblings = Siblings { player: Player::Max, owner: Player::Max, level: 0, values: &[0.5, 0.25] };
//! assert_eq!(Average::default().back_up(&siblings), 0.5 * (0.5 + 0.625));
//! ```

use crate::expectation::Expectation;
use crate::player::Player;
use crate::search::levels::Levels;
use crate::search::mean;
use crate::search::scale::Scale;
use std::fmt::Debug;

/// The children of a decision, as a rule sees them.
#[derive(Clone, Copy, Debug)]
pub struct Siblings<'a, V> {
    /// The player who decides.
    pub player: Player,
    /// The player for whom the search runs: the one to move at the root, or Max if the root is a chance node.
    pub owner: Player,
    /// Decisions from the root to the parent.
    pub level: u32,
    /// The children's values, at least one, in the game's order.
    pub values: &'a [V],
}

impl Siblings<'_, f64> {
    /// The best value for the player who decides.
    #[inline]
    fn extreme(&self) -> f64 {
        self.player.extreme(self.values.iter().copied())
    }

    /// The product rule: the values taken as independent probabilities.
    #[inline]
    fn product(&self) -> f64 {
        self.player.product(self.values.iter().copied())
    }
}

/// The value that a node passes to its parent: one number or several.
pub trait Node: Copy + Debug + Send + Sync {
    /// A tip with this value.
    fn of(value: f64) -> Self;

    /// The number that nodes are compared by.
    fn number(self) -> f64;

    /// The expectation of each number over the outcomes, which come with their probabilities.
    fn expected(outcomes: impl Iterator<Item = (f64, Self)>) -> Self;
}

impl Node for f64 {
    #[inline]
    fn of(value: f64) -> f64 {
        value
    }

    #[inline]
    fn number(self) -> f64 {
        self
    }

    #[inline]
    fn expected(outcomes: impl Iterator<Item = (f64, f64)>) -> f64 {
        Expectation::of(outcomes)
    }
}

/// A rule of propagation. All values are Max's view.
pub trait Rule: Clone + Debug + Send + Sync {
    /// The value that a node passes to its parent.
    type Value: Node;

    /// Whether tips are probabilities. If so, the evaluator's range is mapped to 0 to 1, and results are mapped back. If
    /// not, values are the evaluator's own to the last bit.
    #[inline]
    fn has_unit_scale(&self) -> bool {
        true
    }

    /// Whether a tree searched to the end of the game has the game's value. A product of draws does not.
    const EXACT: bool = false;

    /// Whether the value of a decision is always the best child's, as [`Rule::value`] compares them, so that a search
    /// need not keep the others.
    const SELECTS: bool = false;

    /// The value of a decision.
    fn back_up(&self, siblings: &Siblings<Self::Value>) -> Self::Value;

    /// A tip with this value.
    #[inline]
    fn leaf(&self, value: f64) -> Self::Value {
        Self::Value::of(value)
    }

    /// The value of a node as a number on the scale of the tips. Moves are chosen by it, and reports show it.
    #[inline]
    fn value(&self, node: Self::Value) -> f64 {
        node.number()
    }

    /// The value of a roll: the expectation over outcomes, each with its probability.
    #[inline]
    fn expect(&self, outcomes: impl Iterator<Item = (f64, Self::Value)>) -> Self::Value {
        Self::Value::expected(outcomes)
    }
}

/// The best child's value: equations 1 and 2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Rule for Minimax {
    type Value = f64;
    const EXACT: bool = true;
    const SELECTS: bool = true;

    #[inline]
    fn has_unit_scale(&self) -> bool {
        false
    }

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        siblings.extreme()
    }
}

/// The probability of a forced win, as if the children's were independent: equations 3 and 4.
#[derive(Clone, Copy, Debug, Default)]
pub struct Product;

impl Rule for Product {
    type Value = f64;

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        siblings.product()
    }
}

/// The average of the minimax and the product of the children's averages: equations 5 and 6.
#[derive(Clone, Debug)]
pub struct Average {
    /// The weight of the minimax part, from 0 to 1: a half in the paper; 1 is minimax and 0 product.
    pub weight: Levels,
}

impl Average {
    /// The same weight of the minimax part at every level.
    pub fn new(weight: f64) -> Self {
        Average { weight: Levels::constant(weight) }
    }
}

impl Default for Average {
    fn default() -> Self {
        Average::new(0.5)
    }
}

impl Rule for Average {
    type Value = f64;

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        let (extreme, product) = (siblings.extreme(), siblings.product());
        let weight = self.weight.at(siblings.level);
        if weight == 0.5 {
            // In the paper's order of operations, so that ties are the paper's.
            return 0.5 * (extreme + product);
        }
        weight * extreme + (1.0 - weight) * product
    }
}

/// Average propagation by equation 10 as printed: A in the minimax part, P in the product.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

/// The values that equation 10 propagates: its own, and that of equation 9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// A(k, t).
    pub average: f64,
    /// P(k, t).
    pub product: f64,
}

impl Node for Pair {
    #[inline]
    fn of(value: f64) -> Pair {
        Pair { average: value, product: value }
    }

    #[inline]
    fn number(self) -> f64 {
        self.average
    }

    #[inline]
    fn expected(outcomes: impl Iterator<Item = (f64, Pair)>) -> Pair {
        let (mut average, mut product) = (Expectation::EMPTY, Expectation::EMPTY);
        for (chance, pair) in outcomes {
            average.add(chance, pair.average);
            product.add(chance, pair.product);
        }
        Pair { average: average.value(), product: product.value() }
    }
}

impl Rule for Printed {
    type Value = Pair;

    #[inline]
    fn back_up(&self, siblings: &Siblings<Pair>) -> Pair {
        let extreme = siblings.player.extreme(siblings.values.iter().map(|pair| pair.average));
        let product = siblings.player.product(siblings.values.iter().map(|pair| pair.product));
        Pair { average: 0.5 * (extreme + product), product }
    }
}

/// The best child's value at one's own decisions, a weighted average at a fallible opponent's.
///
/// After Reibman and Ballard 1983, who weigh the children by how much the opponent likes them. The geometric form is our
/// reading: the opponent finds the best move with probability `strength`, otherwise the next best with the same
/// probability, and so on. The last move gets the rest.
#[derive(Clone, Copy, Debug)]
pub struct Fallible {
    /// The probability that the opponent finds a move, above 0: 1 is minimax.
    pub strength: f64,
}

impl Fallible {
    /// The value of an option, where `rest` is the value of all options that the opponent likes less. With a strength of
    /// 1, or a rest of the same value, it is the option's own value to the last bit.
    #[inline]
    fn mixed(self, option: f64, rest: f64) -> f64 {
        option + (1.0 - self.strength) * (rest - option)
    }
}

impl Rule for Fallible {
    type Value = f64;

    /// No: a weighted average is the same on every scale.
    #[inline]
    fn has_unit_scale(&self) -> bool {
        false
    }

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        let player = siblings.player;
        if player == siblings.owner {
            return siblings.extreme();
        }
        if let [a, b] = *siblings.values {
            return if player.prefers(b, a) { self.mixed(b, a) } else { self.mixed(a, b) };
        }
        let mut values = siblings.values.to_vec();
        // Ascending for the opponent: the option that he likes least comes first.
        values.sort_unstable_by(|a, b| (player.sign() * a).total_cmp(&(player.sign() * b)));
        values.into_iter().reduce(|rest, option| self.mixed(option, rest)).unwrap_or(f64::NAN)
    }
}

/// Generalised means: `M_p` for Max and `M_-p` for Min, Rivest's equation 10, to a depth.
///
/// Values are on the paper's scale, 1 to 1023, so that p means the same in every game. Nodes pass up the logarithms of
/// these values.
#[derive(Clone, Debug)]
pub struct Mean {
    /// The power p, above 0.
    pub p: Levels,
}

impl Mean {
    /// The same p at every level.
    pub fn new(p: f64) -> Self {
        Mean { p: Levels::constant(p) }
    }
}

impl Rule for Mean {
    type Value = f64;

    #[inline]
    fn leaf(&self, value: f64) -> f64 {
        Scale::of_probability(value).ln()
    }

    #[inline]
    fn value(&self, node: f64) -> f64 {
        Scale::probability(node.exp())
    }

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        let rate = siblings.player.sign() * self.p.at(siblings.level);
        mean::of_equals(rate, siblings.values, siblings.extreme())
    }

    #[inline]
    fn expect(&self, outcomes: impl Iterator<Item = (f64, f64)>) -> f64 {
        f64::expected(outcomes.map(|(chance, log)| (chance, log.exp()))).ln()
    }
}

/// A rule that is chosen when the program runs: a search is compiled once for all of them.
///
/// Minimax is not among them, because a search need not keep the values of its siblings, nor [`Printed`], which passes up two
/// numbers.
#[derive(Clone, Debug)]
pub enum AnyRule {
    /// [`Product`].
    Product(Product),
    /// [`Average`].
    Average(Average),
    /// [`Fallible`].
    Fallible(Fallible),
    /// [`Mean`].
    Mean(Mean),
}

impl Rule for AnyRule {
    type Value = f64;

    #[inline]
    fn has_unit_scale(&self) -> bool {
        !matches!(self, AnyRule::Fallible(_))
    }

    #[inline]
    fn back_up(&self, siblings: &Siblings<f64>) -> f64 {
        match self {
            AnyRule::Product(rule) => rule.back_up(siblings),
            AnyRule::Average(rule) => rule.back_up(siblings),
            AnyRule::Fallible(rule) => rule.back_up(siblings),
            AnyRule::Mean(rule) => rule.back_up(siblings),
        }
    }

    #[inline]
    fn leaf(&self, value: f64) -> f64 {
        if let AnyRule::Mean(rule) = self { rule.leaf(value) } else { value }
    }

    #[inline]
    fn value(&self, node: f64) -> f64 {
        if let AnyRule::Mean(rule) = self { rule.value(node) } else { node }
    }

    #[inline]
    fn expect(&self, outcomes: impl Iterator<Item = (f64, f64)>) -> f64 {
        // As `Mean` does, in one pass over the outcomes, each of which is a search: two passes would compile it twice.
        let are_logs = matches!(self, AnyRule::Mean(_));
        let linear = |(chance, value): (f64, f64)| (chance, if are_logs { value.exp() } else { value });
        let expected = f64::expected(outcomes.map(linear));
        if are_logs { expected.ln() } else { expected }
    }
}
