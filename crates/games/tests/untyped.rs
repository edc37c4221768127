//! Untyped games: they are searched like typed ones, and searches assume nothing that a game does not declare.
//!
//! The registry compiles searches for some typed games and for the untyped form. The tests wrap such a typed game in
//! the untyped form and compare all searches, without compiling any search for a test.

use std::collections::HashSet;
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::noise::{Kind, Noise};
use tiptree::search::catalogue::SEARCHES;
use tiptree::testing::conformance;
use tiptree::untyped::{AnyGame, AnyPosition, Numbered, Seen, Typed, Untyped};
use tiptree::{Budget, Evaluator, Game, Insight, Keyed, Neutral, Notation, ParseError, Rng, Spec, Turn};
use tiptree_games::blackjack::{Blackjack, Hand};
use tiptree_games::board_splitting::{BALANCED, BoardSplitting, Setup};
use tiptree_games::connect4::Connect4;
use tiptree_games::ggame::GGame;
use tiptree_games::kalah::{Kalah, Seeds};
use tiptree_games::othello::{Mobility, Othello};
use tiptree_games::pig::{Lead, Pig};
use tiptree_games::planted::{Fading, Planted, Shape};
use tiptree_games::squares::OnesShare;
use tiptree_games::startree::{Order, PathSum, StarTree};
use tiptree_games::tictactoe::{OpenLines, TicTacToe};
use tiptree_games::{registry, untyped};

/// A game of the registry, and the same game in the untyped form, with the name of their evaluator.
fn pair<G: Typed>(
    name: &str,
    evaluator: &'static str,
    game: G,
    own: impl Evaluator<G> + 'static,
) -> ([Box<dyn Rules>; 2], &'static str) {
    let spec: Spec = name.parse().unwrap();
    let typed = registry().rules(&spec, Some(evaluator)).unwrap();
    ([typed, untyped::rules(Named::untyped(spec, game, own))], evaluator)
}

fn pairs() -> Vec<([Box<dyn Rules>; 2], &'static str)> {
    let connect4 = Connect4::new(5, 4).unwrap();
    let neutral = Neutral::new(&connect4);
    let kalah = Kalah::new(4, 3, tiptree_games::kalah::Rules::default()).unwrap();
    let planted = Planted::new(Shape { branching: 4, depth: 9, ..Shape::default() }).unwrap();
    vec![
        pair("connect4(width=5,height=4)", "neutral", connect4, neutral),
        pair("othello(size=4)", "mobility", Othello::new(4).unwrap(), Mobility),
        pair("kalah(pits=4,seeds=3)", "seeds", kalah, Seeds::default()),
        pair("planted(branching=4,depth=9)", "fading", planted, Fading::new(100.0)),
        pair("pig(goal=20)", "lead", Pig::new(20).unwrap(), Lead),
    ]
}

/// The reports of a search in the course of a game, counters included.
fn found(rules: &dyn Rules, search: &str) -> Option<Vec<String>> {
    let mut engine = rules.engine(&search.parse().unwrap(), 3).ok()?;
    let mut position = rules.deal(5);
    engine.start(&position.text()).unwrap();
    let mut found = Vec::new();
    while found.len() < 4 && !position.turn().is_over() {
        let mut report = engine.run(&Budget::moves(700));
        (report.seconds, report.cpu_seconds, report.counters.tree_bytes) = (0.0, 0.0, 0);
        found.push(format!("{report:?}"));
        let moves = position.moves();
        let mv = report.best.unwrap_or_else(|| moves[moves.len() / 2].clone());
        engine.play(&mv).unwrap();
        position.play(&mv).unwrap();
    }
    Some(found)
}

#[test]
fn every_search_finds_what_it_finds_in_the_typed_game() {
    for ([typed, untyped], evaluator) in pairs() {
        for entry in SEARCHES {
            let expected = found(&*typed, entry.name);
            // The untyped game is not in the registry, so that the game's defaults are given to it.
            let search = Spec::named(entry.name);
            let search = registry().completed(typed.spec(), Some(evaluator), &search).unwrap();
            assert_eq!(expected, found(&*untyped, &search.to_string()), "{search} in {}", typed.spec());
        }
    }
}

