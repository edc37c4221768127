//! The summary of a match, computed from its games alone.

use super::header::Header;
use super::record::{End, Record};
use super::verdict::Verdict;
use crate::provenance::Provenance;
use crate::statistics::{Distinct, Hypothesis, Model, Pentanomial, Points, Scores, distinct};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tiptree::erased::Rules;
use tiptree::{Counters, Outcome, ParseError, Range};

/// Counts the games of a match as they come; its memory does not grow with their number.
///
/// Elo and the other estimates rest on complete pairs; a game whose partner was never played counts only among wins, losses
/// and draws.
#[derive(Debug)]
pub struct Tally {
    wins: u64,
    losses: u64,
    draws: u64,
    forfeits: [u64; 2],
    /// The first game of every pair whose second game has not come yet.
    halves: HashMap<usize, Counted>,
    /// A's score of each complete pair. Pairs from one position or from its mirror image are one observation, unless every pair
    /// has dice of its own.
    scores: Scores,
    /// The keys of the openings so far, equal for mirror images: one position may have several texts.
    keys: HashMap<String, u64>,
    /// Counts the distinct games, by opening and moves.
    distinct: Distinct,
    a: Work,
    b: Work,
}

/// What counts of a game in its pair.
#[derive(Debug)]
struct Counted {
    half_points: usize,
    points: Option<f64>,
    has_rolls: bool,
}

/// The work of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    counters: Counters,
    cpu_seconds: f64,
    overruns: u64,
}

impl Tally {
    /// No games yet, to be played by these rules.
    pub fn new(rules: &dyn Rules) -> Tally {
        Tally {
            wins: 0,
            losses: 0,
            draws: 0,
            forfeits: [0; 2],
            halves: HashMap::new(),
            scores: Scores::of(rules.payoffs()),
            keys: HashMap::new(),
            distinct: Distinct::default(),
            a: Work::default(),
            b: Work::default(),
        }
    }

    /// Counts a game; the rules determine which openings are the same position.
    ///
    /// # Errors
    /// If the game's opening is not a position of these rules.
    pub fn add(&mut self, rules: &dyn Rules, record: &Record) -> Result<(), ParseError> {
        if !self.keys.contains_key(&record.opening) {
            self.keys.insert(record.opening.clone(), rules.position(&record.opening)?.folded_key());
        }
        match record.result {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
        let game = format!("{}\n{}", record.opening, record.moves.join(" "));
        self.distinct.add(distinct::hash(game.as_bytes()));
        let second =
            Counted { half_points: record.half_points(), points: record.points, has_rolls: record.rolls > 0 };
        match self.halves.remove(&record.pair) {
            None => {
                self.halves.insert(record.pair, second);
            }
            Some(first) => {
                let half_points = first.half_points + second.half_points;
                // Every pair has dice of its own, even if a game ended before a roll.
                let has_rolls = first.has_rolls || second.has_rolls;
                let opening = (!has_rolls).then(|| self.keys[&record.opening]);
                match opening {
                    Some(opening) => self.scores.add(opening, half_points),
                    None => self.scores.add_single(half_points),
                }
                if let Some((first, second)) = first.points.zip(second.points) {
                    self.scores.add_points(opening, f64::midpoint(first, second));
                }
            }
        }
        if record.end == End::Forfeit {
            self.forfeits[usize::from(record.result == Outcome::Win)] += 1;
        }
        self.a.counters += record.a_counters;
        self.b.counters += record.b_counters;
        self.a.cpu_seconds += record.times.a_cpu_seconds;
        self.b.cpu_seconds += record.times.b_cpu_seconds;
        self.a.overruns += record.times.a_overruns as u64;
        self.b.overruns += record.times.b_overruns as u64;
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

    /// Complete pairs by A's points.
    pub fn pairs(&self) -> Pentanomial {
        self.scores.pairs()
    }

    /// A's scores in complete pairs, with their openings.
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The summary so far of the match that `header` describes; `finished` marks the last summary.
    pub fn summary(&self, header: &Header, finished: bool) -> Summary {
        // The test of a match decides on all its pairs in order, and not on those of a shard.
        let sprt = header.sprt.filter(|_| header.shard.is_none());
        let is_by_points = sprt.is_some_and(|sprt| sprt.model == Model::Points);
        let hypotheses = sprt.map(|sprt| [sprt.elo0, sprt.elo1]);
        let [a_forfeits, b_forfeits] = self.forfeits;
        let scores = &self.scores;
        let score =
            (self.games() > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64);
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
            score,
            score_ci95: scores.score_ci95(),
            elo: scores.elo(),
            elo_ci95: scores.elo_ci95(),
            nelo: scores.nelo(),
            nelo_ci95: scores.nelo_ci95(),
            points: scores.points(),
            los: scores.los(),
            verdict: Verdict::new(scores.score(), scores.score_ci95(), scores.observations()),
            pairs: scores.pairs().0,
            distinct_games: self.distinct.count(),
            llr: sprt.map(|sprt| sprt.llr_of(scores)),
            sprt: sprt.map(|sprt| sprt.decide_by(scores)),
            a_stats: self.a.into(),
            b_stats: self.b.into(),
            openings: header.openings.clone(),
            seed: header.seed,
            observations: scores.observations(),
            score_se: scores.score_se(),
            split: scores.pairs().draw_ratio(),
            llr_bounds: sprt.map(|sprt| sprt.bounds().into()),
            sprt_elo: hypotheses.filter(|_| !is_by_points),
            sprt_points: hypotheses.filter(|_| is_by_points),
            a_forfeits,
            b_forfeits,
            build: header.build.clone(),
        }
    }
}

impl Summary {
    /// A's scores in complete pairs, as far as the summary has them: it does not say how often each opening was played. Points need
    /// the `payoffs` of the game.
    pub fn scores(&self, payoffs: Option<Range>) -> Scores {
        let scores = Scores::summarised(Pentanomial(self.pairs), self.observations, self.score_se);
        match self.points.zip(payoffs) {
            Some((points, payoffs)) => scores.with_summarised_points(points, payoffs),
            None => scores,
        }
    }

