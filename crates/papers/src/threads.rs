//! What several threads gain: the speed of a search with several threads, beside that of as many searches with one thread each.
//!
//! Searches side by side share nothing but the machine, so that they show how much faster threads on one tree or table could be at
//! most. What threads have less than that they lose to each other: they wait for cache lines that another thread has written. Lost
//! work is a part of it: evaluations of tips that another thread expands at the same moment.

use serde::Serialize;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;
use tiptree::erased::{Engine, Rules};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Spec};
use tiptree_lab::Error;
use tiptree_lab::signature::positions;

/// The games that are measured, each with its first evaluator.
const GAMES: [&str; 5] = ["connect4", "othello", "kalah", "breakthrough", "hex"];

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many threads a search has.
    pub threads: usize,
    /// How often every search runs.
    pub rounds: usize,
    /// The time of a run.
    pub time: Duration,
}

/// What several threads gain, as `tiptree bench --threads N --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gains {
    /// The threads of a search.
    pub threads: usize,
    /// How often every search ran.
    pub rounds: usize,
    /// Milliseconds of a run.
    pub time_ms: f64,
    /// Every search with threads at every game.
    pub searches: Vec<Gain>,
}

/// What several threads gain in one search of a game. Every number is a median over the rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gain {
    /// The game.
    pub game: String,
    /// The search.
    pub search: String,
    /// Evaluations a second of wall time with one thread.
    pub evals_per_second: f64,
    /// Evaluations with several threads, divided by those with one.
    pub together: f64,
    /// Evaluations of as many searches side by side, divided by those of one.
    pub apart: f64,
    /// Expansions with several threads, divided by those with one; null where a search expands nothing.
    pub expansions: Option<f64>,
    /// The share of the evaluations with several threads that is lost, because an expansion takes more of them than with one
    /// thread; null where a search expands nothing.
    pub lost: Option<f64>,
}

/// What a search does in a second.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    evals: f64,
    expansions: f64,
}

/// Measures every search with threads, and calls `progress` with the number of those that are done and of all.
///
/// # Errors
/// If a search cannot be built, because the system starts no threads.
pub fn run(plan: Plan, progress: &mut dyn FnMut(usize, usize)) -> Result<Gains, Error> {
    let has_threads = |known: &tiptree::spec::Parameter| known.key == "threads";
    let names: Vec<&str> = SEARCHES
        .iter()
        .filter(|entry| entry.parameters.iter().any(has_threads))
        .map(|entry| entry.name)
        .collect();
    let ours = tiptree_games::registry();
    let mut searches = Vec::new();
    for (number, game) in GAMES.iter().enumerate() {
        let spec = Spec::named(game);
        let rules = ours.rules(&spec, None)?;
        for (place, name) in names.iter().enumerate() {
            progress(number * names.len() + place, GAMES.len() * names.len());
            let search = ours.completed(&spec, None, &Spec::named(name))?;
            searches.push(measure(rules.as_ref(), &search, plan)?);
        }
    }
    let Plan { threads, rounds, time } = plan;
    Ok(Gains { threads, rounds, time_ms: time.as_secs_f64() * 1e3, searches })
}

/// Measures one search. The three ways of a round follow each other, so that a machine that changes its speed changes that of all.
fn measure(rules: &dyn Rules, search: &Spec, plan: Plan) -> Result<Gain, Error> {
    let positions = positions(rules);
    let mut several = search.clone();
    several.parameters.push(("threads".to_owned(), plan.threads.to_string()));
    let (mut ones, mut gains) = (Vec::new(), Vec::new());
    for round in 0..plan.rounds {
        let position = &positions[round % positions.len()];
        let one = rate(rules, search, position, plan.time, 1)?;
        let together = rate(rules, &several, position, plan.time, 1)?;
        let apart = rate(rules, search, position, plan.time, plan.threads)?;
        ones.push(one.evals);
        gains.push((one, together, apart));
    }
    let over = |part: fn(&(Rate, Rate, Rate)) -> f64| median(gains.iter().map(part).collect());
    let expands = gains.iter().all(|(one, together, _)| one.expansions > 0.0 && together.expansions > 0.0);
    Ok(Gain {
        game: rules.spec().to_string(),
        search: search.to_string(),
        evals_per_second: median(ones),
        together: over(|(one, together, _)| together.evals / one.evals),
        apart: over(|(one, _, apart)| apart.evals / one.evals),
        expansions: expands.then(|| over(|(one, together, _)| together.expansions / one.expansions)),
        lost: expands.then(|| {
            over(|(one, together, _)| {
                1.0 - together.expansions / together.evals * (one.evals / one.expansions)
            })
        }),
    })
}

/// The rate of `count` searches of a position that run at the same time, all together. Each runs once before, so that its memory and its
/// threads are there.
fn rate(
    rules: &dyn Rules,
    search: &Spec,
    position: &str,
    time: Duration,
    count: usize,
) -> Result<Rate, Error> {
    let start = Barrier::new(count);
    let budget = Budget { time: Some(time), ..Budget::unlimited() };
    let one = |mut engine: Box<dyn Engine>| -> Result<Rate, Error> {
        engine.run(&budget);
        start.wait();
        engine.start(position)?;
        let report = engine.run(&budget);
        let rate = |count: u64| count as f64 / report.seconds;
        Ok(Rate { evals: rate(report.counters.evals), expansions: rate(report.counters.expansions) })
    };
    let ready = |_| -> Result<Box<dyn Engine>, Error> {
        let mut engine = rules.engine(search, 1)?;
        engine.start(position)?;
        Ok(engine)
    };
    let engines = (0..count).map(ready).collect::<Result<Vec<_>, Error>>()?;
    thread::scope(|scope| {
        let runs: Vec<_> = engines.into_iter().map(|engine| scope.spawn(|| one(engine))).collect();
        runs.into_iter().try_fold(Rate::default(), |all, run| {
            let Rate { evals, expansions } = run.join().expect("a search does not panic")?;
            Ok(Rate { evals: all.evals + evals, expansions: all.expansions + expansions })
        })
    })
}

/// The median, and 0 of nothing.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
