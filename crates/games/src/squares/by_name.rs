//! What the entries of P-games, N-games and G-games have in common.

use super::OnesShare;
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::Valuation;
use tiptree::untyped::Typed;
use tiptree::{Evaluator, Neutral, Spec};

/// The evaluator e1.
pub(crate) const ONES_SHARE: Valuation =
    Valuation::new("e1", "the share of ones among the squares in play (equation 7)");

/// `game` seen by e1, unless `evaluator` is the neutral one.
pub(crate) fn by_ones_or_neutral<G>(spec: &Spec, game: G, evaluator: &Spec) -> Box<dyn Rules>
where
    G: Typed,
    OnesShare: Evaluator<G>,
{
    if evaluator.name == Valuation::NEUTRAL.name {
        let neutral = Neutral::new(&game);
        return untyped::rules(Named::untyped(spec.clone(), game, neutral));
    }
    untyped::rules(Named::untyped(spec.clone(), game, OnesShare))
}
