//! The evaluators of Hex: the logistic function of a sum of weights for the distances of both players and, if it is fitted, for
//! the surroundings of every cell.
//!
//! All children of a position are valued from their parent. A stone shortens the own distance if it lies on a shortest path, and
//! leaves the opponent's as it is unless all shortest paths lead through it; only then is the opponent's board flooded again. It
//! changes the surroundings of at most seven cells.

use super::board::{Board, bits, transposed};
use super::distance::Paths;
use super::features::{
    CELLS, CODES, DISTANCES, FARTHEST, HexFeatures, NEIGHBOURS, NOTHING, canonical, distances, neighbour,
    stone,
};
use super::{Cell, Hex, SWAP};
use crate::fitted;
use crate::logistic::{self, SCALE};
use std::sync::Arc;
use tiptree::features;
use tiptree::{Evaluator, Game, Leaf, ParseError, Range, Turn};

/// The weights that come with this library, for 11 by 11 cells.
const FILE: &[u8] = include_bytes!("../../data/hex-fitted.bin");
/// The weight of each stone that a player needs less than the other, and that of the turn, both set by hand.
const STONE: i32 = 1500;
const TURN: i32 = 750;

/// An evaluator of Hex: 1 + 1022 times the probability that Max wins, as whole numbers.
///
/// ```
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::hex::{Connection, Hex};
///
/// let game = Hex::new(5)?;
/// let evaluator = Connection::by_distance();
/// assert!(evaluator.evaluate(&game, &game.parse_position("c3 a1")?) > 512.0);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Connection {
    weights: Arc<Weights>,
}

#[derive(Debug)]
struct Weights {
    /// The weights of the distance of the player to move and that of the other player, for the player to move.
    distances: Vec<i32>,
    surroundings: Option<Surroundings>,
}

/// The weights of codes and stones, for Max, by the side to move.
#[derive(Debug)]
struct Surroundings {
    codes: [Vec<i16>; 2],
    /// By the side to move, the player and the cell.
    stones: [[[i16; CELLS]; 2]; 2],
    /// The code of every cell of an empty board.
    empty: [u16; CELLS],
    /// For every cell the cells in whose surroundings it is, and what a stone of Max's there adds to their codes. Cells with fewer
    /// of them repeat the first with nothing to add.
    touched: [[(u8, u16); 7]; CELLS],
}

impl Connection {
    /// The evaluator by distances alone, for boards of any size.
    pub fn by_distance() -> Self {
        let weight = |place: usize| {
            let (own, other) = (place / (FARTHEST + 1), place % (FARTHEST + 1));
            STONE * (other.cast_signed() as i32 - own.cast_signed() as i32) + TURN
        };
        let weights = Weights { distances: (0..DISTANCES).map(weight).collect(), surroundings: None };
        Connection { weights: Arc::new(weights) }
    }

    /// The evaluator with the fitted weights that come with this library.
    ///
    /// # Errors
    /// If the board is not the usual one.
    pub fn fitted(game: &Hex) -> Result<Self, ParseError> {
        if game.size() != 11 {
            let expected = "11, the one that the evaluator was fitted to";
            return Err(ParseError::new("size of hex", game.size().to_string(), expected));
        }
        let weights = features::read(&HexFeatures::new(*game), FILE, "the library")?;
        Ok(Connection::with_weights(game, &weights))
    }

    /// The evaluator with the weights of a file that `tiptree fit` wrote.
    ///
    /// # Errors
    /// If the file cannot be read, or does not hold the weights of this board.
    pub fn read(game: &Hex, file: &str) -> Result<Self, ParseError> {
        let weights = fitted::read(&HexFeatures::new(*game), file)?;
        Ok(Connection::with_weights(game, &weights))
    }

    /// The evaluator with these weights, as many as the features have.
    fn with_weights(game: &Hex, weights: &[i16]) -> Self {
        let distances = weights[..DISTANCES].iter().map(|&weight| weight.into()).collect();
        let surroundings = Some(Surroundings::new(game, weights));
        Connection { weights: Arc::new(Weights { distances, surroundings }) }
    }

    /// The weight of the distances of Max and Min, for Max.
    #[inline]
    fn distances(&self, [max, min]: [usize; 2], is_min: bool) -> i32 {
        let weight = |own, other| self.weights.distances[distances(own, other)];
        if is_min { -weight(min, max) } else { weight(max, min) }
    }
}

/// The code of the surroundings as Min sees them: reflected in the long diagonal, the players exchanged.
fn reflected(code: usize) -> usize {
    let digit = |place: u32| [0, 2, 1][code / 3usize.pow(place) % 3];
    (1..7).fold(digit(0), |image, place| image + digit(7 - place) * 3usize.pow(place))
}

impl Surroundings {
    fn new(game: &Hex, weights: &[i16]) -> Self {
        let shape = &game.shape;
        let max = |code: usize| if code == NOTHING { 0 } else { weights[canonical(code)] };
        let min = |code: usize| max(reflected(code)).saturating_neg();
        let mut found = Surroundings {
            codes: [(0..CODES).map(max).collect(), (0..CODES).map(min).collect()],
            stones: [[[0; CELLS]; 2]; 2],
            empty: [0; CELLS],
            touched: [[(0, 0); 7]; CELLS],
        };
        for cell in bits(shape.cells) {
            let place = cell as usize;
            let image = transposed(1 << cell).trailing_zeros();
            for player in 0..2 {
                found.stones[0][player][place] = weights[stone(shape.size, cell, player)];
                found.stones[1][player][place] =
                    weights[stone(shape.size, image, 1 - player)].saturating_neg();
            }
            found.touched[place] = [(cell as u8, 0); 7];
            found.touched[place][0].1 = 1;
            for (&step, way) in NEIGHBOURS.iter().zip(1..) {
                match neighbour(shape.size, cell, step) {
                    // The cell lies on the opposite side of its neighbour.
                    Ok(near) => found.touched[place][way] = (near as u8, 3u16.pow((way as u32 + 2) % 6 + 1)),
                    Err(player) => {
                        let digit = player.map_or(0, |player| player as u16 + 1);
                        found.empty[place] += digit * 3u16.pow(way as u32);
                    }
                }
            }
        }
        found
    }

