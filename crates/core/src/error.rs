//! Why a search cannot be built from its name: the text cannot be parsed, or the search does not support what is asked.

use crate::parse_error::ParseError;
use std::fmt;

/// A search that does not support what is asked, such as one without chance nodes in a game with dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    what: String,
    needs: String,
}

impl Unsupported {
    /// `what` needs `needs`, which is missing.
    pub fn new(what: impl Into<String>, needs: impl Into<String>) -> Self {
        Unsupported { what: what.into(), needs: needs.into() }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} needs {}", self.what, self.needs)
    }
}

impl std::error::Error for Unsupported {}

/// Why a search cannot be built from its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text cannot be parsed.
    Parse(ParseError),
    /// The search does not support what is asked.
    Unsupported(Unsupported),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(parse_error) => parse_error.fmt(f),
            Error::Unsupported(unsupported) => unsupported.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<ParseError> for Error {
    fn from(parse_error: ParseError) -> Self {
        Error::Parse(parse_error)
    }
}

impl From<Unsupported> for Error {
    fn from(unsupported: Unsupported) -> Self {
        Error::Unsupported(unsupported)
    }
}
