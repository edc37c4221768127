//! Logistic regression on sparse features by stochastic gradient descent with per-weight step sizes (Adagrad: Duchi,
//! Hazan and Singer 2011) and a small penalty on large weights.

use super::samples::Samples;
use serde::Serialize;
use tiptree::features::Feature;

/// The step size of the first epoch, in nats; later epochs take smaller steps.
const STEP: f32 = 0.25;
/// Epoch k, from 0, divides the step size by 1 + k times this.
const DECAY: f32 = 0.5;
/// The weight of the penalty, per sample.
const PENALTY: f32 = 1e-4;
/// The initial sum of squared gradients, so that the first sample with a weight does not make it leap.
const CAUTION: f32 = 1.0;
/// The least distance of a probability from 0 and 1, so that no loss is infinite.
const CERTAIN: f64 = 1e-6;

/// Weights being fitted.
pub(super) struct Model {
    weights: Vec<f32>,
    /// The penalty of each weight, per sample that has it.
    penalties: Vec<f32>,
    /// The sum of the squared gradients of each weight.
    squares: Vec<f32>,
}

impl Model {
    /// A model for these samples. Every weight is drawn towards 0 as if `prior` samples spoke for that, so that weights which few
    /// samples have stay small.
    pub(super) fn new(count: usize, samples: &Samples, prior: f32) -> Self {
        let mut met = vec![0.0f32; count];
        for number in 0..samples.len() {
            samples.features(number).iter().for_each(|feature| met[feature.weight as usize] += 1.0);
        }
        let penalties = met.iter().map(|met| PENALTY + prior / met.max(1.0)).collect();
        Model { weights: vec![0.0; count], penalties, squares: vec![CAUTION; count] }
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The log-odds of a win for Max.
    pub(super) fn log_odds(&self, features: &[Feature]) -> f32 {
        features.iter().map(|feature| sign(*feature) * self.weights[feature.weight as usize]).sum()
    }

    /// Goes through all samples once, in this order, and returns the mean log loss along the way.
    pub(super) fn learn(&mut self, samples: &Samples, order: &[usize], epoch: usize) -> f64 {
        let step = STEP / (1.0 + DECAY * epoch as f32);
        let mut loss = 0.0;
        for &number in order {
            let features = samples.features(number);
            let (log_odds, outcome) = (self.log_odds(features), samples.outcome(number));
            loss += log_loss(log_odds, outcome);
            let slope = probability(log_odds) - outcome;
            for feature in features {
                let number = feature.weight as usize;
                let weight = self.weights[number];
                let gradient = sign(*feature) * slope + self.penalties[number] * weight;
                self.squares[number] += gradient * gradient;
                self.weights[number] = weight - step * gradient / self.squares[number].sqrt();
            }
        }
        loss / order.len() as f64
    }
}

fn sign(feature: Feature) -> f32 {
    if feature.is_minus { -1.0 } else { 1.0 }
}

/// How well outcomes are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The mean of -ln of the probability given to the actual outcome; 0.693 for even chances everywhere.
    pub log_loss: f64,
    /// The share of won and lost samples whose winner has the greater predicted chance.
    pub accuracy: f64,
}

impl Scores {
    /// The scores of these log-odds.
    pub(super) fn of(samples: &Samples, log_odds: impl Fn(usize) -> f32) -> Scores {
        let (mut loss, mut right, mut decided) = (0.0, 0u64, 0u64);
        for number in 0..samples.len() {
            let (log_odds, outcome) = (log_odds(number), samples.outcome(number));
            loss += log_loss(log_odds, outcome);
            if outcome != 0.5 {
                decided += 1;
                right += u64::from((log_odds > 0.0) == (outcome > 0.5));
            }
        }
        Scores { log_loss: loss / samples.len() as f64, accuracy: right as f64 / decided.max(1) as f64 }
    }
}

/// The factor that turns the default evaluator's values into the best log-odds for these samples, by Newton's method.
pub(super) fn slope(samples: &Samples) -> f32 {
    let mut slope = 0.0;
    for _ in 0..50 {
        let (mut first, mut second) = (0.0, f64::MIN_POSITIVE);
        for number in 0..samples.len() {
            let value = f64::from(samples.usual(number));
            let chance = 1.0 / (1.0 + (-slope * value).exp());
            first += (chance - f64::from(samples.outcome(number))) * value;
            second += chance * (1.0 - chance) * value * value;
        }
        slope -= first / second;
    }
    slope as f32
}

fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn log_loss(log_odds: f32, outcome: f32) -> f64 {
    let (chance, outcome) =
        (f64::from(probability(log_odds)).clamp(CERTAIN, 1.0 - CERTAIN), f64::from(outcome));
    -(outcome * chance.ln() + (1.0 - outcome) * (1.0 - chance).ln())
}
