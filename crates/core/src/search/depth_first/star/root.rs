//! The root: every move is recorded, and the search of the last one may end early.

use super::descent::{Descent, Node};
use super::lineup::{Candidate, Lineup};
use crate::evaluator::Evaluator;
use crate::game::Keyed;
use crate::player::Player;
use crate::report::Bound;
use crate::search::Observer;
use crate::search::depth_first::events::End;
use crate::search::depth_first::window::Window;

impl<G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// One iteration: the value of the root, a decision or a chance node. The table may answer for positions below the
    /// root, but not for the root itself, because its moves need values.
    pub(super) fn root(&mut self, state: &G::State) -> Option<f64> {
        self.star.lines.clear(0);
        let node = Node { depth: self.walk.root.depth, ply: 0, window: Window::of(self.open) };
        self.walk.entered(None, node.depth, node.window);
        let value = match Player::of(self.walk.game.turn(state)) {
            Some(player) => self.choose_at_root(player, state, node),
            None => self.roll(state, node),
        }?;
        self.leave(value);
        Some(value)
    }

    fn choose_at_root(&mut self, player: Player, state: &G::State, node: Node) -> Option<f64> {
        let key = self.star.key(self.walk.game, state);
        let mut lineup = self.line_up(player, state, key, node.depth, true)?;
        let dropped = self.dropped(&lineup);
        self.survey(player, state, node, &mut lineup)?;
        self.walk.reach(node.depth - 1);
        let mut below = Node { depth: node.depth - 1, ply: 1, ..node };
        let mut best: Option<f64> = None;
        let (mut end, mut searched) = (End::Complete, lineup.candidates.len());
        for (index, candidate) in lineup.candidates.iter().enumerate() {
            let before = self.walk.nodes();
            let is_last = index > 0 && index + 1 == lineup.candidates.len();
            let (value, bound) = self.root_move(player, state, candidate, below, is_last)?;
            let visits = self.walk.nodes() - before;
            if let Some(best) = best.filter(|&best| !player.prefers(value, best)) {
                let value = self.break_tie(player, value, best);
                self.walk.root.record(candidate.mv, value, bound, visits);
                continue;
            }
            self.walk.root.record(candidate.mv, value, bound, visits);
            best = Some(value);
            self.walk.root.choose(candidate.mv);
            self.star.lines.put(0, candidate.mv);
            let place = u16::try_from(candidate.place).ok();
            self.star.table.note(key, node.depth, self.nothing(), place);
            below.window.improve(player, value);
            if below.window.is_closed() {
                (end, searched) = (End::refuted_by(player), index + 1);
                self.spare(player, &lineup.candidates[index + 1..]);
                break;
            }
        }
        for (mv, value) in dropped {
            let value = self.break_tie(player, value, best?);
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
    fn break_tie(&self, player: Player, value: f64, best: f64) -> f64 {
        match player {
            _ if self.star.variant.best.is_none() || value != best => value,
            Player::Max => best.next_down(),
            Player::Min => best.next_up(),
        }
    }

    /// The value of a root move, and whether it is exact or a bound.
    fn root_move(
        &mut self,
        player: Player,
        state: &G::State,
        candidate: &Candidate<G::Move>,
        node: Node,
        is_last: bool,
    ) -> Option<(f64, Bound)> {
        if self.star.variant.rightmost && is_last {
            // It is enough to know that the move is better than the others (section 8.2).
            let window = match player {
                Player::Max => Window { beta: node.window.alpha.next_up(), ..node.window },
                Player::Min => Window { alpha: node.window.beta.next_down(), ..node.window },
            };
            let value = self.child(state, candidate, Node { window, ..node })?;
            // If all lines were followed to the end of the game, the exact value is searched after all, because it would
            // be proven.
            let is_best = node.window.is_improved_by(player, value);
            if !is_best || !self.walk.root.proven {
                return Some((value, self.bound(value, window)));
            }
        }
        let value = self.child(state, candidate, node)?;
        Some((value, self.bound(value, node.window)))
    }

    /// Whether a value that was found with this window is exact or a bound. A bound at the end of the range is the exact
    /// value.
    fn bound(&self, value: f64, window: Window) -> Bound {
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
    fn spare(&mut self, player: Player, candidates: &[Candidate<G::Move>]) {
        let best = self.open.best_for(player);
        let bound = match player {
            Player::Max => Bound::Upper,
            Player::Min => Bound::Lower,
        };
        let bound = if self.star.variant.best.is_some() { Bound::Estimate } else { bound };
        let value = self.break_tie(player, best, best);
        for candidate in candidates {
            self.walk.root.record(candidate.mv, value, bound, 0);
        }
    }
}
