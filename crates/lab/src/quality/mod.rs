//! Quality: how often a search keeps the value of the game, at positions whose moves have all been solved.
//!
//! A match says who is stronger, this how strong that is, and a few hundred positions say it with a smaller error than as
//! many games. Every position is searched afresh, with a seed that its number decides, so that with counted budgets the
//! number of workers changes nothing but the clock readings.

pub mod labels;
mod measurement;
mod only;

pub use labels::{Choice, Label};
pub use measurement::Measurement;
pub use only::Only;

use crate::error::Error;
use crate::players::{Entrant, Evaluators, Makers};
use crate::pool::{self, Event};
use crate::provenance::{Behaviour, Provenance};
use crate::reproduce::Progress;
use crate::text;
use crate::tournament::USUAL_BUDGET;
use measurement::{Count, Reply};
use only::Sieve;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tiptree::clock::Clock;
use tiptree::erased::Rules;
use tiptree::{Budget, Counters, ParseError, Registry, Rng, Spec, Stop};

/// What is to be measured: texts and numbers, on a command line or in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: String,
    /// The players, at least one.
    pub searches: Vec<String>,
    /// What each may spend on a move; every player has every budget. The usual one where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<String>,
    /// Files of labelled positions, at least one, as they are named from `folder`.
    pub files: Vec<String>,
    /// Where the files lie: for an experiment beside the file that declares it, else the working directory.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The evaluators of searches that name none; every one of these players has every evaluator.
    #[serde(default, skip_serializing_if = "Evaluators::is_empty")]
    pub eval: Evaluators,
    /// The kind of positions that alone are asked, as the first evaluator sees them; all where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// The seed of whatever the players leave to chance.
    #[serde(default = "one")]
    pub seed: u64,
}

fn one() -> u64 {
    1
}

/// Measurements that can be made: everything that was asked for exists.
pub struct Quality {
    rules: Box<dyn Rules>,
    makers: Makers,
    files: Vec<File>,
    cells: Vec<Cell>,
    only: Option<Only>,
    /// What the searches do, of which the signatures are made.
    behaviour: Behaviour,
    jobs: usize,
    seed: u64,
}

/// The labels of a file.
struct File {
    name: String,
    labels: Vec<Label>,
    /// The places of those that are asked.
    asked: Vec<usize>,
}

/// One measurement: a player with a budget at the positions of a file.
struct Cell {
    file: usize,
    entrant: Entrant,
    budget: Budget,
}

impl Request {
    /// Finds everything that was asked for in the registry; positions are searched by `jobs` workers.
    ///
    /// # Errors
    /// If a name is unknown, an amount is not of its kind, or a file does not hold labelled positions of the game.
    pub fn prepare(&self, registry: &Registry, jobs: usize) -> Result<Quality, Error> {
        let game: Spec = self.game.parse()?;
        let evaluator = self.eval.first();
        let entrants = self.searches.iter().map(|text| text.parse()).collect::<Result<Vec<Entrant>, _>>()?;
        let entrants = self.eval.see(&entrants).concat();
        if entrants.is_empty() {
            return Err(ParseError::new("searches", "", "at least one").into());
        }
        if self.files.is_empty() {
            return Err(ParseError::new("files", "", "at least one").into());
        }
        let budgets = match self.budgets.as_slice() {
            [] => vec![USUAL_BUDGET.parse::<Budget>()?.as_usual()],
            texts => texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
        };
        let rules = registry.rules(&game, evaluator)?;
        let makers = Makers::new(registry, &game, evaluator, &entrants)?;
        let mut sieve = Sieve::new(rules.as_ref(), self.only)?;
        let files = self.files.iter().map(|name| File::read(&self.folder, name, rules.as_ref(), &mut sieve));
        let files = files.collect::<Result<Vec<_>, Error>>()?;
        let mut cells: Vec<Cell> = Vec::new();
        for file in 0..files.len() {
            for entrant in &entrants {
                for budget in &budgets {
                    makers.check(entrant, budget)?;
                    let budget = makers.budget(entrant, budget)?;
                    // A player with a budget of its own has it whatever the common ones are.
                    let is_same = |cell: &Cell| {
                        cell.file == file
                            && cell.entrant == *entrant
                            && cell.budget.to_string() == budget.to_string()
                    };
                    if !cells.iter().any(is_same) {
                        cells.push(Cell { file, entrant: entrant.clone(), budget });
                    }
                }
            }
        }
        let behaviour = makers.behaviour(rules.as_ref(), &entrants)?;
        Ok(Quality { rules, makers, files, cells, only: self.only, behaviour, jobs, seed: self.seed })
    }
}

