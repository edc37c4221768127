//! The answers to the page's messages.

use crate::request::Request;
use crate::run::Run;
use serde::Serialize;
use tiptree::{Budget, Error, Registry, Turn};
use tiptree_lab::json::{ListedGames, ListedSearches, line};
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::query::{Asked, USUAL_DEPTH};
use tiptree_lab::solving::Solving;

/// The games and searches of a registry, and at most one search under way.
pub struct Studio {
    registry: Registry,
    run: Option<Run>,
}

impl Studio {
    /// A studio with the games and searches of a registry.
    pub fn new(registry: Registry) -> Studio {
        Studio { registry, run: None }
    }

    /// The answer to a message, as one line of JSON. It is `{"error":…}` if there is no other.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.handle(request).map_err(|error| error.to_string()),
            Err(error) => Err(format!("request {request:?}: {error}")),
        };
        answer.unwrap_or_else(|error| line(&Refusal { error }))
    }

    fn handle(&mut self, request: Request) -> Result<String, Error> {
        Ok(match request {
            Request::Catalogue => line(&Catalogue::new(&self.registry)),
            Request::Position(query) => line(&Shown::new(&query.read(&self.registry, USUAL_BUDGET)?)),
            Request::Start(query) => {
                // The memory of the old search is free for the new one.
                self.run = None;
                let run = Run::start(query.read(&self.registry, USUAL_BUDGET)?)?;
                line(&self.run.insert(run).report()?)
            }
            Request::Work { evals } => line(&self.run()?.work(evals)?),
            Request::Report => line(&self.run()?.report()?),
            Request::Cancel => line(&self.run()?.cancel()?),
            Request::Rewind(moment) => line(&self.run()?.rewind(moment)?),
            Request::Play { mv } => line(&Shown::new(self.run()?.play(&mv)?)),
            Request::Go { budget } => line(&self.run()?.go(budget.as_deref())?),
            Request::Tree { path, most, detail } => line(&self.run()?.tree(path, most, detail)?),
            Request::Events { query, most } => {
                line(&query.read(&self.registry, USUAL_DEPTH)?.not_over()?.events(most)?)
            }
            Request::Solve { query, all_moves } => {
                let asked = query.read(&self.registry, USUAL_BUDGET)?;
                // The default budget is that of a search.
                let budget = if query.budget.is_some() { asked.budget } else { Budget::unlimited() };
                line(&Solving::new(asked.rules.as_ref(), all_moves, budget, asked.seed).solve(&asked.text))
            }
        })
    }

    /// The search under way.
    fn run(&mut self) -> Result<&mut Run, Error> {
        let no_search = || tiptree::ParseError::new("request", "", "a search that was started before");
        self.run.as_mut().ok_or_else(|| no_search().into())
    }
}

/// An answer that says why there is no other.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// Games and searches with their parameters.
#[derive(Serialize)]
struct Catalogue<'a> {
    #[serde(flatten)]
    games: ListedGames<'a>,
    #[serde(flatten)]
    searches: ListedSearches<'a>,
    version: &'static str,
}

impl<'a> Catalogue<'a> {
    fn new(registry: &'a Registry) -> Self {
        Catalogue {
            games: ListedGames::new(registry.games()),
            searches: ListedSearches::all(registry),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Everything that a board shows.
#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    turn: &'static str,
    moves: Vec<ShownMove>,
    payoff: Option<f64>,
    payoffs: [f64; 2],
    drawing: String,
    key: String,
    usual_search: String,
    dealt: bool,
}

/// A legal move, or an outcome of chance.
#[derive(Serialize)]
struct ShownMove {
    #[serde(rename = "move")]
    mv: String,
    chance: Option<f64>,
    position: String,
}

impl Shown {
    fn new(Asked { rules, position, text, .. }: &Asked) -> Self {
        let chances = position.chances();
        let shown = |(number, mv): (usize, String)| {
            let mut after = position.duplicate();
            // A move that was listed is legal.
            let _ = after.play(&mv);
            ShownMove { mv, chance: chances.get(number).copied(), position: after.text() }
        };
        Shown {
            game: rules.spec().to_string(),
            position: text.clone(),
            turn: position.turn().name(),
            moves: position.moves().into_iter().enumerate().map(shown).collect(),
            payoff: if let Turn::Over(payoff) = position.turn() { Some(payoff) } else { None },
            payoffs: [rules.payoffs().low, rules.payoffs().high],
            drawing: position.draw(),
            key: format!("{:016x}", position.key()),
            usual_search: rules.usual_search().to_string(),
            dealt: rules.is_dealt(),
        }
    }
}
