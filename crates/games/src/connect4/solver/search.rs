//! The search: is the score above a bound or not?
//!
//! Negamax on windows without width, after Pons's account of his solver (blog.gamesolver.org, 2015 to 2019): moves that lose
//! at once are never looked at, those that make most threats come first. What differs is said where it stands.

use super::grid::Grid;
use super::parity::Side;
use super::table::Table;

/// A position in which the side to move cannot win at once and has replies that do not lose at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The stones of the side to move.
    pub(super) mover: u64,
    pub(super) occupied: u64,
    /// Where the side to move would complete four, now or later.
    pub(super) own: u64,
    /// Where the other would.
    pub(super) other: u64,
    /// The cells where a stone does not lose at once.
    pub(super) replies: u64,
}

/// A move to be searched: the position behind it, and how early it deserves to be.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    child: Node,
    hash: u64,
    merit: i32,
}

/// A search of one board size with what it remembers.
#[derive(Clone, Debug)]
pub(super) struct Search<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> {
    pub(super) grid: Grid<WIDTH, HEIGHT>,
    pub(super) table: Table,
    pub(super) nodes: u64,
    /// The number of nodes at which the search asks whether it may go on.
    pub(super) pause: u64,
    pub(super) is_stopped: bool,
}

/// Positions with fewer empty cells are not worth a place in the table.
const TABLED: i32 = 6;

impl<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> Search<WIDTH, HEIGHT, COLUMNS> {
    pub(super) fn new(width: usize, height: usize, bytes: usize) -> Self {
        let key_bits = (width * (height + 1)) as u32;
        Search {
            grid: Grid::new(width, height),
            table: Table::new(bytes, key_bits),
            nodes: 0,
            pause: u64::MAX,
            is_stopped: false,
        }
    }

    /// The cells where a stone does not lose at once, if the other would complete four in `threats`.
    #[inline(always)]
    pub(super) fn replies(playable: u64, threats: u64) -> u64 {
        let forced = playable & threats;
        let candidates = if forced == 0 { playable } else { forced };
        // Two threats cannot be met by one stone, and a stone under a threat makes it playable.
        let is_met = forced & forced.wrapping_sub(1) == 0;
        if is_met { candidates & !(threats >> 1) } else { 0 }
    }

    /// The position after a stone in `cell`.
    #[inline(always)]
    fn after(&self, node: &Node, cell: u64) -> Node {
        let occupied = node.occupied | cell;
        let mover = node.occupied ^ node.mover;
        let other = self.grid.threats(node.mover | cell, occupied);
        let replies = Self::replies(self.grid.playable(occupied), other);
        Node { mover, occupied, own: node.other & !cell, other, replies }
    }

    /// A bound of the score of `node`, which has `empty` cells empty: the score is at least that, if it is above `alpha`,
    /// and at most that otherwise.
    pub(super) fn bound(&mut self, node: &Node, empty: i32, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.pause {
            self.is_stopped = true;
            return alpha;
        }
        // Neither side wins with its next stone.
        let (low, high) = (-((empty - 2) / 2), (empty - 1) / 2);
        if alpha < low {
            return low;
        }
        if alpha >= high {
            return high;
        }
        if let Some(bound) = self.at_a_glance(node, empty, alpha) {
            return bound;
        }
        let hash = if empty >= TABLED {
            let hash = self.table.hash(node.mover + node.occupied);
            let known = self.table.find(hash);
            if known.low > alpha {
                return known.low;
            }
            if known.high <= alpha {
                return known.high;
            }
            hash
        } else {
            0
        };
        let begin = self.nodes;
        let bound = self.best(node, empty, alpha, high);
        if empty >= TABLED && !self.is_stopped {
            let (low, high) = if bound > alpha { (Some(bound), None) } else { (None, Some(bound)) };
            self.table.note(hash, low, high, self.nodes - begin);
        }
        bound
    }

    /// The same for the best of the moves.
    #[inline(always)]
    fn best(&mut self, node: &Node, empty: i32, alpha: i32, high: i32) -> i32 {
        let mut candidates = [Candidate::default(); COLUMNS];
        let mut count = 0;
        let mut cells = node.replies;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let child = self.after(node, cell);
            if child.replies == 0 {
                return high;
            }
            let hash = self.table.hash(child.mover + child.occupied);
            self.table.prefetch(hash);
            let merit = self.merit(&child, cell);
            let mut place = count;
            while place > 0 && candidates[place - 1].merit < merit {
                candidates[place] = candidates[place - 1];
                place -= 1;
            }
            candidates[place] = Candidate { child, hash, merit };
            count += 1;
        }
        let mut best = i32::MIN;
        for candidate in &candidates[..count] {
            let bound = -self.bound(&candidate.child, empty - 1, -alpha - 1);
            if bound > alpha || self.is_stopped {
                return bound;
            }
            best = best.max(bound);
        }
        best
    }

    /// How promising a move is.
    #[inline(always)]
    fn merit(&self, child: &Node, cell: u64) -> i32 {
        let masks = self.grid.masks();
        let column = (cell.trailing_zeros() / masks.stride).cast_signed();
        let from_centre = (2 * column + 1 - masks.width.cast_signed()).abs();
        64 * child.other.count_ones().cast_signed() - from_centre
    }

    /// A bound that needs no search, if it is on one side of `alpha` for certain.
    #[inline(always)]
    fn at_a_glance(&self, node: &Node, empty: i32, alpha: i32) -> Option<i32> {
        let mover = Side { stones: node.mover, threats: node.own };
        let other = Side { stones: node.occupied ^ node.mover, threats: node.other };
        let playable = self.grid.playable(node.occupied);
        if empty % 2 == 0 {
            // The mover leads.
            self.grid
                .follower_holds(mover, other, playable, -alpha)
                .map(|stones| -stones)
                .or_else(|| self.grid.leader_wins(mover, other, playable, alpha + 1))
        } else {
            self.grid
                .follower_holds(other, mover, playable, alpha + 1)
                .or_else(|| self.grid.leader_wins(other, mover, playable, -alpha).map(|stones| -stones))
        }
    }
}
