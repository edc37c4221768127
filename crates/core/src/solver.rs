//! Exact values of positions given as texts: the result of perfect play by both sides to the end of the game.

use crate::budget::Budget;
use crate::evaluator::{Evaluator, Neutral};
use crate::game::{Game, Notation, Turn};
use crate::insight::Insight;
use crate::meter::Meter;
use crate::parse_error::ParseError;
use crate::report::Outcome;
use crate::search::{Search, catalogue};
use std::fmt;
use std::sync::Arc;

/// A solver of the positions of one game. It may keep what it has learned from one position to the next.
pub trait Solver: Send {
    /// The exact value of a position, and with `all_moves` that of every legal move too; `None` if the budget ends first.
    ///
    /// # Errors
    /// If the text describes no position of this game, or a position without a score: the game is over, or it has chance and
    /// no known exact solution.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, ParseError>;

    /// Forgets everything, so that the next position costs as much as a first one.
    fn forget(&mut self);
}

/// The score of a position or of a move.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Score {
    /// A score on the game's own scale; 1, 0 and -1 where the game has none.
    Whole(i32),
    /// The expected payoff, in a game with chance.
    Expected(f64),
}

impl Score {
    /// The score as a number, whichever it is.
    pub fn points(self) -> f64 {
        match self {
            Score::Whole(score) => score.into(),
            Score::Expected(payoff) => payoff,
        }
    }
}

impl From<i32> for Score {
    fn from(score: i32) -> Self {
        Score::Whole(score)
    }
}

impl PartialEq<i32> for Score {
    fn eq(&self, other: &i32) -> bool {
        *self == Score::Whole(*other)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Whole(score) => write!(f, "{score}"),
            Score::Expected(payoff) => write!(f, "{payoff:.6}"),
        }
    }
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The score for the side to move, or for Max at a chance node. Scores are the only values here that are not Max's view,
    /// because the data and the users of the field expect that.
    pub score: Score,
    /// How the game ends for Max; `None` in a game with chance.
    pub result: Option<Outcome>,
    /// A move that has the score of the position; `None` at a chance node.
    pub best: Option<String>,
    /// Every legal move in the game's order with its score for the side to move, or for Max at a chance node. Empty unless asked
    /// for.
    pub moves: Vec<(String, Score)>,
    /// Positions entered.
    pub nodes: u64,
}

/// Positions entered between two calls of the meter.
const SLICE: u64 = 1 << 14;

/// Counts the positions that a game's own solver enters, and asks a meter for many of them at once.
#[derive(Debug)]
pub struct Allowance {
    nodes: u64,
    /// The count at which the meter is asked again.
    pause: u64,
    meter: Option<Meter>,
    is_stopped: bool,
}

impl Default for Allowance {
    /// No limit.
    fn default() -> Self {
        Allowance { nodes: 0, pause: u64::MAX, meter: None, is_stopped: false }
    }
}

impl Allowance {
    /// Limits the positions entered from now on by a meter, or by nothing.
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

    /// Whether the meter has refused more positions. Results from then on are meaningless.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Counts a position if it may be entered, and returns whether it may.
    #[inline]
    pub fn enter(&mut self) -> bool {
        if self.nodes >= self.pause && !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Asks the meter for more positions. Each counts as one node and one move.
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

/// What a game's own solver found, in the game's types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The score of the position, for the side to move.
    pub score: i32,
    /// A move that has this score.
    pub best: Option<M>,
    /// Every move with its score for the side that makes it, if asked for.
    pub moves: Vec<(M, i32)>,
    /// The positions entered.
    pub nodes: u64,
}

/// The answer of a game's own solver: parses the position, lets `find` score it, and turns the moves found into texts. `None` if
/// `find` returns `None`, because its budget ended.
///
/// # Errors
/// If the text describes no position of this game, or one in which the game is over.
pub fn answer<G: Notation>(
    game: &G,
    position: &str,
    find: impl FnOnce(&G::State) -> Option<Found<G::Move>>,
) -> Result<Option<Solution>, ParseError> {
    let state = game.parse_position(position)?;
    let turn = game.turn(&state);
    if turn.is_over() {
        return Err(ParseError::new("position", position, "one in which the game is not over"));
    }
    Ok(find(&state).map(|Found { score, best, moves, nodes }| Solution {
        score: score.into(),
        result: Some(match if turn == Turn::Max { score } else { -score } {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }),
        best: best.map(|mv| game.move_text(&state, mv)),
        moves: moves.into_iter().map(|(mv, score)| (game.move_text(&state, mv), score.into())).collect(),
        nodes,
    }))
}

/// Finds the evaluator that has the exact values of a game.
type Compute<G, E> = dyn Fn(&G) -> Result<E, ParseError> + Send;

/// A solver that reads exact values from an evaluator of the game. Games with chance are solved this way.
pub struct Reading<G, E> {
    game: G,
    /// Computed for the first position; an error says why these rules have no solution.
    values: Option<Result<E, ParseError>>,
    compute: Box<Compute<G, E>>,
}

impl<G, E> Reading<G, E> {
    /// A solver of `game` by the expected payoffs that `compute` finds.
    pub fn new(game: G, compute: impl Fn(&G) -> Result<E, ParseError> + Send + 'static) -> Self {
        Reading { game, values: None, compute: Box::new(compute) }
    }
}

impl<G: Notation + Send, E: Evaluator<G> + Send> Solver for Reading<G, E> {
    /// Enters the position and its children, whatever the budget.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        _budget: &Budget,
    ) -> Result<Option<Solution>, ParseError> {
        let Reading { game, values, compute } = self;
        let state = game.parse_position(position)?;
        let turn = game.turn(&state);
        if turn.is_over() {
            return Err(ParseError::new("position", position, "one in which the game is not over"));
        }
        let values = values.get_or_insert_with(|| compute(game)).as_ref().map_err(Clone::clone)?;
        let expected = |state: &G::State| {
            let value = match game.turn(state) {
                Turn::Over(payoff) => payoff,
                _ => values.evaluate(game, state),
            };
            if turn == Turn::Min { -value } else { value }
        };
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let scored: Vec<(String, f64)> = legal
            .into_iter()
            .map(|mv| (game.move_text(&state, mv), expected(&game.after(&state, mv))))
            .collect();
        let nodes = 1 + scored.len() as u64;
        let first_best = scored.iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let best = first_best.filter(|_| turn != Turn::Chance).map(|(mv, _)| mv.clone());
        let moves = scored.into_iter().map(|(mv, payoff)| (mv, Score::Expected(payoff)));
        Ok(Some(Solution {
            score: Score::Expected(expected(&state)),
            result: None,
            best,
            moves: moves.filter(|_| all_moves).collect(),
            nodes,
        }))
    }

