//! The bench: every search of ours at fixed positions of every game of ours, for its speed and for one number, the signature.
//!
//! The signature changes when a search, an evaluator or a game behaves differently, and never with the clock or the
//! number of threads; the idea is Stockfish's. What is hashed of a search is a line with its best move, its value, its
//! counters and why it stopped. Values may rest on the system's exp and ln, whose last digit differs between C libraries,
//! so a value enters as its place in the evaluator's range, rounded to six digits. Where that last digit decides which tip
//! is grown first, the counters could still differ elsewhere; everything committed is compared on one platform.
//!
//! A search that refuses a game is left out. A new game or search is measured without a line being added here, and
//! changes the signature.

use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use tiptree::erased::Rules;
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Counters, Registry, Spec};
use tiptree_lab::Error;
use tiptree_lab::signature::{outcome, positions, signature};

/// What [`run`] must find, a line for every game and search: `tiptree bench --lines` writes it.
const COMMITTED: &str = include_str!("../bench.txt");

/// What a search may spend on a position.
const BUDGET: u64 = 200_000;

/// Games that are searched to their end at once in their usual size, in one that says something of speed.
const LARGER: [&str; 4] =
    ["pgame(height=18)", "ngame(height=18)", "ggame(height=18)", "startree(branching=10,depth=5)"];

/// Searches whose parameters lead through other code than their defaults do.
const VARIANTS: [&str; 5] = [
    "mm(backup=mean)",
    "mm(penalty=derivative)",
    "mm(redescend=chance:0.5)",
    "ab(reading=v0)",
    "star2(table=0)",
];

/// What the bench found: what `tiptree bench --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bench {
    /// The signature of this build.
    pub signature: u64,
    /// The signature that was committed.
    pub expected: u64,
    /// The committed lines that are gone, behind a `-`, and those in their place, behind a `+`.
    pub changes: Vec<String>,
    /// What was measured, in order.
    pub searches: Vec<Speed>,
    /// What the signature is the hash of: a line for every game and search, with what was found at each position.
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
    /// What it might spend on a position.
    pub budget: String,
    /// The positions searched.
    pub positions: usize,
    /// Positions entered.
    pub nodes: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Positions evaluated.
    pub evals: u64,
    /// CPU seconds of the searches.
    pub cpu_seconds: f64,
    /// Positions entered a CPU second.
    pub nodes_per_cpu_second: Option<f64>,
    /// Moves a CPU second.
    pub moves_per_cpu_second: Option<f64>,
    /// Evaluations a CPU second.
    pub evals_per_cpu_second: Option<f64>,
}

/// Runs the bench, telling `watch` the number of each search before it begins, and how many there are.
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

/// The lines of `old` that `new` has not, and those of `new` that `old` has not, the ones of a search beside each other.
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

/// Every game of ours, in a size that is worth searching.
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
    // Positions of large boards are long: a line has them in order, without their texts.
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
