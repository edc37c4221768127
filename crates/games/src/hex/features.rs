//! The features of the fitted evaluator: both distances, the surroundings of every cell, and where the stones lie.
//!
//! All are seen by the player to move as if that were Max: the board of Min is reflected in the long diagonal and the players
//! are exchanged. The surroundings of a cell are the digits of a code in base 3, the cell first: 0 an empty cell, 1 a stone of
//! the player to move, 2 one of the other player. Beyond an edge lie stones of the player whose edge it is:
//!
//! ```text
//!      1 2
//!     6 0 3
//!      5 4
//! ```
//!
//! Two stones at 1 and 3 that both reach the cell and 2 are a bridge, which is seen here. The code, and the place of a stone, share their
//! weight with those of the board turned by half a circle.

use super::board::{Board, STRIDE, bits, transposed};
use super::{Connection, Hex};
use crate::logistic::SCALE;
use tiptree::features::{Feature, Features};
use tiptree::{Evaluator, Notation, ParseError};

/// Distances from this one on are one feature.
pub(super) const FARTHEST: usize = 12;
/// The weights of both distances.
pub(super) const DISTANCES: usize = (FARTHEST + 1) * (FARTHEST + 1);
/// The codes of the surroundings of a cell.
pub(super) const CODES: usize = 2187;
/// The code of an empty cell without stones around it, which has no weight.
pub(super) const NOTHING: usize = 0;
/// The cells of the greatest board.
pub(super) const CELLS: usize = 121;
/// The number of weights: of the distances, of the codes, and of the stones of either player.
pub(super) const WEIGHTS: usize = DISTANCES + CODES + 2 * CELLS;

/// The steps to the neighbours of a cell, in rows and columns, clockwise from the upper left.
pub(super) const NEIGHBOURS: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The index of the weight of two distances.
#[inline]
pub(super) fn distances(own: usize, other: usize) -> usize {
    own.min(FARTHEST) * (FARTHEST + 1) + other.min(FARTHEST)
}

/// The index of the weight of a code: the lesser of it and that of the surroundings turned by half a circle.
pub(super) fn canonical(code: usize) -> usize {
    let around = code / 3;
    let turned = code % 3 + 3 * (around / 27 + 27 * (around % 27));
    DISTANCES + code.min(turned)
}

/// The index of the weight of a stone of the player to move (0) or of the other one (1).
pub(super) fn stone(size: u32, cell: u32, player: usize) -> usize {
    let turned = (STRIDE + 1) * (size - 1) - cell;
    DISTANCES + CODES + CELLS * player + cell.min(turned) as usize
}

/// The cell that lies this way from another one; the player beyond whose edge it would lie, if that is one.
pub(super) fn neighbour(size: u32, cell: u32, (down, right): (i32, i32)) -> Result<u32, Option<usize>> {
    let row = (cell / STRIDE).checked_add_signed(down).filter(|&row| row < size);
    let column = (cell % STRIDE).checked_add_signed(right).filter(|&column| column < size);
    match (row, column) {
        (Some(row), Some(column)) => Ok(STRIDE * row + column),
        (None, Some(_)) => Err(Some(0)),
        (Some(_), None) => Err(Some(1)),
        (None, None) => Err(None),
    }
}

/// The code of the surroundings of a cell, on a board with these stones of the player to move, as Max, and of the other one.
fn code(size: u32, cell: u32, stones: [u128; 2]) -> usize {
    let of = |cell: u32| {
        stones.iter().zip(1..).find_map(|(stones, digit)| (stones >> cell & 1 == 1).then_some(digit))
    };
    let around = NEIGHBOURS.iter().map(|&step| match neighbour(size, cell, step) {
        Ok(cell) => of(cell).unwrap_or(0),
        Err(player) => player.map_or(0, |player| player + 1),
    });
    let digits = std::iter::once(of(cell).unwrap_or(0)).chain(around);
    digits.zip(0..).map(|(digit, place)| digit * 3usize.pow(place)).sum()
}

/// The features of a board.
#[derive(Clone, Copy, Debug)]
pub struct HexFeatures {
    game: Hex,
}

impl HexFeatures {
    /// The features of a game.
    pub fn new(game: Hex) -> Self {
        HexFeatures { game }
    }

    /// Passes the index of every weight of a position on, of which some may be the same.
    pub(super) fn each(&self, board: &Board, mut push: impl FnMut(usize)) {
        let shape = &self.game.shape;
        let size = shape.size;
        let side = board.side();
        let [own, other] = [side, side ^ 1].map(|player| self.game.paths(board, player));
        push(distances(own.distance, other.distance));
        let [max, min] = board.stones;
        let stones = if board.is_min { [min, max].map(transposed) } else { [max, min] };
        let codes = bits(shape.cells).map(|cell| code(size, cell, stones));
        codes.filter(|&code| code != NOTHING).for_each(|code| push(canonical(code)));
        for (stones, player) in stones.into_iter().zip(0..) {
            bits(stones).for_each(|cell| push(stone(size, cell, player)));
        }
    }
}

impl Features for HexFeatures {
    fn name(&self) -> String {
        format!("hex-{}", self.game.size())
    }

    fn count(&self) -> usize {
        WEIGHTS
    }

    fn of(&self, position: &str, features: &mut Vec<Feature>) -> Result<(), ParseError> {
        let board = self.game.parse_position(position)?;
        self.each(&board, |weight| {
            features.push(Feature { weight: weight as u32, is_minus: board.is_min });
        });
        Ok(())
    }

    fn usual(&self, position: &str) -> Result<f64, ParseError> {
        let board = self.game.parse_position(position)?;
        Ok(Connection::by_distance().evaluate(&self.game, &board) - SCALE.middle())
    }
}
