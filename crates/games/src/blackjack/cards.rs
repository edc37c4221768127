//! Cards, and the cards of a hand in one word.

use std::fmt;

/// The rank of a card; suits do not matter. Tens, jacks, queens and kings are all `T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The number of cards of each rank in a suit of 13, by rank.
const OF_THIRTEEN: [f64; 10] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0];
const LETTERS: &[u8; 10] = b"A23456789T";

impl Card {
    /// The ace.
    pub const ACE: Card = Card(0);
    /// The ten, the jack, the queen and the king.
    pub const TEN: Card = Card(9);

    /// Every rank, the ace first and the ten last.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + Clone {
        (0..10).map(Card)
    }

    /// The points, an ace counted as 1.
    pub fn points(self) -> u8 {
        self.0 + 1
    }

    /// The index of the rank, counted from 0.
    pub fn rank(self) -> usize {
        usize::from(self.0)
    }

    /// The card whose rank has this index.
    ///
    /// # Panics
    /// If `rank` is not below 10.
    pub(crate) fn ranked(rank: usize) -> Card {
        assert!(rank < LETTERS.len(), "a rank from 0 to 9, got {rank}");
        Card(rank as u8)
    }

    /// The probability of drawing this rank from an infinite deck.
    pub fn chance(self) -> f64 {
        OF_THIRTEEN[self.rank()] / 13.0
    }

    /// The letter: A, 2 to 9, T.
    pub fn letter(self) -> char {
        char::from(LETTERS[self.rank()])
    }

    /// The card of this letter.
    pub fn of(letter: char) -> Option<Card> {
        Card::all().find(|card| card.letter() == letter)
    }
}

/// The points of a hand: all that matters for standing and for drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    hard: u8,
    has_ace: bool,
}

impl Points {
    /// An upper bound on [`Points::index`], for the sizes of tables.
    pub(super) const INDICES: usize = 64;

    /// These points plus one more card.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        Points { hard: self.hard + card.points(), has_ace: self.has_ace || card == Card::ACE }
    }

    /// The points with every ace as 1.
    pub fn hard(self) -> u8 {
        self.hard
    }

    /// Whether an ace counts as 11.
    #[inline]
    pub fn is_soft(self) -> bool {
        self.has_ace && self.hard <= 11
    }

    /// The points, one ace counted as 11 if the total stays at 21 or below.
    #[inline]
    pub fn total(self) -> u8 {
        if self.is_soft() { self.hard + 10 } else { self.hard }
    }

    /// Whether the total is above 21.
    #[inline]
    pub fn is_bust(self) -> bool {
        self.hard > 21
    }

    /// An index that differs for different points.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.hard) * 2 + usize::from(self.has_ace)
    }

    /// All points, the greatest first: every successor by one more card comes before the points it follows from.
    pub(super) fn falling() -> impl Iterator<Item = Points> {
        (0..=31).rev().flat_map(|hard| [false, true].map(|has_ace| Points { hard, has_ace }))
    }
}

/// The cards of a hand, in no order, and whether its bet is doubled.
///
/// Each rank is counted in five bits, the points with aces as 1 in five more, the cards in five more. Adding a card is
/// one addition.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards(u64);

const POINTS: u32 = 50;
const COUNT: u32 = 55;
const DOUBLED: u64 = 1 << 60;
const MASK: u64 = 31;

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);

    fn word(card: Card) -> u64 {
        (1 << (5 * card.0)) + (u64::from(card.points()) << POINTS) + (1 << COUNT)
    }

    /// These cards plus one more.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        Cards(self.0 + Cards::word(card))
    }

    /// Whether the counters have room for this card. Every hand of a legal game has room, because a hand above 21 gets
    /// no card.
    pub(super) fn has_room(self, card: Card) -> bool {
        u64::from(self.points().hard() + card.points()) <= MASK
    }

    /// These cards without one of them.
    #[must_use]
    pub(super) fn without(self, card: Card) -> Self {
        debug_assert!(self.has(card));
        Cards(self.0 - Cards::word(card))
    }

    /// The same cards with the bet doubled.
    #[must_use]
    pub(super) fn doubled(self) -> Self {
        Cards(self.0 | DOUBLED)
    }

    /// The same cards with the bet not doubled.
    #[must_use]
    pub(super) fn undoubled(self) -> Self {
        Cards(self.0 & !DOUBLED)
    }

    /// Whether the bet is doubled.
    #[inline]
    pub fn is_doubled(self) -> bool {
        self.0 & DOUBLED != 0
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> usize {
        (self.0 >> COUNT & MASK) as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// How many cards of this rank there are.
    pub fn count(self, card: Card) -> usize {
        (self.0 >> (5 * card.0) & MASK) as usize
    }

    /// Whether a card of this rank is among them.
    pub fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// The points of the cards.
    #[inline]
    pub fn points(self) -> Points {
        Points { hard: (self.0 >> POINTS & MASK) as u8, has_ace: self.0 & MASK != 0 }
    }

    /// The points, one ace counted as 11 if the total stays at 21 or below.
    #[inline]
    pub fn total(self) -> u8 {
        self.points().total()
    }

    /// Whether the total is above 21.
    #[inline]
    pub fn is_bust(self) -> bool {
        self.points().is_bust()
    }

    /// Whether two cards make 21.
    #[inline]
    pub fn is_natural(self) -> bool {
        self.len() == 2 && self.total() == 21
    }

    /// The rank of a pair, if the hand is two cards of the same rank.
    pub fn pair(self) -> Option<Card> {
        if self.len() == 2 { Card::all().find(|&card| self.count(card) == 2) } else { None }
    }

    /// The first rank in the hand, aces first.
    pub fn first(self) -> Option<Card> {
        Card::all().find(|&card| self.has(card))
    }

    /// The packed word, for keys.
    pub(super) fn bits(self) -> u64 {
        self.0
    }
}

/// The letters, aces first, then from the ten down: `A7`, `T6`.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let falling = Card::all().rev().filter(|&card| card != Card::ACE);
        for card in std::iter::once(Card::ACE).chain(falling) {
            for _ in 0..self.count(card) {
                write!(f, "{}", card.letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{}", if self.is_doubled() { "d" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.chars().fold(Cards::NONE, |cards, letter| cards.with(Card::of(letter).unwrap()))
    }

    #[test]
    fn an_ace_is_eleven_where_that_is_not_too_much() {
        for (text, total, is_soft) in [
            ("A", 11, true),
            ("AA", 12, true),
            ("A6", 17, true),
            ("AT", 21, true),
            ("A6T", 17, false),
            ("AA9", 21, true),
            ("AA9T", 21, false),
            ("T6", 16, false),
            ("T6T", 26, false),
        ] {
            assert_eq!((cards(text).total(), cards(text).points().is_soft()), (total, is_soft), "{text}");
        }
    }

    #[test]
    fn what_is_added_can_be_taken_away() {
        let hand = cards("A22T");
        for (letter, left) in [('A', "T22"), ('2', "AT2"), ('T', "A22")] {
            let card = Card::of(letter).unwrap();
            assert_eq!(hand.without(card).to_string(), left);
            assert_eq!(hand.without(card).with(card), hand);
        }
    }

    #[test]
    fn many_aces_fit() {
        let hand = cards("AAAAAAAAAA2AAAAAAAAA");
        assert_eq!((hand.len(), hand.count(Card::ACE), hand.total()), (20, 19, 21));
    }

    #[test]
    fn chances_sum_to_one() {
        let sum: f64 = Card::all().map(Card::chance).sum();
        assert!((sum - 1.0).abs() < 1e-15);
    }
}
