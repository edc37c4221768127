//! Penalties: the weight of an edge. The sum from the root ranks the tips, and the least is expanded next.
//!
//! Source: Rivest 1987: equation 12 (the exact derivative), 15 (the reverse approximation), section 5.5 (the constant
//! of the tournament), section 3.4 (the quadratic example), section 6 (Floyd's and McAllester's). [`Policy`] is our own.
//!
//! All weights of a tree are in one unit. The derivative to a chance outcome is its probability q, so its penalty is -ln q
//! in the units of equation 12. The tournament's constant form is equation 15 divided by p - 1, with c = ln n/(p - 1):
//! there one nat weighs 1/(p - 1) = c/ln n. A penalty therefore says what a nat weighs on its scale.

use super::backup::{Backed, Backup, Family, PowerMean, Product};
use crate::search::levels::Levels;

/// A rule for the weights of the edges from a decision to its children.
///
/// The paper asks for weights of at least 0. A mean with p below 1 can have a derivative above 1, whose weight is negative.
/// Such weights still rank the tips by their derivatives.
pub trait Penalty: Send + Sync {
    /// Writes the weight of each edge, given the node's own value.
    fn weigh(&self, family: &Family, backed: Backed, weights: &mut [f64]);

    /// The arrow to the child with the least sum of its weight and its entry in `pis`. `weights` is a scratch buffer.
    ///
    /// Override it for speed: weights that are read only once need not be written.
    #[inline(always)]
    fn arrow(&self, family: &Family, backed: Backed, pis: &[f64], weights: &mut Vec<f64>) -> Arrow {
        weights.resize(pis.len(), 0.0);
        self.weigh(family, backed, weights);
        Arrow::to_least(pis.iter().zip(weights).map(|(below, weight)| below + *weight))
    }

    /// The weight of one nat, a factor of e in the derivative.
    fn nat(&self) -> f64 {
        1.0
    }

    /// Whether the weights depend on the evaluator's priors, which are then asked for.
    fn reads_priors(&self) -> bool {
        false
    }

    /// Whether the rule is the same at every level, so that a kept subtree needs no recomputation.
    fn is_level(&self) -> bool {
        true
    }
}

/// a(c) and π(c) of a node: the child towards the tip of least penalty, that penalty, and the next best penalty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// The index among the children; the leftmost if several are equal.
    pub place: usize,
    /// The least penalty of a tip behind the arrow.
    pub pi: f64,
    /// The least penalty of a tip behind any other child.
    pub runner_up: f64,
}

impl Arrow {
    /// The arrow to the least of these penalties.
    #[inline(always)]
    pub fn to_least(penalties: impl Iterator<Item = f64>) -> Self {
        let mut arrow = Arrow { place: 0, pi: f64::INFINITY, runner_up: f64::INFINITY };
        for (place, total) in penalties.enumerate() {
            // Selections instead of branches: which tip comes next cannot be predicted.
            let (leads, behind) = (total < arrow.pi, if total < arrow.pi { arrow.pi } else { total });
            arrow.runner_up = if behind < arrow.runner_up { behind } else { arrow.runner_up };
            arrow.place = if leads { place } else { arrow.place };
            arrow.pi = if leads { total } else { arrow.pi };
        }
        arrow
    }
}

impl<P: Penalty + ?Sized> Penalty for Box<P> {
    fn weigh(&self, family: &Family, backed: Backed, weights: &mut [f64]) {
        (**self).weigh(family, backed, weights);
    }

    fn arrow(&self, family: &Family, backed: Backed, pis: &[f64], weights: &mut Vec<f64>) -> Arrow {
        (**self).arrow(family, backed, pis, weights)
    }

    fn nat(&self) -> f64 {
        (**self).nat()
    }

    fn reads_priors(&self) -> bool {
        (**self).reads_priors()
    }

    fn is_level(&self) -> bool {
        (**self).is_level()
    }
}

/// -ln of the derivative of a backup to the child.
///
/// In a tree whose values follow the same backup this is equation 12: the least penalty is then the greatest derivative of
/// the root. In a tree of exact minimax values it is equation 15, the reverse approximation, with the p + 1 that Min nodes
/// need. For a power mean, a dominant child weighs only ln n/p by equation 12, but ln n by equation 15.
#[derive(Clone, Debug)]
pub struct Derivative<B>(pub B);

impl<B: Backup> Penalty for Derivative<B> {
    fn weigh(&self, family: &Family, backed: Backed, weights: &mut [f64]) {
        self.0.nats(family, backed, weights);
    }

    fn is_level(&self) -> bool {
        self.0.is_level()
    }
}

/// Equation 12 or 15 for generalised means.
pub type PowerDerivative = Derivative<PowerMean>;

/// McAllester's suggestion in section 6: the dependence of the root on a forced-win probability.
pub type ForcedWin = Derivative<Product>;

