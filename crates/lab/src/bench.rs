//! The bench: every search at fixed positions of every game, for its speed and for one number, the signature.
//!
//! The signature changes when a search, an evaluator or a game behaves differently, and never with the clock or the
//! number of threads; the idea is Stockfish's. What is hashed of a search is a line with its best move, its value, its
//! counters and why it stopped. Values may rest on the system's exp and ln, whose last digit differs between C libraries,
//! so a value enters as its place in the evaluator's range, rounded to six digits. Where that last digit decides which tip
//! is grown first, the counters could still differ elsewhere; everything committed is compared on one platform.
//!
//! A search that refuses a game is left out. A new game or search is measured without a line being added here, and
//! changes the signature.

use crate::error::Error;
use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use tiptree::erased::{Position, Rules};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Counters, Report, Rng, Spec, Turn};
use tiptree_games::registry::{self, GAMES};

/// What [`run`] must find, a line for every game and search: `tiptree bench --lines` writes it.
const COMMITTED: &str = include_str!("../bench.txt");

/// What a search may spend on a position.
const BUDGET: u64 = 200_000;

/// The positions of a game: so many random decisions after the start.
const PLIES: [usize; 3] = [0, 3, 7];

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

/// A search at a position, and what it did there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) game: &'a Spec,
    pub(crate) position: &'a str,
    pub(crate) search: &'a Spec,
    /// Move calls that the search might spend.
    pub(crate) budget: u64,
    pub(crate) report: &'a Report<String>,
}

impl Case<'_> {
    /// All that makes the signature, and nothing that a clock or a thread decides.
    pub(crate) fn line(&self) -> String {
        format!(
            "{} {} {} moves={}: {}\n",
            self.game,
            self.position,
            self.search,
            self.budget,
            outcome(self.report)
        )
    }
}

/// What a search found and counted, without the clock.
fn outcome(report: &Report<String>) -> String {
    let Report { best, value, range, counters, stop, .. } = report;
    let Counters { moves, evals, nodes, .. } = counters;
    let share = (value - range.low) / (range.high - range.low);
    let best = best.as_deref().unwrap_or("-");
    let stop = stop.map_or_else(String::new, |stop| stop.to_string());
    // Adding 0 takes the sign from a zero.
    format!("{best} {:.6} {moves} {evals} {nodes} {stop}", share + 0.0)
}

/// Runs the bench, telling `watch` the number of each search before it begins, and how many there are.
///
/// # Errors
/// If a game of the registry cannot be built or cannot read its own positions.
pub fn run(watch: &mut dyn FnMut(usize, usize)) -> Result<Bench, Error> {
    let searches = searches()?;
    let mut lines = String::new();
    let mut speeds = Vec::new();
    for (number, game) in games()?.iter().enumerate() {
        let rules = registry::rules(game, None)?;
        let positions = positions(rules.as_ref());
        for (place, search) in searches.iter().enumerate() {
            watch(number * searches.len() + place, GAMES.len() * searches.len());
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

/// Every game of the registry, in a size that is worth searching.
fn games() -> Result<Vec<Spec>, Error> {
    let larger: Vec<Spec> = LARGER.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let usual = |name: &str| Spec { name: name.to_owned(), parameters: Vec::new() };
    let game = |name| larger.iter().find(|spec| spec.name == name).cloned().unwrap_or_else(|| usual(name));
    Ok(GAMES.iter().map(|entry| game(entry.name)).collect())
}

/// Every search of the catalogue, and the variants.
fn searches() -> Result<Vec<Spec>, Error> {
    let names = SEARCHES.iter().map(|entry| entry.name).chain(VARIANTS);
    Ok(names.map(str::parse).collect::<Result<_, _>>()?)
}

/// The positions of a game at which searches are measured.
pub(crate) fn positions(rules: &dyn Rules) -> Vec<String> {
    PLIES.iter().map(|&plies| position(rules, plies).text()).collect()
}

/// The position after so many random decisions, or the last one before the game ends.
fn position(rules: &dyn Rules, plies: usize) -> Box<dyn Position> {
    let mut rng = Rng::derive(1, &[plies as u64]);
    let mut position = rules.deal(rng.next_u64());
    let mut last = position.duplicate();
    let mut decisions = 0;
    loop {
        let turn = position.turn();
        if turn.is_over() {
            return last;
        }
        let moves = position.moves();
        let chosen = if turn == Turn::Chance {
            rng.weighted(&position.chances())
        } else {
            last = position.duplicate();
            if decisions == plies {
                return last;
            }
            decisions += 1;
            rng.below(moves.len())
        };
        position.play(&moves[chosen]).expect("a position plays the moves it lists");
    }
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

/// The signature of lines: their hash, folded to 32 bits, which are short enough for people and exact in every reader of JSON.
pub(crate) fn signature(lines: &str) -> u64 {
    let hash = hash(lines);
    hash >> 32 ^ hash & 0xffff_ffff
}

/// FNV-1a (Fowler, Noll and Vo), because it is the same on every machine and in every version of Rust.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, Race, rules};

    #[test]
    fn the_hash_gives_its_published_numbers() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(signature("a"), 0xaf63_dc4c ^ 0x8601_ec8c);
    }

    #[test]
    fn the_last_digits_of_a_value_do_not_count_and_its_counters_do() {
        let rules = registry::rules(&"tictactoe".parse().unwrap(), None).unwrap();
        let search: Spec = "ab".parse().unwrap();
        let mut engine = rules.engine(&search, 1).unwrap();
        let report = engine.run(&Budget::moves(100));
        let line = |report: &Report<String>| {
            Case { game: rules.spec(), position: "", search: &search, budget: BUDGET, report }.line()
        };
        let nearly = Report { value: report.value + 1e-12, seconds: 9.0, ..report.clone() };
        assert_eq!(line(&nearly), line(&report));
        let other = Report { value: report.value + 0.01, ..report.clone() };
        assert_ne!(line(&other), line(&report));
        let counters = Counters { nodes: report.counters.nodes + 1, ..report.counters };
        assert_ne!(line(&Report { counters, ..report.clone() }), line(&report));
    }

    #[test]
    fn positions_are_decisions_also_where_the_game_ends_before() {
        for plies in [0, 1, 5, 40] {
            for rules in [rules("noughts", Noughts), rules("race", Race)] {
                let turn = position(rules.as_ref(), plies).turn();
                assert!(matches!(turn, Turn::Max | Turn::Min), "{plies}: {turn:?}");
            }
        }
    }

    #[test]
    fn changes_stand_beside_each_other() {
        let old = "a 1 ab: x 1\na 1 mm: x 2\nb 1 ab: x 3\n";
        let new = "a 1 ab: x 1\na 1 mm: y 2\nb 1 pvs: x 3\n";
        assert_eq!(changes(old, old), Vec::<String>::new());
        assert_eq!(changes(old, new), ["- a 1 mm: x 2", "+ a 1 mm: y 2", "- b 1 ab: x 3", "+ b 1 pvs: x 3"]);
    }
}
