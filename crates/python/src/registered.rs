//! The games that a name finds: ours, and those that were registered from Python.

use crate::definition::Definition;
use crate::errors::{raised, refused};
use crate::game::Game;
use crate::session::Session;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tiptree::Registry;

static REGISTERED: Mutex<Vec<Arc<Definition>>> = Mutex::new(Vec::new());

/// The registry of our games.
pub(crate) fn ours() -> &'static Registry {
    static OURS: OnceLock<Registry> = OnceLock::new();
    OURS.get_or_init(tiptree_games::registry)
}

fn registered() -> Vec<Arc<Definition>> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The game that was registered under this name.
pub(crate) fn find(name: &str) -> Option<Arc<Definition>> {
    registered().into_iter().find(|game| game.name() == name)
}

/// All games within a session. Under its name `game` takes the place of any other.
pub(crate) fn registry(session: &Arc<Session>, game: Option<&Arc<Definition>>) -> Registry {
    let is_other = |name: &str| game.is_none_or(|game| game.name() != name);
    let ours = ours().games().iter().filter(|entry| is_other(&entry.name)).cloned();
    let registered = registered().into_iter().filter(|known| is_other(known.name()));
    let theirs = registered.chain(game.cloned()).map(|known| known.entry(session));
    ours.chain(theirs).fold(Registry::new(), Registry::with)
}

/// Registers a game that is written in Python under its name, in place of an earlier one of that name.
#[pyfunction]
pub(crate) fn register(game: &Game) -> PyResult<()> {
    let game = Arc::clone(&game.0);
    if !game.is_written_in_python() {
        return Err(refused("game", game.name(), "one that is written in Python"));
    }
    if ours().game(game.name()).is_some() {
        return Err(refused("game", game.name(), "a name that no other game has"));
    }
    registry(&Session::of_positions(), Some(&game)).checked().map_err(raised)?;
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    registered.retain(|known| known.name() != game.name());
    registered.push(game);
    Ok(())
}
