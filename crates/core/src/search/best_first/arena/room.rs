//! The memory of an arena: how much it holds, and room for one more family within a limit.

use super::super::reserve::{self, bytes_held, has_room, make_room};
use super::places::Places;
use super::{Arena, Rule};
use crate::budget::Budget;

impl<S: Clone, M: Copy + Eq, R: Rule> Arena<S, M, R> {
    /// The most edges whose columns 32 bits can index, with room for one expansion of any size.
    const MOST_EDGES: usize = u32::MAX as usize / 2 / (R::COLUMNS + 1);

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        let nodes = size_of_val(self.nodes.as_slice()) + size_of_val(self.states.as_slice());
        let edges = size_of_val(self.edges.as_slice()) + size_of_val(self.columns.as_slice());
        let odds = size_of_val(self.odds.as_slice());
        (nodes + edges + odds) as u64 + self.places.as_ref().map_or(0, Places::bytes)
    }

    /// The bytes held, including reserved memory.
    pub(in crate::search::best_first) fn held(&self) -> u64 {
        let nodes = bytes_held(&self.nodes) + bytes_held(&self.states);
        let edges = bytes_held(&self.edges) + bytes_held(&self.columns) + bytes_held(&self.odds);
        nodes + edges + self.places.as_ref().map_or(0, Places::held)
    }

    /// Makes room for a family of this many `moves`; the arena may hold `limit` bytes. Returns whether there is enough
    /// memory, and 32 bits can index every edge.
    #[inline]
    pub(in crate::search::best_first) fn make_room(
        &mut self,
        moves: usize,
        has_odds: bool,
        limit: Option<u64>,
    ) -> bool {
        let odds = if has_odds { self.edges.len() + moves - self.odds.len() } else { 0 };
        let has_room = has_room(&self.edges, moves)
            && has_room(&self.columns, R::COLUMNS * moves)
            && has_room(&self.odds, odds)
            && has_room(&self.nodes, 1)
            && has_room(&self.states, 1)
            && self.places.as_ref().is_none_or(Places::has_room);
        self.edges.len() < Self::MOST_EDGES && (has_room || self.grow_room(moves, odds, limit))
    }

    #[cold]
    fn grow_room(&mut self, moves: usize, odds: usize, limit: Option<u64>) -> bool {
        let mut spare = Spare { limit, held: self.held() };
        spare.grow(&mut self.edges, moves)
            && spare.grow(&mut self.columns, R::COLUMNS * moves)
            && spare.grow(&mut self.odds, odds)
            && spare.grow(&mut self.nodes, 1)
            && spare.grow(&mut self.states, 1)
            && self.places.as_mut().is_none_or(|places| places.make_room(spare.bytes()))
    }

    /// Reserves memory for the edges, columns, nodes and states that may be added while a clock runs.
    pub(in crate::search::best_first) fn reserve(&mut self, budget: &Budget) {
        let Some((edges, nodes)) = reserve::within(budget) else { return };
        let mut reserved = self.edges.try_reserve(edges);
        reserved = reserved.and_then(|()| self.columns.try_reserve(R::COLUMNS * edges));
        reserved = reserved.and_then(|()| self.nodes.try_reserve(nodes));
        // If there is not enough memory, the vectors grow as usual.
        let _ = reserved.and_then(|()| self.states.try_reserve(nodes));
    }
}

/// The memory that a limit leaves to the vectors of an arena, which grow one after the other.
struct Spare {
    limit: Option<u64>,
    held: u64,
}

impl Spare {
    fn bytes(&self) -> Option<u64> {
        self.limit.map(|limit| limit.saturating_sub(self.held))
    }

    fn grow<T>(&mut self, items: &mut Vec<T>, more: usize) -> bool {
        let before = bytes_held(items);
        let has_room = make_room(items, more, self.bytes());
        self.held += bytes_held(items) - before;
        has_room
    }
}
