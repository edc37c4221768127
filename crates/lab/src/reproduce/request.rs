//! Requests for reproductions: a paper, its tables and their parameters, from a command line or a file.

use super::Reproduction;
use crate::error::Error;
use crate::provenance::Provenance;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use tiptree::ParseError;

/// What to reproduce. Each paper accepts some of the parameters; one that is left out has the paper's value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The paper: `rivest`, `nau` or `ballard`.
    pub paper: String,
    /// The tables; all of the paper's if none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// nau: the number of moves of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<usize>,
    /// nau: the number of random boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<u64>,
    /// ballard: only these branching factors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branching: Vec<u16>,
    /// ballard 6 and games: only this depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// ballard: the number of random trees averaged over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trees: Option<u32>,
    /// ballard regret, games and second: the number of positions of each game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// rivest 2: only these bounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<String>,
    /// rivest 2: the number of repetitions with random column orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u32>,
    /// rivest 2: the time here that corresponds to a second in the paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// rivest 2: how move calls of alpha-beta are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The seed of everything random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A paper whose parameters have been read; makes its tables one by one.
pub trait Paper: Send {
    /// Makes the table of this name, which is one of those requested.
    ///
    /// # Errors
    /// If it cannot be made.
    fn table(
        &mut self,
        name: &str,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error>;
}

/// Receives the progress of a table.
pub trait Progress {
    /// A task of `count` steps, each `of_what`, begins.
    fn begin(&mut self, count: u64, of_what: &str);
    /// `done` steps are finished; `doing` is the current activity, where it changes.
    fn reach(&mut self, done: u64, doing: &str);
    /// The task is finished.
    fn end(&mut self);
}

impl Progress for () {
    fn begin(&mut self, _count: u64, _of_what: &str) {}
    fn reach(&mut self, _done: u64, _doing: &str) {}
    fn end(&mut self) {}
}

/// The requested tables, all of which exist.
pub struct Tables {
    /// The names of the requested tables.
    pub names: Vec<String>,
    /// The tables of this paper that can be drawn.
    pub drawn: &'static [&'static str],
    /// The build that makes them, with the signature of the paper's searches.
    pub build: Provenance,
    /// Makes the tables.
    pub paper: Box<dyn Paper>,
}

impl Request {
    /// The seed; 1 if none is given.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The tables requested: those named, or else the usual ones.
    ///
    /// # Errors
    /// If a named table is not `known`.
    pub fn tables(&self, usual: &[&str], known: &[&str]) -> Result<Vec<String>, ParseError> {
        if self.tables.is_empty() {
            return Ok(usual.iter().map(|&table| table.to_owned()).collect());
        }
        match self.tables.iter().find(|table| !known.contains(&table.as_str())) {
            Some(unknown) => {
                let what = format!("table of {}", self.paper);
                Err(ParseError::unknown(&what, unknown, known.iter().copied()))
            }
            None => Ok(self.tables.clone()),
        }
    }

    /// Refuses parameters that this paper does not use.
    ///
    /// # Errors
    /// If a parameter is given that is not among those accepted.
    pub fn refuse_all_but(&self, accepted: &[&str]) -> Result<(), ParseError> {
        let parameters = [
            ("bound", !self.bound.is_empty()),
            ("seeds", self.seeds.is_some()),
            ("second", self.second.is_some()),
            ("reading", self.reading.is_some()),
            ("height", self.height.is_some()),
            ("boards", self.boards.is_some()),
            ("branching", !self.branching.is_empty()),
            ("depth", self.depth.is_some()),
            ("trees", self.trees.is_some()),
            ("positions", self.positions.is_some()),
        ];
        match parameters.iter().find(|(parameter, given)| *given && !accepted.contains(parameter)) {
            Some((parameter, _)) => Err(ParseError::unknown(
                &format!("parameter of {}", self.paper),
                parameter,
                accepted.iter().copied(),
            )),
            None => Ok(()),
        }
    }
}

impl Tables {
    /// Makes the table of this name.
    ///
    /// # Errors
    /// If it cannot be made, or is not among those requested.
    pub fn make(
        &mut self,
        name: &str,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error> {
        if !self.names.iter().any(|known| known == name) {
            return Err(ParseError::unknown("table", name, self.names.iter().map(String::as_str)).into());
        }
        self.paper.table(name, progress, cancel)
    }
}
