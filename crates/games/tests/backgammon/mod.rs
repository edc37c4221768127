//! Backgammon and hypergammon: rules against a plain generator, counts, payoffs, texts.

mod bear_off;
mod linear;
mod net;
mod plain;
mod table;
mod texts;

use std::collections::BTreeSet;
use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Game, Neutral, Notation, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Linear, Move, State};

pub(super) fn games() -> [Backgammon; 2] {
    [Backgammon::standard(), Backgammon::hypergammon()]
}

pub(super) fn moves(game: &Backgammon, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The number of positions that a property is tried on.
fn cases() -> usize {
    std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// Calls `check` at positions of random games before the roll.
pub(super) fn at_random_positions(game: &Backgammon, mut check: impl FnMut(&State)) {
    let mut rng = Rng::new(7);
    let mut state = game.start();
    let mut checked = 0;
    while checked < cases() {
        match game.turn(&state) {
            Turn::Over(_) => state = game.start(),
            Turn::Chance => {
                check(&state);
                checked += 1;
            }
            Turn::Max | Turn::Min => {}
        }
        let moves = moves(game, &state);
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
}

#[test]
fn both_games_conform() {
    for game in games() {
        conformance::all(&game, &Linear::new(&game)).unwrap();
        conformance::check(&game.with_opening_rule(), &Neutral::new(&game)).unwrap();
    }
}

/// The counts of bkgm 0.6, with all 21 rolls. Depth 3 of backgammon, 116154993, takes too long here.
#[test]
fn lines_of_play_are_as_many_as_known() {
    let [backgammon, hypergammon] = games();
    for (game, counts) in [(backgammon, &[447, 202_782][..]), (hypergammon, &[195, 38_017, 6_645_799])] {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
        }
    }
}

#[test]
fn plays_are_those_of_a_plain_generator_each_once() {
    for game in games() {
        at_random_positions(&game, |state| {
            for roll in moves(&game, state) {
                let rolled = game.after(state, roll);
                let plays = moves(&game, &rolled);
                let found: BTreeSet<plain::Sides> = plays
                    .iter()
                    .map(|&play| {
                        let [waiter, mover] = plain::sides(&game.after(&rolled, play));
                        [mover, waiter]
                    })
                    .collect();
                let text = game.position_text(&rolled);
                assert_eq!(found, plain::successors(&plain::sides(state), roll.dice()), "{text}");
                assert_eq!(found.len(), plays.len(), "{text}");
            }
        });
    }
}

#[test]
fn the_opening_rule_takes_the_doubles_from_the_first_roll_alone() {
    let game = Backgammon::standard().with_opening_rule();
    let rolls = |state: &State| {
        let (rolls, mut chances) = (moves(&game, state), Vec::new());
        game.chances(state, &rolls, &mut chances);
        (rolls.len(), chances)
    };
    let (count, chances) = rolls(&game.start());
    assert_eq!(count, 15);
    assert!(chances.iter().all(|chance| (chance - 1.0 / 15.0).abs() < 1e-12));
    let second = game.parse_position("sGfwATDgc/ABMA min").unwrap();
    let (count, chances) = rolls(&second);
    assert_eq!(count, 21);
    assert_eq!(chances.iter().filter(|&&chance| (chance - 1.0 / 36.0).abs() < 1e-12).count(), 6);
    assert_eq!(moves(&Backgammon::standard(), &Backgammon::standard().start()).len(), 21);
}

#[test]
fn a_win_pays_a_gammon_twice_and_a_backgammon_three_times() {
    let game = Backgammon::hypergammon();
    // Max has one checker left, on the ace point. Min has one off; all on the 18 point; one in Max's home; one on the bar.
    for (id, payoff) in
        [("AAAYCAAAAAAAAA", 1.0), ("AAAOEAAAAAAAAA", 2.0), ("YAAgEAAAAAAAAA", 3.0), ("YAAAFAAAAAAAAA", 3.0)]
    {
        for (side, sign) in [("max", 1.0), ("min", -1.0)] {
            let state = game.parse_position(&format!("{id} {side} 21")).unwrap();
            let ends: Vec<Turn> =
                moves(&game, &state).into_iter().map(|play| game.turn(&game.after(&state, play))).collect();
            assert_eq!(ends, [Turn::Over(sign * payoff)], "{id} {side}");
        }
    }
}
