//! The compiled part of the Python package `tiptree`.
//!
//! It translates and has no logic of its own: games come from a registry, questions go through `lab::query`, and answers are the
//! JSON of `lab::json` as Python objects. Games and evaluators that are written in Python come in through `tiptree::untyped`.

mod answers;
mod definition;
mod errors;
mod evaluator;
mod game;
mod held;
mod lab;
mod numbers;
mod python_game;
mod registered;
mod run;
mod search;
mod session;
mod shared_rules;
mod state;

#[pyo3::pymodule]
#[pyo3(name = "_tiptree")]
mod module {
    #[pymodule_export]
    use crate::errors::TiptreeError;
    #[pymodule_export]
    use crate::evaluator::Evaluator;
    #[pymodule_export]
    use crate::game::{Game, load_game, python_game};
    #[pymodule_export]
    use crate::lab::{
        conformance, games, quality, read_games, reproduce, run_experiment, searches, solve, tournament,
    };
    #[pymodule_export]
    use crate::registered::register;
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::search::{best, events};
    #[pymodule_export]
    use crate::state::State;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        tiptree_lab::provenance::declare(env!("TIPTREE_COMMIT"), env!("TIPTREE_DIRTY") == "true");
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
