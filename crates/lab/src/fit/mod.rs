//! Fits the weights of an evaluator to positions with known outcomes, by logistic regression.
//!
//! The positions are those of labels, the output of `tiptree solve --all-moves --json`, or those of the games of a match. One
//! label or game of twenty is held out, and so are separate files. No held-out position, nor its mirror image, is fitted to. The
//! seed determines everything.

mod groups;
mod regression;
mod samples;

pub use regression::Scores;

use crate::error::Error;
use crate::reproduce::Progress;
use regression::{Model, slope};
use samples::{Samples, Sorter};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::features::{self, Features};
use tiptree::{ParseError, Registry, Rng, Spec};

/// One of this many labels or games is held out.
const HELD_OUT: usize = 20;
/// The name of the held-out part of the labels, in place of a file name.
const OF_LABELS: &str = "held out";
/// The random stream that draws what is held out.
const DRAW: u64 = 0;
/// The random stream of the order of the samples.
const ORDER: u64 = 1;

/// What to fit.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub game: String,
    /// Files of labelled positions or of games, at least one.
    pub labels: Vec<PathBuf>,
    /// Files that are only used to measure.
    pub held_out: Vec<PathBuf>,
    /// How often the fit goes through all samples.
    pub epochs: usize,
    /// How many samples the assumption counts for that a weight is 0.
    pub prior: f64,
    /// The seed of everything random.
    pub seed: u64,
}

/// Samples that are ready to fit to.
pub struct Fitting {
    game: String,
    features: Box<dyn Features>,
    train: Samples,
    /// The held-out samples, by name.
    held_out: Vec<(String, Samples)>,
    epochs: usize,
    prior: f64,
    seed: u64,
}

/// The result of a fit, as `tiptree fit --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The game.
    pub game: String,
    /// The number of weights of the model.
    pub weights: usize,
    /// The number of samples fitted to.
    pub samples: usize,
    /// How often the fit went through all samples.
    pub epochs: usize,
    /// How many samples the assumption counted for that a weight is 0.
    pub prior: f64,
    /// How well the model predicts samples that were not fitted to; those held out of the labels come first.
    pub held_out: Vec<HeldOut>,
    /// The seed of everything random.
    pub seed: u64,
    /// The file of the weights.
    #[serde(skip)]
    pub file: Vec<u8>,
}

/// How well outcomes of held-out samples are predicted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldOut {
    /// The name of the file, or `held out` for the held-out part of the labels.
    pub name: String,
    /// The number of samples.
    pub samples: usize,
    /// The scores of the fitted model.
    pub fitted: Scores,
    /// The scores of the game's default evaluator, whose values are converted to log-odds by the factor that suits
    /// these samples best.
    pub usual: Scores,
}

impl Request {
    /// Reads all positions of a game of the registry.
    ///
    /// # Errors
    /// If the game has no evaluator to fit, or a file holds neither labelled positions nor games of it.
    pub fn prepare(&self, registry: &Registry, progress: &mut dyn Progress) -> Result<Fitting, Error> {
        let spec: Spec = self.game.parse()?;
        let features = registry.features(&spec)?;
        let rules = registry.rules(&spec, None)?;
        if self.epochs == 0 {
            return Err(ParseError::new("epochs", "0", "at least 1").into());
        }
        if !(self.prior >= 0.0 && self.prior.is_finite()) {
            return Err(
                ParseError::new("prior", self.prior.to_string(), "a number of samples, 0 or more").into()
            );
        }
        let read = |path: &PathBuf| groups::read(registry, rules.as_ref(), path);
        let unseen = self.held_out.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        let labels = self.labels.iter().map(read).collect::<Result<Vec<_>, Error>>()?.concat();
        let mut draw = Rng::derive(self.seed, &[DRAW]);
        let (drawn, fitted): (Vec<_>, Vec<_>) = labels.into_iter().partition(|_| draw.below(HELD_OUT) == 0);
        let count = unseen.iter().map(Vec::len).sum::<usize>() + drawn.len() + fitted.len();
        progress.begin(count as u64, "labels or games");
        // Held-out samples come first, because a position that was seen before is left out.
        let mut sorter = Sorter::new(features.as_ref(), progress);
        let mut held_out = Vec::new();
        for (path, labels) in self.held_out.iter().zip(&unseen) {
            held_out.push((name(path), sorter.samples(labels)?));
        }
        held_out.insert(0, (OF_LABELS.into(), sorter.samples(&drawn)?));
        let train = sorter.samples(&fitted)?;
        progress.end();
        if train.is_empty() {
            let expected = "a position that is neither held out nor over at the next move";
            return Err(ParseError::new("labels", format!("{count} labels or games"), expected).into());
        }
        let game = rules.spec().to_string();
        Ok(Fitting {
            game,
            features,
            train,
            held_out,
            epochs: self.epochs,
            prior: self.prior,
            seed: self.seed,
        })
    }
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

impl Fitting {
    /// Fits the weights. Setting `cancel` ends the fit after the current epoch.
    pub fn run(&self, progress: &mut dyn Progress, cancel: &AtomicBool) -> Fit {
        let mut model = Model::new(self.features.count(), &self.train, self.prior as f32);
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
            prior: self.prior,
            held_out: held_out.map(|(name, samples)| foretold(name, samples, &model)).collect(),
            seed: self.seed,
            file: features::write(self.features.as_ref(), model.weights()),
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
