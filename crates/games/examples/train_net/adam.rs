//! A net in training: its weights, the gradient of its errors, and Adam's steps along it.
//!
//! Kingma and Ba 2015, *Adam: A Method for Stochastic Optimization*. The error is the cross-entropy of each chance, whose
//! gradient by the sum before the logistic function is the chance minus its target.

use tiptree::Rng;
use tiptree_games::backgammon::{Chances, Net, State};

/// The decay of Adam's running means of the gradient and of its square.
const DECAY: [f32; 2] = [0.9, 0.999];
/// Keeps the steps finite where the gradient is 0.
const SMALLEST: f32 = 1e-8;
/// The number of chances.
const CHANCES: usize = 5;
/// Where the weights of the outputs begin, and their biases.
const OUTPUTS: usize = Net::INPUTS * Net::HIDDEN;
const BIASES: usize = OUTPUTS + CHANCES * Net::HIDDEN;

/// A position with the chances that it should have.
pub(crate) struct Sample {
    pub(crate) state: State,
    pub(crate) target: Chances,
}

/// A net in training.
pub(crate) struct Learner {
    pub(crate) weights: Vec<f32>,
    gradient: Vec<f32>,
    /// Adam's running means of the gradient and of its square.
    means: [Vec<f32>; 2],
    steps: i32,
    inputs: Vec<(usize, f64)>,
}

impl Learner {
    /// A net with small random weights.
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let mut weight = |number: usize| {
            let size = if number < BIASES { 0.2 } else { 0.0 };
            (size * (2.0 * rng.unit() - 1.0)) as f32
        };
        Learner {
            weights: (0..Net::WEIGHTS).map(&mut weight).collect(),
            gradient: vec![0.0; Net::WEIGHTS],
            means: [vec![0.0; Net::WEIGHTS], vec![0.0; Net::WEIGHTS]],
            steps: 0,
            inputs: Vec::new(),
        }
    }

    /// The activations of the hidden units, and the chances.
    fn outputs(&self) -> ([f32; Net::HIDDEN], [f32; CHANCES]) {
        let mut hidden = [0.0; Net::HIDDEN];
        for &(number, input) in &self.inputs {
            let row = &self.weights[number * Net::HIDDEN..][..Net::HIDDEN];
            hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * input as f32);
        }
        for sum in &mut hidden {
            *sum = sum.max(0.0);
        }
        let chances = std::array::from_fn(|number| {
            let row = &self.weights[OUTPUTS + number * Net::HIDDEN..][..Net::HIDDEN];
            let mut lanes = [0.0; 8];
            for (weights, units) in row.chunks(8).zip(hidden.chunks(8)) {
                for lane in 0..8 {
                    lanes[lane] += weights[lane] * units[lane];
                }
            }
            let sum: f32 = lanes.iter().sum();
            1.0 / (1.0 + (-sum - self.weights[BIASES + number]).exp())
        });
        (hidden, chances)
    }

    /// Adds a sample's gradient. Returns the squared error of the chance to win.
    fn add(&mut self, sample: &Sample) -> f64 {
        self.inputs.clear();
        Net::push_inputs(&sample.state, &mut self.inputs);
        let (hidden, chances) = self.outputs();
        let mut to_hidden = [0.0; Net::HIDDEN];
        // Gammons that the rules exclude are not learned: the evaluator sets them to 0.
        let [own, other] =
            [sample.state.mover(), sample.state.waiter()].map(|checkers| checkers.borne_off() == 0);
        let counts = [true, other, other, own, own];
        let targets = sample.target.to_array();
        for number in 0..CHANCES {
            if !counts[number] {
                continue;
            }
            let error = chances[number] - targets[number];
            self.gradient[BIASES + number] += error;
            let from = OUTPUTS + number * Net::HIDDEN;
            let weights = &self.weights[from..][..Net::HIDDEN];
            let gradient = &mut self.gradient[from..][..Net::HIDDEN];
            for unit in 0..Net::HIDDEN {
                gradient[unit] += error * hidden[unit];
                to_hidden[unit] += error * weights[unit];
            }
        }
        for unit in 0..Net::HIDDEN {
            to_hidden[unit] = if hidden[unit] > 0.0 { to_hidden[unit] } else { 0.0 };
        }
        for &(number, input) in &self.inputs {
            let gradient = &mut self.gradient[number * Net::HIDDEN..][..Net::HIDDEN];
            gradient.iter_mut().zip(&to_hidden).for_each(|(sum, part)| *sum += part * input as f32);
        }
        f64::from(chances[0] - targets[0]).powi(2)
    }

    /// Makes a step that lessens the errors of these samples. Returns the sum of the squared errors of the chance to win.
    pub(crate) fn step<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>, rate: f32) -> f64 {
        self.gradient.fill(0.0);
        let mut count = 0.0;
        let mut errors = 0.0;
        for sample in samples {
            errors += self.add(sample);
            count += 1.0;
        }
        self.steps += 1;
        let [mean_left, square_left] = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let [means, squares] = &mut self.means;
        let of_gradient = self.gradient.iter().zip(means).zip(squares);
        for (weight, ((gradient, mean), square)) in self.weights.iter_mut().zip(of_gradient) {
            let gradient = gradient / count;
            *mean += (1.0 - DECAY[0]) * (gradient - *mean);
            *square += (1.0 - DECAY[1]) * (gradient * gradient - *square);
            *weight -= rate * (*mean / mean_left) / ((*square / square_left).sqrt() + SMALLEST);
        }
        errors
    }
}
