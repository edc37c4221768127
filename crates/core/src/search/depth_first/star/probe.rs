//! The probing phase of a chance node (sections 5 and 7).
//!
//! A decision of Min is worth no more than any of its moves, one of Max no less. So one move searched below each outcome
//! bounds the chance node, and if the bound leaves the window, all other moves are cut off.

use super::chance::{Frame, Progress};
use super::descent::{Descent, Node};
use super::known::Known;
use super::lineup::Lineup;
use crate::evaluator::Evaluator;
use crate::game::{Keyed, Turn};
use crate::player::Player;
use crate::search::Observer;
use crate::search::depth_first::events::End;
use std::ops::ControlFlow;

impl<G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Probes below the outcomes as often as the variant says, or until the chance node is cut off.
    pub(super) fn probe(&mut self, state: &G::State, node: Node, frame: &mut Frame<G>) -> Progress {
        for _ in 0..self.star.variant.probing.rounds {
            let mut order = std::mem::take(&mut frame.order);
            self.put_in_order(frame, &mut order);
            let mut progress = ControlFlow::Continue(());
            for &place in &order {
                progress = self.probe_outcome(state, node, frame, place)?;
                if progress.is_break() {
                    break;
                }
            }
            frame.order = order;
            if progress.is_break() {
                return Some(progress);
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Puts the outcomes in the order of a round: from left to right, or those that matter most first.
    fn put_in_order(&self, frame: &Frame<G>, order: &mut Vec<usize>) {
        order.clear();
        order.extend(0..frame.outcomes.len());
        if !self.star.variant.is_as_printed() {
            order.sort_by(|&a, &b| frame.bounds.doubt(b).total_cmp(&frame.bounds.doubt(a)));
        }
    }

    /// Probes one outcome in a round. An outcome that ends the game gets its exact value.
    fn probe_outcome(
        &mut self,
        state: &G::State,
        node: Node,
        frame: &mut Frame<G>,
        place: usize,
    ) -> Progress {
        for _ in 0..self.star.variant.probing.each {
            if frame.bounds.is_known(place) {
                break;
            }
            let before = self.walk.nodes();
            let probed = match self.make(state, frame, place)? {
                turn @ Turn::Over(_) => {
                    let child = frame.outcomes[place].state.take()?;
                    self.enter_finished(node, frame, place);
                    let value = self.leaf(&child, turn)?;
                    self.leave(value);
                    frame.outcomes[place].state = Some(child);
                    Self::close(frame, place, value);
                    true
                }
                Turn::Chance => false,
                Turn::Max => self.probe_move(Player::Max, node, frame, place)?,
                Turn::Min => self.probe_move(Player::Min, node, frame, place)?,
            };
            frame.outcomes[place].visits += self.walk.nodes() - before;
            if !probed {
                break;
            }
            if let Some(bound) = frame.bounds.cut(node.window) {
                return Some(ControlFlow::Break(bound));
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Searches the next move of a decision below a chance node. Returns whether a move was searched.
    fn probe_move(&mut self, player: Player, node: Node, frame: &mut Frame<G>, place: usize) -> Option<bool> {
        let may_cut = match player {
            Player::Max => frame.bounds.may_rise_to(node.window.beta),
            Player::Min => frame.bounds.may_fall_to(node.window.alpha),
        };
        if !may_cut && !self.star.variant.is_as_printed() {
            return Some(false);
        }
        let is_exhausted = |lineup: &Lineup<G::Move>| lineup.probed == lineup.candidates.len();
        if frame.outcomes[place].lineup.as_ref().is_some_and(is_exhausted) {
            return Some(false);
        }
        let window = self.window(frame, place, frame.bounds.window(place, node.window));
        self.walk.entered(Some(frame.outcomes[place].mv), node.depth, window);
        let child = frame.outcomes[place].state.take()?;
        let key = self.star.key(self.walk.game, &child);
        let mut lineup = if let Some(lineup) = frame.outcomes[place].lineup.take() {
            lineup
        } else {
            self.walk.visit(&child)?;
            self.line_up(player, &child, key, node.depth, false)?
        };
        let below = Node { depth: node.depth - 1, ply: node.ply + 2, window };
        self.walk.reach(below.depth);
        let candidate = &mut lineup.candidates[lineup.probed];
        let (value, coverage) = self.covering(|descent| descent.child(&child, candidate, below))?;
        candidate.known.learn(value, window, coverage);
        self.end_decision(&child, End::Probed, std::slice::from_ref(candidate));
        self.leave(value);
        lineup.probed += 1;
        // A value on the wrong side of the window is a bound on the move and says nothing of the decision.
        if window.is_improved_by(player, value) {
            let bounds = self.open.with_move(player, value);
            frame.bounds.narrow(place, bounds);
            self.star.table.note(key, node.depth, Known { bounds, coverage }, None);
        }
        frame.outcomes[place].state = Some(child);
        frame.outcomes[place].lineup = Some(lineup);
        Some(true)
    }
}
