//! `tiptree solve`: exact values, of one position or of every line of stdin.

use crate::arguments::Solve;
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use std::io::{BufReader, IsTerminal, Write, stdin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tiptree::erased::Rules;
use tiptree::{Budget, Registry, Turn};
use tiptree_lab::json;
use tiptree_lab::solving::{Answer, Reason, Solving, Unsolved};

pub(crate) fn run(registry: &Registry, arguments: &Solve) -> Result<Done> {
    let rules = registry.rules(&arguments.place.game.parse()?, arguments.eval.as_deref())?;
    let mut budget: Budget = match &arguments.budget {
        Some(text) => text.parse()?,
        None => Budget::unlimited(),
    };
    let cancel = interrupt::watch()?;
    budget.cancel = Some(Arc::clone(&cancel));
    let mut solving = Solving::new(rules.as_ref(), arguments.all_moves, budget, arguments.seed);
    let is_json = arguments.output.json;
    let done = match arguments.place.position.as_deref() {
        Some(position) => solve_one(rules.as_ref(), &mut solving, position, is_json)?,
        None if arguments.stdin.is_none() && stdin().is_terminal() => {
            solve_one(rules.as_ref(), &mut solving, "", is_json)?
        }
        None => match solve_lines(&mut solving, is_json)? {
            Some(done) => done,
            None if arguments.stdin.is_some() || cancel.load(Ordering::Relaxed) => Done::Completely,
            None => solve_one(rules.as_ref(), &mut solving, "", is_json)?,
        },
    };
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { done })
}

fn solve_one(rules: &dyn Rules, solving: &mut Solving, position: &str, is_json: bool) -> Result<Done> {
    let spinner = screen::spinner("solving");
    let answer = solving.solve(position);
    spinner.finish_and_clear();
    let done = match &answer {
        Answer::Solved(_) => Done::Completely,
        Answer::Unsolved(unsolved) if unsolved.reason == Reason::Unreadable => bail!("{}", unsolved.error),
        Answer::Unsolved(_) => Done::Negatively,
    };
    let out = &mut screen::out();
    match &answer {
        _ if is_json => screen::print_json(out, &answer)?,
        Answer::Solved(solve) => print(out, rules, solve)?,
        Answer::Unsolved(_) => print_line(out, &answer)?,
    }
    Ok(done)
}

/// Solves every line of stdin; `None` if there is none.
fn solve_lines(solving: &mut Solving, is_json: bool) -> Result<Option<Done>> {
    let mut done = None;
    let mut count = 0;
    // A spinner would overwrite what the user types.
    let spinner = if stdin().is_terminal() {
        ProgressBar::hidden()
    } else {
        screen::spinner("waiting for positions on stdin")
    };
    let out = &mut screen::out();
    solving.solve_lines(BufReader::new(stdin()), &mut |answer| {
        done = Some(match (&answer, done.unwrap_or(Done::Completely)) {
            (Answer::Solved(_), so_far) => so_far,
            (Answer::Unsolved(unsolved), _) if unsolved.reason == Reason::Unreadable => Done::Badly,
            (Answer::Unsolved(_), Done::Badly) => Done::Badly,
            (Answer::Unsolved(_), _) => Done::Negatively,
        });
        count += 1;
        spinner.set_message(format!("{count} positions answered"));
        spinner
            .suspend(|| if is_json { screen::print_json(out, &answer) } else { print_line(out, &answer) })?;
        // A program that sent a position may wait for its answer before it sends the next.
        Ok::<_, anyhow::Error>(out.flush()?)
    })?;
    spinner.finish_and_clear();
    Ok(done)
}

/// Prints the answer for a position on one line.
fn print_line(out: &mut impl Write, answer: &Answer) -> Result<()> {
    let name = |position: &str| if position.is_empty() { "start".into() } else { position.to_owned() };
    match answer {
        Answer::Solved(json::Solve { position, score, result, best, moves, .. }) => {
            let end = result.map_or_else(String::new, |result| format!("{result}, "));
            let best = best.as_ref().map_or_else(String::new, |best| format!(", best {best}"));
            let moves: Vec<String> =
                moves.iter().map(|scored| format!("{} {}", scored.mv, scored.score)).collect();
            let moves = if moves.is_empty() { String::new() } else { format!("; {}", moves.join(", ")) };
            writeln!(out, "{}: {end}score {score}{best}{moves}", name(position))?;
        }
        Answer::Unsolved(Unsolved { position, error, reason }) => match reason {
            // The error quotes the position.
            Reason::Unreadable => writeln!(out, "{error}")?,
            Reason::Budget | Reason::Cancelled => writeln!(out, "{}: {error}", name(position))?,
        },
    }
    Ok(())
}

/// Prints a solved position with its board.
fn print(out: &mut impl Write, rules: &dyn Rules, solve: &json::Solve) -> Result<()> {
    let position = rules.position(&solve.position)?;
    writeln!(out, "{}", position.draw())?;
    writeln!(out)?;
    let json::Solve { score, result, best, moves, .. } = solve;
    let end = result.map_or_else(|| "expected payoff".to_owned(), |result| result.to_string());
    let view = if position.turn() == Turn::Chance { "Max" } else { "the side to move" };
    writeln!(out, "{end}, score {score} for {view}")?;
    if let Some(best) = best {
        writeln!(out, "best move {best}")?;
    }
    if !moves.is_empty() {
        writeln!(out)?;
        let mut table = screen::table(&["move", "score", ""]);
        // If the score is an expectation, that of the best move may differ from the position's by rounding.
        let most = moves.iter().find(|scored| Some(&scored.mv) == best.as_ref()).map(|scored| scored.score);
        for scored in moves {
            let mark = if Some(scored.score) == most { "best" } else { "" };
            table.add_row([scored.mv.clone(), scored.score.to_string(), mark.to_owned()]);
        }
        screen::align_right(&mut table, 1);
        screen::print_table(out, &table)?;
    }
    writeln!(out)?;
    writeln!(out, "nodes {} in {}", solve.nodes, screen::seconds(solve.seconds))?;
    Ok(())
}
