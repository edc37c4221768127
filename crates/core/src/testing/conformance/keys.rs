//! The checks of [`super::keys`].

use super::{Visit, ensure, moves_of, same};
use crate::game::{Keyed, Notation};
use crate::rng::Rng;
use std::collections::{HashMap, HashSet, VecDeque};

/// How many positions nearest to the start are searched for two that share a key.
const NEAREST: usize = 2000;

/// A position read back from its text has the same key.
pub(super) fn read_back<G: Keyed + Notation>(game: &G, state: &G::State) -> Result<(), String> {
    let text = game.position_text(state);
    let again =
        game.parse_position(&text).map_err(|error| format!("the position is not read back: {error}"))?;
    same("the key of the position read back from its text", &game.key(state), &game.key(&again))
}

/// Different moves lead to different successors.
pub(super) fn successors_differ<G: Keyed>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let &Visit { state, moves, .. } = visit;
    let mut behind: HashMap<u64, G::Move> = HashMap::new();
    for &mv in moves {
        if let Some(other) = behind.insert(game.key(&game.after(state, mv)), mv) {
            return Err(format!("{other:?} and {mv:?} lead to positions with the same key"));
        }
    }
    Ok(())
}

/// Every position seen so far, by text and by key.
#[derive(Default)]
pub(super) struct Seen {
    keys: HashMap<String, u64>,
    texts: HashMap<u64, String>,
    on_this_line: HashSet<u64>,
}

impl Seen {
    pub(super) fn note<G: Keyed + Notation>(&mut self, game: &G, state: &G::State) -> Result<(), String> {
        let (text, key) = (game.position_text(state), game.key(state));
        let known_key = *self.keys.entry(text.clone()).or_insert(key);
        if known_key != key {
            return Err(format!("the position {text:?} has two keys, {known_key:#x} and {key:#x}"));
        }
        let known_text = self.texts.entry(key).or_insert_with(|| text.clone());
        ensure(*known_text == text, || {
            format!("the positions {known_text:?} and {text:?} have the same key {key:#x}")
        })
    }

    /// Notes the positions nearest to the start, which include many transpositions.
    pub(super) fn nearest<G: Keyed + Notation>(&mut self, game: &G) -> Result<(), String> {
        let mut waiting = VecDeque::from([game.start()]);
        while let Some(state) = waiting.pop_front() {
            let known = self.keys.len();
            self.note(game, &state)?;
            let is_new = self.keys.len() > known;
            if is_new && known + waiting.len() < NEAREST {
                waiting.extend(moves_of(game, &state).into_iter().map(|mv| game.after(&state, mv)));
            }
        }
        Ok(())
    }

    /// Notes the positions along three random moves, and the one that the same moves reach in reverse order, if that is legal.
    pub(super) fn transpose<G: Keyed + Notation>(
        &mut self,
        game: &G,
        visit: &Visit<'_, G>,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let mut line = Vec::new();
        let mut end = visit.state.clone();
        for _ in 0..3 {
            let next = moves_of(game, &end);
            if next.is_empty() {
                break;
            }
            line.push(next[rng.below(next.len())]);
            game.play(&mut end, line[line.len() - 1]);
            self.note(game, &end)?;
        }
        let mut end = visit.state.clone();
        for mv in line.into_iter().rev() {
            if !moves_of(game, &end).contains(&mv) {
                return Ok(());
            }
            game.play(&mut end, mv);
        }
        self.note(game, &end)
    }

    /// No position recurs in the present game, unless the game declares that it may.
    pub(super) fn come_back<G: Keyed + Notation>(
        &mut self,
        game: &G,
        visit: &Visit<'_, G>,
    ) -> Result<(), String> {
        if visit.line.is_empty() {
            self.on_this_line.clear();
        }
        ensure(self.on_this_line.insert(game.key(visit.state)) || game.repeats(), || {
            format!("{:?} came back, but repeats() is false", game.position_text(visit.state))
        })
    }
}
