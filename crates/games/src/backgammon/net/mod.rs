//! A net with one hidden layer, trained by temporal differences: the chances to win and to lose, with gammons and backgammons.
//!
//! Tesauro 1992, *Practical Issues in Temporal Difference Learning*: 198 [inputs](super::inputs), one hidden layer, trained on
//! games against itself. Here the position is always seen by the player to roll. So the two inputs for whose turn it is would
//! be the same in every position, and one of them serves as the bias of the hidden units. Contact and race have nets of their own, and so
//! have backgammon and hypergammon. `examples/train_net` is the program that trained them.

mod chances;
mod lanes;
mod layers;
mod weights;

pub use chances::Chances;

use super::checkers::Checkers;
use super::inputs::{OF_SIDE, push_side};
use super::linear::is_race;
use super::{Backgammon, Move, State};
use chances::CHANCES;
use lanes::{Lanes, Portable, has_vectors};
use layers::{Layers, Sums};
use tiptree::{Estimates, Evaluator, Game, Leaf, ParseError, Range};

/// The net of backgammon or hypergammon: the expected points, -3 to 3.
///
/// It values a position before the roll. Where the roll is known, it ignores the roll.
///
/// ```
/// use tiptree::Game;
/// use tiptree_games::backgammon::{Backgammon, Net};
///
/// let game = Backgammon::standard();
/// let chances = Net::new(&game).chances(&game.start());
/// // The first to roll has a small advantage.
/// assert!((0.5..0.56).contains(&chances.win));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// While checkers of the players have yet to pass each other, and afterwards.
    nets: [Layers; 2],
    has_vectors: bool,
}

impl Net {
    /// The weights of the net for one kind of position: for each of the 197 inputs one to every hidden unit, for each of the five
    /// chances one from every hidden unit, and the chances' biases.
    pub const WEIGHTS: usize = layers::WEIGHTS;
    /// The units of the hidden layer.
    pub const HIDDEN: usize = layers::HIDDEN;
    /// The inputs of a position.
    pub const INPUTS: usize = layers::INPUTS;

    /// The net with the trained weights of this game.
    #[expect(clippy::missing_panics_doc, reason = "a test reads the committed files")]
    pub fn new(game: &Backgammon) -> Self {
        let bytes: &[u8] = match game.checkers() {
            1..=3 => include_bytes!("../../../data/hypergammon-net.bin"),
            _ => include_bytes!("../../../data/backgammon-net.bin"),
        };
        let [contact, race] = weights::read(bytes).expect("committed weights are complete");
        Net::with_weights(&contact, &race)
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If the file has another length than [`Net::bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        weights::read(bytes).map(|[contact, race]| Net::with_weights(&contact, &race))
    }

    /// The contents of a file with these weights, for contact and for races.
    pub fn bytes(contact: &[f32], race: &[f32]) -> Vec<u8> {
        weights::bytes([contact, race])
    }

    /// Pushes the inputs of a position that are not 0, with the number of each.
    pub fn push_inputs(state: &State, inputs: &mut Vec<(usize, f64)>) {
        push_side(&state.mover, 0, inputs);
        push_side(&state.waiter, OF_SIDE, inputs);
        inputs.push((Net::INPUTS - 1, 1.0));
    }

    /// The net with these [weights](Net::WEIGHTS), for contact and for races.
    ///
    /// # Panics
    /// If there are not [`Net::WEIGHTS`] of them.
    pub fn with_weights(contact: &[f32], race: &[f32]) -> Self {
        assert!(contact.len() == Net::WEIGHTS && race.len() == Net::WEIGHTS, "the weights of two nets");
        Net { nets: [Layers::new(contact), Layers::new(race)], has_vectors: has_vectors() }
    }

    /// The same net without vector instructions beyond those of every machine, which finds the same values.
    #[must_use]
    pub fn portable(self) -> Self {
        Net { has_vectors: false, ..self }
    }

    /// The chances of the player whose turn it is.
    pub fn chances(&self, state: &State) -> Chances {
        let mut found = Chances::lost(0.0);
        self.each([*state].into_iter(), |_, chances| found = chances);
        found
    }

    /// Calls `found` for each of the states with the chances of the player whose turn it is.
    pub fn each(&self, states: impl Iterator<Item = State>, found: impl FnMut(&State, Chances)) {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(unsafe_code, reason = "the instructions are not on every machine")]
            // SAFETY: this machine has the instructions.
            return unsafe { each_by_vectors(self, states, found) };
        }
        self.each_by::<Portable>(states, found);
    }

    #[expect(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    #[inline(always)]
    fn each_by<L: Lanes>(&self, states: impl Iterator<Item = State>, mut found: impl FnMut(&State, Chances)) {
        // Most plays of a roll hit nothing, so that the next player's checkers are the same behind one after the other.
        let mut last: [Option<(Checkers, Sums<L>)>; 2] = [None, None];
        for state in states {
            let kind = usize::from(is_race(&state));
            let net = &self.nets[kind];
            let of_mover = match &last[kind] {
                Some((mover, sums)) if *mover == state.mover => sums,
                _ => &last[kind].insert((state.mover, net.of_mover(&state.mover))).1,
            };
            found(&state, possible(&state, net.outputs(of_mover, &state.waiter)));
        }
    }
}

/// The same, compiled for wider vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn each_by_vectors(net: &Net, states: impl Iterator<Item = State>, found: impl FnMut(&State, Chances)) {
    net.each_by::<lanes::Vector>(states, found);
}

/// The outputs of a net, limited to what the rules allow: a gammon is a win too, a backgammon also a gammon, and a player who
/// has borne off a checker loses neither.
#[inline]
fn possible(state: &State, outputs: [f32; CHANCES]) -> Chances {
    if state.waiter.in_play() == 0 {
        return Chances::lost(state.points_lost());
    }
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs;
    let gammon = |loser: &Checkers, chance: f32, most: f32| {
        if loser.borne_off() == 0 { chance.min(most) } else { 0.0 }
    };
    let win_gammon = gammon(&state.waiter, win_gammon, win);
    let lose_gammon = gammon(&state.mover, lose_gammon, 1.0 - win);
    Chances {
        win,
        win_gammon,
        win_backgammon: win_backgammon.min(win_gammon),
        lose_gammon,
        lose_backgammon: lose_backgammon.min(lose_gammon),
    }
}

impl Evaluator<Backgammon> for Net {
    fn range(&self) -> Range {
        Range::new(-3.0, 3.0)
    }

    fn evaluate(&self, _game: &Backgammon, state: &State) -> f64 {
        state.player.sign() * self.chances(state).points()
    }

    fn payoff(&self, _game: &Backgammon, payoff: f64) -> f64 {
        payoff
    }

    fn children(&self, game: &Backgammon, state: &State, moves: &[Move], leaves: &mut Vec<Leaf>) {
        let children = moves.iter().map(|&mv| game.after(state, mv));
        self.each(children, |child, chances| {
            let value = child.player.sign() * chances.points();
            leaves.push(Leaf { value, turn: game.turn(child) });
        });
    }

    fn states(&self, _game: &Backgammon, states: &[State], estimates: &mut Estimates) {
        self.each(states.iter().copied(), |state, chances| {
            estimates.values.push(state.player.sign() * chances.points());
        });
    }
}
