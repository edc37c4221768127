//! Exact scores of positions.

mod grid;
mod parity;
mod search;
mod table;

use super::{Board, Column, Connect4};
use search::{Node, Search};
use tiptree::Game;

/// The memory of a solver's table unless another is asked for.
const TABLE_BYTES: usize = 64 << 20;

/// A solver.
#[derive(Clone, Debug)]
pub struct Solver {
    game: Connect4,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Usual(Search<7, 6, 7>),
    Any(Search<0, 0, 32>),
}

impl Solver {
    /// A solver.
    pub fn new(game: &Connect4) -> Self {
        Solver::with_table(game, TABLE_BYTES)
    }

    /// A solver with a table of at most `bytes`.
    pub fn with_table(game: &Connect4, bytes: usize) -> Self {
        let (width, height) = (game.width(), game.height());
        let engine = if (width, height) == (7, 6) {
            Engine::Usual(Search::new(width, height, bytes))
        } else {
            Engine::Any(Search::new(width, height, bytes))
        };
        Solver { game: game.clone(), engine }
    }

    /// The score.
    pub fn score(&mut self, board: &Board) -> i32 {
        match &mut self.engine {
            Engine::Usual(search) => search.score(board.mover(), board.occupied()),
            Engine::Any(search) => search.score(board.mover(), board.occupied()),
        }
    }

    /// Scores of all moves.
    pub fn scores(&mut self, board: &Board) -> Vec<(Column, i32)> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves.into_iter().map(|mv| (mv, -self.score(&self.game.clone().after(board, mv)))).collect()
    }

    /// Positions entered since the solver was made.
    pub fn nodes(&self) -> u64 {
        match &self.engine {
            Engine::Usual(search) => search.nodes,
            Engine::Any(search) => search.nodes,
        }
    }

    /// Forgets.
    pub fn forget(&mut self) {
        match &mut self.engine {
            Engine::Usual(search) => search.table.forget(),
            Engine::Any(search) => search.table.forget(),
        }
    }
}

impl<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> Search<WIDTH, HEIGHT, COLUMNS> {
    fn score(&mut self, mover: u64, occupied: u64) -> i32 {
        let other = occupied ^ mover;
        let empty = (self.grid.masks().cells & !occupied).count_ones().cast_signed();
        if self.grid.has_four(other) {
            return -(empty / 2 + 1);
        }
        let own_threats = self.grid.threats(mover, occupied);
        let other_threats = self.grid.threats(other, occupied);
        let playable = self.grid.playable(occupied);
        if own_threats & playable != 0 {
            return (empty + 1) / 2;
        }
        if playable == 0 {
            return 0;
        }
        let replies = Self::replies(playable, other_threats);
        if replies == 0 {
            return -(empty / 2);
        }
        let node = Node { mover, occupied, own: own_threats, other: other_threats, replies };
        let (mut low, mut high) = (-((empty - 2) / 2), (empty - 1) / 2);
        while low < high {
            let mut alpha = low + (high - low) / 2;
            if alpha <= 0 && low / 2 < alpha {
                alpha = low / 2;
            } else if alpha >= 0 && high / 2 > alpha {
                alpha = high / 2;
            }
            let bound = self.bound(&node, empty, alpha);
            if bound > alpha {
                low = bound;
            } else {
                high = bound;
            }
        }
        low
    }
}
