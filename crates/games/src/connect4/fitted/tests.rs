use super::*;
use tiptree::features::{self, Features};
use tiptree::testing::conformance;
use tiptree::{BestLeaf, Game, Notation, Rng};

fn game() -> Weighing {
    Weighing::fitted(Connect4::default()).unwrap()
}

/// The positions of some random games, final positions included.
fn positions(games: u64) -> Vec<Carried<Weighed>> {
    let game = game();
    let mut positions = Vec::new();
    for number in 0..games {
        let mut rng = Rng::derive(11, &[number]);
        let mut state = game.start();
        loop {
            positions.push(state);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(&column) = moves.get(rng.below(moves.len().max(1))) else { break };
            game.play(&mut state, column);
        }
    }
    positions
}

#[test]
fn carried_sums_equal_those_computed_from_the_board() {
    let game = game();
    for state in positions(200) {
        assert_eq!(state, game.summed(state.board()), "{}", game.draw(&state));
    }
}

#[test]
fn sums_are_those_of_the_weights_of_all_features() {
    let game = game();
    let features = PatternFeatures::new(Connect4::default()).unwrap();
    // The weights in the order of the file, read independently of the evaluator's table.
    let bytes = include_bytes!("../../../data/connect4-fitted.bin");
    let bytes = &bytes[bytes.len() - 2 * features.count()..];
    let weights: Vec<i32> =
        bytes.as_chunks().0.iter().map(|&two| i32::from(i16::from_le_bytes(two))).collect();
    assert_eq!(weights.len(), features.count());
    for state in positions(100) {
        let mut of_state = Vec::new();
        features.of(&game.position_text(&state), &mut of_state).unwrap();
        let sum: i32 = of_state.iter().map(|feature| weights[feature.weight as usize]).sum();
        assert_eq!(state.carried().sum(state.board().side()), sum, "{}", game.draw(&state));
    }
}

#[test]
fn mirror_images_have_the_same_features_and_values() {
    let game = game();
    let features = PatternFeatures::new(Connect4::default()).unwrap();
    let sorted = |position: &str| {
        let mut of_position = Vec::new();
        features.of(position, &mut of_position).unwrap();
        of_position.sort_unstable();
        of_position
    };
    let mirrored = |text: &str| -> String {
        text.chars().filter_map(|letter| char::from_digit(8 - letter.to_digit(10)?, 10)).collect()
    };
    for state in positions(100) {
        let text = game.position_text(&state);
        let image = mirrored(&text);
        assert_eq!(sorted(&text), sorted(&image), "{text}");
        let value = |text: &str| Fitted.leaf(&game, &game.parse_position(text).unwrap()).value;
        assert_eq!(value(&text), value(&image), "{text}");
    }
}

#[test]
fn leaves_of_a_family_equal_those_found_by_playing_its_moves() {
    let game = game();
    let on_boards = game.on_boards();
    for state in positions(300) {
        let board = state.board();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let played: Vec<Leaf> = moves.iter().map(|&mv| Fitted.leaf(&game, &game.after(&state, mv))).collect();
        let (mut running, mut plain) = (Vec::new(), Vec::new());
        Fitted.children(&game, &state, &moves, &mut running);
        on_boards.children(game.plain(), board, &moves, &mut plain);
        assert_eq!(running, played, "{}", game.draw(&state));
        assert_eq!(plain, played, "{}", game.draw(&state));
        let is_max = board.side() == 0;
        let best = on_boards.best_child(game.plain(), board, &moves, is_max, &mut plain);
        if !moves.is_empty() {
            assert_eq!(best, BestLeaf::among(&played, is_max), "{}", game.draw(&state));
        }
        let ahead =
            |evaluate: &dyn Fn(Column) -> Leaf| moves.iter().map(|&mv| evaluate(mv)).collect::<Vec<_>>();
        assert_eq!(ahead(&|mv| Fitted.leaf_after(&game, &state, mv)), played);
        assert_eq!(ahead(&|mv| on_boards.leaf_after(game.plain(), board, mv)), played);
        assert_eq!(on_boards.leaf(game.plain(), board), Fitted.leaf(&game, &state));
    }
}

#[test]
fn it_keeps_the_contract_of_evaluators() {
    conformance::all(&game(), &Fitted).unwrap();
    conformance::all(&Connect4::default(), &game().on_boards()).unwrap();
}

#[test]
fn a_file_of_weights_is_read_as_it_was_written() {
    let features = PatternFeatures::new(Connect4::default()).unwrap();
    let mut rng = Rng::new(3);
    let weights: Vec<f32> = (0..features.count()).map(|_| rng.unit() as f32 * 4.0 - 2.0).collect();
    let read = |weights: &[f32]| {
        let file = features::write(&features, weights);
        features::read(&features, &file, "a.bin").unwrap()
    };
    assert!(Weights::new(&read(&weights)).is_ok());
    // The lowest row, empty and then with a stone of Black on the left, Red to move.
    let mut steep = vec![0.0; features.count()];
    (steep[3], steep[5]) = (-12.0, 12.0);
    let error = Weights::new(&read(&steep)).unwrap_err().to_string();
    let expected = "less than 32768 between them, a stone apart";
    assert_eq!(error, format!("weights \"-24576 and 24576\": expected {expected}"));
}

#[test]
fn other_boards_are_refused() {
    let error = Weighing::fitted(Connect4::new(6, 7).unwrap()).unwrap_err().to_string();
    assert_eq!(error, r#"board "6x7": expected 7x6, the one that the evaluator was fitted to"#);
}
