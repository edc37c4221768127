//! Quality: how often a search keeps the outcome, at positions whose moves have all been solved.
//!
//! A match tells which player is stronger; quality tells how strong a player is, and a few hundred positions have a smaller
//! error than as many games. Every position is searched afresh, with a seed that depends on its number. So with counted
//! budgets the number of workers changes nothing but the clock readings.

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
use only::Filter;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tiptree::clock::Clock;
use tiptree::erased::Rules;
use tiptree::{Budget, Counters, ParseError, Registry, Rng, Spec, Stop};

/// The measurements as requested: texts and numbers from a command line or a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: String,
    /// The players, at least one.
    pub searches: Vec<String>,
    /// The budgets of a move; every player is measured at every budget. Empty means the default budget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<String>,
    /// Files of labelled positions, at least one, relative to `folder`.
    pub files: Vec<String>,
    /// The folder of the files: for an experiment that of the file that declares it, else the working directory.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The evaluators of searches that name none; each of these searches is measured with every evaluator.
    #[serde(default, skip_serializing_if = "Evaluators::is_empty")]
    pub eval: Evaluators,
    /// The kind of positions to restrict to, judged by the first evaluator; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// The seed of whatever the players do at random.
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
    trials: Vec<Trial>,
    only: Option<Only>,
    /// What the searches do, from which the signatures are computed.
    behaviour: Behaviour,
    jobs: usize,
    seed: u64,
}

/// The labels of a file.
struct File {
    name: String,
    labels: Vec<Label>,
    /// The indices of the labels that are measured.
    selected: Vec<usize>,
}

/// One measurement: a player with a budget at the positions of a file.
struct Trial {
    file: usize,
    entrant: Entrant,
    budget: Budget,
}

impl Request {
    /// Looks up everything that was requested in the registry; `jobs` workers search the positions.
    ///
    /// # Errors
    /// If a name is unknown, an amount cannot be parsed, or a file does not hold labelled positions of the game.
    pub fn prepare(&self, registry: &Registry, jobs: usize) -> Result<Quality, Error> {
        let game: Spec = self.game.parse()?;
        let evaluator = self.eval.first();
        let entrants = self.searches.iter().map(|text| text.parse()).collect::<Result<Vec<Entrant>, _>>()?;
        let entrants = self.eval.see(&entrants).concat().into_iter();
        let entrants = entrants.map(|entrant| entrant.completed(registry, &game, evaluator));
        let entrants = entrants.collect::<Result<Vec<Entrant>, _>>()?;
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
        let mut filter = Filter::new(rules.as_ref(), self.only)?;
        let files = self.files.iter().map(|name| File::read(&self.folder, name, rules.as_ref(), &mut filter));
        let files = files.collect::<Result<Vec<_>, Error>>()?;
        let mut trials: Vec<Trial> = Vec::new();
        for file in 0..files.len() {
            for entrant in &entrants {
                for budget in &budgets {
                    makers.check(entrant, budget)?;
                    let budget = makers.budget(entrant, budget)?;
                    // A player with its own budget is measured once, whatever the common budgets are.
                    let is_same = |trial: &Trial| {
                        trial.file == file
                            && trial.entrant == *entrant
                            && trial.budget.to_string() == budget.to_string()
                    };
                    if !trials.iter().any(is_same) {
                        trials.push(Trial { file, entrant: entrant.clone(), budget });
                    }
                }
            }
        }
        let behaviour = makers.behaviour(rules.as_ref(), &entrants)?;
        Ok(Quality { rules, makers, files, trials, only: self.only, behaviour, jobs, seed: self.seed })
    }
}

impl File {
    fn read(folder: &Path, name: &str, rules: &dyn Rules, filter: &mut Filter) -> Result<File, Error> {
        let labels = labels::read(&folder.join(name), rules)?;
        let mut selected = Vec::new();
        for (place, label) in labels.iter().enumerate() {
            if filter.passes(label)? {
                selected.push(place);
            }
        }
        Ok(File { name: name.to_owned(), labels, selected })
    }
}

impl Quality {
    /// The number of measurements, which are ordered by file, player and budget.
    pub fn count(&self) -> usize {
        self.trials.len()
    }

    /// The build that measures, with the signature of all searches.
    pub fn build(&self) -> Provenance {
        let searches = self.trials.iter().filter_map(|trial| trial.entrant.search());
        Provenance::here(self.behaviour.signature(text::distinct(searches)))
    }

    /// Makes measurement number `index`, from 0. When `cancel` is set, the searches that have begun are finished, and the replies
    /// so far are the result.
    ///
    /// # Errors
    /// If a player cannot be built.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn measure(
        &self,
        index: usize,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Measurement, Error> {
        let Trial { file, entrant, budget } = &self.trials[index];
        let file = &self.files[*file];
        let mut count = Count::default();
        progress.begin(file.selected.len() as u64, "positions");
        let doing = format!("{entrant} {budget}");
        let ask = |number: usize| self.ask(entrant, budget, file.selected[number], file);
        pool::run(self.jobs, 0..file.selected.len(), cancel, ask, &mut |event| {
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

    /// Asks a new player for a move at a labelled position.
    fn ask(&self, entrant: &Entrant, budget: &Budget, place: usize, file: &File) -> Result<Reply, Error> {
        let label = &file.labels[place];
        let position = self.rules.position(&label.position)?.folded_key();
        let seed = Rng::derive(self.seed, &[place as u64]).next_u64();
        let mut player = self.makers.player(entrant, seed)?;
        let started = player.start(&label.position);
        // Measured by our own clock, because whether a search keeps its time is one of the questions.
        let clock = Clock::start();
        let decided = started.and_then(|()| player.decide(&player.budget(budget)));
        let own = clock.cpu().as_secs_f64();
        let (choice, counters, cpu_seconds, is_sure) = match decided {
            Ok(decision) => (
                label.choice(&decision.mv).ok_or_else(|| label.no_move(&decision.mv)),
                decision.counters,
                if entrant.search().is_some() { own } else { decision.cpu_seconds },
                decision.stop == Some(Stop::Sure),
            ),
            Err(fault) => (Err(fault), Counters::default(), own, false),
        };
        let cost = || choice.as_ref().map_or_else(|_| label.most_regret(), |choice| choice.regret);
        let regret = label.is_expected().then(cost);
        Ok(Reply { position, choice, regret, counters, cpu_seconds, is_sure })
    }
}

#[cfg(test)]
mod tests;
