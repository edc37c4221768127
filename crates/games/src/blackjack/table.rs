//! A position of blackjack: the hands, the dealer's cards, and what comes next.

use super::{Card, Cards};

/// The maximum number of hands.
pub(super) const MOST_HANDS: usize = 4;

/// What comes next at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// A card for the active hand.
    PlayerCard,
    /// A card for the dealer.
    DealerCard,
    /// The dealer looks for a blackjack.
    Peek,
    /// The player decides on the active hand.
    Decision,
    /// Nothing: the game is over.
    Over,
}

/// A position. Hands before the active one are finished; those after it wait with one card each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    hands: [Cards; MOST_HANDS],
    pub(super) dealer: Cards,
    count: u8,
    active: u8,
    pub(super) next: Next,
}

impl Default for Table {
    /// Before the deal.
    fn default() -> Self {
        let hands = [Cards::NONE; MOST_HANDS];
        Table { hands, dealer: Cards::NONE, count: 1, active: 0, next: Next::PlayerCard }
    }
}

impl Table {
    /// The position with these hands, from one to [`MOST_HANDS`] of them.
    pub(super) fn new(hands: &[Cards], dealer: Cards, active: usize, next: Next) -> Self {
        let mut table =
            Table { dealer, count: hands.len() as u8, active: active as u8, next, ..Table::default() };
        table.hands[..hands.len()].copy_from_slice(hands);
        table
    }

    /// The player's hands.
    #[inline]
    pub fn hands(&self) -> &[Cards] {
        &self.hands[..usize::from(self.count)]
    }

    /// The dealer's visible cards.
    pub fn dealer(&self) -> Cards {
        self.dealer
    }

    /// The index of the hand being played; the number of hands when all are finished.
    #[inline]
    pub fn active(&self) -> usize {
        usize::from(self.active)
    }

    /// What comes next.
    pub fn next(&self) -> Next {
        self.next
    }

    /// The hand being played.
    ///
    /// # Panics
    /// If all are finished.
    #[inline]
    pub(super) fn active_hand(&self) -> Cards {
        self.hands()[self.active()]
    }

    /// Whether the deal is not complete yet.
    pub(super) fn is_deal(&self) -> bool {
        self.dealer.is_empty() || (self.count == 1 && self.hands[0].len() < 2)
    }

    /// The card that would complete a blackjack with the dealer's one card.
    pub(super) fn missing(&self) -> Option<Card> {
        match self.dealer {
            dealer if dealer.has(Card::ACE) => Some(Card::TEN),
            dealer if dealer.has(Card::TEN) => Some(Card::ACE),
            _ => None,
        }
    }

    /// Whether the player was dealt a blackjack.
    #[inline]
    pub(super) fn is_natural(&self) -> bool {
        self.count == 1 && self.hands[0].is_natural()
    }

    /// The player's profit at the end, in bets.
    pub(super) fn payoff(&self, payout: f64) -> f64 {
        match (self.is_natural(), self.dealer.is_natural()) {
            (true, true) => 0.0,
            (true, false) => payout,
            (false, true) => -1.0,
            (false, false) => self.hands().iter().map(|&hand| bet(hand) * result(hand, self.dealer)).sum(),
        }
    }

    /// The player's first decision, unless a blackjack is paid at once.
    pub(super) fn begin(&mut self) {
        self.next = if self.is_natural() { Next::Over } else { Next::Decision };
    }

    pub(super) fn deal_player(&mut self, card: Card) {
        let place = self.active();
        let before = self.hands[place];
        let hand = before.with(card);
        self.hands[place] = hand;
        if before.is_empty() {
            self.next = Next::DealerCard;
        } else if self.count == 1 && before.len() == 1 {
            if self.missing().is_some() {
                self.next = Next::Peek;
            } else {
                self.begin();
            }
        } else {
            let is_split_ace = before.len() == 1 && before.has(Card::ACE);
            if hand.is_doubled() || hand.total() >= 21 || is_split_ace {
                self.finish_hand();
            } else {
                self.next = Next::Decision;
            }
        }
    }

    /// Goes on to the next hand, then to the dealer, or ends the game if every hand is bust.
    pub(super) fn finish_hand(&mut self) {
        self.active += 1;
        self.next = if self.active < self.count {
            Next::PlayerCard
        } else if self.hands().iter().all(|hand| hand.is_bust()) {
            Next::Over
        } else {
            Next::DealerCard
        };
    }

    pub(super) fn double(&mut self) {
        let place = self.active();
        self.hands[place] = self.hands[place].doubled();
        self.next = Next::PlayerCard;
    }

    pub(super) fn split(&mut self) {
        let place = self.active();
        let card = self.hands[place].first().map_or(Cards::NONE, |card| Cards::NONE.with(card));
        self.hands[place] = card;
        // Its place among the waiting hands does not matter: they are all alike.
        self.hands[usize::from(self.count)] = card;
        self.count += 1;
        self.next = Next::PlayerCard;
    }
}

/// The bets on a hand.
#[inline]
pub(super) fn bet(hand: Cards) -> f64 {
    if hand.is_doubled() { 2.0 } else { 1.0 }
}

/// The result of a finished hand against a finished dealer, per bet.
fn result(hand: Cards, dealer: Cards) -> f64 {
    match (hand.total(), dealer.total()) {
        _ if hand.is_bust() => -1.0,
        _ if dealer.is_bust() => 1.0,
        (mine, theirs) if mine > theirs => 1.0,
        (mine, theirs) if mine < theirs => -1.0,
        _ => 0.0,
    }
}
