//! Squares, positions and drawings as text: `d3`, a board of letters with the side to move, or the moves from the start.

use super::{Board, Othello, PASS, Square};
use tiptree::{Game, Notation, ParseError, Turn};

/// The text of a pass.
const PASS_TEXT: &str = "pass";

impl Othello {
    /// The bits of the squares, row by row.
    fn bits(self) -> impl Iterator<Item = u64> {
        (0..64).map(|square| 1 << square).filter(move |bit| self.squares & bit != 0)
    }

    fn text_of(square: Square) -> String {
        if square == PASS {
            return PASS_TEXT.into();
        }
        format!("{}{}", char::from(b'a' + square.0 % 8), square.0 / 8 + 1)
    }

    fn last_square(&self) -> String {
        Othello::text_of(Square(9 * (self.size - 1)))
    }

    /// Reads a position from the letters of a board, without spaces.
    fn read_board(&self, letters: &[char]) -> Result<Board, String> {
        let (&side, squares) = letters.split_last().ok_or("a board")?;
        let (mut black, mut white) = (0, 0);
        if squares.len() != self.size().pow(2) {
            return Err(format!(
                "{} squares, each X, O or -, and the side to move, read {} letters",
                self.size().pow(2),
                letters.len()
            ));
        }
        for (bit, &letter) in self.bits().zip(squares) {
            match disc(letter) {
                Some(Disc::Black) => black |= bit,
                Some(Disc::White) => white |= bit,
                None if matches!(letter, '-' | '.') => {}
                None => return Err(format!("X, O or - on every square, read {letter:?}")),
            }
        }
        let (first, second) = self.centre();
        if (first | second) & !(black | white) != 0 {
            return Err("discs on the four squares in the middle, with which a game begins".into());
        }
        match disc(side) {
            Some(Disc::Black) => Ok(Board::new(black, white, false, self.squares)),
            Some(Disc::White) => Ok(Board::new(white, black, true, self.squares)),
            None => Err(format!("the side to move, X or O, behind the squares, read {side:?}")),
        }
    }

    /// Reads a position from a transcript of moves, in which passes may be omitted.
    fn read_line(&self, letters: &[char]) -> Result<Board, String> {
        let mut board = self.start();
        let mut rest = letters;
        for number in 1.. {
            if rest.is_empty() {
                break;
            }
            let taken = if rest[0] == 'p' { PASS_TEXT.len() } else { 2 };
            let (word, behind) = rest.split_at(taken.min(rest.len()));
            rest = behind;
            let word: String = word.iter().collect();
            let mv = self.square(&word).ok_or_else(|| {
                format!("a square from a1 to {} or pass, read {word:?} at move {number}", self.last_square())
            })?;
            if mv != PASS && board.placements() == 0 && self.must_pass(&board) {
                self.play(&mut board, PASS);
            }
            let mut legal = Vec::new();
            self.moves(&board, &mut legal);
            if !legal.contains(&mv) {
                let legal: Vec<String> = legal.into_iter().map(Othello::text_of).collect();
                return Err(match legal.as_slice() {
                    [] => format!("no move after the game is over, read {word:?} at move {number}"),
                    _ => format!("one of {} at move {number}, read {word:?}", legal.join(" ")),
                });
            }
            self.play(&mut board, mv);
        }
        Ok(board)
    }

    /// The move that the text names, legal or not.
    fn square(&self, text: &str) -> Option<Square> {
        let on_board = || (0..64).map(Square).filter(|square| self.squares >> square.0 & 1 == 1);
        on_board().chain([PASS]).find(|&square| Othello::text_of(square) == text)
    }
}

enum Disc {
    Black,
    White,
}

/// The disc that a letter stands for. Some Othello files write Black's discs as stars.
fn disc(letter: char) -> Option<Disc> {
    match letter {
        'X' | 'x' | '*' => Some(Disc::Black),
        'O' | 'o' => Some(Disc::White),
        _ => None,
    }
}

