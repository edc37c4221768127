//! Proof numbers: how much is still missing from an answer to a question.
//!
//! A question is whether the value, Max's view, is at least some threshold. The proof number of a position is the least
//! number of positions that must turn out well for the answer to be yes, the disproof number the same for no (Allis
//! 1994).

use crate::player::Player;
use crate::score_bounds::ScoreBounds;

/// The proof number and the disproof number of a position, or the limits (thresholds) at which the search leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// The greatest finite number; greater ones are clamped to it.
    pub(super) const GREATEST: u32 = (1 << 24) - 1;
    /// Infinity: the number for an impossible answer, and a limit that is never reached.
    pub(super) const NEVER: u32 = u32::MAX;
    /// A position of which nothing is known.
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// No limits.
    pub(super) const NO_LIMITS: Numbers = Numbers { proof: Numbers::NEVER, disproof: Numbers::NEVER };
    const YES: Numbers = Numbers { proof: 0, disproof: Numbers::NEVER };
    const NO: Numbers = Numbers { proof: Numbers::NEVER, disproof: 0 };

    /// The numbers of an answered question, if the bounds answer it.
    #[inline]
    pub(super) fn answer(bounds: ScoreBounds, question: f64) -> Option<Self> {
        if bounds.lower >= question {
            Some(Numbers::YES)
        } else {
            (bounds.upper < question).then_some(Numbers::NO)
        }
    }

    /// Numbers with `own` for the answer that this player wants and `other` for the opponent's.
    #[inline]
    pub(super) fn of(player: Player, own: u32, other: u32) -> Self {
        match player {
            Player::Max => Numbers { proof: own, disproof: other },
            Player::Min => Numbers { proof: other, disproof: own },
        }
    }

    /// The number for the answer that this player wants.
    #[inline]
    pub(super) fn own(self, player: Player) -> u32 {
        match player {
            Player::Max => self.proof,
            Player::Min => self.disproof,
        }
    }

    /// The number for the answer that the opponent wants.
    #[inline]
    pub(super) fn other(self, player: Player) -> u32 {
        match player {
            Player::Max => self.disproof,
            Player::Min => self.proof,
        }
    }

    /// Whether one of the numbers has reached its limit.
    #[inline]
    pub(super) fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// How near this player's answer is, from 0 to 1.
    pub(super) fn favour(self, player: Player) -> f64 {
        let (own, other) = (f64::from(self.own(player)), f64::from(self.other(player)));
        other / (own + other)
    }
}

/// How the numbers of several positions that must all be answered are joined into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Their sum (Allis 1994), which counts positions that they share several times.
    Sum,
    /// The greatest, plus one for each other (the weak proof numbers of Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
}

/// Sums up the numbers of a decision's moves: the least of the player's own counts, and the opponent's are joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// The place of the move with the least own number, the first of equals.
    pub(super) place: usize,
    own: u32,
    runner_up: u32,
    /// The sum of the opponent's numbers, the greatest of them, and how many are not 0.
    sum: u64,
    most: u32,
    open: u32,
}

impl Tally {
    /// Counts the numbers of a decision's moves, seen by its player.
    #[inline]
    pub(super) fn new(player: Player, moves: impl Iterator<Item = Numbers>) -> Self {
        let never = Numbers::NEVER;
        let mut tally = Tally { place: 0, own: never, runner_up: never, sum: 0, most: 0, open: 0 };
        for (place, numbers) in moves.enumerate() {
            let (own, other) = (numbers.own(player), numbers.other(player));
            // A move that is answered for the opponent adds 0.
            tally.sum += u64::from(other);
            tally.most = tally.most.max(other);
            tally.open += u32::from(other > 0);
            if own < tally.own {
                (tally.place, tally.runner_up, tally.own) = (place, tally.own, own);
            } else {
                tally.runner_up = tally.runner_up.min(own);
            }
        }
        tally
    }

