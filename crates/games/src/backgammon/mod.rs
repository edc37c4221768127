//! Backgammon, and hypergammon, which is backgammon with three checkers: money games without the doubling cube.
//!
//! A turn is a roll and a play. Before the roll it is chance's turn; then the player moves as many checkers as the dice
//! allow. The whole play is one move, and plays that lead to the same position are one play. A player who cannot move has
//! one play, `pass`. A win pays 1; a gammon, in which the loser has borne off no checker, 2; a backgammon, in which the
//! loser also has a checker on the bar or in the winner's home board, 3. There is no cube, so that gammons always count.
//!
//! Max is the first to roll. All 21 rolls are possible then, unless the game is made [`Backgammon::with_opening_rule`].

mod bear_off;
pub(crate) mod by_name;
mod checkers;
mod dice;
mod drawing;
mod exact;
mod inputs;
mod linear;
mod moves;
mod net;
mod notation;
mod play;
mod position_id;
mod table;

pub use bear_off::BearOff;
pub use checkers::{Checkers, MOST_CHECKERS};
pub use dice::Dice;
pub use exact::Exact;
pub use linear::{INPUTS, Linear, Regressions, Weights, is_race, push_inputs};
pub use net::{Chances, Net};
pub use play::Move;
pub use table::{Iteration, Table};

use checkers::{BAR, FAR_HOME, only};
use moves::View;
use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, ParseError, Player, Range, Turn};

/// The points on which hypergammon starts, with the number of checkers.
const HYPERGAMMON: [(usize, u8); 3] = [(24, 1), (23, 1), (22, 1)];

/// The rules of backgammon with a number of checkers.
///
/// ```
/// use tiptree::{Game, Notation};
/// use tiptree_games::backgammon::Backgammon;
///
/// let game = Backgammon::standard();
/// let state = game.parse_position("4HPwATDgc/ABMA max 31")?;
/// let made = game.after(&state, game.parse_move(&state, "8/5 6/5")?);
/// assert_eq!(game.position_text(&made), "sGfwATDgc/ABMA min");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// Each player's checkers at the start.
    start: Checkers,
    /// The checkers of a player.
    checkers: u8,
    has_opening_rule: bool,
}

impl Backgammon {
    /// Backgammon with fifteen checkers: two on the 24 point, five on the 13 point, three on the 8 point, five on the 6 point.
    pub fn standard() -> Self {
        Backgammon::starting(&[(24, 2), (13, 5), (8, 3), (6, 5)])
    }

    /// Hypergammon: three checkers, on the 24, 23 and 22 points.
    pub fn hypergammon() -> Self {
        Backgammon::starting(&HYPERGAMMON)
    }

    /// Hypergammon with one, two or three checkers, on the farthest points.
    ///
    /// # Errors
    /// If it is another number.
    pub fn hypergammon_with(checkers: usize) -> Result<Self, ParseError> {
        let points = HYPERGAMMON.get(..checkers).filter(|points| !points.is_empty());
        let refused = || ParseError::new("checkers of hypergammon", checkers.to_string(), "1, 2 or 3");
        points.map(Backgammon::starting).ok_or_else(refused)
    }

    fn starting(points: &[(usize, u8)]) -> Self {
        let mut counts = [0; 26];
        for &(point, count) in points {
            counts[point] = count;
        }
        Backgammon { start: Checkers::new(&counts), checkers: counts.iter().sum(), has_opening_rule: false }
    }

    /// The same, but the first roll is no double: both players throw one die, and the one with the higher die, who is Max
    /// here, plays both. The rule holds wherever Max is to roll in the position of the start.
    #[must_use]
    pub fn with_opening_rule(self) -> Self {
        Backgammon { has_opening_rule: true, ..self }
    }

    /// The checkers of a player.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Whether the next roll is the first one under the opening rule.
    fn is_opening(&self, state: &State) -> bool {
        self.has_opening_rule && *state == self.start()
    }

    /// The rolls that are possible.
    fn rolls(&self, state: &State) -> impl Iterator<Item = Dice> {
        let is_opening = self.is_opening(state);
        Dice::all().filter(move |dice| !(is_opening && dice.is_double()))
    }
}

/// A position: the checkers of both players, whose turn it is, and the roll if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The checkers of the player whose turn it is.
    mover: Checkers,
    /// The checkers of the opponent, as the opponent numbers the points.
    waiter: Checkers,
    player: Player,
    dice: Option<Dice>,
}

impl State {
    /// The checkers of the player whose turn it is.
    pub fn mover(&self) -> &Checkers {
        &self.mover
    }

    /// The checkers of the opponent, as the opponent numbers the points.
    pub fn waiter(&self) -> &Checkers {
        &self.waiter
    }

    /// The player who rolls or plays next.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The roll, once it is known.
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// What the opponent of the mover has won by bearing off the last checker: 1, 2 or 3.
    fn points_lost(&self) -> f64 {
        let is_behind = self.mover.in_play() & (FAR_HOME | only(BAR)) != 0;
        match self.mover.borne_off() {
            0 if is_behind => 3.0,
            0 => 2.0,
            _ => 1.0,
        }
    }

    /// Makes the steps of a play, without ending the turn.
    #[inline]
    fn step(&mut self, play: Move) {
        for step in play.steps() {
            self.mover = self.mover.moved(step.from, step.to);
            let there = BAR - step.to;
            // The place opposite to "borne off" is the bar, which holds no blot.
            if self.waiter.blots() & only(there) != 0 {
                self.waiter = self.waiter.moved(there, BAR);
            }
        }
    }
}

impl Game for Backgammon {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { mover: self.start, waiter: self.start, player: Player::Max, dice: None }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.player {
            player if state.waiter.in_play() == 0 => Turn::Over(-player.sign() * state.points_lost()),
            _ if state.dice.is_none() => Turn::Chance,
            Player::Max => Turn::Max,
            Player::Min => Turn::Min,
        }
    }

    fn payoffs(&self) -> Range {
        Range::new(-3.0, 3.0).with_step(1.0)
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        match state.dice {
            _ if state.waiter.in_play() == 0 => {}
            Some(dice) => View::new(state.mover, &state.waiter).push_plays(dice, moves),
            None => moves.extend(self.rolls(state).map(Move::roll)),
        }
    }

    fn chances(&self, state: &State, moves: &[Move], chances: &mut Vec<f64>) {
        let all: f64 = self.rolls(state).map(Dice::chance).sum();
        chances.extend(moves.iter().map(|mv| mv.dice().chance() / all));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if mv.is_roll() {
            state.dice = Some(mv.dice());
        } else {
            state.step(mv);
            *state =
                State { mover: state.waiter, waiter: state.mover, player: state.player.other(), dice: None };
        }
    }

    /// Checkers that are hit go back.
    fn repeats(&self) -> bool {
        true
    }
}

impl Keyed for Backgammon {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let dice = state.dice.map_or(0, |dice| u64::from(dice.high() << 3 | dice.low()));
        let turn = u64::from(state.player == Player::Min) << 6 | dice;
        let words = [state.mover.words(), state.waiter.words()];
        words.as_flattened().iter().fold(scatter(turn), |key, word| scatter(key ^ word))
    }
}

impl Insight for Backgammon {}
