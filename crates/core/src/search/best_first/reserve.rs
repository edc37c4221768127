//! How much memory to reserve before a clock runs.
//!
//! A vector that grows is copied, which takes a good part of a short time at once; memory that is reserved and not touched
//! costs nothing.

use crate::budget::Budget;

/// More nodes than are added in a second: at Connect-Four 44 million moves are called in one.
const NODES_A_SECOND: f64 = 64e6;
/// The nodes for which memory is reserved at most. The vectors of more are so long that the system moves their pages and
/// copies nothing.
const MOST_RESERVED: usize = 1 << 21;
/// Fewer than the nodes that an expansion usually adds.
const FAMILY: usize = 4;

/// The nodes and the expansions that may come within the shortest clock of a budget; none where no clock runs.
pub(super) fn within(budget: &Budget) -> Option<(usize, usize)> {
    let time = budget.shortest_clock()?;
    let nodes = ((NODES_A_SECOND * time.as_secs_f64()) as usize).min(MOST_RESERVED);
    Some((nodes, nodes / FAMILY))
}
