//! `tiptree games` and `tiptree searches`: what exists.

use crate::Done;
use crate::arguments::Output;
use crate::screen;
use anyhow::Result;
use serde_json::{Value, json};
use std::io::Write;
use tiptree::noise::Noise;
use tiptree::search::catalogue::COMMON;
use tiptree::{Parameter, Registry};

pub(crate) fn games(registry: &Registry, output: Output) -> Result<Done> {
    let out = &mut screen::out();
    if output.json {
        let games: Vec<Value> = registry
            .games()
            .iter()
            .map(|game| {
                let evaluators: Vec<Value> = game
                    .evaluators
                    .iter()
                    .map(|evaluator| json!({"name": evaluator.name, "meaning": evaluator.meaning}))
                    .collect();
                json!({
                    "name": game.name, "summary": game.summary, "source": game.source,
                    "parameters": parameters(&game.parameters), "evaluators": evaluators,
                })
            })
            .collect();
        screen::print_json(out, &json!({ "games": games, "noise": parameters(Noise::PARAMETERS) }))?;
        return Ok(Done::Completely);
    }
    for game in registry.games() {
        writeln!(out, "{}: {}", game.name, game.summary)?;
        writeln!(out, "  source: {}", game.source)?;
        print_parameters(out, &game.parameters)?;
        for evaluator in &game.evaluators {
            writeln!(out, "  evaluator {}: {}", evaluator.name, evaluator.meaning)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "The first evaluator is the default. Each takes noise, as in exact(noise=50):")?;
    print_parameters(out, Noise::PARAMETERS)?;
    Ok(Done::Completely)
}

pub(crate) fn searches(registry: &Registry, output: Output) -> Result<Done> {
    let out = &mut screen::out();
    if output.json {
        let searches: Vec<Value> = registry
            .searches()
            .map(|search| {
                json!({
                    "name": search.name, "summary": search.summary, "source": search.source,
                    "parameters": parameters(search.parameters),
                })
            })
            .collect();
        screen::print_json(out, &json!({ "searches": searches, "common": parameters(COMMON) }))?;
        return Ok(Done::Completely);
    }
    for search in registry.searches() {
        writeln!(out, "{}: {}", search.name, search.summary)?;
        writeln!(out, "  source: {}", search.source)?;
        print_parameters(out, search.parameters)?;
        writeln!(out)?;
    }
    let keys: Vec<&str> = COMMON.iter().map(|parameter| parameter.key).collect();
    writeln!(out, "Each also takes an evaluator and a budget of its own: {}.", keys.join(", "))?;
    Ok(Done::Completely)
}

fn parameters(parameters: &[Parameter]) -> Vec<Value> {
    parameters
        .iter()
        .map(|parameter| json!({"key": parameter.key, "default": parameter.default, "meaning": parameter.meaning}))
        .collect()
}

fn print_parameters(out: &mut impl Write, parameters: &[Parameter]) -> Result<()> {
    for Parameter { key, default, meaning } in parameters {
        let setting = if default.is_empty() { (*key).to_owned() } else { format!("{key}={default}") };
        writeln!(out, "  {setting:<18} {meaning}")?;
    }
    Ok(())
}
