//! Where each position stands: keys to places, open addressing, eight bytes a slot.

use crate::prefetch::prefetch;
use crate::search::best_first::reserve::{has_room, make_room};

/// The slots with which an index begins: touching fresh memory costs more than a small search.
const FIRST_SLOTS: usize = 1 << 10;
/// The slots with which an index begins where memory is limited.
const FEWEST_SLOTS: usize = 1 << 6;
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
    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        ((self.slots.len() + self.keys.len()) * size_of::<u64>()) as u64
    }

    /// The bytes held, what is reserved included.
    pub(super) fn held(&self) -> u64 {
        ((self.slots.capacity() + self.keys.capacity()) * size_of::<u64>()) as u64
    }

    /// Makes room for one more position, with so many bytes to spare where they are limited; whether there is so much memory.
    pub(super) fn make_room(&mut self, spare: Option<u64>) -> bool {
        self.has_room() || make_room(&mut self.keys, 1, spare) && self.grow_by(spare)
    }

    /// Whether there is room for one more position.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        has_room(&self.keys, 1) && 2 * (self.keys.len() + 1) <= self.slots.len()
    }

    fn grow_by(&mut self, spare: Option<u64>) -> bool {
        let held = self.slots.len();
        if 2 * (self.keys.len() + 1) <= held {
            return true;
        }
        let bytes = |slots: usize| ((slots - held) * size_of::<u64>()) as u64;
        let mut slots = if spare.is_none() { self.grown() } else { (GROWTH * held).max(FEWEST_SLOTS) };
        // At least twice as many, because half of them are in use.
        while spare.is_some_and(|spare| bytes(slots) > spare / 2) && slots > (2 * held).max(FEWEST_SLOTS) {
            slots /= 2;
        }
        let has_memory = spare.is_none_or(|spare| bytes(slots) <= spare)
            && self.slots.try_reserve_exact(slots - held).is_ok();
        if has_memory {
            self.grow(slots);
        }
        has_memory
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
            self.grow(self.grown());
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
    fn grow(&mut self, grown: usize) {
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
            assert!(index.make_room(None));
            index.push(key);
            assert_eq!(index.find(key), Some(place));
        }
        for (place, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key), Some(place));
        }
        index.clear();
        assert_eq!(index.find(keys[0]), None);
    }
}
