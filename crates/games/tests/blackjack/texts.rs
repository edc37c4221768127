//! Positions as text: what is written is read back, and exactly the positions that play reaches are accepted.

use super::{moves, played, rules};
use std::collections::HashSet;
use tiptree::{Game, Notation, ParseError, Rng};
use tiptree_games::blackjack::{Blackjack, Card, Next, Table};

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
        ("T6 v 9", "a mark, as in T6* v 9 where the hand is decided on, or a dealer who has drawn to 17"),
        ("T6 v 95", "a mark, as in T6* v 9 where the hand is decided on, or a dealer who has drawn to 17"),
        ("T6 v 98+", "a dealer who draws to 17 only"),
        ("T6 v 98T", "a mark, as in T6* v 9 where the hand is decided on, or a dealer who has drawn to 17"),
        ("T6T v 9+", "no mark where every hand is bust"),
        ("T6T v 98", "one card of the dealer where every hand is bust"),
    ] {
        let error = Blackjack::default().parse_position(text).unwrap_err();
        assert_eq!(error, ParseError::new("position", text, expected), "{text}");
    }
    let plain = Blackjack::default().without_doubles().with_splits(0).unwrap();
    let message = |text| plain.parse_position(text).unwrap_err().to_string();
    assert_eq!(message("8+,8 v 9"), r#"position "8+,8 v 9": expected one hand under these rules"#);
    assert_eq!(message("65d+ v 9"), r#"position "65d+ v 9": expected no doubled hand under these rules"#);
}

/// Every position that play reaches from `start` before the dealer draws.
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
        let starts =
            Card::all().map(|card| game.parse_position(&format!("{}+ v {up}", card.letter())).unwrap());
        // Leaves out positions with a dealer's blackjack, which have two cards of the dealer.
        let reached: HashSet<Table> = starts
            .flat_map(|start| reachable(&game, start))
            .filter(|state| state.dealer().len() == 1)
            .collect();
        let mut read = HashSet::new();
        for hand in all_hands() {
            for form in
                ["H v U", "H* v U", "H+ v U", "H v U+", "H v U?", "Hd v U", "Hd* v U", "Hd+ v U", "Hd v U+"]
            {
                let text = form.replace('H', &hand).replace('U', up);
                read.extend(game.parse_position(&text).ok());
            }
        }
        assert!(read == reached, "{} read, {} reached", read.len(), reached.len());
    }
}

#[test]
fn exactly_the_dealers_that_play_reaches_are_read() {
    for game in [Blackjack::default(), Blackjack::default().hitting_soft_17()] {
        let mut reached = HashSet::from([game.parse_position("T9 v AT").unwrap()]);
        let mut waiting: Vec<Table> = Card::all()
            .map(|card| game.parse_position(&format!("T9 v {}+", card.letter())).unwrap())
            .collect();
        while let Some(state) = waiting.pop() {
            if reached.insert(state) {
                waiting.extend(moves(&game, &state).into_iter().map(|mv| game.after(&state, mv)));
            }
        }
        let texts =
            all_hands().into_iter().flat_map(|cards| [format!("T9 v {cards}+"), format!("T9 v {cards}")]);
        let read: HashSet<Table> = texts.filter_map(|text| game.parse_position(&text).ok()).collect();
        assert!(read == reached, "{} read, {} reached", read.len(), reached.len());
    }
}

#[test]
fn exactly_the_split_hands_that_play_reaches_are_read() {
    let game = Blackjack::default().with_splits(1).unwrap();
    let split = game.parse_position("T+,T v 9").unwrap();
    let reached = reachable(&game, split);
    let mut texts: Vec<String> = reached.iter().map(|state| game.position_text(state)).collect();
    texts.sort();
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
        // Hands of another pair, or against another card of the dealer, were not listed.
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
