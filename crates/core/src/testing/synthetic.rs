//! Random game trees determined by a seed, on which every search is tested.
//!
//! Nothing is stored. A position is the hash of the path that led to it, and everything else, its moves, its turn,
//! its payoff, follows from that hash. So a tree costs no memory, every position is made in a few nanoseconds, and a
//! failing case is named by a handful of numbers.
//!
//! ```
//! use tiptree::perft::perft;
//! use tiptree::testing::synthetic::HashTree;
//! use tiptree::{Game, Turn};
//!
//! let tree = HashTree::new(7, 6, 3);
//! assert_eq!(tree.turn(&tree.start()), Turn::Max);
//! assert_eq!(perft(&tree, &tree.start(), 6), 3u64.pow(6));
//! ```

use crate::convert::count_f64;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Notation, Range, Turn};
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::rng::{scatter, unit_of};

/// Salts that make the properties of a position independent of each other: without them its turn would depend on its moves.
mod salt {
    pub(super) const WIDTH: u64 = 0x57;
    pub(super) const CHANCE: u64 = 0xc4;
    pub(super) const SIDE: u64 = 0x51;
    pub(super) const END: u64 = 0xe4;
    pub(super) const PAYOFF: u64 = 0xfa;
    pub(super) const WEIGHT: u64 = 0x3e;
}

/// The chance weights are whole numbers from 1 to this.
const WEIGHTS: u64 = 8;

/// A random game tree: every position follows from the seed and the path to it.
///
/// By default it is regular, Max and Min alternate, there is no chance, the payoffs are -1, 0 and 1, and every line is
/// `depth` moves long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HashTree {
    seed: u64,
    depth: u32,
    branching: u16,
    irregular: bool,
    alternating: bool,
    dice: bool,
    weights: u64,
    chance: f64,
    early_ends: f64,
    payoffs: u32,
}

/// A position of a [`HashTree`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    hash: u64,
    /// The moves that led here as the digits of a number in base `branching`, the last move lowest.
    path: u64,
    ply: u32,
    /// Whether Max decides next, if turns alternate.
    max_next: bool,
    turn: Turn,
}

impl HashTree {
    /// The tree of this seed with `branching` moves everywhere and lines of `depth` moves.
    ///
    /// # Panics
    /// If `branching` is 0, or if `branching` to the power `depth` does not fit into 64 bits, because a position stores its path.
    pub fn new(seed: u64, depth: u32, branching: u16) -> Self {
        assert!(branching > 0, "a position that is not over has a move");
        let paths = u64::from(branching).checked_pow(depth);
        assert!(paths.is_some(), "{branching} to the power {depth} does not fit into 64 bits");
        HashTree {
            seed,
            depth,
            branching,
            irregular: false,
            alternating: true,
            dice: false,
            weights: WEIGHTS,
            chance: 0.0,
            early_ends: 0.0,
            payoffs: 3,
        }
    }

    /// The same tree with 1 to `branching` moves per position instead of `branching` everywhere.
    #[must_use]
    pub fn irregular(self) -> Self {
        HashTree { irregular: true, ..self }
    }

    /// The same tree with turns in random order: a player may move several times in a row.
    #[must_use]
    pub fn with_free_turns(self) -> Self {
        HashTree { alternating: false, ..self }
    }

    /// The same tree with this share of its positions, the start included, as chance nodes.
    ///
    /// # Panics
    /// If `share` is not from 0 to 1.
    #[must_use]
    pub fn with_chance(self, share: f64) -> Self {
        assert!((0.0..=1.0).contains(&share), "a share lies between 0 and 1, got {share}");
        HashTree { chance: share, ..self }
    }

    /// The same tree with a roll between consecutive decisions: Max, chance, Min, chance, Max and so on. These are the regular
    /// trees of Ballard 1983.
    #[must_use]
    pub fn with_dice(self) -> Self {
        HashTree { dice: true, ..self }
    }

    /// The same tree with equally likely outcomes, instead of weights from 1 to 8.
    #[must_use]
    pub fn with_even_chances(self) -> Self {
        HashTree { weights: 1, ..self }
    }

    /// The same tree with this share of its positions, the start excluded, ending their line early.
    ///
    /// # Panics
    /// If `share` is not from 0 to 1.
    #[must_use]
    pub fn with_early_ends(self, share: f64) -> Self {
        assert!((0.0..=1.0).contains(&share), "a share lies between 0 and 1, got {share}");
        HashTree { early_ends: share, ..self }
    }

