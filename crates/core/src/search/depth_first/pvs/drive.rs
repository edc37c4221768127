//! How an iteration finds its value: by aspiration windows or MTD(f).

use super::descent::{Descent, Found, Node, View};
use super::settings::Driver;
use crate::evaluator::Evaluator;
use crate::game::Turn;
use crate::insight::Insight;
use crate::report::Bound;
use crate::search::Observer;

/// The factor by which the window widens on a side that the value lies beyond.
const WIDER: f64 = 4.0;
/// The failed tries on a side after which the window is open there.
const TRIES: i32 = 2;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of the root, searched to `depth` decisions. An aspiration window begins as wide as after this many
    /// failed `tries` on both sides.
    pub(super) fn drive(&mut self, state: &G::State, depth: u32, tries: i32) -> Option<Found> {
        let is_max = match self.walk.game.turn(state) {
            Turn::Max => true,
            Turn::Min => false,
            Turn::Chance | Turn::Over(_) => return self.value(state, open(depth)),
        };
        let found = match self.settings.driver {
            // The first iteration has no earlier value to begin with.
            _ if depth == 1 => self.decide(state, open(depth), is_max),
            Driver::Window => self.by_window(state, depth, is_max, tries),
            Driver::Bounds => self.by_bounds(state, depth, is_max),
        }?;
        self.thread.favourite = self.walk.root.best.map(|place| self.walk.root.moves[place].mv);
        Some(found)
    }

    /// Aspiration window: narrow around the last value, and widened on the side that the value lies beyond.
    fn by_window(&mut self, state: &G::State, depth: u32, is_max: bool, tries: i32) -> Option<Found> {
        let range = self.walk.evaluator.range();
        let width = self.settings.window * (range.high - range.low);
        let last = self.walk.root.value;
        let (mut below, mut above) = if width > 0.0 { (tries, tries) } else { (TRIES, TRIES) };
        loop {
            let reach = |tries: i32| if tries < TRIES { width * WIDER.powi(tries) } else { f64::INFINITY };
            let node = Node { alpha: last - reach(below), beta: last + reach(above), ..open(depth) };
            let found = self.decide(state, node, is_max)?;
            let view = View::new(is_max, node);
            if found.proven && self.is_won(view.turned(found.value), view) {
                // A wider window could not find anything better.
                return Some(found);
            }
            if found.value <= node.alpha && below < TRIES {
                below += 1;
            } else if found.value >= node.beta && above < TRIES {
                above += 1;
            } else {
                return Some(found);
            }
            if view.turned(found.value) > view.alpha {
                // The move that failed high is searched first in the next try, and is played if the budget runs out.
                self.thread.favourite = self.walk.root.best.map(|place| self.walk.root.moves[place].mv);
            }
        }
    }

    /// MTD(f): each null-window search gives a bound, until the bounds meet.
    fn by_bounds(&mut self, state: &G::State, depth: u32, is_max: bool) -> Option<Found> {
        let [mut least, mut most] = self.limits();
        let mut guess = self.walk.root.value;
        while least.value < most.value {
            let beta = if guess == least.value { guess.next_up() } else { guess };
            let found = self.decide(state, Node { alpha: beta.next_down(), beta, ..open(depth) }, is_max)?;
            guess = found.value;
            *(if found.value < beta { &mut most } else { &mut least }) = found;
        }
        let proven = least.proven && most.proven;
        let best = self.walk.root.best.map(|place| self.walk.root.moves[place].mv);
        if let Some(mv) = best {
            let bound = if proven || self.settings.is_exact() { Bound::Exact } else { Bound::Estimate };
            self.walk.root.record_again(mv, guess, bound, proven, 0);
            self.thread.lines.clear(0);
            self.thread.lines.end(0, mv);
        }
        Some(Found { value: guess, proven })
    }
}

/// The root with an open window.
fn open(depth: u32) -> Node {
    Node { depth, ply: 0, alpha: f64::NEG_INFINITY, beta: f64::INFINITY, passed: false }
}
