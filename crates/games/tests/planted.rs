//! Planted trees against the conformance suite and plain minimax.

use tiptree::noise::{Kind, Noise, Noisy};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::conformance;
use tiptree::{Budget, Evaluator, Game, Neutral, Notation, Rng, Search, Turn};
use tiptree_games::planted::{Exact, Fading, Place, Planted, Shape};
use tiptree_games::registry;

fn tree(branching: u16, depth: u32, ends: f64) -> Planted {
    Planted::new(Shape { branching, depth, ends, ..Shape::default() }).unwrap()
}

/// The positions of some random games, final positions included.
fn positions(tree: Planted, games: u64) -> Vec<Place> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::new(seed), tree.deal(seed));
        while !tree.turn(&state).is_over() {
            positions.push(state);
            tree.play(&mut state, rng.below(usize::from(tree.shape().branching)) as u16);
        }
        positions.push(state);
    }
    positions
}

fn children(tree: Planted, state: &Place) -> Vec<Place> {
    let mut moves = Vec::new();
    tree.moves(state, &mut moves);
    moves.into_iter().map(|mv| tree.after(state, mv)).collect()
}

#[test]
fn it_conforms() {
    for (branching, depth, ends) in [(2, 1, 0.0), (2, 127, 0.0), (7, 30, 0.02), (7, 45, 0.0), (40, 12, 0.1)] {
        let tree = tree(branching, depth, ends);
        conformance::all(&tree, &Neutral::new(&tree)).unwrap();
        conformance::check(&tree, &Exact).unwrap();
        conformance::check(&tree, &Fading::new(100.0)).unwrap();
        for kind in [Kind::Independent, Kind::Biased] {
            conformance::check(&tree, &Noisy::new(&tree, Exact, Noise::new(100.0, kind, 1))).unwrap();
        }
    }
}

#[test]
fn plain_minimax_finds_what_was_planted() {
    for (branching, depth, ends) in [(2, 8, 0.0), (3, 6, 0.1), (5, 4, 0.3)] {
        let tree = tree(branching, depth, ends);
        let mut search = Deepening::new(tree, Neutral::new(&tree), Minimax::default().to_depth(depth));
        for state in positions(tree, 20).into_iter().filter(|state| !tree.turn(state).is_over()) {
            search.start(state);
            assert_eq!(search.run(&Budget::unlimited()).value, f64::from(state.value()), "{state:?}");
        }
    }
}

#[test]
fn one_move_keeps_the_value_and_every_other_loses_a_gap() {
    let tree = tree(7, 30, 0.02);
    let mut gaps = Vec::new();
    for state in positions(tree, 200) {
        let sign = if tree.turn(&state) == Turn::Max { 1 } else { -1 };
        let losses = children(tree, &state).into_iter().map(|child| sign * (state.value() - child.value()));
        let (best, worse): (Vec<i32>, Vec<i32>) = losses.partition(|&loss| loss == 0);
        // Near the ends of the scale there may be nothing left to lose.
        if (202..=822).contains(&state.value()) && !tree.turn(&state).is_over() {
            assert_eq!(best.len(), 1, "{state:?}");
            gaps.extend(worse);
        }
    }
    gaps.sort_unstable();
    assert!(gaps[0] == 1 && gaps[gaps.len() - 1] > 190 && gaps[gaps.len() - 1] <= 200, "{gaps:?}");
    // The cube of a uniform number has a median of an eighth and a mean of a quarter.
    let (median, mean) = (gaps[gaps.len() / 2], f64::from(gaps.iter().sum::<i32>()) / gaps.len() as f64);
    assert!((23..=29).contains(&median) && (48.0..54.0).contains(&mean), "{median} {mean}");
}

