//! The verdict of a match, computed from its games and nothing else.

use super::record::Record;
use crate::statistics::{Pentanomial, clustered_error};
use crate::store::Header;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use tiptree::erased::Rules;
use tiptree::{Counters, Misread, Outcome};

/// The games of a match, counted as they come.
///
/// Elo and its relatives rest on whole pairs; a game whose partner was never played counts among wins, losses and
/// draws only.
#[derive(Debug, Default)]
pub struct Tally {
    wins: u64,
    losses: u64,
    draws: u64,
    pairs: Pentanomial,
    /// A's half points in pairs of which one game is known.
    halves: HashMap<usize, usize>,
    /// The opening's key and A's score of each whole pair.
    scores: Vec<(u64, f64)>,
    /// The keys of the openings met: one position may have several texts.
    keys: HashMap<String, u64>,
    /// Opening and moves of every game.
    distinct: HashSet<String>,
    a: Work,
    b: Work,
}

/// What a player spent.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    counters: Counters,
    cpu_seconds: f64,
}

impl Tally {
    /// Counts a game; the rules tell which openings are the same position.
    ///
    /// # Errors
    /// If the game's opening is no position of these rules.
    pub fn add(&mut self, rules: &dyn Rules, record: &Record) -> Result<(), Misread> {
        if !self.keys.contains_key(&record.opening) {
            self.keys.insert(record.opening.clone(), rules.position(&record.opening)?.key());
        }
        match record.result {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
        match self.halves.remove(&record.pair) {
            None => {
                self.halves.insert(record.pair, record.half_points());
            }
            Some(partner) => {
                let half_points = partner + record.half_points();
                self.pairs.add(half_points);
                self.scores.push((self.keys[&record.opening], half_points as f64 / 4.0));
            }
        }
        self.distinct.insert(format!("{}\n{}", record.opening, record.moves.join(" ")));
        self.a.counters += record.a_counters;
        self.b.counters += record.b_counters;
        self.a.cpu_seconds += record.times.a_cpu_seconds;
        self.b.cpu_seconds += record.times.b_cpu_seconds;
        Ok(())
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A's wins, losses and draws.
    pub fn results(&self) -> [u64; 3] {
        [self.wins, self.losses, self.draws]
    }

    /// Whole pairs by A's points.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The verdict so far on the match that `header` describes; `finished` marks the last one.
    pub fn summary(&self, header: &Header, finished: bool) -> Summary {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        let positions: HashSet<u64> = self.scores.iter().map(|&(key, _)| key).collect();
        Summary {
            finished,
            game: header.game.clone(),
            a: header.a.clone(),
            b: header.b.clone(),
            budget: header.budget.clone(),
            games: self.games(),
            wins: self.wins,
            losses: self.losses,
            draws: self.draws,
            score: (self.games() > 0).then(|| points / self.games() as f64),
            elo: self.pairs.elo(),
            elo_error: self.pairs.elo_error(),
            nelo: self.pairs.nelo(),
            los: self.pairs.los(),
            pairs: self.pairs.0,
            distinct_games: self.distinct.len(),
            llr: None,
            sprt: None,
            a_stats: self.a.into(),
            b_stats: self.b.into(),
            openings: header.openings.clone(),
            seed: header.seed,
            distinct_openings: positions.len(),
            score_error: clustered_error(self.scores.iter().copied()),
        }
    }
}

/// What a match has shown: the last line that `tiptree match --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Whether this is the last word.
    #[serde(rename = "final")]
    pub finished: bool,
    /// The game.
    pub game: String,
    /// The player whose wins are counted.
    pub a: String,
    /// The other player.
    pub b: String,
    /// The budget of both, unless they have their own.
    pub budget: String,
    /// Games played.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// A's points a game.
    pub score: Option<f64>,
    /// A's Elo above B, from whole pairs.
    pub elo: Option<f64>,
    /// Its 95 % error.
    pub elo_error: Option<f64>,
    /// Normalised Elo.
    pub nelo: Option<f64>,
    /// The likelihood that A is the stronger player.
    pub los: Option<f64>,
    /// Whole pairs by A's points 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Games that differ in opening or moves.
    pub distinct_games: usize,
    /// The log-likelihood ratio of a sequential test.
    pub llr: Option<f64>,
    /// What the sequential test says: `H0`, `H1` or `continue`.
    pub sprt: Option<String>,
    /// A's work.
    pub a_stats: Stats,
    /// B's work.
    pub b_stats: Stats,
    /// The spec of the openings.
    pub openings: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Different positions among the openings of whole pairs.
    pub distinct_openings: usize,
    /// The standard error of the pairs' score, each position being one observation: deterministic players repeat
    /// their games, and repetition is no evidence.
    pub score_error: Option<f64>,
}

/// A player's work over a match, and its speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Calls of the move operator.
    pub moves: u64,
    /// Positions evaluated.
    pub evals: u64,
    /// Positions entered.
    pub nodes: u64,
    /// CPU seconds of its searches.
    pub cpu_seconds: f64,
    /// Moves a CPU second.
    pub moves_per_cpu_second: Option<f64>,
    /// Evaluations a CPU second.
    pub evals_per_cpu_second: Option<f64>,
}

impl From<Work> for Stats {
    fn from(work: Work) -> Stats {
        let rate = |count: u64| (work.cpu_seconds > 0.0).then(|| count as f64 / work.cpu_seconds);
        Stats {
            moves: work.counters.moves,
            evals: work.counters.evals,
            nodes: work.counters.nodes,
            cpu_seconds: work.cpu_seconds,
            moves_per_cpu_second: rate(work.counters.moves),
            evals_per_cpu_second: rate(work.counters.evals),
        }
    }
}