    /// The codes of all cells.
    #[inline]
    fn codes(&self, board: &Board) -> [u16; CELLS] {
        let mut codes = self.empty;
        for (stones, digit) in board.stones.into_iter().zip(1..) {
            for cell in bits(stones) {
                for (near, step) in self.touched[cell as usize] {
                    codes[usize::from(near)] += digit * step;
                }
            }
        }
        codes
    }

    /// The sum of all weights for Max, with this side to move.
    #[inline]
    fn sum(&self, game: &Hex, board: &Board, codes: &[u16; CELLS], side: usize) -> i32 {
        let table = &self.codes[side];
        let cells = bits(game.shape.cells).map(|cell| i32::from(table[usize::from(codes[cell as usize])]));
        let stones = board.stones.into_iter().zip(&self.stones[side]);
        let stones = stones
            .map(|(stones, of_cell)| bits(stones).map(|cell| i32::from(of_cell[cell as usize])).sum::<i32>());
        cells.sum::<i32>() + stones.sum::<i32>()
    }

    /// What a stone of a player changes in the sum, with the other side to move after it.
    #[inline]
    fn gain(&self, codes: &[u16; CELLS], cell: usize, player: usize) -> i32 {
        let table = &self.codes[player ^ 1];
        let weight = |code: u16| i32::from(table[usize::from(code)]);
        let touched = self.touched[cell].iter().map(|&(near, step)| {
            let before = codes[usize::from(near)];
            weight(before + (player as u16 + 1) * step) - weight(before)
        });
        touched.sum::<i32>() + i32::from(self.stones[player ^ 1][player][cell])
    }
}

/// The value of a sum for Max. Both players see the same boards alike.
#[inline]
fn value(sum: i32, is_min: bool) -> f64 {
    logistic::value_for(if is_min { -sum } else { sum }, is_min)
}

impl Evaluator<Hex> for Connection {
    fn range(&self) -> Range {
        SCALE
    }

    #[inline]
    fn evaluate(&self, game: &Hex, board: &Board) -> f64 {
        let empty = game.empty(board);
        let between = [0, 1].map(|player| game.levels(board, player, 0, empty).distance);
        let around = self.weights.surroundings.as_ref().map_or(0, |surroundings| {
            surroundings.sum(game, board, &surroundings.codes(board), board.side())
        });
        value(self.distances(between, board.is_min) + around, board.is_min)
    }

    #[inline]
    fn children(&self, game: &Hex, board: &Board, moves: &[Cell], leaves: &mut Vec<Leaf>) {
        let (side, other) = (board.side(), board.side() ^ 1);
        let empty = game.empty(board);
        let winning = game.winning(board, side);
        let [own, against] = [side, other].map(|player| game.paths(board, player));
        let surroundings = self.weights.surroundings.as_ref().map(|surroundings| {
            let codes = surroundings.codes(board);
            (surroundings, codes, surroundings.sum(game, board, &codes, other))
        });
        let (win, turn) = if board.is_min { (-1.0, Turn::Max) } else { (1.0, Turn::Min) };
        leaves.extend(moves.iter().map(|&cell| {
            if cell == SWAP {
                return self.leaf(game, &game.after(board, cell));
            }
            let stone = 1 << cell.0;
            if winning & stone != 0 {
                return Leaf {
                    value: SCALE.middle() + win * (SCALE.high - SCALE.middle()),
                    turn: Turn::Over(win),
                };
            }
            let mut between = [0; 2];
            between[side] = own.distance - usize::from(own.cells & stone != 0);
            between[other] = distance_after(game, board, &against, empty, stone);
            let around = surroundings
                .as_ref()
                .map_or(0, |(surroundings, codes, sum)| sum + surroundings.gain(codes, cell.0.into(), side));
            Leaf { value: value(self.distances(between, !board.is_min) + around, !board.is_min), turn }
        }));
    }

    fn temperature(&self) -> Option<f64> {
        Some(logistic::PRIOR_TEMPERATURE)
    }

    fn is_chance(&self) -> bool {
        true
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The distance of the player who is not to move after a stone of the other player that does not win.
#[inline]
fn distance_after(game: &Hex, board: &Board, paths: &Paths, empty: u128, stone: u128) -> usize {
    if paths.cuts & stone == 0 {
        return paths.distance;
    }
    game.levels(board, board.side() ^ 1, 0, empty & !stone).distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_weights_of_all_features() {
        for size in [2, 4, 7, 11] {
            let game = Hex::new(size).unwrap();
            let features = HexFeatures::new(game);
            fitted::check_sums(&game, &features, 200, |weights| Connection::with_weights(&game, weights));
        }
    }

    #[test]
    fn other_boards_and_other_weights_are_refused() {
        let game = Hex::new(7).unwrap();
        let error = Connection::fitted(&game).unwrap_err().to_string();
        assert_eq!(error, r#"size of hex "7": expected 11, the one that the evaluator was fitted to"#);
        let error = features::read(&HexFeatures::new(game), FILE, "a.bin").unwrap_err().to_string();
        assert_eq!(error, r#"weights in a.bin "hex-11": expected those of hex-7"#);
    }
}