#[test]
fn every_search_finds_in_tictactoe_what_it_finds_in_the_typed_one() {
    let typed = Named::shared("tictactoe".parse().unwrap(), TicTacToe, Arc::new(OpenLines));
    let untyped = registry().rules(&"tictactoe".parse().unwrap(), None).unwrap();
    for entry in SEARCHES {
        let expected = found(&typed, entry.name);
        assert_eq!(expected, found(&*untyped, entry.name), "{}", entry.name);
    }
}

#[test]
fn noise_texts_errors_keys_and_lines_of_play_are_those_of_the_typed_game() {
    for ([typed, untyped], _) in pairs() {
        let noise = Noise::new(0.1, Kind::Independent, 7);
        let noisy = |rules: &dyn Rules| found(&*rules.noisy(noise).unwrap(), "ab").unwrap();
        assert_eq!(noisy(&*typed), noisy(&*untyped), "{}", typed.spec());
        let [mut typed, mut untyped] = [typed.deal(5), untyped.deal(5)];
        assert_eq!(typed.perft(3), untyped.perft(3));
        let mut rng = Rng::new(1);
        while !typed.turn().is_over() {
            assert_eq!((typed.turn(), typed.text()), (untyped.turn(), untyped.text()));
            assert_eq!((typed.key(), typed.folded_key()), (untyped.key(), untyped.folded_key()));
            assert_eq!((typed.moves(), typed.chances()), (untyped.moves(), untyped.chances()));
            assert_eq!(typed.draw(), untyped.draw());
            let refused = typed.play("no move").unwrap_err();
            assert_eq!(refused.to_string(), untyped.play("no move").unwrap_err().to_string());
            let moves = typed.moves();
            let mv = &moves[rng.below(moves.len())];
            typed.play(mv).unwrap();
            untyped.play(mv).unwrap();
        }
    }
}

#[test]
fn games_behind_the_form_conform() {
    fn conforms<G: Typed>(game: G, evaluator: impl Evaluator<G>) {
        conformance::all(&Untyped::of(game), &Seen::by(evaluator)).unwrap();
    }
    conforms(TicTacToe, OpenLines);
    let tree = StarTree::new(4, 5, Order::Random).unwrap();
    conforms(tree, PathSum::new(&tree));
    conforms(Blackjack::default(), Hand::new(&Blackjack::default()));
    conforms(GGame::new(10, 0.5).unwrap(), OnesShare);
    // More parts than fit without a heap allocation.
    conforms(BoardSplitting::new(3, 17, Setup::Independent { p: BALANCED }).unwrap(), OnesShare);
    conforms(Othello::new(6).unwrap(), Mobility);
}

#[test]
fn moves_round_trip_through_their_numbers_in_every_position() {
    fn check<G: Typed<Move: Numbered + Eq + std::fmt::Debug>>(game: &G) {
        let mut state = game.start();
        let mut known: Vec<(u64, G::Move)> = Vec::new();
        let mut rng = Rng::new(1);
        loop {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                assert_eq!(G::Move::numbered(mv.number()), mv);
                assert!(
                    known.iter().all(|&(number, other)| (number == mv.number()) == (other == mv)),
                    "{mv:?}"
                );
            }
            known.extend(moves.iter().map(|&mv| (mv.number(), mv)));
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { return };
            game.play(&mut state, mv);
        }
    }
    check(&TicTacToe);
    check(&Blackjack::default());
    check(&StarTree::new(6, 5, Order::Random).unwrap());
    check(&GGame::new(20, 0.5).unwrap());
    check(&BoardSplitting::new(4, 5, Setup::Incremental { q: 0.5 }).unwrap());
}

/// Both players put stones into four cells; the player of the last stone wins. The game has transpositions but no key.
struct Cells;

struct Filled(Vec<u64>);

