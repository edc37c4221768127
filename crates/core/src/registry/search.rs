//! Searches that are added to a registry by name.

use super::Name;
use super::defaults::complete;
use crate::erased::{Engine, Position, Rules, engine};
use crate::error::{Error, Unsupported};
use crate::game::Range;
use crate::noise::Noise;
use crate::parse_error::ParseError;
use crate::search::{Search, catalogue};
use crate::solver::Solver;
use crate::spec::{Parameter, Spec};
use crate::untyped::{AnyEvaluator, Untyped};
use std::sync::Arc;

/// Builds a search from its parameters, whose keys have been checked, for a game and an evaluator. The seed determines
/// its random choices.
type Build =
    dyn Fn(&Spec, Untyped, AnyEvaluator, u64) -> Result<Box<dyn Search<Untyped>>, Error> + Send + Sync;

/// A search that is added to those of the [catalogue](crate::search::catalogue) under its name.
///
/// It is written for [`Untyped`], so it plays every game.
#[derive(Clone)]
#[non_exhaustive]
pub struct SearchEntry {
    /// Its name.
    pub name: Name,
    /// A description in one line.
    pub summary: Name,
    /// Where it was published.
    pub source: Name,
    /// The parameters that it accepts, besides an evaluator and a budget of its own.
    pub parameters: Vec<Parameter>,
    build: Arc<Build>,
}

impl SearchEntry {
    /// A search of this name without parameters. `build` makes it from its parameters, which have been checked, for a
    /// game and an evaluator, with a seed for its random choices.
    pub fn new(
        name: impl Into<Name>,
        build: impl Fn(&Spec, Untyped, AnyEvaluator, u64) -> Result<Box<dyn Search<Untyped>>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        SearchEntry {
            name: name.into(),
            summary: Name::default(),
            source: Name::default(),
            parameters: Vec::new(),
            build: Arc::new(build),
        }
    }

    /// The same entry with a summary: a description in one line.
    #[must_use]
    pub fn summary(self, summary: impl Into<Name>) -> Self {
        SearchEntry { summary: summary.into(), ..self }
    }

    /// The same entry with a source: where the search was published.
    #[must_use]
    pub fn source(self, source: impl Into<Name>) -> Self {
        SearchEntry { source: source.into(), ..self }
    }

    /// The same entry with parameters. They do not include a budget: every search takes its own, as in `NAME(depth=4)`,
    /// and finds it in the [`Meter`](crate::Meter).
    #[must_use]
    pub fn parameters(self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        SearchEntry { parameters: parameters.into_iter().collect(), ..self }
    }

    /// A player of a game that uses this search.
    fn engine(&self, rules: &dyn Rules, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Error> {
        let parameters = self.parameters.iter().chain(catalogue::COMMON);
        search.accept(parameters.map(|parameter| parameter.key))?;
        let Some((game, evaluator)) = rules.untyped() else {
            let needs = format!("a game that can be played without its type, {} is none", rules.spec());
            return Err(Unsupported::new(&*self.name, needs).into());
        };
        engine(search, game, |game| (self.build)(search, game, evaluator, seed))
    }
}

/// A search in a list: one of the catalogue, or one that was added.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Its name.
    pub name: &'a str,
    /// A description in one line.
    pub summary: &'a str,
    /// Where it was published.
    pub source: &'a str,
    /// The parameters that it accepts, besides an evaluator and a budget of its own.
    pub parameters: &'a [Parameter],
}

impl<'a> From<&'a SearchEntry> for Listed<'a> {
    fn from(entry: &'a SearchEntry) -> Self {
        let SearchEntry { name, summary, source, parameters, .. } = entry;
        Listed { name, summary, source, parameters }
    }
}

impl<'a> From<&'a catalogue::Entry> for Listed<'a> {
    fn from(entry: &'a catalogue::Entry) -> Self {
        let &catalogue::Entry { name, summary, source, parameters, .. } = entry;
        Listed { name, summary, source, parameters }
    }
}

/// A game that can also be played by the searches that were added, with its own defaults of searches.
pub(super) struct Joined {
    pub(super) rules: Box<dyn Rules>,
    pub(super) searches: Arc<Vec<SearchEntry>>,
    pub(super) defaults: Arc<[Spec]>,
}

impl Rules for Joined {
    fn spec(&self) -> &Spec {
        self.rules.spec()
    }

    fn payoffs(&self) -> Range {
        self.rules.payoffs()
    }

    fn deal(&self, seed: u64) -> Box<dyn Position> {
        self.rules.deal(seed)
    }

    fn is_dealt(&self) -> bool {
        self.rules.is_dealt()
    }

    fn position(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        self.rules.position(text)
    }

    fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Error> {
        let search = &complete(search, &self.defaults);
        if catalogue::find(&search.name).is_some() {
            return self.rules.engine(search, seed);
        }
        let Some(entry) = self.searches.iter().find(|entry| entry.name == search.name) else {
            let ours = catalogue::SEARCHES.iter().map(|entry| entry.name);
            let names = ours.chain(self.searches.iter().map(|entry| &*entry.name));
            return Err(ParseError::unknown("search", &search.name, names).into());
        };
        entry.engine(self.rules.as_ref(), search, seed)
    }

    fn usual_search(&self) -> Spec {
        self.rules.usual_search()
    }

    fn solver(&self) -> Box<dyn Solver> {
        self.rules.solver()
    }

    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        let rules = self.rules.noisy(noise)?;
        let (searches, defaults) = (Arc::clone(&self.searches), Arc::clone(&self.defaults));
        Some(Box::new(Joined { rules, searches, defaults }))
    }

    fn untyped(&self) -> Option<(Untyped, AnyEvaluator)> {
        self.rules.untyped()
    }
}
