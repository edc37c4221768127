//! What the page may ask.

use serde::Deserialize;
use tiptree::search::tree_view::Detail;
use tiptree_lab::query::Query;

/// A message of the page, named by its field `do`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(crate) enum Request {
    Catalogue,
    Position(Query),
    Start(Query),
    Work {
        evals: u64,
    },
    Report,
    Cancel,
    Rewind(Moment),
    Play {
        #[serde(rename = "move")]
        mv: String,
    },
    Go {
        budget: Option<String>,
    },
    Tree {
        #[serde(default)]
        path: Vec<String>,
        #[serde(default = "usual_nodes")]
        most: usize,
        #[serde(default)]
        detail: DetailName,
    },
    Events {
        #[serde(flatten)]
        query: Query,
        #[serde(default = "usual_events")]
        most: usize,
    },
    Solve {
        #[serde(flatten)]
        query: Query,
        #[serde(default)]
        all_moves: bool,
    },
}

fn usual_nodes() -> usize {
    200
}

fn usual_events() -> usize {
    10_000
}

/// A moment of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Moment {
    /// After so many expansions.
    Expansions(u64),
    /// After the step that reached so many evaluations.
    Evals(u64),
}

/// The name of a [`Detail`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DetailName {
    #[default]
    Stored,
    Whole,
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Detail {
        match name {
            DetailName::Stored => Detail::Stored,
            DetailName::Whole => Detail::Whole,
        }
    }
}
