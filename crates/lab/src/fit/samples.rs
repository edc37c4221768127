//! Positions as features, with their outcomes.

use crate::error::Error;
use crate::quality::Label;
use crate::reproduce::Progress;
use std::collections::HashSet;
use tiptree::Turn;
use tiptree::erased::{Position, Rules};
use tiptree::features::Features;
use tiptree::rng::scatter;

/// Samples; the features of all are concatenated.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// The number of features per sample.
    width: usize,
    features: Vec<u32>,
    /// 1 for a win of Max, 0 for a win of Min, ½ for a draw.
    outcomes: Vec<f32>,
    /// The values of the default evaluator.
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

/// Turns labels into samples; a position and its mirror image make one sample.
pub(super) struct Sorter<'a> {
    rules: &'a dyn Rules,
    model: &'a dyn Features,
    progress: &'a mut dyn Progress,
    /// The identities of the sets of features seen so far.
    met: HashSet<u64>,
    done: u64,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(rules: &'a dyn Rules, model: &'a dyn Features, progress: &'a mut dyn Progress) -> Self {
        Sorter { rules, model, progress, met: HashSet::new(), done: 0 }
    }

    /// The samples of these labels that did not occur before.
    pub(super) fn samples(&mut self, labels: &[Label]) -> Result<Samples, Error> {
        let mut samples = Samples::default();
        for label in labels {
            let position = self.rules.position(&label.position)?;
            // Scores are from the view of the side to move, outcomes from Max's view.
            let sign = if position.turn() == Turn::Min { -1.0 } else { 1.0 };
            self.add(&mut samples, position.as_ref(), sign * label.best().points())?;
            for scored in &label.moves {
                let mut child = position.duplicate();
                child.play(&scored.mv)?;
                self.add(&mut samples, child.as_ref(), sign * scored.score.points())?;
            }
            self.done += 1;
            self.progress.reach(self.done, "");
        }
        Ok(samples)
    }

    fn add(&mut self, samples: &mut Samples, position: &dyn Position, score: f64) -> Result<(), Error> {
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
        samples.outcomes.push(if score == 0.0 { 0.5 } else { 0.5 + 0.5 * score.signum() as f32 });
        samples.usual.push(self.model.usual(&text)? as f32);
        Ok(())
    }
}

/// A hash of a set of features that does not depend on their order; mirror images have the same.
fn identity(features: &[u32]) -> u64 {
    features.iter().fold(0, |sum, &feature| scatter(u64::from(feature)).wrapping_add(sum))
}