impl Notation for Othello {
    fn move_text(&self, _board: &Board, square: Square) -> String {
        Othello::text_of(square)
    }

    /// The squares row by row from a1, which is at the upper left, then the side to move: `X` is Black, `O` White, `-` empty.
    fn position_text(&self, board: &Board) -> String {
        let letter = |bit| match bit {
            bit if board.black() & bit != 0 => 'X',
            bit if board.white() & bit != 0 => 'O',
            _ => '-',
        };
        self.bits().map(letter).chain([if board.is_white() { 'O' } else { 'X' }]).collect()
    }

    /// Reads a board, ignoring spaces, or a transcript such as `f5d6c3`.
    fn parse_position(&self, text: &str) -> Result<Board, ParseError> {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let is_board = |&letter: &char| disc(letter).is_some() || matches!(letter, '-' | '.');
        let board = if letters.first().is_some_and(is_board) {
            self.read_board(&letters)
        } else {
            let letters: Vec<char> = letters.iter().map(char::to_ascii_lowercase).collect();
            self.read_line(&letters)
        };
        board.map_err(|expected| ParseError::new("position", text, expected))
    }

    /// The board with its coordinates; `+` marks the squares where a disc may be placed.
    fn draw(&self, board: &Board) -> String {
        let letter = |bit| match bit {
            bit if board.black() & bit != 0 => " X",
            bit if board.white() & bit != 0 => " O",
            bit if board.placements() & bit != 0 => " +",
            _ => " ·",
        };
        let columns: String = (0..self.size).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
        let row = |row: usize| -> String {
            let squares: String = (0..self.size()).map(|column| letter(1 << (8 * row + column))).collect();
            format!("{}{squares}\n", row + 1)
        };
        let rows: String = (0..self.size()).map(row).collect();
        let state = match self.turn(board) {
            Turn::Max => "X to move",
            Turn::Min => "O to move",
            Turn::Over(payoff) if payoff > 0.0 => "X has won",
            Turn::Over(payoff) if payoff < 0.0 => "O has won",
            Turn::Over(_) | Turn::Chance => "drawn",
        };
        let (black, white) = (board.black().count_ones(), board.white().count_ones());
        format!(" {columns}\n{rows}{state}, {black} to {white}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_play_cannot_reach_is_told_why() {
        let game = Othello::new(4).unwrap();
        for (text, expected) in [
            ("XO", "16 squares, each X, O or -, and the side to move, read 2 letters"),
            ("-----OX--XO-----", "16 squares, each X, O or -, and the side to move, read 16 letters"),
            ("-----OX--XO---?-X", "X, O or - on every square, read '?'"),
            ("-----OX--X------X", "discs on the four squares in the middle, with which a game begins"),
            ("-----OX--XO------", "the side to move, X or O, behind the squares, read '-'"),
            ("e1", "a square from a1 to d4 or pass, read \"e1\" at move 1"),
            ("b1c", "a square from a1 to d4 or pass, read \"c\" at move 2"),
            ("b1c4", "one of a1 c1 a3 at move 2, read \"c4\""),
            ("pass", "one of b1 a2 d3 c4 at move 1, read \"pass\""),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert_eq!(error, format!("position {text:?}: expected {expected}"));
        }
    }

    #[test]
    fn every_way_to_write_a_position_is_read() {
        let game = Othello::default();
        let board = game.parse_position("f5d6c3").unwrap();
        let text = game.position_text(&board);
        let rows =
            ["--------", "--------", "--X-----", "---XX---", "---OXX--", "---O----", "--------", "--------"];
        assert_eq!(text, rows.concat() + "O");
        for same in [
            "F5 D6 C3".to_owned(),
            text.to_lowercase(),
            text.replace('-', ".").replace('X', "*"),
            format!("{} {}", &text[..64], &text[64..]),
        ] {
            assert_eq!(game.parse_position(&same).unwrap(), board, "{same}");
        }
    }
}