    /// The same tree with `count` payoffs, evenly spaced from -1 to 1: few for many ties, many for hardly any.
    ///
    /// # Panics
    /// If `count` is below 2.
    #[must_use]
    pub fn with_payoffs(self, count: u32) -> Self {
        assert!(count >= 2, "a game needs two payoffs at least, got {count}");
        HashTree { payoffs: count, ..self }
    }

    /// The position with this hash, with its turn computed.
    fn place(&self, hash: u64, path: u64, ply: u32, max_next: bool) -> Place {
        let ends = ply == self.depth || (ply > 0 && chosen(hash, salt::END, self.early_ends));
        let turn = if ends {
            Turn::Over(self.payoff_number(below(hash, salt::PAYOFF, self.payoffs.into())))
        } else if (self.dice && ply % 2 == 1) || chosen(hash, salt::CHANCE, self.chance) {
            Turn::Chance
        } else if if self.alternating { max_next } else { below(hash, salt::SIDE, 2) == 0 } {
            Turn::Max
        } else {
            Turn::Min
        };
        Place { hash, path, ply, max_next, turn }
    }

    fn payoff_number(&self, number: u64) -> f64 {
        count_f64(number) * (2.0 / f64::from(self.payoffs - 1)) - 1.0
    }

    #[expect(clippy::cast_possible_truncation, reason = "a number below the branching, a u16")]
    fn width(&self, state: &Place) -> u16 {
        match state.turn {
            Turn::Over(_) => 0,
            _ if self.irregular => 1 + below(state.hash, salt::WIDTH, self.branching.into()) as u16,
            _ => self.branching,
        }
    }
}

/// A number from 0 to `bound - 1` for the property of a position that `salt` names. The bias is below `bound` / 2^64.
#[inline]
pub fn below(hash: u64, salt: u64, bound: u64) -> u64 {
    ((u128::from(scatter(hash ^ salt)) * u128::from(bound)) >> 64) as u64
}

/// Whether a position is in a random `share` of all positions, for the property that `salt` names.
#[inline]
pub fn chosen(hash: u64, salt: u64, share: f64) -> bool {
    // The test for 0 saves the hash in trees without the property.
    share > 0.0 && unit_of(scatter(hash ^ salt)) < share
}

impl Game for HashTree {
    type State = Place;
    type Move = u16;

    fn start(&self) -> Place {
        self.place(scatter(self.seed), 0, 0, true)
    }

    fn turn(&self, state: &Place) -> Turn {
        state.turn
    }

    fn payoffs(&self) -> Range {
        Range::new(-1.0, 1.0).with_step(2.0 / f64::from(self.payoffs - 1))
    }

    fn moves(&self, state: &Place, moves: &mut Vec<u16>) {
        moves.extend(0..self.width(state));
    }

    fn has_chance(&self) -> bool {
        self.dice || self.chance > 0.0
    }

    fn chances(&self, state: &Place, moves: &[u16], chances: &mut Vec<f64>) {
        let weight = |mv: u16| {
            count_f64(1 + below(state.hash.wrapping_add(u64::from(mv)), salt::WEIGHT, self.weights))
        };
        let sum: f64 = moves.iter().map(|&mv| weight(mv)).sum();
        chances.extend(moves.iter().map(|&mv| weight(mv) / sum));
    }

