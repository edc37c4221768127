//! The nodes by key, for an arena that merges transpositions.

use crate::convert::{low_u32, number_u32};
use crate::search::best_first::reserve::{has_room, make_room};
use crate::search::index::Index;

/// The initial room in positions. It is small, because touching fresh memory costs more than a small search.
const FIRST: usize = 1 << 9;
/// The initial room where memory is limited.
const FEWEST: usize = 1 << 5;
/// The factor by which a full index grows.
const GROWTH: usize = 4;

/// The places of positions by key. Places are numbered in the order in which positions were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    index: Index,
    keys: Vec<u64>,
}

impl Places {
    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.index.bytes() + size_of_val(self.keys.as_slice()) as u64
    }

    /// The bytes held, including reserved memory.
    pub(super) fn held(&self) -> u64 {
        self.index.bytes() + (self.keys.capacity() * size_of::<u64>()) as u64
    }

    /// Whether there is room for one more position.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        has_room(&self.keys, 1) && self.keys.len() < self.index.room()
    }

    /// Makes room for one more position, with `spare` bytes left if memory is limited. Returns whether there is enough
    /// memory.
    pub(super) fn make_room(&mut self, spare: Option<u64>) -> bool {
        self.has_room()
            || make_room(&mut self.keys, 1, spare)
                && (self.keys.len() < self.index.room() || self.grow(spare))
    }

    #[cold]
    fn grow(&mut self, spare: Option<u64>) -> bool {
        let (room, held) = (self.index.room(), self.index.bytes());
        let more = |nodes: usize| Index::bytes_for(nodes).saturating_sub(held);
        let fewest = if spare.is_none() { FIRST } else { FEWEST };
        let mut nodes = (GROWTH * room).max(fewest);
        // At least twice as many, because all places are in use.
        while spare.is_some_and(|spare| more(nodes) > spare / 2) && nodes > (2 * room).max(fewest) {
            nodes /= 2;
        }
        if spare.is_some_and(|spare| more(nodes) > spare) || !self.index.try_reserve(nodes) {
            return false;
        }
        self.index.renew(nodes);
        for place in 0..self.keys.len() {
            self.enter(place);
        }
        true
    }

    /// Prefetches the memory where `key` would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.index.prefetch(key);
    }

    /// The place of the position with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.index.find(key, |place| low_u32(self.keys[place as usize])).map(|place| place as usize)
    }

    /// Adds a position with this key, which must be new, at the next place.
    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        if self.keys.len() > self.index.room() {
            self.grow(None);
        } else {
            self.enter(self.keys.len() - 1);
        }
    }

    #[inline]
    fn enter(&self, place: usize) {
        let half = |place: u32| low_u32(self.keys[place as usize]);
        self.index.enter(self.keys[place], number_u32(place), half, false);
    }

    /// Keeps the positions at these places, in this order.
    pub(super) fn keep(&mut self, order: &[u32]) {
        let keys: Vec<u64> = order.iter().map(|&place| self.keys[place as usize]).collect();
        self.clear();
        for key in keys {
            self.push(key);
        }
    }

    /// Forgets everything, keeping the memory, and begins small again.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.index.renew(FEWEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_while_their_number_grows() {
        let mut places = Places::default();
        for key in 0..5000 {
            assert_eq!(places.find(key), None);
            assert!(places.make_room(None));
            places.push(key);
            assert_eq!(places.find(key), Some(key as usize));
        }
        assert!((0..5000).all(|key| places.find(key) == Some(key as usize)));
        places.keep(&[7, 4000]);
        assert_eq!([7, 4000, 0].map(|key| places.find(key)), [Some(0), Some(1), None]);
        places.clear();
        assert_eq!(places.find(7), None);
    }
}
