//! Backups of best-first trees: what each child weighs is the derivative of the value, and the average is halfway.

use proptest::prelude::*;
use tiptree::Player;
use tiptree::search::best_first::backup::{
    Average, Backed, Backup, ExponentialMean, Family, Minimax, PowerMean, Product,
};

fn backups() -> [Box<dyn Backup>; 5] {
    [
        Box::new(Minimax),
        Box::new(PowerMean::new(12.0)),
        Box::new(ExponentialMean::new(0.02)),
        Box::new(Product),
        Box::new(Average),
    ]
}

/// The value of a family by a backup.
fn backed(backup: &impl Backup, player: Player, values: &[f64]) -> Backed {
    let logs: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    backup.back_up(&Family::new(player, 0, values, &logs, &[]))
}

/// The derivative of a family's value to each child, by the backup's own account.
fn derivatives(backup: &impl Backup, player: Player, values: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    let mut nats = vec![0.0; values.len()];
    let family = Family::new(player, 0, values, &logs, &[]);
    backup.nats(&family, backed(backup, player, values), &mut nats);
    nats.into_iter().map(|nat| (-nat).exp()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn the_derivatives_of_every_backup_equal_finite_differences(
        values in prop::collection::vec(2.0f64..1022.0, 1..6), max in any::<bool>(), backup in 0usize..5,
    ) {
        let (backup, player) = (&backups()[backup], if max { Player::Max } else { Player::Min });
        let step = 1e-3;
        // Where two are the best there is a kink and no derivative.
        let distinct = |i: usize| values[..i].iter().all(|value| (value - values[i]).abs() > 4.0 * step);
        prop_assume!((0..values.len()).all(distinct));
        for (i, derivative) in derivatives(backup, player, &values).into_iter().enumerate() {
            let shifted = |by: f64| {
                let mut values = values.clone();
                values[i] += by;
                backed(backup, player, &values).value
            };
            let difference = (shifted(step) - shifted(-step)) / (2.0 * step);
            prop_assert!((difference - derivative).abs() <= 1e-4 * derivative + 1e-6, "{i}: {difference} {derivative}");
        }
    }
}

#[test]
fn the_average_lies_halfway_between_minimax_and_product() {
    // On 1 to 1023 these are the probabilities 1/2, 1/4 and 1/8.
    let values = [512.0, 256.5, 128.75];
    for (player, extreme, product) in
        [(Player::Max, 0.5, 1.0 - 0.5 * 0.75 * 0.875), (Player::Min, 0.125, 1.0 / 64.0)]
    {
        assert_eq!(backed(&Product, player, &values).value, 1.0 + 1022.0 * product);
        assert_eq!(backed(&Average, player, &values).value, 1.0 + 1022.0 * 0.5 * (extreme + product));
    }
    let derivatives = |player, values: &[f64], expected: &[f64]| {
        let found = derivatives(&Average, player, values);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
    };
    // Of equal best children the leftmost has the derivative of minimax.
    derivatives(Player::Min, &[256.5, 512.0, 256.5], &[0.5625, 0.03125, 0.0625]);
    // A certain win leaves nothing to the others, and of its own half the product's share.
    derivatives(Player::Max, &[1023.0, 512.0], &[0.75, 0.0]);
}
