//! Positions and moves of EinStein würfelt nicht as text: `1.3../24.../6..../....b/..fac max 5` and `4c3`.
//!
//! The rows from Max's corner on, Max's cubes as 1 to 6 and Min's as a to f; the side to roll or to move; the die once it
//! is rolled. A move is the cube and the square where it goes: columns a to e, rows 5 to 1, from Max's corner on.

use super::{CUBES, Cubes, Ewn, GOAL, GONE, Move, SIDE, State, opposite};
use crate::refused::refused;
use tiptree::{Game, Notation, ParseError, Player, Turn};

const EMPTY: char = '.';

impl State {
    /// The cubes of Max and of Min.
    fn sides(&self) -> [&Cubes; 2] {
        match self.player {
            Player::Max => [&self.mover, &self.waiter],
            Player::Min => [&self.waiter, &self.mover],
        }
    }

    /// What stands on a square, as Max numbers the squares.
    fn letter(&self, square: u8) -> char {
        let [max, min] = self.sides();
        let cube = |cubes: &Cubes, at: u8| (0..CUBES).find(|&cube| cubes.0[usize::from(cube)] == at);
        match (cube(max, square), cube(min, opposite(square))) {
            (Some(cube), _) => char::from(b'1' + cube),
            (_, Some(cube)) => char::from(b'a' + cube),
            _ => EMPTY,
        }
    }

    fn row(&self, row: u8) -> String {
        (0..SIDE).map(|column| self.letter(SIDE * row + column)).collect()
    }
}

/// The cubes of Max and of Min on the rows of a text.
fn read_rows(text: &str) -> Option<[Cubes; 2]> {
    let rows: Vec<&str> = text.split('/').collect();
    let is_row = |row: &&str| row.chars().count() == usize::from(SIDE);
    if rows.len() != usize::from(SIDE) || !rows.iter().all(is_row) {
        return None;
    }
    let [mut max, mut min] = [Cubes([GONE; CUBES as usize]); 2];
    for (letter, square) in rows.concat().chars().zip(0..) {
        let (cube, square) = match letter {
            EMPTY => continue,
            '1'..='6' => (&mut max.0[letter as usize - '1' as usize], square),
            'a'..='f' => (&mut min.0[letter as usize - 'a' as usize], opposite(square)),
            _ => return None,
        };
        if *cube != GONE {
            return None;
        }
        *cube = square;
    }
    Some([max, min])
}

/// A position, or what was expected.
fn read_position(text: &str) -> Result<State, &'static str> {
    let mut words = text.split_whitespace();
    let [max, min] = read_rows(words.next().unwrap_or_default())
        .ok_or("five rows of five squares, each of Max's cubes 1 to 6 and Min's a to f at most once")?;
    let (mover, waiter, player) = match words.next() {
        Some("max") => (max, min, Player::Max),
        Some("min") => (min, max, Player::Min),
        _ => return Err("max or min after the rows"),
    };
    let is_face = |face: &u8| (1..=CUBES).contains(face);
    let die = match words.next() {
        None => None,
        Some(die) => Some(die.parse().ok().filter(is_face).ok_or("a die from 1 to 6")?),
    };
    let state = State { mover, waiter, player, die: die.map(|face| mover.canonical(face)) };
    if words.next().is_some() {
        Err("the rows, the side and the die")
    } else if waiter.left().next().is_none() {
        Err("a cube of the side that has just moved")
    } else if mover.0.contains(&GOAL) {
        Err("no cube of the side to roll in the opponent's corner")
    } else if state.is_over() && die.is_some() {
        Err("no die after the end of the game")
    } else {
        Ok(state)
    }
}

impl Notation for Ewn {
    fn move_text(&self, state: &State, mv: Move) -> String {
        match mv {
            Move::Face(face) => face.to_string(),
            Move::Cube { cube, to } => {
                let square = if state.player == Player::Max { to } else { opposite(to) };
                format!("{cube}{}{}", char::from(b'a' + square % SIDE), SIDE - square / SIDE)
            }
        }
    }

    /// A face that is not listed is read as the one that chooses the same cubes.
    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let face = |face: u8| Move::Face(state.mover.canonical(face));
        let rolled = text.parse().ok().filter(|read| (1..=CUBES).contains(read)).map(face);
        let named = moves.iter().copied().find(|&mv| self.move_text(state, mv) == text.trim());
        named.or(rolled.filter(|mv| moves.contains(mv))).ok_or_else(|| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
            refused(text, &texts)
        })
    }

    fn position_text(&self, state: &State) -> String {
        let rows: Vec<String> = (0..SIDE).map(|row| state.row(row)).collect();
        let player = if state.player == Player::Max { "max" } else { "min" };
        let die = state.die.map_or(String::new(), |die| format!(" {die}"));
        format!("{} {player}{die}", rows.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        read_position(text).map_err(|expected| {
            let expected = format!("{expected}, such as `{} 5`", self.position_text(&self.start()));
            ParseError::new("position", text, expected)
        })
    }

    fn draw(&self, state: &State) -> String {
        let row = |row: u8| {
            let squares: Vec<String> = state.row(row).chars().map(String::from).collect();
            format!("{} {}\n", SIDE - row, squares.join(" "))
        };
        let board: String = (0..SIDE).map(row).collect();
        let name = if state.player == Player::Max { "Max (1 to 6)" } else { "Min (a to f)" };
        let next = match (self.turn(state), state.die) {
            (Turn::Over(payoff), _) if payoff > 0.0 => "Max has won".into(),
            (Turn::Over(_), _) => "Min has won".into(),
            (_, Some(die)) => format!("{name} to move, the die shows {die}"),
            (_, None) => format!("{name} rolls"),
        };
        format!("{board}  a b c d e\n{next}")
    }
}
