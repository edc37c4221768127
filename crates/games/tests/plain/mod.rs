//! Shared by the tests of Connect-Four: scores by plain minimax, random positions, and the labelled files.

// Not every test file uses everything.
#![allow(dead_code)]

use std::collections::HashMap;
use tiptree::{Game, Rng, Turn};
use tiptree_games::connect4::{Board, Column, Connect4};

pub(crate) const PLY_28: &str = include_str!("../../data/connect4-all-moves-ply28.txt");
pub(crate) const PLY_20: &str = include_str!("../../data/connect4-all-moves-ply20.txt");
pub(crate) const QUICK_WINS: &str = include_str!("../../data/connect4-quick-wins.txt");
pub(crate) const PLY_12: &str = include_str!("../../data/connect4-all-moves-ply12.txt");

/// Scores by plain minimax, with a cache.
pub(crate) struct Plain {
    pub(crate) game: Connect4,
    known: HashMap<Board, i32>,
}

impl Plain {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Plain { game: Connect4::new(width, height).unwrap(), known: HashMap::new() }
    }

    pub(crate) fn moves(&self, board: &Board) -> Vec<Column> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves
    }

    /// The stones that the side to move will still put on the board, if nobody wins.
    fn stones_left(&self, board: &Board) -> i32 {
        let cells = (self.game.width() * self.game.height()) as u8;
        i32::from((cells - board.plies()).div_ceil(2))
    }

    pub(crate) fn score(&mut self, board: &Board) -> i32 {
        if let Some(&score) = self.known.get(board) {
            return score;
        }
        let moves = self.moves(board);
        let score = moves.into_iter().map(|mv| self.score_of_move(board, mv)).max().unwrap_or(0);
        self.known.insert(*board, score);
        score
    }

    pub(crate) fn score_of_move(&mut self, board: &Board, mv: Column) -> i32 {
        let next = self.game.after(board, mv);
        match self.game.turn(&next) {
            Turn::Over(0.0) => 0,
            Turn::Over(_) => self.stones_left(board),
            _ => -self.score(&next),
        }
    }

    /// A position after `plies` random moves in which the game is not over.
    pub(crate) fn random(&self, rng: &mut Rng, plies: usize) -> Board {
        loop {
            let mut board = self.game.start();
            for _ in 0..plies {
                let moves = self.moves(&board);
                if moves.is_empty() {
                    break;
                }
                self.game.play(&mut board, moves[rng.below(moves.len())]);
            }
            if usize::from(board.plies()) == plies && !self.game.turn(&board).is_over() {
                return board;
            }
        }
    }
}

/// The lines of a labelled file: the position, its score, and the score of each column, none if it is full.
pub(crate) fn labels(text: &str) -> impl Iterator<Item = (&str, i32, Vec<Option<i32>>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let position = words.next().unwrap();
        let best = words.next().unwrap().parse().unwrap();
        (position, best, words.map(|word| word.parse().ok()).collect())
    })
}
