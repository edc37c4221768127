//! The solution of Pig: the probability of winning from every position under best play by both players.
//!
//! After Neller and Presser 2004. A turn at the scores i and j leads to greater sums of the scores, or by a 1 to the
//! same two scores with the other player to roll. So the pairs of scores are solved from the greatest sum down. Within
//! a pair the turns of the two players are computed alternately, each from the latest values of the other, until the
//! change no longer shrinks: each round is a contraction, so only rounding errors are left. The paper stops at a small
//! change instead.
//!
//! Only the probabilities before a roll are stored: those at a decision follow from two of them.

use super::{Move, Phase, Pig, Scores};
use tiptree::ParseError;

/// The maximum goal that is solved: its solution takes 63 MB.
pub const GREATEST_SOLVED: u16 = 250;
/// The greatest face of the die.
const FACES: usize = 6;

/// The probability of winning from every position of a game of Pig, under best play by both players.
///
/// ```
/// use tiptree::{Game, Notation};
/// use tiptree_games::pig::{Pig, Solution};
///
/// let game = Pig::new(10)?;
/// let solution = Solution::solve(&game)?;
/// assert!(solution.value(&game.start()) > 0.0, "to begin is an advantage");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    goal: usize,
    /// By the score of the player to roll: the index of its first probability.
    begins: Vec<usize>,
    /// The probability that the player about to roll wins, by own score, other score and turn total.
    rolls: Vec<f64>,
}

impl Solution {
    /// Solves `game`.
    ///
    /// # Errors
    /// If the goal is above [`GREATEST_SOLVED`]; the error says how much memory it would take.
    pub fn solve(game: &Pig) -> Result<Self, ParseError> {
        let goal = usize::from(game.goal());
        let states = goal * goal * (goal + 1) / 2;
        if game.goal() > GREATEST_SOLVED {
            let gigabytes = (states * size_of::<f64>()) as f64 / 1e9;
            let expected = format!(
                "at most {GREATEST_SOLVED} for the exact solution: {states} states would take {gigabytes:.1} GB"
            );
            return Err(ParseError::new("goal of pig", goal.to_string(), expected));
        }
        let mut begins = vec![0];
        for own in 0..goal {
            begins.push(begins[own] + goal * (goal - own));
        }
        let mut solution = Solution { goal, begins, rolls: vec![0.5; states] };
        let mut decides = vec![1.0; goal + FACES];
        for sum in (0..=2 * (goal - 1)).rev() {
            for own in sum.saturating_sub(goal - 1)..=sum / 2 {
                solution.solve_pair(own, sum - own, &mut decides);
            }
        }
        Ok(solution)
    }

    /// The value to Max of a position under best play, from -1 to 1.
    pub fn value(&self, state: &Scores) -> f64 {
        state.player.to_max(2.0 * self.wins(state) - 1.0)
    }

    /// The probability that the player whose turn it is wins.
    pub fn wins(&self, state: &Scores) -> f64 {
        let Scores { own, other, total, phase, .. } = *state;
        let [own, other, total] = [own, other, total].map(usize::from);
        match phase {
            Phase::Rolls => self.rolls(own, other, total),
            Phase::Decides => self.rolls(own, other, total).max(self.holds(own, other, total)),
            Phase::Passes => self.holds(own, other, 0),
            Phase::Won => 1.0,
        }
    }

    /// The best move of a position in which a player decides; to roll, if both are equally good.
    pub fn best(&self, state: &Scores) -> Option<Move> {
        let Scores { own, other, total, phase, .. } = *state;
        let [own, other, total] = [own, other, total].map(usize::from);
        match phase {
            Phase::Decides if self.rolls(own, other, total) >= self.holds(own, other, total) => {
                Some(Move::Roll)
            }
            Phase::Decides => Some(Move::Hold),
            Phase::Passes => Some(Move::Pass),
            Phase::Rolls | Phase::Won => None,
        }
    }

    fn place(&self, own: usize, other: usize, total: usize) -> usize {
        self.begins[own] + other * (self.goal - own) + total
    }

    /// The probability of winning for the player about to roll.
    fn rolls(&self, own: usize, other: usize, total: usize) -> f64 {
        self.rolls[self.place(own, other, total)]
    }

    /// The probability of winning for the player who banks `total` and hands the die over.
    fn holds(&self, own: usize, other: usize, total: usize) -> f64 {
        1.0 - self.rolls(other, own + total, 0)
    }

    /// Solves the turns of both players at one pair of scores, after all pairs with greater sums.
    fn solve_pair(&mut self, one: usize, two: usize, decides: &mut [f64]) {
        let mut last = f64::INFINITY;
        loop {
            let change = self.update_turn(one, two, decides).max(self.update_turn(two, one, decides));
            if change >= last {
                return;
            }
            last = change;
        }
    }

    /// Recomputes a turn from the current value of rolling a 1. Returns the change of the probability at its start.
    fn update_turn(&mut self, own: usize, other: usize, decides: &mut [f64]) -> f64 {
        let missing = self.goal - own;
        let begin = self.place(own, other, 0);
        let before = self.rolls[begin];
        let after_one = self.holds(own, other, 0);
        // From this total on the game is won.
        decides[missing..missing + FACES].fill(1.0);
        for total in (0..missing).rev() {
            let others: f64 = decides[total + 2..=total + FACES].iter().sum();
            let rolls = (after_one + others) / FACES as f64;
            self.rolls[begin + total] = rolls;
            // There is no decision at a turn total of 0: holding would lead to this same pair of scores.
            if total > 0 {
                decides[total] = rolls.max(self.holds(own, other, total));
            }
        }
        (self.rolls[begin] - before).abs()
    }
}
