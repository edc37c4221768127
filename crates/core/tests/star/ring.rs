//! A game in which positions come back, and by several ways: the table merges them and changes no value.

use super::{definition, variants};
use tiptree::search::depth_first::star::Star;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Insight, Keyed, Range, Turn};

/// A token on a ring. A player says which way, a die says how far. On spot 0 the game is Max's, on `MINS` Min's.
struct Ring;

const SPOTS: i8 = 11;
const MINS: i8 = 6;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Token {
    spot: i8,
    max_to_move: bool,
    /// Which way the die will move it, once that is said.
    way: i8,
}

impl Game for Ring {
    type State = Token;
    type Move = i8;

    fn start(&self) -> Token {
        Token { spot: 3, max_to_move: true, way: 0 }
    }

    fn turn(&self, token: &Token) -> Turn {
        match token {
            Token { spot: 0, .. } => Turn::Over(1.0),
            Token { spot: MINS, .. } => Turn::Over(-1.0),
            Token { way: 0, max_to_move: true, .. } => Turn::Max,
            Token { way: 0, max_to_move: false, .. } => Turn::Min,
            _ => Turn::Chance,
        }
    }

    fn moves(&self, token: &Token, moves: &mut Vec<i8>) {
        match self.turn(token) {
            Turn::Over(_) => {}
            Turn::Chance => moves.extend([1, 2, 3]),
            _ => moves.extend([-1, 1]),
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn chances(&self, _token: &Token, _moves: &[i8], chances: &mut Vec<f64>) {
        chances.extend([3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0]);
    }

    fn play(&self, token: &mut Token, mv: i8) {
        if token.way == 0 {
            token.way = mv;
        } else {
            let spot = (token.spot + token.way * mv).rem_euclid(SPOTS);
            *token = Token { spot, max_to_move: !token.max_to_move, way: 0 };
        }
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl Keyed for Ring {
    fn key(&self, token: &Token) -> u64 {
        let way = u64::from(token.way.unsigned_abs()) + u64::from(token.way > 0);
        (u64::from(token.spot.unsigned_abs()) * 3 + way) * 2 + u64::from(token.max_to_move)
    }
}

impl Insight for Ring {}

/// The nearer to Max's spot the better.
struct Distance;

impl Evaluator<Ring> for Distance {
    fn range(&self) -> Range {
        Range::new(-10.0, 10.0)
    }

    fn evaluate(&self, _game: &Ring, token: &Token) -> f64 {
        f64::from((token.spot - MINS).abs() - token.spot.min(SPOTS - token.spot))
    }
}

#[test]
fn positions_that_come_back_are_found_again() {
    conformance::check(&Ring, &Distance).unwrap();
    for depth in 1..7 {
        let truth = definition(&Ring, &Distance, &Ring.start(), depth);
        for variant in variants() {
            let run = |table: u64| {
                let mut star = Star::new(variant).with_table(table);
                let value = star.search(&Ring, &Distance, &Ring.start(), depth, -11.0, 11.0, &mut ());
                assert!((value - truth).abs() < 1e-9, "{star:?}: {value} for {truth} at depth {depth}");
                star.tally().leaves
            };
            // Also in a table of a single bucket.
            let (many, few) = (run(1 << 20), run(128));
            let mut plain = Star::new(variant);
            plain.search(&Ring, &Distance, &Ring.start(), depth, -11.0, 11.0, &mut ());
            let all = plain.tally().leaves;
            assert!(many <= few && few <= all, "{variant:?} at depth {depth}: {many}, {few}, {all}");
            assert!(depth < 4 || many < all / 2, "{variant:?} at depth {depth}: {many} of {all}");
        }
    }
}
