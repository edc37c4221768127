//! Whether play can reach a position. Checked for every position that is read from text.

use super::{Blackjack, Card, Cards, Next, Table};
use std::collections::HashSet;

/// Decides whether cards can have been dealt in some order, working back from the last card.
struct Orders<F> {
    /// The first card dealt, if it is known.
    first: Option<Card>,
    /// Whether another card may follow two or more.
    goes_on: F,
    /// Sets of cards found to have no possible order.
    impossible: HashSet<Cards>,
}

impl<F: Fn(Cards) -> bool> Orders<F> {
    fn new(first: Option<Card>, goes_on: F) -> Self {
        Orders { first, goes_on, impossible: HashSet::new() }
    }

    /// Whether the cards have an order after which another card may follow.
    fn has_open(&mut self, cards: Cards) -> bool {
        if cards.len() == 1 {
            return self.first.is_none_or(|first| cards.has(first));
        }
        if !(self.goes_on)(cards) || self.impossible.contains(&cards) {
            return false;
        }
        let has_order = self.has_any(cards);
        if !has_order {
            self.impossible.insert(cards);
        }
        has_order
    }

    /// Whether the cards have an order, whether or not another card may follow.
    fn has_any(&mut self, cards: Cards) -> bool {
        Card::all().any(|last| cards.has(last) && self.has_open(cards.without(last)))
    }
}

/// The orders of a player's hand.
fn hand_orders(first: Option<Card>) -> Orders<impl Fn(Cards) -> bool> {
    Orders::new(first, |cards| cards.total() < 21)
}

/// The fault of a position before the player's second card.
fn deal_fault(state: &Table) -> Option<String> {
    let next = if state.dealer.is_empty() { Next::DealerCard } else { Next::PlayerCard };
    let hand = state.hands()[0];
    let is_one = state.hands().len() == 1 && hand.len() == 1 && !hand.is_doubled();
    let is_right = is_one && state.dealer.len() <= 1 && state.next == next;
    (!is_right).then(|| "the deal in its order, `T v +` and then `T+ v 9`".into())
}

/// The fault of a position at the peek, or with a blackjack: the player has made no decision yet.
fn natural_fault(state: &Table) -> Option<String> {
    let hand = state.hands()[0];
    let is_first = state.hands().len() == 1 && hand.len() == 2 && !hand.is_doubled();
    let expected = match state.next {
        Next::Peek if state.dealer.len() != 1 || state.missing().is_none() => {
            "`?` behind an ace or a ten of the dealer only"
        }
        Next::Over if state.dealer.len() > 1 && !state.dealer.is_natural() => {
            "no card for the dealer after a blackjack of the player"
        }
        Next::Peek | Next::Over if is_first => return None,
        _ => "nothing played before the dealer looks, or after a blackjack",
    };
    Some(expected.into())
}

/// Whether the player's hands can be dealt and played this way, whatever the dealer has.
fn have_order(state: &Table) -> bool {
    if state.hands().len() == 1 {
        return have_order_from(state, None);
    }
    let may_be_split = |card: &Card| {
        let is_common = state.hands().iter().all(|hand| hand.has(*card));
        // Aces are split once.
        is_common && (*card != Card::ACE || state.hands().len() == 2)
    };
    Card::all().filter(may_be_split).any(|card| have_order_from(state, Some(card)))
}

/// Whether every hand can be dealt, given the card that was split as `first`.
fn have_order_from(state: &Table, first: Option<Card>) -> bool {
    let is_ace = first == Some(Card::ACE);
    state.hands().iter().enumerate().all(|(place, &hand)| {
        let is_active = place == state.active();
        let gets_card = is_active && state.next == Next::PlayerCard;
        let mut orders = hand_orders(first);
        match (hand.len(), hand.is_doubled()) {
            (1, false) => first.is_some() && (gets_card || place > state.active()),
            _ if place > state.active() => false,
            (2, false) if is_ace => !is_active,
            _ if is_ace => false,
            (2, true) => gets_card && hand.total() < 21,
            (3, true) => !is_active && orders.has_any(hand.undoubled()),
            (_, true) | (0, false) => false,
            (_, false) if is_active => orders.has_open(hand),
            (_, false) => orders.has_any(hand),
        }
    })
}

impl Blackjack {
    /// What is wrong with a position that play cannot reach; `None` if play can reach it.
    pub(super) fn fault(&self, state: &Table) -> Option<String> {
        let hands = state.hands();
        if hands.len() > self.splits() + 1 {
            Some(match self.splits() {
                0 => "one hand under these rules".into(),
                splits => format!("at most {} hands under these rules", splits + 1),
            })
        } else if hands.iter().any(|hand| hand.is_doubled()) && !self.doubles() {
            Some("no doubled hand under these rules".into())
        } else if state.is_deal() {
            deal_fault(state)
        } else if state.dealer.is_natural() || state.is_natural() || state.next == Next::Peek {
            natural_fault(state)
        } else if !have_order(state) {
            Some("hands that can be dealt so, each played before the next".into())
        } else {
            self.dealer_fault(state)
        }
    }

    /// What is wrong with the dealer's cards, given that the hands are possible.
    fn dealer_fault(&self, state: &Table) -> Option<String> {
        let mut orders = Orders::new(None, |cards| self.dealer_draws(cards.points()));
        let dealer = state.dealer;
        let all_done = state.active() == state.hands().len();
        let all_bust = all_done && state.hands().iter().all(|hand| hand.is_bust());
        let (holds, expected) = match state.next {
            Next::Over if all_bust => (dealer.len() == 1, "one card of the dealer where every hand is bust"),
            Next::Over => {
                let is_done = dealer.len() > 1 && !self.dealer_draws(dealer.points());
                (
                    is_done && orders.has_any(dealer),
                    "a mark, as in T6* v 9 where the hand is decided on, or a dealer who has drawn to 17",
                )
            }
            _ if all_bust => (false, "no mark where every hand is bust"),
            Next::DealerCard => (orders.has_open(dealer), "a dealer who draws to 17 only"),
            _ => (dealer.len() == 1, "one card of the dealer while the player plays"),
        };
        (!holds).then(|| expected.into())
    }
}
