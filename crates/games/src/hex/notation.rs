//! Moves, positions and drawings as text: `c2`, rows of letters with the side to move, or the moves from the start.

use super::board::{Board, STRIDE, bits};
use super::{Cell, Hex, SWAP};
use crate::refused::refused;
use tiptree::{Game, Notation, ParseError, Turn};

/// The text of taking over the first stone.
const SWAP_TEXT: &str = "swap";

impl Hex {
    fn legal(&self, board: &Board) -> Vec<String> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        moves.into_iter().map(text_of).collect()
    }

    /// Reads rows of letters from the top, divided by slashes, and the side to move.
    fn read_board(&self, text: &str) -> Result<Board, String> {
        let (rows, side) = text.split_once(' ').ok_or("the side to move, X or O, behind the rows")?;
        let rows: Vec<&str> = rows.split('/').collect();
        let size = self.size();
        if rows.len() != size || rows.iter().any(|row| row.chars().count() != size) {
            return Err(format!("{size} rows of {size} cells, divided by /"));
        }
        let mut stones = [0; 2];
        for (row, letters) in (0..STRIDE).zip(rows) {
            for (column, letter) in (0..STRIDE).zip(letters.chars()) {
                match letter {
                    'X' | 'x' => stones[0] |= 1 << (STRIDE * row + column),
                    'O' | 'o' => stones[1] |= 1 << (STRIDE * row + column),
                    '.' => {}
                    _ => return Err(format!("X, O or . on every cell, read {letter:?}")),
                }
            }
        }
        let is_min = match side.trim() {
            "X" | "x" => false,
            "O" | "o" => true,
            side => return Err(format!("the side to move, X or O, behind the rows, read {side:?}")),
        };
        self.check(stones, is_min)
    }

    /// Refuses stones that play cannot reach.
    fn check(&self, stones: [u128; 2], is_min: bool) -> Result<Board, String> {
        let board = self.shape.board(stones, is_min);
        let [max, min] = stones.map(u128::count_ones);
        // A stone taken over is one less for Max and one more for Min.
        let lead = max.cast_signed() - min.cast_signed() - i32::from(is_min);
        if lead != 0 && !(self.swaps && lead == -1 && min > 0) {
            let expected = if is_min { "one more X than O if O" } else { "as many X as O if X" };
            return Err(format!("{expected} is to move, read {max} and {min}"));
        }
        let player = board.side();
        if board.has_won(player) {
            return Err("a game that was not over before the last move".into());
        }
        let winner = player ^ 1;
        let could_be_last = |cell: u32| {
            let mut before = stones;
            before[winner] &= !(1 << cell);
            !self.shape.board(before, !is_min).has_won(winner)
        };
        if board.has_won(winner) && !bits(stones[winner]).any(could_be_last) {
            return Err("a game that was not over before the last move".into());
        }
        Ok(board)
    }

    /// Reads moves from the start.
    fn read_line(&self, text: &str) -> Result<Board, String> {
        let mut board = self.start();
        for (word, number) in text.split_whitespace().zip(1..) {
            let cell = self.parse_move(&board, word).map_err(|_| {
                let legal = self.legal(&board);
                match legal.first() {
                    None => format!("no move after the game is over, read {word:?} at move {number}"),
                    Some(cell) => format!("an empty cell such as {cell} at move {number}, read {word:?}"),
                }
            })?;
            self.play(&mut board, cell);
        }
        Ok(board)
    }
}

fn text_of(cell: Cell) -> String {
    if cell == SWAP {
        return SWAP_TEXT.into();
    }
    let (row, column) = (u32::from(cell.0) / STRIDE, u32::from(cell.0) % STRIDE);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Notation for Hex {
    fn move_text(&self, _board: &Board, cell: Cell) -> String {
        text_of(cell)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Cell, ParseError> {
        let plain = text.to_lowercase();
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let found = moves.into_iter().find(|&cell| text_of(cell) == plain);
        found.ok_or_else(|| refused(text, &self.legal(board)))
    }

    /// The rows from the top, `X` a stone of Max, `O` one of Min, then the side to move: `.../.X./... O`.
    fn position_text(&self, board: &Board) -> String {
        let letter = |cell: u32| match () {
            () if board.stones[0] >> cell & 1 == 1 => 'X',
            () if board.stones[1] >> cell & 1 == 1 => 'O',
            () => '.',
        };
        let size = self.shape.size;
        let row = |row: u32| (0..size).map(|column| letter(STRIDE * row + column)).collect::<String>();
        let rows: Vec<String> = (0..size).map(row).collect();
        format!("{} {}", rows.join("/"), if board.is_min { 'O' } else { 'X' })
    }

    /// Reads rows and the side to move, or moves from the start such as `c2 b3`.
    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let trimmed = text.trim();
        // A board of one row has no slash.
        let is_board = trimmed.contains('/') || trimmed.starts_with(['.', 'X', 'O', 'x', 'o']);
        let board = if is_board { self.read_board(trimmed) } else { self.read_line(trimmed) };
        board.map_err(|expected| ParseError::new("position", text, expected))
    }

    /// The board with its coordinates, each row half a cell further to the right: `X` connects the upper edge with the lower one,
    /// `O` the left one with the right one.
    fn draw(&self, board: &Board) -> String {
        let size = self.shape.size;
        let letter = |cell: u32| match () {
            () if board.stones[0] >> cell & 1 == 1 => " X",
            () if board.stones[1] >> cell & 1 == 1 => " O",
            () => " ·",
        };
        let row = |row: u32| -> String {
            let cells: String = (0..size).map(|column| letter(STRIDE * row + column)).collect();
            format!("{}{:>2}{cells}\n", " ".repeat(row as usize), row + 1)
        };
        let rows: String = (0..size).map(row).collect();
        let columns: String = (0..size as u8).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
        let state = match self.turn(board) {
            Turn::Max => "X to move",
            Turn::Min => "O to move",
            Turn::Over(payoff) if payoff > 0.0 => "X has won",
            Turn::Over(_) | Turn::Chance => "O has won",
        };
        format!("  {columns}\n{rows}{state}")
    }
}
