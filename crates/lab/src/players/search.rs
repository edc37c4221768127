//! A search of ours as a player.

use super::{Decision, Fault, Player};
use tiptree::erased::Engine;
use tiptree::{Budget, Misread};

/// A player that searches.
pub struct Searching(pub Box<dyn Engine>);

impl Player for Searching {
    fn start(&mut self, position: &str) -> Result<(), Fault> {
        Ok(self.0.start(position)?)
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        Ok(self.0.play(mv)?)
    }

    fn decide(&mut self, budget: &Budget) -> Result<Decision, Fault> {
        let report = self.0.run(&self.0.budget(budget));
        Ok(Decision {
            mv: report.best.ok_or_else(|| Misread::new("move", "", "a legal move"))?,
            proven: report.proven.and_then(|proven| proven.result),
            counters: report.counters,
            cpu_seconds: report.cpu_seconds,
            stop: report.stop,
        })
    }
}
