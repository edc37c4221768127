//! The searches by name: what exists, with which parameters, after which source.

use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::misread::Misread;
use crate::search::{Search, best_first};
use crate::spec::{Parameter, Spec};

/// A search that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What it accepts, besides an evaluator and a budget of its own.
    pub parameters: &'static [Parameter],
}

/// Every search there is.
pub const SEARCHES: &[Entry] = &[best_first::by_name::MM];

/// The search that `spec` names, for `game` seen by `evaluator`, at the start position.
///
/// # Errors
/// If the name or a key is unknown, or a value is not of its kind.
pub fn build<G, E>(spec: &Spec, game: G, evaluator: E, seed: u64) -> Result<Box<dyn Search<G>>, Misread>
where
    G: Game + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let Some(entry) = SEARCHES.iter().find(|entry| entry.name == spec.name) else {
        return Err(Misread::unknown("search", &spec.name, SEARCHES.iter().map(|entry| entry.name)));
    };
    let own = entry.parameters.iter().map(|parameter| parameter.key);
    spec.accept(own.chain(COMMON))?;
    best_first::by_name::build(spec, game, evaluator, seed)
}

/// What every search accepts besides its own parameters: an evaluator and a budget.
const COMMON: [&str; 1 + Budget::KEYS.len()] =
    ["eval", "moves", "evals", "nodes", "depth", "time", "cpu", "memory", "sure"];

/// The budget among the parameters of a search, as in `ab(cpu=5ms)`; unlimited where there is none.
///
/// # Errors
/// If an amount is not of its kind.
pub fn own_budget(spec: &Spec) -> Result<Budget, Misread> {
    let mut budget = Budget::unlimited();
    for key in Budget::KEYS {
        if let Some(text) = spec.get(key) {
            budget.set(key, text)?;
        }
    }
    Ok(budget)
}
