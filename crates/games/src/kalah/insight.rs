//! What Kalah tells a search: a store that decides the game, a move that wins at once, and the indices of moves for
//! history tables.

use super::{Board, Kalah, MOST_PITS, Pit, Row, Until};
use tiptree::{Game, Insight, Prospect, ScoreBounds, Turn};

/// The number of seed counts that the index of a move distinguishes.
const TOLD_APART: usize = 16;

impl Insight for Kalah {
    /// A move can only end the game if one side has a single occupied pit, or if a majority ends it.
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Pit>) -> Prospect<Pit> {
        let is_last = |row: Row| row.marks().is_power_of_two();
        let may_end = is_last(board.mover) || is_last(board.waiter) || self.rules.until == Until::Majority;
        if may_end {
            let won = Turn::Over(if board.mover.is_mins() { -1.0 } else { 1.0 });
            let wins = |&pit: &Pit| self.turn(&self.after(board, pit)) == won;
            if let Some(pit) = board.mover.occupied().find(wins) {
                return Prospect::Won(pit);
            }
        }
        moves.extend(board.mover.occupied());
        Prospect::Open
    }

    /// Seeds in a store stay there, whoever gets the rest. The player to move can secure one more seed for every pit
    /// whose last seed falls into the store: played in order from the pit nearest the store, none of these moves
    /// affects another.
    #[inline]
    fn bounds(&self, board: &Board) -> Option<ScoreBounds> {
        let half = (self.total() / 2) as u32;
        let mover = u32::from(board.mover.store()) + board.mover.count_matching(self.sowing.to_store);
        let waiter = u32::from(board.waiter.store());
        let (lower, upper) = match (mover.cmp(&half) as i8, waiter.cmp(&half) as i8) {
            (1, _) => (1.0, 1.0),
            (_, 1) => (-1.0, -1.0),
            (0, 0) => (0.0, 0.0),
            (0, _) => (0.0, 1.0),
            (_, 0) => (-1.0, 0.0),
            _ => return None,
        };
        let (lower, upper) = if board.mover.is_mins() { (-upper, -lower) } else { (lower, upper) };
        Some(ScoreBounds { lower, upper })
    }

    fn places(&self) -> usize {
        MOST_PITS * TOLD_APART
    }

    /// The pit and its seeds, which determine where the last seed falls.
    #[inline]
    fn place(&self, board: &Board, pit: Pit) -> usize {
        let seeds = usize::from(board.mover.seeds(pit));
        usize::from(pit.0) * TOLD_APART + seeds.min(TOLD_APART - 1)
    }
}