impl AnyPosition for Filled {
    fn turn(&self) -> Turn {
        match self.0.len() {
            4 => Turn::Over(-1.0),
            length if length % 2 == 0 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn moves(&self, moves: &mut Vec<u64>) {
        moves.extend((1..=4).filter(|cell| !self.0.contains(cell)));
    }

    fn after(&self, cell: u64) -> Arc<dyn AnyPosition> {
        let mut cells: Vec<u64> = self.0.iter().copied().chain([cell]).collect();
        cells.sort_unstable();
        Arc::new(Filled(cells))
    }

    fn text(&self) -> String {
        self.0.iter().map(ToString::to_string).collect()
    }
}

impl AnyGame for Cells {
    fn start(&self) -> Arc<dyn AnyPosition> {
        Arc::new(Filled(Vec::new()))
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, ParseError> {
        let cells: Vec<u64> = text.bytes().map(|letter| u64::from(letter) - 48).collect();
        let is_rising = cells.windows(2).all(|pair| pair[0] < pair[1]);
        if is_rising && cells.iter().all(|cell| (1..=4).contains(cell)) {
            return Ok(Arc::new(Filled(cells)));
        }
        Err(ParseError::new("position", text, "cells from 1 to 4 in rising order, such as 24"))
    }
}

/// The keys of all positions, one for each line of play.
fn keys(game: &Untyped, state: &<Untyped as Game>::State, keys: &mut Vec<u64>) {
    keys.push(game.key(state));
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        self::keys(game, &game.after(state, mv), keys);
    }
}

#[test]
fn a_position_that_is_shared_stays_as_it_is() {
    let game = Untyped::of(TicTacToe);
    let start = game.start();
    let mut alone = game.after(&start, 4);
    let shared = alone.clone();
    game.play(&mut alone, 0); // makes another
    assert_eq!(
        (game.position_text(&shared), game.position_text(&alone)),
        ("....X....".into(), "O...X....".into())
    );
    game.play(&mut alone, 8); // changes its own
    assert_eq!(game.position_text(&alone), "O...X...X");
    assert_eq!(game.key(&alone), game.key(&game.after(&game.after(&shared, 0), 8)));
}

#[test]
fn without_a_key_nothing_is_merged() {
    let game = Untyped::new(Cells);
    conformance::check(&game, &Neutral::new(&game)).unwrap();
    conformance::insight(&game).unwrap();
    assert!(game.repeats(), "nothing is promised");
    let mut of_start = Vec::new();
    keys(&game, &game.start(), &mut of_start);
    let lines = of_start.len();
    assert_eq!(lines, 1 + 4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2);
    // Other starts have other keys.
    for cell in ["1", "2", "3", "4"] {
        keys(&game, &game.parse_position(cell).unwrap(), &mut of_start);
    }
    let distinct: HashSet<u64> = of_start.iter().copied().collect();
    assert_eq!(distinct.len(), of_start.len());
    assert_eq!(game.key(&game.start()), of_start[0], "the same start has the same key");
    assert_eq!(game.folded_key(&game.start()), (of_start[0], false));
}

#[test]
fn every_search_plays_a_game_without_a_key() {
    let game = Untyped::new(Cells);
    let evaluator = Arc::new(Neutral::new(&game));
    let rules = untyped::rules(Named::shared("cells".parse().unwrap(), game, evaluator));
    for entry in SEARCHES {
        let Ok(mut engine) = rules.engine(&entry.name.parse().unwrap(), 1) else { continue };
        engine.start("").unwrap();
        let report = engine.run(&Budget::moves(2_000));
        let proven = report.moves.iter().filter_map(|entry| entry.proven).chain(report.proven);
        assert!(proven.into_iter().all(|proven| proven.value == -1.0), "{}: {report:?}", entry.name);
        assert!(report.best.is_some() && report.value <= 0.0, "{}: {report:?}", entry.name);
    }
    let solved = rules.solver().solve("", true, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!((solved.score, solved.moves.len()), ((-1).into(), 4));
    let refused = rules.position("").unwrap().play("9").unwrap_err().to_string();
    assert_eq!(refused, r#"move "9": expected one of 1 2 3 4"#);
}
