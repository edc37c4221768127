//! P-games and N-games against the conformance suite, plain definitions and known results.

use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Keyed, Neutral, Notation, Rng, Turn};
use tiptree_games::board_splitting::{BALANCED, Board, BoardSplitting, Part, Setup, Tzeng};
use tiptree_games::squares::OnesShare;

const INDEPENDENT: Setup = Setup::Independent { p: BALANCED };
const INCREMENTAL: Setup = Setup::Incremental { q: 0.5 };

fn game(height: u32, branching: u32, setup: Setup) -> BoardSplitting {
    BoardSplitting::new(height, branching, setup).unwrap()
}

fn halves(height: u32) -> BoardSplitting {
    game(height, 2, INDEPENDENT)
}

#[test]
fn every_size_and_set_up_conforms() {
    for setup in [INDEPENDENT, INCREMENTAL, Setup::Independent { p: 0.0 }, Setup::Incremental { q: 1.0 }] {
        for (height, branching) in [(1, 2), (2, 2), (5, 2), (8, 2), (1, 3), (4, 3), (2, 7), (1, 100)] {
            let game = game(height, branching, setup);
            conformance::all(&game, &OnesShare).unwrap();
            conformance::check(&game, &Tzeng::new(&game).unwrap()).unwrap();
            conformance::check(&game, &Neutral::new(&game)).unwrap();
        }
    }
}

#[test]
fn every_part_is_kept_in_turn_until_one_square_is_left() {
    for (height, branching) in [(10, 2), (6, 3), (2, 30)] {
        let game = game(height, branching, INCREMENTAL);
        for depth in 0..=height {
            assert_eq!(perft(&game, &game.start(), depth), u64::from(branching).pow(depth));
        }
        assert_eq!(perft(&game, &game.start(), height + 1), 0);
    }
}

#[test]
fn the_squares_are_met_in_order_and_max_moves_last() {
    let game = game(3, 3, INDEPENDENT);
    let start = game.deal(5);
    for square in 0..27 {
        let digits = [square / 9, square / 3 % 3, square % 3];
        let mut state = start.clone();
        let mut turns = vec![];
        for part in digits {
            turns.push(game.turn(&state));
            game.play(&mut state, Part(part));
        }
        assert_eq!(turns, [Turn::Max, Turn::Min, Turn::Max]);
        let payoff = f64::from(u8::from(start.board().get(square as usize)));
        assert_eq!(game.turn(&state), Turn::Over(payoff));
        assert_eq!(OnesShare.leaf(&game, &state).value, payoff);
        assert_eq!(Tzeng::new(&game).unwrap().leaf(&game, &state).value, payoff);
    }
}

#[test]
fn the_board_of_a_seed_never_changes() {
    let text = |game: BoardSplitting, seed| game.position_text(&game.deal(seed));
    assert_eq!(text(halves(4), 1), "0011011101011101");
    assert_eq!(text(game(3, 3, INDEPENDENT), 2), "110011111010100001100001000");
    assert_eq!(text(game(5, 2, INCREMENTAL), 1), "11111111011100000000111101101111");
    assert_eq!(text(game(2, 4, Setup::Incremental { q: 0.4 }), 3), "0000010001110000");
    let game = halves(4);
    assert!(game.is_dealt());
    assert_eq!(game.position_text(&game.start()), game.position_text(&game.deal(1)));
}

#[test]
fn boards_of_different_seeds_differ() {
    let game = game(10, 2, INCREMENTAL);
    let mut texts: Vec<String> = (0..100).map(|seed| game.position_text(&game.deal(seed))).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 100);
}

#[test]
fn a_position_is_its_squares_in_play_and_where_they_lie() {
    let game = halves(3);
    let key = |text| game.key(&game.parse_position(text).unwrap());
    let after = |text, parts: &[u32]| {
        let mut state = game.parse_position(text).unwrap();
        for &part in parts {
            game.play(&mut state, Part(part));
        }
        (game.position_text(&state), game.key(&state))
    };
    assert_eq!(after("01101001", &[1]), ("....1001".into(), key("....1001")));
    assert_eq!(after("11111001", &[1]), after("01101001", &[1]));
    assert_eq!(after("01101001", &[1, 0]), ("....10..".into(), key("....10..")));
    // Equal squares in other places are other positions.
    assert_ne!(key("0110...."), key("....0110"));
    assert_ne!(after("00000000", &[0]), after("00000000", &[1]));
    // So are fewer squares.
    assert_ne!(key("00......"), key("0000...."));
}

