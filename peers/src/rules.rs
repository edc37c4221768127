//! Connect-Four as the crate `minimax` wants it, on the bitboards of [`crate::basic`].

use crate::basic::{BOTTOM, CELLS, COLUMN, evaluate, has_four};
use minimax::{Evaluation, Winner};

/// The columns in the order in which moves are listed: from left to right, or from the middle outwards.
const ORDERS: [[u8; 7]; 2] = [[0, 1, 2, 3, 4, 5, 6], [3, 2, 4, 1, 5, 0, 6]];
/// The number of bits of a board, and of a place that no move has.
const PLACES: usize = 49;

/// A random word for the stone of each player in each place.
const WORDS: [[u64; PLACES]; 2] = {
    let mut words = [[0; PLACES]; 2];
    let mut word: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut number = 0;
    while number < 2 * PLACES {
        // Marsaglia's xorshift (2003), its words multiplied after Vigna (2016).
        word ^= word >> 12;
        word ^= word << 25;
        word ^= word >> 27;
        words[number % 2][number / 2] = word.wrapping_mul(0x2545_f491_4f6c_dd1d);
        number += 1;
    }
    words
};

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    mover: u64,
    occupied: u64,
    hash: u64,
    plies: u8,
}

/// A move: the place of the bit where the stone comes to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u8);

impl Place {
    /// The column of the stone.
    pub fn column(self) -> u8 {
        self.0 / 7
    }
}

impl Position {
    /// The position after a stone in `column`, which is not full.
    #[must_use]
    pub fn after(self, column: u8) -> Position {
        let landing = (self.occupied + BOTTOM) & COLUMN << (7 * column);
        self.with(Place(landing.trailing_zeros() as u8))
    }

    #[inline]
    fn with(self, Place(place): Place) -> Position {
        Position {
            mover: self.occupied ^ self.mover,
            occupied: self.occupied | 1 << place,
            hash: self.hash ^ WORDS[usize::from(self.plies & 1)][usize::from(place)],
            plies: self.plies + 1,
        }
    }

    /// The value to the player who is to move.
    #[inline]
    pub fn value(&self) -> Evaluation {
        evaluate(self.mover, self.occupied ^ self.mover) as Evaluation
    }
}

/// The rules, with the moves listed from the middle outwards if `CENTRAL`.
#[derive(Clone, Copy, Debug)]
pub struct Rules<const CENTRAL: bool>;

impl<const CENTRAL: bool> minimax::Game for Rules<CENTRAL> {
    type S = Position;
    type M = Place;

    #[inline]
    fn generate_moves(position: &Position, moves: &mut Vec<Place>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(position) {
            return Some(winner);
        }
        let playable = (position.occupied + BOTTOM) & CELLS;
        for column in ORDERS[usize::from(CENTRAL)] {
            let landing = playable & COLUMN << (7 * column);
            if landing != 0 {
                moves.push(Place(landing.trailing_zeros() as u8));
            }
        }
        None
    }

    #[inline]
    fn apply(position: &mut Position, place: Place) -> Option<Position> {
        Some(position.with(place))
    }

    #[inline]
    fn get_winner(position: &Position) -> Option<Winner> {
        if has_four(position.occupied ^ position.mover) {
            Some(Winner::PlayerJustMoved)
        } else {
            (position.occupied == CELLS).then_some(Winner::Draw)
        }
    }

    #[inline]
    fn zobrist_hash(position: &Position) -> u64 {
        position.hash
    }

    /// Never played: a place outside the board, with which the table of answers begins.
    fn null_move(_: &Position) -> Option<Place> {
        Some(Place(PLACES as u8))
    }

    fn table_index(place: Place) -> u16 {
        u16::from(place.0)
    }

    fn max_table_index() -> u16 {
        PLACES as u16
    }
}

/// The evaluation as an evaluator of `minimax`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Basic<const CENTRAL: bool>;

impl<const CENTRAL: bool> minimax::Evaluator for Basic<CENTRAL> {
    type G = Rules<CENTRAL>;

    #[inline]
    fn evaluate(&self, position: &Position) -> Evaluation {
        position.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minimax::Game as _;
    use tiptree::{Game as _, Rng, Turn};
    use tiptree_games::connect4::{Column, Connect4};

    #[test]
    fn games_go_as_they_go_here() {
        let game = Connect4::default();
        for seed in 0..500 {
            let (mut rng, mut board, mut position) = (Rng::new(seed), game.start(), Position::default());
            loop {
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                game.moves(&board, &mut ours);
                let winner = Rules::<false>::generate_moves(&position, &mut theirs);
                match game.turn(&board) {
                    Turn::Over(payoff) => {
                        let expected = if payoff == 0.0 { Winner::Draw } else { Winner::PlayerJustMoved };
                        assert_eq!(winner, Some(expected));
                        break;
                    }
                    _ => assert_eq!(winner, None),
                }
                let columns: Vec<Column> = theirs.iter().map(|place| Column(place.column())).collect();
                assert_eq!(columns, ours);
                let chosen = rng.below(ours.len());
                game.play(&mut board, ours[chosen]);
                position = Rules::<false>::apply(&mut position, theirs[chosen]).expect("a position");
                let hash = |stones: u64, player: usize| {
                    (0..PLACES)
                        .filter(|place| stones >> place & 1 == 1)
                        .fold(0, |hash, place| hash ^ WORDS[player][place])
                };
                assert_eq!(position.hash, hash(board.black(), 0) ^ hash(board.red(), 1));
            }
        }
    }
}
