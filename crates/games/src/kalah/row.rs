//! One player's side of the board in a word.
//!
//! ```text
//!   bits   63     56     48     40     32     24     16      8      0
//!          owner  store   (7)    6      5      4      3      2      1
//! ```
//!
//! Pits are in the order of sowing; pits that the board does not have are empty. There are at most 127 seeds, so no
//! byte ever carries into the next, and the highest bit of the store is free to mark Min's row.

use super::{MOST_PITS, Pit};

/// The lowest bit of the store.
pub(super) const STORE: u8 = 56;
/// Set in Min's row.
const MINS: u64 = 1 << 63;
/// The bytes of all pits.
const PITS: u64 = (1 << STORE) - 1;
/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The pits and the store of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row(u64);

impl Row {
    /// A row with these seeds, at most seven pits and 127 seeds.
    pub(super) fn new(pits: &[u8], store: u8, is_mins: bool) -> Self {
        let pits = pits.iter().rev().fold(0, |word, &seeds| word << 8 | u64::from(seeds));
        Row(pits | u64::from(store) << STORE | if is_mins { MINS } else { 0 })
    }

    /// The seeds in the store.
    #[inline]
    pub fn store(self) -> u8 {
        (self.0 >> STORE) as u8 & 127
    }

    /// The seeds in a pit.
    #[inline]
    pub fn seeds(self, pit: Pit) -> u8 {
        self.at(8 * (pit.0 % MOST_PITS as u8))
    }

    /// All seeds that are not in the store.
    #[inline]
    pub fn seeds_in_pits(self) -> u32 {
        // The product's highest byte is the sum of all bytes.
        ((self.0 & PITS).wrapping_mul(ONES) >> STORE) as u32
    }

    /// Whether the row is Min's.
    #[inline]
    pub fn is_mins(self) -> bool {
        self.0 & MINS != 0
    }

    /// Whether no pit has a seed.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 & PITS == 0
    }

    /// The pits that have seeds, in the order of sowing.
    #[inline]
    pub fn occupied(self) -> impl Iterator<Item = Pit> {
        let mut left = self.marks();
        std::iter::from_fn(move || {
            let pit = Pit(left.trailing_zeros() as u8 / 8);
            let found = left != 0;
            left &= left.wrapping_sub(1);
            found.then_some(pit)
        })
    }

    /// A mask with the highest bit of the byte of every pit that has seeds.
    #[inline]
    pub(super) fn marks(self) -> u64 {
        ((self.0 & PITS) + 127 * (ONES & PITS)) & (128 * (ONES & PITS))
    }

    /// The number of pits whose byte equals the same byte of `pattern`.
    #[inline]
    pub(super) fn count_matching(self, pattern: u64) -> u32 {
        MOST_PITS as u32 - Row((self.0 ^ pattern) & PITS).count_occupied()
    }

    /// The number of pits that have seeds.
    #[inline]
    pub(super) fn count_occupied(self) -> u32 {
        ((self.marks() >> 7).wrapping_mul(ONES) >> STORE) as u32
    }

    /// The packed word, unique to this row.
    #[inline]
    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// The seeds in the byte that begins at this bit.
    #[inline]
    pub(super) fn at(self, bit: u8) -> u8 {
        (self.0 >> bit) as u8 & 127
    }

    /// The row with these seeds added.
    #[inline]
    pub(super) fn plus(self, seeds: u64) -> Self {
        Row(self.0.wrapping_add(seeds))
    }

    /// The row with these seeds removed.
    #[inline]
    pub(super) fn minus(self, seeds: u64) -> Self {
        Row(self.0.wrapping_sub(seeds))
    }

    /// The row with `seeds` seeds moved from the pit at `bit` to the store.
    #[inline]
    pub(super) fn moved(self, bit: u8, seeds: u8) -> Self {
        self.minus(u64::from(seeds) << bit).plus(u64::from(seeds) << STORE)
    }
}
