//! Rules that several searches share, and that may refuse a second thread.

use std::sync::Arc;
use tiptree::erased::{Engine, Position, Rules};
use tiptree::noise::Noise;
use tiptree::untyped::{AnyEvaluator, Untyped};
use tiptree::{Error, ParseError, Range, Solver, Spec};

/// Rules behind a reference count.
pub(crate) struct SharedRules {
    pub(crate) rules: Arc<dyn Rules>,
    /// Whether the game or its evaluator is in Python, which runs on one thread at a time.
    pub(crate) is_python: bool,
}

impl Rules for SharedRules {
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
        if let Some(threads) = search.get("threads").filter(|&threads| self.is_python && threads != "1") {
            let expected = "1: Python runs a game or an evaluator on one thread at a time";
            return Err(ParseError::new(format!("threads of {}", search.name), threads, expected).into());
        }
        self.rules.engine(search, seed)
    }

    fn usual_search(&self) -> Spec {
        self.rules.usual_search()
    }

    fn solver(&self) -> Box<dyn Solver> {
        self.rules.solver()
    }

    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        let rules = Arc::from(self.rules.noisy(noise)?);
        Some(Box::new(SharedRules { rules, is_python: self.is_python }))
    }

    fn untyped(&self) -> Option<(Untyped, AnyEvaluator)> {
        self.rules.untyped()
    }
}
