//! Rivest's evaluator of all positions after a move on the usual board at once, by vector instructions.
//!
//! The scores of a position follow from its stones by shifts, logic and counts of bits, and a register of 512 bits holds
//! the stones of eight positions: one for each column, and one to spare. What depends on the stones of the waiting player alone is
//! the same for all of them. On machines without instructions that count the bits of eight words, and on other boards, codes and
//! tables ([`Lines`](super::running::Lines)) are used.

/// The positions that are evaluated at once.
pub(super) const LANES: usize = 8;

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

    /// The values after a stone of the mover in each column, seen by the mover: 1 to 1023, which is a win. The value of a full
    /// column is meaningless.
    #[expect(clippy::unused_self, reason = "a proof is needed, not its content")]
    #[inline]
    pub(super) fn values(self, mover: u64, waiting: u64) -> [i64; LANES] {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the instructions are not on every machine")]
        // SAFETY: an `Avx512` exists only where the machine has the instructions.
        return unsafe { vector::values(mover, waiting) };
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("no such machine has the instructions: {mover} {waiting}")
    }
}

/// The instructions, written out: compilers find them in loops over eight words only sometimes.
#[cfg(target_arch = "x86_64")]
mod vector {
    use super::super::board::Segments;
    use super::super::rivest::{MOVE_BONUS, NEUTRAL, SEGMENT_SCORES, UNDECIDED, WON, segments_by_stones};
    use super::LANES;
    use std::arch::x86_64::{
        __m512i as Words, _mm512_add_epi64 as add, _mm512_and_si512 as and, _mm512_andnot_si512 as and_not,
        _mm512_mask_mov_epi64 as select, _mm512_max_epi64 as max, _mm512_min_epi64 as min,
        _mm512_mul_epi32 as multiply, _mm512_or_si512 as or, _mm512_popcnt_epi64 as count_ones,
        _mm512_set1_epi64 as broadcast, _mm512_srlv_epi64 as shift_right, _mm512_sub_epi64 as subtract,
        _mm512_test_epi64_mask as nonzero, _mm512_xor_si512 as xor,
    };

    const WIDTH: usize = 7;
    const HEIGHT: usize = 6;
    const STRIDE: usize = HEIGHT + 1;

    /// The lowest cell and all cells of each column; none in the lane to spare.
    const BOTTOMS: [u64; LANES] = by_column(1);
    const COLUMNS: [u64; LANES] = by_column((1 << HEIGHT) - 1);

    const fn by_column(cells: u64) -> [u64; LANES] {
        let mut masks = [0; LANES];
        let mut column = 0;
        while column < WIDTH {
            masks[column] = cells << (column * STRIDE);
            column += 1;
        }
        masks
    }

    /// The segments of each direction: upright, falling, level, rising.
    pub(super) const SEGMENTS: [Segments; 4] =
        [along(0, 1, 0), along(1, -1, 3), along(1, 0, 0), along(1, 1, 0)];

    /// The segments of a direction, the first of which begins in the row `lowest`.
    const fn along(columns: usize, rows: isize, lowest: usize) -> Segments {
        let (mut starts, mut column) = (0, 0);
        while column + 3 * columns < WIDTH {
            let mut row = lowest;
            while row < HEIGHT && row.cast_signed() + 3 * rows < HEIGHT.cast_signed() {
                starts |= 1 << (column * STRIDE + row);
                row += 1;
            }
            column += 1;
        }
        Segments { shift: ((columns * STRIDE).cast_signed() + rows) as u32, starts }
    }

