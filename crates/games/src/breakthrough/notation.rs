//! Moves, positions and drawings as text: `a2a3`, rows of letters with the side to move, or the moves from the start.

use super::board::{Board, HOME};
use super::{Breakthrough, Step};
use crate::refused::refused;
use tiptree::{Game, Notation, ParseError, Turn};

impl Breakthrough {
    /// The pieces of White and of Black as White sees them.
    pub(super) fn colours(&self, board: &Board) -> [u64; 2] {
        let Board { mover, waiting, is_black } = *board;
        if is_black { [waiting, mover].map(|pieces| self.shape.flipped(pieces)) } else { [mover, waiting] }
    }

    /// The text of a square as the player to move sees it.
    fn square_text(&self, board: &Board, square: u32) -> String {
        let row = if board.is_black { u32::from(self.shape.height) - 1 - square / 8 } else { square / 8 };
        format!("{}{}", char::from(b'a' + (square % 8) as u8), row + 1)
    }

    fn legal(&self, board: &Board) -> Vec<String> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        moves.into_iter().map(|step| self.move_text(board, step)).collect()
    }

    /// Reads rows of letters from the top, divided by slashes, and the side to move.
    fn read_board(&self, text: &str) -> Result<Board, String> {
        let (rows, side) = text.split_once(' ').ok_or("the side to move, w or b, behind the rows")?;
        let rows: Vec<&str> = rows.split('/').collect();
        let (width, height) = (self.width(), self.height());
        if rows.len() != height || rows.iter().any(|row| row.chars().count() != width) {
            return Err(format!("{height} rows of {width} squares, divided by /"));
        }
        let [mut white, mut black] = [0u64; 2];
        for (row, letters) in (0..height).rev().zip(&rows) {
            for (column, letter) in letters.chars().enumerate() {
                match letter {
                    'w' => white |= 1 << (8 * row + column),
                    'b' => black |= 1 << (8 * row + column),
                    '.' => {}
                    _ => return Err(format!("w, b or . on every square, read {letter:?}")),
                }
            }
        }
        let board = match side.trim() {
            "w" => Board { mover: white, waiting: black, is_black: false },
            "b" => {
                let [mover, waiting] = [black, white].map(|pieces| self.shape.flipped(pieces));
                Board { mover, waiting, is_black: true }
            }
            side => return Err(format!("the side to move, w or b, behind the rows, read {side:?}")),
        };
        self.check(&board).map(|()| board)
    }

    /// Refuses boards on which the game was over before the last move.
    fn check(&self, board: &Board) -> Result<(), String> {
        let most = 2 * self.width() as u32;
        if board.mover.count_ones() > most || board.waiting.count_ones() > most {
            return Err(format!("at most {most} pieces of a side"));
        }
        if board.mover & self.shape.goal() != 0 || (board.waiting & HOME).count_ones() > 1 {
            return Err("at most one piece on a last row, of the side that is not to move".into());
        }
        if board.waiting == 0 || (board.mover == 0 && board.waiting & HOME != 0) {
            return Err("a game that was not over before the last move".into());
        }
        Ok(())
    }

    /// Reads moves from the start.
    fn read_line(&self, text: &str) -> Result<Board, String> {
        let mut board = self.start();
        for (word, number) in text.split_whitespace().zip(1..) {
            let step = self.parse_move(&board, word).map_err(|_| {
                let legal = self.legal(&board);
                if legal.is_empty() {
                    return format!("no move after the game is over, read {word:?} at move {number}");
                }
                format!("one of {} at move {number}, read {word:?}", legal.join(" "))
            })?;
            self.play(&mut board, step);
        }
        Ok(board)
    }
}

impl Notation for Breakthrough {
    /// The squares left and entered, `a2a3`, also for captures, as Ludii and `OpenSpiel` write moves but for the star of the latter.
    fn move_text(&self, board: &Board, step: Step) -> String {
        self.square_text(board, step.from()) + &self.square_text(board, step.to())
    }

