//! When to descend again before the ascent has reached the root: section 6 of Rivest 1987.
//!
//! The paper's fourth remark: the search spends its time between the root and the leaves, and step 7 could return to step 3
//! at an inner node x, "at the cost of not always selecting the globally least-penalty tip". The paper names four criteria:
//! chance, the depth of x, the change in π(x), and the number of leaves under x. It tried none of them.

use crate::parse_error::ParseError;
use crate::rng::Rng;
use std::fmt;
use std::str::FromStr;

/// A rule by which the ascent turns back down at a node. It never turns where nothing below can be expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Redescend {
    /// Never: the plain loop of section 3.4.
    Never,
    /// With this probability at every node.
    Chance(f64),
    /// With probability d/(d + k) at depth d, for this k: rarely near the root, mostly deep down.
    Depth(f64),
    /// While π of the node has risen by at most this much since the descent passed it.
    Change(f64),
    /// Only at the tip that the descent found, until the leaves under it outnumber its depth.
    Leaves,
}

/// A node on the way up, as the rules see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ascent {
    /// Plies from the root.
    pub(super) level: u32,
    /// How much π has risen since the descent.
    pub(super) rise: f64,
    /// The number of leaves under it, if it is the tip that the descent from the root found.
    pub(super) leaves: Option<u32>,
}

impl Redescend {
    /// Whether to go down again from a node.
    pub(super) fn goes_down(self, at: &Ascent, rng: &mut Rng) -> bool {
        match self {
            Redescend::Never => false,
            Redescend::Chance(probability) => rng.unit() < probability,
            Redescend::Depth(k) => {
                let depth = f64::from(at.level);
                rng.unit() < depth / (depth + k)
            }
            Redescend::Change(most) => at.rise <= most,
            Redescend::Leaves => at.leaves.is_some_and(|leaves| leaves <= at.level),
        }
    }
}

impl FromStr for Redescend {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let rule = match text.split_once(':') {
            None if text == "never" => Some(Redescend::Never),
            None if text == "leaves" => Some(Redescend::Leaves),
            Some(("chance", share)) => {
                number(share).filter(|share| (0.0..1.0).contains(share)).map(Redescend::Chance)
            }
            Some(("depth", k)) => number(k).filter(|&k| k > 0.0).map(Redescend::Depth),
            Some(("change", most)) => number(most).map(Redescend::Change),
            _ => None,
        };
        rule.ok_or_else(|| {
            ParseError::new(
                "redescend",
                text,
                "never, chance:0.5 (below 1), depth:4 (above 0), change:0.1 or leaves",
            )
        })
    }
}

impl fmt::Display for Redescend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Redescend::Never => f.write_str("never"),
            Redescend::Chance(probability) => write!(f, "chance:{probability}"),
            Redescend::Depth(k) => write!(f, "depth:{k}"),
            Redescend::Change(most) => write!(f, "change:{most}"),
            Redescend::Leaves => f.write_str("leaves"),
        }
    }
}
