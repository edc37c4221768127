//! The seven steps: descend along the arrows, expand the tip, ascend recomputing.
//!
//! Source: Rivest 1987, section 3.4; the detours on the way up are section 6.
//!
//! What differs: the ascent stops early where the next descent is bound to come back (see [`MinMax::excursion`]), and an
//! expansion does not replay the path from the root (see [`Expander`](super::expander::Expander)).

use super::arena::ROOT;
use super::arrows::Recomputed;
use super::backup::Backup;
use super::minmax::{MinMax, Place};
use super::penalty::Penalty;
use super::redescend::{Ascent, Redescend};
use super::tree::{Slot, Way};
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::search::Observer;

impl<G, E, B, P, O> MinMax<G, E, B, P, O>
where
    G: Game,
    E: Evaluator<G>,
    B: Backup,
    P: Penalty,
    O: Observer<G>,
{
    /// Descends from the root to the tip of least penalty, expands it and goes back up, with the detours of the redescend
    /// rule.
    ///
    /// Without such a rule it expands up to `most` tips, and goes up after each only as far as it must. If a node's value
    /// is unchanged and its π stays below that of every other way from the root, nothing above changes but π itself, and
    /// the next descent from the root would come back to the node. The tips and the counted moves are those of the plain
    /// loop.
    ///
    /// It ends at the root with every value on the path recomputed, even if the budget runs out before.
    pub(super) fn excursion(&mut self, meter: &mut Meter, most: u32) {
        let is_plain = self.redescend == Redescend::Never;
        self.path.clear();
        let mut from = 0;
        let mut found: Option<Found> = None;
        let mut expanded = 0;
        loop {
            let (tip, place) = self.descend(from);
            let level = self.path.len();
            let walked = if is_plain { level } else { level - from } as u64;
            let added = self.expand(tip, place, walked, meter);
            expanded += 1;
            let goes_on = added.is_some() && meter.has_time();
            let found = found.get_or_insert(Found { level, leaves: 1 });
            found.leaves += added.map_or(0, |added| added - 1);
            match self.ascend(found, goes_on && !(is_plain && expanded == most)) {
                Some(level) => from = level,
                None => return,
            }
        }
    }

    /// Steps 2 and 3: follows the arrows from a level of the path to an expandable tip. Returns the tip, and its entry for
    /// the path.
    fn descend(&mut self, from: usize) -> (usize, Place) {
        let tree = &self.tree;
        let root = Place::new(ROOT, Slot::ROOT, 0);
        let mut place = self.path.get(from).copied().unwrap_or(root);
        place.pi = tree.pi_at(place.slot);
        self.path.truncate(from);
        let mut tip = ROOT;
        let mut next = if tree.nodes().is_empty() { None } else { Some(place.node) };
        while let Some(number) = next {
            place.node = number;
            self.path.push(place);
            let node = tree.node(number);
            let Way { runner_up, arrow, player, .. } = node.own;
            (tip, place.slot) = (node.edge(arrow), node.slot(arrow));
            let pi = tree.pi_at(place.slot);
            // Subtract the weight of the edge. Subtract a little more, so that rounding cannot make the bound too great.
            let nearest = if runner_up < place.bound { runner_up } else { place.bound };
            let bound = nearest - (place.pi - pi);
            place.bound = bound - ROUNDING * bound.abs();
            place.depth += u32::from(player.is_some());
            place.pi = pi;
            next = tree.edges(node)[arrow as usize].node();
        }
        (tip, place)
    }

    /// Steps 4 and 5: adds the children of a tip, for which `walked` moves are counted, and puts the new node on the path.
    /// Returns the number of children, or `None` if the budget does not cover them.
    pub(super) fn expand(&mut self, tip: usize, place: Place, walked: u64, meter: &mut Meter) -> Option<u32> {
        let above = self.path.last().map(|above| above.node);
        let node = self.expander.grow(&mut self.tree, (above, tip), (walked, place.depth), meter)?;
        self.path.push(Place { node, ..place });
        Some(number_u32(self.tree.node(node).edges().len()))
    }

    /// Steps 6 and 7: recomputes from the end of the path upwards. Returns the level from which to descend again, or `None`
    /// once the root is reached.
    fn ascend(&mut self, found: &Found, goes_on: bool) -> Option<usize> {
        for (level, &Place { node, slot, pi, bound, .. }) in self.path.iter().enumerate().rev() {
            let (place, weights) = ((node, slot), &mut self.weights);
            let Recomputed { is_same, pi: raised } =
                self.tree.recompute(place, number_u32(level), &self.backup, &self.penalty, weights);
            if !goes_on || level == 0 || raised == f64::INFINITY {
                continue;
            }
            let turns = match self.redescend {
                Redescend::Never => is_same && raised < bound,
                rule => {
                    let leaves = (level == found.level).then_some(found.leaves);
                    let at = Ascent { level: number_u32(level), rise: raised - pi, leaves };
                    rule.goes_down(&at, &mut self.rng)
                }
            };
            if turns {
                return Some(level);
            }
        }
        None
    }
}

/// Relative margin for rounding: many times the error of the additions along a path, and far too small to matter. If a tie
/// is that close, the ascent goes on.
const ROUNDING: f64 = 1e-12;

/// The level of the tip that the descent from the root found, and the number of leaves under it by now.
struct Found {
    level: usize,
    leaves: u32,
}
