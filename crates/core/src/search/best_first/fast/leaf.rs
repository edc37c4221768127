//! The value of a tip before it is expanded: its static value, or that of a short depth-first search.
//!
//! Forced replies are followed until there is a choice or the game ends. With `narrow`, all replies are followed at positions
//! with few of them, as long as `effort` lasts. A look of one ply takes the best static value among the replies. Nothing of
//! this is in Rivest 1987. Without it, tips are valued in the middle of an exchange of threats, and the search grows where it
//! need not.

use super::bounds::DrawBounds;
use super::line::CLOSED;
use super::walker::Walker;
use crate::convert::number_u32;
use crate::evaluator::{BestLeaf, Evaluator};
use crate::game::Turn;
use crate::insight::{Glance, Insight, Prospect};
use crate::player::Player;

/// The value of a tip, and whether it is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tip {
    pub(super) value: f64,
    pub(super) is_proven: bool,
    /// Whether its position was looked at. If not, it has its static value and may be decided at a glance.
    pub(super) is_seen: bool,
    /// The draw bounds that the game declares, for Max.
    pub(super) draw_bounds: DrawBounds,
    /// Who is to move where the estimate was made; none if it is not an estimate, or one cut off at a bound.
    pub(super) mover: Option<Player>,
}

impl Tip {
    fn proven(value: f64) -> Self {
        Tip { value, is_proven: true, is_seen: true, draw_bounds: DrawBounds::NOTHING, mover: None }
    }

    fn estimate(value: f64, mover: Player) -> Self {
        Tip { value, is_proven: false, is_seen: true, draw_bounds: DrawBounds::NOTHING, mover: Some(mover) }
    }
}

