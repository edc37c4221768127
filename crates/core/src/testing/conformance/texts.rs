//! The checks of [`super::notation`].

use super::{Visit, ensure, moves_of, same};
use crate::game::Notation;
use crate::rng::Rng;
use std::collections::HashSet;

pub(super) fn empty<G: Notation>(game: &G) -> Result<(), String> {
    let empty =
        game.parse_position("").map_err(|error| format!("the empty text is not the start: {error}"))?;
    let what = "the position of the empty text";
    same(what, &game.position_text(&game.start()), &game.position_text(&empty))
}

pub(super) fn moves<G: Notation>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let &Visit { state, moves, .. } = visit;
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = game.move_text(state, mv);
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(format!("the text of {mv:?} should be one word, but is {text:?}"));
        }
        let read =
            game.parse_move(state, &text).map_err(|error| format!("{mv:?} is not read back: {error}"))?;
        same(&format!("the move read from {text:?}"), &mv, &read)?;
        if !texts.insert(text.clone()) {
            return Err(format!("two moves have the text {text:?}"));
        }
    }
    match game.parse_move(state, "no such move") {
        Ok(mv) => Err(format!("the text \"no such move\" was read as {mv:?}")),
        Err(_) => Ok(()),
    }
}

pub(super) fn position<G: Notation>(game: &G, state: &G::State) -> Result<(), String> {
    let text = game.position_text(state);
    let again =
        game.parse_position(&text).map_err(|error| format!("the position is not read back: {error}"))?;
    same("the text of the position read back from its text", &text, &game.position_text(&again))?;
    let from = format!("of the position read back from {text:?}");
    same(&format!("the turn {from}"), &game.turn(state), &game.turn(&again))?;
    same(&format!("the list of moves {from}"), &moves_of(game, state), &moves_of(game, &again))?;
    ensure(text.is_empty() || !game.draw(state).trim().is_empty(), || "the drawing is empty".into())
}

/// A text with one letter dropped, doubled or foreign is either refused or describes a valid position.
pub(super) fn damaged<G: Notation>(game: &G, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let letters: Vec<char> = game.position_text(state).chars().collect();
    let place = rng.below(letters.len() + 1);
    let (before, after) = letters.split_at(place);
    let damages: [&[char]; 3] = [&[], &['\u{fffd}'], after.first().map_or(&[], std::slice::from_ref)];
    for damage in damages {
        let rest = if damage.is_empty() { after.get(1..).unwrap_or(&[]) } else { after };
        let text: String = before.iter().chain(damage).chain(rest).collect();
        if let Ok(other) = game.parse_position(&text) {
            position(game, &other).map_err(|fault| format!("from the position {text:?}: {fault}"))?;
        }
    }
    Ok(())
}
