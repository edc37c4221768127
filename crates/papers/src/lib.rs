//! The papers that Tiptree follows: their tables, with our numbers beside the published ones and a verdict per cell,
//! and the bench of our games.
//!
//! [`tiptree_lab::reproduce`] defines how tables are requested, stored and drawn; this crate knows the games.

pub mod ballard;
pub mod bench;
pub mod comparison;
pub mod golden;
pub mod latency;
mod moments;
pub mod nau;
pub mod rivest;
pub mod sampling;
mod study;
pub mod thread_gain;

pub use comparison::Comparison;
pub use sampling::{Averaged, Sampled};

use serde_json::{Map, Value};
use tiptree::{ParseError, Spec};
use tiptree_lab::Error;
use tiptree_lab::provenance::{Behaviour, Provenance};
use tiptree_lab::reproduce::{Key, Reproduction, Request, Tables, Verdict};

/// The papers, by their first authors, each with the game and the searches that its signature is measured with.
const MEASURED: [(&str, &str, &[&str]); 3] = [
    ("rivest", "connect4", &["mm", "ab"]),
    ("nau", "pgame", &["minimax(depth=4)", "product(depth=4)", "average(depth=4)"]),
    ("ballard", "startree", &["star1(depth=3)", "star2(depth=3)"]),
];

/// Checks a request and finds its tables; they are made with `jobs` workers.
///
/// # Errors
/// If a name is unknown, a parameter belongs to another paper, or a number is out of range.
pub fn prepare(request: &Request, jobs: usize) -> Result<Tables, Error> {
    match request.paper.as_str() {
        "rivest" => rivest::by_name::read(request, jobs),
        "nau" => nau::by_name::read(request, jobs),
        "ballard" => ballard::by_name::read(request, jobs),
        unknown => Err(ParseError::unknown("paper", unknown, MEASURED.map(|(paper, ..)| paper)).into()),
    }
}

/// This build, with the signature of the paper's searches.
pub fn build(paper: &str) -> Provenance {
    let measure = |game: &str, searches: &[&str]| -> Result<Option<u64>, ParseError> {
        let rules = tiptree_games::registry().rules(&game.parse()?, None)?;
        let searches = searches.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
        let engine = |search: &Spec| rules.engine(search, 1);
        let behaviour = Behaviour::measure(rules.as_ref(), &searches.iter().collect::<Vec<_>>(), &engine)?;
        Ok(behaviour.signature(&searches))
    };
    let measured = MEASURED.iter().find(|(name, ..)| *name == paper);
    Provenance::here(measured.and_then(|(_, game, searches)| measure(game, searches).ok().flatten()))
}

/// The table that a comparison gives.
fn reproduction(
    paper: &str,
    table: &str,
    parameters: Map<String, Value>,
    comparison: &Comparison,
    notes: Vec<String>,
) -> Reproduction {
    Reproduction {
        paper: paper.to_owned(),
        table: table.to_owned(),
        parameters,
        rows: comparison.rows().to_vec(),
        exact: comparison.count(Verdict::Exact),
        within: comparison.count(Verdict::Within),
        differs: comparison.count(Verdict::Differs),
        citation: comparison.citation().to_owned(),
        notes,
        build: build(paper),
    }
}

/// A key from its parts, as in `key([("p", 32.into())])`.
fn key<const N: usize>(parts: [(&str, Value); N]) -> Key {
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
