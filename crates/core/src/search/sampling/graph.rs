//! Nodes by the key of their position: equal positions are one node.
//!
//! An open table with at least twice as many places as there are nodes, so that a place is always found; it grows with them.
//! A place is claimed by its key, and its node is published after that: who meets a key without its node waits for a moment,
//! because the other thread is between two instructions.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The nodes by their keys. The key 0 stands for a free place, so that the node of the position with this key lies apart.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
    zero: Slot,
}

#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    /// The number of the node plus one.
    node: AtomicU32,
}

impl Slot {
    /// The node of a place that is taken, as soon as it is there.
    fn wait(&self) -> u32 {
        loop {
            if let Some(node) = self.node.load(Acquire).checked_sub(1) {
                return node;
            }
            std::hint::spin_loop();
        }
    }
}

impl Table {
    fn places_for(nodes: usize) -> usize {
        (2 * nodes).next_power_of_two()
    }

    /// The bytes that so many nodes take.
    pub(super) fn bytes_for(nodes: usize) -> usize {
        Table::places_for(nodes) * size_of::<Slot>()
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Forgets every node.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
        self.zero = Slot::default();
    }

    /// Makes room for so many nodes; whether there is so much memory.
    pub(super) fn grow(&mut self, nodes: usize) -> bool {
        let places = Table::places_for(nodes);
        if places > self.slots.len() {
            let mut larger = Vec::new();
            if larger.try_reserve_exact(places).is_err() {
                return false;
            }
            larger.resize_with(places, Slot::default);
            for Slot { key, node } in std::mem::replace(&mut self.slots, larger) {
                if let Some(node) = node.into_inner().checked_sub(1) {
                    self.note(key.into_inner(), node, false);
                }
            }
        }
        true
    }

    /// Every node with its key.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, u32)> {
        let entry = |slot: &Slot| Some((slot.key.load(Relaxed), slot.node.load(Relaxed).checked_sub(1)?));
        self.slots.iter().chain([&self.zero]).filter_map(entry)
    }

    /// The places where a key may lie, one after the other.
    fn places(&self, key: u64) -> impl Iterator<Item = &Slot> {
        let mask = self.slots.len() - 1;
        (0..self.slots.len()).map(move |step| &self.slots[(key as usize).wrapping_add(step) & mask])
    }

    /// The node of this key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let place = match key {
            0 => &self.zero,
            _ => self.places(key).find(|place| [0, key].contains(&place.key.load(Acquire)))?,
        };
        place.node.load(Acquire).checked_sub(1)
    }

    /// Takes note of a node that is complete, unless another thread has brought one of the same key: the node of the key.
    pub(super) fn note(&self, key: u64, node: u32, shared: bool) -> u32 {
        if key == 0 {
            let known = self.zero.node.compare_exchange(0, node + 1, AcqRel, Acquire);
            return known.err().map_or(node, |known| known - 1);
        }
        for place in self.places(key) {
            let known = if shared {
                place.key.compare_exchange(0, key, Acquire, Acquire).err().unwrap_or(0)
            } else {
                place.key.load(Relaxed)
            };
            if known == 0 {
                place.key.store(key, Relaxed);
                place.node.store(node + 1, Release);
                return node;
            }
            if known == key {
                return place.wait();
            }
        }
        unreachable!("a table has twice as many places as nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_node_of_its_own() {
        for shared in [false, true] {
            let mut table = Table::default();
            assert!(table.grow(4));
            for (key, node) in [(0, 7), (1, 8), (u64::MAX, 9)] {
                assert_eq!((table.find(key), table.note(key, node, shared)), (None, node));
                assert_eq!((table.find(key), table.note(key, 99, shared)), (Some(node), node));
            }
            assert!(table.grow(1000));
            let mut all: Vec<(u64, u32)> = table.all().collect();
            all.sort_unstable();
            assert_eq!(all, [(0, 7), (1, 8), (u64::MAX, 9)]);
            table.clear();
            assert_eq!([0, 1, u64::MAX].map(|key| table.find(key)), [None; 3]);
        }
    }
}
