//! How much memory to reserve before a clock runs.
//!
//! A growing vector is copied, which takes a good part of a short time limit at once. Memory that is reserved but not
//! touched costs nothing.

use crate::budget::Budget;
use crate::convert::whole_usize;

/// Whether a vector has room for `more` items without growing.
#[inline]
pub(super) fn has_room<T>(items: &Vec<T>, more: usize) -> bool {
    items.capacity() - items.len() >= more
}

/// The bytes that a vector holds, including reserved memory.
pub(super) fn bytes_held<T>(items: &Vec<T>) -> u64 {
    (items.capacity() * size_of::<T>()) as u64
}

/// Makes room for `more` items by doubling the vector, as `push` does. If memory is limited, `spare` is what is left of it
/// for all vectors of a tree: one vector takes at most a quarter of it at a time, unless it needs more. Returns whether
/// there is enough memory.
pub(in crate::search) fn make_room<T>(items: &mut Vec<T>, more: usize, spare: Option<u64>) -> bool {
    if has_room(items, more) {
        return true;
    }
    let Some(spare) = spare else { return items.try_reserve(more).is_ok() && leaves_room(items) };
    let (size, unused) = (size_of::<T>().max(1) as u64, items.capacity() - items.len());
    let affordable = usize::try_from(spare / 4 / size).unwrap_or(usize::MAX);
    let grown = items.capacity().min(affordable).max(more - unused);
    grown as u64 <= spare / size && items.try_reserve_exact(unused + grown).is_ok()
}

/// Whether the system has memory left besides this vector. The report of a tree needs some, and aborts if there is none.
#[cold]
fn leaves_room<T>(items: &Vec<T>) -> bool {
    const LEAST: usize = 4 << 20;
    Vec::<u8>::new().try_reserve_exact(LEAST.max(items.capacity() * size_of::<T>() / 4)).is_ok()
}

/// More nodes than a search adds in a second: in Connect-Four it calls 44 million moves a second.
const NODES_A_SECOND: f64 = 64e6;
/// The most nodes for which memory is reserved. Longer vectors are not copied when they grow: the system moves their pages.
const MOST_RESERVED: usize = 1 << 21;
/// Fewer than the nodes that an expansion usually adds.
const FAMILY: usize = 4;

/// The nodes and the expansions that may be added within the shortest clock of a budget; `None` if no clock runs or memory
/// is limited.
pub(super) fn within(budget: &Budget) -> Option<(usize, usize)> {
    let time = budget.shortest_clock().filter(|_| budget.memory.is_none())?;
    let nodes = whole_usize(NODES_A_SECOND * time.as_secs_f64()).min(MOST_RESERVED);
    Some((nodes, nodes / FAMILY))
}
