//! `tiptree solve`: exact values, of one position or of every line of stdin.

use crate::arguments::Solve;
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use std::io::{BufReader, IsTerminal, Write, stdin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tiptree::Budget;
use tiptree::erased::Rules;
use tiptree_games::registry;
use tiptree_lab::json;
use tiptree_lab::solving::{Answer, Reason, Solving, Unsolved};

pub(crate) fn run(arguments: &Solve) -> Result<Done> {
    let rules = registry::rules(&arguments.place.game.parse()?, None)?;
    let mut budget: Budget = match &arguments.budget {
        Some(text) => text.parse()?,
        None => Budget::unlimited(),
    };
    let cancel = interrupt::watch()?;
    budget.cancel = Some(Arc::clone(&cancel));
    let mut solving = Solving::new(rules.as_ref(), arguments.all_moves, budget, arguments.seed);
    let is_json = arguments.output.json;
    let start = stdin().is_terminal().then_some("");
    let done = match arguments.place.position.as_deref().or(start) {
        Some(position) => solve_one(rules.as_ref(), &mut solving, position, is_json)?,
        None => solve_lines(&mut solving, is_json)?,
    };
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { done })
}

fn solve_one(rules: &dyn Rules, solving: &mut Solving, position: &str, is_json: bool) -> Result<Done> {
    let answer = solving.solve(position);
    let done = match &answer {
        Answer::Solved(_) => Done::Completely,
        Answer::Unsolved(unsolved) if unsolved.reason == Reason::Misread => bail!("{}", unsolved.error),
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

fn solve_lines(solving: &mut Solving, is_json: bool) -> Result<Done> {
    let mut done = Done::Completely;
    let out = &mut screen::out();
    solving.solve_lines(BufReader::new(stdin()), &mut |answer| {
        if let Answer::Unsolved(unsolved) = &answer {
            done = match unsolved.reason {
                Reason::Misread => Done::Badly,
                Reason::Budget | Reason::Cancelled if done == Done::Badly => done,
                Reason::Budget | Reason::Cancelled => Done::Negatively,
            };
        }
        let printed = if is_json { screen::print_json(out, &answer) } else { print_line(out, &answer) };
        printed?;
        // Whoever sent one position may wait for its answer before sending the next.
        Ok::<_, anyhow::Error>(out.flush()?)
    })?;
    Ok(done)
}

/// A position on a line.
fn print_line(out: &mut impl Write, answer: &Answer) -> Result<()> {
    let name = |position: &str| if position.is_empty() { "start".into() } else { position.to_owned() };
    match answer {
        Answer::Solved(json::Solve { position, score, result, moves, .. }) => {
            let moves: Vec<String> =
                moves.iter().map(|scored| format!("{} {}", scored.mv, scored.score)).collect();
            let moves = if moves.is_empty() { String::new() } else { format!("; {}", moves.join(", ")) };
            writeln!(out, "{}: {}, score {score}{moves}", name(position), screen::outcome(*result))?;
        }
        Answer::Unsolved(Unsolved { position, error, reason }) => match reason {
            // It quotes the position.
            Reason::Misread => writeln!(out, "{error}")?,
            Reason::Budget | Reason::Cancelled => writeln!(out, "{}: {error}", name(position))?,
        },
    }
    Ok(())
}

/// A position with its drawing.
fn print(out: &mut impl Write, rules: &dyn Rules, solve: &json::Solve) -> Result<()> {
    writeln!(out, "{}", rules.position(&solve.position)?.draw())?;
    writeln!(out)?;
    let json::Solve { score, result, moves, .. } = solve;
    writeln!(out, "{}, score {score} for the side to move", screen::outcome(*result))?;
    if !moves.is_empty() {
        writeln!(out)?;
        let mut table = screen::table(&["move", "score", ""]);
        for scored in moves {
            let mark = if scored.score == *score { "best" } else { "" };
            table.add_row([scored.mv.clone(), scored.score.to_string(), mark.to_owned()]);
        }
        screen::align_right(&mut table, 1);
        screen::print_table(out, &table)?;
    }
    writeln!(out)?;
    writeln!(out, "nodes {} in {}", solve.nodes, screen::seconds(solve.seconds))?;
    Ok(())
}
