//! Positions as features, with their outcomes.

use super::groups::Group;
use crate::error::Error;
use crate::reproduce::Progress;
use std::collections::HashSet;
use tiptree::features::{Feature, Features};
use tiptree::rng::scatter;

/// Samples; the features of all are concatenated.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// Where the features of each sample end.
    ends: Vec<usize>,
    features: Vec<Feature>,
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

    pub(super) fn features(&self, number: usize) -> &[Feature] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.features[start..self.ends[number]]
    }

    pub(super) fn outcome(&self, number: usize) -> f32 {
        self.outcomes[number]
    }

    pub(super) fn usual(&self, number: usize) -> f32 {
        self.usual[number]
    }
}

/// Turns positions into samples; a position and its mirror image make one sample.
pub(super) struct Sorter<'a> {
    model: &'a dyn Features,
    progress: &'a mut dyn Progress,
    /// The identities of the sets of features seen so far.
    met: HashSet<u64>,
    done: u64,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(model: &'a dyn Features, progress: &'a mut dyn Progress) -> Self {
        Sorter { model, progress, met: HashSet::new(), done: 0 }
    }

    /// The samples of these groups that did not occur before.
    pub(super) fn samples(&mut self, groups: &[Group]) -> Result<Samples, Error> {
        let mut samples = Samples::default();
        for group in groups {
            for known in group {
                self.add(&mut samples, &known.position, known.outcome)?;
            }
            self.done += 1;
            self.progress.reach(self.done, "");
        }
        Ok(samples)
    }

    fn add(&mut self, samples: &mut Samples, position: &str, outcome: f32) -> Result<(), Error> {
        let base = samples.features.len();
        self.model.of(position, &mut samples.features)?;
        if !self.met.insert(identity(&samples.features[base..])) {
            samples.features.truncate(base);
            return Ok(());
        }
        samples.ends.push(samples.features.len());
        samples.outcomes.push(outcome);
        samples.usual.push(self.model.usual(position)? as f32);
        Ok(())
    }
}

/// A hash of a set of features that does not depend on their order; mirror images have the same.
fn identity(features: &[Feature]) -> u64 {
    let number = |feature: &Feature| u64::from(feature.weight) << 1 | u64::from(feature.is_minus);
    features.iter().fold(0, |sum, feature| scatter(number(feature)).wrapping_add(sum))
}
