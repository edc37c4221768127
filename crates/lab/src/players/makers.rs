//! Builds players from their texts.

use super::{Entrant, Player, Programs, Searching};
use crate::error::Error;
use crate::provenance::Behaviour;
use tiptree::erased::{Engine, Rules};
use tiptree::registry::{Engines, Registry};
use tiptree::search::catalogue;
use tiptree::{Budget, ParseError, Spec};

/// Builds the players of one game: searches, and external programs, whose processes are kept from game to game.
pub struct Makers {
    engines: Box<Engines>,
    programs: Programs,
}

impl Makers {
    /// Checks that these entrants exist at `game`; `evaluator` is that of searches that name none.
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
        // A misspelt search is reported before anything is played or written.
        for search in searches {
            engines(search, 0)?;
        }
        Ok(Makers { engines, programs: Programs::new() })
    }

    /// Checks that an external program starts and supports this budget; searches support any.
    ///
    /// # Errors
    /// If it does not start, or does not support the budget.
    pub fn check(&self, entrant: &Entrant, budget: &Budget) -> Result<(), Error> {
        match entrant {
            Entrant::Search(_) => Ok(()),
            Entrant::Outside(program) => self.programs.check(program, budget),
        }
    }

    /// The budget of this entrant: its own limits if it has any, else the common ones.
    ///
    /// # Errors
    /// If an amount cannot be parsed.
    pub fn budget(&self, entrant: &Entrant, common: &Budget) -> Result<Budget, Error> {
        Ok(match entrant {
            Entrant::Search(search) => (self.engines)(search, 0)?.budget(common),
            Entrant::Outside(program) => common.overridden_by(&program.budget()?),
        })
    }

    /// The engine of one of our searches; the seed decides whatever it does at random.
    ///
    /// # Errors
    /// If the search does not exist or does not take the parameters given.
    pub fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, tiptree::Error> {
        (self.engines)(search, seed)
    }

    /// Measures what the searches among these entrants do at a few positions of the game.
    ///
    /// # Errors
    /// If the game cannot read its own positions.
    pub fn behaviour(&self, rules: &dyn Rules, entrants: &[Entrant]) -> Result<Behaviour, ParseError> {
        let searches: Vec<&Spec> = entrants.iter().filter_map(Entrant::search).collect();
        Behaviour::measure(rules, &searches, &|search| self.engine(search, 1))
    }

    /// The player that `entrant` names; the seed decides whatever it does at random.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn player(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn Player>, Error> {
        match entrant {
            Entrant::Search(search) => Ok(Box::new(Searching((self.engines)(search, seed)?))),
            Entrant::Outside(program) => self.programs.player(program, seed),
        }
    }
}

impl Entrant {
    /// The spec of the search, if it is one of ours.
    pub fn search(&self) -> Option<&Spec> {
        match self {
            Entrant::Search(search) => Some(search),
            Entrant::Outside(_) => None,
        }
    }

    /// Adds this evaluator to a search that names none, so that a file of games says which one it used. It is written as
    /// [`Spec`] writes it; a text that is no spec is refused when the game is built.
    #[must_use]
    pub fn with_default_evaluator(mut self, evaluator: Option<&str>) -> Entrant {
        if let (Entrant::Search(search), Some(evaluator)) = (&mut self, evaluator)
            && search.get("eval").is_none()
        {
            let evaluator = evaluator.parse().map_or(evaluator.into(), |spec: Spec| spec.to_string());
            search.parameters.push(("eval".into(), evaluator));
        }
        self
    }

    /// The search as it is played: with the game's defaults ([`Registry::completed`]), so that a file of games says which ones it
    /// used. Programs stay as they are.
    ///
    /// # Errors
    /// If the game or the evaluator is unknown.
    pub fn completed(
        self,
        registry: &Registry,
        game: &Spec,
        evaluator: Option<&str>,
    ) -> Result<Entrant, ParseError> {
        Ok(match self {
            Entrant::Search(search) => Entrant::Search(registry.completed(game, evaluator, &search)?),
            program @ Entrant::Outside(_) => program,
        })
    }

    /// Whether it sets its own limit, so that it needs no common budget.
    ///
    /// # Errors
    /// If an amount cannot be parsed.
    pub fn has_own_limit(&self) -> Result<bool, ParseError> {
        match self {
            Entrant::Search(search) => {
                Ok(catalogue::names_depth(search) || !catalogue::own_budget(search)?.is_unlimited())
            }
            Entrant::Outside(program) => Ok(!program.budget()?.is_unlimited()),
        }
    }
}
