//! `tiptree tune`: parameters of a search, fitted by SPSA.

use crate::arguments::Tune;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::erased::Rules;
use tiptree::{Registry, Spec, Turn};
use tiptree_lab::Openings;
use tiptree_lab::players::{Entrant, Makers};
use tiptree_lab::tune::{Found, Iteration, Parameter, Scale, Tuning};

pub(crate) fn run(registry: &Registry, arguments: &Tune) -> Result<Done> {
    let game: Spec = arguments.game.parse()?;
    let search = registry.completed(&game, None, &arguments.search.parse()?)?;
    let parameters = parameters(registry, &arguments.parameters, &search)?;
    let rules = registry.rules(&game, search.get("eval"))?;
    let openings = arguments.openings.as_deref().unwrap_or_else(|| usual_openings(rules.as_ref()));
    let openings = Openings::read(openings, rules.as_ref(), arguments.seed)?;
    let makers = Makers::new(registry, &game, None, &[Entrant::Search(search.clone())])?;
    let players = |entrant: &Entrant, seed| makers.player(entrant, seed);
    let at_least_1 = |option: &str, number: usize| match number {
        0 => bail!("{option} \"0\": expected at least 1"),
        _ => Ok(number),
    };
    let tuning = Tuning {
        rules: rules.as_ref(),
        players: &players,
        search,
        parameters,
        budget: super::budget(arguments.budget.as_deref(), "moves=1000")?,
        openings,
        iterations: at_least_1("iterations", arguments.iterations)?,
        pairs: at_least_1("pairs-per-iteration", arguments.pairs_per_iteration)?,
        jobs: super::jobs(arguments.jobs)?,
        seed: arguments.seed,
        other_build: arguments.resume.other_build,
    };
    let cancel = interrupt::watch()?;
    let bar = screen::progress(tuning.iterations as u64, "iterations");
    let iterations = tuning.run(arguments.out.as_deref(), &cancel, &mut |iteration: &Iteration| {
        bar.set_position(iteration.index as u64 + 1);
        let values: Vec<String> = iteration.values.iter().map(|&value| screen::number(value, 4)).collect();
        bar.set_message(values.join(" "));
    })?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.plot {
        let svg = tuning.plot(&iterations).svg();
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let found = tuning.found(&iterations);
    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &found)?;
    } else {
        print(out, &found)?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

fn parameters(registry: &Registry, texts: &[String], search: &Spec) -> Result<Vec<Parameter>> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for text in texts {
        let parameter = Parameter::read(registry, text, search)?;
        if parameters.iter().any(|known| known.key == parameter.key) {
            bail!("parameter {text:?}: expected each key once");
        }
        parameters.push(parameter);
    }
    Ok(parameters)
}

/// The default openings differ from those of a match, so that a match tests the tuned parameters on other openings.
fn usual_openings(rules: &dyn Rules) -> &'static str {
    match rules.deal(1).turn() {
        _ if rules.is_dealt() => "random=0:1000",
        Turn::Chance => "plies=0",
        _ => "plies=4",
    }
}

fn print(out: &mut impl Write, found: &Found) -> Result<()> {
    let budget = if found.budget.is_empty() { "no budget" } else { &found.budget };
    writeln!(out, "{} at {} ({budget}, openings {})", found.search, found.game, found.openings)?;
    writeln!(out, "{} iterations, {} games", found.iterations, found.games)?;
    writeln!(out)?;
    let mut table = screen::table(&["parameter", "low", "high", "start", "value", ""]);
    for tuned in &found.parameters {
        let parameter = &tuned.parameter;
        let [low, high, start, value] = [parameter.low, parameter.high, parameter.start, tuned.value]
            .map(|number| screen::number(number, 5));
        let scale = if parameter.scale == Scale::Logarithmic { "logarithmic" } else { "" };
        table.add_row([parameter.key.clone(), low, high, start, value, scale.to_owned()]);
    }
    screen::align_right(&mut table, 1);
    screen::print_table(out, &table)?;
    writeln!(out)?;
    let Found { game, search, tuned, budget, .. } = found;
    let budget = if budget.is_empty() { String::new() } else { format!(" --budget {budget}") };
    writeln!(out, "Tuned: {tuned}")?;
    writeln!(out, "To try it on other openings: tiptree match '{game}' '{tuned}' '{search}'{budget}")?;
    Ok(())
}
