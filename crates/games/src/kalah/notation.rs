//! Positions and moves of Kalah as text: `4-4-0-5-5-5-1/4-4-4-4-4-4-0/max`.
//!
//! Max's row stands first, then Min's, each in its owner's order of sowing with the store last; then whose turn it is.
//! A line of moves from the start, such as `36`, is read too: each digit is a pit of the player to move, 1 to 7, in the
//! order of sowing.

use super::{Board, Kalah, MOST_PITS, Pit, Row};
use tiptree::{Game, Notation, ParseError, Turn};

impl Kalah {
    /// Reads the seeds of one player's row.
    fn read_row(&self, text: &str, is_mins: bool) -> Option<Row> {
        let numbers: Option<Vec<u8>> = text.split('-').map(number).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == self.pits() + 1)?;
        let (&store, pits) = numbers.split_last()?;
        let total: usize = numbers.iter().map(|&seeds| usize::from(seeds)).sum();
        (total <= self.total()).then(|| Row::new(pits, store, is_mins))
    }

    /// The position of two rows and a player, or what is wrong with it.
    fn read_rows(&self, text: &str) -> Result<Board, String> {
        let example = self.position_text(&self.start());
        let form = || format!("Max's row, Min's row and max or min to move, such as {example}");
        let mut parts = text.split('/');
        let mut part = || parts.next().unwrap_or_default();
        let rows = (self.read_row(part(), false), self.read_row(part(), true));
        let (Some(max), Some(min)) = rows else { return Err(form()) };
        let board = match part() {
            "max" => Board { mover: max, waiter: min },
            "min" => Board { mover: min, waiter: max },
            _ => return Err(form()),
        };
        let seeds = |row: Row| u32::from(row.store()) + row.seeds_in_pits();
        let total = seeds(max) + seeds(min);
        if parts.next().is_some() {
            Err(form())
        } else if total as usize != self.total() {
            Err(format!("{} seeds in all, read {total}", self.total()))
        } else {
            Ok(board)
        }
    }

    /// The position that a line of moves leads to, or what is wrong with it.
    fn read_line(&self, text: &str) -> Result<Board, String> {
        let mut board = self.start();
        for (letter, ply) in text.chars().zip(1..) {
            let pit = self
                .parse_move(&board, &letter.to_string())
                .map_err(|parse_error| format!("a line of moves, at move {ply}: {parse_error}"))?;
            self.play(&mut board, pit);
        }
        Ok(board)
    }

    fn row_text(&self, row: Row) -> String {
        let pits = (0..self.pits).map(|pit| row.seeds(Pit(pit)));
        let numbers: Vec<String> = pits.chain([row.store()]).map(|seeds| seeds.to_string()).collect();
        numbers.join("-")
    }
}

/// A number in canonical form: digits only, no leading zero.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

impl Notation for Kalah {
    fn move_text(&self, _board: &Board, pit: Pit) -> String {
        (pit.0 + 1).to_string()
    }

    fn position_text(&self, board: &Board) -> String {
        let [max, min] = board.rows().map(|row| self.row_text(row));
        let player = if board.mover.is_mins() { "min" } else { "max" };
        format!("{max}/{min}/{player}")
    }

    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let rows = text.trim();
        let read = if rows.contains('/') { self.read_rows(rows) } else { self.read_line(rows) };
        read.map_err(|expected| ParseError::new("position", text, expected))
    }

    /// Min's row above Max's, each with its store at the end of the order of sowing, and the numbers of the pits.
    fn draw(&self, board: &Board) -> String {
        let [max, min] = board.rows();
        let cells = |number: &dyn Fn(Pit) -> u8| {
            let cell = |pit| format!("{:>4}", number(Pit(pit)));
            (0..self.pits).map(cell).collect::<Vec<String>>()
        };
        let backwards = |mut cells: Vec<String>| {
            cells.reverse();
            cells.concat()
        };
        let numbers = cells(&|pit| pit.0 + 1);
        let width = 4 * self.pits() + 4;
        let state = match self.turn(board) {
            Turn::Max => "Max to move",
            Turn::Min => "Min to move",
            Turn::Over(payoff) if payoff > 0.0 => "Max has won",
            Turn::Over(payoff) if payoff < 0.0 => "Min has won",
            Turn::Over(_) | Turn::Chance => "drawn",
        };
        let below = format!("   {}\n   {}  Max\n", cells(&|pit| max.seeds(pit)).concat(), numbers.concat());
        let above =
            format!("   {}  Min\n   {}\n", backwards(numbers), backwards(cells(&|pit| min.seeds(pit))));
        format!("{above}{:>3}{:>width$}\n{below}{state}", min.store(), max.store())
    }
}

const _: () = assert!(MOST_PITS < 10, "a pit is one digit of a line");
