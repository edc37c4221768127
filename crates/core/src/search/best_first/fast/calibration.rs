//! What the search learns of its evaluator while the tree grows: how far an estimate moves when its position is expanded.
//!
//! A best-first tree compares estimates of different depths, with different players to move. Two things decide how far such
//! estimates can be trusted, and from one evaluator to another they differ by a factor of ten and more:
//!
//! * **The tempo.** A position is often worth more to the side to move than its estimate, because that side chooses the best reply.
//!   Chess programs add a fixed bonus for the side to move. Here each lesson adds half of the average by which expansions still raise
//!   values for the side to move, until they change nothing on average.
//! * **The spread**: by how much expansions change values all the same. A move that looks worse by less than that may well be better.
//!   The constant of an edge is a fixed share of the spread, so that moves close together are searched nearly as deep as each other.
//!
//! Rivest 1987 chose his constant by hand, for one evaluator. Changes are counted in costs. What is learned holds for later
//! moves of a game.

use crate::convert::count_f64;

/// The constant of an edge, as a share of the spread. In matches with eight evaluators of five games, shares from a tenth to 0.4 played
/// about equally well; with large errors a tenth is too little.
const SHARE: f64 = 0.25;
/// How much worse than the best of its family a tip may look and still be [looked at](super::leaf) at once, in spreads. In matches at
/// six games margins from 1 to 4 played about equally well.
const MARGIN: f64 = 3.0;
/// Expansions before the first lesson. Lessons then come at twice as many each time.
const FIRST: u64 = 64;
/// The most expansions between two lessons.
const LONGEST: u64 = 8192;
/// The fewest changes of a lesson.
const FEWEST: u64 = 16;

/// The changes of estimates that one thread has seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    count: u64,
    /// The sum of the changes. A cost that rises is a loss for the side to move.
    sum: i64,
    /// The sum of their sizes.
    size: u64,
}

impl Changes {
    /// Notes that a tip was expected to cost its player `expected`, and that the best of its children costs `best`.
    #[inline]
    pub(super) fn note(&mut self, expected: u16, best: u16) {
        self.count += 1;
        self.sum += i64::from(best) - i64::from(expected);
        self.size += u64::from(best.abs_diff(expected));
    }

    fn add(&mut self, other: Changes) {
        self.count += other.count;
        self.sum += other.sum;
        self.size += other.size;
    }
}

/// What has been learned so far.
#[derive(Clone, Debug)]
pub(super) struct Calibration {
    changes: Changes,
    /// Expansions since the start.
    expansions: u64,
    /// The expansions at which the next lesson is due, and those between the last one and the next.
    due: u64,
    every: u64,
    /// The cost of a tip to the player who is not to move, added to its estimate.
    tempo: f64,
    /// The spread, once it is known.
    spread: Option<f64>,
}

impl Calibration {
    pub(super) fn new() -> Self {
        Calibration {
            changes: Changes::default(),
            expansions: 0,
            due: FIRST,
            every: FIRST,
            tempo: 0.0,
            spread: None,
        }
    }

    /// The expansions until the next lesson.
    pub(super) fn left(&self) -> u64 {
        self.due - self.expansions
    }

    /// Counts expansions with the changes that they brought. Returns whether something was learned.
    pub(super) fn count(&mut self, expansions: u64, changes: impl Iterator<Item = Changes>) -> bool {
        self.expansions += expansions;
        changes.for_each(|changes| self.changes.add(changes));
        if self.expansions < self.due {
            return false;
        }
        self.every = (2 * self.every).min(LONGEST);
        self.due = self.expansions + self.every;
        if self.changes.count < FEWEST {
            return false;
        }
        let Changes { count, sum, size } = std::mem::take(&mut self.changes);
        #[expect(
            clippy::cast_precision_loss,
            reason = "changes are below 2^16, and there are fewer than 2^37 of them"
        )]
        let mean = sum as f64 / count_f64(count);
        // The tip's own tempo and that of its best child both went into the change.
        self.tempo -= mean / 2.0;
        self.spread = Some(count_f64(size) / count_f64(count));
        true
    }

    /// The tempo, in costs.
    pub(super) fn tempo(&self) -> f64 {
        self.tempo
    }

    /// The spread, in costs, once it is known.
    pub(super) fn spread(&self) -> Option<f64> {
        self.spread
    }

    /// How much more than the best of its family a tip may cost and still be looked at at once, where the constant of an edge is
    /// `constant`.
    pub(super) fn margin(&self, constant: f64) -> u16 {
        let spread = self.spread.unwrap_or(constant / SHARE);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "beyond u16 it is clamped: no cost is beyond it"
        )]
        let margin = (MARGIN * spread) as u16;
        margin
    }

    /// The constant of an edge that suits the spread, in costs, once that is known.
    pub(super) fn constant(&self) -> Option<f64> {
        self.spread.map(|spread| SHARE * spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Expands tips whose estimates lack `bonus` for the side to move and have errors up to `error`.
    fn learn(calibration: &mut Calibration, bonus: f64, error: usize) {
        let mut rng = Rng::new(4);
        for _ in 0..20_000 {
            let drift = 2.0 * calibration.tempo() - bonus;
            let error = rng.below(2 * error + 1) as f64 - error as f64;
            let mut changes = Changes::default();
            changes.note(3000, (3000.0 + drift + error).round() as u16);
            calibration.count(1, std::iter::once(changes));
        }
    }

    #[test]
    fn the_tempo_makes_expansions_change_nothing_on_average() {
        for bonus in [-300.0, 0.0, 40.0, 500.0] {
            let mut calibration = Calibration::new();
            learn(&mut calibration, bonus, 60);
            assert!((calibration.tempo() - bonus / 2.0).abs() < 2.0, "{}", calibration.tempo());
            let spread = calibration.spread().unwrap();
            assert!((spread - 30.0).abs() < 2.0, "{spread}");
            assert!((calibration.constant().unwrap() - 30.0 * SHARE).abs() < 1.0);
        }
    }

    #[test]
    fn lessons_come_at_twice_as_many_expansions_each_time() {
        let mut calibration = Calibration::new();
        let mut lessons = Vec::new();
        for expansion in 1..1000 {
            let mut changes = Changes::default();
            changes.note(10, 20);
            if calibration.count(1, std::iter::once(changes)) {
                lessons.push(expansion);
            }
        }
        assert_eq!(lessons, [64, 192, 448, 960]);
        assert_eq!(calibration.left(), 1984 - 999);
    }
}
