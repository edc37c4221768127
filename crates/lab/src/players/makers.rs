//! Makes players by their texts.

use super::{Entrant, Player, Searching};
use crate::error::Error;
use tiptree::search::catalogue;
use tiptree::{Misread, Spec};
use tiptree_games::registry::{self, Engines};

/// Makes the players of one game: searches, and programs outside, whose processes are kept from game to game.
pub struct Makers {
    engines: Box<Engines>,
}

impl Makers {
    /// The makers of these entrants at `game`, each known to exist; `evaluator` is that of searches which name none.
    ///
    /// # Errors
    /// If a name or a key is unknown, or a program cannot be started.
    pub fn new(game: &Spec, evaluator: Option<&str>, entrants: &[Entrant]) -> Result<Makers, Error> {
        let searches: Vec<&Spec> = entrants.iter().filter_map(Entrant::search).collect();
        let makers = Makers { engines: registry::engines(game, evaluator, &searches)? };
        // Whoever is misspelt should be known before anything is played or written.
        for entrant in entrants {
            makers.player(entrant, 0)?;
        }
        Ok(makers)
    }

    /// The player that `entrant` names, its chance decided by a seed.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn player(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn Player>, Error> {
        match entrant {
            Entrant::Search(search) => Ok(Box::new(Searching((self.engines)(search, seed)?))),
            Entrant::Outside(program) => {
                Err(Misread::new("player", &program.command, "a search of ours").into())
            }
        }
    }
}

impl Entrant {
    /// The search that it is, if it is one of ours.
    pub fn search(&self) -> Option<&Spec> {
        match self {
            Entrant::Search(search) => Some(search),
            Entrant::Outside(_) => None,
        }
    }

    /// The same player, where it is a search that names no evaluator, with this one: so that a file of games says which.
    #[must_use]
    pub fn seen_by(mut self, evaluator: Option<&str>) -> Entrant {
        if let (Entrant::Search(search), Some(evaluator)) = (&mut self, evaluator)
            && search.get("eval").is_none()
        {
            search.parameters.push(("eval".into(), evaluator.into()));
        }
        self
    }

    /// Whether it brings its own limit, so that no common budget binds it.
    ///
    /// # Errors
    /// If an amount is not of its kind.
    pub fn has_own_limit(&self) -> Result<bool, Misread> {
        match self {
            Entrant::Search(search) => {
                Ok(catalogue::names_depth(search) || !catalogue::own_budget(search)?.is_unlimited())
            }
            Entrant::Outside(program) => Ok(!program.budget()?.is_unlimited()),
        }
    }
}
