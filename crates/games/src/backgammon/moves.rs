//! The plays of a roll: one for every distinct successor.
//!
//! Both dice must be used if possible, the greater if only one can be, and with doubles as many of the four as possible.
//!
//! Doubles: the order of the steps changes nothing, and any legal order remains legal if the steps are sorted by where they
//! begin, the farthest first. Different sets of steps lead to different successors. So a walk that never steps from farther
//! back than before finds every successor once.
//!
//! Mixed dice: every pair of steps is tried with the greater die first, then the pairs that are only legal with the smaller
//! die first. Without bearing off, two pairs have the same result only if one checker takes both dice, by way of either of
//! two points, and neither of them is hit. Near the end, where more pairs can coincide, the results are compared.

use super::checkers::{BAR, Checkers, HOME, Places, descending, mirrored, only};
use super::dice::Dice;
use super::play::Move;

/// The greatest point from which a checker can come home with one die.
const ONE_DIE_FROM_HOME: u8 = 12;

/// A board as the player to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    mover: Checkers,
    /// The points that the opponent holds with two checkers or more.
    blocked: Places,
    /// The points on which the opponent has a single checker.
    blots: Places,
}

impl View {
    #[inline]
    pub(super) fn new(mover: Checkers, waiter: &Checkers) -> Self {
        View { mover, blocked: mirrored(waiter.made()), blots: mirrored(waiter.blots()) }
    }

    /// Pushes the plays of a roll.
    #[inline]
    pub(super) fn push_plays(&self, dice: Dice, plays: &mut Vec<Move>) {
        let from = plays.len();
        if dice.is_double() {
            let mut doubles = Doubles { view: self, die: dice.high(), from, most: 1, plays };
            doubles.extend(self.mover, !0, Move::pass(dice), 0);
        } else {
            self.push_mixed(dice, plays);
        }
        if plays.len() == from {
            plays.push(Move::pass(dice));
        }
    }

    /// Where a checker can begin a step with this die.
    #[inline]
    fn sources(&self, checkers: &Checkers, die: u8) -> Places {
        let in_play = checkers.in_play();
        if in_play & only(BAR) != 0 {
            return only(BAR) & !(self.blocked << die);
        }
        let within_board = !(only(die + 1) - 1);
        let sources = in_play & within_board & !(self.blocked << die);
        if in_play & !HOME != 0 || in_play == 0 {
            return sources;
        }
        let farthest = in_play.ilog2() as u8;
        sources | if farthest < die { only(farthest) } else { in_play & only(die) }
    }

    #[inline]
    fn push_mixed(&self, dice: Dice, plays: &mut Vec<Move>) {
        let (high, low) = (dice.high(), dice.low());
        let from = plays.len();
        let bears_off = self.mover.in_play() < only(ONE_DIE_FROM_HOME + 1);
        let mut after_high = [0; BAR as usize + 1];
        let [first_by_high, first_by_low] = [high, low].map(|die| self.sources(&self.mover, die));

        for by_high in descending(first_by_high) {
            let seconds = self.sources(&self.mover.moved_by(by_high, high), low);
            after_high[usize::from(by_high)] = seconds;
            for by_low in descending(seconds) {
                if bears_off || !self.is_detour(by_high, by_low, high, low) {
                    self.push(Move::pass(dice).with(0, by_high).with(1, by_low), bears_off, from, plays);
                }
            }
        }
        for by_low in descending(first_by_low) {
            let seconds = self.sources(&self.mover.moved_by(by_low, low), high);
            for by_high in descending(seconds) {
                let is_known = after_high[usize::from(by_high)] & only(by_low) != 0;
                if !is_known && (bears_off || !self.is_detour(by_high, by_low, high, low)) {
                    self.push(Move::low_first(dice).with(0, by_low).with(1, by_high), bears_off, from, plays);
                }
            }
        }
        if plays.len() == from {
            let (play, sources) = match first_by_high {
                0 => (Move::low_first(dice), first_by_low),
                _ => (Move::pass(dice), first_by_high),
            };
            plays.extend(descending(sources).map(|source| play.with(0, source)));
        }
    }

    /// Whether one checker takes the smaller die first and could as well take the greater one first.
    #[inline]
    fn is_detour(&self, by_high: u8, by_low: u8, high: u8, low: u8) -> bool {
        by_high + low == by_low && by_low > high && {
            let by_way_of = only(by_low - high);
            by_way_of & self.blocked == 0 && (by_way_of | only(by_high)) & self.blots == 0
        }
    }

    /// Pushes a play, if `compares` only if none of the plays since `from` has the same result.
    #[inline]
    fn push(&self, play: Move, compares: bool, from: usize, plays: &mut Vec<Move>) {
        let is_known = || plays[from..].iter().any(|&other| self.result(other) == self.result(play));
        if !compares || !is_known() {
            plays.push(play);
        }
    }

    /// The mover's checkers after a play.
    pub(super) fn after(&self, play: Move) -> Checkers {
        self.result(play).0
    }

    /// The mover's checkers after a play, and the points that it hits.
    fn result(&self, play: Move) -> (Checkers, Places) {
        play.steps().fold((self.mover, 0), |(mover, hits), step| {
            (mover.moved(step.from, step.to), hits | only(step.to) & self.blots)
        })
    }
}

/// The walk through the plays of a double.
struct Doubles<'a> {
    view: &'a View,
    die: u8,
    /// The number of moves in the list before the plays.
    from: usize,
    /// The most steps found so far: plays of fewer steps are not legal.
    most: u32,
    plays: &'a mut Vec<Move>,
}

impl Doubles<'_> {
    /// Adds further steps to a play of `count` steps, from the places of `allowed`.
    fn extend(&mut self, checkers: Checkers, allowed: Places, play: Move, count: u32) {
        let sources = self.view.sources(&checkers, self.die) & allowed;
        if count == 3 && sources != 0 {
            self.keep(4);
            self.plays.extend(descending(sources).map(|from| play.with(3, from)));
        } else if sources == 0 {
            if count >= self.most {
                self.keep(count);
                self.plays.push(play);
            }
        } else {
            for from in descending(sources) {
                let after = checkers.moved_by(from, self.die);
                self.extend(after, only(from + 1) - 1, play.with(count, from), count + 1);
            }
        }
    }

    /// Drops the plays with fewer steps.
    fn keep(&mut self, count: u32) {
        if count > self.most {
            self.plays.truncate(self.from);
            self.most = count;
        }
    }
}
