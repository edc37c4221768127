//! The fitted evaluator: the logistic function of the sum of the weights of all [windows](super::windows).

use super::board::Board;
use super::windows::{CODES, ROW_CODES, ROWS, WindowFeatures, Windows, flipped, row_codes};
use super::{Breakthrough, Step};
use crate::fitted;
use crate::logistic::{self, SCALE};
use std::sync::Arc;
use tiptree::features::{self, Features};
use tiptree::{Evaluator, Leaf, ParseError, Range, Turn};

/// The weights that come with this library, for 8 by 8 squares.
const FILE: &[u8] = include_bytes!("../../data/breakthrough-fitted.bin");

/// The fitted evaluator: 1 + 1022 times the probability that Max wins, as whole numbers.
///
/// A move changes two neighbouring rows. So the children of a position share the sums of the windows of all other rows.
#[derive(Clone, Debug)]
pub struct Fitted {
    weights: Arc<Weights>,
}

#[derive(Debug)]
struct Weights {
    windows: Windows,
    /// The weights of all codes, for the player to move.
    to_move: Vec<i16>,
    /// The weights of all codes for the player who has moved, as that player sees the board.
    moved: Vec<i16>,
    /// What is added for the player to move.
    always: i32,
}

impl Fitted {
    /// The evaluator with the weights that come with this library.
    ///
    /// # Errors
    /// If the board is not the usual one.
    pub fn new(game: &Breakthrough) -> Result<Self, ParseError> {
        if (game.width(), game.height()) != (8, 8) {
            let size = format!("{}x{}", game.width(), game.height());
            return Err(ParseError::new("board", size, "8x8, the one that the evaluator was fitted to"));
        }
        let features = WindowFeatures::new(*game)?;
        let weights = features::read(&features, FILE, "the library")?;
        Ok(Fitted::with_weights(&features, &weights))
    }

    /// The evaluator with the weights of a file that `tiptree fit` wrote.
    ///
    /// # Errors
    /// If the file cannot be read, or does not hold the weights of this board.
    pub fn read(game: &Breakthrough, file: &str) -> Result<Self, ParseError> {
        let features = WindowFeatures::new(*game)?;
        let weights = fitted::read(&features, file)?;
        Ok(Fitted::with_weights(&features, &weights))
    }

    /// The evaluator with these weights, as many as the features have.
    fn with_weights(features: &WindowFeatures, weights: &[i16]) -> Self {
        let windows = features.windows();
        let [mut to_move, mut moved] = [vec![0; windows.codes()], vec![0; windows.codes()]];
        for row in 0..windows.rows {
            for column in 0..windows.columns {
                for code in 0..CODES {
                    let weight = weights[windows.canonical(row, column, code)];
                    to_move[windows.start(row, column) + code] = weight;
                    let above = windows.rows - 1 - row;
                    moved[windows.start(above, column) + flipped(code)] = weight.saturating_neg();
                }
            }
        }
        let always = i32::from(weights[features.count() - 1]);
        Fitted { weights: Arc::new(Weights { windows, to_move, moved, always }) }
    }
}

impl Weights {
    /// The sum of the weights of the windows whose lower row is `row`, given the codes of this row and the next.
    #[inline]
    fn sum(&self, table: &[i16], row: usize, low: u64, high: u64) -> i32 {
        let (low, high) = (low.to_le_bytes(), high.to_le_bytes());
        let table = &table[self.windows.start(row, 0)..][..self.windows.columns * CODES];
        let weights = table.chunks_exact(CODES).zip(low).zip(high);
        weights
            .map(|((table, low), high)| i32::from(table[usize::from(low) + ROW_CODES * usize::from(high)]))
            .sum()
    }

    /// The log-odds of a win of the player to move.
    #[inline]
    fn of(&self, board: &Board) -> i32 {
        let codes: [u64; 8] = std::array::from_fn(|row| row_codes(board, row));
        let rows = 0..self.windows.rows;
        self.always + rows.map(|row| self.sum(&self.to_move, row, codes[row], codes[row + 1])).sum::<i32>()
    }
}

/// A position whose children are valued.
struct Parent<'a> {
    weights: &'a Weights,
    board: &'a Board,
    /// The codes of every row, with a row without windows at either end.
    codes: [u64; 8],
    /// The sums of the windows by their lower row, for the player who has moved.
    sums: [i32; 8],
    total: i32,
}

