//! Noise on the evaluators of games: conformance, mirror images, priors.

use tiptree::noise::{Kind, Noise, Noisy};
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Insight, Notation, Turn};
use tiptree_games::connect4::{Connect4, Rivest, Running, Weighing};
use tiptree_games::kalah::{Kalah, Seeds};
use tiptree_games::othello::{Othello, Patterns};
use tiptree_games::pig::{Lead, Pig};

const KINDS: [Kind; 2] = [Kind::Independent, Kind::Biased];

#[test]
fn noisy_evaluators_conform() {
    for kind in KINDS {
        let noise = Noise::new(100.0, kind, 1);
        let game = Connect4::default();
        let (running, weighing) =
            (Running::new(game.clone()).unwrap(), Weighing::fitted(game.clone()).unwrap());
        conformance::check(&game, &Noisy::new(&game, Rivest, noise)).unwrap();
        conformance::check(&running, &Noisy::new(&running, Rivest, noise)).unwrap();
        let on_boards = weighing.on_boards();
        conformance::check(&game, &Noisy::new(&game, on_boards, noise)).unwrap();
        let othello = Othello::new(8).unwrap();
        conformance::check(&othello, &Noisy::new(&othello, Patterns::default(), noise)).unwrap();
        let noise = Noise::new(0.2, kind, 1);
        let kalah = Kalah::default();
        conformance::check(&kalah, &Noisy::new(&kalah, Seeds::default(), noise)).unwrap();
        let pig = Pig::new(30).unwrap();
        conformance::check(&pig, &Noisy::new(&pig, Lead, noise)).unwrap();
    }
}

#[test]
fn mirror_images_are_misjudged_alike() {
    let game = Connect4::default();
    for kind in KINDS {
        let noisy = Noisy::new(&game, Rivest, Noise::new(100.0, kind, 1));
        assert!(Evaluator::<Connect4>::is_symmetric(&noisy));
        for (text, mirrored) in [("1", "7"), ("12344", "76544"), ("44353661", "44535227")] {
            let [state, image] = [text, mirrored].map(|text| game.parse_position(text).unwrap());
            assert_eq!(game.folded_key(&state).0, game.folded_key(&image).0);
            assert_eq!(noisy.evaluate(&game, &state), noisy.evaluate(&game, &image));
        }
    }
}

#[test]
fn running_sums_and_plain_boards_are_misjudged_alike() {
    let game = Connect4::default();
    let running = Running::new(game.clone()).unwrap();
    let noise = Noise::new(100.0, Kind::Independent, 3);
    for text in ["", "44", "123", "4435366172"] {
        let [plain, summed] = [
            Noisy::new(&game, Rivest, noise).evaluate(&game, &game.parse_position(text).unwrap()),
            Noisy::new(&running, Rivest, noise).evaluate(&running, &running.parse_position(text).unwrap()),
        ];
        assert_eq!(plain, summed);
    }
}

/// Otherwise a search that uses priors would see through the noise.
#[test]
fn priors_follow_from_the_noisy_values() {
    let game = Connect4::default();
    let noisy = Noisy::new(&game, Rivest, Noise::new(100.0, Kind::Independent, 1));
    let state = game.parse_position("4435").unwrap();
    assert_eq!(game.turn(&state), Turn::Max);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let (mut leaves, mut priors) = (Vec::new(), Vec::new());
    noisy.children(&game, &state, &moves, &mut leaves);
    noisy.priors(&game, &state, &moves, &mut priors);
    for (one, two) in (0..7).flat_map(|one| (0..7).map(move |two| (one, two))) {
        let odds = ((leaves[one].value - leaves[two].value) / 50.0).exp();
        assert!((priors[one] / priors[two] / odds - 1.0).abs() < 1e-9);
    }
}
