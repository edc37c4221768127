//! Measures how many positions of backgammon and hypergammon the evaluators value in a CPU second: all plays of a roll as a
//! batch, and one position after the other.
//!
//! `cargo run --release -p tiptree-games --example net_speed`

use std::hint::black_box;
use tiptree::clock::Clock;
use tiptree::{Evaluator, Game, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Linear, Move, Net, State};

/// How often all positions are valued.
const ROUNDS: usize = 50;

/// Positions after a roll, with their plays, of games of the net against itself with a tenth of the moves at random.
fn positions(game: &Backgammon, net: &Net) -> Vec<(State, Vec<Move>)> {
    let mut rng = Rng::new(5);
    let mut found = Vec::new();
    let mut state = game.start();
    while found.len() < 2000 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let chosen = match game.turn(&state) {
            Turn::Over(_) => {
                state = game.start();
                continue;
            }
            Turn::Chance => {
                let mut chances = Vec::new();
                game.chances(&state, &moves, &mut chances);
                rng.weighted(&chances)
            }
            _ if rng.unit() < 0.1 => rng.below(moves.len()),
            _ => {
                let value =
                    |place: &usize| state.player().sign() * net.leaf_after(game, &state, moves[*place]).value;
                (0..moves.len()).max_by(|one, two| value(one).total_cmp(&value(two))).unwrap_or(0)
            }
        };
        let next = game.after(&state, moves[chosen]);
        if state.dice().is_some() {
            found.push((state, moves));
        }
        state = next;
    }
    found
}

/// The millions of evaluations in a CPU second.
fn rate(work: impl FnOnce() -> usize) -> f64 {
    let clock = Clock::start();
    let count = work();
    count as f64 / clock.cpu().as_secs_f64() / 1e6
}

fn main() {
    for (name, game) in [("backgammon", Backgammon::standard()), ("hypergammon", Backgammon::hypergammon())] {
        let net = Net::new(&game);
        let positions = positions(&game, &net);
        let portable = net.clone().portable();
        let linear = Linear::new(&game);
        let evaluators: [(&str, &dyn Evaluator<Backgammon>); 3] =
            [("net", &net), ("net without vectors", &portable), ("linear", &linear)];
        for (evaluator_name, evaluator) in evaluators {
            let mut leaves = Vec::new();
            let batches = rate(|| {
                let mut value_all = |(state, moves): &(State, Vec<Move>)| {
                    leaves.clear();
                    evaluator.children(&game, black_box(state), moves, &mut leaves);
                    leaves.len()
                };
                (0..ROUNDS).map(|_| positions.iter().map(&mut value_all).sum::<usize>()).sum()
            });
            let single = rate(|| {
                for (state, _) in (0..10 * ROUNDS).flat_map(|_| &positions) {
                    black_box(evaluator.evaluate(&game, black_box(state)));
                }
                10 * ROUNDS * positions.len()
            });
            println!(
                "{name}, {evaluator_name}: {batches:.1} million a CPU second in batches, {single:.1} one by one"
            );
        }
    }
}
