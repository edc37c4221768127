//! The exact solver of Connect-Four against plain minimax, and against labels that two public solvers agree on.

use std::collections::HashMap;
use tiptree::{Game, Notation, Rng, Turn};
use tiptree_games::connect4::{Board, Column, Connect4, Solver};

/// Scores by the rules alone, each position once.
struct Plain {
    game: Connect4,
    known: HashMap<Board, i32>,
}

impl Plain {
    fn new(width: usize, height: usize) -> Self {
        Plain { game: Connect4::new(width, height).unwrap(), known: HashMap::new() }
    }

    fn moves(&self, board: &Board) -> Vec<Column> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves
    }

    /// The stones that the side to move will still put on the board, if nobody wins.
    fn stones_left(&self, board: &Board) -> i32 {
        let cells = self.game.width() * self.game.height();
        (cells - usize::from(board.plies())).div_ceil(2) as i32
    }

    fn score(&mut self, board: &Board) -> i32 {
        if let Some(&score) = self.known.get(board) {
            return score;
        }
        let moves = self.moves(board);
        let score = moves.into_iter().map(|mv| self.score_of_move(board, mv)).max().unwrap_or(0);
        self.known.insert(*board, score);
        score
    }

    fn score_of_move(&mut self, board: &Board, mv: Column) -> i32 {
        let next = self.game.after(board, mv);
        match self.game.turn(&next) {
            Turn::Over(0.0) => 0,
            Turn::Over(_) => self.stones_left(board),
            _ => -self.score(&next),
        }
    }

    /// Holds the solver to this position, its moves and its mirror image.
    fn compare(&mut self, solver: &mut Solver, board: &Board) {
        let score = self.score(board);
        assert_eq!(solver.score(board), score, "{:?}\n{}", self.game, self.game.draw(board));
        let moves: Vec<_> =
            self.moves(board).into_iter().map(|mv| (mv, self.score_of_move(board, mv))).collect();
        assert_eq!(solver.scores(board), moves, "{:?}\n{}", self.game, self.game.draw(board));
    }

    /// A position after so many random moves that is not over.
    fn random(&self, rng: &mut Rng, plies: usize) -> Board {
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

/// Every position that play can reach.
fn walk(plain: &mut Plain, solver: &mut Solver, seen: &mut HashMap<Board, ()>, board: &Board) {
    if plain.game.turn(board).is_over() || seen.insert(*board, ()).is_some() {
        return;
    }
    plain.compare(solver, board);
    for mv in plain.moves(board) {
        let next = plain.game.after(board, mv);
        walk(plain, solver, seen, &next);
    }
}

#[test]
fn every_position_of_small_boards_has_the_score_of_plain_minimax() {
    for (width, height) in [(4, 3), (4, 4), (5, 3), (3, 5), (2, 6), (6, 2), (1, 9), (9, 1), (1, 1)] {
        let mut plain = Plain::new(width, height);
        let mut solver = Solver::new(&plain.game);
        let start = plain.game.start();
        walk(&mut plain, &mut solver, &mut HashMap::new(), &start);
    }
}

#[test]
fn random_positions_have_the_score_of_plain_minimax() {
    // Of the last plies only where the board is large.
    for (width, height, empty, positions) in [
        (5, 4, 14, 200),
        (6, 4, 13, 150),
        (5, 5, 14, 150),
        (4, 5, 14, 200),
        (7, 4, 12, 150),
        (7, 5, 12, 150),
        (7, 6, 12, 200),
        (8, 7, 10, 100),
        (9, 6, 10, 100),
        (6, 9, 10, 60),
        (5, 11, 11, 60),
        (4, 15, 12, 60),
        (3, 20, 14, 30),
        (1, 63, 20, 3),
        (12, 4, 9, 60),
        (16, 3, 9, 30),
        (32, 1, 9, 5),
    ] {
        let mut plain = Plain::new(width, height);
        let mut solver = Solver::with_table(&plain.game, 1 << 16);
        for number in 0..positions {
            let mut rng = Rng::derive(4, &[width as u64, height as u64, number]);
            let plies = width * height - 1 - rng.below(empty);
            let board = plain.random(&mut rng, plies);
            if number % 3 == 0 {
                solver.forget();
            }
            plain.compare(&mut solver, &board);
        }
    }
}

/// The lines of a labelled file: the position, its score, and the score of each column or none.
fn labels(text: &str) -> impl Iterator<Item = (&str, i32, Vec<Option<i32>>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let position = words.next().unwrap();
        let best = words.next().unwrap().parse().unwrap();
        (position, best, words.map(|word| word.parse().ok()).collect())
    })
}

/// Confirms every label of every `step`-th line.
fn confirm(text: &str, step: usize) {
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    for (position, best, scores) in labels(text).step_by(step) {
        let board = game.parse_position(position).unwrap();
        let found = solver.scores(&board);
        let expected: Vec<_> = (0..).map(Column).zip(scores).filter_map(|(mv, s)| Some((mv, s?))).collect();
        assert_eq!(found, expected, "{position}");
        assert_eq!(solver.score(&board), best, "{position}");
    }
}

#[test]
fn every_label_after_28_plies_is_confirmed() {
    confirm(include_str!("../data/connect4-all-moves-ply28.txt"), 1);
}

#[test]
fn every_label_after_20_plies_is_confirmed() {
    confirm(include_str!("../data/connect4-all-moves-ply20.txt"), 1);
}

#[test]
fn every_label_after_12_plies_is_confirmed() {
    confirm(include_str!("../data/connect4-all-moves-ply12.txt"), 1);
}
