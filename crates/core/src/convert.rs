//! Conversions between number types that may round or truncate, each with the bound that makes it right.
//!
//! The crate denies lossy casts. A cast that many files need is here once; the others are where their bound is known, with
//! the reason.

/// A count as `f64`. Counts below 2^53 are exact, and no search reaches more.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "a count below 2^53 is exact as f64")]
pub(crate) const fn count_f64(count: u64) -> f64 {
    count as f64
}

/// A count as `f32`: exact below 2^24, rounded to the nearest above.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "the nearest f32 is what is wanted")]
pub(crate) fn count_f32(count: u32) -> f32 {
    count as f32
}

/// The share of `part` in `whole`.
#[inline]
pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    count_f64(part) / count_f64(whole)
}

/// The share of each of `count` items of equal weight.
#[inline]
pub(crate) fn equal_share(count: usize) -> f64 {
    1.0 / count_f64(count as u64)
}

/// The nearest `f32`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the nearest f32 is what is wanted")]
pub(crate) fn nearest_f32(value: f64) -> f32 {
    value as f32
}

/// An index or a count in a search, as `u32`. Trees refuse to grow beyond the nodes and edges that 32 bits can number (each
/// checks it where it makes room), and neither the moves of a position nor the plies of a line come near 2^32.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the caller's number is below 2^32; debug builds check it"
)]
pub(crate) fn number_u32(number: usize) -> u32 {
    debug_assert!(u32::try_from(number).is_ok(), "{number} does not fit into 32 bits");
    number as u32
}

/// The whole part of a number; 0 if it is negative or not a number, and the greatest `u64` if it is above that.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the whole part, clamped, is what is wanted"
)]
pub(crate) fn whole_u64(value: f64) -> u64 {
    value as u64
}

/// The same as `usize`.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the whole part, clamped, is what is wanted"
)]
pub(crate) fn whole_usize(value: f64) -> usize {
    value as usize
}

/// The lowest 32 bits of a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
pub(crate) const fn low_u32(word: u64) -> u32 {
    word as u32
}

/// The lowest 16 bits of a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low quarter is what is wanted")]
pub(crate) const fn low_u16(word: u64) -> u16 {
    word as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_parts_are_clamped() {
        for (value, whole) in [(2.9, 2), (-1.0, 0), (f64::NAN, 0), (f64::INFINITY, u64::MAX)] {
            assert_eq!(whole_u64(value), whole);
            assert_eq!(whole_usize(value), usize::try_from(whole).unwrap_or(usize::MAX));
        }
    }

    #[test]
    fn a_word_is_cut_to_its_lowest_bits() {
        assert_eq!((low_u32(0x0123_4567_89ab_cdef), low_u16(0x0123_4567_89ab_cdef)), (0x89ab_cdef, 0xcdef));
    }

    #[test]
    fn shares_add_up() {
        assert_eq!((ratio(1, 4), equal_share(4)), (0.25, 0.25));
    }
}
