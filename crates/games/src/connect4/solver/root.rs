//! From bounds to scores: the sequence of null-window searches for one position.

use super::search::{Node, Search};
use super::table::Bounds;
use crate::connect4::threats::safe;
use std::fmt;
use tiptree::Meter;

/// A search behind a trait object, for any board size.
pub(super) trait Scores: fmt::Debug + Send {
    /// The score of the position with these stones, known to be at least `at_least`; none if the meter stops the
    /// search.
    fn score(&mut self, mover: u64, occupied: u64, at_least: i32) -> Option<i32>;

    /// A cell where a stone keeps the score of this position, which is `score`; none if the meter stops the search.
    /// Right after [`score`](Scores::score) this takes almost no time, thanks to the table.
    fn best(&mut self, mover: u64, occupied: u64, score: i32) -> Option<u64>;

    /// Sets the meter for the following searches, or removes it.
    fn limit(&mut self, meter: Option<Meter>);

    /// The number of positions visited so far.
    fn nodes(&self) -> u64;

    fn forget(&mut self);
}

impl<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> Scores
    for Search<WIDTH, HEIGHT, COLUMNS>
{
    fn score(&mut self, mover: u64, occupied: u64, at_least: i32) -> Option<i32> {
        let empty = (self.grid.masks().cells & !occupied).count_ones().cast_signed();
        let node = match self.enter(mover, occupied, empty) {
            Ok(score) => return Some(score),
            Err(node) => node,
        };
        // If a cell and its mirror image hold stones of different players, no mirrored position can be reached. Late in
        // the game mirror images are too rare to be worth looking for.
        let images_meet = self.grid.mirrored(mover) & (occupied ^ mover) == 0;
        self.folded =
            if images_meet { self.grid.masks().cells.count_ones().cast_signed() / 2 } else { i32::MAX };
        let (low, high) = Self::range(empty);
        let range = Bounds { low, high };
        let mut best = 0;
        let mut known = Bounds { low: low.max(at_least), high };
        while known.low < known.high {
            let alpha = quick_question(known, range).unwrap_or_else(|| next_question(known));
            let bound = self.bound(&node, empty, alpha);
            if self.allowance.is_stopped() {
                return None;
            }
            if bound > alpha {
                known.low = bound;
                best = self.refutation;
            } else {
                known.high = bound;
            }
        }
        self.refutation = best;
        Some(known.low)
    }

    fn best(&mut self, mover: u64, occupied: u64, score: i32) -> Option<u64> {
        let empty = (self.grid.masks().cells & !occupied).count_ones().cast_signed();
        let playable = self.grid.playable(occupied);
        let likely = self.refutation & playable;
        let mut cells = [likely, playable ^ likely];
        while let Some(group) = cells.iter_mut().find(|group| **group != 0) {
            let cell = *group & group.wrapping_neg();
            *group ^= cell;
            let reply = match self.enter(occupied ^ mover, occupied | cell, empty - 1) {
                Ok(score) => score,
                Err(node) => self.bound(&node, empty - 1, -score),
            };
            if self.allowance.is_stopped() {
                return None;
            }
            if reply <= -score {
                return Some(cell);
            }
        }
        unreachable!("some move has the score of the position")
    }

    fn limit(&mut self, meter: Option<Meter>) {
        self.allowance.limit(meter);
    }

    fn nodes(&self) -> u64 {
        self.allowance.nodes()
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}

impl<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> Search<WIDTH, HEIGHT, COLUMNS> {
    /// The score, if the game is over or ends before the side to move places its second stone; otherwise the node to
    /// search.
    fn enter(&self, mover: u64, occupied: u64, empty: i32) -> Result<i32, Node> {
        let waiting = occupied ^ mover;
        if self.grid.has_four(waiting) {
            return Ok(-(empty / 2 + 1));
        }
        let playable = self.grid.playable(occupied);
        let own = self.grid.threats(mover, occupied);
        if own & playable != 0 {
            return Ok((empty + 1) / 2);
        }
        let other = self.grid.threats(waiting, occupied);
        match safe(playable, other) {
            // On a full board this is 0.
            0 => Ok(-(empty / 2)),
            replies => Err(Node { mover, occupied, own, other, replies }),
        }
    }
}

/// The number of scores at either end of the range that are tested first, on boards with enough empty cells.
const QUICK: i32 = 6;
/// The number of scores that one of these tests decides.
const QUICK_STEP: i32 = 2;
/// If the greatest score of the range is at most this, quick ends are not tested first: the usual tests are as cheap.
const SMALL: i32 = 7;

/// The bound to test while a quick win of either side is possible: a win within few stones, then a loss within as few,
/// then within a few more.
///
/// The range of scores limits the depth of such a search, so it costs little if the answer is no. After 14 plies,
/// positions that end within 14 more take a third of the time; others visit 1 to 2 % more positions.
fn quick_question(known: Bounds, range: Bounds) -> Option<i32> {
    let reach = QUICK.min(range.high - SMALL);
    let (wins, losses) = (range.high - known.high, known.low - range.low);
    if known.low > 0 || known.high < 0 {
        None
    } else if wins < reach && wins <= losses {
        Some((known.high - QUICK_STEP).max(0))
    } else if losses < reach {
        Some((known.low + QUICK_STEP - 1).min(-1))
    } else {
        None
    }
}

/// The bound to test once quick wins are excluded.
///
/// First who wins, then a bound closer to the draw than the midpoint, because scores are: 12 % fewer positions than
/// with bisection.
fn next_question(Bounds { low, high }: Bounds) -> i32 {
    let third = (high - low) / 3;
    match (low, high) {
        (..=0, 1..) => 0,
        (1.., _) => low + third,
        _ => high - third - 1,
    }
}
