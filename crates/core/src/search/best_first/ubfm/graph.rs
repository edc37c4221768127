//! The graph that unbounded best-first minimax grows: estimates, proven bounds and visits.
//!
//! Sources: an edge counts its own visits, as it must where nodes are shared (Wu 2023). Proven bounds go up with the
//! estimates (score bounds of Cazenave and Saffidine 2010, the completion of Cohen-Solal 2020).
//!
//! An edge holds a copy of its child's mark. If several edges lead to one node, the copies on edges that were not passed
//! lately are *stale*: the estimate may have changed since, and the bounds may have become narrower, but the stale bounds
//! are still true. A pass brings the copy up to date.

use super::mark::Mark;
use super::select::Select;
use crate::evaluator::Leaf;
use crate::game::Game;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::arena::{Arena, Rule};
use crate::search::distance::Distance;

/// Stands for an unknown number of plies.
pub(super) const UNKNOWN: u16 = u16::MAX;
/// Flag of a number of plies that is only an upper bound.
const AT_MOST: u16 = 1 << 15;

/// A partial game graph with values, proven bounds and visits.
pub type Graph<G> = Arena<<G as Game>::State, <G as Game>::Move, Marks>;

/// The growth rule of unbounded best-first minimax: it stores marks, and knows the bounds of any position.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The rule by which an edge is followed.
    pub(super) select: Select,
    /// Whether a decision is worth the average of its moves by visits, and not the best of them.
    pub(super) averages: bool,
    open: ScoreBounds,
    /// A mark with these bounds, whose estimate is to be replaced.
    fresh: Mark,
}

impl Marks {
    /// The rule for a game in which every position has these bounds.
    pub fn new(open: ScoreBounds, select: Select, averages: bool) -> Self {
        Marks { select, averages, open, fresh: Mark::new(open.lower, open) }
    }
}

impl Rule for Marks {
    type Node = Marked;
    type Edge = Passed;
    type Odds = f64;

    #[inline]
    fn edge(&self, leaf: &Leaf) -> Passed {
        if leaf.turn.is_over() {
            Passed { mark: Mark::proven(leaf.value), visits: 0, plies: 0 }
        } else {
            Passed { mark: self.fresh.estimating(leaf.value), visits: 0, plies: UNKNOWN }
        }
    }
}

/// What is stored for a node.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// Its estimate and bounds.
    pub mark: Mark,
    /// The best value among the edges other than the arrow's.
    pub runner_up: f64,
    /// The least penalty of a tip behind it, where the search goes by penalties.
    pub penalty: f64,
    /// The index of the edge to follow, among the node's edges.
    pub arrow: u32,
    pub(super) plies: u16,
    /// The player to decide; `None` at a chance node.
    pub player: Option<Player>,
}

impl Marked {
    /// A new node with bounds that are known without its moves. The rest follows from its moves when they are reviewed.
    #[inline]
    pub(super) fn new(player: Option<Player>, bounds: ScoreBounds) -> Self {
        let mark = Mark::new(bounds.lower, bounds);
        Marked { mark, runner_up: 0.0, penalty: 0.0, arrow: 0, plies: UNKNOWN, player }
    }
}

/// What is stored for an edge.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// Estimate and bounds of the position behind it when it was last passed.
    pub mark: Mark,
    /// How often it was passed.
    pub visits: u32,
    pub(super) plies: u16,
}

impl Passed {
    /// The bounds, and the plies to the end, which are of use only if the value is proven.
    #[inline]
    pub fn bounds(&self) -> (ScoreBounds, Distance) {
        (self.mark.bounds(), unpacked(self.plies))
    }
}

/// A distance in 16 bits: the upper bound on the plies, and whether there may be fewer.
pub(super) fn packed(Distance { least, most }: Distance) -> u16 {
    match u16::try_from(most) {
        Ok(most) if most < AT_MOST - 1 => most | if least < u32::from(most) { AT_MOST } else { 0 },
        _ => UNKNOWN,
    }
}

fn unpacked(plies: u16) -> Distance {
    match plies {
        UNKNOWN => Distance::OPEN,
        _ if plies & AT_MOST == 0 => Distance::exactly(plies.into()),
        _ => Distance { most: (plies & !AT_MOST).into(), ..Distance::OPEN },
    }
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// The bounds of any position before it is searched.
    #[inline]
    pub fn open(&self) -> ScoreBounds {
        self.rule.open
    }

    /// Sets the value of a tip that is proven without children, at this distance from the end.
    pub(super) fn prove(&mut self, place: usize, value: f64, distance: Distance) {
        let passed = &mut self.edge_mut(place).own;
        (passed.mark, passed.plies) = (Mark::proven(value), packed(distance));
    }

    /// Resets the bounds of a node to these, until it is recomputed from its children.
    pub(super) fn reopen(&mut self, node: usize, bounds: ScoreBounds) {
        let mark = &mut self.nodes[node].own.mark;
        *mark = Mark::new(mark.value(), bounds);
    }

    /// Passes an edge: adds `times` to its visits and brings its copy of the child's mark up to date. Returns the mark
    /// before.
    #[inline]
    pub(super) fn pass(&mut self, place: usize, times: u32) -> Mark {
        let known =
            self.edge(place).node().map(|node| &self.nodes[node].own).map(|own| (own.mark, own.plies));
        let passed = &mut self.edge_mut(place).own;
        let before = passed.mark;
        passed.visits = passed.visits.saturating_add(times);
        if let Some(known) = known {
            (passed.mark, passed.plies) = known;
        }
        before
    }
}