    /// Also reads `a2-a3`, `a2xb3` and `a2b3*`.
    fn parse_move(&self, board: &Board, text: &str) -> Result<Step, ParseError> {
        let plain: String = text.to_lowercase().chars().filter(|letter| !"-x*".contains(*letter)).collect();
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let found = moves.into_iter().find(|&step| self.move_text(board, step) == plain);
        found.ok_or_else(|| refused(text, &self.legal(board)))
    }

    /// The rows from the top, `w` a piece of White, `b` one of Black, then the side to move:
    /// `bbbb/bbbb/..../wwww/wwww w`.
    fn position_text(&self, board: &Board) -> String {
        let [white, black] = self.colours(board);
        let letter = |square: usize| match () {
            () if white >> square & 1 == 1 => 'w',
            () if black >> square & 1 == 1 => 'b',
            () => '.',
        };
        let row = |row: usize| (0..self.width()).map(|column| letter(8 * row + column)).collect::<String>();
        let rows: Vec<String> = (0..self.height()).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if board.is_black { 'b' } else { 'w' })
    }

    /// Reads rows and the side to move, or moves from the start such as `d2d3 e7e6`.
    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let trimmed = text.trim();
        let board = if trimmed.contains('/') { self.read_board(trimmed) } else { self.read_line(trimmed) };
        board.map_err(|expected| ParseError::new("position", text, expected))
    }

    /// The board with its coordinates, White's pieces as `X`, Black's as `O`.
    fn draw(&self, board: &Board) -> String {
        let [white, black] = self.colours(board);
        let letter = |square: usize| match () {
            () if white >> square & 1 == 1 => " X",
            () if black >> square & 1 == 1 => " O",
            () => " ·",
        };
        let row = |row: usize| -> String {
            let squares: String = (0..self.width()).map(|column| letter(8 * row + column)).collect();
            format!("{}{squares}\n", row + 1)
        };
        let rows: String = (0..self.height()).rev().map(row).collect();
        let columns: String =
            (0..self.shape.width).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
        let state = match self.turn(board) {
            Turn::Max => "X to move",
            Turn::Min => "O to move",
            Turn::Over(payoff) if payoff > 0.0 => "X has won",
            Turn::Over(_) | Turn::Chance => "O has won",
        };
        format!("{rows} {columns}\n{state}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_play_cannot_reach_is_told_why() {
        let game = Breakthrough::new(3, 4).unwrap();
        for (text, expected) in [
            ("bbb/bbb/www/www", "the side to move, w or b, behind the rows"),
            ("bbb/bbb/www/www x", "the side to move, w or b, behind the rows, read \"x\""),
            ("bbb/bbb/www w", "4 rows of 3 squares, divided by /"),
            ("bbb/bbb/www/ww w", "4 rows of 3 squares, divided by /"),
            ("bbb/bbb/www/wwx w", "w, b or . on every square, read 'x'"),
            ("bbb/bww/www/www w", "at most 6 pieces of a side"),
            ("w../b../.../... w", "at most one piece on a last row, of the side that is not to move"),
            ("..w/.../b../.w. w", "at most one piece on a last row, of the side that is not to move"),
            ("w.w/.../b../... b", "at most one piece on a last row, of the side that is not to move"),
            ("w../.../.../... w", "at most one piece on a last row, of the side that is not to move"),
            (".../w../.../... w", "a game that was not over before the last move"),
            ("a2a4", "one of c2b3 b2a3 b2c3 a2b3 at move 1, read \"a2a4\""),
            ("a2b3 c3b2 b3c4 a3a2", "no move after the game is over, read \"a3a2\" at move 4"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert_eq!(error, format!("position {text:?}: expected {expected}"));
        }
    }

    #[test]
    fn every_way_to_write_a_move_is_read() {
        let game = Breakthrough::default();
        let board = game.parse_position("d2d3 e7e6 d3d4 e6e5").unwrap();
        for text in ["d4e5", "d4xe5", "D4-E5", "d4e5*"] {
            assert_eq!(game.move_text(&board, game.parse_move(&board, text).unwrap()), "d4e5", "{text}");
        }
        let error = game.parse_move(&board, "d4d6").unwrap_err().to_string();
        assert!(error.starts_with("move \"d4d6\": expected one of d4c5 "), "{error}");
    }
}
