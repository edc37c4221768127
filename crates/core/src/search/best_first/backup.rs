//! Backups: how the value of a node follows from its children, and how much each child weighs in it.
//!
//! Source: Rivest 1987, equation 9 (exact), 10 (generalised means) and 7 (means by f); Nau 1983 and Pearl for the
//! product rule that McAllester's suggestion in section 6 begins with; Nau, Purdom and Tzeng 1986, equations 5 and 6, for
//! its average with minimax.

use crate::convert::count_f64;
use crate::player::Player;
use crate::search::levels::Levels;
use crate::search::mean;
use crate::search::scale::Scale;
use std::f64::consts::LN_2;

/// The children of a decision, as a backup or a penalty sees them. Values are on [`Scale`].
#[derive(Clone, Copy, Debug)]
pub struct Family<'a> {
    /// The player to decide.
    pub player: Player,
    /// Plies from the root to the parent.
    pub level: u32,
    /// The children's values.
    pub values: &'a [f64],
    /// Their logarithms.
    pub logs: &'a [f64],
    /// The value and the logarithm of the player's best child.
    pub best: Backed,
    /// The children's odds. They mean something only if the penalty reads priors; otherwise they may be missing.
    pub odds: &'a [Odds],
}

impl<'a> Family<'a> {
    /// A family of at least one child; finds the best child.
    #[inline(always)]
    pub fn new(player: Player, level: u32, values: &'a [f64], logs: &'a [f64], odds: &'a [Odds]) -> Self {
        // Logarithms rise with values, so both extremes belong to the same child. Multiplied by the player's sign, the best
        // is always the greatest: the loop branches neither on the player nor on the child.
        let sign = player.sign();
        let (mut value, mut log) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (&child_value, &child_log) in values.iter().zip(logs) {
            value = greater(value, sign * child_value);
            log = greater(log, sign * child_log);
        }
        let best = Backed { value: sign * value, log: sign * log };
        Family { player, level, values, logs, best, odds }
    }

    /// The index of the player's best child; the leftmost if several are equal.
    pub fn best_place(&self) -> usize {
        self.values.iter().position(|&value| value == self.best.value).unwrap_or(0)
    }
}

/// How likely an edge is to be taken: an outcome's probability, or a move's prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The probability.
    pub chance: f64,
    /// Its negative logarithm, the penalty of the edge in nats.
    pub nats: f64,
}

impl From<f64> for Odds {
    /// The odds of an edge with this probability.
    fn from(chance: f64) -> Self {
        Odds { chance, nats: -chance.ln() }
    }
}

/// A backed-up value with its logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backed {
    /// The value.
    pub value: f64,
    /// Its natural logarithm.
    pub log: f64,
}

/// The greater of two numbers, without a branch that could be mispredicted.
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// A rule for the value of a decision, with its derivatives. Chance nodes always take the expectation.
pub trait Backup: Send + Sync {
    /// The value of a node with these children.
    fn back_up(&self, family: &Family) -> Backed;

    /// Writes -ln of the derivative to each child into `nats`. `backed` is taken as the node's own value.
    ///
    /// If `backed` is the value by this rule, this is equation 12. If it is the exact minimax value, this is equation 15,
    /// the paper's "reverse approximation".
    fn nats(&self, family: &Family, backed: Backed, nats: &mut [f64]);

    /// Whether the rule is the same at every level, so that a kept subtree needs no recomputation.
    fn is_level(&self) -> bool {
        true
    }

    /// Whether the rule is exact max and min.
    fn is_minimax(&self) -> bool {
        false
    }
}

impl<B: Backup + ?Sized> Backup for Box<B> {
    fn back_up(&self, family: &Family) -> Backed {
        (**self).back_up(family)
    }

    fn nats(&self, family: &Family, backed: Backed, nats: &mut [f64]) {
        (**self).nats(family, backed, nats);
    }

    fn is_level(&self) -> bool {
        (**self).is_level()
    }

    fn is_minimax(&self) -> bool {
        (**self).is_minimax()
    }
}

/// Exact max and min: equation 9.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Backup for Minimax {
    fn is_minimax(&self) -> bool {
        true
    }

    #[inline]
    fn back_up(&self, family: &Family) -> Backed {
        family.best
    }

    fn nats(&self, family: &Family, _backed: Backed, nats: &mut [f64]) {
        nats.fill(f64::INFINITY);
        nats[family.best_place()] = 0.0;
    }
}

