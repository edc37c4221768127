//! The one-sided bear-off table: how many rolls a player needs to bear off all checkers from the home board.
//!
//! For every arrangement it has the probability of each number of rolls, where the player always leaves the arrangement with
//! the least expected number of rolls. That is exact for a player alone. Against an opponent who bears off too it gives the
//! chances of two players who do not look at each other, which best play rarely improves on.
//!
//! Arrangements are numbered so that every play leads to a smaller number, and each is computed from smaller ones.

use super::checkers::{Checkers, HOME};
use super::dice::Dice;
use super::moves::View;
use super::{Backgammon, State};

/// The points of the home board.
const POINTS: usize = 6;

/// The probabilities of the number of rolls to bear off, for every arrangement of up to so many checkers.
///
/// ```
/// use tiptree::Notation;
/// use tiptree_games::backgammon::{Backgammon, BearOff};
///
/// let game = Backgammon::hypergammon();
/// let table = BearOff::new(&game);
/// // Both have one checker left: the player to roll on the 6 point, the other on the 1 point.
/// let state = game.parse_position("AQAAgAAAAAAAAA max")?;
/// // 27 of the 36 rolls bear a checker off from the 6 point.
/// assert!((table.wins(&state).unwrap() - 27.0 / 36.0).abs() < 1e-12);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BearOff {
    checkers: u8,
    /// By arrangement: the probability of 0, 1, 2 … rolls, as far as it is not 0.
    chances: Vec<Vec<f64>>,
    /// By arrangement: the expected number of rolls.
    means: Vec<f64>,
}

impl BearOff {
    /// Computes the table for the checkers of `game`: with 15 checkers 54264 arrangements.
    pub fn new(game: &Backgammon) -> Self {
        let mut table = BearOff { checkers: game.checkers(), chances: Vec::new(), means: Vec::new() };
        let mut arrangements = Vec::new();
        arrange(&mut [0; POINTS], POINTS, game.checkers(), &mut arrangements);
        arrangements.sort_by_key(|&home| number(home));
        for home in arrangements {
            let chances = table.computed(home);
            table.means.push((0..).zip(&chances).map(|(rolls, chance)| f64::from(rolls) * chance).sum());
            table.chances.push(chances);
        }
        table
    }

    /// The probability of 0, 1, 2 … rolls for these checkers; `None` if one is outside the home board.
    pub fn chances(&self, checkers: &Checkers) -> Option<&[f64]> {
        self.place(checkers).map(|place| &*self.chances[place])
    }

    /// The expected number of rolls for these checkers; `None` if one is outside the home board.
    pub fn mean(&self, checkers: &Checkers) -> Option<f64> {
        self.place(checkers).map(|place| self.means[place])
    }

    /// The probability that the player to roll is the first to bear off all checkers; `None` unless both players bear off.
    pub fn wins(&self, state: &State) -> Option<f64> {
        let (own, other) = (self.chances(&state.mover)?, self.chances(&state.waiter)?);
        // The player to roll wins with as many rolls as the opponent.
        let slower = |rolls: usize| -> f64 { other.iter().skip(rolls).sum() };
        Some(own.iter().enumerate().map(|(rolls, chance)| chance * slower(rolls)).sum())
    }

    fn place(&self, checkers: &Checkers) -> Option<usize> {
        let home = home(checkers);
        let is_home = checkers.in_play() & !HOME == 0 && home.iter().sum::<u8>() <= self.checkers;
        is_home.then(|| number(home))
    }

    /// The probabilities of an arrangement, from those of smaller numbers.
    fn computed(&self, home: [u8; POINTS]) -> Vec<f64> {
        if home == [0; POINTS] {
            return vec![1.0];
        }
        let mut counts = [0; 26];
        counts[1..=POINTS].copy_from_slice(&home);
        let checkers = Checkers::new(&counts);
        let view = View::new(checkers, &Checkers::default());
        let mut all = Vec::new();
        let mut plays = Vec::new();
        for dice in Dice::all() {
            plays.clear();
            view.push_plays(dice, &mut plays);
            let places = plays.iter().map(|&play| number(self::home(&view.after(play))));
            let Some(best) = places.min_by(|&one, &two| self.means[one].total_cmp(&self.means[two])) else {
                continue;
            };
            let rest = &self.chances[best];
            all.resize(all.len().max(rest.len() + 1), 0.0);
            for (sum, chance) in all[1..].iter_mut().zip(rest) {
                *sum += dice.chance() * chance;
            }
        }
        all
    }
}

/// The checkers on the points 1 to 6.
fn home(checkers: &Checkers) -> [u8; POINTS] {
    std::array::from_fn(|point| checkers.count(point as u8 + 1))
}

/// The number of an arrangement among all of them: the rank of the sums of its counts from the 6 point down, which no play
/// increases, among all such sequences.
fn number(home: [u8; POINTS]) -> usize {
    let mut sum = 0;
    let sequences_below = |(&count, length): (&u8, usize)| {
        sum += usize::from(count);
        // The number of sequences of this length that never decrease and end below the sum: a binomial coefficient.
        (0..length).fold(1, |ways, factor| ways * (sum + factor) / (factor + 1))
    };
    home.iter().rev().zip(1..).map(sequences_below).sum()
}

/// Lists all arrangements on the first `points` points with at most `left` checkers.
fn arrange(home: &mut [u8; POINTS], points: usize, left: u8, all: &mut Vec<[u8; POINTS]>) {
    let Some(point) = points.checked_sub(1) else {
        all.push(*home);
        return;
    };
    for count in 0..=left {
        home[point] = count;
        arrange(home, point, left - count, all);
    }
    home[point] = 0;
}
