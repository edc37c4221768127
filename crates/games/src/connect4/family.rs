//! Rivest's evaluator of all positions after a move at once, by vector instructions.
//!
//! The scores of a position follow from its stones by shifts, logic and counts of bits, and a register of 512 bits holds
//! the stones of eight positions. On machines without instructions that count the bits of its eight words, codes and
//! tables ([`Lines`](super::running::Lines)) are faster.

use super::board::Segments;
use super::rivest::{SEGMENT_SCORES, segments_by_stones};

/// The positions that are evaluated at once.
pub(super) const LANES: usize = 8;

/// The stones of Black, then those of Red, of each position.
pub(super) type Stones = [[u64; LANES]; 2];

/// The scores of the segments of each position, and the fours of the player who moved last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scores {
    pub(super) sums: [i64; LANES],
    pub(super) fours: [u64; LANES],
}

/// Proof that this machine has the instructions. Only [`Avx512::detected`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The proof, if this machine has the instructions.
    pub(super) fn detected() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
        {
            return Some(Avx512(()));
        }
        None
    }

    /// Scores the positions. `last` is the player who moved last, 0 or 1.
    #[expect(clippy::unused_self, reason = "a proof is needed, not its content")]
    #[inline]
    pub(super) fn scores(self, segments: &[Segments; 4], stones: &Stones, last: usize) -> Scores {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the instructions are not on every machine")]
        // SAFETY: an `Avx512` exists only where the machine has the instructions.
        return unsafe { by_vector(segments, stones, last) };
        #[cfg(not(target_arch = "x86_64"))]
        scores(segments, stones, last)
    }
}

/// [`scores`], compiled for the instructions: the compiler turns each operation into one vector instruction for all eight positions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
fn by_vector(segments: &[Segments; 4], stones: &Stones, last: usize) -> Scores {
    scores(segments, stones, last)
}

/// The scores of the positions.
#[expect(
    clippy::inline_always,
    reason = "it is compiled for the instructions of the function that it is inlined into"
)]
#[inline(always)]
fn scores(segments: &[Segments; 4], [black, red]: &Stones, last: usize) -> Scores {
    let mut found = Scores::default();
    // How many segments with one, two and three stones Black has more than Red.
    let mut ahead = [[0i64; LANES]; 3];
    for &Segments { shift, starts } in segments {
        for lane in 0..LANES {
            let along = |stones: u64| [0, 1, 2, 3].map(|steps| stones >> (steps * shift));
            let (black, red) = (along(black[lane]), along(red[lane]));
            let without = |[a, b, c, d]: [u64; 4]| starts & !(a | b | c | d);
            let (own, other) =
                (segments_by_stones(black, without(red)), segments_by_stones(red, without(black)));
            for stones in 0..3 {
                ahead[stones][lane] +=
                    i64::from(own[stones].count_ones()) - i64::from(other[stones].count_ones());
            }
            let [a, b, c, d] = if last == 0 { black } else { red };
            found.fours[lane] |= a & b & c & d & starts;
        }
    }
    let [_, one, two, three] = SEGMENT_SCORES.map(i64::from);
    let [ones, twos, threes] = ahead;
    found.sums = std::array::from_fn(|lane| one * ones[lane] + two * twos[lane] + three * threes[lane]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::{Connect4, Rivest};
    use tiptree::{Evaluator, Game, Rng, Turn};

    /// Positions of random games, eight at a time, against the evaluator of one position.
    #[test]
    fn eight_positions_are_scored_as_each_of_them() {
        let game = Connect4::default();
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for _ in 0..300 {
            let (mut board, mut moves) = (game.start(), Vec::new());
            while !game.turn(&board).is_over() {
                moves.clear();
                game.moves(&board, &mut moves);
                let children: Vec<_> = moves.iter().map(|&mv| game.after(&board, mv)).collect();
                let mut stones = [[0; LANES]; 2];
                for (lane, child) in children.iter().enumerate() {
                    (stones[0][lane], stones[1][lane]) = (child.black(), child.red());
                }
                let last = board.side();
                let expected = scores(&game.shape.segments, &stones, last);
                if let Some(avx512) = Avx512::detected() {
                    assert_eq!(avx512.scores(&game.shape.segments, &stones, last), expected);
                    compared += 1;
                }
                for (lane, child) in children.iter().enumerate() {
                    let is_won = matches!(game.turn(child), Turn::Over(payoff) if payoff != 0.0);
                    assert_eq!(expected.fours[lane] != 0, is_won);
                    if !game.turn(child).is_over() {
                        let value = crate::connect4::rivest::value(expected.sums[lane] as i32, child.side());
                        assert_eq!(value, Rivest.evaluate(&game, child));
                    }
                }
                board = children[rng.below(children.len())];
            }
        }
        assert_eq!(compared > 0, Avx512::detected().is_some());
    }
}
