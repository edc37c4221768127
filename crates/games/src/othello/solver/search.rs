//! The search: is the score of a position above a bound or not?
//!
//! Negamax with null windows. The moves that leave the opponent the fewest replies come first ("fastest first");
//! corners are preferred and, near the end, regions with an odd number of empty squares. Bounds are kept in a
//! transposition table, in which all replies are looked up before the first is searched. Stable discs bound the score.
//! These ideas come from Buro's and Andersson's endgame programs (1997 and before).

use super::table::Table;
use crate::othello::Othello;
use crate::othello::discs::{final_lead, flips, placements, squares};
use crate::othello::stability::Lines;
use tiptree::solver::Allowance;

/// The maximum number of moves of a position.
const MOVES: usize = 64;
/// With fewer empty squares, moves are not sorted and the table is not used.
const MIN_EMPTY_TO_SORT: u32 = 7;
/// With fewer empty squares, replies are not looked up before the first of them is searched.
const MIN_EMPTY_FOR_LOOKUP: u32 = 10;
/// Below this bound, stable discs hardly ever cause a cutoff.
const MIN_ALPHA_FOR_STABILITY: i32 = 8;

/// A position: the discs of the side to move and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) mover: u64,
    pub(super) waiting: u64,
}

impl Node {
    /// The position after a disc on `square` with these flips.
    #[inline]
    pub(super) fn after(self, square: usize, flips: u64) -> Node {
        Node { mover: self.waiting ^ flips, waiting: self.mover | flips | 1 << square }
    }

    #[inline]
    pub(super) fn passed(self) -> Node {
        Node { mover: self.waiting, waiting: self.mover }
    }
}

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    child: Node,
    replies: u64,
    merit: i32,
    square: u8,
}

/// A search on a board of one size, with its table.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) squares: u64,
    corners: u64,
    lines: Lines,
    pub(super) table: Table,
    /// The squares of each quarter of the board.
    quarters: [u64; 4],
    /// The number of positions visited, and its limit.
    pub(super) allowance: Allowance,
}

impl Search {
    pub(super) fn new(game: &Othello, bytes: usize) -> Self {
        let half = game.size() / 2;
        let quarter = |number| squares(half) << (half * (number % 2) + 8 * half * (number / 2));
        Search {
            squares: game.squares(),
            corners: game.corners(),
            lines: game.lines,
            table: Table::new(bytes),
            quarters: std::array::from_fn(quarter),
            allowance: Allowance::default(),
        }
    }

    pub(super) fn forget(&mut self) {
        self.table.forget();
    }

    /// A bound on the score of a position: a lower bound if it is above `alpha`, otherwise an upper bound. Meaningless
    /// once the search is stopped.
    pub(super) fn bound(&mut self, node: Node, alpha: i32) -> i32 {
        let placements = placements(node.mover, node.waiting, self.squares);
        self.descend(node, placements, alpha)
    }

    /// As [`Search::bound`], given the legal placements as `replies`.
    fn descend(&mut self, node: Node, replies: u64, alpha: i32) -> i32 {
        let empty = self.squares & !(node.mover | node.waiting);
        let left = empty.count_ones();
        if left < MIN_EMPTY_TO_SORT {
            return self.unsorted(node, replies, empty, left, alpha);
        }
        if !self.allowance.enter() {
            return alpha;
        }
        if replies == 0 {
            return self.pass(node, alpha);
        }
        if let Some(bound) = self.stability_bound(node, alpha) {
            return bound;
        }
        let hash = Table::hash(node);
        let known = self.table.find(hash, node);
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        let before = self.allowance.nodes();
        let (bound, best) = self.best(node, replies, (empty, left), alpha, known.best);
        if !self.allowance.is_stopped() {
            self.table.store(hash, node, (bound, bound > alpha), best, self.allowance.nodes() - before);
        }
        bound
    }

    /// The bound if the side to move cannot place a disc.
    #[cold]
    pub(super) fn pass(&mut self, node: Node, alpha: i32) -> i32 {
        let passed = node.passed();
        match placements(passed.mover, passed.waiting, self.squares) {
            0 => self.finished(node),
            replies => -self.descend(passed, replies, -alpha - 1),
        }
    }

    /// The score if neither side can place a disc.
    pub(super) fn finished(&self, node: Node) -> i32 {
        final_lead(node.mover, node.waiting, self.squares)
    }

