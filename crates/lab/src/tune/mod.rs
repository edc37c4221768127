//! Tuning: fits the numeric parameters of a search by matches between its variants.
//!
//! The method is SPSA ([`Tuner`]). With counted budgets the seed determines the tuning, whatever the number of workers.
//! Every iteration is a line of a file, from which an interrupted tuning resumes. The tuned values should then be
//! tested on other openings.

mod parameter;
mod spsa;

pub use parameter::{Parameter, Scale};
pub use spsa::{Trial, Tuner};

use crate::error::Error;
use crate::matches::{Match, Players};
use crate::openings::Openings;
use crate::players::Entrant;
use crate::plot::{self, Axis, Curve, Interval, Panel, Plot, Point};
use crate::provenance::{Behaviour, Provenance};
use crate::statistics::Pentanomial;
use crate::store::{Kept, Store};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tiptree::erased::Rules;
use tiptree::{Budget, Rng, Spec};

/// The most points of a curve: more would overlap.
const MOST_POINTS: usize = 200;

/// The random stream of the openings' order, separate from everything else that the seed determines.
const STREAM: u64 = u64::MAX - 2;

/// A tuning to be done.
pub struct Tuning<'a> {
    /// The game.
    pub rules: &'a dyn Rules,
    /// Makes the players.
    pub players: &'a Players<'a>,
    /// The search, with the parameters that stay as they are.
    pub search: Spec,
    /// The parameters to tune: at least one, each key once.
    pub parameters: Vec<Parameter>,
    /// What both players may spend on a move.
    pub budget: Budget,
    /// The positions in which the games begin, at least one, in an order drawn from the seed; after the last, the first
    /// follows again.
    pub openings: Openings,
    /// The number of steps.
    pub iterations: usize,
    /// Pairs of games before each step.
    pub pairs: usize,
    /// The number of games played in parallel.
    pub jobs: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether to resume the file of a build with another signature.
    pub other_build: bool,
}

/// The header of a tuning's file, which identifies the tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Header {
    /// The game's spec.
    pub game: String,
    /// The search's spec.
    pub search: String,
    /// The parameters, as texts that can be read back.
    pub parameters: Vec<String>,
    /// What both players may spend on a move.
    pub budget: String,
    /// The spec of the openings.
    pub openings: String,
    /// The number of steps.
    pub iterations: usize,
    /// Pairs of games before each step.
    pub pairs_per_iteration: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The build that plays.
    #[serde(flatten)]
    pub build: Provenance,
}

/// A finished iteration: a line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub index: usize,
    /// The player whose parameters were moved in the direction of the coins.
    pub plus: String,
    /// The player whose parameters were moved the other way.
    pub minus: String,
    /// Pairs by the points of the plus player: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The values of the parameters after the step, in their order.
    pub values: Vec<f64>,
}

impl Kept for Iteration {
    const KIND: &'static str = "iteration";
}

/// The result of a tuning, as `tiptree tune --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The game.
    pub game: String,
    /// The search as it was.
    pub search: String,
    /// The search with its parameters tuned.
    pub tuned: String,
    /// What both players could spend on a move.
    pub budget: String,
    /// The spec of the openings.
    pub openings: String,
    /// The number of steps made.
    pub iterations: usize,
    /// The number of games played.
    pub games: u64,
    /// The parameters with their values.
    pub parameters: Vec<Tuned>,
    /// The seed of everything random.
    pub seed: u64,
    /// The build that played.
    #[serde(flatten)]
    pub build: Provenance,
}

/// A parameter with its tuned value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// The parameter.
    #[serde(flatten)]
    pub parameter: Parameter,
    /// Its value.
    pub value: f64,
}

