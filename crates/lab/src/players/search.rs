//! One of our searches as a player.

use super::{Decision, Fault, Player};
use crate::panics::caught;
use tiptree::erased::Engine;
use tiptree::{Budget, ParseError};

/// A player that searches.
pub struct Searching(pub Box<dyn Engine>);

impl Searching {
    /// Runs `work` on the search. A panic is a fault of the player, which loses the game.
    fn with<T>(&mut self, work: impl FnOnce(&mut dyn Engine) -> T) -> Result<T, Fault> {
        caught(|| work(self.0.as_mut())).map_err(Fault)
    }
}

impl Player for Searching {
    fn start(&mut self, position: &str) -> Result<(), Fault> {
        Ok(self.with(|engine| engine.start(position))??)
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        Ok(self.with(|engine| engine.play(mv))??)
    }

    fn budget(&self, common: &Budget) -> Budget {
        self.0.budget(common)
    }

    fn decide(&mut self, budget: &Budget) -> Result<Decision, Fault> {
        let report = self.with(|engine| engine.run(budget))?;
        Ok(Decision {
            mv: report.best.ok_or_else(|| ParseError::new("move", "", "a legal move"))?,
            proven: report.proven.and_then(|proven| proven.result),
            counters: report.counters,
            cpu_seconds: report.cpu_seconds,
            stop: report.stop,
        })
    }
}
