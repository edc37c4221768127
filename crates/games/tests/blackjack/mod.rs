//! Blackjack against the conformance suite, its exact solution against the rules, and searches against the solution.

mod searches;
mod solution;
mod texts;

use tiptree::testing::conformance;
use tiptree::{Game, Neutral, Notation, Rng, Turn};
use tiptree_games::blackjack::{Blackjack, Exact, Hand, Move, Table};
use tiptree_games::registry;

/// Rules of all kinds, the usual ones first.
fn rules() -> Vec<Blackjack> {
    let usual = Blackjack::default();
    let plain = usual.without_doubles().with_splits(0).unwrap();
    vec![
        usual,
        usual.hitting_soft_17(),
        usual.with_payout(1.2).unwrap().with_splits(1).unwrap(),
        usual.without_doubles().with_splits(2).unwrap(),
        usual.with_splits(0).unwrap(),
        plain.with_payout(2.0).unwrap(),
        plain.with_payout(0.0).unwrap().hitting_soft_17(),
    ]
}

fn position(text: &str) -> Table {
    Blackjack::default().parse_position(text).unwrap()
}

fn moves(game: &Blackjack, state: &Table) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn chances(game: &Blackjack, state: &Table, moves: &[Move]) -> Vec<f64> {
    let mut chances = Vec::new();
    game.chances(state, moves, &mut chances);
    chances
}

/// Positions of random games. Pairs are split more often than at random, because those games are the longest.
fn played(game: &Blackjack, games: u64) -> Vec<Table> {
    let mut states = Vec::new();
    for number in 0..games {
        let mut rng = Rng::derive(7, &[number]);
        let mut state = game.start();
        while !game.turn(&state).is_over() {
            states.push(state);
            let moves = moves(game, &state);
            let pair = state.hands()[0].first().filter(|_| rng.below(2) == 0).map(Move::Card);
            let mv = match pair {
                Some(pair) if moves.contains(&pair) => pair,
                _ if moves.contains(&Move::Split) && rng.below(4) > 0 => Move::Split,
                _ => moves[rng.below(moves.len())],
            };
            game.play(&mut state, mv);
        }
        states.push(state);
    }
    states
}

#[test]
fn all_rules_conform() {
    for game in rules() {
        conformance::all(&game, &Hand::new(&game)).unwrap();
        conformance::check(&game, &Exact::new(&game)).unwrap();
        conformance::check(&game, &Neutral::new(&game)).unwrap();
    }
}

#[test]
fn chances_sum_to_one_everywhere() {
    let game = Blackjack::default();
    let sum = |text| chances(&game, &position(text), &moves(&game, &position(text))).iter().sum::<f64>();
    for text in ["deal", "T v +", "T+ v 9", "T6 v T?", "T6 v A?", "T6 v T+", "T6 v A+", "T6 v 9+", "T6 v A5+"]
    {
        assert!((sum(text) - 1.0).abs() < 1e-15, "{text}");
    }
}

#[test]
fn a_game_goes_as_the_rules_say() {
    let game = Blackjack::default();
    let play = |line: &[(&str, &str)]| {
        let mut state = game.start();
        for (mv, text) in line {
            state = game.after(&state, game.parse_move(&state, mv).unwrap());
            assert_eq!(game.position_text(&state), *text, "after {mv}");
        }
        game.turn(&state)
    };
    let split = [
        ("8", "8 v +"),
        ("T", "8+ v T"),
        ("8", "88 v T?"),
        ("clear", "88* v T"),
        ("split", "8+,8 v T"),
        ("8", "88*,8 v T"),
        ("split", "8+,8,8 v T"),
        ("3", "83*,8,8 v T"),
        ("double", "83d+,8,8 v T"),
        ("T", "T83d,8+,8 v T"),
        ("5", "T83d,85*,8 v T"),
        ("hit", "T83d,85+,8 v T"),
        ("9", "T83d,985,8+ v T"),
        ("T", "T83d,985,T8* v T"),
        ("stand", "T83d,985,T8 v T+"),
        ("6", "T83d,985,T8 v T6+"),
        ("2", "T83d,985,T8 v T62"),
    ];
    // The doubled 21 wins 2, the 22 loses 1, the 18 is a push.
    assert_eq!(play(&split), Turn::Over(1.0));
    let aces = [
        ("A", "A v +"),
        ("6", "A+ v 6"),
        ("A", "AA* v 6"),
        ("split", "A+,A v 6"),
        ("A", "AA,A+ v 6"),
        ("T", "AA,AT v 6+"),
        ("T", "AA,AT v T6+"),
        ("5", "AA,AT v T65"),
    ];
    assert_eq!(play(&aces), Turn::Over(-1.0));
    let natural = [("A", "A v +"), ("A", "A+ v A"), ("T", "AT v A?")];
    assert_eq!(play(&natural), Turn::Chance);
    assert_eq!(play(&[&natural[..], &[("clear", "AT v A")]].concat()), Turn::Over(1.5));
    assert_eq!(play(&[&natural[..], &[("blackjack", "AT v AT")]].concat()), Turn::Over(0.0));
}

