//! The solution of blackjack: the value of every position under best play.
//!
//! Cards are drawn with replacement, so the cards already dealt do not affect later draws, and the value of several
//! hands is the sum of their values. For each first card of the dealer there are tables of the value of a hand that
//! stands, is hit or is doubled, filled from the greatest totals down. Split hands depend on each other only through
//! the number of splits left. So the waiting hands are valued together: m hands of one card c, with s splits left, are
//! worth
//!
//! > W(m, s) = Σ over cards d of q(d) · max( play(c, d) + W(m - 1, s), W(m + 1, s - 1) where d = c and s > 0 ),
//!
//! because a hand that is split again becomes two waiting hands. This is exact for the rules as played.

use super::table::bet;
use super::{Blackjack, Card, Cards, Move, Next, Points, Table};
use tiptree::{Game, Turn};

/// The dealer's final results: 17 to 21, and bust.
const RESULTS: usize = 6;
const BUST: usize = 5;
/// The number of totals at which a hand may stand, 0 to 21.
const STANDS: usize = 22;

/// A table by [`Points::index`].
type ByPoints = [f64; Points::INDICES];

/// The value of every position of blackjack under best play.
///
/// ```
/// use tiptree::{Game, Notation};
/// use tiptree_games::blackjack::{Blackjack, Move, Solution};
///
/// let game = Blackjack::default();
/// let solution = Solution::solve(&game);
/// let eights = game.parse_position("88* v T")?;
/// assert_eq!(solution.best(&eights), Some(Move::Split));
/// assert!(solution.value(&game.start()) < 0.0, "the house wins");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    game: Blackjack,
    /// By [`Points::index`] of a dealer with two cards or more: the value of standing on each total.
    against: Vec<[f64; STANDS]>,
    /// The tables against each first card of the dealer.
    ups: Vec<Up>,
}

/// The values of hands against one first card of the dealer, who has no blackjack.
#[derive(Clone, Debug)]
struct Up {
    stand: [f64; STANDS],
    hit: ByPoints,
    double: ByPoints,
    /// By card: the joint value of the hands waiting with it, by their number and the splits left.
    waiting: Vec<[[f64; 4]; 5]>,
}

impl Solution {
    /// Solves `game`.
    pub fn solve(game: &Blackjack) -> Self {
        let against: Vec<[f64; STANDS]> = results(game).iter().map(stands).collect();
        let ups = Card::all().map(|up| Up::solve(game, up, &against)).collect();
        Solution { game: *game, against, ups }
    }

    /// The rules that were solved.
    pub fn game(&self) -> &Blackjack {
        &self.game
    }

    /// The value of a position under best play, in bets.
    pub fn value(&self, state: &Table) -> f64 {
        match self.game.turn(state) {
            Turn::Over(payoff) => payoff,
            Turn::Chance if state.is_deal() || state.next == Next::Peek => self.expected(state),
            _ => self.finished(state) + self.unfinished(state),
        }
    }

    /// The best move of a position in which the player decides; the first one among equals.
    pub fn best(&self, state: &Table) -> Option<Move> {
        if self.game.turn(state) != Turn::Max {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let valued = moves.into_iter().map(|mv| (mv, self.value(&self.game.after(state, mv))));
        valued.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(mv, _)| mv)
    }

    /// The mean over the outcomes of a deal or a peek.
    fn expected(&self, state: &Table) -> f64 {
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        self.game.moves(state, &mut moves);
        self.game.chances(state, &moves, &mut chances);
        let behind = |(mv, chance)| chance * self.value(&self.game.after(state, mv));
        moves.into_iter().zip(chances).map(behind).sum()
    }

    /// The value of the finished hands.
    fn finished(&self, state: &Table) -> f64 {
        let stand = match state.dealer.first() {
            Some(up) if state.dealer.len() == 1 => &self.ups[up.rank()].stand,
            _ => &self.against[state.dealer.points().index()],
        };
        let done = &state.hands()[..state.active()];
        done.iter().map(|&hand| bet(hand) * standing(stand, hand.points())).sum()
    }

