//! What several threads gain: the speed of a search with several threads, beside that of as many searches with one thread each.
//!
//! Searches side by side share nothing but the machine, so that they show how much faster threads on one tree or table could be at
//! most. What threads have less than that they lose to each other: they wait for cache lines that another thread has written, or do
//! work twice. Evaluations an expansion, beside those with one thread, show how much is done twice.

use serde::Serialize;
use std::sync::{Barrier, mpsc};
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

/// What a search did in a round: with one thread, with several, and, evaluations only, as several searches side by side.
#[derive(Clone, Copy, Debug)]
struct Round {
    one: Rate,
    together: Rate,
    apart: f64,
}

/// Measures every search with threads, and calls `progress` with the number of those that are done and of all.
///
/// # Errors
/// If a search cannot be built: with more threads than it may have, or than the system starts.
///
/// # Panics
/// Never: games read the positions that they wrote.
pub fn run(plan: Plan, progress: &mut dyn FnMut(usize, usize)) -> Result<Gains, Error> {
    let names: Vec<&str> =
        SEARCHES.iter().filter(|entry| entry.has_threads()).map(|entry| entry.name).collect();
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

/// Measures one search. The three ways of a round follow each other, so that a machine that changes its speed changes that of all. All
/// searches and threads last for all rounds: new ones lack memory, and may share a core until the system has moved them apart. So the
/// first round is not counted.
fn measure(rules: &dyn Rules, search: &Spec, plan: Plan) -> Result<Gain, Error> {
    let positions = positions(rules);
    let position = |round: usize| &*positions[round % positions.len()];
    let mut several = search.clone();
    several.parameters.push(("threads".to_owned(), plan.threads.to_string()));
    let mut alone = rules.engine(search, 1)?;
    let mut together = rules.engine(&several, 1)?;
    let others = (1..plan.threads).map(|_| rules.engine(search, 1)).collect::<Result<Vec<_>, _>>()?;
    let rate = |engine: &mut dyn Engine, round: usize| Rate::of(engine, position(round), plan.time);
    let start = Barrier::new(plan.threads);
    let mut rounds = Vec::new();
    thread::scope(|scope| {
        let (rate, start) = (&rate, &start);
        let side_by_side = |mut engine: Box<dyn Engine>| {
            let (sender, rates) = mpsc::channel();
            scope.spawn(move || {
                for round in 0..=plan.rounds {
                    start.wait();
                    sender.send(rate(engine.as_mut(), round)).expect("the rounds wait for the rate");
                }
            });
            rates
        };
        let others: Vec<_> = others.into_iter().map(side_by_side).collect();
        for round in 0..=plan.rounds {
            let one = rate(alone.as_mut(), round);
            let together = rate(together.as_mut(), round);
            start.wait();
            let own = rate(alone.as_mut(), round).evals;
            let rates = others.iter().map(|other| other.recv().expect("a search that runs").evals);
            let apart = own + rates.sum::<f64>();
            if round > 0 {
                rounds.push(Round { one, together, apart });
            }
        }
    });
    let over = |part: fn(&Round) -> f64| median(rounds.iter().map(part).collect());
    let expands = rounds.iter().all(|round| round.one.expansions > 0.0 && round.together.expansions > 0.0);
    Ok(Gain {
        game: rules.spec().to_string(),
        search: search.to_string(),
        evals_per_second: over(|round| round.one.evals),
        together: over(|round| round.together.evals / round.one.evals),
        apart: over(|round| round.apart / round.one.evals),
        expansions: expands.then(|| over(|round| round.together.expansions / round.one.expansions)),
        lost: expands.then(|| over(|round| 1.0 - round.together.useful() / round.one.useful())),
    })
}

impl Rate {
    /// That of a search of this position.
    fn of(engine: &mut dyn Engine, position: &str, time: Duration) -> Self {
        engine.start(position).expect("a position of the game");
        let report = engine.run(&Budget { time: Some(time), ..Budget::unlimited() });
        let rate = |count: u64| count as f64 / report.seconds;
        Rate { evals: rate(report.counters.evals), expansions: rate(report.counters.expansions) }
    }

    /// Expansions for an evaluation.
    fn useful(self) -> f64 {
        self.expansions / self.evals
    }
}

/// The median, and 0 of nothing.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
