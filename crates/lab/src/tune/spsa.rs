//! Simultaneous perturbation stochastic approximation (Spall 1992), with the gains of Spall 1998.
//!
//! In iteration k all parameters are moved at once, each by `c_k` up or down as a coin decides, and then the opposite
//! way. The difference of the two measurements, divided by each parameter's move, estimates the whole gradient, and a
//! step of `a_k` follows it: `a_k = a/(A + k)^0.602`, `c_k = c/k^0.101`. Here the measurement is the match between the
//! two perturbed players, as in fishtest, and every parameter is scaled to the unit interval. A is a tenth of the
//! iterations, as Spall advises; a is chosen so that the first step has a given size if one player wins every game.
//!
//! The tuner does not play: it names two players and is told the score of their match. Telling it the results of an
//! earlier run brings it to the state of that run.

use super::parameter::Parameter;
use tiptree::{Rng, Spec};

/// The perturbation of the first iteration, c, as a share of a parameter's range.
const PERTURBATION: f64 = 0.15;
/// The step of the first iteration if one player wins every game, as a share of a parameter's range.
const FIRST_STEP: f64 = 0.15;
/// Spall's practical exponents of a and c.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// A as a share of the iterations.
const STABILITY: f64 = 0.1;
/// The random streams of the tuner, separate from those of openings and games.
const STREAM: u64 = u64::MAX - 1;

/// The two players of an iteration, and the seed of their match.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The iteration, from 0.
    pub index: usize,
    /// The player whose parameters are moved in the direction of the coins.
    pub plus: Spec,
    /// The player whose parameters are moved the other way.
    pub minus: Spec,
    /// The seed of the match.
    pub seed: u64,
}

/// A tuner of a search's parameters.
#[derive(Clone, Debug)]
pub struct Tuner {
    search: Spec,
    parameters: Vec<Parameter>,
    /// The value of each parameter, scaled to the unit interval.
    places: Vec<f64>,
    iterations: usize,
    done: usize,
    seed: u64,
}

impl Tuner {
    /// A tuner that begins at the start of every parameter.
    pub fn new(search: Spec, parameters: Vec<Parameter>, iterations: usize, seed: u64) -> Self {
        let places = parameters.iter().map(|parameter| parameter.place(parameter.start)).collect();
        Tuner { search, parameters, places, iterations, done: 0, seed }
    }

    /// The match to play next; `None` after the last iteration.
    pub fn next_trial(&self) -> Option<Trial> {
        if self.done == self.iterations {
            return None;
        }
        let moves = self.perturbation();
        let moved = |sign: f64| {
            let places =
                self.places.iter().zip(&moves).map(|(place, by)| (place + sign * by).clamp(0.0, 1.0));
            self.player(places)
        };
        let seed = Rng::derive(self.seed, &[STREAM, self.done as u64, 1]).next_u64();
        Some(Trial { index: self.done, plus: moved(1.0), minus: moved(-1.0), seed })
    }

    /// Takes the score per game of the plus player in the match, and makes a step.
    pub fn tell(&mut self, score: f64) {
        let moves = self.perturbation();
        let step = self.step();
        for (place, by) in self.places.iter_mut().zip(moves) {
            // The scores of both players add up to 1, so their difference is 2 score - 1.
            let slope = (2.0 * score - 1.0) / (2.0 * by);
            *place = (*place + step * slope).clamp(0.0, 1.0);
        }
        self.done += 1;
    }

    /// The number of iterations done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The current values of the parameters, in their order.
    pub fn values(&self) -> Vec<f64> {
        let pairs = self.parameters.iter().zip(&self.places);
        pairs.map(|(parameter, &place)| parameter.value(place)).collect()
    }

    /// The search with the current values of its parameters.
    pub fn tuned(&self) -> Spec {
        self.player(self.places.iter().copied())
    }

