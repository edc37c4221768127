//! The patterns whose weights are fitted, and the codes of their contents.
//!
//! A pattern consists of runs, pieces of columns. No stone lies above an empty cell: the lowest cells of a run are
//! full, and each of them is Black's or Red's. So a run of `h` cells has 2^(h+1) - 1 states and not 3^h. A stone in its
//! cell number `j` adds 2^j if it is Black's and twice that if it is Red's, which gives every state a unique number.
//! These numbers are the digits of the pattern's code. On the usual board there are:
//!
//! ```text
//!     6 rows        7 columns     12 diagonals     20 blocks       24 stairs
//!   # # # # # # #      #             . . # .        # # # #        . . . #
//!                      #             . # . .        # # # #        . . # #
//!                      #             # . . .                       . # # .
//!                      …             …                             # # . .
//!                                                                  # . . .
//! ```
//!
//! Stairs cover a diagonal segment with the cells that carry it, as blocks do for horizontal ones. A pattern and its
//! mirror image share their weights, in the same range of the table.

use crate::connect4::board::Shape;
use std::ops::Range;

/// Cells of a column, from a row upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) height: usize,
}

impl Run {
    /// The number of possible contents.
    fn states(self) -> usize {
        (2 << self.height) - 1
    }

    fn mirrored(self) -> Run {
        Run { column: WIDTH - 1 - self.column, ..self }
    }
}

pub(super) const WIDTH: usize = 7;
const HEIGHT: usize = 6;

/// The runs of a pattern, and the start of its range of the table.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) start: usize,
    pub(super) runs: Vec<Run>,
    /// Whether it is the mirror image of another pattern, whose range of the table it shares.
    pub(super) is_image: bool,
}

impl Pattern {
    /// The number of its codes.
    pub(super) fn states(&self) -> usize {
        self.runs.iter().map(|run| run.states()).product()
    }

    /// The range of its codes.
    pub(super) fn codes(&self) -> Range<usize> {
        self.start..self.start + self.states()
    }

    /// Cell indices, and what a stone of each player there adds to the code.
    pub(super) fn steps(&self, shape: &Shape) -> Vec<(usize, [u16; 2])> {
        let mut steps = Vec::new();
        let mut place = 1;
        for run in &self.runs {
            for level in 0..run.height {
                let cell = shape.bit(run.column, run.row + level).trailing_zeros() as usize;
                let step = (place << level) as u16;
                steps.push((cell, [step, 2 * step]));
            }
            place *= run.states();
        }
        steps
    }

    /// For each column not full in this pattern, what a stone of each player adds to the code, assuming that the stone
    /// does not land below the pattern.
    pub(super) fn steps_at(&self, code: usize) -> impl Iterator<Item = (usize, [usize; 2])> {
        let (mut rest, mut place) = (code - self.start, 1);
        self.runs.iter().filter_map(move |run| {
            let (digit, here) = (rest % run.states(), place);
            (rest, place) = (rest / run.states(), place * run.states());
            // With n stones the digit is from 2^n - 1 to 2^(n+1) - 2.
            let level = (digit + 1).ilog2() as usize;
            (level < run.height).then_some((run.column, [here << level, here << (level + 1)]))
        })
    }

    /// Whether it is its own mirror image.
    fn is_symmetric(&self) -> bool {
        self.runs.iter().eq(self.runs.iter().rev().map(|run| run.mirrored()).collect::<Vec<_>>().iter())
    }

    /// The code of the mirrored contents, for a pattern that is its own mirror image.
    fn mirrored_code(&self, code: usize) -> usize {
        let mut rest = code - self.start;
        let digit = |run: &Run| {
            let digit = rest % run.states();
            rest /= run.states();
            digit
        };
        let digits: Vec<usize> = self.runs.iter().map(digit).collect();
        // The digits in reverse order: the last digit here is the first of the image.
        let image = digits.iter().zip(&self.runs).fold(0, |code, (digit, run)| code * run.states() + digit);
        self.start + image
    }
}

/// Every pattern. The code 0 stands for no pattern.
pub(super) fn patterns() -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut start = 1;
    for runs in families() {
        let pattern = Pattern { start, runs, is_image: false };
        start += pattern.states();
        let image: Vec<Run> = pattern.runs.iter().map(|run| run.mirrored()).collect();
        // The runs stay in the same order, so the image has on the mirrored board the code that the pattern has on this
        // one.
        let image = Pattern { start: pattern.start, runs: image, is_image: true };
        let is_one = pattern.is_symmetric();
        patterns.push(pattern);
        if !is_one {
            patterns.push(image);
        }
    }
    patterns
}

/// The number of entries of the table, one for every code.
pub(super) fn entries(patterns: &[Pattern]) -> usize {
    patterns.iter().map(|pattern| pattern.codes().end).max().unwrap_or(1)
}

/// For every code the code whose weight it uses: itself or, if the pattern is its own mirror image, the smaller of the
/// code and its mirrored code.
pub(super) fn canonical(patterns: &[Pattern]) -> Vec<u32> {
    let mut canonical: Vec<u32> = (0..entries(patterns) as u32).collect();
    for pattern in patterns.iter().filter(|pattern| pattern.is_symmetric()) {
        for (canonical, code) in canonical[pattern.codes()].iter_mut().zip(pattern.codes()) {
            *canonical = code.min(pattern.mirrored_code(code)) as u32;
        }
    }
    canonical
}

/// The runs of one pattern of each pair of mirror images.
fn families() -> impl Iterator<Item = Vec<Run>> {
    let rectangle = |column: usize, row: usize, width: usize, height: usize| -> Vec<Run> {
        (column..column + width).map(|column| Run { column, row, height }).collect()
    };
    let rows = (0..HEIGHT).map(move |row| rectangle(0, row, WIDTH, 1));
    let columns = (0..=WIDTH / 2).map(move |column| rectangle(column, 0, 1, HEIGHT));
    // Rising diagonals from the left edge, then from the lowest row.
    let feet = [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (3, 0)];
    let diagonals = feet.into_iter().map(|(column, row)| {
        let length = (WIDTH - column).min(HEIGHT - row);
        (0..length).map(|step| Run { column: column + step, row: row + step, height: 1 }).collect()
    });
    let blocks = (0..HEIGHT - 1).flat_map(move |row| (0..2).map(move |column| rectangle(column, row, 4, 2)));
    let stairs = (0..3).flat_map(|row| {
        (0..4).map(move |column| (0..4).map(|step| carried(column + step, row + step)).collect())
    });
    rows.chain(columns).chain(diagonals).chain(blocks).chain(stairs)
}

/// A cell and the one below it.
fn carried(column: usize, row: usize) -> Run {
    match row {
        0 => Run { column, row, height: 1 },
        _ => Run { column, row: row - 1, height: 2 },
    }
}
