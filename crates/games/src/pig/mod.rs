//! Pig: roll a die as often as you dare, and bank what you have before a 1 takes it away.
//!
//! The game is traditional (Knizia 1999, *Dice Games Properly Explained*); the rules are those of Neller and Presser
//! 2004, *Optimal Play of the Dice Game Pig*. A turn is a sequence of rolls. A 2 to 6 is added to the turn total, and
//! the player rolls again or holds, which banks the turn total. A 1 loses the turn total and ends the turn. The first
//! to reach the goal wins. Max begins.
//!
//! Details of this implementation, none of which changes the value of a position:
//!
//! * A turn begins with a roll, because there is nothing to hold yet.
//! * After a 1 the player's only move is `pass`. Rolls cost a search no depth, so two players who roll only ones would
//!   otherwise make an endless line without a decision. So every roll is followed by one decision.
//! * A player whose score and turn total together reach the goal has won at once. Rolling on could only lose; the
//!   equations of the paper say the same.

pub(crate) mod by_name;
mod evaluators;
mod notation;
mod solution;

pub use evaluators::{Blind, Exact, Lead};
pub use solution::{GREATEST_SOLVED, Solution};

use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, ParseError, Turn};

/// The maximum goal: scores and turn totals are kept in 16 bits.
pub const GREATEST_GOAL: u16 = 10_000;

/// The rules of Pig, played to a goal.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::pig::Pig;
///
/// let game = Pig::new(100)?;
/// let state = game.parse_position("12-34+5 max")?;
/// let held = game.after(&state, game.parse_move(&state, "hold")?);
/// assert_eq!(game.position_text(&held), "17-34 min rolls");
/// assert_eq!(game.turn(&held), Turn::Chance);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pig {
    goal: u16,
    /// The reciprocal of the goal, because a division would be the slowest part of an evaluation.
    share: f64,
}

impl Default for Pig {
    fn default() -> Self {
        Pig::of(100)
    }
}

impl Pig {
    /// Pig in which the first to reach `goal` wins.
    ///
    /// # Errors
    /// If the goal is not from 1 to [`GREATEST_GOAL`].
    pub fn new(goal: u32) -> Result<Self, ParseError> {
        match u16::try_from(goal) {
            Ok(goal @ 1..=GREATEST_GOAL) => Ok(Pig::of(goal)),
            _ => Err(ParseError::new(
                "goal of pig",
                goal.to_string(),
                format!("1 to {GREATEST_GOAL}: scores are kept in 16 bits"),
            )),
        }
    }

    fn of(goal: u16) -> Self {
        Pig { goal, share: 1.0 / f64::from(goal) }
    }

    /// The points that win.
    pub fn goal(&self) -> u16 {
        self.goal
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who begins.
    Max,
    /// The other.
    Min,
}

impl Player {
    fn other(self) -> Self {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    fn turn(self) -> Turn {
        match self {
            Player::Max => Turn::Max,
            Player::Min => Turn::Min,
        }
    }

    /// Converts a value from this player's view to Max's.
    #[inline]
    fn to_max(self, value: f64) -> f64 {
        match self {
            Player::Max => value,
            Player::Min => -value,
        }
    }
}

/// What happens next in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The die is rolled.
    Rolls,
    /// The player rolls again or holds.
    Decides,
    /// The player has rolled a 1 and passes the die on.
    Passes,
    /// The player has won.
    Won,
}

/// A position: the banked scores and the state of the current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// The banked score of the player whose turn it is.
    own: u16,
    /// The banked score of the other player.
    other: u16,
    /// The turn total so far.
    total: u16,
    player: Player,
    phase: Phase,
}

impl Scores {
    /// The banked score of the player whose turn it is.
    pub fn own(self) -> u16 {
        self.own
    }

    /// The banked score of the other player.
    pub fn other(self) -> u16 {
        self.other
    }

    /// The points of the current turn, not yet banked.
    pub fn total(self) -> u16 {
        self.total
    }

    /// The player whose turn it is, or who has won.
    pub fn player(self) -> Player {
        self.player
    }

    /// What happens next.
    pub fn phase(self) -> Phase {
        self.phase
    }

    /// Banks the turn total and begins the other player's turn.
    #[inline]
    fn passed_on(self) -> Self {
        let other = self.own + self.total;
        Scores { own: self.other, other, total: 0, player: self.player.other(), phase: Phase::Rolls }
    }
}

/// A decision, or the face of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Rolls the die once more.
    Roll,
    /// Banks the turn total.
    Hold,
    /// Passes the die on after a 1.
    Pass,
    /// The die shows this face, 1 to 6.
    Face(u8),
}

/// The outcomes of a roll.
const FACES: [Move; 6] =
    [Move::Face(1), Move::Face(2), Move::Face(3), Move::Face(4), Move::Face(5), Move::Face(6)];

impl Game for Pig {
    type State = Scores;
    type Move = Move;

    fn start(&self) -> Scores {
        Scores { own: 0, other: 0, total: 0, player: Player::Max, phase: Phase::Rolls }
    }

    #[inline]
    fn turn(&self, state: &Scores) -> Turn {
        match state.phase {
            Phase::Rolls => Turn::Chance,
            Phase::Decides | Phase::Passes => state.player.turn(),
            Phase::Won => Turn::Over(state.player.to_max(1.0)),
        }
    }

    #[inline]
    fn moves(&self, state: &Scores, moves: &mut Vec<Move>) {
        match state.phase {
            Phase::Rolls => moves.extend_from_slice(&FACES),
            Phase::Decides => moves.extend_from_slice(&[Move::Roll, Move::Hold]),
            Phase::Passes => moves.push(Move::Pass),
            Phase::Won => {}
        }
    }

    #[inline]
    fn has_chance(&self) -> bool {
        true
    }

    fn chances(&self, _state: &Scores, _moves: &[Move], chances: &mut Vec<f64>) {
        chances.extend_from_slice(&[1.0 / 6.0; 6]);
    }

    #[inline]
    fn play(&self, state: &mut Scores, mv: Move) {
        *state = self.after(state, mv);
    }

    #[inline]
    fn after(&self, &state: &Scores, mv: Move) -> Scores {
        match mv {
            Move::Face(1) => Scores { total: 0, phase: Phase::Passes, ..state },
            Move::Face(face) => {
                let total = state.total + u16::from(face);
                let phase = if state.own + total < self.goal { Phase::Decides } else { Phase::Won };
                Scores { total, phase, ..state }
            }
            Move::Roll => Scores { phase: Phase::Rolls, ..state },
            // After a 1 the turn total is already lost, so a pass banks nothing.
            Move::Hold | Move::Pass => state.passed_on(),
        }
    }

    /// After two consecutive ones the position is as it was.
    fn repeats(&self) -> bool {
        true
    }
}

impl Keyed for Pig {
    fn key(&self, state: &Scores) -> u64 {
        let numbers = [state.own, state.other, state.total, state.phase as u16 * 2 + state.player as u16];
        scatter(numbers.into_iter().fold(0, |key, number| key << 16 | u64::from(number)))
    }
}

impl Insight for Pig {}
