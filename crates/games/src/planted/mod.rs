//! Planted trees: games whose exact value is known at every position without search.
//!
//! A study of how evaluator errors affect a search needs the true value at every position, not only where a solver has
//! been. Here values are assigned from the root down: the start is worth 512, one child of every position has the same
//! value as its parent, and every other child is worse for the player to move by its own *gap*. So the value of a
//! position is that of its best child, whoever is to move, and a search to the end finds the planted value. The trees
//! of Ballard 1983 ([`startree`](crate::startree)) are planted too, with dice and with the same arcs at every node.
//!
//! Gaps are whole numbers from 1 to `gap`, 1 + ⌊gap · u^power⌋ for uniform u: with the usual power of 3 half of them
//! are below an eighth of the largest, so most moves are nearly as good as the best one and a few are blunders. Values
//! are clamped to 2 to 1022; a player with nothing left to lose has only equal moves. Games end after `depth` moves,
//! and before that with probability `ends` at every position.
//!
//! **The payoff is the value at the end**, on Rivest's scale from 1 to 1023. A match counts a game as won by Max if the
//! payoff exceeds the middle of the scale, which is the value of the start. So two players without mistakes draw, and
//! otherwise the player with the smaller sum of mistakes wins: a match measures decisions, and the deal favours nobody.
//!
//! The tree is not stored: a position is the path to it, and everything else follows from hashes.
//!
//! ```
//! use tiptree::{Evaluator, Game, Notation, Turn};
//! use tiptree_games::planted::{Exact, Planted, Shape};
//!
//! let tree = Planted::new(Shape { branching: 3, depth: 4, ends: 0.0, ..Shape::default() })?;
//! let start = tree.deal(7);
//! let mut moves = Vec::new();
//! tree.moves(&start, &mut moves);
//! let values: Vec<f64> = moves.iter().map(|&mv| Exact.evaluate(&tree, &tree.after(&start, mv))).collect();
//! assert_eq!(values.iter().copied().fold(0.0, f64::max), 512.0);
//! # Ok::<(), tiptree::ParseError>(())
//! ```

pub(crate) mod by_name;
mod evaluators;
mod notation;
mod solver;

pub use evaluators::{Exact, Fading};
pub use solver::Reader;

use crate::squares::probability;
use tiptree::rng::scatter;
use tiptree::testing::synthetic::{below, chosen};
use tiptree::{Game, Insight, Keyed, ParseError, Range, Turn};

/// The value of the start, the middle of the scale.
const EVEN: i32 = 512;
/// The least and the greatest value, those of finished games included.
const VALUES: (i32, i32) = (2, 1022);
/// The greatest power of a gap's distribution.
const STEEPEST: u32 = 16;

/// Salts that make independent random numbers from one hash.
mod salt {
    pub(super) const BEST: u64 = 0xbe;
    pub(super) const GAP: u64 = 0x6a;
    pub(super) const END: u64 = 0xe4;
}

/// The parameters of planted trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The number of moves of every position.
    pub branching: u16,
    /// The maximum number of moves of a game.
    pub depth: u32,
    /// The largest gap.
    pub gap: u16,
    /// How rare large gaps are: the power to which a uniform number is raised for a gap.
    pub power: u32,
    /// The probability that a game ends at a position, the start excluded.
    pub ends: f64,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { branching: 7, depth: 30, gap: 200, power: 3, ends: 0.02 }
    }
}

/// The rules of a planted tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    shape: Shape,
}

/// A position: the tree that was dealt and the moves that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The moves, the last one lowest, each a digit to the base of the branching.
    path: u128,
    seed: u64,
    /// The hash of the seed and the path.
    hash: u64,
    ply: u32,
    value: i16,
    is_over: bool,
}

impl Place {
    /// The exact value: the payoff that play without mistakes leads to.
    #[inline]
    pub fn value(self) -> i32 {
        self.value.into()
    }
}

impl Planted {
    /// The trees of this shape.
    ///
    /// # Errors
    /// If `branching`, `depth`, `gap` or `power` is out of range, `ends` is not a probability, or there are more paths
    /// than 128 bits can distinguish.
    pub fn new(shape: Shape) -> Result<Self, ParseError> {
        let Shape { branching, depth, gap, power, ends } = shape;
        let refuse = |key: &str, read: u64, expected: String| {
            Err(ParseError::new(format!("{key} of planted"), read.to_string(), expected))
        };
        if branching < 2 {
            return refuse("branching", branching.into(), "at least 2 moves".into());
        }
        let deepest = u128::MAX.ilog(branching.into());
        if !(1..=deepest).contains(&depth) {
            let expected = format!(
                "1 to {deepest} moves with branching {branching}: a position keeps its path in 128 bits"
            );
            return refuse("depth", depth.into(), expected);
        }
        if !(1..=EVEN as u16).contains(&gap) {
            return refuse("gap", gap.into(), format!("1 to {EVEN} points"));
        }
        if !(1..=STEEPEST).contains(&power) {
            return refuse("power", power.into(), format!("1 to {STEEPEST}"));
        }
        probability("ends", "planted", ends)?;
        Ok(Planted { shape })
    }

    /// The parameters of the trees.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The maximum number of moves to the end.
    fn left(self, state: Place) -> u32 {
        self.shape.depth - state.ply
    }

    /// The loss of a move that is not the best one, by the hash of the position after it.
    #[inline]
    fn gap(self, hash: u64) -> i32 {
        const STEPS: u64 = 1 << 32;
        let even = below(hash, salt::GAP, STEPS) as f64 / STEPS as f64;
        // Only products, because a library's power function may differ between machines.
        let scattered = (1..self.shape.power).fold(even, |product, _| product * even);
        1 + (f64::from(self.shape.gap) * scattered) as i32
    }
}

impl Game for Planted {
    type State = Place;
    /// Its number among its siblings, from 0.
    type Move = u16;

    fn start(&self) -> Place {
        self.deal(1)
    }

    fn deal(&self, seed: u64) -> Place {
        Place { path: 0, seed, hash: scatter(seed), ply: 0, value: EVEN as i16, is_over: false }
    }

    fn is_dealt(&self) -> bool {
        true
    }

    #[inline]
    fn turn(&self, state: &Place) -> Turn {
        match state.ply % 2 {
            _ if state.is_over => Turn::Over(state.value.into()),
            0 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn payoffs(&self) -> Range {
        Exact::SCALE
    }

    fn has_chance(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, state: &Place, moves: &mut Vec<u16>) {
        if !state.is_over {
            moves.extend(0..self.shape.branching);
        }
    }

    #[inline]
    fn play(&self, state: &mut Place, mv: u16) {
        let is_best = below(state.hash, salt::BEST, self.shape.branching.into()) == u64::from(mv);
        // Multiples of an odd number are distinct for siblings.
        let hash = scatter(state.hash ^ (u64::from(mv) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        if !is_best {
            let loss = if state.ply.is_multiple_of(2) { -self.gap(hash) } else { self.gap(hash) };
            state.value = (state.value() + loss).clamp(VALUES.0, VALUES.1) as i16;
        }
        state.path = state.path * u128::from(self.shape.branching) + u128::from(mv);
        state.ply += 1;
        state.is_over = state.ply == self.shape.depth || chosen(hash, salt::END, self.shape.ends);
        state.hash = hash;
    }
}

impl Keyed for Planted {
    fn key(&self, state: &Place) -> u64 {
        state.hash
    }
}

impl Insight for Planted {}
