//! What a registry holds, listed.

use serde::Serialize;
use tiptree::noise::Noise;
use tiptree::registry::{Entry, Listed, Name};
use tiptree::search::catalogue::{self, COMMON};
use tiptree::{Parameter, Registry};

fn is_empty(names: &&[Name]) -> bool {
    names.is_empty()
}

/// Games by name: what `tiptree games --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct ListedGames<'a> {
    /// The games.
    pub games: Vec<ListedGame<'a>>,
    /// The parameters that every evaluator takes.
    pub noise: &'static [Parameter],
}

impl<'a> ListedGames<'a> {
    /// These games.
    pub fn new(games: impl IntoIterator<Item = &'a Entry>) -> Self {
        ListedGames { games: games.into_iter().map(ListedGame::new).collect(), noise: Noise::PARAMETERS }
    }
}

/// A game that can be asked for by name.
#[derive(Clone, Debug, Serialize)]
pub struct ListedGame<'a> {
    name: &'a str,
    summary: &'a str,
    source: &'a str,
    parameters: &'a [Parameter],
    evaluators: Vec<ListedEvaluator<'a>>,
    #[serde(skip_serializing_if = "is_empty")]
    search_defaults: &'a [Name],
}

impl<'a> ListedGame<'a> {
    fn new(game: &'a Entry) -> Self {
        let evaluator = |known: &'a tiptree::registry::Valuation| ListedEvaluator {
            name: &known.name,
            meaning: &known.meaning,
            parameters: &known.parameters,
            search_defaults: &known.search_defaults,
        };
        ListedGame {
            name: &game.name,
            summary: &game.summary,
            source: &game.source,
            parameters: &game.parameters,
            evaluators: game.evaluators.iter().map(evaluator).collect(),
            search_defaults: &game.search_defaults,
        }
    }
}

/// An evaluator of a game.
#[derive(Clone, Debug, Serialize)]
pub struct ListedEvaluator<'a> {
    name: &'a str,
    meaning: &'a str,
    parameters: &'a [Parameter],
    #[serde(skip_serializing_if = "is_empty")]
    search_defaults: &'a [Name],
}

/// Searches by name: what `tiptree searches --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct ListedSearches<'a> {
    /// The searches.
    pub searches: Vec<ListedSearch<'a>>,
    /// The parameters that every search takes.
    pub common: &'static [Parameter],
}

impl<'a> ListedSearches<'a> {
    /// These searches of a registry.
    pub fn new(searches: impl IntoIterator<Item = Listed<'a>>) -> Self {
        ListedSearches { searches: searches.into_iter().map(ListedSearch::new).collect(), common: COMMON }
    }

    /// All searches of a registry.
    pub fn all(registry: &'a Registry) -> Self {
        ListedSearches::new(registry.searches())
    }
}

/// A search that can be asked for by name.
#[derive(Clone, Debug, Serialize)]
pub struct ListedSearch<'a> {
    name: &'a str,
    summary: &'a str,
    source: &'a str,
    parameters: &'a [Parameter],
    /// Whether it keeps a tree that can be shown.
    tree: bool,
    /// Whether it can be followed node by node.
    events: bool,
}

impl<'a> ListedSearch<'a> {
    fn new(search: Listed<'a>) -> Self {
        let algorithm = catalogue::find(search.name).map(|entry| entry.algorithm);
        ListedSearch {
            name: search.name,
            summary: search.summary,
            source: search.source,
            parameters: search.parameters,
            tree: algorithm.is_some_and(catalogue::Algorithm::keeps_tree),
            events: algorithm.is_some_and(catalogue::Algorithm::has_events),
        }
    }
}
