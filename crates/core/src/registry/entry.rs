//! A game that can be asked for by name.

use super::Name;
use crate::erased::Rules;
use crate::features::Features;
use crate::noise::Noise;
use crate::parse_error::ParseError;
use crate::spec::{Parameter, Spec};
use crate::tabulation::Tabulation;
use std::sync::Arc;

/// Builds a game with one of its evaluators. The keys of the parameters of both have been checked.
type Build = dyn Fn(&Spec, &Spec) -> Result<Box<dyn Rules>, ParseError> + Send + Sync;

/// Makes the features of a game from its parameters, whose keys have been checked.
type MakeFeatures = dyn Fn(&Spec) -> Result<Box<dyn Features>, ParseError> + Send + Sync;

/// Makes the computation of a game's table from its parameters, whose keys have been checked.
type MakeTabulation = dyn Fn(&Spec) -> Result<Box<dyn Tabulation>, ParseError> + Send + Sync;

/// A game that can be asked for by name: its description, its parameters, its evaluators, and how to build it.
#[derive(Clone)]
#[non_exhaustive]
pub struct Entry {
    /// Its name.
    pub name: Name,
    /// A description in one line.
    pub summary: Name,
    /// Where the game was published, or used in one of the papers.
    pub source: Name,
    /// The parameters that it accepts.
    pub parameters: Vec<Parameter>,
    /// The evaluators of its positions, the default first.
    pub evaluators: Vec<Valuation>,
    /// Searches with the parameters that suit the game, whatever the evaluator.
    pub search_defaults: Vec<Name>,
    build: Arc<Build>,
    features: Option<Arc<MakeFeatures>>,
    tabulation: Option<Arc<MakeTabulation>>,
}

impl Entry {
    /// A game of this name without parameters, whose only evaluator is the neutral one. `build` makes the game from its own
    /// spec and that of one of its evaluators; the names and keys of both have been checked.
    pub fn new(
        name: impl Into<Name>,
        build: impl Fn(&Spec, &Spec) -> Result<Box<dyn Rules>, ParseError> + Send + Sync + 'static,
    ) -> Self {
        Entry {
            name: name.into(),
            summary: Name::default(),
            source: Name::default(),
            parameters: Vec::new(),
            evaluators: vec![Valuation::NEUTRAL],
            search_defaults: Vec::new(),
            build: Arc::new(build),
            features: None,
            tabulation: None,
        }
    }

    /// The same entry with a summary: a description in one line.
    #[must_use]
    pub fn summary(self, summary: impl Into<Name>) -> Self {
        Entry { summary: summary.into(), ..self }
    }

    /// The same entry with a source: where the game was published.
    #[must_use]
    pub fn source(self, source: impl Into<Name>) -> Self {
        Entry { source: source.into(), ..self }
    }

    /// The same entry with parameters.
    #[must_use]
    pub fn parameters(self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        Entry { parameters: parameters.into_iter().collect(), ..self }
    }

    /// The same entry with these evaluators, at least one, the default first.
    #[must_use]
    pub fn evaluators(self, evaluators: impl IntoIterator<Item = Valuation>) -> Self {
        Entry { evaluators: evaluators.into_iter().collect(), ..self }
    }

    /// The same entry with searches as they suit the game, such as `pvs(window=0.02)`: a player that gives no value of its own for
    /// these parameters gets these, and not the defaults of the search. What suits one evaluator only belongs to
    /// [`Valuation::search_defaults`], which comes first.
    #[must_use]
    pub fn search_defaults(self, searches: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        Entry { search_defaults: searches.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same entry with an evaluator whose weights can be fitted; `make` gives its features.
    #[must_use]
    pub fn fitted_by(
        self,
        make: impl Fn(&Spec) -> Result<Box<dyn Features>, ParseError> + Send + Sync + 'static,
    ) -> Self {
        Entry { features: Some(Arc::new(make)), ..self }
    }

    /// The same entry with a table of exact values that can be computed; `make` begins the computation.
    #[must_use]
    pub fn tabulated_by(
        self,
        make: impl Fn(&Spec) -> Result<Box<dyn Tabulation>, ParseError> + Send + Sync + 'static,
    ) -> Self {
        Entry { tabulation: Some(Arc::new(make)), ..self }
    }

    /// The same entry, built by another function.
    pub(super) fn building(
        self,
        build: impl Fn(&Spec, &Spec) -> Result<Box<dyn Rules>, ParseError> + Send + Sync + 'static,
    ) -> Self {
        Entry { build: Arc::new(build), ..self }
    }

    /// The name of an evaluator that another one has, too.
    pub(super) fn taken_evaluator(&self) -> Option<&str> {
        let names = || self.evaluators.iter().map(|valuation| &*valuation.name);
        names()
            .enumerate()
            .find(|(place, name)| names().take(*place).any(|other| other == *name))
            .map(|(_, name)| name)
    }

    /// A parameter of an evaluator whose key means noise in every evaluator, with the evaluator's name.
    pub(super) fn taken_key(&self) -> Option<(&str, &'static str)> {
        let is_taken = |key: &str| Noise::PARAMETERS.iter().any(|parameter| parameter.key == key);
        self.evaluators.iter().find_map(|valuation| {
            let taken = valuation.parameters.iter().find(|parameter| is_taken(parameter.key))?;
            Some((&*valuation.name, taken.key))
        })
    }

    /// Builds the game; its parameters and evaluator are known to exist.
    pub(super) fn build(&self, spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
        (self.build)(spec, evaluator)
    }

    /// Whether it has an evaluator whose weights can be fitted.
    pub fn is_fitted(&self) -> bool {
        self.features.is_some()
    }

    /// Whether its exact values can be tabulated.
    pub fn is_tabulated(&self) -> bool {
        self.tabulation.is_some()
    }

    /// The computation of its table, if there is one.
    pub(super) fn tabulation(&self, spec: &Spec) -> Option<Result<Box<dyn Tabulation>, ParseError>> {
        self.tabulation.as_ref().map(|make| make(spec))
    }

    /// The features of the evaluator that can be fitted, if there is one.
    pub(super) fn features(&self, spec: &Spec) -> Option<Result<Box<dyn Features>, ParseError>> {
        self.features.as_ref().map(|make| make(spec))
    }
}

/// An evaluator of a game, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// Its name.
    pub name: Name,
    /// What it measures, and its range of values.
    pub meaning: Name,
    /// The parameters that it accepts besides those of [noise](crate::noise::Noise::PARAMETERS).
    pub parameters: Vec<Parameter>,
    /// Searches with the parameters that suit the game with this evaluator.
    pub search_defaults: Vec<Name>,
}

impl Valuation {
    /// The evaluator that every game has.
    pub const NEUTRAL: Valuation = Valuation::new("neutral", "constant: the midpoint of the payoff range");

    /// An evaluator with its meaning.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Valuation {
            name: Name::Borrowed(name),
            meaning: Name::Borrowed(meaning),
            parameters: Vec::new(),
            search_defaults: Vec::new(),
        }
    }

    /// The same evaluator with parameters, as in `exact(file=F)`.
    #[must_use]
    pub fn parameters(self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        Valuation { parameters: parameters.into_iter().collect(), ..self }
    }

    /// The same evaluator with searches as they suit it: see [`Entry::search_defaults`].
    #[must_use]
    pub fn search_defaults(self, searches: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        Valuation { search_defaults: searches.into_iter().map(Into::into).collect(), ..self }
    }

    /// Whether its name alone is not enough, because a parameter has no default.
    pub fn needs_parameters(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.default.is_empty())
    }
}
