//! Columns, positions and drawings as text: the columns played, 1 to 9, then a, b and so on.

use super::line::line;
use super::{Board, Column, Connect4};
use tiptree::{Game, Notation, ParseError, Turn};

impl Column {
    /// The letter of the column: 1 to 9, then a, b and so on.
    pub fn letter(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?')
    }
}

impl Connect4 {
    /// The column of this board with this letter.
    pub(super) fn column(&self, letter: char) -> Option<Column> {
        (0..self.shape.width).map(Column).find(|column| column.letter() == letter)
    }

    /// The text of the position with these stones of Black and of Red, as bits of [`Board`]; none if no line of play
    /// leads to it.
    pub fn text_of_stones(&self, black: u64, red: u64) -> Option<String> {
        let board = Board::of(black, red);
        let occupied = board.occupied();
        let lie_apart = black & red == 0 && occupied & !self.shape.grid.masks().cells == 0;
        let take_turns = black.count_ones() == red.count_ones() + u32::from(board.plies() % 2 == 1);
        // The sum carries through the stones of each column into its lowest gap, and overlaps a stone above a gap.
        if !lie_apart || !take_turns || (occupied + self.shape.grid.masks().bottom) & occupied != 0 {
            return None;
        }
        let line = line(&self.shape, &board)?;
        let text: String = line.into_iter().map(|column| Column(column).letter()).collect();
        // The other player may have had four in a row before.
        self.parse_position(&text).is_ok().then_some(text)
    }

    fn last_letter(&self) -> char {
        Column(self.shape.width - 1).letter()
    }

    /// The column of `letter`, or what is wrong with playing it here.
    fn read_column(&self, board: &Board, letter: char) -> Result<Column, String> {
        let ply = board.plies() + 1;
        let column = self.column(letter).ok_or_else(|| {
            format!("a column from 1 to {}, read {letter:?} at move {ply}", self.last_letter())
        })?;
        match self.turn(board) {
            Turn::Over(0.0) => Err(format!("no move after the board is full, read move {ply}")),
            Turn::Over(_) => Err(format!("no move after the game is won at move {}", board.plies())),
            _ if self.shape.landing(board.occupied(), usize::from(column.0)) == 0 => {
                Err(format!("a column that is not full, column {letter} is full at move {ply}"))
            }
            _ => Ok(column),
        }
    }
}

impl Notation for Connect4 {
    fn move_text(&self, _board: &Board, column: Column) -> String {
        column.letter().to_string()
    }

    /// The columns of a line of play that leads to the position. Equal positions have the same line.
    fn position_text(&self, board: &Board) -> String {
        let line = line(&self.shape, board).expect("play can reach the position");
        line.into_iter().map(|column| Column(column).letter()).collect()
    }

