//! Matches: two players meet in pairs of games, each opening from both sides.
//!
//! With counted budgets a match is decided by its seed: the number of workers, and how often it was interrupted and
//! resumed, change nothing but the clock readings.

mod game;
mod record;
mod summary;

pub use record::{End, Record, Side, Times};
pub use summary::{Stats, Summary, Tally};

use crate::error::Error;
use crate::openings::Openings;
use crate::pool::{self, Event};
use crate::store::{Header, Store};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Misread, Spec};

/// Makes the player that a spec names, its chance decided by a seed.
pub type Engines<'a> = dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Misread> + Sync + 'a;

/// What is told after every game, in order, those of an earlier run included; it may end the match.
pub type Watch<'a> = dyn FnMut(&Record, &Tally) -> ControlFlow<()> + 'a;

/// A match to be played.
pub struct Match<'a> {
    /// The game.
    pub rules: &'a dyn Rules,
    /// Makes the players.
    pub engines: &'a Engines<'a>,
    /// The player whose wins are counted.
    pub a: Spec,
    /// The other player.
    pub b: Spec,
    /// What both may spend on a move, unless they have their own budget.
    pub budget: Budget,
    /// The positions in which the games begin: at least one.
    pub openings: Openings,
    /// Pairs to play. More than there are openings: they come again, with other seeds for the players.
    pub pairs: usize,
    /// Games played side by side.
    pub jobs: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Match<'_> {
    /// What identifies this match at the head of its file.
    pub fn header(&self) -> Header {
        Header {
            game: self.rules.spec().to_string(),
            a: self.a.to_string(),
            b: self.b.to_string(),
            budget: self.budget.to_string(),
            openings: self.openings.spec.clone(),
            seed: self.seed,
            signature: None,
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    /// Plays every game that `out` does not hold yet, or every game without it, and counts them all.
    ///
    /// Setting `cancel` lets the games in flight finish, and what there is then is the result. Games are delivered to
    /// the file and to `watch` in the order of their numbers.
    ///
    /// # Errors
    /// If a player cannot be made or breaks the rules, if the file belongs to another match or another process, or if
    /// it cannot be written. All games before the one that failed are in the file.
    pub fn play(&self, out: Option<&Path>, cancel: &AtomicBool, watch: &mut Watch) -> Result<Tally, Error> {
        // A misspelt player should leave no file behind.
        (self.engines)(&self.a, self.seed)?;
        (self.engines)(&self.b, self.seed)?;

        let mut tally = Tally::default();
        let (mut store, kept) = match out {
            Some(path) => {
                let (store, kept) = Store::open(path, &self.header())?;
                (Some(store), kept)
            }
            None => (None, Vec::new()),
        };
        let games = 2 * self.pairs;
        let left = kept.len().min(games)..games;
        for record in kept.into_iter().take(games) {
            self.check(&record)?;
            tally.add(self.rules, &record)?;
            if watch(&record, &tally).is_break() {
                return Ok(tally);
            }
        }
        let play = |index| game::play(self, index);
        let played = pool::run(self.jobs, left, cancel, play, &mut |event| match event {
            Event::Done(record) => {
                if let Some(store) = &mut store {
                    store.append(&record)?;
                }
                tally.add(self.rules, &record)?;
                Ok(watch(&record, &tally))
            }
            Event::Tick => {
                store.as_mut().map_or(Ok(()), Store::sync)?;
                Ok(ControlFlow::Continue(()))
            }
        });
        // Also a match that failed keeps the games before the failure.
        let synced = store.as_mut().map_or(Ok(()), Store::sync);
        played.and(synced)?;
        Ok(tally)
    }

    /// The opening of a game.
    fn opening(&self, index: usize) -> &str {
        let positions = &self.openings.positions;
        &positions[index / 2 % positions.len()]
    }

    /// Whether a game of an earlier run is one of this match: a file of openings may have changed since.
    fn check(&self, record: &Record) -> Result<(), Error> {
        let expected = self.opening(record.index);
        if record.opening == expected {
            return Ok(());
        }
        Err(Error::OtherGame {
            index: record.index,
            field: "opening",
            read: record.opening.clone(),
            expected: expected.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests;