    /// The numbers of the decision, if it has no answer.
    #[inline]
    pub(super) fn numbers(&self, player: Player, join: Join) -> Numbers {
        let greatest = Numbers::GREATEST;
        let other = match join {
            Join::Sum => self.sum,
            Join::Weak => u64::from(self.most) + u64::from(self.open).saturating_sub(1),
        };
        Numbers::of(player, self.own.min(greatest), u32::try_from(other).unwrap_or(greatest).min(greatest))
    }

    /// The limits of the search below the move at `place`, whose number for the opponent's answer is `other`. The search
    /// stays there until the move is worse than the runner-up by the share `epsilon`, or the decision itself reaches its
    /// limits.
    ///
    /// The limits are above the move's numbers. When one is reached, either the least own number has grown or the
    /// decision has reached its limit. So a decision is left after finitely many rounds, whatever the table has lost
    /// meanwhile.
    #[inline]
    pub(super) fn limits(
        &self,
        player: Player,
        (join, epsilon): (Join, f64),
        limits: Numbers,
        other: u32,
    ) -> Numbers {
        let second = f64::from(self.runner_up);
        let ahead = (second * (1.0 + epsilon)).max(second + 1.0);
        // A limit above the greatest number is never reached.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the whole part of a number from 1 to the greatest"
        )]
        let ahead = if ahead > f64::from(Numbers::GREATEST) { Numbers::NEVER } else { ahead as u32 };
        let beside = match join {
            Join::Sum => self.sum - u64::from(other),
            Join::Weak => u64::from(self.open).saturating_sub(1),
        };
        let left = match limits.other(player) {
            Numbers::NEVER => Numbers::NEVER,
            limit => {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a part of the decision's number, which is below the limit"
                )]
                let beside = beside as u32;
                limit - beside
            }
        };
        Numbers::of(player, ahead.min(limits.own(player)), left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [Numbers; 3] =
        [Numbers { proof: 3, disproof: 4 }, Numbers { proof: 2, disproof: 5 }, Numbers::NO];

    #[test]
    fn the_least_own_number_counts_and_the_others_are_joined() {
        let max = Tally::new(Player::Max, MOVES.into_iter());
        assert_eq!(max.place, 1);
        assert_eq!(max.numbers(Player::Max, Join::Sum), Numbers { proof: 2, disproof: 9 });
        assert_eq!(max.numbers(Player::Max, Join::Weak), Numbers { proof: 2, disproof: 6 });
        let min = Tally::new(Player::Min, MOVES[..2].iter().copied());
        assert_eq!(min.numbers(Player::Min, Join::Sum), Numbers { proof: 5, disproof: 4 });
    }

    #[test]
    fn limits_let_a_move_fall_behind_the_next_best() {
        let tally = Tally::new(Player::Max, MOVES.into_iter());
        let limits = |join, epsilon, limits| tally.limits(Player::Max, (join, epsilon), limits, 5);
        assert_eq!(
            limits(Join::Sum, 0.0, Numbers::NO_LIMITS),
            Numbers { proof: 4, disproof: Numbers::NEVER }
        );
        let within = Numbers { proof: 100, disproof: 20 };
        assert_eq!(limits(Join::Sum, 1.0, within), Numbers { proof: 6, disproof: 16 });
        assert_eq!(limits(Join::Weak, 1.0, within), Numbers { proof: 6, disproof: 19 });
        assert_eq!(limits(Join::Sum, 1e300, within).proof, 100);
    }

    #[test]
    fn a_limit_above_the_greatest_number_is_none() {
        let greatest = Numbers { proof: Numbers::GREATEST, disproof: Numbers::GREATEST };
        let tally = Tally::new(Player::Max, [greatest; 40].into_iter());
        for join in [Join::Sum, Join::Weak] {
            assert_eq!(tally.numbers(Player::Max, join), greatest);
            let limits = tally.limits(Player::Max, (join, 0.0), Numbers::NO_LIMITS, Numbers::GREATEST);
            assert_eq!(limits, Numbers::NO_LIMITS);
        }
    }
}
