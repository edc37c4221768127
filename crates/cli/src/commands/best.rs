//! `tiptree best`: the best move in a position, and why.

use crate::arguments::Best;
use crate::paint::Paint;
use crate::screen::Escaping;
use crate::{Done, interrupt, screen};
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::erased::{Engine, Position};
use tiptree::{Bound, Budget, Learned, Player, Registry, RootMove, Turn};
use tiptree_lab::json;
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::query::{Asked, Query};

pub(crate) fn run(registry: &Registry, arguments: &Best) -> Result<Done> {
    let Searched { asked, best, done, .. } = search(registry, arguments, &[], |_| Ok(()))?;
    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &best)?;
    } else {
        print(out, asked.position.as_ref(), &best)?;
    }
    Ok(done)
}

/// A position that was searched.
pub(super) struct Searched {
    pub(super) asked: Asked,
    /// The player, with the tree of its search.
    pub(super) engine: Box<dyn Engine>,
    pub(super) best: json::Best,
    pub(super) done: Done,
}

/// Searches the position that the arguments name. The moves `at` must be possible there, and `check` must accept the question. Both
/// are known before the search begins, because it may take a while.
pub(super) fn search(
    registry: &Registry,
    arguments: &Best,
    at: &[String],
    check: impl FnOnce(&Asked) -> Result<()>,
) -> Result<Searched> {
    let asked = Query::from(arguments).read(registry, USUAL_BUDGET)?.not_over()?;
    check(&asked)?;
    let mut line = asked.position.duplicate();
    at.iter().try_for_each(|mv| line.play(mv))?;
    let mut engine = asked.engine()?;
    let cancel = interrupt::watch()?;
    let budget = engine.budget(&asked.budget);
    let report = engine.run(&Budget { cancel: Some(cancel.clone()), ..budget.clone() });
    let best = asked.best(&budget, report);
    let done = if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely };
    Ok(Searched { asked, engine, best, done })
}

fn print(out: &mut Escaping<impl Write>, position: &dyn Position, best: &json::Best) -> Result<()> {
    writeln!(out, "{}", position.draw())?;
    writeln!(out)?;
    print_analysis(out, position, best)
}

/// Prints everything but the board.
pub(super) fn print_analysis(
    out: &mut Escaping<impl Write>,
    position: &dyn Position,
    best: &json::Best,
) -> Result<()> {
    print_verdict(out, position, best)?;
    writeln!(out)?;
    let mut table = screen::table(&["", "move", "value", "", "visits", "share"]);
    for entry in ordered(best, position.turn()) {
        let mark = if is_best(best, entry) { "*" } else { "" };
        let known = match (entry.proven, entry.bound) {
            (Some(proven), _) => proven.to_string(),
            (None, Bound::Lower) => "at least".into(),
            (None, Bound::Upper) => "at most".into(),
            (None, Bound::Exact | Bound::Estimate) => String::new(),
        };
        // A move that was not searched has no numbers.
        let value = entry.value.map_or_else(String::new, |value| screen::number(value, 3));
        let share = format!("{:.1} %", 100.0 * entry.share);
        let [visits, share] = if entry.visits == 0 && entry.share == 0.0 {
            [String::new(), String::new()]
        } else {
            [entry.visits.to_string(), share]
        };
        table.add_row([mark.to_owned(), entry.mv.clone(), value, known, visits, share]);
    }
    screen::align_right(&mut table, 2);
    out.print_bold(&table, Paint::new(), |row| row == 0 && best.best.is_some())?;
    writeln!(out)?;
    let counters = best.counters;
    let stop = best.stop.map_or_else(String::new, |stop| stop.to_string());
    writeln!(out, "stopped by {stop} in {} of CPU time", screen::seconds(best.cpu_seconds))?;
    write!(out, "moves {}, evals {}, nodes {}", counters.moves, counters.evals, counters.nodes)?;
    if counters.expansions > 0 {
        write!(out, ", expansions {}, tree {}", counters.expansions, screen::bytes(counters.tree_bytes))?;
    }
    writeln!(out, ", depth {}", counters.max_depth)?;
    if let Some(Learned { constant, tempo }) = best.learned {
        writeln!(
            out,
            "learned: constant {}, tempo {}",
            screen::number(constant, 4),
            screen::number(tempo, 4)
        )?;
    }
    Ok(())
}

/// The moves as a player reads them: the best one, the others by their value for the player to move, and those that were not
/// searched. Equal moves keep their order, and so do the outcomes of a roll.
fn ordered(best: &json::Best, turn: Turn) -> Vec<&RootMove<String>> {
    let mut moves: Vec<&RootMove<String>> = best.moves.iter().collect();
    if let Some(player) = Player::of(turn) {
        let value_to_mover =
            |entry: &RootMove<String>| entry.value.map_or(f64::NEG_INFINITY, |value| player.sign() * value);
        moves.sort_by(|a, b| {
            let by_value = value_to_mover(b).total_cmp(&value_to_mover(a));
            is_best(best, b).cmp(&is_best(best, a)).then(by_value)
        });
    }
    moves
}

fn is_best(best: &json::Best, entry: &RootMove<String>) -> bool {
    Some(&entry.mv) == best.best.as_ref()
}

/// Prints the best move, its value and the line behind it.
pub(super) fn print_verdict(out: &mut impl Write, position: &dyn Position, best: &json::Best) -> Result<()> {
    let [low, high] = best.range.map(|end| screen::number(end, 3));
    let value = screen::number(best.value, 3);
    match (&best.best, position.turn()) {
        (Some(mv), _) => write!(out, "{}: {mv}, value {value} on {low} to {high}", best.search)?,
        (None, Turn::Chance) => write!(out, "{}: a roll, value {value} on {low} to {high}", best.search)?,
        (None, _) => write!(out, "{}: no move", best.search)?,
    }
    if let Some(proven) = best.proven {
        write!(out, ", proven {proven}")?;
    }
    writeln!(out)?;
    if best.best_moves.len() > 1 {
        writeln!(out, "as good: {}", best.best_moves.join(" "))?;
    }
    if best.pv.len() > 1 {
        writeln!(out, "line: {}", best.pv.join(" "))?;
    }
    if !best.refutation.is_empty() {
        let found = best.moves.iter().find(|entry| is_best(best, entry));
        let share = found.map_or(0.0, |entry| entry.share);
        writeln!(out, "sure: {:.0} % of the search is behind this move", 100.0 * share)?;
        writeln!(out, "refutation: {}", best.refutation.join(" "))?;
    }
    Ok(())
}