    /// The segments with one, two and three stones, first of the mover, then of the other, and the fours of the mover.
    type Found = ([Words; 3], [Words; 3], Words);

    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    #[inline]
    fn all(word: u64) -> Words {
        broadcast(word.cast_signed())
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    #[inline]
    fn load(words: [u64; LANES]) -> Words {
        #[expect(unsafe_code, reason = "both types are 64 bytes without any rule on their bits")]
        // SAFETY: see above.
        unsafe {
            std::mem::transmute(words)
        }
    }

    /// As [`segments_by_stones`], for the mover's stones of eight positions, and for the other's in one.
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    #[inline]
    fn found(Segments { shift, starts }: Segments, moved: Words, waiting: u64) -> Found {
        let along = [0, 1, 2, 3].map(|steps| waiting >> (steps * shift));
        let free = all(starts & !(along[0] | along[1] | along[2] | along[3]));
        let other = segments_by_stones(along, starts);
        let shift = u64::from(shift);
        let (a, b) = (moved, shift_right(moved, all(shift)));
        let (c, d) = (shift_right(moved, all(2 * shift)), shift_right(moved, all(3 * shift)));
        let (low, high, first, last) = (xor(a, b), xor(c, d), and(a, b), and(c, d));
        let odd = xor(low, high);
        let pair = xor(xor(first, last), and(low, high));
        let touched = or(or(a, b), or(c, d));
        let own = [and(and_not(pair, odd), free), and(and_not(odd, pair), free), and(and(odd, pair), free)];
        let [one, two, three] = other;
        let other = [and_not(touched, all(one)), and_not(touched, all(two)), and_not(touched, all(three))];
        (own, other, and(and(first, last), all(starts)))
    }

    /// [`Avx512::values`](super::Avx512::values).
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    pub(super) fn values(mover: u64, waiting: u64) -> [i64; LANES] {
        let landings = and(add(all(mover | waiting), load(BOTTOMS)), load(COLUMNS));
        let moved = or(all(mover), landings);
        let upright = found(SEGMENTS[0], moved, waiting);
        let falling = found(SEGMENTS[1], moved, waiting);
        let level = found(SEGMENTS[2], moved, waiting);
        let rising = found(SEGMENTS[3], moved, waiting);
        // No falling segment begins where a rising one does, so that both are counted together.
        const { assert!(SEGMENTS[1].starts & SEGMENTS[3].starts == 0) };
        // The other player is to move.
        let mut sum = broadcast((NEUTRAL - MOVE_BONUS).into());
        for stones in 0..3 {
            let own = add(
                add(count_ones(upright.0[stones]), count_ones(level.0[stones])),
                count_ones(or(falling.0[stones], rising.0[stones])),
            );
            let other = add(
                add(count_ones(upright.1[stones]), count_ones(level.1[stones])),
                count_ones(or(falling.1[stones], rising.1[stones])),
            );
            let score = broadcast(SEGMENT_SCORES[stones + 1].into());
            sum = add(sum, multiply(score, subtract(own, other)));
        }
        let value = max(min(sum, broadcast(UNDECIDED.1.into())), broadcast(UNDECIDED.0.into()));
        let fours = or(or(upright.2, level.2), or(falling.2, rising.2));
        let value = select(value, nonzero(fours, fours), broadcast(WON));
        #[expect(unsafe_code, reason = "both types are 64 bytes without any rule on their bits")]
        // SAFETY: see above.
        unsafe {
            std::mem::transmute(value)
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::rivest::WON;
    use super::vector::SEGMENTS;
    use super::*;
    use crate::connect4::{Connect4, Rivest};
    use tiptree::{Evaluator, Game, Rng, Turn};

    #[test]
    fn the_segments_are_those_of_the_usual_board() {
        assert_eq!(SEGMENTS, Connect4::default().shape.segments);
    }

    /// Positions of random games, all columns at a time, against the evaluator of one position.
    #[test]
    fn eight_positions_are_valued_as_each_of_them() {
        let game = Connect4::default();
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let (mut board, mut moves) = (game.start(), Vec::new());
            while !game.turn(&board).is_over() {
                moves.clear();
                game.moves(&board, &mut moves);
                let Some(avx512) = Avx512::detected() else { return };
                let found = avx512.values(board.mover(), board.last_mover());
                for &mv in &moves {
                    let child = game.after(&board, mv);
                    let own = found[usize::from(mv.0)] as f64;
                    match game.turn(&child) {
                        Turn::Over(payoff) => assert_eq!(own == WON as f64, payoff != 0.0),
                        _ if board.side() == 0 => assert_eq!(own, Rivest.evaluate(&game, &child)),
                        _ => assert_eq!(1024.0 - own, Rivest.evaluate(&game, &child)),
                    }
                }
                board = game.after(&board, moves[rng.below(moves.len())]);
            }
        }
    }
}
