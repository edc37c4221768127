//! The evaluator e3: a one counts more the nearer it is to the centre, because only the centre decides the game.
//!
//! Source: Nau, Purdom and Tzeng 1986, equation 13.

use super::{GGame, MOST_MOVES, Row};
use tiptree::{Evaluator, Range};

const ROWS: usize = MOST_MOVES as usize + 1;

/// The binomial coefficients C(n, i), each row up to its middle.
static BINOMIALS: [[u64; ROWS / 2]; ROWS] = pascal();

const fn pascal() -> [[u64; ROWS / 2]; ROWS] {
    let mut rows = [[0; ROWS / 2]; ROWS];
    let mut n = 0;
    while n < ROWS {
        rows[n][0] = 1;
        let mut i = 1;
        while i <= n / 2 {
            // Beyond the middle, the row above is read backwards by symmetry.
            let above = if i <= (n - 1) / 2 { i } else { n - 1 - i };
            rows[n][i] = rows[n - 1][i - 1] + rows[n - 1][above];
            i += 1;
        }
        n += 1;
    }
    rows
}

/// The ones of a row of n + 1 squares weighted by C(n, i) / 2^n: the evaluator e3.
///
/// This is the expected last square if a coin toss decides every move. With up to 53 moves left the value is exact, and
/// equals the mean of the values after the two moves to the last bit. With more moves the sum is still exact, and the
/// value is the nearest floating-point number to it.
///
/// ```
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::ggame::{Centred, GGame};
///
/// let game = GGame::new(4, 0.5)?;
/// let state = game.parse_position("00110")?;
/// assert_eq!(Centred.evaluate(&game, &state), (6.0 + 4.0) / 16.0);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Centred;

impl Evaluator<GGame> for Centred {
    fn range(&self) -> Range {
        Range::new(0.0, 1.0)
    }

    fn evaluate(&self, _game: &GGame, row: &Row) -> f64 {
        let last = row.moves_left();
        let weights = &BINOMIALS[last as usize];
        let mut rest = row.squares();
        let mut sum = 0;
        while rest != 0 {
            let square = rest.trailing_zeros();
            sum += weights[square.min(last - square) as usize];
            rest &= rest - 1;
        }
        // The sum is at most 2^63. The division is exact because it only changes the exponent.
        sum as f64 / (1u64 << last) as f64
    }
}
