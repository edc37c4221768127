//! A test suite for any game, to run before anything searches it.
//!
//! [`check`] tests the rules and an evaluator against their contracts, [`notation`] the texts, [`keys`] the keys,
//! [`insight`](fn@insight) what the game declares to searches, and [`all`] the four together. Each plays random games from the
//! start, always the same ones, and stops at the first fault with a sentence that says what was wrong and after which moves.
//!
//! ```
//! use tiptree::{Game, Neutral, Turn};
//! use tiptree::testing::conformance;
//!
//! /// Take one or two from a heap; the player who takes the last one wins.
//! struct Heap(u8);
//!
//! impl Game for Heap {
//!     type State = (u8, bool);
//!     type Move = u8;
//!     fn start(&self) -> (u8, bool) {
//!         (self.0, true)
//!     }
//!     fn turn(&self, &(left, is_max): &(u8, bool)) -> Turn {
//!         match (left, is_max) {
//!             (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn has_chance(&self) -> bool {
//!         false
//!     }
//!     fn moves(&self, &(left, _): &(u8, bool), moves: &mut Vec<u8>) {
//!         moves.extend(1..=left.min(2));
//!     }
//!     fn play(&self, (left, is_max): &mut (u8, bool), mv: u8) {
//!         *left -= mv;
//!         *is_max = !*is_max;
//!     }
//! }
//!
//! let game = Heap(10);
//! conformance::check(&game, &Neutral::new(&game)).unwrap();
//! ```

mod insight;
mod keys;
mod rules;
mod texts;

use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Notation};
use crate::insight::Insight;
use crate::rng::Rng;
use std::fmt;

/// Random games played by each function of this module.
const PLAYOUTS: u64 = 64;
/// The number of moves after which a random game is abandoned, because some games never end by themselves.
const LONGEST: usize = 400;

/// A breach of a contract: after which moves, and what was wrong there.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    line: String,
    sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line.as_str() {
            "" => write!(f, "at the start: {}", self.sentence),
            line => write!(f, "after {line}: {}", self.sentence),
        }
    }
}

impl Fault {
    fn at_start(sentence: String) -> Self {
        Fault { line: String::new(), sentence }
    }
}

/// The sentence itself, so that `unwrap` in a test shows it unquoted.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Fault {}

/// [`check`], [`notation`], [`keys`] and [`insight`](fn@insight), in this order.
///
/// # Errors
/// The first breach found.
pub fn all<G: Insight + Notation, E: Evaluator<G>>(game: &G, evaluator: &E) -> Result<(), Fault> {
    check(game, evaluator)?;
    notation(game)?;
    keys(game)?;
    insight(game)
}

/// Whether the rules keep the contract of [`Game`] and the evaluator that of [`Evaluator`].
///
/// # Errors
/// The first breach found.
pub fn check<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Result<(), Fault> {
    walk(game, |visit, _| {
        rules::game(game, visit)?;
        rules::evaluator(game, evaluator, visit)
    })
}

/// Whether moves and positions can be written and read back.
///
/// # Errors
/// The first breach found.
pub fn notation<G: Notation>(game: &G) -> Result<(), Fault> {
    texts::empty(game).map_err(Fault::at_start)?;
    walk(game, |visit, rng| {
        texts::moves(game, visit)?;
        texts::position(game, visit.state)?;
        texts::damaged(game, visit.state, rng)
    })
}

/// Whether positions have equal keys exactly when they have equal texts, whatever the order of the moves that led
/// to them.
///
/// # Errors
/// The first breach found.
pub fn keys<G: Keyed + Notation>(game: &G) -> Result<(), Fault> {
    let mut seen = keys::Seen::default();
    seen.nearest(game).map_err(Fault::at_start)?;
    walk(game, |visit, rng| {
        seen.note(game, visit.state)?;
        seen.transpose(game, visit, rng)?;
        seen.come_back(game, visit)?;
        keys::successors_differ(game, visit)?;
        keys::read_back(game, visit.state)
    })
}

/// Whether what the game declares to searches is true: immediate wins and losses, the moves that need no search, the bounds of
/// best play as far as a small search can tell, the mirror, the places, the pass, the planes. The start of a game that has a mirror must be
/// its own mirror image.
///
/// # Errors
/// The first breach found.
pub fn insight<G: Insight>(game: &G) -> Result<(), Fault> {
    walk(game, |visit, _| {
        insight::prospect(game, visit)?;
        insight::bounds(game, visit)?;
        insight::mirror(game, visit)?;
        insight::places(game, visit)?;
        insight::pass(game, visit)?;
        insight::planes(game, visit)
    })
}

/// A position of a random game.
struct Visit<'a, G: Game> {
    state: &'a G::State,
    moves: &'a [G::Move],
    /// The moves that led to it from the start.
    line: &'a [G::Move],
}

/// Plays random games and calls `visit` at every position.
fn walk<G: Game>(
    game: &G,
    mut visit: impl FnMut(&Visit<'_, G>, &mut Rng) -> Result<(), String>,
) -> Result<(), Fault> {
    for playout in 0..PLAYOUTS {
        let mut rng = Rng::derive(0, &[playout]);
        let mut state = game.start();
        let mut line = Vec::new();
        while line.len() < LONGEST {
            let moves = moves_of(game, &state);
            visit(&Visit { state: &state, moves: &moves, line: &line }, &mut rng).map_err(|sentence| {
                let words: Vec<String> = line.iter().map(|mv| format!("{mv:?}")).collect();
                Fault { line: words.join(" "), sentence }
            })?;
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            game.play(&mut state, mv);
            line.push(mv);
        }
    }
    Ok(())
}

fn moves_of<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(sentence()) }
}

fn same<T: PartialEq + fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    ensure(expected == found, || format!("{what} should be {expected:?}, but is {found:?}"))
}

/// What `push` pushes onto a list that holds `below`, which it must leave as it was.
fn pushed<T: Clone + PartialEq>(
    what: &str,
    below: &[T],
    push: impl FnOnce(&mut Vec<T>),
) -> Result<Vec<T>, String> {
    let mut list = below.to_vec();
    push(&mut list);
    ensure(list.starts_with(below), || format!("{what} must only push, but changed what was there before"))?;
    Ok(list.split_off(below.len()))
}
