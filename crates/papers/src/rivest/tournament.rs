//! Table 2: the Connect-Four tournament of min/max approximation against alpha-beta.
//!
//! Every bound is a match over the 49 openings of two plies, each from both sides. A bound of k seconds is scaled to
//! this machine: the paper's alpha-beta called the move operator 3500 times per second, so a second here is the CPU
//! time in which ours makes as many calls.

use super::distinct;
use crate::Sampled;
use crate::golden::Golden;
use crate::{Comparison, key, reproduction};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tiptree::search::depth_first::Reading;
use tiptree::{Budget, ParseError, Rng, Spec};
use tiptree_games::registry;
use tiptree_lab::Error;
use tiptree_lab::matches::{Match, Summary};
use tiptree_lab::openings::Openings;
use tiptree_lab::players::{Entrant, Makers};
use tiptree_lab::reproduce::Key;
use tiptree_lab::reproduce::Reproduction;

/// Calls of the move operator per second of the paper's alpha-beta.
const CALLS_PER_SECOND: f64 = 3500.0;
/// Games at a bound: 49 openings from both sides.
const GAMES: u64 = 98;
/// The number of calls at each opening on which the speed of alpha-beta is measured.
const CALIBRATION: u64 = 50_000;

/// A resource bound of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A number of calls of the move operator per turn.
    Moves(u64),
    /// A number of the paper's seconds per turn.
    Seconds(u32),
}

/// The ten bounds of Table 2.
pub fn bounds() -> Vec<Bound> {
    let moves = (1..=5).map(|k| Bound::Moves(1000 * k));
    moves.chain((1..=5).map(Bound::Seconds)).collect()
}

impl Bound {
    fn kind(self) -> &'static str {
        match self {
            Bound::Moves(_) => "moves",
            Bound::Seconds(_) => "time",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Moves(moves) => write!(f, "moves={moves}"),
            Bound::Seconds(seconds) => write!(f, "time={seconds}s"),
        }
    }
}

impl FromStr for Bound {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "moves=1000, another count of calls, or time=2s, the paper's whole seconds";
        let parse_error = || ParseError::new("bound", text, expected);
        match text.split_once('=').ok_or_else(parse_error)? {
            ("moves", amount) => {
                let mut budget = Budget::unlimited();
                budget.set("moves", amount)?;
                budget.moves.map(Bound::Moves).ok_or_else(parse_error)
            }
            ("time", seconds) => {
                let whole = seconds.strip_suffix('s').and_then(|number| number.parse().ok());
                whole.filter(|&seconds| seconds > 0).map(Bound::Seconds).ok_or_else(parse_error)
            }
            _ => Err(parse_error()),
        }
    }
}

/// The tournament to play.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The bounds.
    pub bounds: Vec<Bound>,
    /// The number of repetitions with random column orders; `None` for one with the columns from left to right.
    pub orders: Option<u32>,
    /// The CPU time that stands for a second in the paper; measured if `None`.
    pub second: Option<Duration>,
    /// How alpha-beta counts its move calls.
    pub reading: Reading,
    /// The number of games played in parallel.
    pub jobs: usize,
    /// The seed of the column orders.
    pub seed: u64,
}

/// The results of the games at a bound, from the view of min/max approximation, over all repetitions.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    wins: u64,
    losses: u64,
    ties: u64,
    /// How often the 98 games were played.
    repetitions: u64,
    mm: Spent,
    ab: Spent,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    moves: u64,
    cpu_seconds: f64,
    /// The number of distinct positions per turn at this bound, on the sample of positions.
    distinct: f64,
}

impl Spent {
    fn rate(self) -> f64 {
        self.moves as f64 / self.cpu_seconds
    }

    fn add(&mut self, other: Spent) {
        self.moves += other.moves;
        self.cpu_seconds += other.cpu_seconds;
        self.distinct += other.distinct;
    }
}

impl Score {
    fn add(&mut self, other: Score) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.ties += other.ties;
        self.repetitions += other.repetitions;
        self.mm.add(other.mm);
        self.ab.add(other.ab);
    }

    fn games(self) -> u64 {
        self.wins + self.losses + self.ties
    }

    fn text(self) -> String {
        let a_time = |count: u64| count as f64 / self.repetitions as f64;
        let [wins, losses, ties] = [self.wins, self.losses, self.ties].map(a_time);
        let score = (self.wins as f64 + self.ties as f64 / 2.0) / self.games() as f64;
        format!("{wins:.0}-{losses:.0}-{ties:.0} ({score:.3})")
    }
}

