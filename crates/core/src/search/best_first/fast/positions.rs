//! The nodes of positions by their keys: open addressing, eight bytes a slot.
//!
//! A slot is the upper half of a key and a node. The lower half lies with the node, and is asked only where the upper
//! halves agree.

use super::line::NONE;
use crate::prefetch::prefetch;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// The fewest slots of a table.
const FIRST_SLOTS: usize = 1 << 6;
/// What stands for no node.
const VACANT: u64 = u64::MAX;

/// The table.
#[derive(Debug, Default)]
pub(super) struct Positions {
    slots: Vec<AtomicU64>,
}

impl Positions {
    /// The bytes of a table for so many nodes.
    pub(super) fn bytes_for(nodes: usize) -> u64 {
        (Positions::slots_for(nodes) * size_of::<AtomicU64>()) as u64
    }

    /// At most half of the slots are taken.
    fn slots_for(nodes: usize) -> usize {
        (2 * nodes).next_power_of_two().max(FIRST_SLOTS)
    }

    /// Whether there is room for so many nodes.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        2 * nodes <= self.slots.len()
    }

    /// Reserves the memory for so many nodes; whether the system has it.
    pub(super) fn try_reserve(&mut self, nodes: usize) -> bool {
        let more = Positions::slots_for(nodes).saturating_sub(self.slots.len());
        self.slots.try_reserve_exact(more).is_ok()
    }

    /// Forgets everything and makes room for so many nodes.
    pub(super) fn renew(&mut self, nodes: usize) {
        self.slots.clear();
        self.slots.resize_with(Positions::slots_for(nodes), || AtomicU64::new(VACANT));
    }

    /// Where the search for a key begins. Keys need not be scattered: the golden section scatters them.
    #[inline]
    fn home(&self, key: u64) -> usize {
        let bits = self.slots.len().trailing_zeros() & 63;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(bits)) as usize & (self.slots.len() - 1)
    }

    /// Asks for the memory where a key would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.slots[self.home(key)]);
    }

    /// The node of this key whose lower half is the key's, as `half` tells.
    #[inline]
    pub(super) fn find(&self, key: u64, half: impl Fn(u32) -> u32) -> Option<u32> {
        let mut home = self.home(key);
        loop {
            let slot = self.slots[home].load(Acquire);
            if slot == VACANT {
                return None;
            }
            let node = slot as u32;
            if slot >> 32 == key >> 32 && half(node) == key as u32 {
                return Some(node);
            }
            home = (home + 1) & (self.slots.len() - 1);
        }
    }

    /// Enters a node that is written, for which there is room. Gives the node that another thread has entered for the same
    /// key meanwhile, if one has.
    #[inline]
    pub(super) fn enter(&self, key: u64, node: u32, half: impl Fn(u32) -> u32) -> Option<u32> {
        debug_assert!(node != NONE, "no node has no key");
        let entry = key >> 32 << 32 | u64::from(node);
        let mut home = self.home(key);
        loop {
            let found = self.slots[home].load(Acquire);
            let found = if found == VACANT {
                match self.slots[home].compare_exchange(VACANT, entry, Release, Acquire) {
                    Ok(_) => return None,
                    Err(found) => found,
                }
            } else {
                found
            };
            if found >> 32 == key >> 32 && half(found as u32) == key as u32 {
                return Some(found as u32);
            }
            home = (home + 1) & (self.slots.len() - 1);
        }
    }

    /// Every node with the upper half of its key.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, u32)> {
        let slots = self.slots.iter().map(|slot| slot.load(Relaxed));
        slots.filter(|&slot| slot != VACANT).map(|slot| ((slot >> 32) as u32, slot as u32))
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
        let mut positions = Positions::default();
        positions.renew(keys.len());
        assert!(positions.has_room(keys.len()));
        for (node, &key) in keys.iter().enumerate() {
            assert_eq!(positions.find(key, |node| keys[node as usize] as u32), None);
            assert_eq!(positions.enter(key, node as u32, |node| keys[node as usize] as u32), None);
        }
        for (node, &key) in keys.iter().enumerate() {
            assert_eq!(positions.find(key, |node| keys[node as usize] as u32), Some(node as u32));
        }
        assert_eq!(positions.enter(keys[7], 9999, |node| keys[node as usize] as u32), Some(7));
        assert_eq!(positions.entries().count(), keys.len());
    }
}