    /// An upper bound not above `alpha` by the opponent's stable discs, if there is one.
    #[inline]
    fn stability_bound(&self, node: Node, alpha: i32) -> Option<i32> {
        let squares = self.squares.count_ones().cast_signed();
        let needed = (squares - alpha + 1) / 2;
        if alpha < MIN_ALPHA_FOR_STABILITY || (node.waiting.count_ones().cast_signed()) < needed {
            return None;
        }
        let stable = self.lines.stable(node.waiting, node.mover | node.waiting).count_ones().cast_signed();
        let bound = squares - 2 * stable;
        (bound <= alpha).then_some(bound)
    }

    /// The bound of the best move, and that move's square.
    #[inline]
    fn best(
        &mut self,
        node: Node,
        replies: u64,
        (empty, left): (u64, u32),
        alpha: i32,
        remembered: u8,
    ) -> (i32, u8) {
        let mut candidates: [Candidate; MOVES] = [EMPTY_CANDIDATE; MOVES];
        let mut count = 0;
        let odd = self.odd(empty);
        let mut rest = replies;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let flips = flips(square as usize, node.mover, node.waiting);
            let child = node.after(square as usize, flips);
            let square = square as u8;
            if child.mover == 0 {
                return (self.squares.count_ones().cast_signed(), square);
            }
            let replies = placements(child.mover, child.waiting, self.squares);
            if left > MIN_EMPTY_TO_SORT {
                self.table.prefetch(Table::hash(child));
            }
            let merit = if square == remembered { i32::MAX } else { self.merit(replies, square, odd) };
            let mut place = count;
            while place > 0 && candidates[place - 1].merit < merit {
                candidates[place] = candidates[place - 1];
                place -= 1;
            }
            candidates[place] = Candidate { child, replies, merit, square };
            count += 1;
        }
        if left >= MIN_EMPTY_FOR_LOOKUP && count > 1 {
            for candidate in &candidates[..count] {
                let known = self.table.find(Table::hash(candidate.child), candidate.child);
                if -known.high > alpha {
                    return (-known.high, candidate.square);
                }
            }
        }
        let mut best = (i32::MIN, 0);
        for candidate in &candidates[..count] {
            let bound = -self.descend(candidate.child, candidate.replies, -alpha - 1);
            if bound > best.0 {
                best = (bound, candidate.square);
            }
            if bound > alpha || self.allowance.is_stopped() {
                break;
            }
        }
        best
    }

    /// The squares of the quarters in which an odd number of squares is empty.
    #[inline]
    pub(super) fn odd(&self, empty: u64) -> u64 {
        let mut odd = 0;
        for quarter in self.quarters {
            odd |= quarter & u64::from((empty & quarter).count_ones() & 1).wrapping_neg();
        }
        odd
    }

    /// The move-ordering score, higher is searched earlier: mainly the fewer replies the better, with replies into
    /// corners counted twice.
    #[inline]
    fn merit(&self, replies: u64, square: u8, odd: u64) -> i32 {
        let replies =
            replies.count_ones().cast_signed() + (replies & self.corners).count_ones().cast_signed();
        let is_odd = (odd >> square & 1) as i32;
        let is_corner = (self.corners >> square & 1) as i32;
        4 * is_corner + is_odd - 8 * replies
    }

    /// The bound with few empty squares: moves into quarters with an odd number of empty squares first.
    fn unsorted(&mut self, node: Node, replies: u64, empty: u64, left: u32, alpha: i32) -> i32 {
        if left <= 4 {
            return self.last(node, empty, left, alpha);
        }
        if !self.allowance.enter() {
            return alpha;
        }
        if replies == 0 {
            return self.pass(node, alpha);
        }
        let odd = self.odd(empty);
        let mut best = i32::MIN;
        for part in [replies & odd, replies & !odd] {
            let mut rest = part;
            while rest != 0 {
                let square = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let child = node.after(square, flips(square, node.mover, node.waiting));
                let empty = empty & !(1 << square);
                let bound = if left == 5 {
                    -self.last(child, empty, 4, -alpha - 1)
                } else {
                    let replies = placements(child.mover, child.waiting, self.squares);
                    -self.unsorted(child, replies, empty, left - 1, -alpha - 1)
                };
                if bound > alpha || self.allowance.is_stopped() {
                    return bound;
                }
                best = best.max(bound);
            }
        }
        best
    }
}

/// Fills the unused slots of a candidate list.
const EMPTY_CANDIDATE: Candidate =
    Candidate { child: Node { mover: 0, waiting: 0 }, replies: 0, merit: 0, square: 0 };
