//! Exact values of positions given as texts: play to the end of the game by both sides, without mistakes.

use crate::budget::Budget;
use crate::evaluator::{Evaluator, Neutral};
use crate::game::{Game, Notation, Turn};
use crate::insight::Insight;
use crate::meter::Meter;
use crate::misread::Misread;
use crate::report::Outcome;
use crate::search::{Search, catalogue};
use std::sync::Arc;

/// A solver of the positions of one game. It keeps what it has learned from one position to the next.
pub trait Solver: Send {
    /// The exact value of a position, and with `all_moves` that of every legal move too; `None` where the budget ends first.
    ///
    /// # Errors
    /// If the text describes no position of this game, or one that has no score: one in which the game is over, or in which
    /// chance decides.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, Misread>;

    /// Forgets everything: the next position costs what it would cost as the first.
    fn forget(&mut self);
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the side to move, on the game's own scale; 1, 0 and -1 where it has none. Scores are the one thing here
    /// that is not Max's view, because the field's data and users expect them so.
    pub score: i32,
    /// How the game ends for Max.
    pub result: Outcome,
    /// Every legal move in the game's order with its score for the side that makes it; empty unless asked for.
    pub moves: Vec<(String, i32)>,
    /// Positions entered.
    pub nodes: u64,
}

/// Positions between two questions to the meter.
const SLICE: u64 = 1 << 14;

/// The positions that a game's own solver enters, counted under a meter that is asked for many at once.
#[derive(Debug)]
pub struct Allowance {
    nodes: u64,
    /// How many may be entered before the meter is asked again.
    pause: u64,
    meter: Option<Meter>,
    is_stopped: bool,
}

impl Default for Allowance {
    /// As many as it takes.
    fn default() -> Self {
        Allowance { nodes: 0, pause: u64::MAX, meter: None, is_stopped: false }
    }
}

impl Allowance {
    /// Puts what follows under a meter, or under none.
    pub fn limit(&mut self, meter: Option<Meter>) {
        self.pause = if meter.is_some() { self.nodes } else { u64::MAX };
        self.meter = meter;
        self.is_stopped = false;
    }

    /// The positions entered.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the meter has said no: what is found after that means nothing.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Counts a position, if it may be entered.
    #[inline]
    pub fn enter(&mut self) -> bool {
        if self.nodes >= self.pause && !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Asks the meter for more positions. A position is entered by one move.
    #[cold]
    fn may_go_on(&mut self) -> bool {
        let Some(meter) = &mut self.meter else { return true };
        let (spent, budget) = (meter.counters.nodes, meter.budget());
        let limit = budget.nodes.unwrap_or(u64::MAX).min(budget.moves.unwrap_or(u64::MAX));
        let slice = SLICE.min(limit - spent).max(1);
        self.is_stopped = self.is_stopped || !meter.spend(slice, 0, slice);
        self.pause = self.nodes + if self.is_stopped { 0 } else { slice };
        !self.is_stopped
    }
}

/// The scores that a game's own solver found: of the position, of every move where that was asked for, and the positions entered.
pub type Scores<M> = (i32, Vec<(M, i32)>, u64);

/// What a game's own solver answers: reads the position, has it scored by `find`, unless its budget ends first, and writes down
/// what was found.
///
/// # Errors
/// If the text describes no position of this game, or one in which the game is over.
pub fn answer<G: Notation>(
    game: &G,
    position: &str,
    find: impl FnOnce(&G::State) -> Option<Scores<G::Move>>,
) -> Result<Option<Solution>, Misread> {
    let state = game.parse_position(position)?;
    let turn = game.turn(&state);
    if turn.is_over() {
        return Err(Misread::new("position", position, "one in which the game is not over"));
    }
    Ok(find(&state).map(|(score, moves, nodes)| Solution {
        score,
        result: match if turn == Turn::Max { score } else { -score } {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        },
        moves: moves.into_iter().map(|(mv, score)| (game.move_text(&state, mv), score)).collect(),
        nodes,
    }))
}

/// A solver for any game of wins, draws and losses without chance: a search that knows the rules and nothing else, to the
/// end of the game.
pub(crate) struct Searching<G: Game> {
    game: G,
    search: Box<dyn Search<G>>,
}

impl<G: Insight + Notation + Clone + 'static> Searching<G> {
    pub(crate) fn new(game: G) -> Self {
        let evaluator: Arc<dyn Evaluator<G>> = Arc::new(Neutral::new(&game));
        // Proof numbers take a fifth of the time of pvs where both can prove.
        let name = if game.has_chance() || game.repeats() { "pvs" } else { "dfpn" };
        let spec = name.parse().expect("a name alone is a spec");
        let search =
            catalogue::build(&spec, game.clone(), evaluator, 1).expect("a search without parameters");
        Searching { game, search }
    }

    /// How the game ends for Max; `Ok(None)` where the meter stops first, an error in words where it does not end in a win, a
    /// draw or a loss.
    fn outcome(&mut self, mut state: G::State, meter: &mut Meter) -> Result<Option<Outcome>, &'static str> {
        let mut moves = Vec::new();
        loop {
            match self.game.turn(&state) {
                Turn::Over(payoff) => {
                    let outcome = Outcome::of(payoff, self.game.payoffs());
                    return outcome.map(Some).ok_or("a game of wins, draws and losses");
                }
                Turn::Chance => return Err("a game without chance"),
                Turn::Max | Turn::Min => {}
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            // A search does not look behind the only move.
            let [mv] = moves[..] else { break };
            self.game.play(&mut state, mv);
        }
        self.search.start(state);
        while self.search.step(meter).is_none() && meter.stopped().is_none() {}
        match self.search.report(meter).proven {
            Some(proven) => proven.result.map(Some).ok_or("a game of wins, draws and losses, without chance"),
            None => Ok(None),
        }
    }
}

impl<G: Insight + Notation + Clone + 'static> Solver for Searching<G> {
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, Misread> {
        let state = self.game.parse_position(position)?;
        let is_max = self.game.turn(&state) == Turn::Max;
        let misread = |expected: &str| Misread::new("position", position, expected);
        if self.game.turn(&state).is_over() {
            return Err(misread("one in which the game is not over"));
        }
        let mut meter = Meter::new(budget);
        let Some(result) = self.outcome(state.clone(), &mut meter).map_err(misread)? else { return Ok(None) };
        let mut moves = Vec::new();
        if all_moves {
            let mut legal = Vec::new();
            self.game.moves(&state, &mut legal);
            for mv in legal {
                let next = self.game.after(&state, mv);
                let Some(result) = self.outcome(next, &mut meter).map_err(misread)? else { return Ok(None) };
                moves.push((self.game.move_text(&state, mv), score(result, is_max)));
            }
        }
        Ok(Some(Solution { score: score(result, is_max), result, moves, nodes: meter.counters.nodes }))
    }

    fn forget(&mut self) {
        self.search.start(self.game.start());
    }
}

/// An outcome as a number for one of the players.
fn score(outcome: Outcome, is_max: bool) -> i32 {
    let score = match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    };
    if is_max { score } else { -score }
}
