//! The papers' tables, ours beside the published, with a verdict a cell.

pub mod ballard;
pub mod comparison;
pub mod golden;
pub mod grid;
mod moments;
pub mod nau;
pub mod request;
pub mod rivest;
pub mod sampling;
mod study;
pub mod verdict;

use crate::plot::{Axis, Plot, Scale};
use crate::provenance::{Behaviour, Provenance};
pub use comparison::Comparison;
pub use grid::Grid;
pub use request::{Progress, Request, Tables};
pub use sampling::{Averaged, Sampled};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub(crate) use study::word;
use tiptree::{ParseError, Spec};
use tiptree_games::registry;
pub use verdict::{Row, Verdict};

/// A reproduced table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// The paper: its first author.
    pub paper: String,
    /// The table: its number or name.
    pub table: String,
    /// What the run was asked for.
    pub parameters: Map<String, Value>,
    /// Our numbers beside the published ones.
    pub rows: Vec<Row>,
    /// Cells equal to the last printed digit.
    pub exact: usize,
    /// Cells within the tolerance.
    pub within: usize,
    /// Cells that differ without a known reason.
    pub differs: usize,
    /// Where the table was published.
    pub citation: String,
    /// What the numbers show, in sentences.
    pub notes: Vec<String>,
    /// The build that made them.
    #[serde(flatten)]
    pub build: Provenance,
}

impl Reproduction {
    /// Closes a comparison.
    pub fn new(
        paper: &str,
        table: &str,
        parameters: Map<String, Value>,
        comparison: &Comparison,
        notes: Vec<String>,
    ) -> Self {
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

    /// How many rows have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    /// Whether it is a study: what searches achieve with growing effort, and nothing else.
    pub fn is_study(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(study::is_studied)
    }

    /// Our numbers, each with half the width of its 95 % interval where the table has it.
    pub(crate) fn measured(&self) -> impl Iterator<Item = (&Row, Option<f64>)> {
        let rows = self.rows.iter().filter(|row| !study::is_interval(row));
        rows.map(|row| (row, study::ci95(&self.rows, row)))
    }

    /// How the table is drawn, where it is: it needs nothing but its rows, so that one read from a file is drawn too.
    pub fn plot(&self) -> Option<Plot> {
        match (self.paper.as_str(), self.table.as_str()) {
            ("nau", "pathology") => Some(nau::pathology::plot(self)),
            ("ballard", "regret") => Some(ballard::regret::plot(self)),
            ("ballard", "fig9") => Some(ballard::plot(self)),
            _ => {
                let studied = self.rows.iter().find(|row| study::is_studied(row))?;
                let title = format!("{} {}", self.paper, self.table);
                Some(study::plot(self, title, Axis::new(&studied.column, Scale::Linear)))
            }
        }
    }
}

/// The game and the searches by which a paper's signature is measured.
const MEASURED: [(&str, &str, &[&str]); 3] = [
    ("rivest", "connect4", &["mm", "ab"]),
    ("nau", "pgame", &["minimax(depth=4)", "product(depth=4)", "average(depth=4)"]),
    ("ballard", "startree", &["star1(depth=3)", "star2(depth=3)"]),
];

/// This build, with the signature of the searches that a paper is about.
pub fn build(paper: &str) -> Provenance {
    let measure = |game: &str, searches: &[&str]| -> Result<Option<u64>, ParseError> {
        let rules = registry::rules(&game.parse()?, None)?;
        let searches = searches.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
        let engine = |search: &Spec| rules.engine(search, 1);
        let behaviour = Behaviour::measure(rules.as_ref(), &searches.iter().collect::<Vec<_>>(), &engine)?;
        Ok(behaviour.signature(&searches))
    };
    let measured = MEASURED.iter().find(|(name, ..)| *name == paper);
    Provenance::here(measured.and_then(|(_, game, searches)| measure(game, searches).ok().flatten()))
}

/// A key from its parts, as in `key([("p", 32.into())])`.
fn key<const N: usize>(parts: [(&str, Value); N]) -> golden::Key {
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
