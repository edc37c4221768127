//! What is kept of the root: its moves, what may be played should the budget end, and the line.

use super::descent::{Descent, Found, View};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::report::Bound;
use crate::search::Observer;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Takes note of a root move.
    pub(super) fn record(&mut self, mv: G::Move, found: Found, view: View, before: u64) {
        let own = view.turned(found.value);
        let (improves, cuts) = (own > view.alpha, own >= view.beta);
        // A bound that is as good or as bad as can be is no mere bound.
        let [worst, best] = self.ends.map(|end| view.turned(end));
        let (worst, best) = (worst.min(best), worst.max(best));
        let is_exact = if improves { !cuts || own >= best } else { own <= worst };
        let bound = match improves == view.is_max {
            _ if !found.whole && !self.settings.is_exact() => Bound::Estimate,
            _ if is_exact => Bound::Exact,
            true => Bound::Lower,
            false => Bound::Upper,
        };
        let is_settled = found.whole && is_exact && !self.mind.rolled;
        self.walk.root.record_again(mv, found.value, bound, is_settled, self.walk.nodes() - before);
        if improves {
            self.walk.root.choose(mv);
        }
    }

    /// The best root move so far may be played, should the budget end.
    pub(super) fn keep(&mut self, mv: G::Move, value: f64) {
        if self.settings.partial {
            self.walk.root.value = value;
            // Empty windows leave no line.
            let line = self.mind.lines.root();
            self.walk.root.pv = if line.first() == Some(&mv) { line.to_vec() } else { vec![mv] };
            self.walk.root.is_usable = true;
            self.walk.offer();
        }
    }

    /// The line that was found, and from where the table answered on, what it remembers.
    pub(super) fn line(&mut self, state: &G::State, depth: u32) -> Vec<G::Move> {
        let mut line = self.mind.lines.root().to_vec();
        let mut state = state.clone();
        for &mv in &line {
            self.walk.game.play(&mut state, mv);
        }
        while !line.is_empty() && line.len() < depth as usize {
            let Some(mv) = self.remembered(&state) else { break };
            self.walk.game.play(&mut state, mv);
            line.push(mv);
        }
        line
    }
}
