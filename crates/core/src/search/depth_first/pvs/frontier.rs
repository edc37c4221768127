//! The frontier: decisions whose moves all lead to the horizon. Most positions of a search are children of such a
//! decision, and they are evaluated together.

use super::descent::{Descent, Found, Node, View};
use super::thread_state::ThreadState;
use crate::convert::number_u32;
use crate::evaluator::{BestLeaf, Evaluator};
use crate::insight::Insight;
use crate::player::Player;
use crate::search::Observer;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a child of a decision at depth 2. Its own value at depth 1 is exact in any window, so that nothing is
    /// searched twice. `player` decides there, if that is known.
    #[inline]
    pub(super) fn last_decision(
        &mut self,
        state: &G::State,
        node: Node,
        player: Option<Player>,
    ) -> Option<Found> {
        if self.looks_ahead {
            return self.value(state, node);
        }
        let Some(player) = player.or_else(|| Player::of(self.walk.game.turn(state))) else {
            return self.value(state, node);
        };
        let view = View::new(player == Player::Max, node);
        if !view.is_scout() {
            self.thread.lines.clear(node.ply);
        }
        self.thread.moves.clear();
        self.walk.game.moves(state, &mut self.thread.moves);
        self.frontier(state, node, view)
    }

    /// The value of a decision whose moves lead to the horizon, by one batch of evaluations.
    #[inline]
    pub(super) fn frontier(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let ThreadState { moves, leaves, .. } = &mut *self.thread;
        let decisions = number_u32(node.ply) + 1 - self.rolls_first;
        let BestLeaf { place, leaf, over } =
            self.walk.enter_family(state, moves, view.is_max, leaves, decisions)?;
        let value = leaf.value;
        if over == 0 && view.is_scout() {
            return Some(Found { value, proven: false });
        }
        let best = view.turned(value);
        if !view.is_scout() && best > view.alpha {
            self.thread.lines.end(node.ply, self.thread.moves[place]);
        }
        // A move that ends the game with the best payoff proves the value, whatever the other moves lead to.
        let is_won = leaf.turn.is_over() && self.is_won(best, view);
        Some(Found { value, proven: is_won || over == self.thread.moves.len() })
    }
}
