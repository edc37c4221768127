//! The root: every move is recorded, and the search of the last one may end early.

use super::descent::{Descent, Node};
use super::lineup::{Candidate, Lineup};
use super::table::Memory;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::report::Bound;
use crate::search::Observer;
use crate::search::depth_first::events::End;

impl<G: Game, T: Memory<G>, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, T, E, O> {
    /// One iteration: the value of the root, a decision or a chance node. The table may answer for positions below the
    /// root, but not for the root itself, because its moves need values.
    pub(super) fn root(&mut self, state: &G::State) -> Option<f64> {
        self.star.lines.clear(0);
        let node =
            Node { depth: self.walk.root.depth, ply: 0, alpha: self.open.lower, beta: self.open.upper };
        self.walk.entered(None, node.depth, node.window());
        let value = match self.walk.game.turn(state) {
            Turn::Max => self.choose_at_root::<true>(state, node),
            Turn::Min => self.choose_at_root::<false>(state, node),
            Turn::Chance | Turn::Over(_) => self.roll(state, node),
        }?;
        self.leave(value);
        Some(value)
    }

    fn choose_at_root<const MAX: bool>(&mut self, state: &G::State, node: Node) -> Option<f64> {
        let key = self.star.table.key(self.walk.game, state);
        let mut lineup = self.line_up::<MAX>(state, key, node.depth, true)?;
        let dropped = self.dropped(&lineup);
        self.survey::<MAX>(state, node, &mut lineup)?;
        self.walk.reach(node.depth - 1);
        let mut below = Node { depth: node.depth - 1, ply: 1, ..node };
        let mut best: Option<f64> = None;
        let (mut end, mut searched) = (End::Complete, lineup.candidates.len());
        for (index, candidate) in lineup.candidates.iter().enumerate() {
            let before = self.walk.nodes();
            let is_last = index > 0 && index + 1 == lineup.candidates.len();
            let (value, bound) = self.root_move::<MAX>(state, candidate, below, is_last)?;
            let visits = self.walk.nodes() - before;
            if let Some(best) = best.filter(|&best| if MAX { value <= best } else { value >= best }) {
                let value = self.break_tie::<MAX>(value, best);
                self.walk.root.record(candidate.mv, value, bound, visits);
                continue;
            }
            self.walk.root.record(candidate.mv, value, bound, visits);
            best = Some(value);
            self.walk.root.choose(candidate.mv);
            self.star.lines.put(0, candidate.mv);
            let place = u16::try_from(candidate.place).ok();
            self.star.table.note(key, node.depth, self.nothing(), place);
            *(if MAX { &mut below.alpha } else { &mut below.beta }) = value;
            if below.alpha >= below.beta {
                (end, searched) = (End::refuted::<MAX>(), index + 1);
                self.spare::<MAX>(&lineup.candidates[index + 1..]);
                break;
            }
        }
        for (mv, value) in dropped {
            let value = self.break_tie::<MAX>(value, best?);
            self.walk.root.record(mv, value, Bound::Estimate, 0);
        }
        self.end_decision(state, end, &lineup.candidates[..searched]);
        self.star.spare_lineups.push(lineup);
        best
    }

    /// The moves that forward pruning has left out of a new lineup, with their static values.
    fn dropped(&self, lineup: &Lineup<G::Move>) -> Vec<(G::Move, f64)> {
        if self.star.variant.best.is_none() || lineup.candidates.len() == self.star.moves.len() {
            return Vec::new();
        }
        let is_kept = |place| lineup.candidates.iter().any(|candidate| candidate.place == place);
        let seen = self.star.moves.iter().zip(&self.star.leaves).enumerate();
        seen.filter(|&(place, _)| !is_kept(place)).map(|(_, (&mv, leaf))| (mv, leaf.value)).collect()
    }

    /// Breaks a tie with the best value. With forward pruning all values are estimates, and one that equals the best must
    /// not make its move as good: it may be a bound, or its move may not have been searched.
    fn break_tie<const MAX: bool>(&self, value: f64, best: f64) -> f64 {
        if self.star.variant.best.is_none() || value != best {
            value
        } else if MAX {
            best.next_down()
        } else {
            best.next_up()
        }
    }

    /// The value of a root move, and whether it is exact or a bound.
    fn root_move<const MAX: bool>(
        &mut self,
        state: &G::State,
        candidate: &Candidate<G::Move>,
        node: Node,
        is_last: bool,
    ) -> Option<(f64, Bound)> {
        if self.star.variant.rightmost && is_last {
            // It is enough to know that the move is better than the others (section 8.2).
            let window = if MAX {
                Node { beta: node.alpha.next_up(), ..node }
            } else {
                Node { alpha: node.beta.next_down(), ..node }
            };
            let value = self.child(state, candidate, window)?;
            // If all lines were followed to the end of the game, the exact value is searched after all, because it would
            // be proven.
            let is_best = if MAX { value > node.alpha } else { value < node.beta };
            if !is_best || !self.walk.root.proven {
                return Some((value, self.bound(value, window)));
            }
        }
        let value = self.child(state, candidate, node)?;
        Some((value, self.bound(value, node)))
    }

    /// Whether a value that was found with this window is exact or a bound. A bound at the end of the range is the exact
    /// value.
    fn bound(&self, value: f64, window: Node) -> Bound {
        if self.star.variant.best.is_some() {
            Bound::Estimate
        } else if value <= self.open.lower
            || value >= self.open.upper
            || (window.alpha < value && value < window.beta)
        {
            Bound::Exact
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Lower
        }
    }

    /// Records moves that need not be searched, because the best possible value is found.
    fn spare<const MAX: bool>(&mut self, candidates: &[Candidate<G::Move>]) {
        let (best, bound) =
            if MAX { (self.open.upper, Bound::Upper) } else { (self.open.lower, Bound::Lower) };
        let bound = if self.star.variant.best.is_some() { Bound::Estimate } else { bound };
        let value = self.break_tie::<MAX>(best, best);
        for candidate in candidates {
            self.walk.root.record(candidate.mv, value, bound, 0);
        }
    }
}