/// The share of the derivative mass of edges with these weights, where one nat weighs `nat`.
pub(super) fn shares(weights: &[f64], nat: f64) -> Vec<f64> {
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let mass = |&weight: &f64| if weight == least { 1.0 } else { (-(weight - least) / nat).exp() };
    let mass: Vec<f64> = weights.iter().map(mass).collect();
    let total: f64 = mass.iter().sum();
    mass.into_iter().map(|part| part / total).collect()
}

/// The tournament's penalty (section 5.5): c plus the distance of the logarithms to the best sibling.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The cost of one level; 0.05 in the paper.
    pub c: Levels,
    nat: f64,
}

impl Constant {
    /// The constant of the paper's tournament.
    pub const RIVEST: f64 = 0.05;

    /// The n whose ln n the constant replaces: the number of moves in Connect-Four.
    pub const BRANCHING: f64 = 7.0;

    /// The constant `c`, standing for ln(`branching`) in equation 15.
    pub fn new(c: Levels, branching: f64) -> Self {
        let nat = c.at(0) / branching.ln();
        Constant { c, nat }
    }
}

impl Default for Constant {
    fn default() -> Self {
        Constant::new(Levels::constant(Constant::RIVEST), Constant::BRANCHING)
    }
}

impl Penalty for Constant {
    #[inline]
    fn weigh(&self, family: &Family, _backed: Backed, weights: &mut [f64]) {
        let c = self.c.at(family.level);
        let best = family.best.log;
        for (weight, log) in weights.iter_mut().zip(family.logs) {
            *weight = c + (log - best).abs();
        }
    }

    #[inline(always)]
    fn arrow(&self, family: &Family, _backed: Backed, pis: &[f64], _weights: &mut Vec<f64>) -> Arrow {
        let c = self.c.at(family.level);
        let best = family.best.log;
        Arrow::to_least(pis.iter().zip(family.logs).map(|(below, log)| below + (c + (log - best).abs())))
    }

    fn nat(&self) -> f64 {
        self.nat
    }

    fn is_level(&self) -> bool {
        self.c.is_constant()
    }
}

/// The example of section 3.4: alpha plus the square of the distance to the best sibling, in points of the scale.
#[derive(Clone, Copy, Debug)]
pub struct Quadratic {
    /// The cost of one level.
    pub alpha: f64,
    nat: f64,
}

impl Quadratic {
    /// The constant `alpha`, standing for ln(`branching`).
    pub fn new(alpha: f64, branching: f64) -> Self {
        Quadratic { alpha, nat: alpha / branching.ln() }
    }
}

impl Penalty for Quadratic {
    fn weigh(&self, family: &Family, _backed: Backed, weights: &mut [f64]) {
        let best = family.best.value;
        for (weight, value) in weights.iter_mut().zip(family.values) {
            *weight = self.alpha + (value - best) * (value - best);
        }
    }

    fn nat(&self) -> f64 {
        self.nat
    }
}

/// Floyd's proposal in section 6: -ln of the probability that the move is played, taken from the evaluator's priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floyd;

impl Penalty for Floyd {
    fn weigh(&self, family: &Family, _backed: Backed, weights: &mut [f64]) {
        for (weight, odds) in weights.iter_mut().zip(family.odds) {
            *weight = odds.nats;
        }
    }

    fn reads_priors(&self) -> bool {
        true
    }
}

/// The penalty of the tournament with Floyd's: the distance of the logarithms to the best sibling, and -ln of the prior in place
/// of the constant. A move whose prior is 1/n weighs what it weighs by [`Constant`].
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    nat: f64,
}

impl Policy {
    /// The weight of a prior of 1/`branching` is `c`.
    pub fn new(c: f64, branching: f64) -> Self {
        Policy { nat: c / branching.ln() }
    }
}

impl Penalty for Policy {
    fn weigh(&self, family: &Family, _backed: Backed, weights: &mut [f64]) {
        let best = family.best.log;
        for ((weight, log), odds) in weights.iter_mut().zip(family.logs).zip(family.odds) {
            *weight = self.nat * odds.nats + (log - best).abs();
        }
    }

    fn nat(&self) -> f64 {
        self.nat
    }

    fn reads_priors(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::backup::Odds;
    use super::*;
    use crate::player::Player;

    #[test]
    fn equal_priors_make_the_policy_the_constant() {
        let (values, logs) = ([40.0, 20.0, 10.0], [40f64.ln(), 20f64.ln(), 10f64.ln()]);
        let odds = [1.0 / 3.0; 3].map(Odds::from);
        let family = Family::new(Player::Max, 0, &values, &logs, &odds);
        let backed = Backed { value: 40.0, log: logs[0] };
        let [mut policy, mut constant] = [[0.0; 3]; 2];
        Policy::new(0.2, 3.0).weigh(&family, backed, &mut policy);
        Constant::new(Levels::constant(0.2), 3.0).weigh(&family, backed, &mut constant);
        assert!(policy.iter().zip(constant).all(|(policy, constant)| (policy - constant).abs() < 1e-12));
    }
}
