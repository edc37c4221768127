//! The catalogue of searches by name, with their parameters and sources.

use crate::budget::Budget;
use crate::error::{Error, Unsupported};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::depth_first::Deepening;
use crate::search::depth_first::pvs::by_name as pvs;
use crate::search::depth_first::star::by_name as star;
use crate::search::sampling::by_name as sampling;
use crate::search::worker_pool::THREADS;
use crate::search::{Observer, Search, best_first, depth_first, proof};
use crate::spec::{Parameter, Spec};

/// Every search there is. [`build`] matches over all of them, so that a variant without a search does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Min/max approximation, engineered.
    MmFast,
    /// Min/max approximation as it was published.
    Mm,
    /// Best-first minimax without bounds, and its form for games with chance.
    Ubfm,
    /// Conspiracy numbers.
    Conspiracy,
    /// Modern alpha-beta: principal variation search.
    Pvs,
    /// Modern alpha-beta: MTD(f), a sequence of null-window searches.
    Mtdf,
    /// Upper confidence bounds.
    Uct,
    /// Upper confidence bounds with priors.
    Puct,
    /// Proof numbers.
    Dfpn,
    /// A search to a fixed horizon.
    Walk(Walk),
}

/// The searches that walk to a horizon and value one leaf after the other there. They gain by a game whose states carry along
/// what its evaluator needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The alpha-beta of Rivest's paper.
    AlphaBeta,
    /// Plain minimax, the oracle; `expectimax` in games with chance.
    Minimax,
    /// Another rule of propagation to a depth.
    Propagation(Propagation),
    /// Ballard's Star1, without probing.
    Star1,
    /// Star2, which probes one move.
    Star2,
    /// Star2.5, which probes several moves.
    Star25,
    /// Star3, which probes below all moves.
    Star3,
}

impl Algorithm {
    /// Whether the search tells its [events](depth_first::events).
    pub fn has_events(self) -> bool {
        matches!(self, Algorithm::Walk(walk) if !matches!(walk, Walk::Propagation(_)))
    }

    /// Whether the search keeps a tree that can be read ([`Search::tree_view`]).
    pub fn keeps_tree(self) -> bool {
        match self {
            Algorithm::MmFast
            | Algorithm::Mm
            | Algorithm::Ubfm
            | Algorithm::Conspiracy
            | Algorithm::Uct
            | Algorithm::Puct => true,
            Algorithm::Pvs | Algorithm::Mtdf | Algorithm::Dfpn | Algorithm::Walk(_) => false,
        }
    }
}

/// The rules of propagation besides minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// The product rule.
    Product,
    /// The mean of minimax and the product.
    Average,
    /// An opponent who errs.
    Fallible,
    /// Generalised means.
    Mean,
}

/// A search in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Its parameters, besides those in [`COMMON`].
    pub parameters: &'static [Parameter],
}

impl Entry {
    /// Whether the search may have several threads.
    pub fn has_threads(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.key == THREADS.key)
    }

    /// Its name with every parameter that has a default at the listed one.
    #[cfg(test)]
    pub(crate) fn spelled_out(&self) -> String {
        let given = |parameter: &Parameter| format!("{}={}", parameter.key, parameter.default);
        let with_default = self.parameters.iter().filter(|parameter| !parameter.default.is_empty());
        let all: Vec<String> = with_default.map(given).collect();
        format!("{}({})", self.name, all.join(","))
    }
}

/// Every search there is.
pub const SEARCHES: &[Entry] = &[
    best_first::fast::by_name::MM_FAST,
    best_first::by_name::MM,
    best_first::ubfm::by_name::UBFM,
    best_first::ubfm::by_name::MM_DICE,
    best_first::by_name::CONSPIRACY,
    depth_first::by_name::AB,
    pvs::PVS,
    pvs::MTDF,
    sampling::UCT,
    sampling::PUCT,
    proof::by_name::DFPN,
    depth_first::by_name::MINIMAX,
    depth_first::by_name::PRODUCT,
    depth_first::by_name::AVERAGE,
    depth_first::by_name::FALLIBLE,
    depth_first::by_name::MEAN,
    star::EXPECTIMAX,
    star::STAR1,
    star::STAR2,
    star::STAR25,
    star::STAR3,
];

/// The parameters that every search accepts besides its own: an evaluator, and a budget that replaces the common one.
pub const COMMON: &[Parameter] = &[
    Parameter::new("eval", "", "own evaluator, by name"),
    Parameter::new("moves", "", "own budget: calls of the move operator"),
    Parameter::new("evals", "", "own budget: positions evaluated"),
    Parameter::new("nodes", "", "own budget: positions entered"),
    Parameter::new("depth", "", "own budget: depth in decisions"),
    Parameter::new("time", "", "own budget: wall-clock time"),
    Parameter::new("cpu", "", "own budget: CPU time of the search thread"),
    Parameter::new("clock", "", "own budget: a clock for the whole game, as in 10s+100ms"),
    Parameter::new(
        "margin",
        "",
        "own budget: a move that exceeds time or clock by more than this loses the game",
    ),
    Parameter::new("memory", "", "own budget: memory of the tree or table, as in 1GB"),
    Parameter::new(
        "sure",
        "",
        "own budget: mm and mm-fast stop when no other root move has more than 1 - this of the derivative mass",
    ),
];

