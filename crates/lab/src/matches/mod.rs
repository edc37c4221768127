//! Matches: two players meet in pairs of games, each opening from both sides.
//!
//! With counted budgets the seed determines the match: the number of workers and any interruptions change nothing but the
//! clock readings.

mod game;
mod header;
mod ongoing;
mod record;
mod replay;
mod summary;
mod timer;
mod verdict;

pub use header::Header;
pub use ongoing::OngoingMatch;
pub use record::{End, Record, Side, Times, Unfinished};
pub use summary::{Stats, Summary, Tally};
pub use verdict::Verdict;

pub(crate) use replay::{
    Replayed, check as replay, check_unfinished, max_side, outcome_for_max, result_for_a, swap_sides,
};

use crate::error::Error;
use crate::openings::Openings;
use crate::players::{Entrant, Player};
use crate::pool::{self, Event};
use crate::provenance::Provenance;
use crate::shard::Shard;
use crate::statistics::{Hypothesis, Sequential};
use crate::store::Store;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use tiptree::Budget;
use tiptree::erased::Rules;

/// Builds the player of an entrant; the seed decides whatever it does at random.
pub type Players<'a> = dyn Fn(&Entrant, u64) -> Result<Box<dyn Player>, Error> + Sync + 'a;

/// Called after every game, in order, those of an earlier run included. It may end the match.
pub type Watch<'a> = dyn FnMut(&Record, &Tally) -> ControlFlow<()> + 'a;

/// A match to be played.
#[derive(Clone)]
pub struct Match<'a> {
    /// The game.
    pub rules: &'a dyn Rules,
    /// Builds the players.
    pub players: &'a Players<'a>,
    /// The player whose wins are counted.
    pub a: Entrant,
    /// The other player.
    pub b: Entrant,
    /// The budget of a move for both players, unless they set their own.
    pub budget: Budget,
    /// The start positions of the games: at least one.
    pub openings: &'a Openings,
    /// Pairs to play. If there are fewer openings, they repeat, with other seeds for the players.
    pub pairs: usize,
    /// Games played in parallel.
    pub jobs: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The test that may end the match before all pairs are played. A shard plays all its pairs.
    pub sprt: Option<Sequential>,
    /// Whether a game ends as soon as a player has proven its result.
    pub adjudicate: bool,
    /// Decisions after which a game is drawn.
    pub max_plies: Option<usize>,
    /// The part of the pairs that is played here.
    pub shard: Shard,
    /// The number of matches of the run, if this is one of several.
    pub matches: Option<usize>,
    /// The measured signature of the searches that play, if there is one.
    pub signature: Option<u64>,
}

impl<'a> Match<'a> {
    /// A match over all openings, one game at a time, without a sequential test; set the fields to change that.
    pub fn new(
        rules: &'a dyn Rules,
        players: &'a Players<'a>,
        [a, b]: [Entrant; 2],
        openings: &'a Openings,
    ) -> Self {
        Match {
            rules,
            players,
            a,
            b,
            budget: Budget::unlimited(),
            pairs: openings.positions.len(),
            openings,
            jobs: 1,
            seed: 1,
            sprt: None,
            adjudicate: false,
            max_plies: None,
            shard: Shard::WHOLE,
            matches: None,
            signature: None,
        }
    }

    /// The header that identifies this match.
    pub fn header(&self) -> Header {
        Header {
            game: self.rules.spec().to_string(),
            a: self.a.to_string(),
            b: self.b.to_string(),
            budget: self.budget.to_string(),
            openings: self.openings.spec.clone(),
            seed: self.seed,
            build: Provenance::here(self.signature),
            sprt: self.sprt,
            adjudicate: self.adjudicate,
            max_plies: self.max_plies,
            shard: (!self.shard.is_whole()).then(|| self.shard.to_string()),
            pairs: (!self.shard.is_whole()).then_some(self.pairs),
            matches: self.matches.filter(|_| !self.shard.is_whole()),
            eval: None,
        }
    }

    /// The number of games to be played here.
    pub fn games(&self) -> usize {
        2 * self.shard.size(self.pairs)
    }

    /// Plays every game that `out` does not hold yet, or every game without it, and tallies them all.
    ///
    /// When `cancel` is set, the games that have begun are finished, and the games so far are the result. Games are delivered to
    /// the file and to `watch` in the order of their numbers.
    ///
    /// # Errors
    /// If a player cannot be built, if the file belongs to another match, or if it cannot be written. All games before the one
    /// that failed are in the file.
    pub fn play(
        &self,
        mut out: Option<&mut Store>,
        cancel: &AtomicBool,
        watch: &mut Watch,
    ) -> Result<Tally, Error> {
        let mut ongoing = OngoingMatch::resume(self, out.as_deref_mut(), watch)?;
        if ongoing.is_over() {
            return Ok(ongoing.into_tally());
        }
        let play = |place| self.game(self.number(place));
        let played =
            pool::run(self.jobs, ongoing.games()..self.games(), cancel, play, &mut |event| match event {
                Event::Done(record) => ongoing.add(self, &record, out.as_deref_mut(), watch),
                Event::Tick => {
                    out.as_deref_mut().map_or(Ok(()), Store::sync)?;
                    Ok(ControlFlow::Continue(()))
                }
            });
        // A match that failed keeps the games before the failure too.
        let synced = out.map_or(Ok(()), Store::sync);
        played.and(synced)?;
        Ok(ongoing.into_tally())
    }

    /// Plays one game of the match, which depends on nothing but its number.
    ///
    /// # Errors
    /// If a player cannot be built.
    pub fn game(&self, number: usize) -> Result<Record, Error> {
        game::play(self, number)
    }

    /// The number in the whole match of this shard's game `place`.
    fn number(&self, place: usize) -> usize {
        2 * self.shard.piece(place / 2) + place % 2
    }

    /// The opening of a game.
    fn opening(&self, index: usize) -> &str {
        let positions = &self.openings.positions;
        &positions[index / 2 % positions.len()]
    }
}

/// Whether a sequential test ends a match after this game, the last one in the tally. Games come in order, so that the match ends
/// after the same game however and wherever the games are played.
pub(crate) fn is_decided(sprt: Option<&Sequential>, record: &Record, tally: &Tally) -> bool {
    let decides = |sprt: &Sequential| sprt.decide_by(tally.scores()) != Hypothesis::Continue;
    record.index % 2 == 1 && sprt.is_some_and(decides)
}

#[cfg(test)]
mod tests;