/// `M_p` for Max and `M_-p` for Min: equation 10.
#[derive(Clone, Debug)]
pub struct PowerMean {
    /// The power p, above 0.
    pub p: Levels,
}

impl PowerMean {
    /// The same p at every level.
    pub fn new(p: f64) -> Self {
        PowerMean { p: Levels::constant(p) }
    }
}

impl Backup for PowerMean {
    #[inline]
    fn back_up(&self, family: &Family) -> Backed {
        let p = self.p.at(family.level);
        let log = mean::of_equals(family.player.sign() * p, family.logs, family.best.log);
        Backed { value: log.exp(), log }
    }

    #[inline]
    fn nats(&self, family: &Family, backed: Backed, nats: &mut [f64]) {
        // -ln of equation 6. M_-p has -p - 1 in the exponent: equation 15 prints p - 1 for Min too, where p + 1 is right.
        let exponent = family.player.sign() * self.p.at(family.level) - 1.0;
        let level = count_f64(family.logs.len() as u64).ln();
        for (nat, log) in nats.iter_mut().zip(family.logs) {
            *nat = level + exponent * (backed.log - log);
        }
    }

    fn is_level(&self) -> bool {
        self.p.is_constant()
    }
}

/// The mean by f(a) = exp(rate·a) for Max and -exp(-rate·a) for Min: equation 7, log-sum-exp.
#[derive(Clone, Debug)]
pub struct ExponentialMean {
    /// The growth rate of f per point of the scale, above 0.
    pub rate: Levels,
}

impl ExponentialMean {
    /// The same rate at every level.
    pub fn new(rate: f64) -> Self {
        ExponentialMean { rate: Levels::constant(rate) }
    }
}

impl Backup for ExponentialMean {
    fn back_up(&self, family: &Family) -> Backed {
        let rate = family.player.sign() * self.rate.at(family.level);
        let value = mean::of_equals(rate, family.values, family.best.value);
        Backed { value, log: value.ln() }
    }

    fn nats(&self, family: &Family, backed: Backed, nats: &mut [f64]) {
        let rate = family.player.sign() * self.rate.at(family.level);
        let level = count_f64(family.values.len() as u64).ln();
        for (nat, value) in nats.iter_mut().zip(family.values) {
            *nat = level + rate * (backed.value - value);
        }
    }

    fn is_level(&self) -> bool {
        self.rate.is_constant()
    }
}

/// The probability of a forced win, as if the children were independent: 1 - Π(1 - P) for Max, Π P for Min.
///
/// The scale stands for probabilities, mapped linearly onto 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Product;

impl Product {
    /// The probability itself.
    fn of(family: &Family) -> f64 {
        family.player.product(family.values.iter().map(|&value| Scale::probability(value)))
    }
}

impl Backup for Product {
    fn back_up(&self, family: &Family) -> Backed {
        let value = Scale::of_probability(Product::of(family));
        Backed { value, log: value.ln() }
    }

    fn nats(&self, family: &Family, _backed: Backed, nats: &mut [f64]) {
        // The derivative to a child is the product of the other children's failure probabilities. It is computed without
        // the child's own factor rather than by division, which a factor of 0 would spoil.
        for (i, nat) in nats.iter_mut().enumerate() {
            let others = family.values.iter().enumerate().filter(|&(j, _)| j != i);
            let failure = |(_, &value)| family.player.failure(Scale::probability(value));
            *nat = -others.map(|other| failure(other).ln()).sum::<f64>();
        }
    }
}

/// The average of minimax and product: Nau, Purdom and Tzeng 1986, equations 5 and 6.
#[derive(Clone, Copy, Debug, Default)]
pub struct Average;

impl Backup for Average {
    fn back_up(&self, family: &Family) -> Backed {
        let probability = 0.5 * (Scale::probability(family.best.value) + Product::of(family));
        let value = Scale::of_probability(probability);
        Backed { value, log: value.ln() }
    }

    fn nats(&self, family: &Family, backed: Backed, nats: &mut [f64]) {
        // Half of the product's derivative; for the best child also half of minimax's derivative, which is 1.
        Product.nats(family, backed, nats);
        let best = family.best_place();
        for (place, nat) in nats.iter_mut().enumerate() {
            *nat = LN_2 + if place == best { -(-*nat).exp().ln_1p() } else { *nat };
        }
    }
}
