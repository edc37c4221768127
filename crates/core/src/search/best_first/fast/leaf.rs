//! What a tip is worth before it is expanded: its static value, or a short depth-first look.
//!
//! A forced reply is no decision, and is followed until there is a choice or an end; with `narrow` so are positions with
//! few replies, as long as `effort` lasts. A look of one ply takes the best static value among the replies. Nothing of this
//! is in Rivest 1987; with tips that are valued in the middle of an exchange of threats the search grows where it need not.

use super::bounds::Certain;
use super::walker::Walker;
use crate::evaluator::Evaluator;
use crate::game::Turn;
use crate::insight::{Glance, Insight, Prospect};
use crate::search::chooser::Chooser;

/// The value of a tip, and whether play to the end gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tip {
    pub(super) value: f64,
    pub(super) is_certain: bool,
    /// What Max is certain of, where the game tells.
    pub(super) certain: Certain,
}

impl Tip {
    fn certain(value: f64) -> Self {
        Tip { value, is_certain: true, certain: Certain::NOTHING }
    }

    fn estimate(value: f64) -> Self {
        Tip { value, is_certain: false, certain: Certain::NOTHING }
    }
}

/// What valuing tips has taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) moves: u64,
    pub(super) evals: u64,
    pub(super) nodes: u64,
}

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Values the tips behind the listed moves.
    #[inline]
    pub(super) fn value_family(&mut self, state: &G::State) {
        let count = self.hand.moves.len();
        self.hand.tips.clear();
        self.hand.spent.moves += count as u64;
        self.hand.spent.nodes += count as u64;
        if self.common.settings.look > 0 {
            for place in 0..count {
                let next = self.common.game.after(state, self.hand.moves[place]);
                let tip = self.look(&next, self.common.settings.effort);
                self.hand.tips.push(tip);
            }
            return;
        }
        self.hand.leaves.clear();
        self.common.evaluator.children(&self.common.game, state, &self.hand.moves, &mut self.hand.leaves);
        for place in 0..count {
            let leaf = self.hand.leaves[place];
            let tip = match Chooser::without_chance(leaf.turn) {
                None => Tip::certain(leaf.value),
                Some(chooser) => {
                    self.hand.spent.evals += 1;
                    if self.common.settings.insight {
                        let next = self.common.game.after(state, self.hand.moves[place]);
                        self.glance(&next, chooser, Some(leaf.value), self.common.settings.effort)
                    } else {
                        Tip::estimate(leaf.value)
                    }
                }
            };
            self.hand.tips.push(tip);
        }
    }

    /// The value of a position that may be over.
    fn look(&mut self, state: &G::State, effort: u32) -> Tip {
        match self.common.game.turn(state) {
            Turn::Over(payoff) => Tip::certain(self.common.evaluator.payoff(&self.common.game, payoff)),
            turn => {
                let chooser = Chooser::without_chance(turn).expect("the game is not over");
                self.glance(state, chooser, None, effort)
            }
        }
    }

    /// The value of a position where somebody decides, its static value given where it is known.
    #[inline]
    fn glance(&mut self, state: &G::State, chooser: Chooser, value: Option<f64>, effort: u32) -> Tip {
        if self.common.settings.look > 0 || self.common.settings.narrow > 1 {
            return self.look_around(state, chooser, value, effort);
        }
        match self.common.game.glance(state, &mut self.hand.moves) {
            Glance::Won => Tip::certain(self.common.ends.hope(chooser)),
            Glance::Lost => Tip::certain(self.common.ends.floor(chooser)),
            Glance::Only(mv) if self.common.settings.narrow > 0 => {
                self.assured(state, |search| search.follow(state, mv, effort))
            }
            Glance::Only(_) | Glance::Open => self.assured(state, |search| search.rest(state, value)),
        }
    }

    /// The same where the moves may have to be listed.
    fn look_around(&mut self, state: &G::State, chooser: Chooser, value: Option<f64>, effort: u32) -> Tip {
        let from = self.hand.moves.len();
        let tip = match self.prospect(state) {
            Prospect::Won(_) => Tip::certain(self.common.ends.hope(chooser)),
            Prospect::Lost => Tip::certain(self.common.ends.floor(chooser)),
            Prospect::Open => {
                let count = self.hand.moves.len() - from;
                let further = count as u32 - 1;
                let is_narrow = count <= self.common.settings.narrow as usize && effort >= further;
                self.assured(state, |search| match value {
                    _ if is_narrow && search.common.settings.insight => {
                        search.best_reply(state, chooser, from, effort - further)
                    }
                    None if search.common.settings.look > 0 => search.best_static(state, chooser, from),
                    _ => search.rest(state, value),
                })
            }
        };
        self.hand.moves.truncate(from);
        tip
    }

    /// Lists the moves worth a search.
    #[inline]
    pub(super) fn prospect(&mut self, state: &G::State) -> Prospect<G::Move> {
        if self.common.settings.insight {
            self.common.game.prospect(state, &mut self.hand.moves)
        } else {
            self.common.game.moves(state, &mut self.hand.moves);
            Prospect::Open
        }
    }

    /// A value of an open position within what the game assures.
    #[inline]
    fn assured(&mut self, state: &G::State, value: impl FnOnce(&mut Self) -> Tip) -> Tip {
        let assured = if self.common.settings.assure && self.common.settings.insight {
            self.common.game.assured(state)
        } else {
            None
        };
        let Some(assured) = assured else { return value(self) };
        let assured = assured.valued(&self.common.game, &self.common.evaluator);
        if let Some(value) = assured.settled() {
            return Tip::certain(value);
        }
        let tip = value(self);
        let value = tip.value.clamp(assured.least, assured.greatest);
        let draw = self.common.draw;
        let certain = Certain { has: assured.least >= draw, hopes: assured.greatest > draw };
        Tip { value, is_certain: tip.is_certain && value == tip.value, certain: tip.certain.and(certain) }
    }

    /// The static value, which may be known.
    #[inline]
    fn rest(&mut self, state: &G::State, value: Option<f64>) -> Tip {
        Tip::estimate(value.unwrap_or_else(|| {
            self.hand.spent.evals += 1;
            self.common.evaluator.evaluate(&self.common.game, state)
        }))
    }

    /// The value behind a move that is no decision.
    fn follow(&mut self, state: &G::State, mv: G::Move, effort: u32) -> Tip {
        self.hand.spent.moves += 1;
        self.hand.spent.nodes += 1;
        let next = self.common.game.after(state, mv);
        self.look(&next, effort)
    }

    /// Plays replies that are no decisions, and says how many.
    #[inline]
    pub(super) fn play_forced(&mut self, state: &mut G::State) -> u32 {
        forced(&self.common.game, state, &mut self.hand.moves).count() as u32
    }

    /// The best of the moves listed from `from` on, each followed.
    fn best_reply(&mut self, state: &G::State, chooser: Chooser, from: usize, effort: u32) -> Tip {
        let mut best: Option<Tip> = None;
        let mut is_certain = true;
        for place in from..self.hand.moves.len() {
            let tip = self.follow(state, self.hand.moves[place], effort);
            if tip.is_certain && tip.value == self.common.ends.hope(chooser) {
                return tip;
            }
            is_certain &= tip.is_certain;
            if best.is_none_or(|best| chooser.prefers(tip.value, best.value)) {
                best = Some(tip);
            }
        }
        let best = best.expect("a position that is not over has a move");
        Tip { is_certain, certain: Certain::NOTHING, ..best }
    }

    /// The best static value behind the moves listed from `from` on.
    fn best_static(&mut self, state: &G::State, chooser: Chooser, from: usize) -> Tip {
        self.hand.leaves.clear();
        self.common.evaluator.children(
            &self.common.game,
            state,
            &self.hand.moves[from..],
            &mut self.hand.leaves,
        );
        let leaves = &self.hand.leaves;
        let best = chooser.extreme(leaves.iter().map(|leaf| leaf.value));
        let is_end = |turn: Turn| Chooser::without_chance(turn).is_none();
        let is_best_end =
            leaves.iter().any(|leaf| is_end(leaf.turn) && leaf.value == self.common.ends.hope(chooser));
        let is_certain = is_best_end || leaves.iter().all(|leaf| is_end(leaf.turn));
        let evals = leaves.iter().filter(|leaf| !is_end(leaf.turn)).count();
        self.hand.spent.moves += leaves.len() as u64;
        self.hand.spent.evals += evals as u64;
        Tip { value: best, is_certain, certain: Certain::NOTHING }
    }
}

/// Plays replies that are no decisions, one at a time. `room` is for listing moves, and is left as it was.
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
