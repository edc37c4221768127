//! The transposition table: the proven bounds of positions, and their numbers for a question.
//!
//! Bounds hold for every question and every root. Proof numbers belong to one question, whose index is stored with them;
//! for another question they mean nothing. If indices run out and are used again, proof numbers of the old question
//! mislead the search for a while, but prove nothing false.
//!
//! Bounds take 64 bits each. If they were rounded outwards, a bound that answers a question might come back as one that
//! does not, and the search would answer it forever.
//!
//! If a bucket is full, the entry of least work is replaced. Work is compared by its number of binary digits, which count
//! half for other questions.

use super::numbers::Numbers;
use crate::convert::low_u32;
use crate::score_bounds::ScoreBounds;
use crate::table::{self, Line, mix};

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) bounds: ScoreBounds,
    /// The index of the question to which the numbers belong.
    pub(super) question: u8,
    pub(super) numbers: Numbers,
    /// The expansions spent below the position when it was stored.
    pub(super) work: u64,
}

/// From the lowest bit, the last word has the proof number in 24 bits, the disproof number in 24, the question in 8, and
/// the number of binary digits of the work in 8. That number is never 0, so a word of 0 is an empty slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    lower: f64,
    upper: f64,
    word: u64,
}

type Bucket = Line<Slot, 4>;

#[expect(clippy::cast_possible_truncation, reason = "the lowest 8 bits are what is wanted")]
fn question_of(word: u64) -> u8 {
    (word >> 48) as u8
}

fn digits_of(word: u64) -> u64 {
    word >> 56
}

impl Slot {
    fn new(key: u64, entry: &Entry) -> Self {
        let digits = u64::from(u64::BITS - entry.work.max(1).leading_zeros());
        let number = |number: u32| u64::from(number.min(Numbers::GREATEST));
        let Numbers { proof, disproof } = entry.numbers;
        let word = number(proof) | number(disproof) << 24 | u64::from(entry.question) << 48 | digits << 56;
        Slot { key, lower: entry.bounds.lower, upper: entry.bounds.upper, word }
    }

    #[inline]
    fn is_of(&self, key: u64) -> bool {
        self.key == key && self.word != 0
    }
}

impl table::Slot for Slot {
    /// The current question.
    type Context = u8;

    fn worth(&self, question: u8) -> u64 {
        digits_of(self.word) * if question_of(self.word) == question { 2 } else { 1 }
    }

    fn hash(&self, _: u8, _upper: u64) -> u64 {
        mix(self.key)
    }
}

/// A bounded transposition table.
#[derive(Debug)]
pub(super) struct Table(table::Table<Bucket>);

impl Table {
    /// A table of at most this many bytes, without slots if they are too few for a bucket.
    pub(super) fn new(bytes: u64) -> Self {
        Table(table::Table::new(bytes))
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Keeps within the limit in bytes, if one is given, and grows if at least half is in use. The current question says
    /// which entries to keep if there is not room for all.
    pub(super) fn fit(&mut self, limit: Option<u64>, question: u8) {
        self.0.fit(limit);
        if self.0.is_narrow() {
            self.0.grow(question);
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.0.prefetch(mix(key));
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<Entry> {
        let slot = self.0.find(mix(key), |slot| slot.is_of(key))?;
        let mask = u64::from(Numbers::GREATEST);
        Some(Entry {
            bounds: ScoreBounds { lower: slot.lower, upper: slot.upper },
            question: question_of(slot.word),
            numbers: Numbers { proof: low_u32(slot.word & mask), disproof: low_u32(slot.word >> 24 & mask) },
            work: 1 << (digits_of(slot.word) - 1),
        })
    }

    /// Stores an entry.
    pub(super) fn note(&mut self, key: u64, entry: &Entry) {
        if let Some(slot) = self.0.slot_mut(mix(key), entry.question, |slot| slot.is_of(key)) {
            *slot = Slot::new(key, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::scatter;
    use crate::table::{FIRST_BYTES, GROWTH};

    const ENTRY: Entry = Entry {
        bounds: ScoreBounds { lower: -0.1, upper: 1.0 / 3.0 },
        question: 7,
        numbers: Numbers { proof: 12, disproof: Numbers::GREATEST },
        work: 1,
    };

    fn table_of(bytes: u64) -> Table {
        let mut table = Table::new(bytes);
        table.fit(None, 7);
        table
    }

    #[test]
    fn what_is_noted_is_recalled() {
        let mut table = table_of(1 << 16);
        table.note(scatter(1), &ENTRY);
        assert_eq!((table.recall(scatter(1)), table.recall(scatter(2))), (Some(ENTRY), None));
        let mut nothing = table_of(0);
        nothing.note(scatter(1), &ENTRY);
        assert_eq!(nothing.recall(scatter(1)), None);
    }

    #[test]
    fn the_least_work_is_replaced_and_work_for_other_questions_counts_half() {
        let mut table = table_of(size_of::<Bucket>() as u64);
        for (key, work) in [(1, 1000), (2, 20), (3, 500), (4, 300)] {
            table.note(key, &Entry { work, ..ENTRY });
        }
        table.note(5, &ENTRY);
        assert!(table.recall(2).is_none() && table.recall(5).is_some());
        table.note(6, &Entry { question: 8, work: 32, ..ENTRY });
        table.note(7, &Entry { question: 8, ..ENTRY });
        assert!(table.recall(5).is_none() && table.recall(3).is_none() && table.recall(6).is_some());
    }

    #[test]
    fn a_table_grows_and_loses_little() {
        let mut table = table_of(1 << 24);
        for key in 0..100_000 {
            table.note(scatter(key), &Entry { work: key + 1, ..ENTRY });
            if key % 1000 == 0 {
                table.fit(None, 7);
            }
        }
        assert!((0..100_000).filter(|&key| table.recall(scatter(key)).is_some()).count() > 95_000);
        assert!(table.bytes() >= FIRST_BYTES * GROWTH && table.bytes() <= 1 << 24);
        table.fit(Some(1000), 7);
        assert!(table.bytes() <= 1000 && table.recall(scatter(1)).is_none());
        table.forget();
        assert!(table.bytes() <= 1000);
    }
}