#[test]
fn payoffs_are_what_the_table_pays() {
    for (text, payoff) in [
        ("AT v 9", 1.5),
        ("T6 v AT", -1.0),
        ("T6T v 9", -1.0),
        ("T6Td v 9", -2.0),
        ("T9 v T8", 1.0),
        ("T8 v T8", 0.0),
        ("T7 v T8", -1.0),
        ("T2 v T6T", 1.0),
        ("A64 v T65", 0.0),
        ("65Td v T7", 2.0),
        ("8T,8TTd,8T v 6TT", 0.0),
    ] {
        let game = Blackjack::default();
        assert_eq!(game.turn(&game.parse_position(text).unwrap()), Turn::Over(payoff), "{text}");
    }
}

#[test]
fn only_what_the_rules_allow_can_be_decided() {
    let texts = |game: &Blackjack, text: &str| {
        let state = game.parse_position(text).unwrap();
        moves(game, &state).into_iter().map(|mv| game.move_text(&state, mv)).collect::<Vec<_>>().join(" ")
    };
    let usual = Blackjack::default();
    for (text, expected) in [
        ("T6* v 9", "stand hit double"),
        ("T42* v 9", "stand hit"),
        ("88* v 9", "stand hit double split"),
        ("88*,8,8 v 9", "stand hit double split"),
        ("88*,8,8,8 v 9", "stand hit double"),
        ("83*,8,8,8 v 9", "stand hit double"),
        ("T6 v T?", "clear blackjack"),
        ("T6 v T+", "2 3 4 5 6 7 8 9 T"),
        ("T6 v A+", "A 2 3 4 5 6 7 8 9"),
        ("T6 v 9+", "A 2 3 4 5 6 7 8 9 T"),
        ("T6 v A5+", "A 2 3 4 5 6 7 8 9 T"),
    ] {
        assert_eq!(texts(&usual, text), expected, "{text}");
    }
    assert_eq!(texts(&usual.without_doubles(), "88* v 9"), "stand hit split");
    assert_eq!(texts(&usual.with_splits(0).unwrap(), "88* v 9"), "stand hit double");
    // Soft 17 and the dealer.
    assert_eq!(texts(&usual, "T6 v A6"), "");
    assert_eq!(texts(&usual.hitting_soft_17(), "T6 v A6+"), "A 2 3 4 5 6 7 8 9 T");
}

#[test]
fn rules_that_do_not_fit_are_refused_in_one_line() {
    let usual = Blackjack::default();
    for payout in [-1.0, 10.5, f64::NAN, f64::INFINITY] {
        assert_eq!(
            usual.with_payout(payout).unwrap_err().to_string(),
            format!(
                r#"payout of blackjack "{payout}": expected a number of bets from 0 to 10, such as 1.5 or 1.2"#
            )
        );
    }
    assert_eq!(
        usual.with_splits(4).unwrap_err().to_string(),
        r#"split of blackjack "4": expected 0 to 3 splits: a table has room for four hands"#
    );
}

#[test]
fn parameters_reach_the_game_by_name() {
    let built = |text: &str| registry().rules(&text.parse().unwrap(), Some("exact"));
    let moves = |game: &str, text| built(game).unwrap().position(text).unwrap().moves().join(" ");
    assert_eq!(moves("blackjack", "88* v 9"), "stand hit double split");
    assert_eq!(moves("blackjack(split=0,double=none)", "88* v 9"), "stand hit");
    assert_eq!(moves("blackjack(soft17=hit)", "T8 v A6+"), "A 2 3 4 5 6 7 8 9 T");
    let natural = built("blackjack(payout=1.2)").unwrap().position("AT v 9").unwrap();
    assert_eq!(natural.turn(), Turn::Over(1.2));
    for (text, message) in [
        (
            "blackjack(payout=-1)",
            r#"payout of blackjack "-1": expected a number of bets from 0 to 10, such as 1.5 or 1.2"#,
        ),
        (
            "blackjack(payout=3:2)",
            r#"payout of blackjack "3:2": expected a number of bets from 0 to 10, such as 1.5 or 1.2"#,
        ),
        (
            "blackjack(split=4)",
            r#"split of blackjack "4": expected 0 to 3 splits: a table has room for four hands"#,
        ),
        (
            "blackjack(split=-1)",
            r#"split of blackjack "-1": expected 0 to 3 splits: a table has room for four hands"#,
        ),
        ("blackjack(soft17=draw)", r#"soft17 of blackjack "draw": expected one of stand, hit"#),
        ("blackjack(double=10-11)", r#"double of blackjack "10-11": expected one of any, none"#),
        (
            "blackjack(decks=6)",
            r#"parameter of blackjack "decks": expected one of soft17, payout, double, split"#,
        ),
    ] {
        assert_eq!(built(text).err().unwrap().to_string(), message);
    }
}
