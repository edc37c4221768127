//! The exact table of a game with few checkers: what every position before the roll is worth.
//!
//! A value is the expected number of points of the player to roll, with best play of both. Positions are pairs of
//! arrangements. Illegal pairs, with checkers of both players on one point, keep a place, so that a position is found by
//! its two ranks alone.

mod arrangements;
mod file;
mod iteration;

pub use iteration::Iteration;

use super::checkers::{BAR, Places as Points, only};
use super::moves::View;
use super::{Backgammon, Dice, Move, State};
use arrangements::{Arrangements, Places, places};

/// The most checkers of a player for which there is a table: three checkers have 3276 arrangements.
pub(super) const MOST_TABULATED: u8 = 3;

/// The number of different rolls.
const ROLLS: usize = 21;
/// Room for the plays of most rolls.
const PLAYS: usize = 32;

/// What a play of each roll leads to: the place of a position in the table; or, when the play ends the game, the points won,
/// counted from the end of the table.
type Replies = [u32; ROLLS];

/// The value of every position of a game, before the roll.
///
/// [`Iteration`] computes it, and [`Exact`](super::Exact) reads a state's value from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    arrangements: Arrangements,
    /// By the rank of the arrangement of the player to roll, then of the other's: without a hit, the values after all plays
    /// of a position lie together, because the opponent's arrangement stays.
    values: Vec<f32>,
}

impl Table {
    fn new(checkers: u8) -> Self {
        let arrangements = Arrangements::new(checkers);
        let values = vec![0.0; arrangements.count() * arrangements.count()];
        Table { arrangements, values }
    }

    /// The checkers of a player.
    pub fn checkers(&self) -> u8 {
        self.arrangements.checkers()
    }

    /// The expected points of the player to roll; the roll of `state` does not matter.
    #[inline]
    pub fn before_roll(&self, state: &State) -> f64 {
        let [mover, waiter] = [&state.mover, &state.waiter].map(|side| self.arrangements.rank(side));
        f64::from(self.values[mover * self.arrangements.count() + waiter])
    }

    /// The expected points of the player who has this roll to play.
    pub fn after_roll(&self, state: &State, dice: Dice) -> f64 {
        self.points(self.reply(&Turn::new(self, state), dice, &mut Vec::new()))
    }

    /// What the best plays of all rolls lead to.
    fn replies(&self, state: &State) -> Replies {
        let turn = Turn::new(self, state);
        let mut plays = Vec::with_capacity(PLAYS);
        let mut replies = [0; ROLLS];
        for (reply, dice) in replies.iter_mut().zip(Dice::all()) {
            *reply = self.reply(&turn, dice, &mut plays);
        }
        replies
    }

    /// The expected points of a player who makes these replies.
    fn followed(&self, replies: &Replies) -> f32 {
        let chances = Dice::all().map(Dice::chance);
        replies.iter().zip(chances).map(|(&reply, chance)| chance * self.points(reply)).sum::<f64>() as f32
    }

    /// The expected points of the player who makes a reply.
    #[inline]
    fn points(&self, reply: u32) -> f64 {
        let place = reply as usize;
        self.values.get(place).map_or_else(|| (place - self.values.len()) as f64, |&value| -f64::from(value))
    }

    /// What the best play of a roll leads to.
    #[inline]
    fn reply(&self, turn: &Turn, dice: Dice, plays: &mut Vec<Move>) -> u32 {
        plays.clear();
        turn.view.push_plays(dice, plays);
        let mut best = (f64::NEG_INFINITY, 0);
        for &play in &*plays {
            let reply = self.after_play(turn, play);
            let points = self.points(reply);
            if points > best.0 {
                best = (points, reply);
            }
        }
        best.1
    }

    /// What a play leads to.
    #[inline]
    fn after_play(&self, turn: &Turn, play: Move) -> u32 {
        let mut places = turn.places;
        let (mut blots, mut waiter, mut rank) = (turn.blots, turn.state.waiter, turn.waiter);
        for step in play.steps() {
            if let Some(place) = places.iter_mut().find(|place| **place == step.from) {
                *place = step.to;
            }
            let hit = only(BAR - step.to);
            if blots & hit != 0 {
                blots ^= hit;
                waiter = waiter.moved(BAR - step.to, BAR);
                rank = self.arrangements.rank(&waiter);
            }
        }
        if places == Places::default() {
            return (self.values.len() + State { mover: waiter, ..turn.state }.points_lost() as usize) as u32;
        }
        // The opponent rolls next.
        (rank * self.arrangements.count() + self.arrangements.rank_of(places)) as u32
    }
}

/// A position whose plays are valued, with what all of them have in common.
struct Turn {
    state: State,
    view: View,
    /// The places of the mover's checkers.
    places: Places,
    /// The points on which the other player can be hit, as that player numbers them, and the rank of the arrangement.
    blots: Points,
    waiter: usize,
}

impl Turn {
    fn new(table: &Table, state: &State) -> Self {
        Turn {
            state: *state,
            view: View::new(state.mover, &state.waiter),
            places: places(&state.mover),
            blots: state.waiter.blots(),
            waiter: table.arrangements.rank(&state.waiter),
        }
    }
}

impl Backgammon {
    /// The rules that the values depend on, besides the number of checkers.
    const RULES: &'static str = "money";

    /// Whether a table can be computed.
    pub(super) fn can_be_tabulated(&self) -> bool {
        self.checkers <= MOST_TABULATED
    }
}
