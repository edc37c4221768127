//! Nodes by the key of their position: equal positions are one node.
//!
//! An open table of words, each the upper half of a key and the number of a node plus one; the node holds the whole key. It
//! has twice as many places as there are nodes, so that a place is always found, and grows with them.

use super::tree::Node;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The nodes by their keys.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<AtomicU64>,
}

fn word(key: u64, node: u32) -> u64 {
    key & !u64::from(u32::MAX) | u64::from(node + 1)
}

/// The node that a word names if its half of the key is right.
fn named(word: u64, key: u64) -> Option<u32> {
    (word >> 32 == key >> 32).then(|| (word as u32).wrapping_sub(1))
}

impl Table {
    /// The bytes that so many nodes take.
    pub(super) fn bytes_for(nodes: usize) -> usize {
        (2 * nodes).next_power_of_two() * size_of::<AtomicU64>()
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<AtomicU64>()
    }

    /// Forgets every node.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
    }

    /// Makes room for all of `nodes`.
    pub(super) fn grow(&mut self, nodes: &[Node]) {
        let size = Table::bytes_for(nodes.len()) / size_of::<AtomicU64>();
        if size > self.slots.len() {
            let larger = std::iter::repeat_with(AtomicU64::default).take(size).collect();
            let words = std::mem::replace(&mut self.slots, larger).into_iter().map(AtomicU64::into_inner);
            for node in words.filter(|&word| word != 0).map(|word| word as u32 - 1) {
                self.note(nodes, nodes[node as usize].key.load(Relaxed), node, false);
            }
        }
    }

    /// The places where a key may lie, one after the other.
    fn places(&self, key: u64) -> impl Iterator<Item = &AtomicU64> {
        let mask = self.slots.len() - 1;
        // The lower half, because the upper is compared.
        (0..self.slots.len()).map(move |step| &self.slots[(key as usize + step) & mask])
    }

    /// The node of this key.
    pub(super) fn find(&self, nodes: &[Node], key: u64) -> Option<u32> {
        let words = self.places(key).map(|place| place.load(Acquire)).take_while(|&word| word != 0);
        let is_it = |&node: &u32| nodes[node as usize].key.load(Relaxed) == key;
        words.filter_map(|word| named(word, key)).find(is_it)
    }

    /// Takes note of a node that is complete, unless another thread has brought one of the same key: the node of the key.
    pub(super) fn note(&self, nodes: &[Node], key: u64, node: u32, shared: bool) -> u32 {
        for place in self.places(key) {
            let free = if shared {
                place.compare_exchange(0, word(key, node), Release, Acquire)
            } else {
                match place.load(Relaxed) {
                    0 => {
                        place.store(word(key, node), Relaxed);
                        Ok(0)
                    }
                    taken => Err(taken),
                }
            };
            match free {
                Ok(_) => return node,
                Err(taken) => {
                    let other =
                        named(taken, key).filter(|&other| nodes[other as usize].key.load(Relaxed) == key);
                    if let Some(other) = other {
                        return other;
                    }
                }
            }
        }
        unreachable!("a table has twice as many places as nodes")
    }
}
