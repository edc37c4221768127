//! The descent: down along the most-proving moves, and up again when a decision reaches its limits.

use super::numbers::{Numbers, Tally};
use super::search::{PATH_PART, ProofNumber};
use super::settings::Guess;
use super::table::Entry;
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::game::{Game, Range, Turn};
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Stop;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::make_room;

/// Expansions between two checks of the table's size.
const FIT_EVERY: u32 = 1024;
/// What the evaluator's full range adds to an initial number.
const DOUBT: f64 = 8.0;

/// A move of a decision on the path, and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Child<G: Game> {
    pub(super) mv: G::Move,
    pub(super) state: G::State,
    pub(super) key: u64,
    /// The proven bounds of the position.
    pub(super) bounds: ScoreBounds,
    /// The numbers of the position for the current question.
    pub(super) numbers: Numbers,
    /// The expansions spent below it while its decision is on the path.
    pub(super) work: u64,
}

/// A decision on the path. Its moves are the children from `first` up to those of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) first: usize,
    player: Player,
    key: u64,
    /// The proven bounds that do not come from its moves.
    bounds: ScoreBounds,
    limits: Numbers,
    /// The place of the move that was followed last.
    pub(super) place: usize,
    pub(super) work: u64,
}

/// The intersection of two pairs of bounds.
#[inline]
fn intersection(one: ScoreBounds, other: ScoreBounds) -> ScoreBounds {
    ScoreBounds { lower: one.lower.max(other.lower), upper: one.upper.min(other.upper) }
}

impl<G: Insight, E: Evaluator<G>> ProofNumber<G, E> {
    /// Begins with a question at the root. Returns whether the budget allows it.
    pub(super) fn ask(&mut self, player: Player, question: f64, meter: &mut Meter) -> bool {
        let known = self.questions.iter().position(|&known| known == question);
        let number = known.unwrap_or_else(|| {
            self.questions.push(question);
            self.questions.len() - 1
        });
        #[expect(clippy::cast_possible_truncation, reason = "the table says why indices may be used again")]
        let index = number as u8;
        self.question = (question, index);
        if self.children.is_empty() {
            self.moves.clear();
            // All moves, because a report names all.
            self.game.moves(&self.root, &mut self.moves);
            let root = self.root.clone();
            if !self.expand(&root, meter) {
                return false;
            }
        } else {
            for place in 0..self.children.len() {
                let Child { key, bounds, .. } = self.children[place];
                let recalled = self.table.recall(key).and_then(|entry| self.read(&entry));
                let numbers = Numbers::answer(bounds, question).or(recalled);
                self.children[place].numbers = numbers.unwrap_or(Numbers::UNKNOWN);
            }
        }
        let (bounds, limits) = (self.ends, Numbers::NO_LIMITS);
        self.frames.push(Frame { first: 0, player, key: 0, bounds, limits, place: 0, work: 1 });
        true
    }

    /// Works on the question until it is answered, the part is done or the budget is spent.
    pub(super) fn proceed(&mut self, meter: &mut Meter) {
        let most = meter.steps();
        let mut done = 0;
        while let Some(&frame) = self.frames.last() {
            let Frame { player, limits, .. } = frame;
            let children = &self.children[frame.first..];
            let moves = ScoreBounds::choice(player, children.iter().map(|child| child.bounds));
            let bounds = intersection(frame.bounds, moves);
            let answer = Numbers::answer(bounds, self.question.0);
            let tally = Tally::new(player, children.iter().map(|child| child.numbers));
            let numbers = answer.unwrap_or_else(|| tally.numbers(player, self.settings.join));
            if answer.is_some() || numbers.reach(limits) {
                self.leave(bounds, numbers);
            } else if self.expansions == FIT_EVERY {
                self.expansions = 0;
                return;
            } else if done == most {
                return;
            } else {
                let other = children[tally.place].numbers.other(player);
                let rule = (self.settings.join, self.settings.epsilon);
                let limits = tally.limits(player, rule, limits, other);
                if !self.enter(tally.place, limits, meter) {
                    self.expansions = 0;
                    return;
                }
                self.expansions += 1;
                done += 1;
            }
        }
        self.expansions = 0;
    }

    /// Goes up from the last decision on the path, and passes its result to the parent and the table.
    fn leave(&mut self, bounds: ScoreBounds, numbers: Numbers) {
        let Some(Frame { first, key, work, .. }) = self.frames.pop() else { return };
        let Some(above) = self.frames.last_mut() else { return };
        self.children.truncate(first);
        above.work += work;
        let child = &mut self.children[above.first + above.place];
        (child.bounds, child.numbers) = (bounds, numbers);
        child.work += work;
        self.table.note(key, &Entry { bounds, question: self.question.1, numbers, work });
    }

    /// Goes down to the move at `place` of the last decision. Returns whether the budget allows it.
    fn enter(&mut self, place: usize, limits: Numbers, meter: &mut Meter) -> bool {
        let Some(above) = self.frames.last_mut() else { return false };
        above.place = place;
        let number = above.first + place;
        let Child { key, bounds, .. } = self.children[number];
        // A transposition may have been searched meanwhile. Its numbers are not taken over, because those of a decision
        // must only grow.
        let bounds = self.table.recall(key).map_or(bounds, |entry| intersection(bounds, entry.bounds));
        if let Some(numbers) = Numbers::answer(bounds, self.question.0) {
            (self.children[number].bounds, self.children[number].numbers) = (bounds, numbers);
            return true;
        }
        let depth = number_u32(self.frames.len()) + 1;
        if meter.budget().depth.is_some_and(|limit| depth > limit) {
            meter.stop(Stop::Depth);
            return false;
        }
        let state = self.children[number].state.clone();
        let Some(player) = Player::without_chance(self.game.turn(&state)) else { return false };
        self.moves.clear();
        if self.settings.insight {
            self.game.prospect(&state, &mut self.moves);
        } else {
            self.game.moves(&state, &mut self.moves);
        }
        let first = self.children.len();
        if !self.expand(&state, meter) {
            return false;
        }
        meter.counters.max_depth = meter.counters.max_depth.max(depth);
        self.frames.push(Frame { first, player, key, bounds, limits, place: 0, work: 1 });
        true
    }

