//! How the squares are filled before the game begins, which distinguishes P-games from N-games.

use super::Board;
use crate::squares::probability;
use tiptree::{ParseError, Rng};

/// How the squares of a board are filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setup {
    /// Each square is 1 with probability `p`, independently of the others: a P-game.
    Independent {
        /// The probability of a 1.
        p: f64,
    },
    /// Squares that are separated late in the game are correlated: an N-game. Every move of the tree is worth +1 with
    /// probability `q` and otherwise -1, and a square is 1 if the moves that lead to it sum to more than 0.
    Incremental {
        /// The probability of +1.
        q: f64,
    },
}

impl Setup {
    /// The name of the game.
    pub(super) fn game(self) -> &'static str {
        match self {
            Setup::Independent { .. } => "pgame",
            Setup::Incremental { .. } => "ngame",
        }
    }

    /// Refuses a number that is not a probability.
    pub(super) fn check(self) -> Result<(), ParseError> {
        match self {
            Setup::Independent { p } => probability("p", self.game(), p),
            Setup::Incremental { q } => probability("q", self.game(), q),
        }
        .map(drop)
    }

    /// Draws a board of `branching`^`height` squares; `len` is that number.
    pub(super) fn draw(self, height: u32, branching: u32, len: usize, rng: &mut Rng) -> Board {
        match self {
            Setup::Independent { p } => {
                Board::from_words((0..len.div_ceil(64)).map(|_| rng.bits(p)).collect(), len)
            }
            Setup::Incremental { q } => {
                let squares = Vec::with_capacity(len.div_ceil(64));
                let mut growth = Growth { q, branching, rng, arcs: 0, arcs_left: 0, squares, len: 0 };
                growth.grow(0, height);
                Board::from_words(growth.squares, len)
            }
        }
    }
}

/// Walks the tree of an N-game from left to right and draws the worth of each move when it is first reached.
struct Growth<'a> {
    q: f64,
    branching: u32,
    rng: &'a mut Rng,
    /// Moves drawn in advance, a bit each: 1 is worth +1.
    arcs: u64,
    arcs_left: u32,
    squares: Vec<u64>,
    len: usize,
}

impl Growth<'_> {
    fn grow(&mut self, strength: i32, left: u32) {
        if left == 0 {
            return self.push(strength > 0);
        }
        for _ in 0..self.branching {
            let arc = if self.arc() { 1 } else { -1 };
            self.grow(strength + arc, left - 1);
        }
    }

    fn arc(&mut self) -> bool {
        if self.arcs_left == 0 {
            (self.arcs, self.arcs_left) = (self.rng.bits(self.q), 64);
        }
        let arc = self.arcs & 1 == 1;
        self.arcs >>= 1;
        self.arcs_left -= 1;
        arc
    }

    fn push(&mut self, square: bool) {
        if self.len.is_multiple_of(64) {
            self.squares.push(0);
        }
        self.squares[self.len / 64] |= u64::from(square) << (self.len % 64);
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certain_probabilities_fill_the_board() {
        let ones = |setup: Setup| setup.draw(4, 3, 81, &mut Rng::new(1)).ones(0..81);
        assert_eq!(ones(Setup::Independent { p: 0.0 }), 0);
        assert_eq!(ones(Setup::Independent { p: 1.0 }), 81);
        assert_eq!(ones(Setup::Incremental { q: 0.0 }), 0);
        assert_eq!(ones(Setup::Incremental { q: 1.0 }), 81);
    }

    #[test]
    fn ones_are_as_frequent_as_the_set_up_says() {
        let share = |setup: Setup, height: u32, branching: u32| {
            let len = branching.pow(height) as usize;
            let mut rng = Rng::new(5);
            let ones: usize =
                (0..4000).map(|_| setup.draw(height, branching, len, &mut rng).ones(0..len)).sum();
            ones as f64 / (4000 * len) as f64
        };
        assert!((share(Setup::Independent { p: 0.3 }, 3, 3) - 0.3).abs() < 0.01);
        // At least two of three moves are worth +1: q³ + 3 q² (1 - q).
        assert!((share(Setup::Incremental { q: 0.5 }, 3, 3) - 0.5).abs() < 0.03);
        assert!((share(Setup::Incremental { q: 0.7 }, 3, 2) - 0.784).abs() < 0.03);
        // Both moves must be worth +1, because a sum of 0 makes the square a 0.
        assert!((share(Setup::Incremental { q: 0.5 }, 2, 2) - 0.25).abs() < 0.03);
    }

    #[test]
    fn neighbours_of_an_incremental_board_are_alike() {
        let mut rng = Rng::new(8);
        let setup = Setup::Incremental { q: 0.5 };
        let (mut near, mut far) = (0, 0);
        for _ in 0..2000 {
            let board = setup.draw(9, 2, 512, &mut rng);
            near += u32::from(board.get(0) == board.get(1));
            far += u32::from(board.get(0) == board.get(511));
        }
        assert!(near > 1600 && (900..1100).contains(&far), "{near} {far}");
    }
}
