//! Clobber: a stone moves onto a neighbouring stone of the other colour and captures it. A player that cannot move
//! loses.

use tiptree::erased::Named;
use tiptree::registry::{Entry, Valuation};
use tiptree::rng::scatter;
use tiptree::{Evaluator, Game, Insight, Keyed, Neutral, Notation, Parameter, ParseError, Range, Turn};

/// A board of up to eight rows and columns. Bit `8 * row + column` is a square.
#[derive(Clone, Copy, Debug)]
pub struct Clobber {
    pub width: u32,
    pub height: u32,
}

/// The stones of Max and of Min, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    stones: [u64; 2],
    mover: usize,
}

/// The neighbours of these squares.
fn beside(squares: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    (squares << 1 & !LEFT) | (squares >> 1 & !(LEFT << 7)) | squares << 8 | squares >> 8
}

/// The indices of the squares, the lowest first.
fn each(mut squares: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (squares != 0).then(|| squares.trailing_zeros())?;
        squares &= squares - 1;
        Some(square)
    })
}

impl Game for Clobber {
    type State = Board;
    type Move = u16; // 64 * from + to

    fn start(&self) -> Board {
        let mut stones = [0; 2];
        for (row, column) in (0..self.height).flat_map(|row| (0..self.width).map(move |column| (row, column)))
        {
            stones[(row + column) as usize % 2] |= 1 << (8 * row + column);
        }
        Board { stones, mover: 0 }
    }
    fn turn(&self, &Board { stones, mover }: &Board) -> Turn {
        match (beside(stones[0]) & stones[1], mover) {
            (0, mover) => Turn::Over(if mover == 0 { -1.0 } else { 1.0 }),
            (_, 0) => Turn::Max,
            _ => Turn::Min,
        }
    }
    fn moves(&self, &Board { stones, mover }: &Board, moves: &mut Vec<u16>) {
        for from in each(stones[mover]) {
            moves.extend(each(beside(1 << from) & stones[1 - mover]).map(|to| (64 * from + to) as u16));
        }
    }
    fn play(&self, Board { stones, mover }: &mut Board, mv: u16) {
        let (from, to) = (1 << (mv / 64), 1 << (mv % 64));
        stones[*mover] ^= from | to;
        stones[1 - *mover] ^= to;
        *mover = 1 - *mover;
    }
    fn has_chance(&self) -> bool {
        false
    }
}

impl Keyed for Clobber {
    fn key(&self, &Board { stones, mover }: &Board) -> u64 {
        scatter(scatter(stones[0]) ^ stones[1]) ^ mover as u64
    }
}

impl Insight for Clobber {}

/// A move is `a1b1`. A position is its rows from the highest, then the player to move: `oxo/xox:x`.
impl Notation for Clobber {
    fn move_text(&self, _: &Board, mv: u16) -> String {
        let square = |square: u16| format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
        square(mv / 64) + &square(mv % 64)
    }
    fn position_text(&self, &Board { stones, mover }: &Board) -> String {
        let letter = |square: u32| match stones.map(|stones| stones >> square & 1) {
            [0, 0] => '.',
            [0, _] => 'o',
            _ => 'x',
        };
        let row = |row: u32| (0..self.width).map(|column| letter(8 * row + column)).collect::<String>();
        let rows: Vec<String> = (0..self.height).rev().map(row).collect();
        format!("{}:{}", rows.join("/"), ['x', 'o'][mover])
    }
    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        if text.is_empty() {
            return Ok(self.start());
        }
        let mut board = Board { stones: [0; 2], mover: usize::from(text.ends_with('o')) };
        let rows = text.split(':').next().unwrap_or_default().split('/');
        for (row, letters) in (0..self.height).rev().zip(rows) {
            for (column, letter) in (0..self.width).zip(letters.chars()) {
                if let Some(side) = ['x', 'o'].iter().position(|&own| own == letter) {
                    board.stones[side] |= 1 << (8 * row + column);
                }
            }
        }
        let parse_error = || {
            ParseError::new("position", text, format!("one such as {}", self.position_text(&self.start())))
        };
        (self.position_text(&board) == text).then_some(board).ok_or_else(parse_error)
    }
    fn draw(&self, board: &Board) -> String {
        self.position_text(board).replace('/', "\n").replace(':', "\nto move: ")
    }
}

/// The number of Max's stones that can move less that of Min's: the player with more is less likely to run out of
/// moves.
#[derive(Clone, Copy, Debug)]
pub struct Free;

impl Evaluator<Clobber> for Free {
    fn range(&self) -> Range {
        Range::new(-64.0, 64.0).with_step(1.0)
    }
    fn evaluate(&self, _: &Clobber, &Board { stones: [max, min], .. }: &Board) -> f64 {
        f64::from((max & beside(min)).count_ones()) - f64::from((min & beside(max)).count_ones())
    }
}

/// Clobber by name: `clobber(width=6,height=5)`.
pub fn entry() -> Entry {
    Entry::new("clobber", |spec, evaluator| {
        let side =
            |key, usual| spec.read_if(key, usual, "a number from 1 to 8", |side| (1..=8).contains(side));
        let (game, spec) = (Clobber { width: side("width", 6)?, height: side("height", 5)? }, spec.clone());
        // Searched untyped: the searches for that are compiled already.
        Ok(tiptree_games::untyped::rules(match evaluator.name.as_str() {
            "neutral" => Named::untyped(spec, game, Neutral::new(&game)),
            _ => Named::untyped(spec, game, Free),
        }))
    })
    .summary("Clobber: move onto a neighbour of the other colour and take it; who cannot move loses")
    .source("Albert, Grossman and Nowakowski 2001")
    .parameters([
        Parameter::new("width", "6", "columns, 1 to 8"),
        Parameter::new("height", "5", "rows, 1 to 8"),
    ])
    .evaluators([Valuation::new("free", "Max's stones that can move less those of Min"), Valuation::NEUTRAL])
}
