//! Values as whole numbers: the cost of a value is what it loses the player to move, against a win.
//!
//! Rivest's penalty is a difference of logarithms (section 4), so that logarithms are stored instead of values. What one player
//! gains the other pays: the cost to Min is the cost of a loss less the cost to Max.

use crate::convert::{count_f64, whole_u64, whole_usize};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::player::Player;
use crate::search::scale::Scale;

/// Steps of the table per point of the scale.
const STEPS: f64 = 4.0;
/// The whole number that stands for a penalty of 1, such as a difference of logarithms of 1.
pub(super) const UNIT: f64 = 4096.0;
/// The most payoffs that are listed one by one.
const MOST_ENDS: f64 = 4096.0;

/// What differences of values mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Differences of logarithms, as in the paper.
    Log,
    /// Differences of values: 1 for half of the range.
    Linear,
    /// Differences of log-odds, divided by four: for values that are probabilities.
    Logit,
}

impl Shape {
    /// The level of a value on the scale; costs are differences of levels.
    fn level(self, value: f64) -> f64 {
        match self {
            Shape::Log => value.ln(),
            Shape::Linear => value / 512.0,
            // Shifted by a point, because the odds would be infinite at the ends.
            Shape::Logit => ((value + 1.0) / (Scale::HIGH + 2.0 - value)).ln() / 4.0,
        }
    }
}

/// The map from values to costs and back.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    scale: Scale,
    /// The cost of an estimate to Max, by the value in steps.
    table: Vec<u16>,
    /// For each payoff its cost to Max and its value on the evaluator's scale, in the order of falling costs. Empty where two
    /// payoffs cost the same, and no more than win and loss where payoffs lie on no grid: then only wins and losses can be told.
    ends: Vec<(u16, f64)>,
    /// The cost of a loss.
    pub(super) all: u16,
    /// The cost of a draw to Max, where there are three payoffs.
    draw: Option<u16>,
}

impl Costs {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, shape: Shape) -> Self {
        let scale = Scale::new(evaluator.range());
        let count = whole_u64((Scale::HIGH - Scale::LOW) * STEPS);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "levels rise, from a loss to a win by less than 7: the cost is from 0 to 7 UNIT"
        )]
        let pay = |v: f64| (UNIT * (shape.level(Scale::HIGH) - shape.level(v))).round() as u16;
        let all = pay(Scale::LOW);
        // The costs of a win and of a loss are reserved for proven values.
        let table =
            (0..=count).map(|step| pay(Scale::LOW + count_f64(step) / STEPS).clamp(1, all - 1)).collect();
        let mut costs = Costs { scale, table, ends: Vec::new(), all, draw: None };
        let ends: Vec<(u16, f64)> = payoffs(game)
            .map(|payoff| evaluator.payoff(game, payoff))
            .map(|value| (costs.proven(Player::Max, value), value))
            .collect();
        if ends.is_sorted_by(|a, b| a.0 > b.0) {
            costs.draw = if let [_, draw, _] = ends[..] { Some(draw.0) } else { None };
            costs.ends = ends;
        }
        costs
    }

    #[inline]
    fn step(&self, value: f64) -> usize {
        whole_usize((self.scale.up(value) - Scale::LOW) * STEPS + 0.5).min(self.table.len() - 1)
    }

    #[inline]
    fn paid_by(&self, player: Player, paid_by_max: u16) -> u16 {
        match player {
            Player::Max => paid_by_max,
            Player::Min => self.all - paid_by_max,
        }
    }

    /// The cost of an estimate to this player.
    #[inline]
    pub(super) fn estimate(&self, player: Player, value: f64) -> u16 {
        self.paid_by(player, self.table[self.step(value)])
    }

    /// The cost of a proven value to this player.
    #[inline]
    pub(super) fn proven(&self, player: Player, value: f64) -> u16 {
        let up = self.scale.up(value);
        let paid = if up >= Scale::HIGH {
            0
        } else if up <= Scale::LOW {
            self.all
        } else {
            self.table[self.step(value)]
        };
        self.paid_by(player, paid)
    }

    /// The cost of a draw to this player, where there are three payoffs.
    #[inline]
    pub(super) fn draw(&self, player: Player) -> Option<u16> {
        self.draw.map(|paid| self.paid_by(player, paid))
    }

    /// The value that costs this player `cost`.
    pub(super) fn value(&self, player: Player, cost: u16) -> f64 {
        let paid = self.paid_by(player, cost.min(self.all));
        if paid == 0 {
            return self.scale.down(Scale::HIGH);
        }
        if paid == self.all {
            return self.scale.down(Scale::LOW);
        }
        // The table falls. Several steps may cost as much; the middle one is taken.
        let from = self.table.partition_point(|&entry| entry > paid);
        let to = self.table.partition_point(|&entry| entry >= paid).max(from + 1);
        self.scale.down(Scale::LOW + count_f64((from + to - 1) as u64 / 2) / STEPS)
    }

    /// The proven value that costs this player `cost`, where it can be told.
    pub(super) fn end(&self, player: Player, cost: u16) -> Option<f64> {
        let paid = self.paid_by(player, cost.min(self.all));
        if paid == 0 || paid == self.all {
            return Some(self.value(Player::Max, paid));
        }
        let place = self.ends.partition_point(|end| end.0 > paid);
        self.ends.get(place).filter(|end| end.0 == paid).map(|end| end.1)
    }
}

