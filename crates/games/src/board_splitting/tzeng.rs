//! Tzeng's evaluator: the probability of a forced win, given the number of ones.
//!
//! Source: Nau, Purdom and Tzeng 1986, section 3.2, after Tzeng 1983. If only the number l of ones on a board is known,
//! every arrangement of them is equally likely, so the ones of the two halves are distributed hypergeometrically. With
//! p(0, l) = l,
//!
//! p(h, l) = Σ C(s, j) C(s, l - j) / C(2s, l) · x(p(h - 1, j), p(h - 1, l - j)),  s = 2^(h - 1),
//!
//! where x joins the two as independent probabilities: Max must win both if Min is to move, at least one if Max is. The
//! evaluator is p(h, l) itself: equation 12 prints 2^h p(h, e1), but p(h, 2^h e1) is meant.
//!
//! Here any number of parts is allowed. Sets of parts of any size are joined the same way, so half of the parts are
//! joined first, and then the two halves.

use super::{BoardSplitting, InPlay, Part, size};
use std::ops::Range as Span;
use std::sync::Arc;
use tiptree::{Evaluator, Leaf, ParseError, Range};

/// Weights below this share of the greatest one vanish in rounding.
const NEGLIGIBLE: f64 = 1e-18;

/// The probability that a position of a P-game is a forced win for Max, given its number of ones: the evaluator e2.
///
/// The probabilities are exact up to rounding errors of about 1e-14. Computing the table takes less than a millisecond
/// for a game of height 10, a fifth of a second for height 16, about ten seconds for height 20. Clones share it.
///
/// ```
/// use tiptree_games::board_splitting::{BALANCED, BoardSplitting, Setup, Tzeng};
///
/// let game = BoardSplitting::new(3, 2, Setup::Independent { p: BALANCED })?;
/// let tzeng = Tzeng::new(&game)?;
/// assert!((tzeng.chance(3, 4) - 33.0 / 35.0).abs() < 1e-15);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tzeng {
    /// By the number of moves left, then by the number of ones.
    chances: Arc<[Vec<f64>]>,
}

/// How the probabilities of the parts give the probability of the whole.
#[derive(Clone, Copy)]
enum Join {
    /// Max must win every part, because Min chooses.
    All,
    /// Max must win one part.
    Any,
}

impl Tzeng {
    /// Computes the table for a game.
    ///
    /// # Errors
    /// If the board has more than 2^20 squares: the table would take too long to compute.
    pub fn new(game: &BoardSplitting) -> Result<Self, ParseError> {
        size::check_table(game.setup().game(), game.height(), game.branching())?;
        let mut chances = vec![vec![0.0, 1.0]];
        for left in 1..=game.height() as usize {
            let join = if left.is_multiple_of(2) { Join::All } else { Join::Any };
            chances.push(parts(&chances[left - 1], game.branching(), join));
        }
        Ok(Tzeng { chances: chances.into() })
    }

    /// The probability of a forced win for Max with `left` moves left and `ones` ones in play.
    ///
    /// # Panics
    /// If `left` is above the height of the game, or `ones` above the number of squares then in play.
    pub fn chance(&self, left: u32, ones: usize) -> f64 {
        self.chances[left as usize][ones]
    }
}

/// The probabilities of `count` parts together, by their number of ones; `one` holds those of one part.
fn parts(one: &[f64], count: u32, join: Join) -> Vec<f64> {
    if count == 1 {
        return one.to_vec();
    }
    let half = parts(one, count / 2, join);
    let both = combine(&half, &half, join);
    if count.is_multiple_of(2) { both } else { combine(&both, one, join) }
}

/// The probabilities of two sets of squares together, by their number of ones, given those of each set.
fn combine(first: &[f64], second: &[f64], join: Join) -> Vec<f64> {
    let most = first.len() + second.len() - 2;
    let chance = |ones| mean(first, second, ones, join);
    // More ones are never worse, so only the range between a certain loss and a certain win must be computed.
    let doubtful = first_where(0..most, |ones| chance(ones) > 0.0);
    let certain = first_where(doubtful..most, |ones| chance(ones) == 1.0);
    let lost = std::iter::repeat_n(0.0, doubtful);
    let won = std::iter::repeat_n(1.0, most + 1 - certain);
    lost.chain((doubtful..certain).map(chance)).chain(won).collect()
}

/// The first number for which `holds` is true, or the end of the range if there is none. Binary search: `holds` must
/// stay true once it is.
fn first_where(range: Span<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let Span { mut start, mut end } = range;
    while start < end {
        let middle = usize::midpoint(start, end);
        if holds(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

/// The mean probability over all ways to spread `ones` over two sets of squares.
///
/// Begins at the most likely split, whose weight is set to 1, and goes outwards as long as the weights matter.
fn mean(first: &[f64], second: &[f64], ones: usize, join: Join) -> f64 {
    let (size, other) = (first.len() - 1, second.len() - 1);
    let (least, most) = (ones.saturating_sub(other), ones.min(size));
    // In 64 bits, and below in floating point, because the products overflow 32 bits.
    let mode = (size as u64 + 1) * (ones as u64 + 1) / (size as u64 + other as u64 + 2);
    let mode = (mode as usize).clamp(least, most);
    let joined = |here: usize| {
        let (chance, rest) = (first[here], second[ones - here]);
        match join {
            Join::All => chance * rest,
            Join::Any => chance + rest * (1.0 - chance),
        }
    };
    // The weight of a split with one more in the first set, relative to this one.
    let growth = |here: usize| {
        let more = (size - here) as f64 * (ones - here) as f64;
        let fewer = (here + 1) as f64 * (other + here + 1 - ones) as f64;
        more / fewer
    };
    let (mut weights, mut sum) = (1.0, joined(mode));
    let mut weight = 1.0;
    for here in mode + 1..=most {
        weight *= growth(here - 1);
        if weight < NEGLIGIBLE {
            break;
        }
        weights += weight;
        sum += weight * joined(here);
    }
    weight = 1.0;
    for here in (least..mode).rev() {
        weight /= growth(here);
        if weight < NEGLIGIBLE {
            break;
        }
        weights += weight;
        sum += weight * joined(here);
    }
    sum / weights
}

impl Evaluator<BoardSplitting> for Tzeng {
    fn range(&self) -> Range {
        Range::new(0.0, 1.0)
    }

    fn evaluate(&self, game: &BoardSplitting, state: &InPlay) -> f64 {
        self.chance(state.left, game.ones(state))
    }

    fn children(&self, game: &BoardSplitting, state: &InPlay, moves: &[Part], leaves: &mut Vec<Leaf>) {
        if let Some(left) = state.left.checked_sub(1) {
            let chances = &self.chances[left as usize];
            game.value_parts(state, moves, leaves, |ones| chances[ones]);
        }
    }
}
