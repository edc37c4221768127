//! Every search on a game with dice: as the game is, and where it says that it has none.

use crate::untyped_game::untyped_game;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tiptree::search::catalogue::{self, SEARCHES};
use tiptree::testing::conformance;
use tiptree::untyped::Untyped;
use tiptree::{Budget, Game, Insight, Keyed, Neutral, Turn};

/// The game with dice of the documentation: a player takes one stone, or rolls a die with three sides and takes as many; who
/// takes the last stone wins.
#[derive(Clone, Copy)]
struct Dice {
    is_honest: bool,
}

impl Game for Dice {
    type State = (u8, bool, bool); // the stones left, whether Max is to move, whether the die is rolling
    type Move = u8; // the stones taken; 0 rolls the die

    fn start(&self) -> Self::State {
        (7, true, false)
    }

    fn turn(&self, &(stones, is_max, is_rolling): &Self::State) -> Turn {
        match (stones, is_max) {
            (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
            _ if is_rolling => Turn::Chance,
            (_, true) => Turn::Max,
            (_, false) => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        self.is_honest
    }

    fn moves(&self, &(stones, _, is_rolling): &Self::State, moves: &mut Vec<u8>) {
        moves.extend(if is_rolling { 1..=stones.min(3) } else { 0..=stones.min(1) }.filter(|_| stones > 0));
    }

    fn chances(&self, &(stones, ..): &Self::State, moves: &[u8], chances: &mut Vec<f64>) {
        let sides = |taken: u8| if taken == stones { 4 - taken } else { 1 };
        chances.extend(moves.iter().map(|&taken| f64::from(sides(taken)) / 3.0));
    }

    fn play(&self, (stones, is_max, is_rolling): &mut Self::State, taken: u8) {
        (*stones, *is_rolling) = (*stones - taken, taken == 0);
        *is_max ^= taken > 0;
    }
}

impl Keyed for Dice {
    fn key(&self, &(stones, is_max, is_rolling): &Self::State) -> u64 {
        u64::from(stones) * 4 + u64::from(is_max) * 2 + u64::from(is_rolling)
    }
}

impl Insight for Dice {}

untyped_game!(Dice);

/// The value of the first player, which plain minimax with expectations gives.
const VALUE: f64 = -1.0 / 27.0;

fn budget() -> Budget {
    "moves=100k,evals=100k,nodes=100k".parse().unwrap()
}

#[test]
fn every_search_plays_honest_dice_or_refuses_them() {
    let game = Untyped::of(Dice { is_honest: true });
    let mut playing = 0;
    for entry in SEARCHES {
        let spec = entry.name.parse().unwrap();
        let mut search = match catalogue::build(&spec, game.clone(), Neutral::new(&game), 1) {
            Ok(search) => search,
            Err(parse_error) => {
                assert!(
                    parse_error.to_string().contains("a game without chance"),
                    "{}: {parse_error}",
                    entry.name
                );
                continue;
            }
        };
        playing += 1;
        let report = search.run(&budget());
        let is_of_minimax = !["product", "average", "fallible", "mean"].contains(&entry.name);
        if let Some(proven) = report.proven.filter(|_| is_of_minimax) {
            assert!((proven.value - VALUE).abs() < 1e-9, "{}: {proven:?}", entry.name);
        }
        assert!(report.best.is_some(), "{}", entry.name);
    }
    assert_eq!(playing, SEARCHES.len() - 3, "mm-fast, conspiracy and dfpn have no chance nodes");
}

#[test]
fn every_search_refuses_dice_that_are_not_declared() {
    let game = Untyped::of(Dice { is_honest: false });
    for entry in SEARCHES {
        let spec = entry.name.parse().unwrap();
        let mut search = catalogue::build(&spec, game.clone(), Neutral::new(&game), 1).unwrap();
        let panic = catch_unwind(AssertUnwindSafe(|| search.run(&budget()))).map(|report| report.proven);
        let message = match &panic {
            Err(panic) => panic.downcast_ref::<&str>().copied().unwrap_or_default(),
            Ok(proven) => panic!("{} finds {proven:?}", entry.name),
        };
        assert!(
            message.starts_with("the game's turn is Chance but its has_chance() is false"),
            "{}: {message}",
            entry.name
        );
    }
}

#[test]
fn the_conformance_suite_asks_whether_dice_are_declared() {
    let verdict = |is_honest| {
        let game = Dice { is_honest };
        conformance::check(&game, &Neutral::new(&game)).map_err(|fault| fault.to_string())
    };
    assert_eq!(verdict(true), Ok(()));
    assert!(verdict(false).unwrap_err().contains("the game says that it has no chance"));
}
