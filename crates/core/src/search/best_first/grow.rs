//! The seven steps: descend along the arrows, expand the tip, ascend recomputing.
//!
//! Source: Rivest 1987, section 3.4; the detours on the way up are section 6.
//!
//! What differs: the ascent stops early where it is certain that the next descent would come back (see
//! [`MinMax::excursion`]), and an expansion does not play the whole way down from the root (see
//! [`Expander`](super::expander::Expander)).

use super::arrows::Recomputed;
use super::backup::Backup;
use super::minmax::{MinMax, Place};
use super::penalty::Penalty;
use super::redescend::{Ascent, Redescend};
use super::reserve;
use super::tree::{ROOT, Tree};
use crate::budget::Budget;
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
    /// Step 1 of growing: E = {s}, the root with its static value.
    pub(super) fn plant(&mut self, meter: &mut Meter) {
        let mut tree = self.spare.take().unwrap_or_default();
        self.expander.plant(&mut tree, meter);
        self.tree = Some(tree);
    }

    /// Reserves the memory for all that may grow while a clock runs. Where there is not so much, the vectors grow as they do.
    pub(super) fn reserve(&mut self, budget: &Budget) {
        let Some((nodes, expansions)) = reserve::within(budget) else { return };
        if let Some(tree) = &mut self.tree {
            let _ = tree.try_reserve(nodes, expansions);
        }
        let _ = self.expander.states.try_reserve(expansions);
    }

    /// An excursion from the root to the tip of least penalty and back, with the detours that the rule makes.
    ///
    /// Without a rule it expands up to `most` tips, going up after each only as far as it must: where a node's value
    /// comes out as before and its π stays below every other way from the root, nothing above changes but π itself, and
    /// the next descent from the root would come back to the node. The tips are those of the plain loop, and the moves
    /// counted are its too.
    ///
    /// It ends at the root, every value on the way recomputed, also where the budget ends before it.
    pub(super) fn excursion(&mut self, tree: &mut Tree<G::Move>, meter: &mut Meter, most: u32) {
        let is_plain = self.redescend == Redescend::Never;
        let mut from = 0;
        let mut found: Option<Found> = None;
        let mut expanded = 0;
        loop {
            let tip = self.descend(tree, from);
            let walked = if is_plain { tip } else { tip - from } as u32;
            let added = self.expand(tree, tip, walked, meter);
            expanded += 1;
            let goes_on = added.is_some() && meter.has_time();
            let found = found.get_or_insert(Found { level: tip, leaves: 1 });
            found.leaves += added.map_or(0, |added| added - 1);
            match self.ascend(tree, tip, found, goes_on && !(is_plain && expanded == most)) {
                Some(level) => from = level,
                None => return,
            }
        }
    }

    /// Steps 2 and 3: follows the arrows from a level of the path to an expandable tip, and returns its level.
    fn descend(&mut self, tree: &Tree<G::Move>, from: usize) -> usize {
        let root = Place { node: ROOT, depth: 0, pi: tree.pi(ROOT), bound: f64::INFINITY };
        let mut place =
            if from == 0 { root } else { Place { pi: tree.pi(self.path[from].node), ..self.path[from] } };
        self.path.truncate(from);
        loop {
            self.path.push(place);
            let Some(way) = tree.way_down(place.node) else { return self.path.len() - 1 };
            // Less what the step costs. Rounding must not make the bound too great, hence a little less still.
            let nearest = if way.runner_up < place.bound { way.runner_up } else { place.bound };
            let bound = nearest - (place.pi - way.pi);
            place.bound = bound - ROUNDING * bound.abs();
            place.depth += u32::from(way.is_decision);
            (place.node, place.pi) = (way.next, way.pi);
        }
    }

    /// Steps 4 and 5: adds the children of the tip at `level`, reached by `walked` moves. Returns how many, or none
    /// where the budget does not cover them.
    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        level: usize,
        walked: u32,
        meter: &mut Meter,
    ) -> Option<u32> {
        let Place { node: tip, depth, .. } = self.path[level];
        self.expander.expand(tree, (tip, depth), (walked, 0), self.penalty.reads_priors(), meter)
    }

    /// Steps 6 and 7: recomputes from the path's `level` upwards. Returns the level from which to go down again, or
    /// none once the root is reached.
    fn ascend(
        &mut self,
        tree: &mut Tree<G::Move>,
        from: usize,
        found: &Found,
        goes_on: bool,
    ) -> Option<usize> {
        for level in (0..=from).rev() {
            let Place { node, pi, bound, .. } = self.path[level];
            if tree.is_tip(node) {
                continue;
            }
            let Recomputed { is_same, pi: raised } =
                tree.recompute(node, level as u32, &self.backup, &self.penalty, &mut self.weights);
            if !goes_on || level == 0 || raised == f64::INFINITY {
                continue;
            }
            let turns = match self.redescend {
                Redescend::Never => is_same && raised < bound,
                rule => {
                    let leaves = (level == found.level).then_some(found.leaves);
                    let at = Ascent { level: level as u32, rise: raised - pi, leaves };
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

/// Many times what the additions along a path can lose, and far too little to matter: where a tie is that close, the
/// ascent goes on.
const ROUNDING: f64 = 1e-12;

/// The tip to which the descent from the root led, and the leaves that have grown under it since.
struct Found {
    level: usize,
    leaves: u32,
}
