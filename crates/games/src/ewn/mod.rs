//! EinStein würfelt nicht: six cubes each on five by five squares, and a die that chooses the cube.
//!
//! Althöfer 2004. Max's cubes begin in one corner, Min's in the opposite one; the seed deals their order. A player rolls,
//! then moves the cube with that number one square towards the opponent's corner: along a row, along a column, or
//! diagonally. If that cube is gone, the player moves one of its neighbours in number, the next lower or the next higher
//! one left. A cube that stands where another arrives is captured, whoever owns it. A player wins who reaches the
//! opponent's corner, or captures the last cube of the opponent.
//!
//! Faces of the die that choose the same cubes are one outcome, with their chances added.

pub(crate) mod by_name;
mod linear;
mod linear_weights;
mod notation;

pub use linear::{FEATURES, Linear, features};

use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, Player, Rng, Turn};

/// The cubes of a player, and the faces of the die.
pub const CUBES: u8 = 6;
/// The length of a side of the board.
const SIDE: u8 = 5;
/// The opponent's corner, as a player numbers the squares.
const GOAL: u8 = SIDE * SIDE - 1;
/// The square of a captured cube.
const GONE: u8 = SIDE * SIDE;
/// The squares on which cubes begin.
const FIRST_SQUARES: [u8; CUBES as usize] = [0, 1, 2, 5, 6, 10];

/// The cubes of one player: the square of each. A player numbers the squares row by row from the own corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cubes([u8; CUBES as usize]);

impl Cubes {
    fn dealt(rng: &mut Rng) -> Self {
        let mut squares = FIRST_SQUARES;
        for place in (1..squares.len()).rev() {
            squares.swap(place, rng.below(place + 1));
        }
        Cubes(squares)
    }

    /// The square of a cube, 1 to 6, as its owner numbers the squares; `None` if it was captured.
    pub fn square(&self, cube: u8) -> Option<u8> {
        Some(self.0[usize::from(cube - 1)]).filter(|&square| square != GONE)
    }

    /// The cubes that are left, in order.
    pub fn left(&self) -> impl Iterator<Item = u8> {
        (1..=CUBES).filter(|&cube| self.square(cube).is_some())
    }

    /// The cubes that a face of the die chooses: one, or two neighbours; none if all are gone.
    pub fn chosen(&self, face: u8) -> impl Iterator<Item = u8> {
        let lower = self.left().take_while(|&cube| cube <= face).last();
        let higher = self.left().find(|&cube| cube >= face);
        lower.into_iter().chain(higher.filter(|&cube| lower != Some(cube))).filter(move |&cube| {
            // The cube with that number is alone.
            lower != Some(face) || cube == face
        })
    }

    /// The face that stands for all those that choose the same cubes: the cube's own, or the least between two cubes.
    fn canonical(self, face: u8) -> u8 {
        let mut chosen = self.chosen(face);
        match (chosen.next(), chosen.next()) {
            (Some(lower), Some(_)) => lower + 1,
            (Some(only), None) => only,
            (None, _) => face,
        }
    }

    fn capture(&mut self, square: u8) {
        self.0.iter_mut().filter(|at| **at == square).for_each(|at| *at = GONE);
    }
}

/// The same square as the opponent numbers it.
fn opposite(square: u8) -> u8 {
    GOAL - square
}

/// The squares that a cube can go to.
fn targets(square: u8) -> impl Iterator<Item = u8> {
    let (row, column) = (square / SIDE, square % SIDE);
    let steps =
        [(column < SIDE - 1, 1), (row < SIDE - 1, SIDE), (column < SIDE - 1 && row < SIDE - 1, SIDE + 1)];
    steps.into_iter().filter(|(is_open, _)| *is_open).map(move |(_, step)| square + step)
}

