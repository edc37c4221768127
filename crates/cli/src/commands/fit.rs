//! `tiptree fit`: the weights of an evaluator, fitted to positions with known outcomes.

use crate::arguments::Fit as Arguments;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result};
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::Registry;
use tiptree_lab::fit::{Fit, Request};

pub(crate) fn run(registry: &Registry, arguments: &Arguments) -> Result<Done> {
    let request = Request {
        game: arguments.game.clone(),
        labels: arguments.labels.clone(),
        held_out: arguments.held_out.clone(),
        epochs: arguments.epochs,
        prior: arguments.prior,
        seed: arguments.seed,
    };
    let fitting = request.prepare(registry, &mut screen::Bar::default())?;
    let cancel = interrupt::watch()?;
    let fit = fitting.run(&mut screen::Bar::default(), &cancel);
    let path = &arguments.out;
    std::fs::write(path, &fit.file).with_context(|| format!("cannot write {}", path.display()))?;
    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &fit)?;
    } else {
        print(out, &fit)?;
        writeln!(out, "{} in {}", screen::bytes(fit.file.len() as u64), path.display())?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

fn print(out: &mut impl Write, fit: &Fit) -> Result<()> {
    writeln!(out, "{}: {} weights, {} positions, {} epochs", fit.game, fit.weights, fit.samples, fit.epochs)?;
    writeln!(out)?;
    let heads = ["not fitted to", "positions", "log loss", "accuracy", "usual: log loss", "accuracy"];
    let mut table = screen::table(&heads);
    for part in &fit.held_out {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        table.add_row([
            part.name.clone(),
            part.samples.to_string(),
            format!("{:.4}", part.fitted.log_loss),
            percent(part.fitted.accuracy),
            format!("{:.4}", part.usual.log_loss),
            percent(part.usual.accuracy),
        ]);
    }
    screen::align_right(&mut table, 1);
    screen::print_table(out, &table)?;
    writeln!(out)?;
    Ok(())
}
