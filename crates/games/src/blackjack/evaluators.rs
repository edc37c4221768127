//! Evaluators of blackjack: an estimate, and the exact value.

use super::table::bet;
use super::{Blackjack, Card, Cards, Next, Points, Solution, Table};
use std::sync::Arc;
use tiptree::{Evaluator, Game, Range};

/// The dealer's probability of going bust. By first card: an ace after the peek, 2 to 9, a ten. Then for a hard 12 to
/// 16, and for any other cards to which the dealer draws.
const BUSTS: [f64; 12] = [0.17, 0.35, 0.37, 0.4, 0.42, 0.42, 0.26, 0.24, 0.23, 0.23, 0.55, 0.25];
const STIFF: usize = 10;
const OTHER: usize = 11;
/// The extra probability that a dealer with one card finishes with ten points more, if that is 17 to 20.
const TEN_BELOW: f64 = 0.28;

/// A cheap estimate from the totals of the hands and the dealer's visible cards.
///
/// The model of the dealer: the probability of going bust comes from a table of twelve numbers, a ten below a 7 to ten
/// is a little more likely than anything else, and the totals 17 to 21 are otherwise equally likely. A hand that gets a
/// card is worth the mean over the cards, as if it stood then. A hand to be decided on is worth the better of that and
/// of standing. Before the deal is complete the estimate is 0.
#[derive(Clone, Debug)]
pub struct Hand {
    range: Range,
    outlooks: Arc<[Outlook; BUSTS.len()]>,
}

/// Estimates for a hand against one kind of dealer, by [`Points::index`].
#[derive(Clone, Debug)]
struct Outlook {
    stand: [f64; Points::INDICES],
    draw: [f64; Points::INDICES],
}

impl Outlook {
    /// The estimates against the dealer at this index of [`BUSTS`].
    fn new(kind: usize) -> Self {
        let bust = BUSTS[kind];
        let share = |total: u8| if kind < STIFF && usize::from(total) == kind + 11 { TEN_BELOW } else { 0.0 };
        let even = (1.0 - bust - (17..=21).map(share).sum::<f64>()) / 5.0;
        let mut outlook = Outlook { stand: [0.0; Points::INDICES], draw: [0.0; Points::INDICES] };
        for hand in Points::falling() {
            let against = |dealer: u8| {
                let chance = even + share(dealer);
                match hand.total() {
                    total if total > dealer => chance,
                    total if total < dealer => -chance,
                    _ => 0.0,
                }
            };
            outlook.stand[hand.index()] =
                if hand.is_bust() { -1.0 } else { bust + (17..=21).map(against).sum::<f64>() };
            if !hand.is_bust() {
                let behind = |card: Card| card.chance() * outlook.stand[hand.with(card).index()];
                outlook.draw[hand.index()] = Card::all().map(behind).sum();
            }
        }
        outlook
    }

    fn stand(&self, hand: Points) -> f64 {
        self.stand[hand.index()]
    }

    fn draw(&self, hand: Points) -> f64 {
        self.draw[hand.index()]
    }

    /// A hand of one card that will get a second one and then be played.
    fn begin(&self, hand: Points) -> f64 {
        let play = |hand| self.stand(hand).max(self.draw(hand));
        Card::all().map(|card| card.chance() * play(hand.with(card))).sum()
    }
}

impl Hand {
    /// The estimate for `game`.
    pub fn new(game: &Blackjack) -> Self {
        Hand { range: game.payoffs(), outlooks: Arc::new(std::array::from_fn(Outlook::new)) }
    }

    /// The estimate once the deal is complete and the dealer has no blackjack.
    fn estimate(&self, state: &Table) -> f64 {
        let outlook = &self.outlooks[kind(state.dealer)];
        let value = |(place, &hand): (usize, &Cards)| {
            let points = hand.points();
            let is_active = place == state.active();
            bet(hand)
                * match state.next {
                    _ if place > state.active() || hand.len() == 1 => outlook.begin(points),
                    Next::PlayerCard if is_active => outlook.draw(points),
                    Next::Decision if is_active => outlook.stand(points).max(outlook.draw(points)),
                    _ => outlook.stand(points),
                }
        };
        state.hands().iter().enumerate().map(value).sum()
    }
}

/// The index in [`BUSTS`] of a dealer with these cards.
fn kind(dealer: Cards) -> usize {
    let points = dealer.points();
    match dealer.first() {
        Some(card) if dealer.len() == 1 => card.rank(),
        _ if points.total() > 11 && !points.is_soft() => STIFF,
        _ => OTHER,
    }
}

impl Evaluator<Blackjack> for Hand {
    fn range(&self) -> Range {
        self.range
    }

    fn evaluate(&self, game: &Blackjack, state: &Table) -> f64 {
        let value = if state.is_deal() {
            0.0
        } else if state.next == Next::Peek {
            let blackjack = state.missing().map_or(0.0, Card::chance);
            let (lost, clear) =
                if state.is_natural() { (0.0, game.payout()) } else { (-1.0, self.estimate(state)) };
            blackjack * lost + (1.0 - blackjack) * clear
        } else {
            self.estimate(state)
        };
        value.clamp(self.range.low, self.range.high)
    }
}

/// The solved value: what every search of blackjack should find.
#[derive(Clone, Debug)]
pub struct Exact {
    solution: Arc<Solution>,
}

impl Exact {
    /// Solves `game` and evaluates its positions by the solution.
    pub fn new(game: &Blackjack) -> Self {
        Exact { solution: Arc::new(Solution::solve(game)) }
    }

    /// The solution behind the values.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl Evaluator<Blackjack> for Exact {
    fn range(&self) -> Range {
        self.solution.game().payoffs()
    }

    /// # Panics
    /// If `game` is not the one that was solved.
    fn evaluate(&self, game: &Blackjack, state: &Table) -> f64 {
        assert_eq!(self.solution.game(), game, "the solution is that of other rules");
        self.solution.value(state)
    }
}