impl Tuning<'_> {
    /// The header of this tuning's file.
    pub fn header(&self) -> Header {
        Header {
            game: self.rules.spec().to_string(),
            search: self.search.to_string(),
            parameters: self.parameters.iter().map(ToString::to_string).collect(),
            budget: self.budget.to_string(),
            openings: self.openings.spec.clone(),
            iterations: self.iterations,
            pairs_per_iteration: self.pairs,
            seed: self.seed,
            build: self.build(),
        }
    }

    /// This build, with the signature of the search before it is tuned.
    fn build(&self) -> Provenance {
        let engine = |search: &Spec| {
            // The rules already have the search's evaluator.
            let mut search = search.clone();
            search.parameters.retain(|(key, _)| key != "eval");
            self.rules.engine(&search, 1)
        };
        let behaviour = Behaviour::measure(self.rules, &[&self.search], &engine).unwrap_or_default();
        Provenance::here(behaviour.signature([&self.search]))
    }

    /// Does every iteration that `out` does not hold yet, and returns all of them. `watch` is called with each,
    /// including those of an earlier run. Setting `cancel` ends the tuning; the games of an unfinished iteration are
    /// lost.
    ///
    /// # Errors
    /// If a player cannot be made within the bounds of the parameters, breaks the rules, or if the file belongs to another
    /// tuning or another process, or cannot be written.
    pub fn run(
        &self,
        out: Option<&Path>,
        cancel: &AtomicBool,
        watch: &mut dyn FnMut(&Iteration),
    ) -> Result<Vec<Iteration>, Error> {
        self.check()?;
        let mut positions = self.openings.positions.clone();
        Rng::derive(self.seed, &[STREAM]).shuffle(&mut positions);
        let mut tuner = self.tuner();
        let mut store = out.map(|path| Store::open_for(path, self.other_build)).transpose()?;
        let mut iterations = Vec::new();
        if let Some(store) = &mut store {
            store.enter(&self.header())?;
            while let Some(trial) = tuner.next_trial()
                && let Some(kept) = store.kept::<Iteration>()?
            {
                check_kept(&kept, &trial, store)?;
                tuner.tell(score(&kept.pairs));
                watch(&kept);
                iterations.push(kept);
            }
        }
        while let Some(trial) = tuner.next_trial() {
            let Some(pairs) = self.play(&trial, &positions, cancel)? else { break };
            tuner.tell(score(&pairs));
            let [plus, minus] = [&trial.plus, &trial.minus].map(ToString::to_string);
            let iteration = Iteration { index: trial.index, plus, minus, pairs, values: tuner.values() };
            if let Some(store) = &mut store {
                store.append(&iteration)?;
                // Syncing takes less time than an iteration.
                store.sync()?;
            }
            watch(&iteration);
            iterations.push(iteration);
        }
        Ok(iterations)
    }

    /// The result of these iterations.
    pub fn found(&self, iterations: &[Iteration]) -> Found {
        let mut tuner = self.tuner();
        for iteration in iterations {
            tuner.tell(score(&iteration.pairs));
        }
        let tuned = |(parameter, value): (&Parameter, f64)| Tuned { parameter: parameter.clone(), value };
        Found {
            game: self.rules.spec().to_string(),
            search: self.search.to_string(),
            tuned: tuner.tuned().to_string(),
            budget: self.budget.to_string(),
            openings: self.openings.spec.clone(),
            iterations: iterations.len(),
            games: 2 * iterations.iter().flat_map(|iteration| iteration.pairs).sum::<u64>(),
            parameters: self.parameters.iter().zip(tuner.values()).map(tuned).collect(),
            seed: self.seed,
            build: self.build(),
        }
    }

    /// A plot of the values over the iterations, with a panel for each parameter.
    pub fn plot(&self, iterations: &[Iteration]) -> Plot {
        let every = iterations.len().div_ceil(MOST_POINTS).max(1);
        let panel = |(number, parameter): (usize, &Parameter)| {
            let point = |iteration: &Iteration| Point {
                x: iteration.index as f64 + 1.0,
                y: iteration.values.get(number).copied().unwrap_or(f64::NAN),
                error: 0.0,
            };
            let points = iterations.iter().rev().step_by(every).rev().map(point).collect();
            let curves = vec![Curve { name: self.search.to_string(), points }];
            Panel { title: parameter.key.clone(), curves }
        };
        let is_logarithmic = self.parameters.iter().all(|parameter| parameter.scale == Scale::Logarithmic);
        let scale = if is_logarithmic { plot::Scale::Decimal } else { plot::Scale::Linear };
        Plot {
            title: format!("{} at {} ({})", self.search, self.rules.spec(), self.budget),
            x: Axis::new("iteration", plot::Scale::Linear),
            y: Axis::new("value", scale),
            level: None,
            interval: Interval::Bars,
            panels: self.parameters.iter().enumerate().map(panel).collect(),
        }
    }

    fn tuner(&self) -> Tuner {
        Tuner::new(self.search.clone(), self.parameters.clone(), self.iterations, self.seed)
    }

    /// Checks that both ends of every range make a valid player, so that no tuning breaks off at a bound.
    fn check(&self) -> Result<(), Error> {
        for parameter in &self.parameters {
            for end in [parameter.low, parameter.high] {
                let only = Parameter { start: end, ..parameter.clone() };
                let tuner = Tuner::new(self.search.clone(), vec![only], 0, self.seed);
                (self.players)(&Entrant::Search(tuner.tuned()), self.seed)?;
            }
        }
        Ok(())
    }

    /// The match of a trial; `None` if it was cancelled.
    fn play(
        &self,
        trial: &Trial,
        positions: &[String],
        cancel: &AtomicBool,
    ) -> Result<Option<[u64; 5]>, Error> {
        let taken = (0..self.pairs).map(|pair| (trial.index * self.pairs + pair) % positions.len());
        let positions = taken.map(|place| positions[place].clone()).collect();
        let openings = Openings { spec: self.openings.spec.clone(), positions };
        let both = [&trial.plus, &trial.minus].map(|search| Entrant::Search(search.clone()));
        let plan = Match {
            budget: self.budget.clone(),
            pairs: self.pairs,
            jobs: self.jobs,
            seed: trial.seed,
            ..Match::new(self.rules, self.players, both, &openings)
        };
        let tally = plan.play(None, cancel, &mut |_, _| ControlFlow::Continue(()))?;
        let pairs = tally.pairs();
        Ok((pairs.pairs() == self.pairs as u64).then_some(pairs.0))
    }
}

/// Refuses an iteration that this tuning would not have done, for example one with the coins of another version.
fn check_kept(kept: &Iteration, trial: &Trial, store: &Store) -> Result<(), Error> {
    let expected = trial.plus.to_string();
    if (kept.index, &kept.plus) == (trial.index, &expected) {
        return Ok(());
    }
    let problem =
        format!("iteration {} with {:?}, expected {} with {expected:?}", kept.index, kept.plus, trial.index);
    Err(Error::line(store.path(), store.line(), problem))
}

/// The score per game of the plus player.
fn score(pairs: &[u64; 5]) -> f64 {
    Pentanomial(*pairs).score().unwrap_or(0.5)
}