/// The rules of EinStein würfelt nicht.
///
/// ```
/// use tiptree::{Game, Notation};
/// use tiptree_games::ewn::Ewn;
///
/// let state = Ewn.parse_position("1.3../24.../6..../....b/..fac max 5")?;
/// let texts: Vec<String> = {
///     let mut moves = Vec::new();
///     Ewn.moves(&state, &mut moves);
///     moves.iter().map(|&mv| Ewn.move_text(&state, mv)).collect()
/// };
/// // The 5 is gone: the 4 or the 6 moves.
/// assert_eq!(texts, ["4c4", "4b3", "4c3", "6b3", "6a2", "6b2"]);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ewn;

/// A position: the cubes of both players, whose turn it is, and the die if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cubes of the player whose turn it is.
    mover: Cubes,
    /// The cubes of the opponent, as the opponent numbers the squares.
    waiter: Cubes,
    player: Player,
    die: Option<u8>,
}

impl State {
    /// The cubes of the player whose turn it is.
    pub fn mover(&self) -> &Cubes {
        &self.mover
    }

    /// The cubes of the opponent, as the opponent numbers the squares.
    pub fn waiter(&self) -> &Cubes {
        &self.waiter
    }

    /// The player who rolls or moves next.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The die, once it is rolled.
    pub fn die(&self) -> Option<u8> {
        self.die
    }

    /// Whether the opponent of the player to move has won.
    fn is_over(&self) -> bool {
        self.waiter.0.contains(&GOAL) || self.mover.left().next().is_none()
    }
}

/// A face of the die, or a cube that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The die shows this face, or one that chooses the same cubes.
    Face(u8),
    /// A cube goes to a square, as its owner numbers the squares.
    Cube {
        /// The number of the cube.
        cube: u8,
        /// Where it goes.
        to: u8,
    },
}

impl Game for Ewn {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        self.deal(1)
    }

    fn deal(&self, seed: u64) -> State {
        let mut rng = Rng::new(seed);
        let [mover, waiter] = [(); 2].map(|()| Cubes::dealt(&mut rng));
        State { mover, waiter, player: Player::Max, die: None }
    }

    fn is_dealt(&self) -> bool {
        true
    }

    fn turn(&self, state: &State) -> Turn {
        match state.player {
            player if state.is_over() => Turn::Over(-player.sign()),
            _ if state.die.is_none() => Turn::Chance,
            Player::Max => Turn::Max,
            Player::Min => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let mover = &state.mover;
        match state.die {
            _ if state.is_over() => {}
            None => moves.extend((1..=CUBES).filter(|&face| mover.canonical(face) == face).map(Move::Face)),
            Some(die) => {
                let with_square = |cube| mover.square(cube).map(|square| (cube, square));
                for (cube, square) in mover.chosen(die).filter_map(with_square) {
                    moves.extend(targets(square).map(|to| Move::Cube { cube, to }));
                }
            }
        }
    }

    fn chances(&self, state: &State, moves: &[Move], chances: &mut Vec<f64>) {
        chances.extend(moves.iter().map(|&mv| {
            let faces = (1..=CUBES).filter(|&face| Move::Face(state.mover.canonical(face)) == mv).count();
            faces as f64 / f64::from(CUBES)
        }));
    }

    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Face(face) => state.die = Some(face),
            Move::Cube { cube, to } => {
                let State { mut mover, mut waiter, player, .. } = *state;
                mover.capture(to);
                waiter.capture(opposite(to));
                mover.0[usize::from(cube - 1)] = to;
                *state = State { mover: waiter, waiter: mover, player: player.other(), die: None };
            }
        }
    }
}

impl Keyed for Ewn {
    /// Five bits a cube, three for the die and one for the player fill the key.
    fn key(&self, state: &State) -> u64 {
        let cubes = state.mover.0.iter().chain(&state.waiter.0);
        let cubes = cubes.fold(0, |key, &square| key << 5 | u64::from(square));
        scatter(cubes << 4 | u64::from(state.die.unwrap_or(0)) << 1 | u64::from(state.player == Player::Min))
    }
}

impl Insight for Ewn {}
