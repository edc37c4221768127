//! The search: is the score of a position above a bound or not?
//!
//! Negamax with null windows, after Pons's account of his solver (blog.gamesolver.org, 2015 to 2019): moves that lose
//! at once are never searched, moves that make most threats come first, and bounds are kept in a transposition table.
//! What differs:
//!
//! * The threats of both sides are passed down from the parent, so a move costs one computation of threats, and a move
//!   that cannot be answered is seen before anything is searched.
//! * Every move is tested by [`parity`](crate::connect4::parity), and every reply is looked up in the table, before the
//!   first is searched.
//! * The [`table`](super::table) keeps both bounds of a score and grows with the work.

use super::table::Table;
use crate::connect4::grid::Grid;
use crate::connect4::parity::Side;
use crate::connect4::threats::safe;
use tiptree::solver::Allowance;

/// Positions with fewer empty cells are not looked up in the table: searching them is faster.
const MIN_EMPTY_FOR_TABLE: i32 = 10;
/// With fewer empty cells, replies are not looked up before the first of them is searched.
const MIN_EMPTY_FOR_LOOKUP: i32 = 13;

/// A position in which the side to move cannot win at once and has replies that do not lose at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The stones of the side to move.
    pub(super) mover: u64,
    pub(super) occupied: u64,
    /// The empty cells where the side to move would complete four.
    pub(super) own: u64,
    /// The empty cells where the opponent would complete four.
    pub(super) other: u64,
    /// The cells where a stone does not lose at once.
    pub(super) replies: u64,
}

impl Node {
    /// The key of the position: in each column the sum encodes the height and the owners of the stones, and never
    /// carries into the next.
    #[inline]
    fn key(&self) -> u64 {
        self.mover + self.occupied
    }
}

/// A move to be searched.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    cell: u64,
    /// Where the mover would complete four afterwards.
    threats: u64,
    merit: i32,
}

/// A search on boards of one size, with its table. `COLUMNS` is the maximum number of moves of a position.
#[derive(Debug)]
pub(super) struct Search<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> {
    pub(super) grid: Grid<WIDTH, HEIGHT>,
    pub(super) table: Table,
    /// The move-ordering value of each cell: more in the centre, and higher up.
    places: [i8; 64],
    /// With at least this many empty cells, a position and its mirror image share a table entry.
    pub(super) folded: i32,
    /// The cell of the last move found above its bound. After a search that fails high, this is the root move that did.
    pub(super) refutation: u64,
    /// The number of positions visited, and its limit.
    pub(super) allowance: Allowance,
}

impl<const WIDTH: usize, const HEIGHT: usize, const COLUMNS: usize> Search<WIDTH, HEIGHT, COLUMNS> {
    pub(super) fn new(width: usize, height: usize, bytes: usize) -> Self {
        let stride = height + 1;
        let place = |bit: usize| {
            let (column, row) = ((bit / stride).cast_signed(), (bit % stride).cast_signed());
            (row - (2 * column + 1 - width.cast_signed()).abs()) as i8
        };
        Search {
            grid: Grid::new(width, height),
            table: Table::new(bytes, (width * stride) as u32),
            places: std::array::from_fn(place),
            folded: i32::MAX,
            refutation: 0,
            allowance: Allowance::default(),
        }
    }

    /// The position after a stone in `cell`, after which its player has these threats.
    #[inline]
    fn after(&self, node: &Node, cell: u64, threats: u64) -> Node {
        let occupied = node.occupied | cell;
        Node {
            mover: node.occupied ^ node.mover,
            occupied,
            own: node.other & !cell,
            other: threats,
            replies: safe(self.grid.playable(occupied), threats),
        }
    }