    /// The same summary with the intervals of this version. In a file of an earlier version only the standard error of the score
    /// is clustered by opening; everything else follows from it.
    #[must_use]
    pub fn renewed(self) -> Summary {
        let scores = self.scores(None);
        Summary {
            score_ci95: scores.score_ci95(),
            elo_ci95: scores.elo_ci95(),
            nelo_ci95: scores.nelo_ci95(),
            los: scores.los(),
            verdict: Verdict::new(scores.score(), scores.score_ci95(), scores.observations()),
            ..self
        }
    }
}

/// The summary of a match: the last line that `tiptree match --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Whether this is the last summary.
    #[serde(rename = "final")]
    pub finished: bool,
    /// The game.
    pub game: String,
    /// The player whose wins are counted.
    pub a: String,
    /// The other player.
    pub b: String,
    /// The budget of both players, unless they set their own.
    pub budget: String,
    /// Games played.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// A's score per game: 1 for a win, ½ for a draw.
    pub score: Option<f64>,
    /// Half the width of its 95 % interval, clustered by opening like all intervals.
    #[serde(default)]
    pub score_ci95: Option<f64>,
    /// A's Elo above B, from complete pairs.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    #[serde(default)]
    pub elo_ci95: Option<f64>,
    /// Normalised Elo.
    pub nelo: Option<f64>,
    /// Half the width of its 95 % interval.
    #[serde(default)]
    pub nelo_ci95: Option<f64>,
    /// A's points per game from complete pairs, if the game counts points.
    #[serde(flatten)]
    pub points: Option<Points>,
    /// The likelihood that A is the stronger player.
    pub los: Option<f64>,
    /// Which player is stronger, by the interval of the score.
    #[serde(default)]
    pub verdict: Verdict,
    /// Complete pairs by A's points 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Distinct games by opening and moves; exact up to 65536, then within half a percent.
    pub distinct_games: u64,
    /// The log-likelihood ratio of a sequential test; repeated pairs from one opening do not count as independent evidence.
    pub llr: Option<f64>,
    /// The decision of the sequential test: `H0`, `H1` or `continue`.
    pub sprt: Option<Hypothesis>,
    /// A's work.
    pub a_stats: Stats,
    /// B's work.
    pub b_stats: Stats,
    /// The spec of the openings.
    pub openings: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Independent observations: distinct opening positions of complete pairs, mirror images counted once, plus the pairs with
    /// dice of their own.
    #[serde(alias = "distinct_openings")]
    pub observations: u64,
    /// The standard error of the pairs' score from these observations.
    #[serde(alias = "score_error")]
    pub score_se: Option<f64>,
    /// The share of pairs split 1-1.
    #[serde(default)]
    pub split: Option<f64>,
    /// The log-likelihood ratios at which the sequential test accepts H0 and H1.
    #[serde(default)]
    pub llr_bounds: Option<[f64; 2]>,
    /// The Elo differences between which it decides.
    #[serde(default)]
    pub sprt_elo: Option<[f64; 2]>,
    /// The points per game between which it decides, if it tests points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt_points: Option<[f64; 2]>,
    /// Games that A lost by breaking the rules, crashing or timing out.
    #[serde(default)]
    pub a_forfeits: u64,
    /// The same for B.
    #[serde(default)]
    pub b_forfeits: u64,
    /// The build that played.
    #[serde(flatten)]
    pub build: Provenance,
}

/// A player's work over a match, and its speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Calls of the move operator.
    pub moves: u64,
    /// Positions evaluated.
    pub evals: u64,
    /// Positions entered.
    pub nodes: u64,
    /// CPU seconds of its searches.
    pub cpu_seconds: f64,
    /// Moves per CPU second.
    pub moves_per_cpu_second: Option<f64>,
    /// Evaluations per CPU second.
    pub evals_per_cpu_second: Option<f64>,
    /// Moves that exceeded the player's time by more than the margin.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub overruns: u64,
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u64) -> bool {
    *count == 0
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
            overruns: work.overruns,
        }
    }
}
