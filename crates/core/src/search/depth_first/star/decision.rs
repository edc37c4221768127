//! Decisions: fail-soft alpha-beta, and the order of the moves.

use super::descent::{Descent, Node};
use super::known::Known;
use super::lineup::Lineup;
use super::variant::Sort;
use crate::evaluator::Evaluator;
use crate::game::Keyed;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::depth_first::events::End;
use crate::search::depth_first::window::Window;

impl<G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a decision of `player`, and the place of the move that raised alpha or lowered beta.
    pub(super) fn decide(
        &mut self,
        player: Player,
        state: &G::State,
        key: u64,
        node: Node,
        prepared: Option<&mut Lineup<G::Move>>,
    ) -> Option<(f64, Option<usize>)> {
        if let Some(lineup) = prepared {
            return self.choose(player, state, node, lineup);
        }
        if node.depth == 1 && self.favourite(key, node.depth).is_none() {
            return self.scan(player, state, node);
        }
        let mut lineup = self.line_up(player, state, key, node.depth, false)?;
        let found = self.choose(player, state, node, &mut lineup)?;
        self.star.spare_lineups.push(lineup);
        Some(found)
    }

    fn choose(
        &mut self,
        player: Player,
        state: &G::State,
        node: Node,
        lineup: &mut Lineup<G::Move>,
    ) -> Option<(f64, Option<usize>)> {
        self.survey(player, state, node, lineup)?;
        self.walk.reach(node.depth - 1);
        let mut below = Node { depth: node.depth - 1, ply: node.ply + 1, ..node };
        let (mut best, mut place) = (player.worst(), None);
        let (mut end, mut searched) = (End::Complete, lineup.candidates.len());
        for (index, candidate) in lineup.candidates.iter().enumerate() {
            let value = self.child(state, candidate, below)?;
            best = player.better(value, best);
            if below.window.is_improved_by(player, value) {
                place = Some(candidate.place);
                below.window.improve(player, value);
                // Before a cutoff too: at the end of the range, or of the table's bounds, this move continues the
                // principal variation.
                self.star.lines.put(node.ply, candidate.mv);
                if below.window.is_closed() {
                    (end, searched) = (End::refuted_by(player), index + 1);
                    break;
                }
            }
        }
        self.end_decision(state, end, &lineup.candidates[..searched]);
        Some((best, place))
    }

    /// A decision whose moves lead to the horizon, with its leaves in the game's order. It does the same as
    /// [`Descent::choose`], but without a lineup, because most positions of a tree are leaves.
    fn scan(&mut self, player: Player, state: &G::State, node: Node) -> Option<(f64, Option<usize>)> {
        self.walk.reach(0);
        self.star.lines.clear(node.ply + 1);
        self.star.moves.clear();
        self.walk.game.moves(state, &mut self.star.moves);
        let (mut best, mut found) = (player.worst(), None);
        let mut window = node.window;
        let (mut end, mut searched) = (End::Complete, self.star.moves.len());
        for place in 0..self.star.moves.len() {
            let mv = self.star.moves[place];
            let value = self.leaf_after(state, mv, window)?;
            best = player.better(value, best);
            if window.is_improved_by(player, value) {
                window.improve(player, value);
                found = Some(place);
                self.star.lines.put(node.ply, mv);
                if window.is_closed() {
                    (end, searched) = (End::refuted_by(player), place + 1);
                    break;
                }
            }
        }
        self.end(end, |descent| descent.star.moves[searched..].to_vec());
        Some((best, found))
    }

    /// The value of the leaf after a move.
    #[inline]
    fn leaf_after(&mut self, state: &G::State, mv: G::Move, window: Window) -> Option<f64> {
        if !self.star.has_table {
            // The position itself is not needed, and the evaluator may know a shorter way.
            self.walk.entered(Some(mv), 0, window);
            let value = self.walk.enter_leaf(state, mv)?;
            self.star.tally.leaves += 1;
            return Some(self.bounded(value));
        }
        let child = self.walk.play(state, mv)?;
        self.walk.entered(Some(mv), 0, window);
        let value = self.leaf(&child, self.walk.game.turn(&child))?;
        self.leave(value);
        Some(value)
    }

    /// The place of the best move in the table. The paper's procedures have no such move.
    fn favourite(&self, key: u64, depth: u32) -> Option<u16> {
        if self.star.variant.is_as_printed() { None } else { self.star.table.favourite(key, depth) }
    }

    /// Lines up the moves of a decision in the order in which they will be searched or probed; a survey may sort them
    /// anew.
    pub(super) fn line_up(
        &mut self,
        player: Player,
        state: &G::State,
        key: u64,
        depth: u32,
        is_root: bool,
    ) -> Option<Lineup<G::Move>> {
        let nothing = self.nothing();
        let favourite = self.favourite(key, depth);
        let mut lineup = self.star.spare_lineups.pop().unwrap_or_default();
        let variant = self.star.variant;
        self.star.moves.clear();
        self.walk.game.moves(state, &mut self.star.moves);
        lineup.fill(&self.star.moves, favourite, nothing);
        // At depth 1 static values are the result of the search, so sorting by them would be searching twice.
        if depth > 1 && (variant.sort == Sort::Static || variant.best.is_some()) {
            self.star.leaves.clear();
            self.walk.leaves(state, &self.star.moves, &mut self.star.leaves)?;
            self.walk.sorted(&self.star.moves, &self.star.leaves);
            if is_root {
                self.walk.root.sketch(&self.star.leaves);
            }
            for (candidate, leaf) in lineup.candidates.iter_mut().zip(&self.star.leaves) {
                candidate.score = leaf.value;
                if leaf.turn.is_over() {
                    // A finished game needs no search.
                    let value = self.bounded(leaf.value);
                    candidate.known = Known::new(ScoreBounds::exactly(value));
                    self.star.tally.leaves += 1;
                } else {
                    self.star.tally.sorted += 1;
                }
            }
            if let Some(count) = variant.best {
                lineup.keep(player, count);
            }
        }
        if variant.sort == Sort::Static {
            lineup.sort(player);
        }
        Some(lineup)
    }
}
