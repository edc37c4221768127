//! The net: its committed weights, its vector instructions against the portable code, its layers against their definition, what
//! the rules decide, and its training.

#[path = "../../examples/train_net/adam.rs"]
mod adam;
#[path = "../../examples/train_net/training.rs"]
mod training;

use super::{at_random_positions, games, moves};
use adam::Learner;
use tiptree::{Estimates, Evaluator, Game, Notation, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Chances, Net, State, is_race};
use training::Training;

/// A net with random weights, and the weights.
fn random_net(rng: &mut Rng) -> (Net, [Learner; 2]) {
    let learners = [Learner::new(rng), Learner::new(rng)];
    (Net::with_weights(&learners[0].weights, &learners[1].weights), learners)
}

/// The same position with the other side to roll.
fn turned(game: &Backgammon, state: &State) -> State {
    let text = game.position_text(state);
    let turned = if text.contains("max") { text.replace("max", "min") } else { text.replace("min", "max") };
    game.parse_position(&turned).unwrap()
}

#[test]
fn vectors_and_batches_find_the_same_bits() {
    let (random, _) = random_net(&mut Rng::new(1));
    for game in games() {
        for net in [random.clone(), Net::new(&game)] {
            let portable = net.clone().portable();
            let mut states = Vec::new();
            at_random_positions(&game, |state| {
                assert_eq!(net.chances(state), portable.chances(state));
                states.push(*state);
                // One of the 21 rolls, another one at each position.
                for roll in moves(&game, state).into_iter().skip(states.len() % 21).take(1) {
                    let rolled = game.after(state, roll);
                    let plays = moves(&game, &rolled);
                    let [mut leaves, mut others] = [Vec::new(), Vec::new()];
                    net.children(&game, &rolled, &plays, &mut leaves);
                    portable.children(&game, &rolled, &plays, &mut others);
                    assert_eq!(leaves, others);
                    let alone: Vec<_> =
                        plays.iter().map(|&play| net.leaf_after(&game, &rolled, play)).collect();
                    assert_eq!(leaves, alone);
                }
            });
            let mut estimates = Estimates::default();
            net.states(&game, &states, &mut estimates);
            let values = estimates.values;
            assert!(states.iter().zip(&values).all(|(state, value)| net.evaluate(&game, state) == *value));
        }
    }
}

#[test]
fn its_tables_have_the_sums_over_the_inputs() {
    let (net, learners) = random_net(&mut Rng::new(3));
    for game in games() {
        at_random_positions(&game, |state| {
            let weights = &learners[usize::from(is_race(state))].weights;
            let weight = |row: usize, unit: usize| weights[row * Net::HIDDEN + unit];
            let mut inputs = Vec::new();
            Net::push_inputs(state, &mut inputs);
            let hidden = |unit: usize| -> f32 {
                inputs.iter().map(|&(number, input)| weight(number, unit) * input as f32).sum()
            };
            let products = (0..Net::HIDDEN).map(|unit| weight(Net::INPUTS, unit) * hidden(unit).max(0.0));
            let sum = products.sum::<f32>() + weights[Net::WEIGHTS - 5];
            assert!((net.chances(state).win - 1.0 / (1.0 + (-sum).exp())).abs() < 1e-5);
        });
    }
}

#[test]
fn the_sides_see_opposite_values() {
    for game in games() {
        let net = Net::new(&game);
        at_random_positions(&game, |state| {
            assert_eq!(net.evaluate(&game, state), -net.evaluate(&game, &turned(&game, state)));
        });
    }
}

#[test]
fn its_chances_are_possible() {
    for game in games() {
        for net in [Net::new(&game), random_net(&mut Rng::new(5)).0] {
            at_random_positions(&game, |state| {
                let chances = net.chances(state);
                assert!(chances.to_array().iter().all(|chance| (0.0..=1.0).contains(chance)));
                assert!(chances.win_backgammon <= chances.win_gammon && chances.win_gammon <= chances.win);
                assert!(chances.lose_backgammon <= chances.lose_gammon);
                assert!(chances.lose_gammon <= chances.swapped().win);
                assert!(chances.lose_gammon == 0.0 || state.mover().borne_off() == 0);
                assert!(chances.win_gammon == 0.0 || state.waiter().borne_off() == 0);
            });
        }
    }
}

#[test]
fn games_that_are_over_have_their_payoffs() {
    for game in games() {
        let net = Net::new(&game);
        let mut rng = Rng::new(11);
        for _ in 0..20 {
            let mut state = game.start();
            let payoff = loop {
                if let Turn::Over(payoff) = game.turn(&state) {
                    break payoff;
                }
                let moves = moves(&game, &state);
                state = game.after(&state, moves[rng.below(moves.len())]);
            };
            assert_eq!(net.leaf(&game, &state).value, payoff);
            assert_eq!(net.evaluate(&game, &state), payoff);
        }
    }
}

#[test]
fn chances_have_points() {
    assert_eq!([1.0, 2.0, 3.0].map(|points| Chances::lost(points).points()), [-1.0, -2.0, -3.0]);
    assert_eq!(Chances::lost(3.0).swapped().points(), 3.0);
}

#[test]
fn weights_are_read_as_written() {
    let files: [&[u8]; 2] =
        [include_bytes!("../../data/backgammon-net.bin"), include_bytes!("../../data/hypergammon-net.bin")];
    for (game, file) in games().into_iter().zip(files) {
        assert!(Net::from_bytes(file).unwrap() == Net::new(&game));
    }
    // Weights that are whole numbers of the unit come back.
    let weights: Vec<f32> = (0..Net::WEIGHTS).map(|number| (number % 99) as f32 / 64.0).collect();
    let bytes = Net::bytes(&weights, &weights);
    assert!(Net::from_bytes(&bytes).unwrap() == Net::with_weights(&weights, &weights));
    let error = Net::from_bytes(&bytes[1..]).unwrap_err().to_string();
    assert!(error.contains(&format!("{} bytes", bytes.len() - 1)), "{error}");
}

#[test]
fn a_training_has_the_same_result_again() {
    let trained = |seed| {
        let mut training = Training::new(Backgammon::hypergammon(), seed, 100);
        training.run_until(100);
        assert_eq!(training.games(), 100);
        assert!(training.errors().contains("races"));
        assert!(training.net() != Training::new(Backgammon::hypergammon(), seed, 100).net());
        training.bytes()
    };
    let first = trained(1);
    assert!(first == trained(1));
    assert!(first != trained(2));
}