    /// The columns of a line of play, or the FEN of `cfour`.
    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        if Connect4::is_fen(text) {
            return self.parse_fen(text);
        }
        let mut board = self.start();
        for letter in text.trim().chars() {
            let column = self
                .read_column(&board, letter)
                .map_err(|expected| ParseError::new("position", text, expected))?;
            self.play(&mut board, column);
        }
        Ok(board)
    }

    fn draw(&self, board: &Board) -> String {
        let width = self.width();
        let row_text = |row: usize| -> String {
            let cell = |column| match self.shape.bit(column, row) {
                bit if board.black() & bit != 0 => " X",
                bit if board.red() & bit != 0 => " O",
                _ => " ·",
            };
            format!("│{} │\n", (0..width).map(cell).collect::<String>())
        };
        let rows: String = (0..self.height()).rev().map(row_text).collect();
        let letters: String =
            (0..self.shape.width).flat_map(|column| [' ', Column(column).letter()]).collect();
        let state = match self.turn(board) {
            Turn::Max => "X to move",
            Turn::Min => "O to move",
            Turn::Over(payoff) if payoff > 0.0 => "X has won",
            Turn::Over(payoff) if payoff < 0.0 => "O has won",
            Turn::Over(_) | Turn::Chance => "drawn",
        };
        format!("{rows}└{}┘\n {letters}\n{state}", "─".repeat(2 * width + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(game: &Connect4, text: &str) -> String {
        game.parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn a_position_that_play_cannot_reach_is_told_why() {
        let game = Connect4::default();
        for (text, expected) in [
            ("4444444", "a column that is not full, column 4 is full at move 7"),
            ("448", "a column from 1 to 7, read '8' at move 3"),
            ("4 4", "a column from 1 to 7, read ' ' at move 2"),
            ("12121213", "no move after the game is won at move 7"),
        ] {
            assert_eq!(message(&game, text), format!("position {text:?}: expected {expected}"));
        }
        let tiny = Connect4::new(2, 1).unwrap();
        assert_eq!(
            message(&tiny, "121"),
            r#"position "121": expected no move after the board is full, read move 3"#
        );
        let wide = Connect4::new(12, 4).unwrap();
        assert_eq!(
            message(&wide, "acd"),
            r#"position "acd": expected a column from 1 to c, read 'd' at move 3"#
        );
    }

    #[test]
    fn an_illegal_move_is_told_the_legal_ones() {
        let game = Connect4::new(3, 2).unwrap();
        let board = game.parse_position("22").unwrap();
        assert_eq!(game.parse_move(&board, "2").unwrap_err().to_string(), r#"move "2": expected one of 1 3"#);
    }

    #[test]
    fn the_text_of_a_position_does_not_depend_on_the_way_to_it() {
        let game = Connect4::default();
        let text = |line| game.position_text(&game.parse_position(line).unwrap());
        assert_eq!(text("1234"), text("3412"));
        assert_eq!(text(""), "");
    }

    #[test]
    fn stones_have_a_text_where_play_can_put_them() {
        let game = Connect4::default();
        for line in ["", "4", "44535", "1212121", "13142576"] {
            let board = game.parse_position(line).unwrap();
            let text = game.text_of_stones(board.black(), board.red()).unwrap();
            assert_eq!(game.parse_position(&text), Ok(board), "{line}");
        }
        let stone = |column: usize, row: usize| game.shape.bit(column, row);
        let two = stone(0, 0) | stone(1, 0);
        for (black, red) in [
            // A floating stone, too many of Black's, one cell twice, twice outside the board, Red's stone below
            // Black's, Red's stone alone.
            (stone(3, 1), 0),
            (two, 0),
            (stone(0, 0), stone(0, 0)),
            (1 << 6, 0),
            (1 << 63, 0),
            (stone(0, 1), stone(0, 0)),
            (0, stone(0, 0)),
        ] {
            assert_eq!(game.text_of_stones(black, red), None, "{black:b} {red:b}");
        }
    }

    #[test]
    fn a_won_position_is_written_with_the_winning_move_last() {
        let game = Connect4::default();
        for (line, payoff) in [("1212121", 1.0), ("4455667", 1.0), ("13142576", -1.0)] {
            let board = game.parse_position(line).unwrap();
            assert_eq!(game.turn(&board), Turn::Over(payoff));
            let text = game.position_text(&board);
            assert_eq!(game.parse_position(&text), Ok(board), "{line} became {text}");
        }
    }

    #[test]
    fn the_drawing_shows_stones_columns_and_the_player_to_move() {
        let game = Connect4::new(5, 3).unwrap();
        let board = game.parse_position("33421").unwrap();
        let expected = "\
│ · · · · · │
│ · · O · · │
│ X O X X · │
└───────────┘
  1 2 3 4 5
O to move";
        assert_eq!(game.draw(&board), expected);
        let won = Connect4::default();
        assert!(won.draw(&won.parse_position("1212121").unwrap()).ends_with("X has won"));
        let full = Connect4::new(1, 1).unwrap();
        assert!(full.draw(&full.parse_position("1").unwrap()).ends_with("drawn"));
    }
}
