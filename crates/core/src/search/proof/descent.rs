//! The descent: along the most proving moves down, and up again where a decision's limits are reached.

use super::numbers::{Numbers, Tally};
use super::search::{PATH_PART, ProofNumber};
use super::settings::Guess;
use super::table::Entry;
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::game::{Game, Range, Turn};
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::best_first::make_room;
use crate::search::chooser::Chooser;

/// Expansions between two looks at the size of the table.
const SLICE: u32 = 1024;
/// What the evaluator's whole range adds to a first number.
const DOUBT: f64 = 8.0;

/// A move of a decision on the path, and the position behind it.
#[derive(Clone, Debug)]
pub(super) struct Child<G: Game> {
    pub(super) mv: G::Move,
    pub(super) state: G::State,
    pub(super) key: u64,
    /// What is certain of the position.
    pub(super) assured: Assured,
    /// How far the question has come there.
    pub(super) numbers: Numbers,
    /// The expansions spent behind it as long as it is on the path.
    pub(super) work: u64,
}

/// A decision on the path. Its moves are the children from `first` up to those of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) first: usize,
    chooser: Chooser,
    key: u64,
    /// What is certain of it besides what its moves say.
    assured: Assured,
    limits: Numbers,
    /// The place of the move that was followed last.
    pub(super) place: usize,
    pub(super) work: u64,
}

/// What holds where both hold.
#[inline]
fn both(one: Assured, other: Assured) -> Assured {
    Assured { least: one.least.max(other.least), greatest: one.greatest.min(other.greatest) }
}

impl<G: Insight, E: Evaluator<G>> ProofNumber<G, E> {
    /// Begins with a question at the root; whether the budget allows it.
    pub(super) fn ask(&mut self, chooser: Chooser, question: f64, meter: &mut Meter) -> bool {
        let known = self.questions.iter().position(|&known| known == question);
        let number = known.unwrap_or_else(|| {
            self.questions.push(question);
            self.questions.len() - 1
        });
        self.question = (question, number as u8);
        if self.children.is_empty() {
            self.moves.clear();
            // All of them, because a report names all.
            self.game.moves(&self.root, &mut self.moves);
            let root = self.root.clone();
            if !self.expand(&root, meter) {
                return false;
            }
        } else {
            for place in 0..self.children.len() {
                let Child { key, assured, .. } = self.children[place];
                let recalled = self.table.recall(key).and_then(|entry| self.read(&entry));
                let numbers = Numbers::answer(assured, question).or(recalled);
                self.children[place].numbers = numbers.unwrap_or(Numbers::UNKNOWN);
            }
        }
        let (assured, limits) = (self.ends, Numbers::NO_LIMITS);
        self.frames.push(Frame { first: 0, chooser, key: 0, assured, limits, place: 0, work: 1 });
        true
    }

    /// Works on the question, until it is answered, the slice is done or the budget spent.
    pub(super) fn proceed(&mut self, meter: &mut Meter) {
        let mut expansions = 0;
        while let Some(&frame) = self.frames.last() {
            let Frame { chooser, limits, .. } = frame;
            let children = &self.children[frame.first..];
            let moves = Assured::choice(chooser, children.iter().map(|child| child.assured));
            let assured = both(frame.assured, moves);
            let answer = Numbers::answer(assured, self.question.0);
            let tally = Tally::new(chooser, children.iter().map(|child| child.numbers));
            let numbers = answer.unwrap_or_else(|| tally.numbers(chooser, self.settings.join));
            if answer.is_some() || numbers.reach(limits) {
                self.leave(assured, numbers);
            } else if expansions == SLICE {
                return;
            } else {
                let other = children[tally.place].numbers.other(chooser);
                let rule = (self.settings.join, self.settings.epsilon);
                let limits = tally.limits(chooser, rule, limits, other);
                if !self.enter(tally.place, limits, meter) {
                    return;
                }
                expansions += 1;
            }
        }
    }

    /// Goes up from the last decision on the path, with what was found there.
    fn leave(&mut self, assured: Assured, numbers: Numbers) {
        let Some(Frame { first, key, work, .. }) = self.frames.pop() else { return };
        let Some(above) = self.frames.last_mut() else { return };
        self.children.truncate(first);
        above.work += work;
        let child = &mut self.children[above.first + above.place];
        (child.assured, child.numbers) = (assured, numbers);
        child.work += work;
        self.table.note(key, &Entry { assured, question: self.question.1, numbers, work });
    }

    /// Goes down behind the move at `place` of the last decision; whether the budget allows it.
    fn enter(&mut self, place: usize, limits: Numbers, meter: &mut Meter) -> bool {
        let Some(above) = self.frames.last_mut() else { return false };
        above.place = place;
        let number = above.first + place;
        let Child { key, assured, .. } = self.children[number];
        // Another way may have led there meanwhile. Its numbers are not taken over: those of a decision must only grow.
        let assured = self.table.recall(key).map_or(assured, |entry| both(assured, entry.assured));
        if let Some(numbers) = Numbers::answer(assured, self.question.0) {
            (self.children[number].assured, self.children[number].numbers) = (assured, numbers);
            return true;
        }
        let depth = self.frames.len() as u32 + 1;
        if meter.budget().depth.is_some_and(|limit| depth > limit) {
            meter.stop(Stop::Depth);
            return false;
        }
        let state = self.children[number].state.clone();
        let Some(chooser) = Chooser::without_chance(self.game.turn(&state)) else { return false };
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
        self.frames.push(Frame { first, chooser, key, assured, limits, place: 0, work: 1 });
        true
    }