    /// The value of the active hand and of those waiting after it.
    fn unfinished(&self, state: &Table) -> f64 {
        let Some((&hand, behind)) = state.hands()[state.active()..].split_first() else { return 0.0 };
        let up = &self.ups[state.dealer.first().map_or(0, Card::rank)];
        let left = self.game.splits() + 1 - state.hands().len();
        let waiting = |hands: usize, left: usize| match behind.first().unwrap_or(&hand).first() {
            Some(card) if hands > 0 => up.waiting[card.rank()][hands][left],
            _ => 0.0,
        };
        if state.next == Next::PlayerCard {
            return match hand.len() {
                1 => waiting(behind.len() + 1, left),
                _ if hand.is_doubled() => up.double[hand.points().index()] + waiting(behind.len(), left),
                _ => up.hit[hand.points().index()] + waiting(behind.len(), left),
            };
        }
        let play =
            up.play(hand.points(), hand.len() == 2 && self.game.doubles()) + waiting(behind.len(), left);
        if left > 0 && hand.pair().is_some() { play.max(waiting(behind.len() + 2, left - 1)) } else { play }
    }
}

impl Up {
    fn solve(game: &Blackjack, card: Card, against: &[[f64; STANDS]]) -> Self {
        let up = Table::new(&[Cards::NONE], Cards::NONE.with(card), 1, Next::DealerCard);
        let mut stand = [0.0; STANDS];
        for (drawn, chance) in Blackjack::deck(&up) {
            let behind = against[up.dealer.with(drawn).points().index()];
            for (value, behind) in stand.iter_mut().zip(behind) {
                *value += chance * behind;
            }
        }
        let zeros = [0.0; Points::INDICES];
        let mut up = Up { stand, hit: zeros, double: zeros, waiting: vec![[[0.0; 4]; 5]; 10] };
        for hand in Points::falling().filter(|hand| hand.hard() <= 20) {
            up.hit[hand.index()] = mean(|card| up.open(hand.with(card)));
            up.double[hand.index()] = 2.0 * mean(|card| standing(&up.stand, hand.with(card)));
        }
        for card in Card::all() {
            up.wait(card, game);
        }
        up
    }

    /// The value of a hand after a hit: it is over, or stands, or is hit again.
    fn open(&self, hand: Points) -> f64 {
        let stand = standing(&self.stand, hand);
        if hand.total() >= 21 { stand } else { stand.max(self.hit[hand.index()]) }
    }

    /// The value of a hand that is not split.
    fn play(&self, hand: Points, may_double: bool) -> f64 {
        let open = self.open(hand);
        if may_double && hand.total() < 21 { open.max(self.double[hand.index()]) } else { open }
    }

    /// Fills in the joint values of hands waiting with `card`.
    fn wait(&mut self, card: Card, game: &Blackjack) {
        let one = Points::default().with(card);
        for left in 0..game.splits() {
            // With `left` splits left there are this many hands in all, so no more can wait.
            for hands in 1..=game.splits() - left + 1 {
                let table = &self.waiting[card.rank()];
                let rest = table[hands - 1][left];
                let value = mean(|next| match one.with(next) {
                    hand if card == Card::ACE => standing(&self.stand, hand) + rest,
                    hand if next == card && left > 0 => {
                        (self.play(hand, game.doubles()) + rest).max(table[hands + 1][left - 1])
                    }
                    hand => self.play(hand, game.doubles()) + rest,
                });
                self.waiting[card.rank()][hands][left] = value;
            }
        }
    }
}

/// The mean over the cards of an infinite deck.
fn mean(value: impl Fn(Card) -> f64) -> f64 {
    Card::all().map(|card| card.chance() * value(card)).sum()
}

/// The value of a finished hand per bet on it.
fn standing(stand: &[f64; STANDS], hand: Points) -> f64 {
    if hand.is_bust() { -1.0 } else { stand[usize::from(hand.total())] }
}

/// By the points of a dealer with two cards or more: the probabilities of finishing with 17 to 21 and of going bust.
fn results(game: &Blackjack) -> Vec<[f64; RESULTS]> {
    let mut all = vec![[0.0; RESULTS]; Points::INDICES];
    for dealer in Points::falling() {
        let mut chances = [0.0; RESULTS];
        if game.dealer_draws(dealer) {
            for card in Card::all() {
                let behind = all[dealer.with(card).index()];
                for (chance, behind) in chances.iter_mut().zip(behind) {
                    *chance += card.chance() * behind;
                }
            }
        } else {
            chances[usize::from(dealer.total() - 17).min(BUST)] = 1.0;
        }
        all[dealer.index()] = chances;
    }
    all
}

/// The value of standing on each total against these results.
fn stands(results: &[f64; RESULTS]) -> [f64; STANDS] {
    std::array::from_fn(|total| {
        let against = |(result, &chance): (usize, &f64)| match result + 17 {
            _ if result == BUST => chance,
            dealer if total > dealer => chance,
            dealer if total < dealer => -chance,
            _ => 0.0,
        };
        results.iter().enumerate().map(against).sum()
    })
}
