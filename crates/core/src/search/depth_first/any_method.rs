//! A method that is chosen when the program runs: the search around it is compiled once for all of them.

use super::alpha_beta::AlphaBeta;
use super::deepen::Method;
use super::propagate::Propagate;
use super::rules::{self, AnyRule};
use super::star::Star;
use super::walk::Walk;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed};
use crate::search::Observer;

/// One of the methods that search to a fixed horizon.
pub(in crate::search) enum AnyMethod<G: Game> {
    /// Rivest's alpha-beta.
    AlphaBeta(AlphaBeta<G>),
    /// Plain minimax.
    Minimax(Propagate<G, rules::Minimax>),
    /// Propagation by a rule whose values are numbers.
    Propagate(Propagate<G, AnyRule>),
    /// Average propagation by equation 10 as printed.
    Printed(Propagate<G, rules::Printed>),
    /// *-minimax.
    Star(Star<G>),
}

/// The same call, whichever the method is.
macro_rules! for_each {
    ($any:expr, $method:ident => $call:expr) => {
        match $any {
            AnyMethod::AlphaBeta($method) => $call,
            AnyMethod::Minimax($method) => $call,
            AnyMethod::Propagate($method) => $call,
            AnyMethod::Printed($method) => $call,
            AnyMethod::Star($method) => $call,
        }
    };
}

impl<G: Keyed> Method<G> for AnyMethod<G> {
    fn first_depth(&self) -> u32 {
        for_each!(self, method => method.first_depth())
    }

    fn last_depth(&self) -> Option<u32> {
        for_each!(self, method => Method::<G>::last_depth(method))
    }

    fn is_exact(&self) -> bool {
        for_each!(self, method => method.is_exact())
    }

    fn forget(&mut self) {
        for_each!(self, method => Method::forget(method));
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        for_each!(self, method => method.iterate(walk, state))
    }
}
