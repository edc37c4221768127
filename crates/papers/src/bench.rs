//! The bench: runs each of our searches at fixed positions of each of our games, to measure speed and to compute one
//! number, the signature.
//!
//! The signature changes when a search, an evaluator or a game behaves differently, and never with the clock or the
//! number of threads; the idea is Stockfish's. It is the hash of one line per search, with best move, value, counters
//! and stop reason. Values may depend on the system's exp and ln, whose last digit differs between C libraries, so each
//! value is rounded to six digits of the evaluator's range. If that last digit decides which tip is grown first, the
//! counters can still differ between platforms; the committed lines are compared on one platform.
//!
//! A search that refuses a game is left out. A new game or search is included automatically, and changes the signature.

use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use tiptree::erased::Rules;
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Counters, Registry, Spec};
use tiptree_lab::Error;
use tiptree_lab::signature::{outcome, positions, signature};

/// The lines that [`run`] must reproduce, one for every game and search; `tiptree bench --lines` writes them.
const COMMITTED: &str = include_str!("../bench.txt");

/// The budget of a search at a position.
const BUDGET: u64 = 200_000;

/// Games that are searched to the end at once in their default size, in a size that can measure speed.
const LARGER: [&str; 4] =
    ["pgame(height=18)", "ngame(height=18)", "ggame(height=18)", "startree(branching=10,depth=5)"];

/// Searches whose parameters exercise other code than the defaults do.
const VARIANTS: [&str; 5] = [
    "mm(backup=mean)",
    "mm(penalty=derivative)",
    "mm(redescend=chance:0.5)",
    "ab(reading=v0)",
    "star2(table=0)",
];

/// The result of the bench, as `tiptree bench --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bench {
    /// The signature of this build.
    pub signature: u64,
    /// The signature that was committed.
    pub expected: u64,
    /// The committed lines that are missing, after a `-`, and the lines in their place, after a `+`.
    pub changes: Vec<String>,
    /// The measurements, in order.
    pub searches: Vec<Speed>,
    /// The lines that the signature is the hash of: one for every game and search, with the result at each position.
    #[serde(skip)]
    pub lines: String,
}

/// The work of a search at the positions of a game, and its speed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The game.
    pub game: String,
    /// The search.
    pub search: String,
    /// The budget at a position.
    pub budget: String,
    /// The number of positions searched.
    pub positions: usize,
    /// Positions entered.
    pub nodes: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Positions evaluated.
    pub evals: u64,
    /// CPU seconds of the searches.
    pub cpu_seconds: f64,
    /// Positions entered per CPU second.
    pub nodes_per_cpu_second: Option<f64>,
    /// Moves per CPU second.
    pub moves_per_cpu_second: Option<f64>,
    /// Evaluations per CPU second.
    pub evals_per_cpu_second: Option<f64>,
}

/// Runs the bench. `watch` is called before each search with its number and the number of all searches.
///
/// # Errors
/// If a game of ours cannot be built or cannot read its own positions.
pub fn run(watch: &mut dyn FnMut(usize, usize)) -> Result<Bench, Error> {
    let (ours, searches) = (tiptree_games::registry(), searches()?);
    let mut lines = String::new();
    let mut speeds = Vec::new();
    for (number, game) in games(&ours)?.iter().enumerate() {
        let rules = ours.rules(game, None)?;
        let positions = positions(rules.as_ref());
        for (place, search) in searches.iter().enumerate() {
            watch(number * searches.len() + place, ours.games().len() * searches.len());
            if let Some(speed) = measure(rules.as_ref(), search, &positions, &mut lines)? {
                speeds.push(speed);
            }
        }
    }
    Ok(Bench {
        signature: signature(&lines),
        expected: signature(COMMITTED),
        changes: changes(COMMITTED, &lines),
        searches: speeds,
        lines,
    })
}

/// The lines of `old` missing in `new`, and those of `new` missing in `old`; the lines of one search are adjacent.
fn changes(old: &str, new: &str) -> Vec<String> {
    let case = |line: &str| line.split(": ").next().unwrap_or(line).to_owned();
    let [mut gone, mut come] = [(old, new), (new, old)].map(|(from, other)| {
        let others: HashSet<&str> = other.lines().collect();
        from.lines().filter(|line| !others.contains(line)).collect::<VecDeque<_>>()
    });
    let mut changes = Vec::new();
    while let Some(line) = gone.pop_front() {
        changes.push(format!("- {line}"));
        if let Some(place) = come.iter().position(|other| case(other) == case(line)) {
            changes.extend(come.drain(..=place).map(|line| format!("+ {line}")));
        }
    }
    changes.extend(come.iter().map(|line| format!("+ {line}")));
    changes
}

/// Each of our games, in a size that is worth searching.
fn games(ours: &Registry) -> Result<Vec<Spec>, Error> {
    let larger: Vec<Spec> = LARGER.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let usual = |name: &str| Spec { name: name.to_owned(), parameters: Vec::new() };
    let game = |name| larger.iter().find(|spec| spec.name == name).cloned().unwrap_or_else(|| usual(name));
    Ok(ours.games().iter().map(|entry| game(&entry.name)).collect())
}

/// Every search of the catalogue, and the variants.
fn searches() -> Result<Vec<Spec>, Error> {
    let names = SEARCHES.iter().map(|entry| entry.name).chain(VARIANTS);
    Ok(names.map(str::parse).collect::<Result<_, _>>()?)
}

/// Searches all positions; `None` where the search refuses the game.
fn measure(
    rules: &dyn Rules,
    search: &Spec,
    positions: &[String],
    lines: &mut String,
) -> Result<Option<Speed>, Error> {
    let Ok(mut engine) = rules.engine(search, 1) else { return Ok(None) };
    let budget = Budget::moves(BUDGET);
    let mut counters = Counters::default();
    let mut cpu_seconds = 0.0;
    let mut outcomes = Vec::new();
    for position in positions {
        engine.start(position)?;
        let report = engine.run(&budget);
        outcomes.push(outcome(&report));
        counters += report.counters;
        cpu_seconds += report.cpu_seconds;
    }
    // Positions of large boards are long, so a line lists results in order, without the texts of the positions.
    let line = format!("{} {search}: {}\n", rules.spec(), outcomes.join("; "));
    *lines += &line;
    let Counters { moves, evals, nodes, .. } = counters;
    let rate = |count: u64| (cpu_seconds > 0.0).then(|| count as f64 / cpu_seconds);
    Ok(Some(Speed {
        game: rules.spec().to_string(),
        search: search.to_string(),
        budget: budget.to_string(),
        positions: positions.len(),
        nodes,
        moves,
        evals,
        cpu_seconds,
        nodes_per_cpu_second: rate(nodes),
        moves_per_cpu_second: rate(moves),
        evals_per_cpu_second: rate(evals),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_stand_beside_each_other() {
        let old = "a 1 ab: x 1\na 1 mm: x 2\nb 1 ab: x 3\n";
        let new = "a 1 ab: x 1\na 1 mm: y 2\nb 1 pvs: x 3\n";
        assert_eq!(changes(old, old), Vec::<String>::new());
        assert_eq!(changes(old, new), ["- a 1 mm: x 2", "+ a 1 mm: y 2", "- b 1 ab: x 3", "+ b 1 pvs: x 3"]);
    }
}
