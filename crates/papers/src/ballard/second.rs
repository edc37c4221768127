//! The depth that a second of CPU time buys in real games of chance.
//!
//! Hauk, Buro and Schaeffer 2004, "\*-Minimax Performance in Backgammon", searched to depth 5 instead of 3 with Star2. They
//! count chance nodes too, so that depth d of ours is 2d - 1 of theirs.

use super::decisions::{Decisions, JUDGE, engines};
use super::games::SETTINGS;
use super::key;
use crate::study::{Study, Tally};
use crate::{Comparison, golden::Golden, reproduction};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Stop};
use tiptree_games::registry;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const SEARCHES: [&str; 6] = ["expectimax", "star1", "star2", "star25(probe=2)", "star25(probe=3)", "star3"];

const SECOND: Duration = Duration::from_secs(1);

/// The number of positions of all games together.
pub fn positions(decisions: &Decisions) -> u64 {
    study(decisions).positions()
}

fn study(decisions: &Decisions) -> Study {
    decisions.study(("second", "depth"), &SETTINGS, &SEARCHES, vec![SECOND.as_secs()])
}

/// Deepens every search at every decision until its time is spent. `watch` is called with the number of decisions so far.
/// Setting `cancel` ends the run; the complete games are kept.
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
        games.push(registry().rules(&game.parse()?, Some(evaluator))?);
    }
    let panels = study
        .run(cancel, watch, &|place, numbers| deepen(decisions, &study, games[place].as_ref(), numbers))?;
    let mut comparison = Comparison::new(Golden::unpublished());
    for (panel, (game, _)) in panels.iter().zip(SETTINGS) {
        for (search, curve) in SEARCHES.into_iter().zip(&panel.curves) {
            let row = || key([("game", game.into()), ("search", search.into())]);
            let depth = curve.points[0].y;
            comparison.add(row(), "depth", depth);
            comparison.add(row(), "with_chance_levels", 2.0 * depth - 1.0);
        }
    }
    let notes = vec![format!(
        "{} positions a game, from games of nearly best play by the evaluator; the mean depth that a search completes in a \
         second of CPU time.",
        decisions.positions
    )];
    Ok(reproduction("ballard", "second", decisions.parameters(), &comparison, notes))
}

fn deepen(
    decisions: &Decisions,
    study: &Study,
    rules: &dyn Rules,
    numbers: Range<u64>,
) -> Result<Tally, Error> {
    let mut judge = rules.engine(&JUDGE.parse()?, 0)?;
    let mut engines = engines(rules, &SEARCHES)?;
    let mut tally = study.tally();
    for number in numbers {
        let position = decisions.draw(rules, judge.as_mut(), number)?;
        for (search, engine) in engines.iter_mut().enumerate() {
            tally.note(search, 0, completed(engine.as_mut(), &position)?.into());
        }
    }
    Ok(tally)
}

/// The greatest depth that is completed in time.
fn completed(engine: &mut dyn Engine, position: &str) -> Result<u32, Error> {
    let mut depth = 0;
    loop {
        engine.start(position)?;
        let budget = Budget { cpu: Some(SECOND), ..Budget::depth(depth + 1) };
        match engine.run(&budget).stop {
            Some(Stop::Depth) => depth += 1,
            // The game ends before a greater depth.
            Some(Stop::Complete | Stop::Decided | Stop::Forced) => return Ok(depth + 1),
            _ => return Ok(depth),
        }
    }
}
