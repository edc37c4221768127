//! The one error of every text that is read here: games, positions, moves, searches, budgets.

use std::fmt;

/// A text that could not be read: what it should have been, what was read, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    what: String,
    read: String,
    expected: String,
}

impl Misread {
    /// `what` could not be read from `read`, where `expected` was expected.
    pub fn new(what: impl Into<String>, read: impl Into<String>, expected: impl Into<String>) -> Self {
        Misread { what: what.into(), read: read.into(), expected: expected.into() }
    }

    /// An unknown `what`, where one of `names` was expected.
    pub fn unknown<'a>(what: &str, read: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let expected = if names.is_empty() { "none".into() } else { format!("one of {}", names.join(", ")) };
        Misread::new(what, read, expected)
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: expected {}", self.what, self.read, self.expected)
    }
}

impl std::error::Error for Misread {}