impl<'a> Parent<'a> {
    #[inline]
    fn new(weights: &'a Weights, board: &'a Board) -> Self {
        let codes: [u64; 8] = std::array::from_fn(|row| row_codes(board, row));
        let mut sums = [0; 8];
        for row in 0..weights.windows.rows {
            sums[row] = weights.sum(&weights.moved, row, codes[row], codes[row + 1]);
        }
        Parent { weights, board, codes, sums, total: sums.iter().sum() }
    }

    /// The log-odds of a win of the player to move after a step.
    #[inline]
    fn after(&self, step: Step) -> i32 {
        let (from, to) = (step.from() as usize, step.to() as usize);
        let row = from / 8;
        let left = ROWS[1 << (from % 8)];
        let entered = ROWS[1 << (to % 8)];
        let captured = if self.board.waiting >> to & 1 == 1 { 2 * entered } else { 0 };
        let low = self.codes[row] - left;
        let high = self.codes[row + 1] + entered - captured;
        let sum = |row: usize, low: u64, high: u64| self.weights.sum(&self.weights.moved, row, low, high);
        let mut total = self.total - self.sums[row] + sum(row, low, high);
        if row > 0 {
            total += sum(row - 1, self.codes[row - 1], low) - self.sums[row - 1];
        }
        if row + 1 < self.weights.windows.rows {
            total += sum(row + 1, high, self.codes[row + 2]) - self.sums[row + 1];
        }
        self.weights.always - total
    }
}

impl Evaluator<Breakthrough> for Fitted {
    fn range(&self) -> Range {
        SCALE
    }

    #[inline]
    fn evaluate(&self, _game: &Breakthrough, board: &Board) -> f64 {
        logistic::value_for(self.weights.of(board), board.is_black)
    }

    #[inline]
    fn children(&self, game: &Breakthrough, board: &Board, moves: &[Step], leaves: &mut Vec<Leaf>) {
        let parent = Parent::new(&self.weights, board);
        let win = Breakthrough::win(board);
        let goal = game.shape.goal();
        let turn = if board.is_black { Turn::Max } else { Turn::Min };
        leaves.extend(moves.iter().map(|&step| {
            let entered = 1 << step.to();
            if entered & goal != 0 || board.waiting == entered {
                return Leaf {
                    value: SCALE.middle() + win * (SCALE.high - SCALE.middle()),
                    turn: Turn::Over(win),
                };
            }
            Leaf { value: logistic::value_for(parent.after(step), !board.is_black), turn }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_weights_of_all_features() {
        for (width, height) in [(3, 4), (6, 5), (8, 8)] {
            let game = Breakthrough::new(width, height).unwrap();
            let features = WindowFeatures::new(game).unwrap();
            fitted::check_sums(&game, &features, 400, |weights| Fitted::with_weights(&features, weights));
        }
    }

    #[test]
    fn mirror_images_have_the_same_features() {
        let features = WindowFeatures::new(Breakthrough::new(4, 5).unwrap()).unwrap();
        let of = |position: &str| {
            let mut of = Vec::new();
            features.of(position, &mut of).unwrap();
            of.sort_by_key(|feature| feature.weight);
            of
        };
        assert_eq!(of("b.bb/.b../..w./w.w./.w.w w"), of("bb.b/..b./.w../.w.w/w.w. w"));
        assert_ne!(of("b.bb/.b../..w./w.w./.w.w w"), of("bb.b/..b./.w../.w.w/.ww. w"));
    }

    #[test]
    fn other_boards_and_other_weights_are_refused() {
        let error = Fitted::new(&Breakthrough::new(6, 6).unwrap()).unwrap_err().to_string();
        assert_eq!(error, r#"board "6x6": expected 8x8, the one that the evaluator was fitted to"#);
        let error = WindowFeatures::new(Breakthrough::new(2, 6).unwrap()).unwrap_err().to_string();
        assert_eq!(error, r#"board "2x6": expected 3 columns or more, for windows of 3"#);
        let features = WindowFeatures::new(Breakthrough::new(6, 6).unwrap()).unwrap();
        let error = features::read(&features, FILE, "a.bin").unwrap_err().to_string();
        assert_eq!(error, r#"weights in a.bin "breakthrough-8x8": expected those of breakthrough-6x6"#);
    }
}
