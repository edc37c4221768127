//! The commands of the laboratory: matches, tournaments, exact values, measurements and the papers' tables.

use crate::answers::{object, request};
use crate::errors::{raised, refused};
use crate::evaluator::{Called, Evaluator};
use crate::game::Game;
use crate::registered;
use crate::session::Session;
use crate::state::State;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tiptree::registry::Registry;
use tiptree::testing::conformance as suite;
use tiptree::untyped::AnyEvaluator;
use tiptree::{Budget, Neutral};
use tiptree_lab::experiment::{self, Experiment, Part, Task};
use tiptree_lab::json::{ListedGames, ListedSearches};
use tiptree_lab::matches::Record;
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::solving::{Answer, Reason, Solving};
use tiptree_lab::standings::at_budgets;
use tiptree_lab::{Error, Shard, quality as measuring, reproduce as papers, tournament as tournaments};

/// A registry for a session: with this game under its name, or with all games that are registered.
fn registry(session: &Arc<Session>, game: Option<&Game>) -> Registry {
    game.map_or_else(|| registered::registry(session, None), |game| game.0.registry(session))
}

/// The number of workers asked for, or the number of cores.
fn jobs(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(0) => Err(refused("jobs", "0", "at least 1")),
        Some(jobs) => Ok(jobs),
    }
}

/// The games by name: what `tiptree games --json` lists.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let registry = registered::registry(&Session::of_positions(), None);
    object(py, &ListedGames::new(registry.games()).games)
}

/// The searches by name: what `tiptree searches --json` lists.
#[pyfunction]
pub(crate) fn searches(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    object(py, &ListedSearches::all(registered::ours()).searches)
}

/// Whether a game keeps its contracts. Raises an error that says what is wrong, and after which moves.
#[pyfunction]
#[pyo3(signature = (game, eval=None))]
pub(crate) fn conformance(py: Python<'_>, game: &Game, eval: Option<&Evaluator>) -> PyResult<()> {
    let (inner, session) = (&game.0, Session::of_run());
    let callable = eval.map(|eval| Arc::clone(&eval.0));
    session.run(py, || {
        let untyped = match inner.methods() {
            Some(methods) => methods.game(&session),
            None => inner.untyped().clone(),
        };
        let evaluator: AnyEvaluator = match callable {
            Some(callable) => {
                let (game, session) = (Arc::clone(inner), Arc::clone(&session));
                Arc::new(Called { callable, game, session })
            }
            None => Arc::new(Neutral::new(&untyped)),
        };
        suite::check(&untyped, &evaluator)?;
        suite::notation(&untyped)?;
        // Without texts of its own a game has a text for every way to a position.
        if inner.methods().is_none_or(|methods| methods.has_keys()) {
            suite::keys(&untyped)?;
        }
        suite::insight(&untyped)
    })
}

/// What the laboratory answers to a request. The work is done in a session of its own, with this game under its name.
fn answer<'py, R: DeserializeOwned + Sync, T: Serialize + Send>(
    py: Python<'py>,
    (text, game): (&str, Option<&Game>),
    workers: Option<usize>,
    (out, other_build): (Option<PathBuf>, bool),
    work: impl FnOnce(&R, &Registry, usize, &Part<'_>) -> Result<T, Error> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let (request, jobs) = (request(text)?, jobs(workers)?);
    let session = Session::of_run();
    let registry = registry(&session, game);
    let part = Part { shard: Shard::WHOLE, out: out.as_deref(), cancel: session.cancel(), other_build };
    let answer = session.run(py, || work(&request, &registry, jobs, &part))?;
    object(py, &answer)
}

/// Plays a tournament: what `tiptree tournament --json` prints, and the games.
#[pyfunction]
#[pyo3(signature = (text, game, workers, out, other_build))]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    text: &str,
    game: Option<&Game>,
    workers: Option<usize>,
    out: Option<PathBuf>,
    other_build: bool,
) -> PyResult<Bound<'py, PyAny>> {
    answer(py, (text, game), workers, (out, other_build), play)
}

/// Plays the matches of a tournament.
fn play(
    request: &tournaments::Request,
    registry: &Registry,
    jobs: usize,
    part: &Part,
) -> Result<Value, Error> {
    let mut plan = request.prepare(registry, jobs, part.shard)?;
    plan.other_build = part.other_build;
    let mut games: Vec<Vec<Record>> = Vec::new();
    let played = plan.play(part.out, part.cancel, &mut |place, record, _| {
        games.resize_with(games.len().max(place + 1), Vec::new);
        games[place].push(record.clone());
        ControlFlow::Continue(())
    })?;
    games.resize_with(played.len(), Vec::new);
    Ok(tournament_object(&plan, &played, games))
}

/// What `tiptree tournament --json` prints, and the games of each match.
pub(crate) fn tournament_object(
    plan: &tournaments::Tournament,
    played: &[tournaments::Played],
    games: Vec<Vec<Record>>,
) -> Value {
    let matches: Vec<_> = played.iter().map(|played| played.tally.summary(&played.header, true)).collect();
    let standings = if plan.players().len() > 2 { at_budgets(plan, played) } else { Vec::new() };
    json!({ "matches": matches, "standings": standings, "games": games })
}

