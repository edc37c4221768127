//! Training by TD(λ) on games that the net plays against itself, one ply deep.
//!
//! Sutton 1988, *Learning to Predict by the Methods of Temporal Differences*; Tesauro 1992. The forward view: the target of a position
//! is λ times the target of the next position plus 1-λ times an estimate. Tesauro's estimate is the value of the position after the
//! roll that came. After the first part of the games it is here the mean over all 21 rolls, each with its best play, which takes the
//! luck of one roll out of the target. The net is fixed while it plays a round of games; then Adam's method makes steps on
//! positions drawn from the last rounds.

use super::adam::{Learner, Sample};
use std::collections::VecDeque;
use tiptree::{Game, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Chances, Move, Net, State, is_race};

/// The games of a round.
const ROUND: u64 = 50;
/// The positions of a step.
const BATCH: usize = 64;
/// How often a position is learned from on average, and the most positions that are kept for it.
const USES: usize = 12;
const KEPT: usize = 100_000;
/// The part of the games in which an estimate is the value after the roll that came.
const SAMPLED: f64 = 0.2;
/// The first and the last λ.
const LAMBDA: [f64; 2] = [0.8, 0.2];
/// The first and the last rate of learning.
const RATES: [f64; 2] = [2e-3, 3e-5];

/// A training under way.
pub(crate) struct Training {
    game: Backgammon,
    seed: u64,
    /// The games in all, on which the schedule depends.
    most: u64,
    games: u64,
    /// The nets for contact and for races.
    learners: [Learner; 2],
    /// The last positions of contact and of races.
    samples: [VecDeque<Sample>; 2],
    /// The squared errors of the chance to win since they were last asked for, and how many.
    errors: [(f64, usize); 2],
}

impl Training {
    pub(crate) fn new(game: Backgammon, seed: u64, most: u64) -> Self {
        let learners = [0, 1].map(|kind| Learner::new(&mut Rng::derive(seed, &[0, kind])));
        Training {
            game,
            seed,
            most,
            games: 0,
            learners,
            samples: [VecDeque::new(), VecDeque::new()],
            errors: [(0.0, 0); 2],
        }
    }

    /// The number of games played.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    pub(crate) fn net(&self) -> Net {
        let [contact, race] = &self.learners;
        Net::with_weights(&contact.weights, &race.weights)
    }

    /// The file of the weights.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let [contact, race] = &self.learners;
        Net::bytes(&contact.weights, &race.weights)
    }

    /// The root mean square error of the chance to win in contact and in races since this was last asked for.
    pub(crate) fn errors(&mut self) -> String {
        let [contact, race] =
            std::mem::take(&mut self.errors).map(|(sum, count)| (sum / count.max(1) as f64).sqrt());
        format!("error {contact:.4} in contact, {race:.4} in races")
    }

    /// Plays and learns until there have been this many games.
    pub(crate) fn run_until(&mut self, games: u64) {
        while self.games < games {
            self.round();
        }
    }

    fn round(&mut self) {
        let done = self.games as f64 / self.most as f64;
        let is_sampled = done < SAMPLED;
        let lambda = LAMBDA[0] + done * (LAMBDA[1] - LAMBDA[0]);
        let rate = RATES[0] * (RATES[1] / RATES[0]).powf(done);
        let net = self.net();
        let mut new = [0; 2];
        for _ in 0..ROUND {
            let rng = &mut Rng::derive(self.seed, &[1, self.games]);
            for sample in played(&self.game, &net, is_sampled, lambda as f32, rng) {
                let kind = usize::from(is_race(&sample.state));
                new[kind] += 1;
                self.samples[kind].push_back(sample);
            }
            self.games += 1;
        }
        let rng = &mut Rng::derive(self.seed, &[2, self.games]);
        for kind in [0, 1] {
            let samples = &mut self.samples[kind];
            samples.drain(..samples.len().saturating_sub(KEPT));
            for _ in 0..(USES * new[kind]).div_ceil(BATCH) {
                let batch = (0..BATCH).map(|_| &samples[rng.below(samples.len())]);
                self.errors[kind].0 += self.learners[kind].step(batch, rate as f32);
                self.errors[kind].1 += BATCH;
            }
        }
    }
}

/// The positions of a game before each roll, with their targets.
fn played(game: &Backgammon, net: &Net, is_sampled: bool, lambda: f32, rng: &mut Rng) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut plays = BestPlays::default();
    let mut state = game.start();
    while !matches!(game.turn(&state), Turn::Over(_)) {
        let (next, estimate) = plays.after(game, net, &state, is_sampled, rng);
        samples.push(Sample { state, target: estimate });
        state = next;
    }
    let mut target = net.chances(&state);
    for sample in samples.iter_mut().rev() {
        let later = target.swapped().to_array();
        let mut mixed = sample.target.to_array();
        mixed.iter_mut().zip(later).for_each(|(part, later)| *part += lambda * (later - *part));
        target = Chances::from_array(mixed);
        sample.target = target;
    }
    samples
}

/// The best plays of rolls, and room to find them.
#[derive(Default)]
struct BestPlays {
    rolls: Vec<Move>,
    odds: Vec<f64>,
    plays: Vec<Move>,
}

impl BestPlays {
    /// The position after a random roll and its best play, and an estimate of the chances before the roll.
    fn after(
        &mut self,
        game: &Backgammon,
        net: &Net,
        state: &State,
        is_sampled: bool,
        rng: &mut Rng,
    ) -> (State, Chances) {
        self.rolls.clear();
        self.odds.clear();
        game.moves(state, &mut self.rolls);
        game.chances(state, &self.rolls, &mut self.odds);
        let drawn = rng.weighted(&self.odds);
        if is_sampled {
            return self.best(game, net, &game.after(state, self.rolls[drawn]));
        }
        let mut next = *state;
        let mut mean = [0.0; 5];
        for number in 0..self.rolls.len() {
            let (best, chances) = self.best(game, net, &game.after(state, self.rolls[number]));
            let odds = self.odds[number] as f32;
            mean.iter_mut().zip(chances.to_array()).for_each(|(sum, chance)| *sum += odds * chance);
            if number == drawn {
                next = best;
            }
        }
        (next, Chances::from_array(mean))
    }

    /// The position after the best play of a roll, with the chances of the player who makes it.
    fn best(&mut self, game: &Backgammon, net: &Net, rolled: &State) -> (State, Chances) {
        self.plays.clear();
        game.moves(rolled, &mut self.plays);
        let mut best = (*rolled, Chances::lost(0.0));
        let mut least = f64::INFINITY;
        net.each(self.plays.iter().map(|&play| game.after(rolled, play)), |state, chances| {
            if chances.points() < least {
                least = chances.points();
                best = (*state, chances.swapped());
            }
        });
        best
    }
}
