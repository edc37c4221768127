//! A registry holds games and searches by name. It is a value, so each program decides which games and searches it
//! knows.
//!
//! An [`Entry`] says how a game is named, described and built. A program with a game of its own adds an entry to our
//! registry, or begins with [`Registry::new`], which has no games:
//!
//! ```
//! use tiptree::erased::Named;
//! use tiptree::registry::{Entry, Registry, Valuation};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Parameter};
//!
//! // A random tree: `depth` moves per game, 4 moves per position.
//! let tree = Entry::new("tree", |spec, _evaluator| {
//!     let game = HashTree::new(1, spec.read("depth", 8, "a number of moves")?, 4);
//!     Ok(Box::new(Named::new(spec.clone(), game, HashEvaluator::new(1, 1023))))
//! })
//! .summary("a random tree")
//! .parameters([Parameter::new("depth", "8", "moves of a game")])
//! .evaluators([Valuation::new("hash", "a random number, 1 to 1023")]);
//!
//! let registry = Registry::new().with(tree);
//! let mut player = registry.engine(&"tree(depth=5)".parse()?, None, &"mm".parse()?, 1)?;
//! assert!(player.run(&Budget::moves(100)).best.is_some());
//! assert!(registry.clone().with(registry.games()[0].clone()).checked().is_err(), "each name once");
//! # Ok::<(), tiptree::Error>(())
//! ```

mod defaults;
mod entry;
mod evaluator;
mod search;

pub use entry::{Entry, Valuation};
pub use search::{Listed, SearchEntry};

use crate::erased::{Engine, Rules};
use crate::error::Error;
use crate::features::Features;
use crate::noise::Noise;
use crate::parse_error::ParseError;
use crate::search::catalogue;
use crate::spec::Spec;
use crate::tabulation::Tabulation;
use search::Joined;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A name or a line of text: a literal, or made at run time.
pub type Name = Cow<'static, str>;

/// Makes a player for a search; the seed determines its random choices.
pub type Engines = dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error> + Send + Sync;

/// Games and searches by name. Every registry has the searches of the [catalogue]; games and further searches are
/// added.
///
/// [`Registry::checked`] and all methods that return a `Result` fail if an entry could not be added, such as a second game
/// of the same name.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Entry>,
    /// The searches that were added.
    searches: Arc<Vec<SearchEntry>>,
    /// The error of the first entry that could not be added.
    problem: Option<ParseError>,
}

impl Registry {
    /// A registry without games.
    pub fn new() -> Self {
        Registry::default()
    }

