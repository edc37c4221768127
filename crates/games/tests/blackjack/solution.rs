//! The exact solution against the rules, over whole trees.

use super::{chances, moves, played, position, rules};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use tiptree::{Game, Notation, Turn};
use tiptree_games::blackjack::{Blackjack, Card, Move, Next, Points, Solution, Table};

#[test]
fn the_solution_satisfies_the_rules_wherever_play_leads() {
    for game in rules() {
        let solution = Solution::solve(&game);
        let states: HashSet<Table> = played(&game, 4000).into_iter().collect();
        for state in &states {
            let moves = moves(&game, state);
            let values = moves.iter().map(|&mv| solution.value(&game.after(state, mv)));
            let backed_up = match game.turn(state) {
                Turn::Over(payoff) => payoff,
                Turn::Chance => {
                    values.zip(chances(&game, state, &moves)).map(|(value, chance)| chance * value).sum()
                }
                _ => values.reduce(f64::max).unwrap(),
            };
            let value = solution.value(state);
            let text = game.position_text(state);
            assert!((value - backed_up).abs() < 1e-12, "{text}: {value}, but {backed_up} by its moves");
        }
        assert!(states.len() > 5000, "{}", states.len());
    }
}

/// Everything that the rest of a game depends on. For finished hands: the totals and the bets, in any order. For the
/// others: the points, the bet, whether there are one, two or more cards, and a pair.
type Rest = (Vec<(u8, bool)>, Vec<(Points, bool, usize, Option<Card>)>, (Points, bool), Next);

fn rest(state: &Table) -> Rest {
    let (finished, others) = state.hands().split_at(state.active());
    let mut finished: Vec<(u8, bool)> =
        finished.iter().map(|hand| (hand.total().min(22), hand.is_doubled())).collect();
    finished.sort_unstable();
    let others = others.iter().map(|hand| (hand.points(), hand.is_doubled(), hand.len().min(3), hand.pair()));
    (finished, others.collect(), (state.dealer().points(), state.dealer().len() == 1), state.next())
}

/// Expectimax to the end of the game; positions with the same `name` are searched once.
fn expectimax<N: Eq + Hash>(
    game: &Blackjack,
    state: &Table,
    name: fn(&Table) -> N,
    known: &mut HashMap<N, f64>,
) -> f64 {
    let turn = game.turn(state);
    if let Turn::Over(payoff) = turn {
        return payoff;
    }
    if let Some(&value) = known.get(&name(state)) {
        return value;
    }
    let moves = moves(game, state);
    let values: Vec<f64> =
        moves.iter().map(|&mv| expectimax(game, &game.after(state, mv), name, known)).collect();
    let value = match turn {
        Turn::Chance => {
            values.iter().zip(chances(game, state, &moves)).map(|(value, chance)| value * chance).sum()
        }
        _ => values.into_iter().reduce(f64::max).unwrap(),
    };
    known.insert(name(state), value);
    value
}

/// Compares the solution with expectimax from each of `texts`; returns the number of positions.
fn compare<N: Eq + Hash>(game: &Blackjack, texts: &[&str], name: fn(&Table) -> N) -> usize {
    let (solution, mut known) = (Solution::solve(game), HashMap::new());
    for text in texts {
        let state = game.parse_position(text).unwrap();
        let (value, exact) = (solution.value(&state), expectimax(game, &state, name, &mut known));
        assert!((value - exact).abs() < 1e-12, "{text}: {value}, but {exact} over the tree");
    }
    known.len()
}

#[test]
fn the_solution_equals_expectimax_over_whole_trees() {
    let usual = Blackjack::default();
    let (none, one) = (usual.with_splits(0).unwrap(), usual.with_splits(1).unwrap());
    for (game, texts) in [
        (none, &["T+ v 9", "A+ v A", "6+ v T", "T2* v 4", "A6* v T", "52* v 9"][..]),
        (none.hitting_soft_17().without_doubles(), &["A+ v A"]),
        (one, &["AA* v 6", "T9,T+ v T"]),
        (usual, &["T9,T5T,T4+ v T", "99T,9T5d,9T8,99* v 8"]),
    ] {
        let positions = compare(&game, texts, Table::clone);
        assert!(positions > 1000, "{texts:?}: {positions}");
    }
}

#[test]
fn the_solution_equals_expectimax_over_the_whole_game() {
    // The cards of a finished hand no longer matter; with such positions merged, the whole game is small.
    let usual = Blackjack::default();
    let one = usual.with_splits(1).unwrap();
    for (game, texts) in
        [(one, &["deal"][..]), (one.hitting_soft_17().without_doubles(), &["deal"]), (usual, &["88* v 6"])]
    {
        let positions = compare(&game, texts, rest);
        assert!(positions > 30_000, "{texts:?}: {positions}");
    }
}

#[test]
fn the_house_wins_as_much_as_we_computed() {
    let usual = Blackjack::default();
    let value = |game: &Blackjack| Solution::solve(game).value(&game.start());
    for (game, expected) in [
        (usual, -0.005_117_336_368_39),
        (usual.hitting_soft_17(), -0.007_310_957_721_14),
        (usual.with_splits(1).unwrap(), -0.005_703_880_122_74),
        (usual.with_splits(0).unwrap(), -0.010_867_422_745_41),
        (usual.without_doubles(), -0.019_866_081_749_32),
        (usual.with_payout(1.2).unwrap(), -0.018_646_274_430_78),
    ] {
        assert!((value(&game) - expected).abs() < 1e-12, "{game:?}: {}", value(&game));
    }
    // The payout counts when the player has a natural and the dealer does not.
    let natural = 8.0 / 169.0;
    let difference = value(&usual) - value(&usual.with_payout(1.2).unwrap());
    assert!((difference - 0.3 * natural * (1.0 - natural)).abs() < 1e-12, "{difference}");
}

#[test]
fn the_best_play_is_the_basic_strategy() {
    let solution = Solution::solve(&Blackjack::default());
    let best = |hand: &str| -> String {
        let letter = |up: char| match solution.best(&position(&format!("{hand}* v {up}"))) {
            Some(Move::Stand) => 'S',
            Some(Move::Hit) => 'H',
            Some(Move::Double) => 'D',
            Some(Move::Split) => 'P',
            _ => '?',
        };
        "23456789TA".chars().map(letter).collect()
    };
    // All of this comes from our own solution: the best play against a dealer's 2 to 9, T and A.
    for (hand, expected) in [
        ("62", "HHHHHHHHHH"),
        ("63", "HDDDDHHHHH"),
        ("64", "DDDDDDDDHH"),
        ("65", "DDDDDDDDDH"),
        ("T2", "HHSSSHHHHH"),
        ("T6", "SSSSSHHHHH"),
        ("T7", "SSSSSSSSSS"),
        ("A6", "HDDDDHHHHH"),
        ("A7", "SDDDDSSHHH"),
        ("A8", "SSSSSSSSSS"),
        ("44", "HHHPPHHHHH"),
        ("55", "DDDDDDDDHH"),
        ("88", "PPPPPPPPPP"),
        ("99", "PPPPPSPPSS"),
        ("TT", "SSSSSSSSSS"),
        ("AA", "PPPPPPPPPP"),
    ] {
        assert_eq!(best(hand), expected, "{hand}");
    }
    let state = position("T6* v T");
    let after = |mv| solution.value(&Blackjack::default().after(&state, mv));
    let (stand, hit) = (after(Move::Stand), after(Move::Hit));
    assert!(hit > stand && hit - stand < 0.001, "16 against a ten: stand {stand}, hit {hit}");
}
