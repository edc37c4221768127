//! Casino blackjack: one player, Max, against a dealer who plays by a fixed rule, so there are no Min nodes.
//!
//! The game is Ballard's example of a \*-minimax tree without alternation (Ballard 1983, figure 2). The rules are those of
//! an American casino:
//!
//! * Player and dealer get two cards, one of the dealer's face down. Aces count 1 or 11, pictures 10.
//! * A dealer with an ace or a ten looks at the face-down card (*peek*). A dealer's blackjack ends the game: the player
//!   loses the bet, or gets it back with a blackjack. Otherwise a player's blackjack is paid at once, at `payout`.
//! * The player stands, hits, doubles (on two cards, for exactly one more card) or splits a pair; any two cards of ten
//!   points are a pair. Split hands are played one after the other, may be doubled, and may be split again up to
//!   `split` times in all. Split aces get one card each and are not split again. A 21 after a split is no blackjack.
//! * A hand of 21 stands automatically. A hand above 21 is lost at once.
//! * The dealer then draws to 17, and stands on a soft 17 or hits it as the rules say. The dealer does not draw if
//!   every hand is bust.
//!
//! There is no insurance and no surrender. The payoff is the player's profit, in bets.
//!
//! **Cards are drawn with replacement**, as from an infinite deck. Draws are then independent of the cards already
//! seen, and [`Solution`] computes the exact values.
//!
//! The dealer's second card is drawn only when the dealer plays, because nobody knows it before. After a peek without a
//! blackjack, the card that would have made one is excluded from that draw.

pub(crate) mod by_name;
mod cards;
mod evaluators;
mod notation;
mod reach;
mod solution;
mod table;

pub use cards::{Card, Cards, Points};
pub use evaluators::{Exact, Hand};
pub use solution::Solution;
pub use table::{Next, Table};

use table::MOST_HANDS;
use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, ParseError, Range, Turn};

/// The greatest payout for a blackjack.
pub const GREATEST_PAYOUT: f64 = 10.0;

/// The rules of a table.
///
/// ```
/// use tiptree::{Game, Notation};
/// use tiptree_games::blackjack::Blackjack;
///
/// let game = Blackjack::default().with_splits(1)?;
/// let state = game.parse_position("88* v 6")?;
/// let split = game.after(&state, game.parse_move(&state, "split")?);
/// assert_eq!(game.position_text(&split), "8+,8 v 6");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blackjack {
    hits_soft_17: bool,
    payout: f64,
    doubles: bool,
    splits: u8,
}

impl Default for Blackjack {
    /// The dealer stands on soft 17; a blackjack pays 1.5; any two cards may be doubled; three splits make four hands.
    fn default() -> Self {
        Blackjack { hits_soft_17: false, payout: 1.5, doubles: true, splits: 3 }
    }
}

/// A decision, a card, or the result of the dealer's peek.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Takes no more cards.
    Stand,
    /// Takes a card.
    Hit,
    /// Doubles the bet and takes one card.
    Double,
    /// Makes two hands of a pair.
    Split,
    /// A card is dealt.
    Card(Card),
    /// The dealer looked and has no blackjack.
    Clear,
    /// The dealer looked and has a blackjack.
    Blackjack,
}

impl Blackjack {
    /// The same rules with a dealer who takes a card on a soft 17.
    #[must_use]
    pub fn hitting_soft_17(self) -> Self {
        Blackjack { hits_soft_17: true, ..self }
    }

    /// The same rules without doubling.
    #[must_use]
    pub fn without_doubles(self) -> Self {
        Blackjack { doubles: false, ..self }
    }

    /// The same rules with another payout for a blackjack.
    ///
    /// # Errors
    /// If it is not from 0 to [`GREATEST_PAYOUT`].
    pub fn with_payout(self, payout: f64) -> Result<Self, ParseError> {
        if (0.0..=GREATEST_PAYOUT).contains(&payout) {
            return Ok(Blackjack { payout, ..self });
        }
        let expected = format!("a number of bets from 0 to {GREATEST_PAYOUT}, such as 1.5 or 1.2");
        Err(ParseError::new("payout of blackjack", payout.to_string(), expected))
    }

    /// The same rules with this many splits at most.
    ///
    /// # Errors
    /// If there are more than three.
    pub fn with_splits(self, splits: u8) -> Result<Self, ParseError> {
        if usize::from(splits) < MOST_HANDS {
            return Ok(Blackjack { splits, ..self });
        }
        let expected = "0 to 3 splits: a table has room for four hands";
        Err(ParseError::new("split of blackjack", splits.to_string(), expected))
    }