impl Tournament {
    /// The number of games to play.
    pub fn games(&self) -> u64 {
        GAMES * self.bounds.len() as u64 * self.repetitions()
    }

    fn repetitions(&self) -> u64 {
        self.orders.unwrap_or(1).max(1).into()
    }

    /// Plays the tournament. `watch` is called with the bound and the number of games so far. Setting `cancel` ends it:
    /// complete repetitions stay in the table, an interrupted one is left out.
    ///
    /// # Errors
    /// If the published table cannot be read.
    pub fn play(&self, cancel: &AtomicBool, watch: &mut dyn FnMut(&str, u64)) -> Result<Reproduction, Error> {
        let golden = Golden::parse("rivest-2", include_str!("../../golden/rivest-2.toml"))?;
        let mut comparison = Comparison::new(golden);
        let ab: Spec = format!("ab(reading={})", self.reading).parse()?;
        let seconds = self.bounds.iter().any(|bound| matches!(bound, Bound::Seconds(_)));
        let second = match self.second {
            Some(second) => second,
            None if seconds => calibrate(&ab)?,
            None => Duration::ZERO,
        };
        let mut scores: Vec<(Bound, Score)> = Vec::new();
        let mut done = 0;
        for &bound in &self.bounds {
            let mut score = Score::default();
            for number in 0..self.repetitions() {
                let game = self.column_order(number)?;
                let repetition = self.match_at(bound, second, &game, &ab, cancel, &mut || {
                    done += 1;
                    watch(&bound.to_string(), done);
                })?;
                if repetition.games() < GAMES {
                    break;
                }
                score.add(repetition);
            }
            if score.repetitions == 0 {
                break;
            }
            let calls = |spent: Spent| match bound {
                Bound::Moves(moves) => moves,
                Bound::Seconds(k) => (spent.rate() * (second * k).as_secs_f64()) as u64,
            };
            let by_mm = distinct::by_min_max(calls(score.mm), self.seed, cancel);
            let by_ab = distinct::by_alpha_beta(self.reading, calls(score.ab), self.seed, cancel);
            let Some((by_mm, by_ab)) = by_mm.zip(by_ab) else {
                add_counts(&mut comparison, &bound.to_string(), score);
                break;
            };
            (score.mm.distinct, score.ab.distinct) = (by_mm, by_ab);
            add_row(&mut comparison, &bound.to_string(), score);
            if score.repetitions < self.repetitions() {
                break;
            }
            scores.push((bound, score));
        }
        let mut notes = totals(&mut comparison, &scores);
        if self.orders.is_some() {
            notes.insert(
                0,
                format!("Counts of games are means over random column orders, {GAMES} games each."),
            );
        }
        if cancel.load(Ordering::Relaxed) {
            notes.push(format!("Interrupted after {done} of {} games.", self.games()));
        }
        Ok(reproduction("rivest", "2", self.parameters(second), &comparison, notes))
    }

    /// The game of a repetition: Connect-Four with its columns from left to right, or in a random order.
    fn column_order(&self, number: u64) -> Result<Spec, ParseError> {
        if self.orders.is_none() {
            return "connect4".parse();
        }
        let mut columns: Vec<u8> = (b'1'..=b'7').collect();
        Rng::derive(self.seed, &[number]).shuffle(&mut columns);
        format!("connect4(order={})", String::from_utf8_lossy(&columns)).parse()
    }

    fn match_at(
        &self,
        bound: Bound,
        second: Duration,
        game: &Spec,
        ab: &Spec,
        cancel: &AtomicBool,
        watch: &mut dyn FnMut(),
    ) -> Result<Score, Error> {
        let rules = registry().rules(game, None)?;
        let openings = Openings::read("two-ply", rules.as_ref(), self.seed)?;
        let both = [Entrant::Search("mm".parse()?), Entrant::Search(ab.clone())];
        let makers = Makers::new(&registry(), game, None, &both)?;
        let players = |entrant: &Entrant, seed| makers.player(entrant, seed);
        let plan = Match {
            budget: match bound {
                Bound::Moves(moves) => Budget::moves(moves),
                Bound::Seconds(k) => Budget::cpu(second * k),
            },
            jobs: self.jobs,
            seed: self.seed,
            ..Match::new(rules.as_ref(), &players, both, &openings)
        };
        let tally = plan.play(None, cancel, &mut |_, _| {
            watch();
            ControlFlow::Continue(())
        })?;
        let Summary { wins, losses, draws, a_stats, b_stats, .. } = tally.summary(&plan.header(), true);
        let mm = Spent { moves: a_stats.moves, cpu_seconds: a_stats.cpu_seconds, distinct: 0.0 };
        let ab = Spent { moves: b_stats.moves, cpu_seconds: b_stats.cpu_seconds, distinct: 0.0 };
        Ok(Score { wins, losses, ties: draws, repetitions: 1, mm, ab })
    }

