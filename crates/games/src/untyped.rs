//! Games that are searched through [`Untyped`]: every search is compiled once for all of them, in this module.

use std::sync::Arc;
use tiptree::Evaluator;
use tiptree::erased::{Named, Rules};
use tiptree::untyped::Untyped;

/// A type-erased game with an evaluator, under a name.
pub type AnyNamed = Named<Untyped, Arc<dyn Evaluator<Untyped>>>;

/// The rules of such a game. Its searches are compiled into this crate, not into the caller's.
// Inlining would compile the searches into the caller.
#[inline(never)]
pub fn rules(named: AnyNamed) -> Box<dyn Rules> {
    Box::new(named)
}
