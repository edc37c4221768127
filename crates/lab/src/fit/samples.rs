//! Positions as the model sees them, with their outcomes.

use crate::error::Error;
use crate::quality::Label;
use crate::reproduce::Progress;
use std::collections::HashSet;
use tiptree::Turn;
use tiptree::erased::{Position, Rules};
use tiptree::features::Features;
use tiptree::rng::scatter;

/// Samples, the features of all in one row.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// Features of a sample.
    width: usize,
    features: Vec<u32>,
    /// 1 where Max wins, 0 where Min does, ½ for a draw.
    outcomes: Vec<f32>,
    /// What the usual evaluator says.
    usual: Vec<f32>,
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    pub(super) fn features(&self, number: usize) -> &[u32] {
        &self.features[number * self.width..][..self.width]
    }

    pub(super) fn outcome(&self, number: usize) -> f32 {
        self.outcomes[number]
    }

    pub(super) fn usual(&self, number: usize) -> f32 {
        self.usual[number]
    }
}

/// Makes samples of labels, each position or its mirror image once.
pub(super) struct Sorter<'a> {
    rules: &'a dyn Rules,
    model: &'a dyn Features,
    progress: &'a mut dyn Progress,
    /// What tells one set of features from all others.
    met: HashSet<u64>,
    done: u64,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(rules: &'a dyn Rules, model: &'a dyn Features, progress: &'a mut dyn Progress) -> Self {
        Sorter { rules, model, progress, met: HashSet::new(), done: 0 }
    }

    /// The samples of these labels that no earlier one had.
    pub(super) fn samples(&mut self, labels: &[Label]) -> Result<Samples, Error> {
        let mut samples = Samples::default();
        for label in labels {
            let position = self.rules.position(&label.position)?;
            // Scores are for the side to move, outcomes for Max.
            let sign = if position.turn() == Turn::Min { -1 } else { 1 };
            self.add(&mut samples, position.as_ref(), sign * label.best())?;
            for scored in &label.moves {
                let mut child = position.duplicate();
                child.play(&scored.mv)?;
                self.add(&mut samples, child.as_ref(), sign * scored.score)?;
            }
            self.done += 1;
            self.progress.reach(self.done, "");
        }
        Ok(samples)
    }

    fn add(&mut self, samples: &mut Samples, position: &dyn Position, score: i32) -> Result<(), Error> {
        if position.turn().is_over() {
            return Ok(());
        }
        let text = position.text();
        let base = samples.features.len();
        self.model.of(&text, &mut samples.features)?;
        if !self.met.insert(identity(&samples.features[base..])) {
            samples.features.truncate(base);
            return Ok(());
        }
        samples.width = samples.features.len() - base;
        samples.outcomes.push(0.5 + 0.5 * score.signum() as f32);
        samples.usual.push(self.model.usual(&text)? as f32);
        Ok(())
    }
}

/// A number for a set of features, in whatever order: mirror images have the same.
fn identity(features: &[u32]) -> u64 {
    features.iter().fold(0, |sum, &feature| scatter(u64::from(feature)).wrapping_add(sum))
}
