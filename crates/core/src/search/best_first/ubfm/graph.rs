//! The graph that unbounded best-first minimax grows: estimates with what is certain, and visits.
//!
//! Sources: an edge counts its own visits, as it must where nodes are shared (Wu 2023). What is certain goes up with the
//! estimates (score bounds of Cazenave and Saffidine 2010, the completion of Cohen-Solal 2020).
//!
//! An edge holds a copy of what its child knows. Where a position is shared, the copies on edges that were not passed lately
//! are *stale*: estimates may have changed since, and certain bounds may have become narrower, but what they say stays true. A
//! pass brings the copy up to date.

use super::mark::Mark;
use crate::evaluator::Leaf;
use crate::game::Game;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::arena::{Arena, Rule};
use crate::search::distance::Distance;

/// Plies that are unknown.
pub(super) const UNKNOWN: u16 = u16::MAX;
/// Added to plies that may be fewer.
const AT_MOST: u16 = 1 << 15;

/// A partial game graph with values, certain bounds and visits.
pub type Graph<G> = Arena<<G as Game>::State, <G as Game>::Move, Marks>;

/// What unbounded best-first minimax keeps: marks, and what is certain of a position before it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    open: ScoreBounds,
    /// The same with any estimate.
    fresh: Mark,
}

impl Marks {
    /// Of every position this is certain.
    pub fn new(open: ScoreBounds) -> Self {
        Marks { open, fresh: Mark::new(open.lower, open) }
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

/// What is kept of an expanded position.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// What is known of it.
    pub mark: Mark,
    /// The value of the best way but the one along the arrow.
    pub runner_up: f64,
    /// Which of its edges is followed, counted from the first.
    pub arrow: u32,
    pub(super) plies: u16,
    /// Who decides; nobody at a roll.
    pub player: Option<Player>,
}

impl Marked {
    /// A new node, of which this is certain, its moves aside. The rest follows from these once they are reviewed.
    #[inline]
    pub(super) fn new(player: Option<Player>, bounds: ScoreBounds) -> Self {
        let mark = Mark::new(bounds.lower, bounds);
        Marked { mark, runner_up: 0.0, arrow: 0, plies: UNKNOWN, player }
    }
}

/// What is kept of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// What was known of the position behind it when it was last passed.
    pub mark: Mark,
    /// How often it was passed.
    pub visits: u32,
    pub(super) plies: u16,
}

impl Passed {
    /// What is certain, and the plies to the end, of use where the value is.
    #[inline]
    pub fn bounds(&self) -> (ScoreBounds, Distance) {
        (self.mark.bounds(), unpacked(self.plies))
    }
}

/// A distance in 16 bits: the most plies, and whether they may be fewer.
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
    /// What is certain of a position before it is looked at.
    #[inline]
    pub fn open(&self) -> ScoreBounds {
        self.rule.open
    }

    /// Settles a tip whose value is certain without any children, so far from the end.
    pub(super) fn settle(&mut self, place: usize, value: f64, distance: Distance) {
        let passed = &mut self.edge_mut(place).own;
        (passed.mark, passed.plies) = (Mark::proven(value), packed(distance));
    }

    /// Forgets what is certain of a node but this, until its children are asked again.
    pub(super) fn reopen(&mut self, node: usize, bounds: ScoreBounds) {
        let mark = &mut self.nodes[node].own.mark;
        *mark = Mark::new(mark.value(), bounds);
    }

    /// Passes an edge so many `times`: counts them and brings its copy up to date. Returns what it knew before.
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
