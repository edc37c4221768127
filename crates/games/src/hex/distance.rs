//! How many stones a player lacks to connect the own edges: a flood from edge to edge, all paths at once.

use super::Hex;
use super::board::Board;

/// More than the cells of the shortest path on any board that is not blocked.
pub(super) const LEVELS: usize = 64;

/// The empty cells by the stones that a connection through them still needs on one side, for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    /// The cells that need k stones, themselves included, to be connected to the edge; only to the least distance.
    cells: [u128; LEVELS],
    /// The least number of stones that connect both edges.
    pub(super) distance: usize,
}

impl Hex {
    /// The levels of a player from the first edge (0) or from the last (1), on these empty cells. The edges are not connected,
    /// and can be.
    #[inline]
    pub(super) fn levels(&self, board: &Board, player: usize, edge: usize, empty: u128) -> Levels {
        let shape = &self.shape;
        let stones = board.stones[player];
        let linked = [board.first[player], board.last[player]];
        let touching = |edge: usize| (shape.around(linked[edge]) | shape.edges[player][edge]) & empty;
        let goal = touching(1 - edge);
        let mut cells = [0; LEVELS];
        let mut level = touching(edge);
        let mut reached = linked[edge] | level;
        let mut distance = 1;
        loop {
            cells[distance] = level;
            if level & goal != 0 {
                return Levels { cells, distance };
            }
            // Stones beside the new cells cost nothing.
            let group = shape.connected(level, stones & !reached);
            reached |= group;
            level = shape.around(group) & empty & !reached;
            debug_assert!(level != 0, "the edges of a player are cut off");
            reached |= level;
            distance += 1;
        }
    }

    /// The cells of all shortest paths of a player, by the stones needed up to them.
    #[inline]
    pub(super) fn paths(&self, board: &Board, player: usize) -> Paths {
        let empty = self.empty(board);
        let [first, last] = [0, 1].map(|edge| self.levels(board, player, edge, empty));
        let distance = first.distance;
        let (mut cells, mut cuts) = (0, 0);
        for level in 1..=distance {
            let on_path = first.cells[level] & last.cells[distance + 1 - level];
            cells |= on_path;
            if on_path.is_power_of_two() {
                cuts |= on_path;
            }
        }
        Paths { distance, cells, cuts }
    }
}

/// The shortest connections of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paths {
    /// The stones that a connection needs.
    pub(super) distance: usize,
    /// The empty cells on shortest paths: a stone of the player on one of them shortens the distance by one.
    pub(super) cells: u128,
    /// The cells through which all shortest paths lead: a stone of the opponent anywhere else leaves the distance as it is.
    pub(super) cuts: u128,
}
