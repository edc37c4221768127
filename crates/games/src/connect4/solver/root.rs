//! From bounds to scores: the questions asked of one position.

use super::search::{Node, Search};
use crate::connect4::threats::safe;
use std::fmt;
use tiptree::Meter;

/// A search without its board size.
pub(super) trait Scores: fmt::Debug + Send {
    /// The score of the position with these stones, known to be at least `at_least`; none if the meter stops the search.
    fn score(&mut self, mover: u64, occupied: u64, at_least: i32) -> Option<i32>;

    /// Puts what follows under a meter, or under none.
    fn limit(&mut self, meter: Option<Meter>);

    /// The positions entered so far.
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
        // Where a cell and its image hold stones of different players, no mirror image can be reached. Late in the game,
        // images are too rare to pay for being looked for.
        let images_meet = self.grid.mirrored(mover) & (occupied ^ mover) == 0;
        self.folded =
            if images_meet { self.grid.masks().cells.count_ones().cast_signed() / 2 } else { i32::MAX };
        let (mut low, mut high) = Self::range(empty);
        low = low.max(at_least);
        while low < high {
            let alpha = next_question(low, high);
            let bound = self.bound(&node, empty, alpha);
            if self.allowance.is_stopped() {
                return None;
            }
            if bound > alpha {
                low = bound;
            } else {
                high = bound;
            }
        }
        Some(low)
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
    /// The score, if the game is over or will be before the side to move has its second stone; otherwise what to search.
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
            // Where the board is full, this is 0.
            0 => Ok(-(empty / 2)),
            replies => Err(Node { mover, occupied, own, other, replies }),
        }
    }
}

/// Which bound to ask about, if the score is from `low` to `high`.
///
/// First who wins, then nearer to the draw than halfway, because scores are: 12 % fewer positions than by halves.
fn next_question(low: i32, high: i32) -> i32 {
    let third = (high - low) / 3;
    match (low, high) {
        (..=0, 1..) => 0,
        (1.., _) => low + third,
        _ => high - third - 1,
    }
}