impl File {
    fn read(folder: &Path, name: &str, rules: &dyn Rules, sieve: &mut Sieve) -> Result<File, Error> {
        let labels = labels::read(&folder.join(name), rules)?;
        let mut asked = Vec::new();
        for (place, label) in labels.iter().enumerate() {
            if sieve.passes(label)? {
                asked.push(place);
            }
        }
        Ok(File { name: name.to_owned(), labels, asked })
    }
}

impl Quality {
    /// How many measurements there are: file by file, player by player, budget by budget.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// The build that measures, with the signature of all searches.
    pub fn build(&self) -> Provenance {
        let searches = self.cells.iter().filter_map(|cell| cell.entrant.search());
        Provenance::here(self.behaviour.signature(text::distinct(searches)))
    }

    /// Makes measurement number `index`, from 0. Setting `cancel` lets the searches in flight finish, and what there is then
    /// is the result.
    ///
    /// # Errors
    /// If a player cannot be made.
    ///
    /// # Panics
    /// If there are fewer measurements.
    pub fn measure(
        &self,
        index: usize,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Measurement, Error> {
        let Cell { file, entrant, budget } = &self.cells[index];
        let file = &self.files[*file];
        let mut count = Count::default();
        progress.begin(file.asked.len() as u64, "positions");
        let doing = format!("{entrant} {budget}");
        let ask = |number: usize| self.ask(entrant, budget, file.asked[number], file);
        pool::run(self.jobs, 0..file.asked.len(), cancel, ask, &mut |event| {
            if let Event::Done(reply) = event {
                count.add(reply);
                progress.reach(count.moves(), &doing);
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        progress.end();
        let blank = Measurement {
            game: self.rules.spec().to_string(),
            search: entrant.to_string(),
            budget: budget.to_string(),
            file: file.name.clone(),
            labelled: file.labels.len() as u64,
            only: self.only,
            seed: self.seed,
            build: Provenance::here(self.behaviour.signature(entrant.search())),
            ..Measurement::default()
        };
        Ok(count.fill(blank, budget))
    }

    /// The move that a player chooses at a labelled position of which it knows nothing yet.
    fn ask(&self, entrant: &Entrant, budget: &Budget, place: usize, file: &File) -> Result<Reply, Error> {
        let label = &file.labels[place];
        let position = self.rules.position(&label.position)?.folded_key();
        let seed = Rng::derive(self.seed, &[place as u64]).next_u64();
        let mut player = self.makers.player(entrant, seed)?;
        let started = player.start(&label.position);
        // Our own clock, because whether a search keeps its time is one of the questions.
        let clock = Clock::start();
        let decided = started.and_then(|()| player.decide(&player.budget(budget)));
        let own = clock.cpu().as_secs_f64();
        Ok(match decided {
            Ok(decision) => Reply {
                position,
                choice: label.choice(&decision.mv).ok_or_else(|| label.no_move(&decision.mv)),
                counters: decision.counters,
                cpu_seconds: if entrant.search().is_some() { own } else { decision.cpu_seconds },
                is_sure: decision.stop == Some(Stop::Sure),
            },
            Err(fault) => Reply {
                position,
                choice: Err(fault),
                counters: Counters::default(),
                cpu_seconds: own,
                is_sure: false,
            },
        })
    }
}

#[cfg(test)]
mod tests;
