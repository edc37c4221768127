//! The index of positions: a hash table from keys to nodes, with open addressing and eight bytes a slot.
//!
//! A slot holds the upper half of a key and a node. The lower half is stored with the node, and is read only where the upper
//! halves agree. Threads share an index without a lock: a node is complete before it is entered, and a thread that enters a
//! second node for the same key gets the first one back. Room is made while no other thread is at work.

use crate::convert::low_u32;
use crate::prefetch::prefetch;
use crate::table::mix;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The fewest slots of an index.
const FIRST_SLOTS: usize = 1 << 6;
/// A slot without a node. Nodes are counted from 1 in a slot, so that 0 is free.
const VACANT: u64 = 0;

/// The nodes of positions by their keys.
#[derive(Debug, Default)]
pub(super) struct Index {
    slots: Vec<AtomicU64>,
}

impl Clone for Index {
    fn clone(&self) -> Self {
        Index { slots: self.slots.iter().map(|slot| AtomicU64::new(slot.load(Relaxed))).collect() }
    }
}

impl Index {
    /// The number of slots for `nodes` nodes: at most half of the slots are taken.
    fn slots_for(nodes: usize) -> usize {
        (2 * nodes).next_power_of_two().max(FIRST_SLOTS)
    }

    /// The bytes of an index with room for `nodes` nodes.
    pub(super) fn bytes_for(nodes: usize) -> u64 {
        (Index::slots_for(nodes) * size_of::<AtomicU64>()) as u64
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<AtomicU64>()) as u64
    }

    /// The number of nodes for which there is room.
    #[inline]
    pub(super) fn room(&self) -> usize {
        self.slots.len() / 2
    }

    /// Reserves the memory for `nodes` nodes. Returns whether the system has it.
    pub(super) fn try_reserve(&mut self, nodes: usize) -> bool {
        let more = Index::slots_for(nodes).saturating_sub(self.slots.len());
        self.slots.try_reserve_exact(more).is_ok()
    }

    /// Forgets everything and makes room for `nodes` nodes.
    pub(super) fn renew(&mut self, nodes: usize) {
        self.slots.clear();
        self.slots.resize_with(Index::slots_for(nodes), || AtomicU64::new(VACANT));
    }

    /// The slot where probing for a key begins.
    #[inline]
    fn home(&self, key: u64) -> usize {
        let bits = self.slots.len().trailing_zeros() & 63;
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
        let low = mix(key).rotate_left(bits) as usize;
        low & self.last()
    }

    /// The number of the last slot.
    #[inline]
    fn last(&self) -> usize {
        self.slots.len().wrapping_sub(1)
    }

    /// Prefetches the slot where a key would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(slot) = self.slots.get(self.home(key)) {
            prefetch(slot);
        }
    }

    /// The node of this key. `half` gives the lower half of the key of a node.
    #[inline]
    pub(super) fn find(&self, key: u64, half: impl Fn(u32) -> u32) -> Option<u32> {
        let mut home = self.home(key);
        loop {
            let slot = self.slots.get(home)?.load(Acquire);
            if slot == VACANT {
                return None;
            }
            if let Some(node) = node_of(slot, key, &half) {
                return Some(node);
            }
            home = (home + 1) & self.last();
        }
    }

    /// Enters a complete node, for which there must be room. Returns the node that was entered for the same key before, if
    /// there is one: another thread may have been faster. `shared` says whether other threads are at work.
    #[inline]
    pub(super) fn enter(&self, key: u64, node: u32, half: impl Fn(u32) -> u32, shared: bool) -> Option<u32> {
        let entry = key >> 32 << 32 | (u64::from(node) + 1);
        let mut home = self.home(key);
        loop {
            let place = &self.slots[home];
            let mut slot = place.load(Acquire);
            if slot == VACANT && !shared {
                place.store(entry, Relaxed);
                return None;
            }
            if slot == VACANT {
                match place.compare_exchange(VACANT, entry, Release, Acquire) {
                    Ok(_) => return None,
                    Err(found) => slot = found,
                }
            }
            if let Some(node) = node_of(slot, key, &half) {
                return Some(node);
            }
            home = (home + 1) & self.last();
        }
    }

    /// Every node with the upper half of its key.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, u32)> {
        let slots = self.slots.iter().map(|slot| slot.load(Relaxed));
        slots.filter(|&slot| slot != VACANT).map(|slot| (low_u32(slot >> 32), low_u32(slot) - 1))
    }
}

/// The node in a taken slot, if it belongs to the key.
#[inline]
fn node_of(slot: u64, key: u64, half: impl Fn(u32) -> u32) -> Option<u32> {
    let node = low_u32(slot) - 1;
    (slot >> 32 == key >> 32 && half(node) == low_u32(key)).then_some(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn every_key_is_found_where_it_was_entered() {
        let mut rng = Rng::new(5);
        // Few lower bits and few upper halves, so that keys collide and halves agree; and the least and the greatest key.
        let mut keys: Vec<u64> = (0..5000).map(|_| rng.next_u64() & 0x0000_0003_0000_ffff).collect();
        keys.extend([0, 1, u64::MAX]);
        keys.sort_unstable();
        keys.dedup();
        let half = |node: u32| keys[node as usize] as u32;
        for shared in [false, true] {
            let mut index = Index::default();
            assert_eq!((index.find(keys[0], half), index.room()), (None, 0));
            assert!(index.try_reserve(keys.len()));
            index.renew(keys.len());
            assert!(index.room() >= keys.len() && index.bytes() == Index::bytes_for(keys.len()));
            for (node, &key) in keys.iter().enumerate() {
                assert_eq!(index.find(key, half), None);
                assert_eq!(index.enter(key, node as u32, half, shared), None);
            }
            for (node, &key) in keys.iter().enumerate() {
                assert_eq!(index.find(key, half), Some(node as u32));
            }
            assert_eq!(index.enter(keys[7], 9999, half, shared), Some(7));
            assert_eq!(index.entries().count(), keys.len());
        }
    }
}
