//! What a tip is worth before it is expanded: its static value, or a short depth-first look.
//!
//! A forced reply is no decision, and is followed until there is a choice or an end; with `narrow` so are positions with
//! few replies, as long as `effort` lasts. A look of one ply takes the best static value among the replies. Nothing of this
//! is in Rivest 1987; with tips that are valued in the middle of an exchange of threats the search grows where it need not.

use super::bounds::Certain;
use super::search::Fast;
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

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Values the tips behind the listed moves.
    #[inline]
    pub(super) fn value_family(&mut self, state: &G::State) {
        let count = self.moves.len();
        self.tips.clear();
        self.spent.moves += count as u64;
        self.spent.nodes += count as u64;
        if self.settings.look > 0 {
            for place in 0..count {
                let next = self.game.after(state, self.moves[place]);
                let tip = self.look(&next, self.settings.effort);
                self.tips.push(tip);
            }
            return;
        }
        self.leaves.clear();
        self.evaluator.children(&self.game, state, &self.moves, &mut self.leaves);
        for place in 0..count {
            let leaf = self.leaves[place];
            let tip = match Chooser::of(leaf.turn) {
                None => Tip::certain(leaf.value),
                Some(chooser) => {
                    self.spent.evals += 1;
                    if self.settings.insight {
                        let next = self.game.after(state, self.moves[place]);
                        self.glance(&next, chooser, Some(leaf.value), self.settings.effort)
                    } else {
                        Tip::estimate(leaf.value)
                    }
                }
            };
            self.tips.push(tip);
        }
    }

    /// The value of a position that may be over.
    fn look(&mut self, state: &G::State, effort: u32) -> Tip {
        match self.game.turn(state) {
            Turn::Over(payoff) => Tip::certain(self.evaluator.payoff(&self.game, payoff)),
            turn => {
                let chooser = Chooser::of(turn).expect("there is no chance in the game");
                self.glance(state, chooser, None, effort)
            }
        }
    }

    /// The value of a position where somebody decides, its static value given where it is known.
    #[inline]
    fn glance(&mut self, state: &G::State, chooser: Chooser, value: Option<f64>, effort: u32) -> Tip {
        if self.settings.look > 0 || self.settings.narrow > 1 {
            return self.look_around(state, chooser, value, effort);
        }
        match self.game.glance(state, &mut self.moves) {
            Glance::Won => Tip::certain(self.ends.hope(chooser)),
            Glance::Lost => Tip::certain(self.ends.floor(chooser)),
            Glance::Only(mv) if self.settings.narrow > 0 => {
                self.assured(state, |search| search.follow(state, mv, effort))
            }
            Glance::Only(_) | Glance::Open => self.assured(state, |search| search.rest(state, value)),
        }
    }

    /// The same where the moves may have to be listed.
    fn look_around(&mut self, state: &G::State, chooser: Chooser, value: Option<f64>, effort: u32) -> Tip {
        let from = self.moves.len();
        let tip = match self.prospect(state) {
            Prospect::Won(_) => Tip::certain(self.ends.hope(chooser)),
            Prospect::Lost => Tip::certain(self.ends.floor(chooser)),
            Prospect::Open => {
                let count = self.moves.len() - from;
                let further = count as u32 - 1;
                let is_narrow = count <= self.settings.narrow as usize && effort >= further;
                self.assured(state, |search| match value {
                    _ if is_narrow && search.settings.insight => {
                        search.best_reply(state, chooser, from, effort - further)
                    }
                    None if search.settings.look > 0 => search.best_static(state, chooser, from),
                    _ => search.rest(state, value),
                })
            }
        };
        self.moves.truncate(from);
        tip
    }

    /// Lists the moves worth a search.
    #[inline]
    pub(super) fn prospect(&mut self, state: &G::State) -> Prospect<G::Move> {
        if self.settings.insight {
            self.game.prospect(state, &mut self.moves)
        } else {
            self.game.moves(state, &mut self.moves);
            Prospect::Open
        }
    }

    /// A value of an open position within what the game assures.
    #[inline]
    fn assured(&mut self, state: &G::State, value: impl FnOnce(&mut Self) -> Tip) -> Tip {
        let assured =
            if self.settings.assure && self.settings.insight { self.game.assured(state) } else { None };
        let Some(assured) = assured else { return value(self) };
        let assured = assured.valued(&self.game, &self.evaluator);
        if let Some(value) = assured.settled() {
            return Tip::certain(value);
        }
        let tip = value(self);
        let value = tip.value.clamp(assured.least, assured.greatest);
        let draw = self.draw;
        let certain = Certain { has: assured.least >= draw, hopes: assured.greatest > draw };
        Tip { value, is_certain: tip.is_certain && value == tip.value, certain: tip.certain.and(certain) }
    }

    /// The static value, which may be known.
    #[inline]
    fn rest(&mut self, state: &G::State, value: Option<f64>) -> Tip {
        Tip::estimate(value.unwrap_or_else(|| {
            self.spent.evals += 1;
            self.evaluator.evaluate(&self.game, state)
        }))
    }

    /// The value behind a move that is no decision.
    fn follow(&mut self, state: &G::State, mv: G::Move, effort: u32) -> Tip {
        self.spent.moves += 1;
        self.spent.nodes += 1;
        let next = self.game.after(state, mv);
        self.look(&next, effort)
    }

    /// Plays replies that are no decisions, and says how many.
    #[inline]
    pub(super) fn play_forced(&mut self, state: &mut G::State) -> u32 {
        forced(&self.game, state, &mut self.moves).count() as u32
    }

    /// The best of the moves listed from `from` on, each followed.
    fn best_reply(&mut self, state: &G::State, chooser: Chooser, from: usize, effort: u32) -> Tip {
        let mut best: Option<Tip> = None;
        let mut is_certain = true;
        for place in from..self.moves.len() {
            let tip = self.follow(state, self.moves[place], effort);
            if tip.is_certain && tip.value == self.ends.hope(chooser) {
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
        self.leaves.clear();
        self.evaluator.children(&self.game, state, &self.moves[from..], &mut self.leaves);
        let leaves = &self.leaves;
        let best = chooser.extreme(leaves.iter().map(|leaf| leaf.value));
        let is_end = |turn: Turn| Chooser::of(turn).is_none();
        let is_best_end =
            leaves.iter().any(|leaf| is_end(leaf.turn) && leaf.value == self.ends.hope(chooser));
        let is_certain = is_best_end || leaves.iter().all(|leaf| is_end(leaf.turn));
        let evals = leaves.iter().filter(|leaf| !is_end(leaf.turn)).count();
        self.spent.moves += leaves.len() as u64;
        self.spent.evals += evals as u64;
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