    fn play(&self, state: &mut Place, mv: u16) {
        // Odd multiples keep siblings apart and away from the salts.
        let hash = scatter(state.hash ^ (u64::from(mv) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let path = state.path * u64::from(self.branching) + u64::from(mv);
        let max_next = state.max_next != matches!(state.turn, Turn::Max | Turn::Min);
        *state = self.place(hash, path, state.ply + 1, max_next);
    }
}

impl Keyed for HashTree {
    fn key(&self, state: &Place) -> u64 {
        state.hash
    }
}

impl Insight for HashTree {}

/// A move is its number among its siblings, from 0; a position is its moves joined by dots, as in `0.2.1`;
/// the start is the empty text.
impl Notation for HashTree {
    fn move_text(&self, _state: &Place, mv: u16) -> String {
        mv.to_string()
    }

    fn position_text(&self, state: &Place) -> String {
        let base = u64::from(self.branching);
        let digits = (0..state.ply).rev().map(|place| state.path / base.pow(place) % base);
        digits.map(|digit| digit.to_string()).collect::<Vec<_>>().join(".")
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        let mut state = self.start();
        for part in text.split('.').filter(|_| !text.is_empty()) {
            let mv = self.parse_move(&state, part)?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }
}

/// A static evaluator that hashes positions: its values are random, but always the same for a position.
///
/// They are `count` numbers evenly spaced over its range: few for many ties, many for hardly any. Payoffs are rounded to the
/// same grid, so that the declared step holds for every value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HashEvaluator {
    salt: u64,
    count: u32,
    low: f64,
    step: f64,
}

impl HashEvaluator {
    /// The evaluator of this seed with the values 0, 1 … `count - 1`.
    ///
    /// # Panics
    /// If `count` is below 2.
    pub fn new(seed: u64, count: u32) -> Self {
        assert!(count >= 2, "a range needs two values at least, got {count}");
        HashEvaluator { salt: scatter(seed), count, low: 0.0, step: 1.0 }
    }

    /// The same evaluator with its values spread from `low` to `high`.
    ///
    /// # Panics
    /// If `low < high` does not hold.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Self {
        assert!(low < high, "a range needs low < high, got {low} and {high}");
        HashEvaluator { low, step: (high - low) / f64::from(self.count - 1), ..self }
    }

    fn value(&self, number: f64) -> f64 {
        self.low + number * self.step
    }
}

impl<G: Keyed> Evaluator<G> for HashEvaluator {
    fn range(&self) -> Range {
        Range::new(self.low, self.value(f64::from(self.count - 1))).with_step(self.step)
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.value(count_f64(below(game.key(state), self.salt, self.count.into())))
    }

    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        let numbers = Range::new(0.0, f64::from(self.count - 1));
        self.value(game.payoffs().map(payoff, numbers).round())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn mixed_tree() -> HashTree {
        HashTree::new(11, 9, 5).irregular().with_free_turns().with_chance(0.3).with_early_ends(0.05)
    }

    #[test]
    fn positions_survive_being_written_and_read() {
        let tree = mixed_tree();
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let mut state = tree.start();
            while !state.turn.is_over() {
                assert_eq!(tree.parse_position(&tree.position_text(&state)), Ok(state));
                let width = usize::from(tree.width(&state));
                tree.play(&mut state, rng.below(width) as u16);
            }
            assert_eq!(tree.parse_position(&tree.position_text(&state)), Ok(state));
        }
    }

    #[test]
    fn chances_differ_and_sum_to_one() {
        let tree = HashTree::new(5, 4, 4).with_chance(1.0);
        let mut chances = vec![7.0];
        tree.chances(&tree.start(), &[0, 1, 2, 3], &mut chances);
        assert_eq!(chances.remove(0), 7.0);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(chances.iter().any(|&chance| chance != chances[0]), "{chances:?}");
    }

    #[test]
    fn every_share_is_kept_roughly() {
        let tree = HashTree::new(1, 20, 4).with_chance(0.25).with_early_ends(0.1);
        let places = (0..10_000u64).map(|number| tree.place(scatter(number), 0, 1, true));
        let (mut over, mut chance) = (0, 0);
        for place in places {
            over += u32::from(place.turn.is_over());
            chance += u32::from(place.turn == Turn::Chance);
        }
        assert!((900..1100).contains(&over), "{over}");
        assert!((2100..2400).contains(&chance), "{chance}");
    }

    #[test]
    fn players_alternate_across_chance() {
        let tree = HashTree::new(2, 12, 2).with_chance(0.4);
        let mut state = tree.start();
        let mut last = None;
        while !state.turn.is_over() {
            if state.turn != Turn::Chance {
                assert_ne!(Some(state.turn), last);
                last = Some(state.turn);
            }
            tree.play(&mut state, 1);
        }
    }

    #[test]
    fn values_lie_on_the_declared_grid() {
        let tree = HashTree::new(9, 6, 3).with_payoffs(1000);
        let evaluator = HashEvaluator::new(4, 5).within(1.0, 9.0);
        let range = Evaluator::<HashTree>::range(&evaluator);
        assert_eq!((range.low, range.high, range.step), (1.0, 9.0, Some(2.0)));
        let mut seen = [false; 5];
        let mut rng = Rng::new(1);
        for _ in 0..500 {
            let mut state = tree.start();
            for _ in 0..=rng.below(6) {
                tree.play(&mut state, rng.below(3) as u16);
            }
            let value = evaluator.leaf(&tree, &state).value;
            assert_eq!((value - 1.0) % 2.0, 0.0);
            seen[((value - 1.0) / 2.0) as usize] = true;
        }
        assert_eq!(seen, [true; 5]);
    }

    #[test]
    fn a_path_out_of_the_tree_says_what_was_expected() {
        let error = HashTree::new(1, 3, 2).parse_position("0.2").unwrap_err().to_string();
        assert!(error.contains("\"2\": expected one of 0 1"), "{error}");
    }
}
