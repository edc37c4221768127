//! Positions and moves of blackjack as text: `T6* v 9`.
//!
//! The player's hands stand before `v`, separated by commas after a split; the dealer's cards stand after it. Cards are
//! A, 2 to 9, T. A mark says what comes next: `*` after the hand to be decided on, `+` after the hand or the dealer's
//! cards that get the next card, `?` after the card of a dealer who is about to peek. Without a mark the game is over.
//! A `d` after the cards means a doubled bet. For example, in `83T,87d+ v 6` the second hand was doubled and waits for
//! its one card. The text before the first card is `deal`.

use super::table::MOST_HANDS;
use super::{Blackjack, Card, Cards, Move, Next, Table};
use std::fmt::Write;
use tiptree::{Game, Notation, ParseError, Turn};

const START: &str = "deal";
const FORM: &str =
    "hands, the dealer's cards and a mark for what comes next, such as `T6* v 9` or `83T,8+ v 6`";

/// Cards and the mark written after them.
struct Part {
    cards: Cards,
    mark: Option<char>,
}

/// Reads the cards of a hand or of the dealer, and the mark after them if it is one of `marks`.
fn part(text: &str, marks: &[char]) -> Option<Part> {
    let mark = text.chars().last().filter(|last| marks.contains(last));
    let text = text.strip_suffix(marks).unwrap_or(text);
    let (text, is_doubled) = match text.strip_suffix('d') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let mut cards = Cards::NONE;
    for letter in text.chars() {
        // The counters overflow only for hands that are not legal anyway.
        let card = Card::of(letter).filter(|&card| cards.has_room(card))?;
        cards = cards.with(card);
    }
    Some(Part { cards: if is_doubled { cards.doubled() } else { cards }, mark })
}

/// The position of a text, not yet checked against the rules.
fn table(text: &str) -> Option<Table> {
    let (hands, dealer) = text.split_once(" v ")?;
    let hands: Vec<Part> = hands.split(',').map(|hand| part(hand, &['*', '+'])).collect::<Option<_>>()?;
    let dealer = part(dealer, &['+', '?']).filter(|dealer| !dealer.cards.is_doubled())?;
    let cards: Vec<Cards> = hands.iter().map(|hand| hand.cards).collect();
    if cards.len() > MOST_HANDS || cards.iter().any(|hand| hand.is_empty()) {
        return None;
    }
    let marked: Vec<usize> = (0..hands.len()).filter(|&place| hands[place].mark.is_some()).collect();
    let is_first =
        cards.len() == 1 && (dealer.cards.is_empty() || dealer.cards.is_natural() || cards[0].is_natural());
    let (active, next) = match (marked.as_slice(), dealer.mark) {
        (&[place], None) if hands[place].mark == Some('*') => (place, Next::Decision),
        (&[place], None) => (place, Next::PlayerCard),
        (&[], Some('?')) => (0, Next::Peek),
        (&[], mark) => {
            let next = if mark.is_some() { Next::DealerCard } else { Next::Over };
            (if is_first { 0 } else { cards.len() }, next)
        }
        _ => return None,
    };
    Some(Table::new(&cards, dealer.cards, active, next))
}

/// A hand and its mark.
fn write_hand(text: &mut String, state: &Table, place: usize) {
    let hand = state.hands()[place];
    let doubled = if hand.is_doubled() { "d" } else { "" };
    let mark = match state.next {
        Next::Decision if place == state.active() => "*",
        Next::PlayerCard if place == state.active() => "+",
        _ => "",
    };
    let _ = write!(text, "{hand}{doubled}{mark}");
}

impl Notation for Blackjack {
    fn move_text(&self, _state: &Table, mv: Move) -> String {
        match mv {
            Move::Stand => "stand".into(),
            Move::Hit => "hit".into(),
            Move::Double => "double".into(),
            Move::Split => "split".into(),
            Move::Card(card) => card.letter().into(),
            Move::Clear => "clear".into(),
            Move::Blackjack => "blackjack".into(),
        }
    }

    fn position_text(&self, state: &Table) -> String {
        if state.hands()[0].is_empty() {
            return START.into();
        }
        let mut text = String::new();
        for place in 0..state.hands().len() {
            if place > 0 {
                text.push(',');
            }
            write_hand(&mut text, state, place);
        }
        let mark = match state.next {
            Next::DealerCard => "+",
            Next::Peek => "?",
            _ => "",
        };
        let _ = write!(text, " v {}{mark}", state.dealer);
        text
    }

    fn parse_position(&self, text: &str) -> Result<Table, ParseError> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == START {
            return Ok(self.start());
        }
        let state = table(trimmed).ok_or_else(|| ParseError::new("position", text, FORM))?;
        match self.fault(&state) {
            Some(expected) => Err(ParseError::new("position", text, expected)),
            None => Ok(state),
        }
    }

    /// A line for the dealer and one for each hand, and what comes next.
    fn draw(&self, state: &Table) -> String {
        let line = |name: &str, cards: Cards| {
            let points = cards.points();
            let total = match points.total() {
                0 => String::new(),
                total if points.is_soft() => format!("soft {total}"),
                total => total.to_string(),
            };
            let bet = if cards.is_doubled() { ", doubled" } else { "" };
            format!("{name:8}{:12} {total}{bet}\n", cards.to_string())
        };
        let mut text = line("Dealer", state.dealer);
        for (place, &hand) in state.hands().iter().enumerate() {
            text += &line(&format!("Hand {}", place + 1), hand);
        }
        let active = state.active() + 1;
        text + &match (state.next, self.turn(state)) {
            (_, Turn::Over(payoff)) if payoff > 0.0 => format!("Player wins {payoff}"),
            (_, Turn::Over(payoff)) if payoff < 0.0 => format!("Player loses {}", -payoff),
            (Next::Over, _) => "Nobody wins".into(),
            (Next::PlayerCard, _) => format!("A card for hand {active}"),
            (Next::DealerCard, _) => "A card for the dealer".into(),
            (Next::Peek, _) => "The dealer looks for a blackjack".into(),
            (Next::Decision, _) => format!("Player to move on hand {active}"),
        }
    }
}
