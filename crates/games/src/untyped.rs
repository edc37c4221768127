//! Games that are searched through [`Untyped`]: every search is compiled for all of them at once, and here alone.

use std::sync::Arc;
use tiptree::Evaluator;
use tiptree::erased::{Named, Rules};
use tiptree::untyped::Untyped;

/// A game without a type of its own, and an evaluator of it, under a name.
pub type AnyNamed = Named<Untyped, Arc<dyn Evaluator<Untyped>>>;

/// The rules of such a game. Its searches are compiled into this crate; whoever calls this compiles none.
// Inlined it would take the searches along.
#[inline(never)]
pub fn rules(named: AnyNamed) -> Box<dyn Rules> {
    Box::new(named)
}
