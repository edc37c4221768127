//! Experiments declared in a file, so that anyone can repeat them.
//!
//! A file has a title and one table that declares the task, under the name of the command that would do it:
//!
//! ```toml
//! title = "Does a smaller constant help?"
//!
//! [tournament]
//! game = "connect4"
//! players = ["mm(c=0.01)", "mm(c=0.02)", "mm"]
//! budgets = ["moves=1000", "moves=5000"]
//! openings = "random=8:1000"
//! ```
//!
//! or `[reproduce]` with a paper, its tables and their parameters, or `[quality]` with a game, searches, budgets and files of
//! labelled positions. The keys have the meaning of the command-line options.
//! An experiment can be split into shards, which depend only on its text and on their numbers; [`merge`] combines the files
//! of the shards into the file of an undivided run. On a cluster, a [`Driver`] hands out chunks of a [`Prepared`] experiment and makes
//! that file of what comes back.

mod driver;
mod measuring;
mod merge;
mod pieces;
mod prepared;
mod reproduction;
mod shard_file;

pub use driver::{Driver, Results};
pub use measuring::measure;
pub use merge::{Merged, merge, merge_so_far};
pub use pieces::{Part, Piece};
pub use prepared::{Chunk, MakeTables, Prepared};
pub use reproduction::reproduce;

use crate::error::Error;
use crate::players::Entrant;
use crate::{quality, reproduce as papers, tournament};
use serde::Deserialize;
use std::path::Path;
use tiptree::parse_error::suggestion;

/// A declared experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The question, in one line.
    pub title: String,
    /// The task.
    pub task: Task,
}

/// The task of an experiment.
#[derive(Clone, Debug)]
pub enum Task {
    /// Play a tournament.
    Tournament(tournament::Request),
    /// Reproduce tables of a paper.
    Reproduce(papers::Request),
    /// Measure players at labelled positions.
    Quality(quality::Request),
}

/// The tables that declare a task, each under the name of the command that does it.
const TASKS: &str = "[tournament], [reproduce] or [quality]";

/// The content of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    title: String,
    tournament: Option<tournament::Request>,
    reproduce: Option<papers::Request>,
    quality: Option<quality::Request>,
}

impl Experiment {
    /// Reads the file of an experiment.
    ///
    /// # Errors
    /// If it cannot be read or does not declare an experiment.
    pub fn read(path: &Path) -> Result<Experiment, Error> {
        let text = std::fs::read_to_string(path).map_err(Error::file("read", path))?;
        Experiment::parse(&text, path)
    }

    /// Reads the text of an experiment; `path` is for messages.
    ///
    /// # Errors
    /// If it does not declare an experiment.
    pub fn parse(text: &str, path: &Path) -> Result<Experiment, Error> {
        let declared: Declared = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + String::from_utf8_lossy(&text.as_bytes()[..start]).matches('\n').count();
            let message: Vec<&str> = error.message().split_whitespace().collect();
            let message = message.join(" ");
            Error::line(path, line, format!("{message}{}", nearest_field(&message)))
        })?;
        let Declared { title, tournament, reproduce, mut quality } = declared;
        if let (Some(request), Some(folder)) = (&mut quality, path.parent()) {
            folder.clone_into(&mut request.folder);
        }
        let tasks =
            [tournament.map(Task::Tournament), reproduce.map(Task::Reproduce), quality.map(Task::Quality)];
        let mut tasks = tasks.into_iter().flatten();
        let task = match (tasks.next(), tasks.next()) {
            (Some(task), None) => task,
            (None, _) => return Err(Error::line(path, 1, format!("no task, expected {TASKS}"))),
            (Some(_), Some(_)) => {
                return Err(Error::line(path, 1, format!("two tasks, expected one of {TASKS}")));
            }
        };
        Ok(Experiment { title, task })
    }

    /// The players that are external programs, which running the experiment starts.
    pub fn programs(&self) -> Vec<&str> {
        let players = match &self.task {
            Task::Tournament(request) => request.players.as_slice(),
            Task::Quality(request) => request.searches.as_slice(),
            Task::Reproduce(_) => &[],
        };
        let is_program = |text: &&str| matches!(text.parse(), Ok(Entrant::Outside(_)));
        players.iter().map(String::as_str).filter(is_program).collect()
    }
}

/// The suggestion for a message such as ``unknown field `a`, expected one of `b`, `c` ``; empty for other messages.
fn nearest_field(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    match quoted.next() {
        Some(read) if message.starts_with("unknown ") => suggestion(read, quoted),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Experiment, Error> {
        Experiment::parse(text, Path::new("x.toml"))
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_tournament_has_the_keys_of_the_command_line() {
        let text = r#"
            title = "Which constant?"
            [tournament]
            game = "connect4"
            players = ["mm", "ab"]
            format = "gauntlet"
            budgets = ["moves=1000"]
            openings = "plies=4"
            pairs = 10
            seed = 7
            sprt = "0,5"
            max-plies = 100
            adjudicate = true
        "#;
        let experiment = parse(text).unwrap();
        assert_eq!(experiment.title, "Which constant?");
        let Task::Tournament(request) = experiment.task else { panic!("a tournament") };
        assert_eq!((request.seed, request.max_plies, request.pairs), (7, Some(100), Some(10)));
        assert_eq!(request.format, tournament::Format::Gauntlet);
    }

    #[test]
    fn a_reproduction_has_its_papers_parameters() {
        let text = "title = 'T'\n[reproduce]\npaper = 'nau'\ntables = ['4a']\nheight = 6";
        let Task::Reproduce(request) = parse(text).unwrap().task else { panic!("a reproduction") };
        assert_eq!((request.paper.as_str(), request.height), ("nau", Some(6)));
        assert_eq!(request.tables, ["4a"]);
    }

    #[test]
    fn a_quality_has_searches_budgets_and_files() {
        let text = concat!(
            "title = 'T'\n[quality]\ngame = 'connect4'\nsearches = ['mm', 'ab']\nbudgets = ['cpu=5ms']\n",
            "files = ['labels.txt']\nseed = 7"
        );
        let Task::Quality(request) = parse(text).unwrap().task else { panic!("a quality") };
        assert_eq!((request.searches.len(), request.seed, request.eval.first()), (2, 7, None));
        assert!(parse(&format!("{text}\neval = ['a', 'b']\nonly = 'sacrifices'")).is_ok());
        let unknown = error(&format!("{text}\nonly = 'blunders'"));
        assert!(unknown.contains("line 8: unknown variant `blunders`, expected `sacrifices`"), "{unknown}");
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(
            error("title = 'T'"),
            "x.toml, line 1: no task, expected [tournament], [reproduce] or [quality]"
        );
        let two = "title = 'T'\n[reproduce]\n[quality]\ngame = 'pig'\nsearches = []\nfiles = []";
        assert!(error(two).contains("two tasks, expected one of"), "{}", error(two));
        let misspelt = error("title = 'T'\n[tournament]\ngame = 'connect4'\nplayer = ['mm']\n");
        assert!(
            misspelt.starts_with("x.toml, line 4: unknown field `player`, expected one of"),
            "{misspelt}"
        );
        assert!(misspelt.ends_with("; did you mean `players`?"), "{misspelt}");
        assert!(error("title = ").starts_with("x.toml, line 1: "));
        assert!(error("title = 'T'\n[tournament]\ngame = 7\nplayers = []").contains("line 3: invalid type"));
        assert!(!error("title = 'T'\n\n[what]\n").contains('\n'));
    }
}
