//! The weights of the linear evaluator.
//!
//! Written by `fit_dice` (`crates/games/examples/fit_dice`), which plays games of the evaluator against itself and fits the
//! regression to their results.

use super::linear::FEATURES;

pub(super) const WEIGHTS: [f64; FEATURES] = [-0.235, -1.020, -0.100, 0.178, 0.852, 0.046, 1.197];
