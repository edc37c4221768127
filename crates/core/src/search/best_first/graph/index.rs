//! Where each position stands: keys to places, open addressing, eight bytes a slot.

use crate::prefetch::prefetch;

/// The slots with which an index begins: touching fresh memory costs more than a small search.
const FIRST_SLOTS: usize = 1 << 10;
/// An index that is half full becomes so many times as large.
const GROWTH: usize = 4;
/// What stands for no place, as in a slot of zeros.
const VACANT: u64 = 0;

/// The places of positions by their keys.
///
/// A slot is the upper half of a key and the place behind it, counted from 1; the whole keys lie apart, by place, and are
/// asked only where the halves agree.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    slots: Vec<u64>,
    keys: Vec<u64>,
}

impl Index {
    /// The bytes held for so many positions, those here and at most one more.
    pub(super) fn bytes_for(&self, len: usize) -> u64 {
        let slots = if 2 * len > self.slots.len() { self.grown() } else { self.slots.len() };
        ((slots + len) * size_of::<u64>()) as u64
    }

    fn grown(&self) -> usize {
        (GROWTH * self.slots.len()).max(FIRST_SLOTS)
    }

    /// Asks for the memory where `key` would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(slot) = self.slots.get(self.home(key)) {
            prefetch(slot);
        }
    }

    /// Where the search for a key begins. Keys need not be scattered: the golden section scatters them.
    #[inline]
    fn home(&self, key: u64) -> usize {
        let bits = self.slots.len().trailing_zeros() & 63;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(bits)) as usize & self.last()
    }

    /// The number of the last slot.
    #[inline]
    fn last(&self) -> usize {
        self.slots.len().wrapping_sub(1)
    }

    /// The place of the position with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mut home = self.home(key);
        loop {
            let slot = *self.slots.get(home)?;
            if slot == VACANT {
                return None;
            }
            let place = (slot & u64::from(u32::MAX)) as usize - 1;
            if slot >> 32 == key >> 32 && self.keys[place] == key {
                return Some(place);
            }
            home = (home + 1) & self.last();
        }
    }

    /// Gives the next place to the position with this key, which is new.
    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        if 2 * self.keys.len() > self.slots.len() {
            self.grow();
        } else {
            self.enter(self.keys.len() - 1);
        }
    }

    #[inline]
    fn enter(&mut self, place: usize) {
        let key = self.keys[place];
        let mut home = self.home(key);
        while self.slots[home] != VACANT {
            home = (home + 1) & self.last();
        }
        self.slots[home] = (key >> 32) << 32 | (place as u64 + 1);
    }

    #[cold]
    fn grow(&mut self) {
        let grown = self.grown();
        self.slots.clear();
        self.slots.resize(grown, VACANT);
        for place in 0..self.keys.len() {
            self.enter(place);
        }
    }

    /// The key of the position at a place.
    pub(super) fn key(&self, place: usize) -> u64 {
        self.keys[place]
    }

    /// Forgets everything, keeping the memory, and begins small again.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.slots.truncate(FIRST_SLOTS);
        self.slots.fill(VACANT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn every_key_is_found_where_it_was_entered() {
        let mut rng = Rng::new(5);
        // Few lower bits and few upper halves, so that slots are shared and halves agree.
        let mut keys: Vec<u64> = (0..5000).map(|_| rng.next_u64() & 0x0000_0003_0000_ffff).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut index = Index::default();
        for (place, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key), None);
            let bytes = index.bytes_for(place + 1);
            index.push(key);
            assert_eq!((index.find(key), index.bytes_for(place + 1)), (Some(place), bytes));
        }
        for (place, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key), Some(place));
        }
        index.clear();
        assert_eq!(index.find(keys[0]), None);
    }
}
