//! The checks of [`super::check`]: the rules and an evaluator.

use super::{Visit, ensure, moves_of, pushed, same};
use crate::evaluator::{BestLeaf, Estimates, Evaluator, Leaf};
use crate::game::{Game, Range, Turn};

/// How far the sum of probabilities may be from 1. Also how far values computed in a batch may be from those computed alone, as
/// a share of their range: a neural net sums in another order in a batch.
const TOLERANCE: f64 = 1e-6;

pub(super) fn game<G: Game>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let &Visit { state, moves, .. } = visit;
    let turn = game.turn(state);
    same("the turn, asked for twice,", &turn, &game.turn(state))?;
    if let Turn::Over(payoff) = turn {
        within("the payoff", payoff, game.payoffs())?;
    }
    if turn.is_over() != moves.is_empty() {
        return Err(format!("the turn is {turn:?}, but there are {} moves", moves.len()));
    }
    // The list holds all moves twice, because a method that wrongly clears it would rebuild a single copy.
    let again = pushed("moves", &[moves, moves].concat(), |list| game.moves(state, list))?;
    same("the list of moves, asked for twice,", &moves, &again.as_slice())?;
    if let Some(twice) = moves.iter().enumerate().find(|&(i, mv)| moves[..i].contains(mv)) {
        return Err(format!("the move {:?} is listed twice", twice.1));
    }
    for &mv in moves {
        let mut played = state.clone();
        game.play(&mut played, mv);
        let after = game.after(state, mv);
        same(&format!("the turn after {mv:?}, by `after`,"), &game.turn(&played), &game.turn(&after))?;
        let what = format!("the list of moves after {mv:?}, by `after`,");
        same(&what, &moves_of(game, &played), &moves_of(game, &after))?;
    }
    if turn == Turn::Chance {
        ensure(game.has_chance(), || {
            "it is chance's turn, but the game says that it has no chance".to_owned()
        })?;
        let chances = pushed("chances", &[0.5, 0.25], |list| game.chances(state, moves, list))?;
        probabilities("chances", &chances, moves.len(), |chance| chance > 0.0)?;
    }
    Ok(())
}

pub(super) fn evaluator<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    visit: &Visit<'_, G>,
) -> Result<(), String> {
    let &Visit { state, moves, .. } = visit;
    let leaf = evaluator.leaf(game, state);
    same("the turn of the leaf", &game.turn(state), &leaf.turn)?;
    within("the value", leaf.value, evaluator.range())?;
    if leaf.turn.is_over() {
        return Ok(());
    }
    let alone = evaluator.evaluate(game, state);
    same("the value, evaluated twice,", &leaf.value, &alone)?;

    let pair = [state.clone(), state.clone()];
    let mut both = Estimates { values: vec![0.5], priors: vec![0.25], needs_priors: true };
    evaluator.states(game, &pair, &mut both);
    let values = pushed("states", &[0.5], |list| *list = both.values)?;
    same("the number of values given by `states`", &2, &values.len())?;
    for &value in &values {
        near("the value given by `states`", alone, value, evaluator.range())?;
    }
    let priors = pushed("states", &[0.25], |list| *list = both.priors)?;
    if !priors.is_empty() && leaf.turn != Turn::Chance {
        same("the number of priors given by `states`", &(2 * moves.len()), &priors.len())?;
        for priors in priors.chunks(moves.len()) {
            probabilities("priors", priors, moves.len(), |prior| prior >= 0.0)?;
        }
    }

    let below = [Leaf { value: 0.5, turn: Turn::Chance }];
    let children = pushed("children", &below, |list| evaluator.children(game, state, moves, list))?;
    same("the number of leaves given by `children`", &moves.len(), &children.len())?;
    for (&mv, child) in moves.iter().zip(&children) {
        let expected = evaluator.leaf(game, &game.after(state, mv));
        same(&format!("the turn after {mv:?}, by `children`,"), &expected.turn, &child.turn)?;
        let what = format!("the value after {mv:?}, by `children`,");
        within(&what, expected.value, evaluator.range())?;
        near(&what, expected.value, child.value, evaluator.range())?;
    }
    if !moves.is_empty() && leaf.turn != Turn::Chance {
        let is_max = leaf.turn == Turn::Max;
        let best = evaluator.best_child(game, state, moves, is_max, &mut Vec::new());
        same("the best leaf, by `best_child`,", &BestLeaf::among(&children, is_max), &best)?;
    }
    if leaf.turn != Turn::Chance {
        let priors = pushed("priors", &[0.5, 0.25], |list| evaluator.priors(game, state, moves, list))?;
        probabilities("priors", &priors, moves.len(), |prior| prior >= 0.0)?;
    }
    Ok(())
}

fn within(what: &str, value: f64, range: Range) -> Result<(), String> {
    if !(range.low..=range.high).contains(&value) {
        return Err(format!("{what} {value} is outside {} to {}", range.low, range.high));
    }
    let off_grid = |step: f64| {
        let steps = (value - range.low) / step;
        (steps - steps.round()).abs() > TOLERANCE
    };
    match range.step {
        Some(step) if off_grid(step) => {
            Err(format!("{what} {value} is not {} plus a multiple of the step {step}", range.low))
        }
        _ => Ok(()),
    }
}

fn near(what: &str, expected: f64, found: f64, range: Range) -> Result<(), String> {
    ensure((expected - found).abs() <= TOLERANCE * (range.high - range.low), || {
        format!("{what} should be {expected}, but is {found}")
    })
}

fn probabilities(what: &str, list: &[f64], moves: usize, holds: fn(f64) -> bool) -> Result<(), String> {
    same(&format!("the number of {what}"), &moves, &list.len())?;
    if let Some(odd) = list.iter().find(|&&part| !holds(part)) {
        return Err(format!("{odd} is among the {what}"));
    }
    let sum: f64 = list.iter().sum();
    ensure((sum - 1.0).abs() <= TOLERANCE, || format!("the {what} sum to {sum} instead of 1"))
}
