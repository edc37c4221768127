//! The linear evaluator against its definition.

use super::{at_random_positions, games};
use tiptree::{Evaluator, Player, Rng};
use tiptree_games::backgammon::{INPUTS, Linear, Regressions, is_race, push_inputs};

fn random_weights(rng: &mut Rng) -> Regressions {
    std::array::from_fn(|_| std::array::from_fn(|_| rng.unit() - 0.5))
}

#[test]
fn its_tables_have_the_sums_over_the_inputs() {
    let mut rng = Rng::new(3);
    let weights = [random_weights(&mut rng), random_weights(&mut rng)];
    let linear = Linear::with_weights(&weights[0], &weights[1]);
    for game in games() {
        at_random_positions(&game, |state| {
            let mut inputs = Vec::new();
            push_inputs(state, &mut inputs);
            let [win, gain, cost] = weights[usize::from(is_race(state))].map(|weights| {
                let sum: f64 = inputs.iter().map(|&(number, input)| weights[number] * input).sum();
                1.0 / (1.0 + (-sum).exp())
            });
            let more = |off: u8, share: f64| if off == 0 { 2.0 * share } else { 0.0 };
            let points = win * (1.0 + more(state.waiter().borne_off(), gain))
                - (1.0 - win) * (1.0 + more(state.mover().borne_off(), cost));
            let sign = if state.player() == Player::Max { 1.0 } else { -1.0 };
            assert!((linear.evaluate(&game, state) - sign * points).abs() < 1e-9);
        });
    }
}

#[test]
fn the_committed_weights_are_complete() {
    for text in
        [include_str!("../../data/backgammon-linear.txt"), include_str!("../../data/hypergammon-linear.txt")]
    {
        let numbers = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        assert_eq!(numbers.filter(|word| word.parse::<f64>().is_ok_and(f64::is_finite)).count(), 6 * INPUTS);
    }
}