    fn parameters(&self, second: Duration) -> Map<String, Value> {
        let mut parameters = Map::new();
        let bounds: Vec<String> = self.bounds.iter().map(Bound::to_string).collect();
        parameters.insert("bounds".into(), bounds.into());
        parameters.insert("seeds".into(), self.orders.into());
        parameters.insert("second_us".into(), (second.as_secs_f64() * 1e6).into());
        parameters.insert("reading".into(), self.reading.to_string().into());
        parameters.insert("seed".into(), self.seed.into());
        parameters
    }
}

fn row_key(bound: &str) -> Key {
    key([("bound", bound.into())])
}

fn add_row(comparison: &mut Comparison, bound: &str, score: Score) {
    add_counts(comparison, bound, score);
    comparison.add(row_key(bound), "mm_distinct", score.mm.distinct);
    comparison.add(row_key(bound), "ab_distinct", score.ab.distinct);
    comparison.add(row_key(bound), "mm_rate", score.mm.rate().round());
    comparison.add(row_key(bound), "ab_rate", score.ab.rate().round());
}

fn add_counts(comparison: &mut Comparison, bound: &str, score: Score) {
    let samples = score.repetitions as f64;
    for (column, count) in [("mm_wins", score.wins), ("ab_wins", score.losses), ("ties", score.ties)] {
        comparison.add_sampled(row_key(bound), column, Sampled { mean: count as f64 / samples, samples });
    }
}

/// Adds the totals of the two halves of the table, each if all its bounds were played, and returns notes on them.
fn totals(comparison: &mut Comparison, scores: &[(Bound, Score)]) -> Vec<String> {
    let mut notes = Vec::new();
    for kind in ["moves", "time"] {
        let complete = bounds().into_iter().filter(|bound| bound.kind() == kind).collect::<Vec<_>>();
        let played: Vec<&(Bound, Score)> =
            complete.iter().filter_map(|bound| scores.iter().find(|(known, _)| known == bound)).collect();
        if played.len() < complete.len() {
            continue;
        }
        let mut total = Score::default();
        for (_, score) in played {
            total.add(*score);
        }
        // The number of repetitions of each bound; all bounds have as many.
        total.repetitions /= complete.len() as u64;
        add_counts(comparison, kind, total);
        let rates = total.mm.rate() / total.ab.rate();
        let distinct = total.ab.distinct / total.mm.distinct;
        comparison.add(row_key(kind), "rate_ratio", rates);
        comparison.add(row_key(kind), "distinct_ratio", distinct);
        let published = |column| comparison.published(&row_key(kind), column).unwrap_or_default();
        let [wins, losses, ties] = ["mm_wins", "ab_wins", "ties"].map(published);
        let score = (wins + ties / 2.0) / (wins + losses + ties);
        notes.push(format!(
            "Total at {kind} bounds: {} beside the published {wins}-{losses}-{ties} ({score:.3}). Move calls a CPU second: \
             mm {:.1} M, ab {:.1} M, ratio {rates:.2} beside {}. Distinct positions, ab over mm: {distinct:.2} beside about {}.",
            total.text(),
            total.mm.rate() / 1e6,
            total.ab.rate() / 1e6,
            comparison.published(&row_key("time"), "rate_ratio").unwrap_or_default(),
            published("distinct_ratio"),
        ));
    }
    notes
}

/// The CPU time in which our alpha-beta makes as many calls as the paper's made in a second.
fn calibrate(ab: &Spec) -> Result<Duration, Error> {
    let game = "connect4".parse()?;
    let rules = registry().rules(&game, None)?;
    let mut engine = registry().engine(&game, None, ab, 0)?;
    let (mut calls, mut seconds) = (0, 0.0);
    for opening in Openings::read("two-ply", rules.as_ref(), 0)?.positions {
        engine.start(&opening)?;
        let report = engine.run(&Budget::moves(CALIBRATION));
        calls += report.counters.moves;
        seconds += report.cpu_seconds;
    }
    Ok(Duration::from_secs_f64(CALLS_PER_SECOND * seconds / calls as f64))
}