    fn forget(&mut self) {}
}

/// What the error for a game with chance and no exact solution says was expected.
const NO_CHANCE: &str = "a game without chance, or one whose exact solution is known";

/// How a game ends, and the first move towards that end.
type Outcomes<G> = Result<Option<(Outcome, Option<<G as Game>::Move>)>, &'static str>;

/// A solver for any game of wins, draws and losses without chance: a search to the end of the game, without an evaluator of the
/// game.
pub(crate) struct Searching<G: Game> {
    game: G,
    search: Box<dyn Search<G>>,
}

impl<G: Insight + Notation + Clone + 'static> Searching<G> {
    pub(crate) fn new(game: G) -> Self {
        let evaluator: Arc<dyn Evaluator<G>> = Arc::new(Neutral::new(&game));
        let search = catalogue::prover(game.clone(), evaluator).expect("a search without parameters");
        Searching { game, search }
    }

    /// How the game ends for Max, and a best move. `Ok(None)` if the meter stops first; an error text if the game does not end
    /// in a win, a draw or a loss.
    fn outcome(&mut self, mut state: G::State, meter: &mut Meter) -> Outcomes<G> {
        let mut moves = Vec::new();
        let mut only = None;
        loop {
            match self.game.turn(&state) {
                Turn::Over(payoff) => {
                    let outcome = Outcome::of(payoff, self.game.payoffs());
                    return outcome
                        .map(|outcome| Some((outcome, only)))
                        .ok_or("a game of wins, draws and losses");
                }
                Turn::Chance => return Err(NO_CHANCE),
                Turn::Max | Turn::Min => {}
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            // A search does not look beyond a forced move, so the move is played here.
            let [mv] = moves[..] else { break };
            only = only.or(Some(mv));
            self.game.play(&mut state, mv);
        }
        self.search.start(state);
        while self.search.step(meter).is_none() && meter.stopped().is_none() {}
        let report = self.search.report(meter);
        match report.proven {
            Some(proven) => proven
                .result
                .map(|outcome| Some((outcome, only.or(report.best))))
                .ok_or("a game of wins, draws and losses, without chance"),
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
    ) -> Result<Option<Solution>, ParseError> {
        let state = self.game.parse_position(position)?;
        let is_max = self.game.turn(&state) == Turn::Max;
        let parse_error = |expected: &str| ParseError::new("position", position, expected);
        if self.game.has_chance() {
            return Err(parse_error(NO_CHANCE));
        }
        if self.game.turn(&state).is_over() {
            return Err(parse_error("one in which the game is not over"));
        }
        let mut meter = Meter::new(budget);
        let Some((result, best)) = self.outcome(state.clone(), &mut meter).map_err(parse_error)? else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        if all_moves {
            let mut legal = Vec::new();
            self.game.moves(&state, &mut legal);
            for mv in legal {
                let next = self.game.after(&state, mv);
                let Some((result, _)) = self.outcome(next, &mut meter).map_err(parse_error)? else {
                    return Ok(None);
                };
                moves.push((self.game.move_text(&state, mv), score(result, is_max)));
            }
        }
        Ok(Some(Solution {
            score: score(result, is_max),
            result: Some(result),
            best: best.map(|mv| self.game.move_text(&state, mv)),
            moves,
            nodes: meter.counters.nodes,
        }))
    }

    fn forget(&mut self) {
        self.search.start(self.game.start());
    }
}

/// An outcome as a score for Max or for Min.
fn score(outcome: Outcome, is_max: bool) -> Score {
    let score = match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    };
    Score::Whole(if is_max { score } else { -score })
}
