use super::*;
use crate::game::Turn;
use crate::rng::Rng;
use crate::testing::conformance;
use crate::testing::synthetic::{HashEvaluator, HashTree};

fn tree() -> HashTree {
    HashTree::new(5, 9, 4).with_early_ends(0.1)
}

fn noisy(deviation: f64, kind: Kind, seed: u64) -> Noisy<HashEvaluator> {
    Noisy::new(&tree(), HashEvaluator::new(3, 1000), Noise::new(deviation, kind, seed))
}

#[test]
fn errors_are_approximately_normal_and_never_change() {
    let noise = Noise::new(1.0, Kind::Independent, 1);
    let errors: Vec<f64> = (0..200_000).map(|number| noise.error(number)).collect();
    let moment = |power: i32| errors.iter().map(|error| error.powi(power)).sum::<f64>() / errors.len() as f64;
    assert!(moment(1).abs() < 0.01 && (moment(2) - 1.0).abs() < 0.015, "{} {}", moment(1), moment(2));
    // A sum of twelve has a fourth moment of 2.9 where the normal distribution has 3.
    assert!(moment(3).abs() < 0.03 && (moment(4) - 2.9).abs() < 0.06, "{} {}", moment(3), moment(4));
    let beyond =
        |bound: f64| errors.iter().filter(|error| error.abs() > bound).count() as f64 / errors.len() as f64;
    assert!((beyond(1.0) - 0.3173).abs() < 0.01 && (beyond(2.0) - 0.0455).abs() < 0.004, "{}", beyond(2.0));
    assert_eq!(2.0 * noise.error(7), Noise::new(2.0, Kind::Biased, 1).error(7));
    assert_eq!((noise.error(1), noise.error(2)), (0.976_150_512_695_312_5, 0.614_578_247_070_312_5));
}

#[test]
fn it_conforms_whatever_the_kind() {
    for kind in [Kind::Independent, Kind::Biased] {
        for deviation in [0.0, 50.0, 5000.0] {
            conformance::check(&tree(), &noisy(deviation, kind, 1)).unwrap();
            let coarse = Noisy::new(&tree(), HashEvaluator::new(3, 2), Noise::new(deviation, kind, 1));
            conformance::check(&tree(), &coarse).unwrap();
        }
    }
}

/// The clean and the noisy leaf of every position of random games.
fn leaves(noisy: &Noisy<HashEvaluator>) -> Vec<(Leaf, Leaf)> {
    let (tree, mut rng) = (tree(), Rng::new(1));
    let mut leaves = Vec::new();
    for _ in 0..300 {
        let mut state = tree.start();
        loop {
            leaves.push((noisy.evaluator.leaf(&tree, &state), noisy.leaf(&tree, &state)));
            let mut moves = Vec::new();
            tree.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            tree.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
    leaves
}

#[test]
fn finished_games_keep_their_payoffs_and_nothing_else_looks_like_one() {
    for (clean, seen) in leaves(&noisy(2000.0, Kind::Independent, 1)) {
        assert_eq!(clean.turn, seen.turn);
        match clean.turn {
            Turn::Over(_) => assert_eq!(clean, seen),
            _ => assert!((1.0..=998.0).contains(&seen.value) && seen.value.fract() == 0.0),
        }
    }
}

#[test]
fn no_noise_changes_nothing_inside_the_range() {
    for kind in [Kind::Independent, Kind::Biased] {
        for (clean, seen) in leaves(&noisy(0.0, kind, 1)) {
            assert!(clean == seen || [0.0, 999.0].contains(&clean.value));
        }
    }
}

#[test]
fn equal_static_values_share_an_error_only_if_noise_is_biased() {
    let differ = |kind| {
        let mut seen = leaves(&noisy(50.0, kind, 1));
        seen.retain(|(clean, _)| !clean.turn.is_over());
        seen.sort_by(|a, b| a.0.value.total_cmp(&b.0.value));
        seen.windows(2)
            .filter(|two| two[0].0.value == two[1].0.value && two[0].1.value != two[1].1.value)
            .count()
    };
    assert_eq!(differ(Kind::Biased), 0);
    assert!(differ(Kind::Independent) > 100);
}

#[test]
fn different_seeds_draw_different_errors() {
    let values = |seed| leaves(&noisy(50.0, Kind::Independent, seed)).into_iter().map(|(_, seen)| seen.value);
    assert!(values(1).eq(values(1)));
    assert!(values(1).zip(values(2)).filter(|(one, two)| one != two).count() > 500);
}

#[test]
fn parameters_are_read_and_refused_in_one_line() {
    let named = |text: &str| Noise::named(&text.parse().unwrap());
    assert_eq!(named("rivest"), Ok(None));
    assert_eq!(named("exact(file=seed)"), Ok(None));
    assert_eq!(named("rivest(noise=50)"), Ok(Some(Noise::new(50.0, Kind::Independent, 1))));
    assert_eq!(named("rivest(noise=1.5,kind=biased,seed=7)"), Ok(Some(Noise::new(1.5, Kind::Biased, 7))));
    for (text, expected) in [
        ("rivest(noise=-1)", "noise of rivest \"-1\": expected a standard deviation in points, such as 50"),
        ("rivest(noise=inf)", "noise of rivest \"inf\": expected a standard deviation in points, such as 50"),
        ("rivest(seed=3)", "noise of rivest \"\": expected a standard deviation in points, such as 50"),
        ("rivest(noise=1,kind=odd)", "kind of rivest \"odd\": expected one of independent, biased"),
        ("rivest(noise=1,seed=x)", "seed of rivest \"x\": expected a whole number"),
    ] {
        assert_eq!(named(text).unwrap_err().to_string(), expected);
    }
}
