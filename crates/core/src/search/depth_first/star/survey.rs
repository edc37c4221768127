//! The survey of Star3 (section 7.2): a few probes below every move of a decision, before the first move is searched.
//!
//! A cut-off below a chance node needs a better chance node that was searched before. So a decision first probes below each
//! outcome of each of its moves; the mean over the outcomes is an estimate of the move, and behind Max's moves an upper
//! bound where Min answers every roll. The moves are then searched in the order of the estimates, and those whose bound
//! is not good enough are not searched at all.
//!
//! The paper announces the procedure without printing it; there is no published figure to match.

use super::bounds::ChanceBounds;
use super::descent::{Descent, Node};
use super::known::Known;
use super::lineup::Lineup;
use crate::evaluator::Evaluator;
use crate::expectation::Expectation;
use crate::game::{Keyed, Turn, declared_chances};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::depth_first::events::End;
use crate::search::depth_first::window::Window;

impl<G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Sorts the moves of a decision by the values of the probes below them, if the variant has a survey.
    pub(super) fn survey(
        &mut self,
        player: Player,
        state: &G::State,
        node: Node,
        lineup: &mut Lineup<G::Move>,
    ) -> Option<()> {
        // At the horizon there is nothing below.
        if !self.star.variant.survey || node.depth < 2 || lineup.candidates.len() < 2 {
            return Some(());
        }
        for (index, candidate) in lineup.candidates.iter_mut().enumerate() {
            let child = self.walk.play(state, candidate.mv)?;
            // If moves do not lead to chance nodes, ordinary cut-offs work without a survey.
            if index == 0 && self.walk.game.turn(&child) != Turn::Chance {
                return Some(());
            }
            let (score, known) = self.estimate(candidate.mv, &child, node.depth - 1, node.ply + 1)?;
            candidate.score = score;
            candidate.known = candidate.known.and(known);
        }
        lineup.sort(player);
        Some(())
    }

    /// The estimate that a probe gives of the position after `mv`, and the bounds that follow from it.
    fn estimate(&mut self, mv: G::Move, state: &G::State, depth: u32, ply: usize) -> Option<(f64, Known)> {
        self.walk.entered(Some(mv), depth, Window::of(self.open));
        let (score, known) = self.probed(state, depth, ply)?;
        self.leave(score);
        Some((score, known))
    }

    fn probed(&mut self, state: &G::State, depth: u32, ply: usize) -> Option<(f64, Known)> {
        let turn = self.walk.game.turn(state);
        if turn.is_over() || depth == 0 {
            let (value, coverage) = self.covering(|descent| descent.leaf(state, turn))?;
            return Some((value, Known { bounds: ScoreBounds::exactly(value), coverage }));
        }
        let key = self.star.key(self.walk.game, state);
        let known = self.recall(key, depth);
        if known.bounds.lower >= known.bounds.upper {
            self.end(End::Known, |_| Vec::new());
            return Some((known.bounds.lower, known));
        }
        self.walk.visit(state)?;
        let ((score, bounds), coverage) = self.covering(|descent| {
            let Some(player) = Player::of(turn) else { return descent.estimate_roll(state, depth, ply) };
            let value = descent.first_move(player, state, key, depth, ply)?;
            Some((value, descent.open.with_move(player, value)))
        })?;
        let known = known.and(Known { bounds, coverage });
        self.star.table.note(key, depth, known, None);
        Some((score, known))
    }

    /// The value of the first move of a decision.
    fn first_move(
        &mut self,
        player: Player,
        state: &G::State,
        key: u64,
        depth: u32,
        ply: usize,
    ) -> Option<f64> {
        let lineup = self.line_up(player, state, key, depth, false)?;
        let below = Node { depth: depth - 1, ply: ply + 1, window: Window::of(self.open) };
        self.walk.reach(below.depth);
        let value = self.child(state, &lineup.candidates[0], below)?;
        self.end_decision(state, End::Probed, &lineup.candidates[..1]);
        self.star.spare_lineups.push(lineup);
        Some(value)
    }

    /// The means of the outcomes' estimates and of their bounds.
    fn estimate_roll(&mut self, state: &G::State, depth: u32, ply: usize) -> Option<(f64, ScoreBounds)> {
        self.walk.root.rolled = true;
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        self.walk.game.moves(state, &mut moves);
        declared_chances(self.walk.game, state, &moves, &mut chances);
        let mut bounds = ChanceBounds::new(&chances, self.open);
        let mut score = Expectation::EMPTY;
        for (place, (&mv, &chance)) in moves.iter().zip(&chances).enumerate() {
            let child = self.walk.play(state, mv)?;
            let (value, known) = self.estimate(mv, &child, depth, ply + 1)?;
            self.rely_on(&known);
            bounds.narrow(place, known.bounds);
            score.add(chance, value);
        }
        self.end(End::Probed, |_| {
            let open = moves.iter().enumerate().filter(|&(place, _)| !bounds.is_known(place));
            open.map(|(_, &mv)| mv).collect()
        });
        Some((score.value(), ScoreBounds { lower: bounds.lower(), upper: bounds.upper() }))
    }
}
