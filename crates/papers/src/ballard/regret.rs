//! The regret of a search in real games of chance: the exact value of the best move less that of the move chosen.
//!
//! This goes beyond the paper, which measured its searches on random trees. Pig and blackjack are solved exactly, so
//! every choice can be judged. The positions are decisions from games of nearly perfect play; all searches get the same
//! positions and the same number of evaluations.

use super::decisions::{Decisions, JUDGE, engines};
use crate::study::{Study, Tally};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use tiptree::Budget;
use tiptree::erased::Rules;
use tiptree_games::registry;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The games, each with the evaluator of the searches.
const SETTINGS: [(&str, &str); 3] = [("pig", "lead"), ("pig", "blind"), ("blackjack", "hand")];

/// The searches; each deepens or grows until its evaluations are spent. A small table is enough for so few positions,
/// and takes no time to clear.
const SEARCHES: [&str; 9] = [
    "expectimax",
    "star1",
    "star2(table=1MB)",
    "star25(probe=2,table=1MB)",
    "star3(table=1MB)",
    "star2(best=2,table=1MB)",
    "mm",
    "mm(c=1)",
    "mm(backup=mean,p=40,pick=minimax)",
];

/// The most nodes allowed per evaluation. Finished games cost no evaluation, and blackjack's dealer can finish in many
/// ways.
const NODES_PER_EVAL: u64 = 100;

/// The number of positions of all games together.
pub fn positions(decisions: &Decisions) -> u64 {
    study(decisions).positions()
}

fn study(decisions: &Decisions) -> Study {
    let evals = vec![16, 64, 256, 1024, 4096, 16384];
    decisions.study(("regret", "regret"), &SETTINGS, &SEARCHES, evals)
}

/// Runs every search at every decision. `watch` is called with the number of decisions so far. Setting `cancel` ends the
/// run; the complete games are kept. The result does not depend on the number of jobs.
///
/// # Errors
/// If a search cannot be built.
pub fn run(
    decisions: &Decisions,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(u64),
) -> Result<Reproduction, Error> {
    let study = study(decisions);
    let mut games = Vec::new();
    for (game, evaluator) in SETTINGS {
        let spec = game.parse()?;
        games.push((registry().rules(&spec, Some(evaluator))?, registry().rules(&spec, Some("exact"))?));
    }
    let panels = study.run(cancel, watch, &|place, numbers| {
        let (rules, exact) = &games[place];
        regrets(decisions, &study, rules.as_ref(), exact.as_ref(), numbers)
    })?;
    let notes = vec![format!(
        "{} positions a game; regret is the exact value of the best move less that of the move chosen.",
        decisions.positions
    )];
    Ok(study.finish(&panels, decisions.parameters(), notes))
}

fn regrets(
    decisions: &Decisions,
    study: &Study,
    rules: &dyn Rules,
    exact: &dyn Rules,
    numbers: Range<u64>,
) -> Result<Tally, Error> {
    // The exact evaluator gives the value of the position after each move.
    let mut judge = exact.engine(&JUDGE.parse()?, 0)?;
    let mut engines = engines(rules, &SEARCHES)?;
    let mut tally = study.tally();
    for number in numbers {
        let position = decisions.draw(rules, judge.as_mut(), number)?;
        judge.start(&position)?;
        let judged = judge.run(&Budget::unlimited());
        let worth =
            |mv: String| judged.moves.iter().find(|entry| entry.mv == mv).and_then(|entry| entry.value);
        for (search, engine) in engines.iter_mut().enumerate() {
            for (effort, &evals) in study.efforts.iter().enumerate() {
                engine.start(&position)?;
                let budget = Budget { nodes: Some(NODES_PER_EVAL * evals), ..Budget::evals(evals) };
                let chosen = engine.run(&budget).best;
                // Every value is Max's view, so Min's loss is a rise of the value.
                let loss = chosen.and_then(worth).map_or(0.0, |value| (judged.value - value).abs());
                tally.note(search, effort, loss);
            }
        }
    }
    Ok(tally)
}