    /// Makes room on the path for a decision with this many moves. Returns whether there is enough memory.
    fn make_room(&mut self, moves: usize, meter: &mut Meter) -> bool {
        let limit = meter.budget().memory.map(|limit| limit / PATH_PART);
        let spare = |held: u64| limit.map(|limit| limit.saturating_sub(held));
        let held = self.path_bytes();
        let mut has_room = make_room(&mut self.children, moves, spare(held));
        let held = self.path_bytes();
        has_room = has_room && make_room(&mut self.frames, 1, spare(held));
        if !has_room {
            meter.stop(Stop::Memory);
        }
        has_room
    }

    /// Adds the children of a decision, one per move. Returns whether the budget allows it.
    fn expand(&mut self, state: &G::State, meter: &mut Meter) -> bool {
        let count = self.moves.len() as u64;
        if !self.make_room(self.moves.len(), meter) || !meter.spend(count, count, count) {
            return false;
        }
        // Evaluations are counted one by one when they are made.
        meter.counters.evals -= count;
        meter.counters.expansions += 1;
        let first = self.children.len();
        for &mv in &self.moves {
            let state = self.game.after(state, mv);
            let key = self.key(&state);
            self.table.prefetch(key);
            let (bounds, numbers) = (self.ends, Numbers::UNKNOWN);
            self.children.push(Child { mv, state, key, bounds, numbers, work: 0 });
        }
        for place in first..self.children.len() {
            let (bounds, numbers) = self.look(place, meter);
            let child = &mut self.children[place];
            (child.bounds, child.numbers) = (bounds, numbers);
        }
        true
    }

    /// The key of a position in the table.
    pub(super) fn key(&self, state: &G::State) -> u64 {
        if self.settings.mirror { self.game.folded_key(state).0 } else { self.game.key(state) }
    }

    /// The bounds and the numbers of a child that was just added.
    fn look(&mut self, place: usize, meter: &mut Meter) -> (ScoreBounds, Numbers) {
        // Reuses the list of the decision's own moves, which are children by now.
        let mut replies = std::mem::take(&mut self.moves);
        replies.clear();
        let Child { state, key, .. } = &self.children[place];
        let (mut bounds, player) = self.static_bounds(state, &mut replies);
        let mut numbers = Numbers::answer(bounds, self.question.0);
        if numbers.is_none()
            && let Some(entry) = self.table.recall(*key)
        {
            bounds = intersection(bounds, entry.bounds);
            numbers = Numbers::answer(bounds, self.question.0).or_else(|| self.read(&entry));
        }
        let numbers = numbers.unwrap_or_else(|| {
            // Counted even if the evaluator is not called, so that a budget in evals bounds every search.
            meter.counters.evals += 1;
            self.guess(state, player, &mut replies)
        });
        self.moves = replies;
        (bounds, numbers)
    }

    /// The numbers of an entry, if they belong to the current question.
    fn read(&self, entry: &Entry) -> Option<Numbers> {
        let Numbers { proof, disproof } = entry.numbers;
        // A 0 answers an older question that had the same number; the current one is open.
        let numbers = Numbers { proof: proof.max(1), disproof: disproof.max(1) };
        (entry.question == self.question.1).then_some(numbers)
    }

    /// The proven bounds of a position without search, and the player who decides there. Pushes the moves worth a search
    /// onto `replies` if the game says which they are.
    pub(super) fn static_bounds(
        &self,
        state: &G::State,
        replies: &mut Vec<G::Move>,
    ) -> (ScoreBounds, Option<Player>) {
        let turn = self.game.turn(state);
        let player = Player::without_chance(turn);
        let (game, evaluator) = (&self.game, &self.evaluator);
        let bounds = match (turn, player) {
            (Turn::Over(payoff), _) => ScoreBounds::exactly(evaluator.payoff(game, payoff)),
            (_, Some(player)) if self.settings.insight => match game.prospect(state, replies) {
                Prospect::Won(_) => ScoreBounds::exactly(self.ends.best_for(player)),
                Prospect::Lost => ScoreBounds::exactly(self.ends.worst_for(player)),
                Prospect::Open => {
                    game.bounds(state).map_or(self.ends, |payoffs| payoffs.valued(game, evaluator))
                }
            },
            _ => self.ends,
        };
        (bounds, player)
    }

    /// Initial numbers. `replies` are the moves worth a search, if the game has said which they are.
    fn guess(&self, state: &G::State, player: Option<Player>, replies: &mut Vec<G::Move>) -> Numbers {
        match (self.settings.guess, player) {
            (Guess::Moves, Some(player)) => {
                if replies.is_empty() {
                    self.game.moves(state, replies);
                }
                Numbers::of(player, 1, number_u32(replies.len()).clamp(1, Numbers::GREATEST))
            }
            (Guess::Value, _) => {
                let value = self.evaluator.evaluate(&self.game, state);
                let share = self.evaluator.range().map(value, Range::new(0.0, DOUBT)).clamp(0.0, DOUBT);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the whole part of a number from 0 to DOUBT"
                )]
                let whole = |doubt: f64| doubt as u32;
                Numbers { proof: 1 + whole(DOUBT - share), disproof: 1 + whole(share) }
            }
            _ => Numbers::UNKNOWN,
        }
    }
}
