//! Tic-tac-toe: a small, well-known game for first steps and tests.
//!
//! The nine squares are numbered in reading order, and are the lowest nine bits of a number for each player.

pub(crate) mod by_name;

use tiptree::{Evaluator, Game, Insight, Keyed, Notation, ParseError, Prospect, Range, Turn};

/// The three squares of every row, column and diagonal.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The rules of tic-tac-toe. Max plays X and moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// A position: the squares of X and of O.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares {
    x: u16,
    o: u16,
}

fn has_line(squares: u16) -> bool {
    LINES.iter().any(|line| squares & line == *line)
}

impl Game for TicTacToe {
    type State = Squares;
    /// A square, counted from 0.
    type Move = u8;

    fn start(&self) -> Squares {
        Squares::default()
    }

    fn turn(&self, &Squares { x, o }: &Squares) -> Turn {
        match x.count_ones() > o.count_ones() {
            _ if has_line(x) => Turn::Over(1.0),
            _ if has_line(o) => Turn::Over(-1.0),
            _ if x | o == FULL => Turn::Over(0.0),
            true => Turn::Min,
            false => Turn::Max,
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, state: &Squares, moves: &mut Vec<u8>) {
        if !self.turn(state).is_over() {
            moves.extend((0..9).filter(|square| (state.x | state.o) >> square & 1 == 0));
        }
    }

    fn play(&self, state: &mut Squares, square: u8) {
        if state.x.count_ones() > state.o.count_ones() {
            state.o |= 1 << square;
        } else {
            state.x |= 1 << square;
        }
    }
}

impl Keyed for TicTacToe {
    fn key(&self, state: &Squares) -> u64 {
        tiptree::rng::scatter(u64::from(state.x) << 9 | u64::from(state.o))
    }
}

impl Insight for TicTacToe {
    fn prospect(&self, &Squares { x, o }: &Squares, moves: &mut Vec<u8>) -> Prospect<u8> {
        let (mover, opponent) = if x.count_ones() > o.count_ones() { (o, x) } else { (x, o) };
        let empty = (0..9).filter(|square| (x | o) >> square & 1 == 0);
        let wins = |squares: u16| empty.clone().filter(move |square| has_line(squares | 1 << square));
        let mut threats = wins(opponent);
        match (wins(mover).next(), threats.next(), threats.next()) {
            (Some(winning), ..) => return Prospect::Won(winning),
            // One move cannot block two threats.
            (None, Some(_), Some(_)) => return Prospect::Lost,
            (None, Some(threat), None) => moves.push(threat),
            (None, None, _) => moves.extend(empty),
        }
        Prospect::Open
    }

    fn places(&self) -> usize {
        9
    }

    fn place(&self, _state: &Squares, square: u8) -> usize {
        usize::from(square)
    }
}

impl Squares {
    fn letter(self, square: u8, empty: char) -> char {
        match (self.x >> square & 1, self.o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => empty,
        }
    }
}

impl Notation for TicTacToe {
    fn move_text(&self, _state: &Squares, square: u8) -> String {
        (square + 1).to_string()
    }

    /// The nine squares in reading order, such as `X.O.X....`.
    fn position_text(&self, state: &Squares) -> String {
        (0..9).map(|square| state.letter(square, '.')).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Squares, ParseError> {
        let parse_error = |expected: &str| ParseError::new("position", text, expected);
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        let squares = text.trim();
        if squares.len() != 9 || squares.contains(|letter| !matches!(letter, 'X' | 'O' | '.')) {
            return Err(parse_error("nine squares, each X, O or ., such as X.O.X...."));
        }
        let of =
            |player| squares.chars().rev().fold(0, |bits, letter| bits << 1 | u16::from(letter == player));
        let Squares { x, o } = Squares { x: of('X'), o: of('O') };
        let is_ahead = x.count_ones().wrapping_sub(o.count_ones());
        if is_ahead > 1 {
            return Err(parse_error("as many X as O, or one more"));
        }
        if (has_line(x) && is_ahead == 0) || (has_line(o) && is_ahead == 1) {
            return Err(parse_error("no move after the game is won"));
        }
        Ok(Squares { x, o })
    }

    /// Three rows; an empty square shows its number.
    fn draw(&self, state: &Squares) -> String {
        let number = |square: u8| char::from(b'1' + square);
        let letter = |square| state.letter(square, number(square));
        let row = |row: u8| format!(" {} {} {}\n", letter(3 * row), letter(3 * row + 1), letter(3 * row + 2));
        let turn = match self.turn(state) {
            Turn::Max => "X to move",
            Turn::Min => "O to move",
            Turn::Over(payoff) if payoff > 0.0 => "X has won",
            Turn::Over(payoff) if payoff < 0.0 => "O has won",
            Turn::Over(_) | Turn::Chance => "drawn",
        };
        (0..3).map(row).chain([turn.into()]).collect()
    }
}

/// The lines still open to X minus those still open to O, from -9, lost, to 9, won (Nilsson 1971).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn range(&self) -> Range {
        Range::new(-9.0, 9.0).with_step(1.0)
    }

    fn evaluate(&self, _game: &TicTacToe, &Squares { x, o }: &Squares) -> f64 {
        let open = |opponent: u16| LINES.iter().filter(|&line| opponent & line == 0).count() as f64;
        open(o) - open(x)
    }
}