/// The payoffs in rising order: all of them where they lie on a grid that is not too fine, else the two ends.
fn payoffs<G: Game>(game: &G) -> impl Iterator<Item = f64> {
    let range = game.payoffs();
    let width = range.high - range.low;
    let step = range.step.filter(|step| width / step <= MOST_ENDS).unwrap_or(width);
    let count = whole_u64((width / step).round());
    (0..=count).map(move |number| range.low + count_f64(number) * step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Neutral;
    use crate::testing::synthetic::HashTree;

    fn costs(shape: Shape) -> Costs {
        let tree = HashTree::new(1, 4, 3);
        Costs::new(&tree, &Neutral::new(&tree), shape)
    }

    #[test]
    fn what_one_gains_the_other_pays() {
        for shape in [Shape::Log, Shape::Linear, Shape::Logit] {
            let costs = costs(shape);
            for step in 0..=2000 {
                let value = -1.0 + f64::from(step) / 1000.0;
                let paid = Player::Max;
                assert_eq!(
                    costs.estimate(paid, value) + costs.estimate(Player::Min, value),
                    costs.all,
                    "{shape:?}"
                );
                assert!((1..costs.all).contains(&costs.estimate(paid, value)), "{shape:?} {value}");
                let back = costs.value(Player::Min, costs.estimate(Player::Min, value));
                assert!((back - value).abs() < 0.002 || value.abs() > 0.997, "{shape:?}: {back} for {value}");
            }
        }
    }

    #[test]
    fn proven_values_are_told_exactly() {
        for shape in [Shape::Log, Shape::Linear, Shape::Logit] {
            let costs = costs(shape);
            assert_eq!((costs.proven(Player::Max, 1.0), costs.proven(Player::Min, 1.0)), (0, costs.all));
            for player in [Player::Max, Player::Min] {
                for value in [-1.0, 0.0, 1.0] {
                    assert_eq!(costs.end(player, costs.proven(player, value)), Some(value), "{shape:?}");
                }
                assert_eq!(costs.end(player, 1), None);
            }
        }
    }

    #[test]
    fn better_values_cost_less() {
        let costs = costs(Shape::Log);
        let falls = (0..=1000).map(|step| costs.estimate(Player::Max, -1.0 + f64::from(step) / 500.0));
        assert!(falls.is_sorted_by(|a, b| a >= b));
    }
}
