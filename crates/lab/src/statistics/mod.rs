//! Statistics of match results: scores, Elo and ratings, with their errors.
//!
//! Both games of a pair share their opening, and the five possible scores of a pair are the [`pentanomial`] counts. A
//! deterministic player repeats its games when an opening comes again, so pairs from one opening are one cluster
//! ([`clusters`]). [`Scores`] holds both and is the only place where errors are computed: every interval is 95 % and
//! clustered by opening. A [`sequential`] test stops a match as soon as the scores decide between its two hypotheses;
//! [`rating`] rates many players on one scale; [`distinct`] counts how many games really differ.
//!
//! A statistic that the counts do not determine is `None`, never an infinity: without games, without spread, or with
//! nothing but wins.

pub mod clusters;
pub mod distinct;
pub mod pentanomial;
pub mod rating;
pub mod scale;
pub mod scores;
pub mod sequential;

pub use clusters::Clusters;
pub(crate) use clusters::half_width;
pub use distinct::Distinct;
pub use pentanomial::Pentanomial;
pub use rating::{Crosstable, Rating};
pub use scale::Scale;
pub use scores::{Points, Scores};
pub use sequential::{Hypothesis, Model, Sequential};

/// Half the width of a 95 % interval, in standard errors.
pub const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// Normalised Elo per unit of a game's standardised effect: 800 / ln 10 (Van den Bergh).
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Elo per unit of the logistic function's argument: 400 / ln 10.
const LOGISTIC: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected score at an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / LOGISTIC).exp())
}
