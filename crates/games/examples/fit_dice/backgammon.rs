//! The linear evaluator of backgammon and hypergammon.

use crate::regression::{Observation, fit};
use crate::self_play::{duel, play};
use tiptree::Rng;
use tiptree_games::backgammon::{
    Backgammon, INPUTS, Linear, Regressions, State, Weights, is_race, push_inputs,
};

/// The share of moves drawn at random, so that the games see more than what the evaluator prefers.
const RANDOM: f64 = 0.1;
/// The games of a duel.
const DUEL: u64 = 4000;
/// The rounds whose games are kept.
const KEPT: usize = 4;

/// A position before a roll, with what the game paid the player to roll.
type Seen = (State, f64);

/// Fits the weights in several rounds: each plays games with the weights of the round before and fits to the games of the
/// last rounds. Returns the weights that beat the ones kept before.
pub(crate) fn fitted(game: &Backgammon, rounds: u64, games: u64) -> [Regressions; 2] {
    let mut latest = [first(); 2];
    let mut best = latest;
    let mut seen: Vec<Vec<Seen>> = Vec::new();
    for round in 1..=rounds {
        let player = evaluator(&latest);
        seen.push(
            (0..games).flat_map(|number| played(game, &player, &mut Rng::derive(round, &[number]))).collect(),
        );
        seen.drain(..seen.len().saturating_sub(KEPT));
        latest = [0, 1].map(|kind| {
            let part: Vec<Seen> = seen
                .iter()
                .flatten()
                .filter(|(state, _)| usize::from(is_race(state)) == kind)
                .copied()
                .collect();
            regressions(&latest[kind], &part)
        });
        let points = duel(game, &evaluator(&latest), &evaluator(&best), DUEL);
        eprintln!("round {round}: {points:+.3} points a game against the best so far");
        if points > 0.0 {
            best = latest;
        }
    }
    best
}

pub(crate) fn evaluator([contact, race]: &[Regressions; 2]) -> Linear {
    Linear::with_weights(contact, race)
}

fn played(game: &Backgammon, player: &Linear, rng: &mut Rng) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    let payoff = play(game, player, RANDOM, rng, |&state| seen.push((state, 0.0)));
    for (state, points) in &mut seen {
        *points = state.player().sign() * payoff;
    }
    seen
}

/// Weights to begin with: a player who runs and leaves no checker alone.
fn first() -> Regressions {
    let mut win: Weights = [0.0; INPUTS];
    let side = 24 * 4 + 2;
    for (from, sign) in [(0, 1.0), (side, -1.0)] {
        for point in 0..24 {
            let distance = (point + 1) as f64;
            let weights = &mut win[from + 4 * point..];
            weights[0] = sign * (-0.02 * distance - 0.1);
            weights[1] = sign * (-0.02 * distance + 0.3);
            weights[2] = sign * (-0.02 * distance);
            weights[3] = sign * (-0.05 * distance);
        }
        win[from + side - 1] = sign * -1.5;
    }
    [win, [0.0; INPUTS], [0.0; INPUTS]]
}

/// The chance to win from all positions, the points beyond the first where a gammon is still possible.
fn regressions(earlier: &Regressions, seen: &[Seen]) -> Regressions {
    let [win, gain, cost] = *earlier;
    let part = |earlier: Weights, target: &dyn Fn(&Seen) -> Option<f64>| {
        let observe = |seen: &Seen| {
            let mut inputs = Vec::new();
            let target = target(seen)?;
            push_inputs(&seen.0, &mut inputs);
            Some(Observation { inputs, target })
        };
        fit(earlier, &seen.iter().filter_map(observe))
    };
    [
        part(win, &|&(_, points)| Some(if points > 0.0 { 1.0 } else { 0.0 })),
        part(gain, &|&(state, points)| {
            (points > 0.0 && state.waiter().borne_off() == 0).then_some((points - 1.0) / 2.0)
        }),
        part(cost, &|&(state, points)| {
            (points < 0.0 && state.mover().borne_off() == 0).then_some((-points - 1.0) / 2.0)
        }),
    ]
}
