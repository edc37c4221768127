//! What games say about players, and how sure that is.
//!
//! Both games of a pair share their opening, so pairs are the independent observations, and their five scores the
//! [`pentanomial`] counts. A deterministic player repeats its games when an opening comes again: [`clusters`] counts each
//! position as one observation.
//!
//! What the counts do not tell is `None`, never an infinity: no games, no spread, nothing but wins.

pub mod clusters;
pub mod pentanomial;

pub use clusters::{Clusters, clustered_error};
pub use pentanomial::Pentanomial;

/// Half the width of a 95 % interval in standard errors.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// Normalised Elo a unit of a game's standardised effect: 800 / ln 10 (Van den Bergh).
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;
