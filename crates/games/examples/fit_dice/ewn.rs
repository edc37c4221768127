//! The linear evaluator of EinStein würfelt nicht.

use crate::regression::{Observation, fit};
use crate::self_play::{duel, play};
use tiptree::Rng;
use tiptree_games::ewn::{Ewn, FEATURES, Linear, features};

/// The share of moves drawn at random.
const RANDOM: f64 = 0.1;

/// Fits the weights in several rounds, each to games played with the weights of the round before.
pub(crate) fn fitted(rounds: u64, games: u64) -> [f64; FEATURES] {
    // To begin with, distances alone.
    let mut weights = [-1.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0];
    for round in 1..=rounds {
        let player = Linear::with_weights(weights);
        let mut seen: Vec<([f64; FEATURES], f64)> = Vec::new();
        for number in 0..games {
            let mut players = Vec::new();
            let from = seen.len();
            let payoff = play(&Ewn, &player, RANDOM, &mut Rng::derive(round, &[number]), |state| {
                seen.push((features(state), 0.0));
                players.push(state.player());
            });
            for ((_, target), player) in seen[from..].iter_mut().zip(players) {
                *target = f64::midpoint(1.0, player.sign() * payoff);
            }
        }
        let observe = |&(features, target): &([f64; FEATURES], f64)| Observation {
            inputs: features.into_iter().enumerate().collect(),
            target,
        };
        weights = fit(weights, &seen.iter().map(observe));
        let points = duel(&Ewn, &Linear::with_weights(weights), &player, 20_000);
        eprintln!(
            "round {round}: {} positions, {points:+.3} points a game against the round before",
            seen.len()
        );
    }
    weights
}
