//! Games that are searched through [`Untyped`]: every search is compiled once for all of them, in this module.

use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::untyped::{AnyEvaluator, Typed, Untyped};
use tiptree::{Evaluator, Solver, Spec};

/// A type-erased game with an evaluator, under a name.
pub type AnyNamed = Named<Untyped, AnyEvaluator>;

/// The rules of such a game. Its searches are compiled into this crate, not into the caller's.
// Inlining would compile the searches into the caller.
#[inline(never)]
pub fn rules(named: AnyNamed) -> Box<dyn Rules> {
    Box::new(named)
}

/// The rules of a game in untyped form with any evaluator, with the same searches.
#[inline(never)]
pub fn rules_with(spec: Spec, game: Untyped, evaluator: AnyEvaluator) -> Box<dyn Rules> {
    rules(Named::shared(spec, game, evaluator))
}

/// Makes the solver of a game.
pub(crate) type MakeSolver<G> = Arc<dyn Fn(&G) -> Box<dyn Solver> + Send + Sync>;

/// A game with searches that are compiled for its type, and a solver of its own if it has one.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn typed_rules<G: Typed>(
    spec: &Spec,
    game: G,
    evaluator: Arc<dyn Evaluator<G>>,
    solver: Option<MakeSolver<G>>,
) -> Box<dyn Rules> {
    let named = Named::shared(spec.clone(), game, evaluator).numbered();
    Box::new(match solver {
        Some(solver) => named.solved_by(move |game| solver(game)),
        None => named,
    })
}

/// The same in a WebAssembly module. Its size counts, because a page waits for it, and every type of a game adds a tenth of it: the
/// game is searched through [`Untyped`] there.
#[cfg(target_family = "wasm")]
pub(crate) fn typed_rules<G: Typed>(
    spec: &Spec,
    game: G,
    evaluator: Arc<dyn Evaluator<G>>,
    solver: Option<MakeSolver<G>>,
) -> Box<dyn Rules> {
    let named = Named::untyped(spec.clone(), game.clone(), evaluator);
    rules(match solver {
        Some(solver) => named.solved_by(move |_| solver(&game)),
        None => named,
    })
}