    /// Makes room on the path for a decision of so many moves; whether there is so much memory.
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

    /// Adds the children of a decision, one a move; whether the budget allows it.
    fn expand(&mut self, state: &G::State, meter: &mut Meter) -> bool {
        let count = self.moves.len() as u64;
        if !self.make_room(self.moves.len(), meter) || !meter.spend(count, count, count) {
            return false;
        }
        // Those that are needed are counted as they come.
        meter.counters.evals -= count;
        meter.counters.expansions += 1;
        let first = self.children.len();
        for &mv in &self.moves {
            let state = self.game.after(state, mv);
            let key = self.key(&state);
            self.table.announce(key);
            let (assured, numbers) = (self.ends, Numbers::UNKNOWN);
            self.children.push(Child { mv, state, key, assured, numbers, work: 0 });
        }
        for place in first..self.children.len() {
            let (assured, numbers) = self.look(place, meter);
            let child = &mut self.children[place];
            (child.assured, child.numbers) = (assured, numbers);
        }
        true
    }

    /// The key of a position in the table.
    pub(super) fn key(&self, state: &G::State) -> u64 {
        if self.settings.mirror { self.game.folded_key(state).0 } else { self.game.key(state) }
    }

    /// What is known of a child that was just added, and its numbers.
    fn look(&mut self, place: usize, meter: &mut Meter) -> (Assured, Numbers) {
        // Where the moves of the decision itself were, which are children by now.
        let mut replies = std::mem::take(&mut self.moves);
        replies.clear();
        let Child { state, key, .. } = &self.children[place];
        let (mut assured, chooser) = self.at_a_glance(state, &mut replies);
        let mut numbers = Numbers::answer(assured, self.question.0);
        if numbers.is_none()
            && let Some(entry) = self.table.recall(*key)
        {
            assured = both(assured, entry.assured);
            numbers = Numbers::answer(assured, self.question.0).or_else(|| self.read(&entry));
        }
        let numbers = numbers.unwrap_or_else(|| {
            // Also where the evaluator is not asked, so that a budget in evals bounds every search.
            meter.counters.evals += 1;
            self.guess(state, chooser, &mut replies)
        });
        self.moves = replies;
        (assured, numbers)
    }

    /// The numbers of an entry, where they belong to the present question.
    fn read(&self, entry: &Entry) -> Option<Numbers> {
        let Numbers { proof, disproof } = entry.numbers;
        // What was answered once, when the question's number stood for another one, is open now.
        let numbers = Numbers { proof: proof.max(1), disproof: disproof.max(1) };
        (entry.question == self.question.1).then_some(numbers)
    }

    /// What is certain of a position without search, and who decides there. Pushes the moves worth a search onto `replies`
    /// where the game says which they are.
    pub(super) fn at_a_glance(
        &self,
        state: &G::State,
        replies: &mut Vec<G::Move>,
    ) -> (Assured, Option<Chooser>) {
        let turn = self.game.turn(state);
        let chooser = Chooser::without_chance(turn);
        let (game, evaluator) = (&self.game, &self.evaluator);
        let assured = match (turn, chooser) {
            (Turn::Over(payoff), _) => Assured::exactly(evaluator.payoff(game, payoff)),
            (_, Some(chooser)) if self.settings.insight => match game.prospect(state, replies) {
                Prospect::Won(_) => Assured::exactly(self.ends.hope(chooser)),
                Prospect::Lost => Assured::exactly(self.ends.floor(chooser)),
                Prospect::Open => {
                    game.assured(state).map_or(self.ends, |payoffs| payoffs.valued(game, evaluator))
                }
            },
            _ => self.ends,
        };
        (assured, chooser)
    }

    /// First numbers. `replies` are the moves worth a search, if the game has said which they are.
    fn guess(&self, state: &G::State, chooser: Option<Chooser>, replies: &mut Vec<G::Move>) -> Numbers {
        match (self.settings.guess, chooser) {
            (Guess::Moves, Some(chooser)) => {
                if replies.is_empty() {
                    self.game.moves(state, replies);
                }
                Numbers::of(chooser, 1, (replies.len() as u32).clamp(1, Numbers::GREATEST))
            }
            (Guess::Value, _) => {
                let value = self.evaluator.evaluate(&self.game, state);
                let share = self.evaluator.range().map(value, Range::new(0.0, DOUBT)).clamp(0.0, DOUBT);
                Numbers { proof: 1 + (DOUBT - share) as u32, disproof: 1 + share as u32 }
            }
            _ => Numbers::UNKNOWN,
        }
    }
}