    /// The same registry with another game.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        let problem = if self.game(&entry.name).is_some() {
            Some(ParseError::new("game", &*entry.name, "a name that no other game has"))
        } else if let Some((evaluator, key)) = entry.taken_key() {
            let what = format!("parameter of {evaluator}, an evaluator of {}", entry.name);
            Some(ParseError::new(what, key, "a key that not every evaluator has"))
        } else if let Some(evaluator) = entry.taken_evaluator() {
            let what = format!("evaluator of {}", entry.name);
            Some(ParseError::new(what, evaluator, "a name that no other evaluator of the game has"))
        } else if entry.evaluators.is_empty() {
            Some(ParseError::new(format!("evaluators of {}", entry.name), "", "at least one"))
        } else {
            unreadable("game", &entry.name)
        };
        self.problem = self.problem.or(problem);
        self.games.push(entry);
        self
    }

    /// The same registry with another search.
    #[must_use]
    pub fn with_search(mut self, entry: SearchEntry) -> Self {
        let is_common = |key: &str| catalogue::COMMON.iter().any(|parameter| parameter.key == key);
        let problem = if self.search(&entry.name).is_some() {
            Some(ParseError::new("search", &*entry.name, "a name that no other search has"))
        } else if let Some(parameter) = entry.parameters.iter().find(|parameter| is_common(parameter.key)) {
            let what = format!("parameter of {}", entry.name);
            Some(ParseError::new(what, parameter.key, "a key that not every search has"))
        } else {
            unreadable("search", &entry.name)
        };
        self.problem = self.problem.or(problem);
        Arc::make_mut(&mut self.searches).push(entry);
        self
    }

    /// Whether all entries could be added.
    ///
    /// # Errors
    /// If two games or two searches have the same name, or an entry is invalid; the error is that of the first such
    /// entry. A game's defaults of searches are checked when all searches are there, so that the order of joining is free.
    pub fn checked(&self) -> Result<(), ParseError> {
        self.problem.clone().or_else(|| self.default_problem()).map_or(Ok(()), Err)
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> &[Entry] {
        &self.games
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Option<&Entry> {
        self.games.iter().find(|entry| entry.name == name)
    }

    /// The searches: those of the catalogue, then those that were added.
    pub fn searches(&self) -> impl Iterator<Item = Listed<'_>> {
        catalogue::SEARCHES.iter().map(Listed::from).chain(self.searches.iter().map(Listed::from))
    }

    /// The search of this name.
    pub fn search(&self, name: &str) -> Option<Listed<'_>> {
        self.searches().find(|entry| entry.name == name)
    }

    /// The game that `spec` names, with the evaluator that `evaluator` names, or its first evaluator if none is named. An
    /// evaluator may have parameters of its own, as in `exact(file=F)`, and accepts noise, as in `rivest(noise=50)`: see
    /// [`Noise::PARAMETERS`].
    ///
    /// # Errors
    /// If the game, the evaluator or a parameter of either is unknown, or a value is invalid.
    pub fn rules(&self, spec: &Spec, evaluator: Option<&str>) -> Result<Box<dyn Rules>, ParseError> {
        let (entry, valuation, evaluator) = self.valued(spec, evaluator)?;
        evaluator
            .accept(valuation.parameters.iter().chain(Noise::PARAMETERS).map(|parameter| parameter.key))?;
        let noise = Noise::named(&evaluator)?;
        let mut rules = entry.build(spec, &evaluator)?;
        if let Some(noise) = noise {
            rules = rules.noisy(noise).ok_or_else(|| {
                let what = format!("evaluator of {}", entry.name);
                ParseError::new(what, evaluator.to_string(), "one without noise")
            })?;
        }
        let defaults = entry.defaults(valuation);
        if self.searches.is_empty() && defaults.is_empty() {
            return Ok(rules);
        }
        Ok(Box::new(Joined { rules, searches: Arc::clone(&self.searches), defaults: defaults.into() }))
    }

    /// The entry of the game that `spec` names, and its evaluator that `evaluator` names or else its first.
    fn valued(&self, spec: &Spec, evaluator: Option<&str>) -> Result<(&Entry, &Valuation, Spec), ParseError> {
        let entry = self.entry(spec)?;
        let evaluator: Spec = evaluator.unwrap_or(&entry.evaluators[0].name).parse()?;
        let Some(valuation) = entry.evaluators.iter().find(|known| known.name == evaluator.name) else {
            let names = entry.evaluators.iter().map(|known| &*known.name);
            return Err(ParseError::unknown(&format!("evaluator of {}", entry.name), &evaluator.name, names));
        };
        Ok((entry, valuation, evaluator))
    }

    /// The entry of the game that `spec` names, if it accepts the parameters given.
    fn entry(&self, spec: &Spec) -> Result<&Entry, ParseError> {
        self.checked()?;
        let Some(entry) = self.game(&spec.name) else {
            return Err(ParseError::unknown("game", &spec.name, self.games.iter().map(|entry| &*entry.name)));
        };
        spec.accept(entry.parameters.iter().map(|parameter| parameter.key))?;
        Ok(entry)
    }

    /// The features of a game's evaluator that can be fitted.
    ///
    /// # Errors
    /// If the game has no evaluator to fit, or none for these parameters.
    pub fn features(&self, spec: &Spec) -> Result<Box<dyn Features>, ParseError> {
        let features = self.entry(spec)?.features(spec);
        features.unwrap_or_else(|| Err(self.without("an evaluator to fit", spec, Entry::is_fitted)))
    }

    /// The computation of a game's table of exact values.
    ///
    /// # Errors
    /// If the game has no table, or none for these parameters.
    pub fn tabulation(&self, spec: &Spec) -> Result<Box<dyn Tabulation>, ParseError> {
        let tabulation = self.entry(spec)?.tabulation(spec);
        tabulation.unwrap_or_else(|| Err(self.without("a table of exact values", spec, Entry::is_tabulated)))
    }

    /// The error of a game that has not what others have.
    fn without(&self, what: &str, spec: &Spec, has: fn(&Entry) -> bool) -> ParseError {
        let having = self.games.iter().filter(|entry| has(entry)).map(|entry| &*entry.name);
        ParseError::unknown(&format!("game with {what}"), &spec.name, having)
    }

    /// A player of `game` that searches with `search`. An `eval=NAME` in `search` overrides `evaluator`.
    ///
    /// # Errors
    /// If a name or a key is unknown, or a value is invalid.
    pub fn engine(
        &self,
        game: &Spec,
        evaluator: Option<&str>,
        search: &Spec,
        seed: u64,
    ) -> Result<Box<dyn Engine>, Error> {
        self.rules(game, search.get("eval").or(evaluator))?.engine(search, seed)
    }

    /// A maker of players of `game` that search with one of `searches`. The game is built once, not for every player.
    ///
    /// # Errors
    /// If a name or a key is unknown, or a value is invalid.
    pub fn engines(
        &self,
        game: &Spec,
        evaluator: Option<&str>,
        searches: &[&Spec],
    ) -> Result<Box<Engines>, ParseError> {
        let mut built: Vec<(Option<String>, Box<dyn Rules>)> = Vec::new();
        for search in searches {
            let eval = search.get("eval");
            if !built.iter().any(|(known, _)| known.as_deref() == eval) {
                built.push((eval.map(str::to_owned), self.rules(game, eval.or(evaluator))?));
            }
        }
        let (registry, game, evaluator) = (self.clone(), game.clone(), evaluator.map(str::to_owned));
        Ok(Box::new(move |search: &Spec, seed| {
            match built.iter().find(|(known, _)| known.as_deref() == search.get("eval")) {
                Some((_, rules)) => rules.engine(search, seed),
                None => registry.engine(&game, evaluator.as_deref(), search, seed),
            }
        }))
    }
}

impl fmt::Debug for Registry {
    /// Lists the names of the games, and of the searches that were added.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|entry| &*entry.name).collect();
        let searches: Vec<&str> = self.searches.iter().map(|entry| &*entry.name).collect();
        f.debug_struct("Registry").field("games", &games).field("searches", &searches).finish_non_exhaustive()
    }
}

/// The error if `name` cannot be read as a name.
fn unreadable(what: &str, name: &str) -> Option<ParseError> {
    let is_name = name.parse().is_ok_and(|spec: Spec| spec.name == name && spec.parameters.is_empty());
    (!is_name).then(|| ParseError::new(what, name, "a name of letters, digits, - and _"))
}

#[cfg(test)]
mod tests;
