//! The procedures of Ballard 1983 as values: how chance nodes are probed, and what else a search may do.

use crate::parse_error::ParseError;
use std::fmt;
use std::str::FromStr;

/// How a chance node is probed before its outcomes are searched in full (sections 5 and 7).
///
/// A probe searches one move of a decision below the chance node. At a decision of Min it gives an upper bound, at one of
/// Max a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The number of rounds of probes over all outcomes.
    pub rounds: usize,
    /// The number of moves of each outcome that are probed in a round.
    pub each: usize,
}

impl Probing {
    /// No probing: Star1.
    pub const NONE: Probing = Probing { rounds: 0, each: 0 };

    /// One move of each outcome: Star2.
    pub const ONCE: Probing = Probing { rounds: 1, each: 1 };

    /// One move of each outcome, then a second of each, up to `factor`: cyclic Star2.5.
    pub const fn cyclic(factor: usize) -> Self {
        Probing { rounds: factor, each: 1 }
    }

    /// `factor` moves of the first outcome, then of the second, to the last: sequential Star2.5.
    pub const fn sequential(factor: usize) -> Self {
        Probing { rounds: 1, each: factor }
    }
}

/// In which order moves and outcomes are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Moves: the best move in the table first, then by static value if the children lie above the horizon. Outcomes:
    /// first those that can change the bounds most. Results of probes are not searched again, and a probe is made only if
    /// it can cut off its chance node.
    #[default]
    Static,
    /// The game's order, and every step as the paper prints it: this is what its tables count.
    None,
}

impl FromStr for Sort {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "static" => Ok(Sort::Static),
            "none" => Ok(Sort::None),
            _ => Err(ParseError::unknown("sort", text, ["static", "none"])),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Static => "static",
            Sort::None => "none",
        })
    }
}

/// A *-minimax procedure.
///
/// ```
/// use tiptree::search::depth_first::star::{Probing, Sort, Variant};
/// let as_printed = Variant { sort: Sort::None, ..Variant::star25(Probing::cyclic(2)) };
/// assert!(!as_printed.survey);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// How chance nodes are probed.
    pub probing: Probing,
    /// Whether every decision first probes below all its moves and then searches them in the order of the results: Star3.
    pub survey: bool,
    /// In which order moves and outcomes are searched.
    pub sort: Sort,
    /// Whether the search of the root's last move ends as soon as that move is known to be the best (section 8.2). The
    /// root's value is then a bound.
    pub rightmost: bool,
    /// Forward pruning (section 8.4): only this many moves of a decision are searched, those of best static value. No
    /// value is exact then.
    pub best: Option<usize>,
}

impl Variant {
    /// Left to right, no probing (section 4).
    pub const fn star1() -> Self {
        Variant::star25(Probing::NONE)
    }

    /// One probe of each outcome (section 5).
    pub const fn star2() -> Self {
        Variant::star25(Probing::ONCE)
    }

    /// Several probes of each outcome (section 7).
    pub const fn star25(probing: Probing) -> Self {
        Variant { probing, survey: false, sort: Sort::Static, rightmost: false, best: None }
    }

    /// The move that is likely to be the best is searched first; probes below all moves find it (section 7.2). The paper
    /// announces the procedure but does not print it.
    pub const fn star3() -> Self {
        Variant { survey: true, ..Variant::star2() }
    }

    /// Whether every step is the paper's own.
    pub(super) fn is_as_printed(&self) -> bool {
        self.sort == Sort::None
    }
}