#[test]
fn what_is_no_position_is_told_why() {
    let message = |text: &str| halves(3).parse_position(text).unwrap_err().to_string();
    for (text, expected) in [
        ("0110", "8 squares, each 0, 1 or ., read 4"),
        ("011010010", "8 squares, each 0, 1 or ., read 9"),
        ("0110100a", "0, 1 or . for every square, read 'a' at square 8"),
        ("........", "a square in play, 0 or 1"),
        ("01.01...", "squares in play side by side, read . at square 3 between them"),
        ("011.....", "the squares in play to be a part that moves leave, read squares 1 to 3 of 8"),
        (".01.....", "the squares in play to be a part that moves leave, read squares 2 to 3 of 8"),
        ("..0110..", "the squares in play to be a part that moves leave, read squares 3 to 6 of 8"),
    ] {
        assert_eq!(message(text), format!("position {text:?}: expected {expected}"));
    }
    let long = "01".repeat(500);
    assert_eq!(
        halves(10).parse_position(&long).unwrap_err().to_string(),
        "position \"01010101010101010101010101010101…0101010101010101\": \
         expected 1024 squares, each 0, 1 or ., read 1000"
    );
    assert_eq!(halves(3).position_text(&halves(3).parse_position(" \n").unwrap()).len(), 8);
}