/// What valuing tips has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) moves: u64,
    pub(super) evals: u64,
    pub(super) nodes: u64,
}

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Values the tips behind the listed moves of `player`.
    ///
    /// What the game declares of a position costs more than a static value that comes with those of its siblings. So it is asked
    /// only about tips that cost at most `margin` more than the best, and about others when the search
    /// [comes to them](Self::look_late).
    #[inline]
    pub(super) fn value_family(&mut self, state: &G::State, player: Player, margin: u16) {
        let count = self.thread.moves.len();
        self.thread.tips.clear();
        self.thread.costs.clear();
        self.thread.spent.moves += count as u64;
        self.thread.spent.nodes += count as u64;
        if self.common.settings.look > 0 {
            for place in 0..count {
                let next = self.common.game.after(state, self.thread.moves[place]);
                let tip = self.look(&next, self.common.settings.effort);
                self.thread.tips.push(tip);
                self.thread.costs.push(self.cost(player, &tip));
            }
            return;
        }
        self.thread.leaves.clear();
        self.common.evaluator.children(&self.common.game, state, &self.thread.moves, &mut self.thread.leaves);
        let mut least = CLOSED;
        for leaf in &self.thread.leaves {
            let tip = match Player::without_chance(leaf.turn) {
                None => Tip::proven(leaf.value),
                Some(mover) => {
                    self.thread.spent.evals += 1;
                    Tip { is_seen: !self.common.settings.insight, ..Tip::estimate(leaf.value, mover) }
                }
            };
            let cost = self.cost(player, &tip);
            least = least.min(cost);
            self.thread.tips.push(tip);
            self.thread.costs.push(cost);
        }
        let most = least.saturating_add(margin);
        for place in 0..count {
            let Tip { is_seen: false, value, mover: Some(mover), .. } = self.thread.tips[place] else {
                continue;
            };
            if self.thread.costs[place] <= most {
                let next = self.common.game.after(state, self.thread.moves[place]);
                let tip = self.glance(&next, mover, Some(value), self.common.settings.effort);
                if tip.is_proven || tip.value != value || tip.mover != Some(mover) {
                    self.thread.costs[place] = self.cost(player, &tip);
                }
                self.thread.tips[place] = tip;
            }
        }
    }

    /// What a tip costs the player of its parent.
    #[inline]
    fn cost(&self, player: Player, tip: &Tip) -> u16 {
        if tip.is_proven {
            return self.common.costs.proven(player, tip.value);
        }
        let cost = self.common.costs.estimate(player, tip.value);
        let Some(mover) = tip.mover else { return cost };
        let tempo = if mover == player { -self.common.tempo } else { self.common.tempo };
        cost.saturating_add_signed(tempo).clamp(1, self.common.costs.all - 1)
    }

    /// Looks at a tip that was not looked at when it was made. Returns its proven value, if it has one.
    pub(super) fn look_late(&mut self, state: &G::State) -> Option<f64> {
        let player = Player::without_chance(self.common.game.turn(state)).expect("the game is not over");
        self.thread.spent = Spent::default();
        self.thread.moves.clear();
        let tip = self.glance(state, player, Some(self.common.draw), self.common.settings.effort);
        tip.is_proven.then_some(tip.value)
    }

    /// The value of a position that may be over.
    fn look(&mut self, state: &G::State, effort: u32) -> Tip {
        match self.common.game.turn(state) {
            Turn::Over(payoff) => Tip::proven(self.common.evaluator.payoff(&self.common.game, payoff)),
            turn => {
                let player = Player::without_chance(turn).expect("the game is not over");
                self.glance(state, player, None, effort)
            }
        }
    }

    /// The value of a position that is not over. `value` is its static value, where that is known.
    #[inline]
    fn glance(&mut self, state: &G::State, player: Player, value: Option<f64>, effort: u32) -> Tip {
        if self.common.settings.look > 0 || self.common.settings.narrow > 1 {
            return self.look_around(state, player, value, effort);
        }
        match self.common.game.glance(state, &mut self.thread.moves) {
            Glance::Won => Tip::proven(self.common.ends.best_for(player)),
            Glance::Lost => Tip::proven(self.common.ends.worst_for(player)),
            Glance::Only(mv) if self.common.settings.narrow > 0 => {
                self.bounded(state, |search| search.follow(state, mv, effort))
            }
            Glance::Only(_) | Glance::Open => self.bounded(state, |search| search.rest(state, player, value)),
        }
    }

    /// As [`glance`](Self::glance), where the moves may have to be listed.
    fn look_around(&mut self, state: &G::State, player: Player, value: Option<f64>, effort: u32) -> Tip {
        let from = self.thread.moves.len();
        let tip = match self.prospect(state) {
            Prospect::Won(_) => Tip::proven(self.common.ends.best_for(player)),
            Prospect::Lost => Tip::proven(self.common.ends.worst_for(player)),
            Prospect::Open => {
                let count = self.thread.moves.len() - from;
                let further = number_u32(count) - 1;
                let is_narrow = count <= self.common.settings.narrow as usize && effort >= further;
                self.bounded(state, |search| match value {
                    _ if is_narrow && search.common.settings.insight => {
                        search.best_reply(state, player, from, effort - further)
                    }
                    None if search.common.settings.look > 0 => search.best_static(state, player, from),
                    _ => search.rest(state, player, value),
                })
            }
        };
        self.thread.moves.truncate(from);
        tip
    }

    /// Lists the moves worth a search.
    #[inline]
    pub(super) fn prospect(&mut self, state: &G::State) -> Prospect<G::Move> {
        if self.common.settings.insight {
            self.common.game.prospect(state, &mut self.thread.moves)
        } else {
            self.common.game.moves(state, &mut self.thread.moves);
            Prospect::Open
        }
    }

    /// The value of an open position, clamped to the bounds that the game declares.
    #[inline]
    fn bounded(&mut self, state: &G::State, value: impl FnOnce(&mut Self) -> Tip) -> Tip {
        let bounds = if self.common.settings.assure && self.common.settings.insight {
            self.common.game.bounds(state)
        } else {
            None
        };
        let Some(bounds) = bounds else { return value(self) };
        let bounds = bounds.valued(&self.common.game, &self.common.evaluator);
        if let Some(value) = bounds.proven() {
            return Tip::proven(value);
        }
        let tip = value(self);
        let value = tip.value.clamp(bounds.lower, bounds.upper);
        let draw = self.common.draw;
        let draw_bounds = DrawBounds { cannot_lose: bounds.lower >= draw, can_win: bounds.upper > draw };
        Tip {
            value,
            is_proven: tip.is_proven && value == tip.value,
            is_seen: true,
            draw_bounds: tip.draw_bounds.and(draw_bounds),
            mover: tip.mover.filter(|_| value == tip.value),
        }
    }

    /// The static value of a position at which `player` is to move; it may be known. Where the search is stopped the value does
    /// not matter: the node is not added.
    #[inline]
    fn rest(&mut self, state: &G::State, player: Player, value: Option<f64>) -> Tip {
        let value = value.unwrap_or_else(|| {
            self.thread.spent.evals += 1;
            if self.thread.stop_signal.as_ref().is_some_and(|signal| signal.stopped().is_some()) {
                return self.common.ends.lower;
            }
            self.common.evaluator.evaluate(&self.common.game, state)
        });
        Tip::estimate(value, player)
    }

    /// The value behind a move.
    fn follow(&mut self, state: &G::State, mv: G::Move, effort: u32) -> Tip {
        self.thread.spent.moves += 1;
        self.thread.spent.nodes += 1;
        let next = self.common.game.after(state, mv);
        self.look(&next, effort)
    }

    /// Plays forced replies. Returns how many.
    #[inline]
    pub(super) fn play_forced(&mut self, state: &mut G::State) -> u32 {
        number_u32(forced(&self.common.game, state, &mut self.thread.moves).count())
    }

    /// The best of the moves listed from `from` on, each followed.
    fn best_reply(&mut self, state: &G::State, player: Player, from: usize, effort: u32) -> Tip {
        let mut best: Option<Tip> = None;
        let mut is_proven = true;
        for place in from..self.thread.moves.len() {
            let tip = self.follow(state, self.thread.moves[place], effort);
            if tip.is_proven && tip.value == self.common.ends.best_for(player) {
                return tip;
            }
            is_proven &= tip.is_proven;
            if best.is_none_or(|best| player.prefers(tip.value, best.value)) {
                best = Some(tip);
            }
        }
        let best = best.expect("a position that is not over has a move");
        Tip { is_proven, draw_bounds: DrawBounds::NOTHING, ..best }
    }

    /// The best static value behind the moves listed from `from` on.
    fn best_static(&mut self, state: &G::State, player: Player, from: usize) -> Tip {
        let moves = &self.thread.moves[from..];
        let BestLeaf { leaf, over, .. } = self.common.evaluator.best_child(
            &self.common.game,
            state,
            moves,
            player == Player::Max,
            &mut self.thread.leaves,
        );
        let is_won = leaf.turn.is_over() && leaf.value == self.common.ends.best_for(player);
        self.thread.spent.moves += moves.len() as u64;
        self.thread.spent.evals += (moves.len() - over) as u64;
        let mover = Player::of(leaf.turn).unwrap_or(player);
        Tip { is_proven: is_won || over == moves.len(), ..Tip::estimate(leaf.value, mover) }
    }
}

/// Plays forced replies, one at a time. `room` is scratch space for listing moves.
#[inline]
pub(super) fn forced<G: Insight>(
    game: &G,
    state: &mut G::State,
    room: &mut Vec<G::Move>,
) -> impl Iterator<Item = G::Move> {
    std::iter::from_fn(move || match game.turn(state) {
        Turn::Over(_) => None,
        _ => match game.glance(state, room) {
            Glance::Only(mv) => {
                game.play(state, mv);
                Some(mv)
            }
            _ => None,
        },
    })
}