    /// A bound on the score of `node`, which has `empty` empty cells: a lower bound if it is above `alpha`, otherwise
    /// an upper bound. Meaningless once the search is stopped.
    pub(super) fn bound(&mut self, node: &Node, empty: i32, alpha: i32) -> i32 {
        if !self.allowance.enter() {
            return alpha;
        }
        let (low, high) = Self::range(empty);
        if alpha < low {
            return low;
        }
        if alpha >= high {
            return high;
        }
        // Only a win with the second stone from now is above alpha.
        if alpha + 1 == high {
            return if self.wins_with_second_stone(node) { high } else { alpha };
        }
        // A forced reply needs no entry: the position after it has one.
        let is_forced = node.replies.is_power_of_two();
        if is_forced || empty < MIN_EMPTY_FOR_TABLE {
            return self.best(node, empty, alpha);
        }
        let hash = self.hash(node.key(), empty);
        let known = self.table.find(hash);
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        let before = self.allowance.nodes();
        let bound = self.best(node, empty, alpha);
        if !self.allowance.is_stopped() {
            self.table.store(hash, bound, bound > alpha, self.allowance.nodes() - before);
        }
        bound
    }

    /// Whether some move leaves the other side without a reply that does not lose at once.
    #[inline]
    fn wins_with_second_stone(&mut self, node: &Node) -> bool {
        let mut cells = node.replies;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let occupied = node.occupied | cell;
            let threats = self.grid.threats(node.mover | cell, occupied);
            if safe(self.grid.playable(occupied), threats) == 0 {
                self.refutation = cell;
                return true;
            }
        }
        false
    }

    /// The least and the greatest score where neither side wins with its next stone.
    #[inline]
    pub(super) fn range(empty: i32) -> (i32, i32) {
        (-((empty - 2) / 2), (empty - 1) / 2)
    }

    /// The bound of the best move.
    #[inline]
    fn best(&mut self, node: &Node, empty: i32, alpha: i32) -> i32 {
        let mut candidates = [Candidate::default(); COLUMNS];
        let mut count = 0;
        let mut cells = node.replies;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let threats = self.grid.threats(node.mover | cell, node.occupied | cell);
            let child = self.after(node, cell, threats);
            if child.replies == 0 {
                self.refutation = cell;
                return Self::range(empty).1;
            }
            if let Some(bound) = self.parity_bound(&child, alpha + 1) {
                self.refutation = cell;
                return bound;
            }
            self.table.prefetch(self.hash(child.key(), empty - 1));
            let merit = self.merit(node, &child, cell);
            let mut place = count;
            while place > 0 && candidates[place - 1].merit < merit {
                candidates[place] = candidates[place - 1];
                place -= 1;
            }
            candidates[place] = Candidate { cell, threats, merit };
            count += 1;
        }
        if empty >= MIN_EMPTY_FOR_LOOKUP && count > 1 {
            for candidate in &candidates[..count] {
                let key = (node.occupied ^ node.mover) + (node.occupied | candidate.cell);
                let known = self.table.find(self.hash(key, empty - 1));
                if -known.high > alpha {
                    self.refutation = candidate.cell;
                    return -known.high;
                }
            }
        }
        let mut best = i32::MIN;
        for candidate in &candidates[..count] {
            let child = self.after(node, candidate.cell, candidate.threats);
            let bound = -self.bound(&child, empty - 1, -alpha - 1);
            if bound > alpha || self.allowance.is_stopped() {
                self.refutation = candidate.cell;
                return bound;
            }
            best = best.max(bound);
        }
        best
    }

    /// The hash of a position for the table.
    #[inline]
    fn hash(&self, key: u64, empty: i32) -> u64 {
        self.table.hash(if empty >= self.folded { key.min(self.grid.mirrored(key)) } else { key })
    }

    /// The move-ordering score: higher is searched earlier.
    #[inline]
    fn merit(&self, node: &Node, child: &Node, cell: u64) -> i32 {
        // A threat right above one of the opponent's is rarely useful.
        let useful = child.other & !(child.own << 1);
        // The opponent will answer a stone right below our threat by blocking it.
        let gives_away = (cell << 1) & node.own != 0;
        let place = self.places[cell.trailing_zeros() as usize % 64];
        64 * useful.count_ones().cast_signed() - 256 * i32::from(gives_away) + i32::from(place)
    }

    /// A score of at least `wanted` that the parity rules prove for the player who has just moved, if any.
    #[inline]
    fn parity_bound(&self, node: &Node, wanted: i32) -> Option<i32> {
        let mover = Side { stones: node.mover, threats: node.own };
        let other = Side { stones: node.occupied ^ node.mover, threats: node.other };
        self.grid.waiting_gets(other, mover, wanted)
    }
}
