//! Blackjack by name: `blackjack(soft17=hit,payout=1.2)`.

use super::{Blackjack, Exact, Hand};
use crate::untyped;
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::solver::Reading;
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Solver, Spec};

/// Blackjack.
pub(crate) fn entry() -> Entry {
    Entry::new("blackjack", build)
        .summary("Blackjack against a dealer with fixed rules, cards drawn with replacement")
        .source("Baldwin, Cantey, Maisel and McDermott 1956; Ballard 1983, figure 2")
        .parameters([
            Parameter::new("soft17", "stand", "what the dealer does with a soft 17: stand or hit"),
            Parameter::new("payout", "1.5", "what a blackjack pays, in bets, 0 to 10"),
            Parameter::new("double", "any", "which two cards may be doubled: any or none"),
            Parameter::new("split", "3", "most splits, 0 to 3; each adds a hand"),
        ])
        .evaluators([
            Valuation::new("hand", "an estimate in bets from the totals of the hands and the dealer's card"),
            Valuation::new("exact", "the solved value: the expected gain of best play, in bets"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let usual = Blackjack::default();
    let payout = spec.read("payout", usual.payout(), "a number of bets from 0 to 10, such as 1.5 or 1.2")?;
    let splits = spec.read("split", 3, "0 to 3 splits: a table has room for four hands")?;
    let mut game = usual.with_payout(payout)?.with_splits(splits)?;
    if spec.choose("soft17", &["stand", "hit"])? == "hit" {
        game = game.hitting_soft_17();
    }
    if spec.choose("double", &["any", "none"])? == "none" {
        game = game.without_doubles();
    }
    let evaluator: Arc<dyn Evaluator<Blackjack>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "exact" => Arc::new(Exact::new(&game)),
        _ => Arc::new(Hand::new(&game)),
    };
    Ok(untyped::rules(Named::untyped(spec.clone(), game, evaluator).solved_by(move |_| solver(game))))
}

/// Reads scores off the exact solution.
fn solver(game: Blackjack) -> Box<dyn Solver> {
    Box::new(Reading::new(game, |game| Ok(Exact::new(game))))
}
