//! Which edge of a node is followed: the rules of growth that one graph of marks serves.
//!
//! * [`Select::Value`]: the best value, as in best-first minimax (Korf and Chickering 1996).
//! * [`Select::Penalty`]: the tip of least penalty (Rivest 1987). A move costs a constant and its [`Loss`], an outcome of
//!   probability q costs -ln q, all in nats.
//! * [`Select::Derivative`]: visits matched to the derivative. A softmax of the values is the derivative of their log-sum-exp; the
//!   edge whose visits lag furthest behind it has the least loss / temperature + ln(1 + visits). At a chance node the derivative
//!   is the probability.
//! * [`Select::Puct`]: upper confidence bounds with equal priors (Rosin 2011), and visits matched to the probability at chance
//!   nodes.
//!
//! Values and linear losses are shares of the range of payoffs. In every rule an edge is followed only if it is open: not proven,
//! and not proven to be no better than another.

use super::graph::{Marked, Marks, Passed};
use super::mark::Mark;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::arena::{Arena, Edge, Node};
use crate::search::scale::Scale;

/// The rule by which an edge is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Select {
    /// The best value.
    Value,
    /// The least sum of penalties to a tip.
    Penalty {
        /// How the loss of a move is measured.
        loss: Loss,
        /// The loss that weighs one nat.
        temperature: f64,
        /// What a decision weighs besides its loss, in nats.
        constant: f64,
    },
    /// The fewest visits for the derivative.
    Derivative {
        /// The loss of value, as a share of the range, that makes the derivative e times smaller.
        temperature: f64,
    },
    /// The greatest upper confidence bound.
    Puct {
        /// The weight of the exploration term.
        exploration: f64,
    },
}

/// How much less a move is worth than the best of its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The difference of the values, as a share of the range.
    Linear,
    /// The difference of their logarithms on Rivest's scale, 1 to 1023, which is the derivative of his generalised means. A
    /// temperature of t stands for a power of about 1 / t.
    Logarithmic,
}

impl Loss {
    /// The loss of a value against the best one.
    #[inline]
    fn of(self, value: f64, best: f64, open: ScoreBounds) -> f64 {
        let range = open.upper - open.lower;
        match self {
            Loss::Linear => (best - value).abs() / range,
            Loss::Logarithmic => {
                let log = |value: f64| Scale::of_probability((value - open.lower) / range).ln();
                (log(best) - log(value)).abs()
            }
        }
    }
}

/// Whether an edge is unproven, and its position can be better for `player` than `floor`.
#[inline]
pub(super) fn is_open(mark: &Mark, player: Player, floor: f64) -> bool {
    !mark.is_proven() && player.prefers(mark.bounds().best_for(player), floor)
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// The edge of least cost by a rule other than the value, and that cost: infinite if no edge is open.
    pub(super) fn least_cost(&self, node: &Node<Marked>, select: Select) -> (usize, f64) {
        let edges = self.edges(node);
        let Some(player) = node.own.player else {
            let outcomes = edges.iter().zip(self.odds(node)).map(|(edge, &chance)| {
                if edge.own.mark.is_proven() {
                    f64::INFINITY
                } else {
                    self.outcome_cost(edge, chance, select)
                }
            });
            return least(outcomes);
        };
        let floor = node.own.mark.bounds().worst_for(player);
        let best = player.extreme(edges.iter().map(|edge| edge.own.mark.value()));
        let measure = if let Select::Penalty { loss, .. } = select { loss } else { Loss::Linear };
        let visits: u32 = edges.iter().map(|edge| edge.own.visits).sum();
        least(edges.iter().map(|edge| {
            let loss = measure.of(edge.own.mark.value(), best, self.open());
            if is_open(&edge.own.mark, player, floor) {
                self.move_cost(edge, (loss, edges.len()), f64::from(visits), select)
            } else {
                f64::INFINITY
            }
        }))
    }

    /// What an open move costs that loses this much against the best of `count` siblings.
    fn move_cost(
        &self,
        edge: &Edge<M, Passed>,
        (loss, count): (f64, usize),
        visits: f64,
        select: Select,
    ) -> f64 {
        let own = f64::from(edge.own.visits);
        match select {
            Select::Value => loss,
            Select::Penalty { temperature, constant, .. } => {
                constant + loss / temperature + self.behind(edge)
            }
            Select::Derivative { temperature } => loss / temperature + own.ln_1p(),
            Select::Puct { exploration } => {
                let prior = crate::convert::equal_share(count);
                loss - exploration * prior * (1.0 + visits).sqrt() / (1.0 + own)
            }
        }
    }

    /// What an unproven outcome of this probability costs.
    fn outcome_cost(&self, edge: &Edge<M, Passed>, chance: f64, select: Select) -> f64 {
        match select {
            Select::Penalty { .. } => self.behind(edge) - chance.ln(),
            _ => f64::from(edge.own.visits).ln_1p() - chance.ln(),
        }
    }

    /// The least penalty behind an edge: 0 at a tip.
    fn behind(&self, edge: &Edge<M, Passed>) -> f64 {
        edge.node().map_or(0.0, |node| self.nodes[node].own.penalty)
    }
}

/// The first of the least costs, and its place.
fn least(costs: impl Iterator<Item = f64>) -> (usize, f64) {
    costs.enumerate().fold((0, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_loss_is_the_derivative_of_a_generalised_mean() {
        // The derivative of the mean of powers by a child is (child / mean)^(p - 1) / n: ln of its ratio to the best child's is
        // p - 1 times the loss.
        let open = ScoreBounds { lower: 1.0, upper: 1023.0 };
        let values: [f64; 2] = [400.0, 300.0];
        let mean = |values: [f64; 2]| f64::midpoint(values[0].powi(10), values[1].powi(10)).powf(0.1);
        let slope = |values: [f64; 2], by: [f64; 2]| {
            let moved = |step: f64| mean([values[0] + step * by[0], values[1] + step * by[1]]);
            (moved(1e-4) - moved(-1e-4)) / 2e-4
        };
        let ratio = slope(values, [1.0, 0.0]) / slope(values, [0.0, 1.0]);
        assert!((ratio.ln() - 9.0 * Loss::Logarithmic.of(300.0, 400.0, open)).abs() < 1e-4);
    }

    #[test]
    fn losses_grow_with_the_difference_and_are_finite_at_the_ends_of_the_range() {
        let open = ScoreBounds { lower: -3.0, upper: 3.0 };
        assert_eq!(Loss::Linear.of(-3.0, 3.0, open), 1.0);
        assert!((Loss::Logarithmic.of(-3.0, 3.0, open) - 1023f64.ln()).abs() < 1e-12);
        for loss in [Loss::Linear, Loss::Logarithmic] {
            assert_eq!(loss.of(0.5, 0.5, open), 0.0);
            assert!(loss.of(0.0, 1.0, open) < loss.of(-1.0, 1.0, open));
        }
    }
}