    /// Whether the dealer takes a card on a soft 17.
    pub fn hits_soft_17(&self) -> bool {
        self.hits_soft_17
    }

    /// What a blackjack pays, in bets.
    pub fn payout(&self) -> f64 {
        self.payout
    }

    /// Whether two cards may be doubled.
    pub fn doubles(&self) -> bool {
        self.doubles
    }

    /// The maximum number of splits.
    pub fn splits(&self) -> usize {
        usize::from(self.splits)
    }

    /// Whether a dealer with these cards takes another.
    #[inline]
    fn dealer_draws(&self, dealer: Points) -> bool {
        let total = dealer.total();
        total < 17 || (total == 17 && dealer.is_soft() && self.hits_soft_17)
    }

    /// The cards that may come next and their probabilities. After a peek the card that would have made a blackjack is
    /// excluded.
    fn deck(state: &Table) -> impl Iterator<Item = (Card, f64)> + Clone {
        let missing = match state.next {
            Next::DealerCard if state.dealer.len() == 1 => state.missing(),
            _ => None,
        };
        let left = 1.0 - missing.map_or(0.0, Card::chance);
        Card::all().filter(move |&card| Some(card) != missing).map(move |card| (card, card.chance() / left))
    }
}

impl Game for Blackjack {
    type State = Table;
    type Move = Move;

    fn start(&self) -> Table {
        Table::default()
    }

    #[inline]
    fn turn(&self, state: &Table) -> Turn {
        match state.next {
            Next::Decision => Turn::Max,
            Next::PlayerCard | Next::DealerCard | Next::Peek => Turn::Chance,
            Next::Over => Turn::Over(state.payoff(self.payout)),
        }
    }

    /// From every hand lost, doubled, to every hand won, doubled. If a blackjack pays more, both ends are as far away as that, so
    /// that a push is the middle and counts as a draw.
    fn payoffs(&self) -> Range {
        let most = (f64::from(self.splits) + 1.0) * if self.doubles { 2.0 } else { 1.0 };
        let most = most.max(self.payout);
        Range::new(-most, most)
    }

    fn moves(&self, state: &Table, moves: &mut Vec<Move>) {
        match state.next {
            Next::PlayerCard | Next::DealerCard => {
                moves.extend(Blackjack::deck(state).map(|(card, _)| Move::Card(card)));
            }
            Next::Peek => moves.extend([Move::Clear, Move::Blackjack]),
            Next::Decision => {
                moves.extend([Move::Stand, Move::Hit]);
                let hand = state.active_hand();
                if self.doubles && hand.len() == 2 {
                    moves.push(Move::Double);
                }
                if state.hands().len() <= self.splits() && hand.pair().is_some() {
                    moves.push(Move::Split);
                }
            }
            Next::Over => {}
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn chances(&self, state: &Table, _moves: &[Move], chances: &mut Vec<f64>) {
        if state.next == Next::Peek {
            let blackjack = state.missing().map_or(0.0, Card::chance);
            chances.extend([1.0 - blackjack, blackjack]);
        } else {
            chances.extend(Blackjack::deck(state).map(|(_, chance)| chance));
        }
    }

    fn play(&self, state: &mut Table, mv: Move) {
        match mv {
            Move::Stand => state.finish_hand(),
            Move::Hit => state.next = Next::PlayerCard,
            Move::Double => state.double(),
            Move::Split => state.split(),
            Move::Card(card) if state.next == Next::PlayerCard => state.deal_player(card),
            Move::Card(card) => {
                state.dealer = state.dealer.with(card);
                state.next = match state.dealer.len() {
                    1 => Next::PlayerCard,
                    _ if self.dealer_draws(state.dealer.points()) => Next::DealerCard,
                    _ => Next::Over,
                };
            }
            Move::Clear => state.begin(),
            Move::Blackjack => {
                state.dealer = Cards::NONE.with(Card::ACE).with(Card::TEN);
                state.next = Next::Over;
            }
        }
    }
}

impl Keyed for Blackjack {
    fn key(&self, state: &Table) -> u64 {
        let place = (state.hands().len() * 8 + state.active()) * 8 + state.next as usize;
        let words = state.hands().iter().map(|hand| hand.bits()).chain([state.dealer.bits(), place as u64]);
        words.fold(0, |key, word| scatter(key ^ word))
    }
}

impl Insight for Blackjack {}
