//! Proof numbers: how much is still missing from an answer to a question.
//!
//! A question is whether the value, Max's view, is at least so much. The proof number of a position is the least number of
//! positions that must turn out well for the answer to be yes, the disproof number that for no (Allis 1994).

use crate::player::Player;
use crate::score_bounds::ScoreBounds;

/// The proof number and the disproof number of a position; and, as limits, where to leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// The greatest number that is counted to; what would be more is this much.
    pub(super) const GREATEST: u32 = (1 << 24) - 1;
    /// The number of what cannot happen, and a limit that is never reached.
    pub(super) const NEVER: u32 = u32::MAX;
    /// A position of which nothing is known.
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// No limits.
    pub(super) const NO_LIMITS: Numbers = Numbers { proof: Numbers::NEVER, disproof: Numbers::NEVER };
    const YES: Numbers = Numbers { proof: 0, disproof: Numbers::NEVER };
    const NO: Numbers = Numbers { proof: Numbers::NEVER, disproof: 0 };

    /// The numbers of an answer, where what is certain gives one to the question.
    #[inline]
    pub(super) fn answer(bounds: ScoreBounds, question: f64) -> Option<Self> {
        if bounds.lower >= question {
            Some(Numbers::YES)
        } else {
            (bounds.upper < question).then_some(Numbers::NO)
        }
    }

    /// `own` for the answer that this player hopes for, `other` for the other one.
    #[inline]
    pub(super) fn of(player: Player, own: u32, other: u32) -> Self {
        match player {
            Player::Max => Numbers { proof: own, disproof: other },
            Player::Min => Numbers { proof: other, disproof: own },
        }
    }

    /// The number for the answer that this player hopes for.
    #[inline]
    pub(super) fn own(self, player: Player) -> u32 {
        match player {
            Player::Max => self.proof,
            Player::Min => self.disproof,
        }
    }

    /// The number for the answer that this player refutation.
    #[inline]
    pub(super) fn other(self, player: Player) -> u32 {
        match player {
            Player::Max => self.disproof,
            Player::Min => self.proof,
        }
    }

    /// Whether one of them is at its limit.
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

/// How the numbers of several positions that must all be answered become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Their sum (Allis 1994), which counts what several of them share as often.
    Sum,
    /// The greatest, and one for each other (the weak proof numbers of Ueda, Hashimoto, Hashimoto and Iida 2008).
    Weak,
}

/// What the moves of a decision make of it, as far as numbers go: own ones compete, the others join.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// The place of the move of the least own number, the first of equals.
    pub(super) place: usize,
    own: u32,
    runner_up: u32,
    /// The sum of the others' numbers, the greatest of them, and how many there are.
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
            // An answered move is out, and has nothing to add.
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

    /// The numbers of the decision, where no answer is known.
    #[inline]
    pub(super) fn numbers(&self, player: Player, join: Join) -> Numbers {
        let greatest = Numbers::GREATEST;
        let other = match join {
            Join::Sum => self.sum,
            Join::Weak => u64::from(self.most) + u64::from(self.open).saturating_sub(1),
        };
        Numbers::of(player, self.own.min(greatest), other.min(u64::from(greatest)) as u32)
    }

    /// The limits within which to stay behind the move at `place`, whose own number for the other answer is `other`: until
    /// it is no longer the best by `epsilon`, or the decision itself is at its limits.
    ///
    /// They are above the move's numbers. Where they are reached, either the least own number has grown or the decision's
    /// limit is reached: so a decision is left after finitely many rounds, whatever a table has lost meanwhile.
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
        // What cannot be counted to is no limit.
        let ahead = if ahead > f64::from(Numbers::GREATEST) { Numbers::NEVER } else { ahead as u32 };
        let beside = match join {
            Join::Sum => self.sum - u64::from(other),
            Join::Weak => u64::from(self.open).saturating_sub(1),
        };
        let left = match limits.other(player) {
            Numbers::NEVER => Numbers::NEVER,
            limit => limit - beside as u32,
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
    fn own_numbers_compete_and_the_others_join() {
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
    fn what_cannot_be_counted_to_is_no_limit() {
        let greatest = Numbers { proof: Numbers::GREATEST, disproof: Numbers::GREATEST };
        let tally = Tally::new(Player::Max, [greatest; 40].into_iter());
        for join in [Join::Sum, Join::Weak] {
            assert_eq!(tally.numbers(Player::Max, join), greatest);
            let limits = tally.limits(Player::Max, (join, 0.0), Numbers::NO_LIMITS, Numbers::GREATEST);
            assert_eq!(limits, Numbers::NO_LIMITS);
        }
    }
}
