//! The layers of a net, and the sums over them.
//!
//! Every sum has one order, and nothing but additions, multiplications and divisions of `f32` is used: a value is the same to the
//! last bit on every machine, whatever instructions the compiler chooses for the loops.

#![expect(clippy::inline_always, reason = "functions are compiled for the instructions of their caller")]

use super::super::checkers::Checkers;
use super::super::inputs::{OF_SIDE, rows, table};
use super::chances::CHANCES;
use super::lanes::{LANES, Lanes};

/// The units of the hidden layer.
pub(super) const HIDDEN: usize = 80;
/// The inputs: those of both players, and 1.
pub(super) const INPUTS: usize = 2 * OF_SIDE + 1;
/// The weights of a net: for each input one to every hidden unit; for each chance one from every hidden unit; and the chances'
/// biases.
pub(super) const WEIGHTS: usize = (INPUTS + CHANCES) * HIDDEN + CHANCES;
/// The registers that hold a number for each hidden unit.
const BLOCKS: usize = HIDDEN / LANES;

/// A number for each hidden unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Row([[f32; LANES]; BLOCKS]);

impl Row {
    fn new(numbers: &[f32; HIDDEN]) -> Self {
        let (blocks, _) = numbers.as_chunks::<LANES>();
        Row(std::array::from_fn(|block| blocks[block]))
    }
}

/// The sums that the hidden units receive, in registers.
pub(super) type Sums<L> = [L; BLOCKS];

/// The layers of a net, the first one summed by player, place and number of checkers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layers {
    bias: Row,
    of_side: [Vec<Row>; 2],
    outputs: [Row; CHANCES],
    output_biases: [f32; CHANCES],
}

impl Layers {
    /// The layers of these [`WEIGHTS`].
    pub(super) fn new(weights: &[f32]) -> Self {
        let (rows, output_biases) = weights.as_chunks::<HIDDEN>();
        let row = |number: usize| Row::new(&rows[number]);
        let side = |from: usize| {
            table(|inputs| {
                let mut sums = [0.0; HIDDEN];
                for (number, input) in inputs {
                    let weights = rows[from + number].iter();
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight * input as f32);
                }
                Row::new(&sums)
            })
        };
        Layers {
            bias: row(INPUTS - 1),
            of_side: [side(0), side(OF_SIDE)],
            outputs: std::array::from_fn(|number| row(INPUTS + number)),
            output_biases: std::array::from_fn(|number| output_biases[number]),
        }
    }

    /// What the hidden units receive from the checkers of the player whose turn it is.
    #[inline(always)]
    pub(super) fn of_mover<L: Lanes>(&self, mover: &Checkers) -> Sums<L> {
        let mut sums = [L::new(&self.bias.0[0]); BLOCKS];
        for (sum, weights) in sums.iter_mut().zip(&self.bias.0) {
            *sum = L::new(weights);
        }
        self.with_side(sums, 0, mover)
    }

    /// The chances, from what the hidden units received from the mover's checkers, and the opponent's checkers.
    #[inline(always)]
    pub(super) fn outputs<L: Lanes>(&self, of_mover: &Sums<L>, waiter: &Checkers) -> [f32; CHANCES] {
        let mut units = self.with_side(*of_mover, 1, waiter);
        for unit in &mut units {
            *unit = unit.positive();
        }
        let mut sums = [0.0; LANES];
        for (number, (row, bias)) in self.outputs.iter().zip(self.output_biases).enumerate() {
            let mut lanes = L::new(&[0.0; LANES]);
            for (weights, unit) in row.0.iter().zip(&units) {
                lanes = lanes.plus(L::new(weights).times(*unit));
            }
            let [a, b, c, d, e, f, g, h] = lanes.numbers();
            sums[number] = bias + (((a + e) + (c + g)) + ((b + f) + (d + h)));
        }
        let chances = sums.map(logistic);
        std::array::from_fn(|number| chances[number])
    }

    #[inline(always)]
    fn with_side<L: Lanes>(&self, mut sums: Sums<L>, side: usize, checkers: &Checkers) -> Sums<L> {
        for row in rows(&self.of_side[side], checkers) {
            for (sum, weights) in sums.iter_mut().zip(&row.0) {
                *sum = sum.plus(L::new(weights));
            }
        }
        sums
    }
}

/// 1/(1+exp(-x)). The library's exponential function differs from system to system, and this one does not.
#[inline]
fn logistic(x: f32) -> f32 {
    /// Adding it rounds a small number to a whole one, which is in the lowest bits then.
    const ROUND: f32 = 12_582_912.0;
    // Where 2^-x is neither 0 nor infinite.
    let exponent = (x * -std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    let rounded = exponent + ROUND;
    let rest = (exponent - (rounded - ROUND)) * std::f32::consts::LN_2;
    // Taylor's series: the rest is at most ln(2)/2, so that the error is below 1e-6.
    let series = [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.into_iter().fold(1.0 / 720.0, |sum, factor| sum * rest + factor);
    let whole = f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23));
    1.0 / (1.0 + power * whole)
}