/// The exact value of a position: what `tiptree solve --json` prints.
#[pyfunction]
#[pyo3(signature = (state, budget, all_moves))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    state: &State,
    budget: Option<&str>,
    all_moves: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut budget: Budget = budget.map_or(Ok(Budget::unlimited()), str::parse).map_err(raised)?;
    let (game, text, session) = (Arc::clone(state.definition()), state.text()?, Session::of_run());
    budget.cancel = Some(Arc::clone(session.cancel()));
    let answer = session.run(py, || {
        let rules = game.rules(&session, None).map_err(|error| error.to_string())?;
        match Solving::new(rules.as_ref(), all_moves, budget, 1).solve(&text) {
            Answer::Unsolved(unsolved) if unsolved.reason == Reason::Unreadable => Err(unsolved.error),
            answer => Ok(answer),
        }
    })?;
    object(py, &answer)
}

/// Measures how often searches keep the value of the game: what `tiptree quality --json` prints.
#[pyfunction]
#[pyo3(signature = (text, game, workers, out, other_build))]
pub(crate) fn quality<'py>(
    py: Python<'py>,
    text: &str,
    game: Option<&Game>,
    workers: Option<usize>,
    out: Option<PathBuf>,
    other_build: bool,
) -> PyResult<Bound<'py, PyAny>> {
    answer(py, (text, game), workers, (out, other_build), measure)
}

fn measure(
    request: &measuring::Request,
    registry: &Registry,
    jobs: usize,
    part: &Part,
) -> Result<Vec<measuring::Measurement>, Error> {
    let mut measured = Vec::new();
    let mut receive = |measurement: &measuring::Measurement| measured.push(measurement.clone());
    experiment::measure(request, registry, jobs, part, &mut (), &mut receive)?;
    Ok(measured)
}

/// Makes tables of a paper: what `tiptree reproduce --json` prints.
#[pyfunction]
#[pyo3(signature = (text, workers))]
pub(crate) fn reproduce<'py>(
    py: Python<'py>,
    text: &str,
    workers: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let make =
        |request: &papers::Request, _: &Registry, jobs, part: &Part<'_>| make_tables(request, jobs, part);
    answer(py, (text, None), workers, (None, false), make)
}

fn make_tables(request: &papers::Request, jobs: usize, part: &Part) -> Result<Vec<Reproduction>, Error> {
    let mut made = Vec::new();
    let mut tables = tiptree_papers::prepare(request, jobs)?;
    experiment::reproduce(request, &mut tables, part, &mut (), &mut |table| made.push(table.clone()))?;
    Ok(made)
}

/// Runs a declared experiment, or a shard of it: what `tiptree run --json` prints.
#[pyfunction]
#[pyo3(signature = (file, shard, workers, out, allow_programs, other_build))]
pub(crate) fn run_experiment<'py>(
    py: Python<'py>,
    file: PathBuf,
    shard: Option<&str>,
    workers: Option<usize>,
    out: Option<PathBuf>,
    allow_programs: bool,
    other_build: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let experiment = Experiment::read(&file).map_err(raised)?;
    check_programs(&experiment, &file, allow_programs)?;
    let shard: Shard = shard.map_or(Ok(Shard::WHOLE), str::parse).map_err(raised)?;
    let jobs = jobs(workers)?;
    let session = Session::of_run();
    let registry = registry(&session, None);
    let part = Part { shard, out: out.as_deref(), cancel: session.cancel(), other_build };
    let result = session.run(py, || {
        Ok::<_, Error>(match &experiment.task {
            Task::Tournament(request) => json!({ "tournament": play(request, &registry, jobs, &part)? }),
            Task::Reproduce(request) => json!({ "reproduce": make_tables(request, jobs, &part)? }),
            Task::Quality(request) => json!({ "quality": measure(request, &registry, jobs, &part)? }),
        })
    })?;
    object(py, &json!({ "title": experiment.title, "result": result }))
}

/// Refuses an experiment that starts programs, unless that is allowed.
pub(crate) fn check_programs(experiment: &Experiment, file: &Path, allow_programs: bool) -> PyResult<()> {
    match experiment.programs().first() {
        Some(program) if !allow_programs => {
            let what = format!("{}: it starts the program", file.display());
            Err(refused(what, *program, "allow_programs=True with such a file"))
        }
        _ => Ok(()),
    }
}

/// The games of a file of results, each with its match; `result` is that for Max.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let session = Session::of_run();
    let registry = registry(&session, None);
    let games = session.run(py, || {
        let mut games = Vec::new();
        let mut file = tiptree_lab::export::Games::open(&registry, &path)?;
        while let Some(game) = file.read()? {
            games.push(game_object(&game));
        }
        Ok::<_, Error>(games)
    })?;
    object(py, &games)
}

/// A game of a file as a flat object, which is a row of a frame.
fn game_object(game: &tiptree_lab::export::Game<'_>) -> Value {
    let moves: Vec<&str> = game.plies.iter().map(|ply| ply.mv.as_str()).collect();
    json!({
        "game": game.header.game,
        "a": game.header.a,
        "b": game.header.b,
        "budget": game.header.budget,
        "index": game.index,
        "opening": game.opening,
        "max": game.max,
        "result": game.result,
        "moves": moves,
        "a_counters": game.counters[0],
        "b_counters": game.counters[1],
    })
}