    /// The signed move of each parameter for the plus player; the same at every call within an iteration.
    fn perturbation(&self) -> Vec<f64> {
        let size = PERTURBATION / ((self.done + 1) as f64).powf(GAMMA);
        let mut coins = Rng::derive(self.seed, &[STREAM, self.done as u64, 0]);
        let each = self.parameters.iter().zip(&self.places);
        each.map(|(parameter, &place)| {
            let sign = if coins.below(2) == 0 { 1.0 } else { -1.0 };
            sign * size.max(parameter.least_step(place))
        })
        .collect()
    }

    fn step(&self) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        let a = FIRST_STEP * 2.0 * PERTURBATION * (stability + 1.0).powf(ALPHA);
        a / (stability + (self.done + 1) as f64).powf(ALPHA)
    }

    fn player(&self, places: impl Iterator<Item = f64>) -> Spec {
        let mut player = self.search.clone();
        for (parameter, place) in self.parameters.iter().zip(places) {
            let text = parameter.text(place);
            match player.parameters.iter_mut().find(|(key, _)| *key == parameter.key) {
                Some((_, value)) => *value = text,
                None => player.parameters.push((parameter.key.clone(), text)),
            }
        }
        player
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Registry;

    /// The strength of a player: greatest at c = 0.1, p = 12 and branching = 5, where c counts by its logarithm.
    fn strength(player: &Spec) -> f64 {
        let number = |key| player.get(key).unwrap().parse::<f64>().unwrap();
        let off =
            [(number("c") / 0.1).ln() / 1.5, (number("p") - 12.0) / 10.0, (number("branching") - 5.0) / 4.0];
        -off.iter().map(|off| off * off).sum::<f64>()
    }

    /// Tunes on simulated games, 16 per iteration, which the stronger player wins more often.
    fn tuned(seed: u64) -> Vec<f64> {
        let search: Spec = "mm".parse().unwrap();
        let texts = ["c~0.01..1:0.8", "p=2.0..40:35", "branching=2..12:11"];
        let parameters = texts.map(|text| Parameter::read(&Registry::new(), text, &search).unwrap()).to_vec();
        let mut tuner = Tuner::new(search, parameters, 500, seed);
        while let Some(trial) = tuner.next_trial() {
            let share = 1.0 / (1.0 + (strength(&trial.minus) - strength(&trial.plus)).exp());
            let mut rng = Rng::new(trial.seed);
            let wins = (0..16).filter(|_| rng.unit() < share).count();
            tuner.tell(wins as f64 / 16.0);
        }
        tuner.values()
    }

    #[test]
    fn noisy_games_lead_from_a_far_corner_to_the_best_parameters() {
        for seed in 1..=10 {
            let [c, p, branching] = tuned(seed)[..] else { panic!() };
            let off = [(c / 0.1).ln().abs() / 1.5, (p - 12.0).abs() / 10.0, (branching - 5.0).abs() / 4.0];
            assert!(off.iter().all(|&off| off < 0.6), "seed {seed}: {c} {p} {branching}");
        }
    }

    #[test]
    fn the_seed_decides_everything_and_a_draw_moves_nothing() {
        let search: Spec = "mm(keep=true)".parse().unwrap();
        let parameters = vec![Parameter::read(&Registry::new(), "c~0.01..1:0.1", &search).unwrap()];
        let tuner = |seed| Tuner::new(search.clone(), parameters.clone(), 2, seed);
        let (mut first, second) = (tuner(1), tuner(1));
        let trial = first.next_trial().unwrap();
        assert_eq!(Some(&trial), second.next_trial().as_ref());
        assert_ne!(trial.seed, tuner(2).next_trial().unwrap().seed);
        assert_eq!(trial.plus.get("keep"), Some("true"));
        // The same factor up and down, whichever player is plus.
        let mut values = [&trial.plus, &trial.minus].map(|player| player.get("c").unwrap());
        values.sort_unstable();
        assert_eq!(values, ["0.05012", "0.1995"]);
        first.tell(0.5);
        assert_eq!(first.tuned().to_string(), "mm(keep=true,c=0.1)");
        first.tell(1.0);
        assert_eq!((first.next_trial(), first.done()), (None, 2));
        assert_ne!(first.tuned().to_string(), "mm(keep=true,c=0.1)");
    }
}
