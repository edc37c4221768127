//! Makes players by their texts.

use super::{Entrant, Player, Programs, Searching};
use crate::error::Error;
use crate::provenance::Behaviour;
use tiptree::erased::{Engine, Rules};
use tiptree::registry::{Engines, Registry};
use tiptree::search::catalogue;
use tiptree::{Budget, ParseError, Spec};

/// Makes the players of one game: searches, and programs outside, whose processes are kept from game to game.
pub struct Makers {
    engines: Box<Engines>,
    programs: Programs,
}

impl Makers {
    /// The makers of these entrants at `game`, each known to exist; `evaluator` is that of searches which name none.
    ///
    /// # Errors
    /// If a name or a key is unknown.
    pub fn new(
        registry: &Registry,
        game: &Spec,
        evaluator: Option<&str>,
        entrants: &[Entrant],
    ) -> Result<Makers, Error> {
        let searches: Vec<&Spec> = entrants.iter().filter_map(Entrant::search).collect();
        let engines = registry.engines(game, evaluator, &searches)?;
        // Who is misspelt should be known before anything is played or written.
        for search in searches {
            engines(search, 0)?;
        }
        Ok(Makers { engines, programs: Programs::new() })
    }

    /// Whether a program outside starts and understands this budget; searches take any.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, entrant: &Entrant, budget: &Budget) -> Result<(), Error> {
        match entrant {
            Entrant::Search(_) => Ok(()),
            Entrant::Outside(program) => self.programs.check(program, budget),
        }
    }

    /// What a common budget becomes for this entrant: its own, where it has one.
    ///
    /// # Errors
    /// If an amount is not of its kind.
    pub fn budget(&self, entrant: &Entrant, common: &Budget) -> Result<Budget, Error> {
        Ok(match entrant {
            Entrant::Search(search) => (self.engines)(search, 0)?.budget(common),
            Entrant::Outside(program) => common.overridden_by(&program.budget()?),
        })
    }

    /// The engine of a search of ours, its chance decided by a seed.
    ///
    /// # Errors
    /// If the search does not exist or does not take the parameters given.
    pub fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, tiptree::Error> {
        (self.engines)(search, seed)
    }

    /// What the searches among these entrants do at a few positions of the game.
    ///
    /// # Errors
    /// If the game cannot read its own positions.
    pub fn behaviour(&self, rules: &dyn Rules, entrants: &[Entrant]) -> Result<Behaviour, ParseError> {
        let searches: Vec<&Spec> = entrants.iter().filter_map(Entrant::search).collect();
        Behaviour::measure(rules, &searches, &|search| self.engine(search, 1))
    }

    /// The player that `entrant` names, its chance decided by a seed.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn player(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn Player>, Error> {
        match entrant {
            Entrant::Search(search) => Ok(Box::new(Searching((self.engines)(search, seed)?))),
            Entrant::Outside(program) => self.programs.player(program, seed),
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
    pub fn has_own_limit(&self) -> Result<bool, ParseError> {
        match self {
            Entrant::Search(search) => {
                Ok(catalogue::names_depth(search) || !catalogue::own_budget(search)?.is_unlimited())
            }
            Entrant::Outside(program) => Ok(!program.budget()?.is_unlimited()),
        }
    }
}