#[test]
fn the_best_move_may_stand_anywhere_and_games_end_as_often_as_asked() {
    let tree = tree(4, 20, 0.05);
    let (mut places, mut over, mut all) = ([0; 4], 0, 0);
    for seed in 0..4000 {
        let start = tree.deal(seed);
        let children = children(tree, &start);
        places[children.iter().position(|child| child.value() == 512).unwrap()] += 1;
        over += children.iter().filter(|child| tree.turn(child).is_over()).count();
        all += children.len();
    }
    assert!(places.iter().all(|count| (870..1130).contains(count)), "{places:?}");
    assert!((over as f64 / all as f64 - 0.05).abs() < 0.01, "{over} of {all}");
}

#[test]
fn the_payoff_is_the_value_at_the_end_and_the_start_is_the_middle() {
    let tree = tree(5, 12, 0.05);
    for state in positions(tree, 50) {
        if let Turn::Over(payoff) = tree.turn(&state) {
            assert_eq!(payoff, f64::from(state.value()));
            assert_eq!(Exact.payoff(&tree, payoff), payoff);
        }
    }
    assert_eq!(f64::from(tree.deal(9).value()), tree.payoffs().middle());
}

#[test]
fn fading_errors_are_large_at_the_start_and_small_at_the_end() {
    let (tree, fading) = (tree(3, 40, 0.0), Fading::new(50.0));
    let deviation = |plies: usize| {
        let states = positions(tree, 2000).into_iter().filter(|state| {
            tree.position_text(state).matches('.').count() + 1 == plies && (202..822).contains(&state.value())
        });
        let errors: Vec<f64> =
            states.map(|state| fading.evaluate(&tree, &state) - f64::from(state.value())).collect();
        (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt()
    };
    let (early, late) = (deviation(2), deviation(30));
    assert!((44.0..51.0).contains(&early) && (10.0..15.0).contains(&late), "{early} {late}");
}

#[test]
fn its_solver_reads_off_scores_for_the_side_to_move() {
    let rules = registry().rules(&"planted(branching=3,depth=6,ends=0)".parse().unwrap(), None).unwrap();
    let tree = tree(3, 6, 0.0);
    for (text, sign) in [("5", 1), ("5:2", -1), ("5:2.3", 1)] {
        let state = tree.parse_position(text).unwrap();
        let solution = rules.solver().solve(text, true, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(solution.score, sign * (state.value() - 512));
        assert!(solution.moves.iter().all(|(_, score)| *score <= solution.score));
        assert!(solution.moves.iter().any(|(_, score)| *score == solution.score));
        let scores = children(tree, &state).into_iter().map(|child| sign * (child.value() - 512));
        assert!(solution.moves.into_iter().map(|(_, score)| score).eq(scores));
    }
}

#[test]
fn trees_and_positions_that_do_not_exist_are_refused_with_what_would_do() {
    let refusal = |text: &str| registry().rules(&text.parse().unwrap(), None).err().unwrap().to_string();
    for (text, expected) in [
        ("planted(branching=1)", "branching of planted \"1\": expected at least 2 moves"),
        (
            "planted(depth=46)",
            "depth of planted \"46\": expected 1 to 45 moves with branching 7: a position keeps its path in 128 bits",
        ),
        ("planted(gap=0)", "gap of planted \"0\": expected 1 to 512 points"),
        ("planted(power=17)", "power of planted \"17\": expected 1 to 16"),
        ("planted(ends=2)", "ends of planted \"2\": expected a probability, from 0 to 1"),
        ("planted(error=-1)", "error of planted \"-1\": expected a standard deviation in points"),
    ] {
        assert_eq!(refusal(text), expected);
    }
    let tree = tree(3, 2, 0.0);
    let refusal = |text| tree.parse_position(text).unwrap_err().to_string();
    assert_eq!(refusal("1:4"), r#"move "4": expected one of 1 2 3"#);
    assert_eq!(refusal("1:1.1.1"), r#"move "1": expected no move: the game is over"#);
    for text in ["x", "1:", "-1", "1:0", "1:1."] {
        assert!(tree.parse_position(text).is_err(), "{text:?}");
    }
}