#[test]
fn a_part_that_does_not_exist_is_told_which_do() {
    let game = game(2, 3, INDEPENDENT);
    let start = game.start();
    for text in ["0", "4", "+1", "01", "-1", "x", "", "1 ", "99999999999"] {
        let error = game.parse_move(&start, text).unwrap_err().to_string();
        assert_eq!(error, format!("move {text:?}: expected a part from 1 to 3"));
    }
    let over = game.parse_position("1........").unwrap();
    let error = game.parse_move(&over, "1").unwrap_err().to_string();
    assert_eq!(error, r#"move "1": expected no move: the game is over"#);
}

#[test]
fn the_drawing_shows_whole_parts_and_whose_turn_it_is() {
    let draw = |game: &BoardSplitting, text: &str| game.draw(&game.parse_position(text).unwrap());
    let small = halves(2);
    assert_eq!(draw(&small, "0110"), "0110\nMin to move, 2 moves left, 2 of 4 squares are 1");
    assert_eq!(draw(&small, "01.."), "01..\nMax to move, 1 move left, 1 of 2 squares is 1");
    assert_eq!(draw(&small, "00.."), "00..\nMax to move, 1 move left, 0 of 2 squares are 1");
    assert_eq!(draw(&small, "..1."), "..1.\nMax has won");
    assert_eq!(draw(&small, "...0"), "...0\nMin has won");
    let widths = |game: BoardSplitting| {
        let drawing = game.draw(&game.start());
        let mut widths: Vec<usize> = drawing.lines().map(str::len).collect();
        widths.pop();
        widths
    };
    assert_eq!(widths(halves(10)), [64; 16]);
    assert_eq!(widths(game(4, 3, INDEPENDENT)), [27; 3]);
    assert_eq!(widths(game(1, 100, INDEPENDENT)), [64, 36]);
}

#[test]
fn what_is_no_game_is_told_which_parameter_is_wrong() {
    let message = |height, branching, setup| {
        BoardSplitting::new(height, branching, setup).err().map(|error| error.to_string())
    };
    for (height, branching, setup, expected) in [
        (0, 2, INDEPENDENT, r#"height of pgame "0": expected at least 1 move"#),
        (3, 1, INCREMENTAL, r#"branching of ngame "1": expected at least 2 parts"#),
        (3, 0, INDEPENDENT, r#"branching of pgame "0": expected at least 2 parts"#),
        (3, 2, Setup::Independent { p: 1.5 }, r#"p of pgame "1.5": expected a probability, from 0 to 1"#),
        (
            3,
            2,
            Setup::Incremental { q: f64::NAN },
            r#"q of ngame "NaN": expected a probability, from 0 to 1"#,
        ),
    ] {
        assert_eq!(message(height, branching, setup).as_deref(), Some(expected));
    }
    assert_eq!(message(26, 2, INDEPENDENT), None);
}

#[test]
fn a_board_of_ones_own_can_be_played_on() {
    let game = halves(2);
    let board: Board = "0111".chars().map(|square| square == '1').collect();
    let state = game.set_up(board);
    assert_eq!(game.position_text(&state), "0111");
    assert_eq!((game.in_play(&state), game.ones(&state), state.moves_left()), (0..4, 3, 2));
    assert_eq!((game.height(), game.branching(), game.squares()), (2, 2, 4));
}

#[test]
#[should_panic(expected = "squares of a board")]
fn a_board_of_another_size_is_refused() {
    halves(2).set_up(std::iter::repeat_n(true, 5).collect());
}

#[test]
fn the_usual_probability_is_the_papers() {
    assert!((BALANCED - (3.0 - 5f64.sqrt()) / 2.0).abs() < f64::EPSILON);
}

/// The share of boards on which the first player, Min at height 10, can force a win.
fn first_player_wins(setup: Setup, boards: u32) -> f64 {
    let game = game(10, 2, setup);
    let mut rng = Rng::new(1986);
    let lost = (0..boards).filter(|_| !crate::forced::for_max(&game, &game.set_up(game.board(&mut rng))));
    lost.count() as f64 / f64::from(boards)
}

#[test]
fn the_first_player_wins_as_often_as_theory_says() {
    let boards = 2000;
    for (setup, expected) in [(INDEPENDENT, 1.0 - BALANCED), (INCREMENTAL, 0.8089)] {
        let share = first_player_wins(setup, boards);
        let error = (expected * (1.0 - expected) / f64::from(boards)).sqrt();
        assert!((share - expected).abs() < 4.0 * error, "{setup:?}: {share} instead of {expected}");
    }
}

#[test]
fn exhaustive_searches_find_the_forced_win() {
    for setup in [INDEPENDENT, INCREMENTAL] {
        for (height, branching) in [(2, 2), (5, 2), (6, 2), (3, 3), (2, 6)] {
            let game = game(height, branching, setup);
            for seed in 0..20 {
                let start = game.deal(seed);
                crate::forced::is_found_by_searches(&game, &OnesShare, &start, height);
                crate::forced::is_found_by_searches(&game, &Tzeng::new(&game).unwrap(), &start, height);
            }
        }
    }
}

#[test]
fn children_are_worth_what_they_are_worth_alone() {
    for (height, branching) in [(1, 2), (7, 2), (4, 3), (1, 70)] {
        let game = game(height, branching, INCREMENTAL);
        let tzeng = Tzeng::new(&game).unwrap();
        let mut state = game.deal(9);
        let (mut moves, mut leaves) = (vec![], vec![]);
        for _ in 0..height {
            moves.clear();
            leaves.clear();
            game.moves(&state, &mut moves);
            OnesShare.children(&game, &state, &moves, &mut leaves);
            tzeng.children(&game, &state, &moves, &mut leaves);
            let alone = |evaluator: &dyn Evaluator<BoardSplitting>| {
                moves.iter().map(|&mv| evaluator.leaf(&game, &game.after(&state, mv))).collect::<Vec<_>>()
            };
            assert_eq!(leaves, [alone(&OnesShare), alone(&tzeng)].concat());
            let last = moves[moves.len() - 1];
            game.play(&mut state, last);
        }
    }
}

#[test]
fn a_large_board_is_dealt_written_and_read() {
    let game = game(20, 2, INCREMENTAL);
    let start = game.deal(3);
    let text = game.position_text(&start);
    assert_eq!(text.matches('1').count(), game.ones(&start));
    assert_eq!(game.key(&game.parse_position(&text).unwrap()), game.key(&start));
}
