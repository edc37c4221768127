//! `tiptree games` and `tiptree searches`: lists all, or one by name.

use crate::Done;
use crate::arguments::List;
use crate::screen;
use anyhow::Result;
use std::io::Write;
use tiptree::noise::Noise;
use tiptree::registry::Listed;
use tiptree::search::catalogue::COMMON;
use tiptree::{Parameter, ParseError, Registry};
use tiptree_lab::json::{ListedGames, ListedSearches};

pub(crate) fn games(registry: &Registry, asked: &List) -> Result<Done> {
    let out = &mut screen::out();
    let games = one_or_all("game", asked, registry.games().iter().collect(), |game| &game.name)?;
    if asked.output.json {
        screen::print_json(out, &ListedGames::new(games))?;
        return Ok(Done::Completely);
    }
    for game in &games {
        writeln!(out, "{}: {}", game.name, game.summary)?;
        writeln!(out, "  source: {}", game.source)?;
        print_parameters(out, &game.parameters)?;
        for evaluator in &game.evaluators {
            writeln!(out, "  evaluator {}: {}", evaluator.name, evaluator.meaning)?;
            for parameter in &evaluator.parameters {
                print_parameter(out, "    ", parameter)?;
            }
            for search in &evaluator.search_defaults {
                writeln!(out, "    defaults of {search}")?;
            }
        }
        for search in &game.search_defaults {
            writeln!(out, "  defaults of {search}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "The first evaluator is the default. Each takes noise, as in exact(noise=50):")?;
    print_parameters(out, Noise::PARAMETERS)?;
    if let (Some(_), [game]) = (&asked.name, &games[..]) {
        let (spec, evaluator) = (example(&game.name, &game.parameters), &game.evaluators[0].name);
        writeln!(out, "\nFor example: {} best {spec} --eval {evaluator}", super::program())?;
    }
    Ok(Done::Completely)
}

pub(crate) fn searches(registry: &Registry, asked: &List) -> Result<Done> {
    let out = &mut screen::out();
    let searches = one_or_all("search", asked, registry.searches().collect(), |search| search.name)?;
    if asked.output.json {
        screen::print_json(out, &ListedSearches::new(searches))?;
        return Ok(Done::Completely);
    }
    for search in &searches {
        writeln!(out, "{}: {}", search.name, search.summary)?;
        writeln!(out, "  source: {}", search.source)?;
        print_parameters(out, search.parameters)?;
        writeln!(out)?;
    }
    let keys: Vec<&str> = COMMON.iter().map(|parameter| parameter.key).collect();
    writeln!(out, "Each also takes an evaluator and a budget of its own: {}.", keys.join(", "))?;
    if let (Some(_), [Listed { name, parameters, .. }], [game, ..]) =
        (&asked.name, &searches[..], registry.games())
    {
        let spec = example(name, parameters);
        writeln!(out, "\nFor example: {} best {} --search {spec}", super::program(), game.name)?;
    }
    Ok(Done::Completely)
}

/// The item of the requested name, or all items.
fn one_or_all<T>(
    what: &str,
    asked: &List,
    all: Vec<T>,
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>, ParseError> {
    let Some(read) = &asked.name else { return Ok(all) };
    match all.iter().position(|entry| name(entry) == read) {
        Some(place) => Ok(all.into_iter().skip(place).take(1).collect()),
        None => Err(ParseError::unknown(what, read, all.iter().map(&name))),
    }
}

/// A name with its first parameter at the default, quoted for a shell.
fn example(name: &str, parameters: &[Parameter]) -> String {
    let given = parameters.iter().find(|parameter| !parameter.default.is_empty());
    given.map_or_else(
        || name.to_owned(),
        |parameter| format!("'{name}({}={})'", parameter.key, parameter.default),
    )
}

fn print_parameters(out: &mut impl Write, parameters: &[Parameter]) -> Result<()> {
    parameters.iter().try_for_each(|parameter| print_parameter(out, "  ", parameter))
}

fn print_parameter(out: &mut impl Write, indent: &str, parameter: &Parameter) -> Result<()> {
    let Parameter { key, default, meaning } = parameter;
    let setting = if default.is_empty() { (*key).to_owned() } else { format!("{key}={default}") };
    Ok(writeln!(out, "{indent}{setting:<18} {meaning}")?)
}
