//! Fitting: the weights of an evaluator, by logistic regression on solved positions.
//!
//! The labels are what `tiptree solve --all-moves --json` prints. Each gives a sample for its position and one for the
//! position behind every move that does not end the game, and the outcome with best play is what the evaluator shall
//! foretell. One position of twenty is held out, with all behind it, and so are files of labels that are to stay unseen;
//! whatever stands there, or its mirror image, is not fitted to. The seed decides everything.

mod regression;
mod samples;

pub use regression::Scores;

use crate::error::Error;
use crate::quality::labels;
use crate::reproduce::Progress;
use regression::{Model, slope};
use samples::{Samples, Sorter};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::features::Features;
use tiptree::{ParseError, Registry, Rng, Spec};

/// Of so many labelled positions one is held out.
const HELD_OUT: usize = 20;
/// What the held-out part of the labels is called among files.
const OF_LABELS: &str = "held out";
/// Keeps the draw of the held-out positions apart from the order of the samples.
const DRAW: u64 = 0;
/// And the order of the samples.
const ORDER: u64 = 1;

/// What is to be fitted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub game: String,
    /// Files of labelled positions, at least one.
    pub labels: Vec<PathBuf>,
    /// Files of labelled positions that are only measured at.
    pub held_out: Vec<PathBuf>,
    /// How often every sample is gone through.
    pub epochs: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// Samples that are ready to be fitted to.
pub struct Fitting {
    game: String,
    features: Box<dyn Features>,
    train: Samples,
    /// Those held out, by name.
    held_out: Vec<(String, Samples)>,
    epochs: usize,
    seed: u64,
}

/// What a fit has come to: what `tiptree fit --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The game.
    pub game: String,
    /// The weights of the model.
    pub weights: usize,
    /// The samples that were fitted to.
    pub samples: usize,
    /// How often all of them were gone through.
    pub epochs: usize,
    /// How well the model foretells samples that were not fitted to, first those held out of the labels.
    pub held_out: Vec<HeldOut>,
    /// The seed of everything random.
    pub seed: u64,
    /// The file of the weights.
    #[serde(skip)]
    pub file: Vec<u8>,
}

/// How well outcomes are foretold that nothing was fitted to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldOut {
    /// The file, or what it is instead.
    pub name: String,
    /// The samples.
    pub samples: usize,
    /// Of the fitted model.
    pub fitted: Scores,
    /// Of the game's usual evaluator, its values taken for log-odds by the factor that suits these samples best.
    pub usual: Scores,
}

impl Request {
    /// Reads all positions of a game of the registry.
    ///
    /// # Errors
    /// If the game has no evaluator to be fitted, or a file does not hold labelled positions of it.
    pub fn prepare(&self, registry: &Registry, progress: &mut dyn Progress) -> Result<Fitting, Error> {
        let spec: Spec = self.game.parse()?;
        let features = registry.features(&spec)?;
        let rules = registry.rules(&spec, None)?;
        if self.epochs == 0 {
            return Err(ParseError::new("epochs", "0", "at least 1").into());
        }
        let read = |path: &PathBuf| labels::read(path, rules.as_ref());
        let unseen = self.held_out.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        let labels = self.labels.iter().map(read).collect::<Result<Vec<_>, Error>>()?.concat();
        let mut draw = Rng::derive(self.seed, &[DRAW]);
        let (drawn, fitted): (Vec<_>, Vec<_>) = labels.into_iter().partition(|_| draw.below(HELD_OUT) == 0);
        let count = unseen.iter().map(Vec::len).sum::<usize>() + drawn.len() + fitted.len();
        progress.begin(count as u64, "positions");
        // In this order, because what was met before is left out.
        let mut sorter = Sorter::new(rules.as_ref(), features.as_ref(), progress);
        let mut held_out = Vec::new();
        for (path, labels) in self.held_out.iter().zip(&unseen) {
            held_out.push((name(path), sorter.samples(labels)?));
        }
        held_out.insert(0, (OF_LABELS.into(), sorter.samples(&drawn)?));
        let train = sorter.samples(&fitted)?;
        progress.end();
        if train.is_empty() {
            let expected = "a position that is neither held out nor over at the next move";
            return Err(ParseError::new("labels", format!("{count} positions"), expected).into());
        }
        let game = rules.spec().to_string();
        Ok(Fitting { game, features, train, held_out, epochs: self.epochs, seed: self.seed })
    }
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

impl Fitting {
    /// Fits the weights. Setting `cancel` ends it after the epoch under way.
    pub fn run(&self, progress: &mut dyn Progress, cancel: &AtomicBool) -> Fit {
        let mut model = Model::new(self.features.count());
        let mut order: Vec<usize> = (0..self.train.len()).collect();
        let mut rng = Rng::derive(self.seed, &[ORDER]);
        progress.begin(self.epochs as u64, "epochs");
        let mut epochs = 0;
        while epochs < self.epochs && !cancel.load(Ordering::Relaxed) {
            rng.shuffle(&mut order);
            let loss = model.learn(&self.train, &order, epochs);
            epochs += 1;
            progress.reach(epochs as u64, &format!("log loss {loss:.4}"));
        }
        progress.end();
        let held_out = self.held_out.iter().filter(|(_, samples)| !samples.is_empty());
        Fit {
            game: self.game.clone(),
            weights: self.features.count(),
            samples: self.train.len(),
            epochs,
            held_out: held_out.map(|(name, samples)| foretold(name, samples, &model)).collect(),
            seed: self.seed,
            file: self.features.file(model.weights()),
        }
    }
}

fn foretold(name: &str, samples: &Samples, model: &Model) -> HeldOut {
    let slope = slope(samples);
    HeldOut {
        name: name.to_owned(),
        samples: samples.len(),
        fitted: Scores::of(samples, |number| model.log_odds(samples.features(number))),
        usual: Scores::of(samples, |number| slope * samples.usual(number)),
    }
}

#[cfg(test)]
mod tests;
