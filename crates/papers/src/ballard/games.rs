//! What the searches save in real games of chance: the positions that they evaluate, beside plain expectimax.
//!
//! This goes beyond the paper, whose trees are random and have chances that are equal. Below a decision of depth 2 stand
//! its moves, the rolls and the replies: the shape of the paper's trees of depth 3.

use super::decisions::{Decisions, JUDGE, engines};
use super::{beside, key};
use crate::study::{Study, Tally};
use crate::{Comparison, golden::Golden, reproduction};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use tiptree::erased::Rules;
use tiptree::{Budget, ParseError};
use tiptree_games::registry;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The games, each with its evaluator.
pub(super) const SETTINGS: [(&str, &str); 2] = [("hypergammon", "linear"), ("backgammon", "net")];

/// The depths that are counted unless one is asked for.
const DEPTHS: [u32; 3] = [1, 2, 3];

/// The sizes of the table, and the columns of the searches that have it.
const MEMORY: [&str; 2] = ["none", "16MB"];
const COLUMNS: [&str; 5] =
    ["star1_percent", "star2_percent", "star25_2_percent", "star25_3_percent", "star3_percent"];

/// Plain expectimax; then the searches of [`COLUMNS`] without a table, then with one.
const SEARCHES: [&str; 1 + MEMORY.len() * COLUMNS.len()] = [
    "expectimax",
    "star1(table=0)",
    "star2(table=0)",
    "star25(probe=2,table=0)",
    "star25(probe=3,table=0)",
    "star3(table=0)",
    "star1(table=16MB)",
    "star2(table=16MB)",
    "star25(probe=2,table=16MB)",
    "star25(probe=3,table=16MB)",
    "star3(table=16MB)",
];

/// The greatest difference between the values of two searches to the same depth.
const ROUNDING: f64 = 1e-9;

/// What is counted.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The positions.
    pub decisions: Decisions,
    /// The only depth to count; several if `None`.
    pub depth: Option<u32>,
}

impl Plan {
    /// The number of positions of all games together.
    pub fn positions(&self) -> u64 {
        self.study().positions()
    }

    fn study(&self) -> Study {
        let depths = self.depths().into_iter().map(u64::from).collect();
        self.decisions.study(("games", "evals"), &SETTINGS, &SEARCHES, depths)
    }

    fn depths(&self) -> Vec<u32> {
        self.depth.map_or(DEPTHS.to_vec(), |depth| vec![depth])
    }

    /// Counts what every search evaluates at every decision. `watch` is called with the number of decisions so far.
    /// Setting `cancel` ends the run; the complete games are kept. The result does not depend on the number of jobs.
    ///
    /// # Errors
    /// If a search cannot be built, or finds another value than expectimax.
    pub fn run(&self, cancel: &AtomicBool, watch: &mut dyn FnMut(u64)) -> Result<Reproduction, Error> {
        let study = self.study();
        let mut games = Vec::new();
        for (game, evaluator) in SETTINGS {
            games.push(registry().rules(&game.parse()?, Some(evaluator))?);
        }
        let panels =
            study.run(cancel, watch, &|place, numbers| self.count(&study, games[place].as_ref(), numbers))?;
        let mut comparison = Comparison::new(Golden::unpublished());
        for (panel, (game, _)) in panels.iter().zip(SETTINGS) {
            for (effort, &depth) in study.efforts.iter().enumerate() {
                let evals = |search: usize| panel.curves[search].points[effort].y;
                for (number, memory) in MEMORY.into_iter().enumerate() {
                    let row =
                        || key([("game", game.into()), ("depth", depth.into()), ("memory", memory.into())]);
                    comparison.add(row(), "expectimax_evals", evals(0));
                    for (place, column) in COLUMNS.into_iter().enumerate() {
                        let share = evals(1 + number * COLUMNS.len() + place) / evals(0);
                        comparison.add(row(), column, 100.0 * share);
                    }
                }
            }
        }
        let notes = vec![
            format!(
                "{} positions a game, from games of nearly best play by the evaluator. All values equal those of \
                 expectimax. Percentages are of its evaluations.",
                self.decisions.positions
            ),
            published()?,
        ];
        Ok(reproduction("ballard", "games", self.decisions.parameters(), &comparison, notes))
    }

    fn count(&self, study: &Study, rules: &dyn Rules, numbers: Range<u64>) -> Result<Tally, Error> {
        let mut judge = rules.engine(&JUDGE.parse()?, 0)?;
        let mut engines = engines(rules, &SEARCHES)?;
        let mut tally = study.tally();
        for number in numbers {
            let position = self.decisions.draw(rules, judge.as_mut(), number)?;
            for (effort, depth) in self.depths().into_iter().enumerate() {
                let mut exact = None;
                for (search, engine) in engines.iter_mut().enumerate() {
                    engine.start(&position)?;
                    let report = engine.run(&Budget::depth(depth));
                    let expected = *exact.get_or_insert(report.value);
                    if (report.value - expected).abs() > ROUNDING {
                        let what = format!("value of {} at {position}", SEARCHES[search]);
                        let expected = format!("that of expectimax, {expected}");
                        return Err(ParseError::new(what, report.value.to_string(), expected).into());
                    }
                    tally.note(search, effort, report.counters.evals as f64);
                }
            }
        }
        Ok(tally)
    }
}

/// A sentence with the published percentages of random trees of about the same branching.
fn published() -> Result<String, Error> {
    let star1 = beside("ballard-3", include_str!("../../golden/ballard-3.toml"))?;
    let star2 = beside("ballard-4", include_str!("../../golden/ballard-4.toml"))?;
    let star25 = beside("ballard-7", include_str!("../../golden/ballard-7.toml"))?;
    let percent = |table: &Comparison, row, column| {
        table.published(&row, column).map_or_else(|| "-".to_owned(), |percent| percent.to_string())
    };
    let random = || key([("n", 20.into())]);
    let probed =
        |probe: u32| percent(&star25, key([("n", 20.into()), ("probe", probe.into())]), "cyclic_percent");
    Ok(format!(
        "Published for random trees of branching 20, the shape of depth 2 without a table: star1 {} %, star2 {} %, star25 {} % \
         and {} % with 2 and 3 probes.",
        percent(&star1, random(), "percent"),
        percent(&star2, random(), "percent"),
        probed(2),
        probed(3)
    ))
}
