//! The error type of the lab. Every message is one line that says what was read and what was expected.

use std::io;
use std::path::{Path, PathBuf};
use tiptree::ParseError;

/// Why an experiment could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text that could not be read.
    #[error(transparent)]
    ParseError(#[from] ParseError),

    /// A search that cannot be built, or does not support what is asked.
    #[error(transparent)]
    Search(#[from] tiptree::Error),

    /// A file that could not be opened, read or written.
    #[error("cannot {action} {}: {reason}", path.display())]
    File {
        /// The operation that failed, as in `read`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error. It is not a `source`, because the message already contains it.
        reason: io::Error,
    },

    /// A results file that cannot grow: the disk is full, or a size limit is reached.
    #[error("cannot write {}: {reason}; the {kept} in it are safe, and the same command goes on behind them", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// The number of records in it, as in `1 game` or `17 games`.
        kept: String,
        /// The system's error.
        reason: io::Error,
    },

    /// A line of a file with unexpected content.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What was read and what was expected.
        problem: String,
    },

    /// A file of results from another run.
    #[error("{}, line {line}: another run, its {field} is {read}, expected {expected}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// The first field of the header that differs.
        field: String,
        /// Its value in the file, as JSON.
        read: String,
        /// Its value in this run, as JSON.
        expected: String,
    },

    /// A file of results from a build that behaves differently.
    #[error(
        "{}, line {line}: written by another build, its signature is {theirs} and that of this one {ours}: expected the \
         same build, or --other-build",
        path.display()
    )]
    OtherBuild {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// The signature in the file.
        theirs: String,
        /// The signature of this build.
        ours: String,
    },

    /// A file of results that another process is writing.
    #[error("{} is being written by another process: expected a file of our own", .0.display())]
    Locked(PathBuf),

    /// An openings spec that names too few positions, too many, or none.
    #[error("openings {spec:?}: {problem}")]
    Openings {
        /// The spec.
        spec: String,
        /// What was found and what was expected.
        problem: String,
    },

    /// A published table that cannot be read.
    #[error("golden table {table}: {reason}")]
    Golden {
        /// The table.
        table: String,
        /// What is wrong with it.
        reason: String,
    },

    /// An external program that cannot play.
    #[error("{program}: {problem}")]
    Program {
        /// The program, as written.
        program: String,
        /// What happened and what was expected.
        problem: String,
    },
}

impl Error {
    /// Wraps a system error about `path`.
    pub(crate) fn file<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Error + 'a {
        move |reason| Error::File { action, path: path.to_owned(), reason }
    }

    /// A line with unexpected content.
    pub(crate) fn line(path: &Path, line: usize, problem: impl Into<String>) -> Error {
        Error::Line { path: path.to_owned(), line, problem: one_line(&problem.into()) }
    }

    /// An openings spec that cannot be fulfilled.
    pub(crate) fn openings(spec: &str, problem: impl Into<String>) -> Error {
        Error::Openings { spec: spec.to_owned(), problem: problem.into() }
    }
}

/// Escapes control characters, so that a message stays on one line: the name or content of a file may hold line breaks or
/// terminal escape sequences.
pub fn one_line(text: &str) -> String {
    let escape = |letter: char| match letter {
        _ if letter.is_control() => letter.escape_default().to_string(),
        _ => letter.to_string(),
    };
    text.chars().map(escape).collect()
}
