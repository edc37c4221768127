//! A match that is being played: games come in the order of their numbers, are stored and counted, and end it.

use super::replay::check as replay;
use super::{Header, Match, Record, Tally, Watch, is_decided};
use crate::error::Error;
use crate::store::Store;
use std::ops::ControlFlow;
use std::path::Path;

/// The games of a match so far.
#[derive(Debug)]
pub struct OngoingMatch {
    header: Header,
    tally: Tally,
    games: usize,
    is_over: bool,
}

impl OngoingMatch {
    /// Begins a match, or goes on behind the games that `out` holds, each of which is replayed and passed to `watch`.
    ///
    /// # Errors
    /// If the file belongs to another match, or cannot be read or written.
    pub fn resume(plan: &Match, out: Option<&mut Store>, watch: &mut Watch) -> Result<OngoingMatch, Error> {
        let (header, tally) = (plan.header(), Tally::new(plan.rules));
        let mut ongoing = OngoingMatch { header, tally, games: 0, is_over: plan.games() == 0 };
        let Some(store) = out else { return Ok(ongoing) };
        store.enter(&ongoing.header)?;
        while !ongoing.is_over
            && let Some(mut record) = store.kept::<Record>()?
        {
            ongoing.check(plan, &record, store.path(), store.line())?;
            replay(plan.rules, &ongoing.header, &mut record)
                .map_err(|problem| Error::line(store.path(), store.line(), problem))?;
            ongoing.count(plan, &record, watch)?;
        }
        if !ongoing.is_over && !store.is_at_end()? {
            let next = plan.number(ongoing.games);
            let problem = format!("another match, expected game {next}: were there fewer pairs?");
            return Err(Error::line(store.path(), store.line() + 1, problem));
        }
        Ok(ongoing)
    }

    /// Stores and counts the next game; breaks if it was the last one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(
        &mut self,
        plan: &Match,
        record: &Record,
        out: Option<&mut Store>,
        watch: &mut Watch,
    ) -> Result<ControlFlow<()>, Error> {
        if let Some(store) = out {
            store.append(record)?;
        }
        self.count(plan, record, watch)?;
        Ok(if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts a game that is stored, which may be the last one.
    pub(crate) fn count(&mut self, plan: &Match, record: &Record, watch: &mut Watch) -> Result<(), Error> {
        self.tally.add(plan.rules, record)?;
        self.games += 1;
        let flow = watch(record, &self.tally);
        // A shard does not know the games of the others, so that a merge decides for all of them.
        let sprt = plan.sprt.as_ref().filter(|_| plan.shard.is_whole());
        self.is_over = flow.is_break() || is_decided(sprt, record, &self.tally) || self.games == plan.games();
        Ok(())
    }

    /// Checks that a game that was played elsewhere, or in an earlier run, is the one that comes next: a file of openings may be
    /// another one. The game was read from this line of `source`.
    pub(crate) fn check(
        &self,
        plan: &Match,
        record: &Record,
        source: &Path,
        line: usize,
    ) -> Result<(), Error> {
        let number = plan.number(self.games);
        if (record.index, record.pair) != (number, number / 2) {
            let problem = format!("game {} of pair {}, expected game {number}", record.index, record.pair);
            return Err(Error::line(source, line, problem));
        }
        let expected = plan.opening(number);
        if record.opening != expected {
            let problem = format!("opening {:?}, expected {expected:?}", record.opening);
            return Err(Error::line(source, line, problem));
        }
        Ok(())
    }

    /// The settings of the match.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of games so far.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Whether the last game has come: all pairs are played, or a sequential test has decided.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The games, counted.
    pub fn into_tally(self) -> Tally {
        self.tally
    }
}
