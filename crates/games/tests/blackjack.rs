//! Blackjack against the conformance suite, its exact solution against the rules, and searches against the solution.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Evaluator, Game, Misread, Neutral, Notation, Report, Rng, Search, Turn, conformance};
use tiptree_games::blackjack::{Blackjack, Card, Cards, Exact, Hand, Move, Next, Points, Solution, Table};
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

/// Positions of random games, pairs being split more often than chance would: they are the longest games.
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
fn long_games_are_written_and_read_back() {
    for game in rules() {
        let mut most = 0;
        for state in played(&game, 2000) {
            let text = game.position_text(&state);
            assert_eq!(game.parse_position(&text), Ok(state), "{text}");
            most = most.max(state.hands().len());
        }
        assert_eq!(most, game.splits() + 1);
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
    // Twice one for the 21, nothing for the 22, nothing back for the 18.
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
fn what_is_no_position_is_told_why() {
    let form = "hands, the dealer's cards and a mark for what comes next, such as `T6* v 9` or `83T,8+ v 6`";
    let deal = "the deal in its order, `T v +` and then `T+ v 9`";
    let hands = "hands that can be dealt so, each played before the next";
    for (text, expected) in [
        ("T6", form),
        ("T6 9", form),
        ("t6* v 9", form),
        ("T6* v 9+", form),
        ("T6*,T v 9+", form),
        (" v 9", form),
        ("T6* v 9d", form),
        ("TTTTTTTT v 9", form),
        ("8,8,8,8,8 v 9", form),
        ("T* v 9", deal),
        ("T+ v 93", deal),
        ("T6 v 9?", "`?` behind an ace or a ten of the dealer only"),
        ("AT* v 9", "nothing played before the dealer looks, or after a blackjack"),
        ("T65 v AT", "nothing played before the dealer looks, or after a blackjack"),
        ("T6 v T7?", "`?` behind an ace or a ten of the dealer only"),
        ("AT v T7", "no card for the dealer after a blackjack of the player"),
        ("T65* v 9", hands),
        ("TT2* v 9", hands),
        ("T6d v 9+", hands),
        ("T622d v 9+", hands),
        ("A9A2* v 9+", form),
        ("T6*,8 v 9", hands),
        ("A5*,A v 9", hands),
        ("A5,A+,A v 9", hands),
        ("T6* v 93", "one card of the dealer while the player plays"),
        ("T6 v 9", "a mark, or a dealer who has drawn to 17"),
        ("T6 v 95", "a mark, or a dealer who has drawn to 17"),
        ("T6 v 98+", "a dealer who draws to 17 only"),
        ("T6 v 98T", "a mark, or a dealer who has drawn to 17"),
        ("T6T v 9+", "no mark where every hand is bust"),
        ("T6T v 98", "one card of the dealer where every hand is bust"),
    ] {
        let error = Blackjack::default().parse_position(text).unwrap_err();
        assert_eq!(error, Misread::new("position", text, expected), "{text}");
    }
    let plain = Blackjack::default().without_doubles().with_splits(0).unwrap();
    let message = |text| plain.parse_position(text).unwrap_err().to_string();
    assert_eq!(message("8+,8 v 9"), r#"position "8+,8 v 9": expected one hand under these rules"#);
    assert_eq!(message("65d+ v 9"), r#"position "65d+ v 9": expected no doubled hand under these rules"#);
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

/// Everything that play reaches from `start` until the dealer draws, all that the dealer's first draw follows included.
fn reachable(game: &Blackjack, start: Table) -> HashSet<Table> {
    let (mut seen, mut waiting) = (HashSet::new(), vec![start]);
    while let Some(state) = waiting.pop() {
        let is_drawing = state.next() == Next::DealerCard && !state.dealer().is_empty();
        if seen.insert(state) && !is_drawing {
            waiting.extend(moves(game, &state).into_iter().map(|mv| game.after(&state, mv)));
        }
    }
    seen
}

/// All cards that a hand of at most 31 points may hold, in any order.
fn all_hands() -> Vec<String> {
    let mut hands = vec![(String::new(), 0, 0)];
    let mut next = 0;
    while next < hands.len() {
        let (text, points, least) = hands[next].clone();
        for card in Card::all().skip(least) {
            let sum = points + card.points();
            if sum <= 31 {
                hands.push((format!("{text}{}", card.letter()), sum, card.rank()));
            }
        }
        next += 1;
    }
    hands.into_iter().map(|(text, ..)| text).filter(|text| !text.is_empty()).collect()
}

#[test]
fn exactly_the_hands_that_play_reaches_are_read() {
    let game = Blackjack::default().with_splits(0).unwrap();
    for up in ["9", "T"] {
        let dealt = game.parse_position(&format!("2+ v {up}")).unwrap();
        let begin: HashSet<Table> = Card::all()
            .flat_map(|card| {
                let hand = Cards::NONE.with(card);
                let text = format!("{hand}+ v {up}");
                reachable(&game, game.parse_position(&text).unwrap())
            })
            .collect();
        assert!(begin.contains(&dealt));
        let mut read = HashSet::new();
        for hand in all_hands() {
            for form in
                ["H v U", "H* v U", "H+ v U", "H v U+", "H v U?", "Hd v U", "Hd* v U", "Hd+ v U", "Hd v U+"]
            {
                let text = form.replace('H', &hand).replace('U', up);
                read.extend(game.parse_position(&text).ok());
            }
        }
        let at_deal = begin.iter().filter(|state| state.dealer().len() == 1).copied().collect::<HashSet<_>>();
        assert!(read == at_deal, "{} read, {} reached", read.len(), at_deal.len());
    }
}

#[test]
fn exactly_the_split_hands_that_play_reaches_are_read() {
    let game = Blackjack::default().with_splits(1).unwrap();
    let split = game.parse_position("T+,T v 9").unwrap();
    let reached = reachable(&game, split);
    let texts: Vec<String> = {
        let mut texts: Vec<String> = reached.iter().map(|state| game.position_text(state)).collect();
        texts.sort();
        texts
    };
    let mut rng = Rng::new(5);
    let (mut read, mut refused) = (0, 0);
    for text in texts.iter().filter(|_| rng.below(20) == 0).collect::<Vec<_>>() {
        assert!(game.parse_position(text).is_ok_and(|state| reached.contains(&state)), "{text}");
        // One letter dropped, exchanged or added.
        let mut letters: Vec<char> = text.chars().collect();
        let place = rng.below(letters.len());
        let letter = ['A', '2', '5', 'T', '+', '*', 'd', ','][rng.below(8)];
        match rng.below(3) {
            0 => drop(letters.remove(place)),
            1 => letters[place] = letter,
            _ => letters.insert(place, letter),
        }
        let changed: String = letters.into_iter().collect();
        let Ok(state) = game.parse_position(&changed) else {
            refused += 1;
            continue;
        };
        // Hands of another pair, or against another card, are not what was listed.
        let is_common = |card: &Card| state.hands().iter().all(|hand| hand.count(*card) > 0);
        let is_listed = state.hands().len() == 2
            && state.dealer() == split.dealer()
            && Card::all().filter(is_common).eq([Card::TEN]);
        if is_listed {
            read += 1;
            assert!(reached.contains(&state), "{changed}");
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

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

/// What the rules look at in the rest of a game: of finished hands the totals and the bets, in any order; of the others the
/// points, the bet, whether there are one, two or more cards, and a pair.
type Rest = (Vec<(u8, bool)>, Vec<(Points, bool, usize, Option<Card>)>, (Points, bool), Next);

fn rest(state: &Table) -> Rest {
    let (finished, others) = state.hands().split_at(state.active());
    let mut finished: Vec<(u8, bool)> =
        finished.iter().map(|hand| (hand.total().min(22), hand.is_doubled())).collect();
    finished.sort_unstable();
    let others = others.iter().map(|hand| (hand.points(), hand.is_doubled(), hand.len().min(3), hand.pair()));
    (finished, others.collect(), (state.dealer().points(), state.dealer().len() == 1), state.next())
}

/// Expectimax to the end of the game, positions with the same `name` once.
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

/// Holds the solution to expectimax from each of `texts`; counts the positions.
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
    // What a finished hand was made of does not matter any more: merged, the whole game is small.
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
    // A payout more is a natural more often than the dealer has one too.
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
    // All of this is our own solution's: the best play against a dealer's 2 to 9, T and A.
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

/// Positions in which the player decides, the same ones every time.
fn decisions(game: &Blackjack, count: usize) -> Vec<Table> {
    let mut seen = HashSet::new();
    let decides = |state: &Table| state.next() == Next::Decision && seen.insert(*state);
    played(game, 5000).into_iter().filter(decides).take(count).collect()
}

fn searched(
    game: &Blackjack,
    evaluator: impl Evaluator<Blackjack>,
    state: &Table,
    depth: u32,
) -> Report<Move> {
    let mut search = Deepening::new(*game, evaluator, Minimax::to_depth(depth));
    search.start(*state);
    search.run(&Budget::unlimited())
}

#[test]
fn expectimax_of_exact_values_gives_exact_values_at_every_depth() {
    for game in [Blackjack::default(), Blackjack::default().hitting_soft_17().with_splits(1).unwrap()] {
        let exact = Exact::new(&game);
        for (number, state) in decisions(&game, 40).into_iter().enumerate() {
            let value = exact.solution().value(&state);
            // The third decision is behind a thousand deals: not for all.
            for depth in 1..=if number < 12 { 3 } else { 2 } {
                let report = searched(&game, exact.clone(), &state, depth);
                let text = game.position_text(&state);
                assert!((report.value - value).abs() < 1e-12, "{text}: {} at depth {depth}", report.value);
                assert_eq!(report.best, exact.solution().best(&state), "{text} at depth {depth}");
            }
        }
        let dealt = game.parse_position("8 v +").unwrap();
        let report = searched(&game, exact.clone(), &dealt, 1);
        assert!((report.value - exact.solution().value(&dealt)).abs() < 1e-12);
    }
}

#[test]
fn deeper_searches_find_the_best_move_more_often() {
    let game = Blackjack::default();
    let (hand, exact) = (Hand::new(&game), Exact::new(&game));
    // A third of the chart: every first hand against every card of the dealer, blackjacks aside.
    let firsts = Card::all().flat_map(|one| Card::all().skip(one.rank()).map(move |two| (one, two)));
    let chart = firsts.flat_map(|(one, two)| Card::all().map(move |up| (one, two, up)));
    let texts = chart.map(|cards| {
        let (one, two, up) = (cards.0.letter(), cards.1.letter(), cards.2.letter());
        format!("{one}{two}* v {up}")
    });
    let states: Vec<Table> = texts.step_by(3).filter_map(|text| game.parse_position(&text).ok()).collect();
    assert_eq!(states.len(), 180);
    let right = |depth| {
        let is_right =
            |state: &&Table| searched(&game, hand.clone(), state, depth).best == exact.solution().best(state);
        states.iter().filter(is_right).count()
    };
    let counts = [right(1), right(2), right(3)];
    assert!(counts.is_sorted_by(|few, more| few < more), "{counts:?}");
    assert!(counts[0] > 160 && counts[2] > 174, "{counts:?}");
}

#[test]
fn parameters_reach_the_game_by_name() {
    let built = |text: &str| registry::rules(&text.parse().unwrap(), Some("exact"));
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
