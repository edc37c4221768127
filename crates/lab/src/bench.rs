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
use tiptree::erased::{Position, Rules};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Counters, Report, Rng, Spec, Turn};
use tiptree_games::registry::{self, GAMES};

/// The signature of this version: what [`run`] must find.
pub const SIGNATURE: u64 = whole_number(include_str!("../signature.txt"));

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
    /// What was measured, in order.
    pub searches: Vec<Speed>,
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
        let Report { best, value, range, counters, stop, .. } = self.report;
        let Counters { moves, evals, nodes, .. } = counters;
        let share = (value - range.low) / (range.high - range.low);
        let best = best.as_deref().unwrap_or("-");
        let stop = stop.map_or_else(String::new, |stop| stop.to_string());
        // Adding 0 takes the sign from a zero.
        format!(
            "{} {} {} moves={}: {best} {:.6} {moves} {evals} {nodes} {stop}\n",
            self.game,
            self.position,
            self.search,
            self.budget,
            share + 0.0
        )
    }
}

/// Runs the bench, telling `watch` the number of each search before it begins, and how many there are.
///
/// # Errors
/// If a game of the registry cannot be built or cannot read its own positions.
pub fn run(watch: &mut dyn FnMut(usize, usize)) -> Result<Bench, Error> {
    let searches = searches()?;
    let mut hash = Hash::default();
    let mut speeds = Vec::new();
    for (number, game) in games()?.iter().enumerate() {
        let rules = registry::rules(game, None)?;
        let positions = positions(rules.as_ref());
        for (place, search) in searches.iter().enumerate() {
            watch(number * searches.len() + place, GAMES.len() * searches.len());
            if let Some(speed) = measure(rules.as_ref(), search, &positions, &mut hash)? {
                speeds.push(speed);
            }
        }
    }
    Ok(Bench { signature: hash.signature(), expected: SIGNATURE, searches: speeds })
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
    hash: &mut Hash,
) -> Result<Option<Speed>, Error> {
    let Ok(mut engine) = rules.engine(search, 1) else { return Ok(None) };
    let budget = Budget::moves(BUDGET);
    let mut counters = Counters::default();
    let mut cpu_seconds = 0.0;
    for position in positions {
        engine.start(position)?;
        let report = engine.run(&budget);
        hash.add(&Case { game: rules.spec(), position, search, budget: BUDGET, report: &report }.line());
        counters += report.counters;
        cpu_seconds += report.cpu_seconds;
    }
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

/// FNV-1a (Fowler, Noll and Vo), because it is the same on every machine and in every version of Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(crate) fn add(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Folded to 32 bits: short enough for people, and exact in every reader of JSON.
    pub(crate) fn signature(self) -> u64 {
        self.0 >> 32 ^ self.0 & 0xffff_ffff
    }
}

/// The number on a line of its own; what is none does not compile.
const fn whole_number(text: &str) -> u64 {
    let digits = text.as_bytes().trim_ascii();
    assert!(!digits.is_empty(), "expected a whole number");
    let mut number = 0;
    let mut place = 0;
    while place < digits.len() {
        assert!(digits[place].is_ascii_digit(), "expected a whole number");
        number = 10 * number + (digits[place] - b'0') as u64;
        place += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, Race, rules};

    #[test]
    fn the_hash_gives_its_published_numbers() {
        let hash = |text: &str| {
            let mut hash = Hash::default();
            hash.add(text);
            hash
        };
        assert_eq!(hash("").0, 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a").0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar").0, 0x8594_4171_f739_67e8);
        assert_eq!(hash("a").signature(), 0xaf63_dc4c ^ 0x8601_ec8c);
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
    fn a_committed_number_is_read_with_its_line_break() {
        assert_eq!(whole_number("1234567890\r\n"), 1_234_567_890);
    }
}