/// The search that `spec` names, for `game` and `evaluator`, at the start position. The seed decides all random choices of the
/// search.
///
/// # Errors
/// If the name or a key is unknown, a value is not of its kind, or the search is not for this kind of game.
pub fn build<G, E>(spec: &Spec, game: G, evaluator: E, seed: u64) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    match accept(spec, |_| true)? {
        Algorithm::MmFast => best_first::fast::by_name::build(spec, game, evaluator),
        Algorithm::Mm => best_first::by_name::build(spec, game, evaluator, seed),
        Algorithm::Ubfm => best_first::ubfm::by_name::build(spec, game, evaluator),
        Algorithm::Conspiracy => best_first::by_name::conspiracy(spec, game, evaluator),
        Algorithm::Pvs | Algorithm::Mtdf => pvs::build(spec, game, evaluator),
        Algorithm::Uct | Algorithm::Puct => sampling::build(spec, game, evaluator, seed),
        Algorithm::Dfpn => proof::by_name::build(spec, game, evaluator),
        Algorithm::Walk(walk) => build_this_walk(walk, spec, game, evaluator, ()),
    }
}

/// As [`build`], for the searches that are a [`Walk`] only: no other search is then compiled for this type of game.
///
/// # Errors
/// If the name is not that of a [`Walk`], a key is unknown, or a value is not of its kind.
pub fn build_walk<G, E>(spec: &Spec, game: G, evaluator: E) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    match accept(spec, is_walk)? {
        Algorithm::Walk(walk) => build_this_walk(walk, spec, game, evaluator, ()),
        _ => unreachable!("only walks are accepted"),
    }
}

/// This search, followed by `observer` if it has [events](Algorithm::has_events).
fn build_this_walk<G, E, O>(
    walk: Walk,
    spec: &Spec,
    game: G,
    evaluator: E,
    observer: O,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
    O: Observer<G> + 'static,
{
    let method = depth_first::by_name::method(walk, spec)?;
    Ok(Box::new(Deepening::new(game, evaluator, method).observed_by(observer)))
}

/// As [`build_walk`], followed by `observer`, for the searches that tell their [events](depth_first::events) only.
///
/// # Errors
/// If the name is unknown or that of a search without events, a key is unknown, or a value is not of its kind.
pub fn build_followed<G, E, O>(
    spec: &Spec,
    game: G,
    evaluator: E,
    observer: O,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
    O: Observer<G> + 'static,
{
    let has_events = |name: &str| find(name).is_some_and(|entry| entry.algorithm.has_events());
    if find(&spec.name).is_some() && !has_events(&spec.name) {
        let names = SEARCHES.iter().map(|entry| entry.name).filter(|name| has_events(name));
        let names = names.collect::<Vec<_>>().join(", ");
        let needs = format!("a search that reports events, not {}: {names}", spec.name);
        return Err(Unsupported::new("a list of events", needs).into());
    }
    match accept(spec, has_events)? {
        Algorithm::Walk(walk) => build_this_walk(walk, spec, game, evaluator, observer),
        _ => unreachable!("only walks have events"),
    }
}

/// The search of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    SEARCHES.iter().find(|entry| entry.name == name)
}

/// Whether the search of this name is a [`Walk`].
pub fn is_walk(name: &str) -> bool {
    find(name).is_some_and(|entry| matches!(entry.algorithm, Algorithm::Walk(_)))
}

/// The search that proves the value of a position. No other search is compiled for this.
pub(crate) fn prover<G, E>(game: G, evaluator: E) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    // Proof-number search takes a fifth of the time of pvs where both can prove.
    if game.has_chance() || game.repeats() {
        pvs::build(&Spec::named("pvs"), game, evaluator)
    } else {
        proof::by_name::build(&Spec::named("dfpn"), game, evaluator)
    }
}

/// The default search: best-first search by derivatives, in the strongest form that can play the game.
pub fn usual<G: Game>(game: &G) -> Spec {
    Spec::named(if game.has_chance() { "mm-dice" } else { "mm-fast" })
}

/// The search that `spec` names. It must be `among` the allowed ones and accept the parameters given.
fn accept(spec: &Spec, among: impl Fn(&str) -> bool) -> Result<Algorithm, ParseError> {
    let Some(entry) = find(&spec.name).filter(|entry| among(entry.name)) else {
        let names = SEARCHES.iter().map(|entry| entry.name).filter(|name| among(name));
        return Err(ParseError::unknown("search", &spec.name, names));
    };
    let parameters = entry.parameters.iter().chain(COMMON);
    spec.accept(parameters.map(|parameter| parameter.key))?;
    Ok(entry.algorithm)
}

/// Whether `spec` gives a depth that is a parameter of the search itself, as in `minimax(depth=4)`, and not a budget.
pub fn names_depth(spec: &Spec) -> bool {
    let entry = find(&spec.name);
    let takes_depth = |entry: &Entry| entry.parameters.iter().any(|parameter| parameter.key == "depth");
    spec.get("depth").is_some() && entry.is_some_and(takes_depth)
}

/// The budget among the parameters of a search, as in `ab(cpu=5ms)`; unlimited where there is none.
///
/// # Errors
/// If an amount is not of its kind.
pub fn own_budget(spec: &Spec) -> Result<Budget, ParseError> {
    let mut budget = Budget::unlimited();
    let names_depth = names_depth(spec);
    for key in Budget::KEYS.into_iter().filter(|&key| !(names_depth && key == "depth")) {
        if let Some(text) = spec.get(key) {
            budget.set(key, text)?;
        }
    }
    Ok(budget)
}
