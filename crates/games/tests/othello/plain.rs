//! Shared by the tests of Othello: scores by plain minimax, and random positions.

use std::collections::HashMap;
use tiptree::{Game, Rng};
use tiptree_games::othello::{Board, Othello, Square};

/// Scores by plain minimax, with a cache.
pub(crate) struct Plain {
    pub(crate) game: Othello,
    known: HashMap<Board, i32>,
}

impl Plain {
    pub(crate) fn new(size: usize) -> Self {
        Plain { game: Othello::new(size).unwrap(), known: HashMap::new() }
    }

    pub(crate) fn moves(&self, board: &Board) -> Vec<Square> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves
    }

    /// The number of empty squares.
    pub(crate) fn left(&self, board: &Board) -> i32 {
        (self.game.squares() & !board.occupied()).count_ones().cast_signed()
    }

    /// The disc difference at the end under best play for the side to move, with empty squares counted for the winner.
    pub(crate) fn score(&mut self, board: &Board) -> i32 {
        if let Some(&score) = self.known.get(board) {
            return score;
        }
        let moves = self.moves(board);
        let score = moves.into_iter().map(|mv| self.score_of_move(board, mv)).max().unwrap_or_else(|| {
            let lead = board.mover().count_ones().cast_signed() - board.waiting().count_ones().cast_signed();
            lead + lead.signum() * self.left(board)
        });
        self.known.insert(*board, score);
        score
    }

    pub(crate) fn score_of_move(&mut self, board: &Board, mv: Square) -> i32 {
        -self.score(&self.game.after(board, mv))
    }

    /// A position of a random game with `left` empty squares, in which the game is not over.
    pub(crate) fn random(&self, rng: &mut Rng, left: i32) -> Board {
        loop {
            let mut board = self.game.start();
            while self.left(&board) > left {
                let moves = self.moves(&board);
                if moves.is_empty() {
                    break;
                }
                self.game.play(&mut board, moves[rng.below(moves.len())]);
            }
            if self.left(&board) == left && !self.game.turn(&board).is_over() {
                return board;
            }
        }
    }
}
