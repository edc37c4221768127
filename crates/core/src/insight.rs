//! What a game knows about its positions without search.

use crate::game::Keyed;
use crate::playout;
use crate::rng::Rng;
use crate::score_bounds::ScoreBounds;

/// What a game knows about a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect<M> {
    /// This move ends the game at once with the best payoff for the side to move.
    Won(M),
    /// Whatever the side to move plays, the opponent can end the game at once with the opponent's best payoff.
    Lost,
    /// Neither of them.
    Open,
}

/// A [`Prospect`] without the list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance<M> {
    /// As [`Prospect::Won`].
    Won,
    /// As [`Prospect::Lost`].
    Lost,
    /// Open, and this is the only move worth a search.
    Only(M),
    /// Open, with several moves worth a search.
    Open,
}

impl<M: Copy> Glance<M> {
    /// The glance of a prospect, given the moves that are worth a search.
    #[inline]
    pub fn of(prospect: Prospect<M>, moves: &[M]) -> Self {
        match (prospect, moves) {
            (Prospect::Won(_), _) => Glance::Won,
            (Prospect::Lost, _) => Glance::Lost,
            (Prospect::Open, &[mv]) => Glance::Only(mv),
            (Prospect::Open, _) => Glance::Open,
        }
    }
}

/// What a game declares to searches about its positions. Every method has a neutral default, so `impl Insight for MyGame {}` is
/// complete. Exact answers make a search faster, never wrong.
///
/// ```
/// use tiptree::search::catalogue;
/// use tiptree::{Budget, Game, Insight, Keyed, Neutral, Outcome, Prospect, Turn};
/// use tiptree::testing::conformance;
///
/// /// Take one to three stones in turn; the player who takes the last one wins.
/// #[derive(Clone, Copy)]
/// struct Nim(u32);
///
/// impl Game for Nim {
///     type State = (u32, bool); // the stones left, whether Max is to move
///     type Move = u32;
///     fn start(&self) -> (u32, bool) {
///         (self.0, true)
///     }
///     fn turn(&self, &(stones, is_max): &(u32, bool)) -> Turn {
///         match (stones, is_max) {
///             (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
///             (_, true) => Turn::Max,
///             (_, false) => Turn::Min,
///         }
///     }
///     fn moves(&self, &(stones, _): &(u32, bool), moves: &mut Vec<u32>) {
///         moves.extend(1..=stones.min(3));
///     }
///     fn play(&self, state: &mut (u32, bool), taken: u32) {
///         *state = (state.0 - taken, !state.1);
///     }
///     fn has_chance(&self) -> bool {
///         false
///     }
/// }
///
/// impl Keyed for Nim {
///     fn key(&self, &(stones, is_max): &(u32, bool)) -> u64 {
///         u64::from(stones) << 1 | u64::from(is_max)
///     }
/// }
///
/// impl Insight for Nim {
///     fn prospect(&self, &(stones, _): &(u32, bool), moves: &mut Vec<u32>) -> Prospect<u32> {
///         match stones {
///             1..=3 => return Prospect::Won(stones),
///             4 => return Prospect::Lost,
///             _ => moves.extend((1..=3).filter(|taken| stones - taken > 3)), // leave no win at once
///         }
///         Prospect::Open
///     }
/// }
///
/// conformance::insight(&Nim(21))?;
/// let mut search = catalogue::build(&"mm-fast".parse()?, Nim(21), Neutral::new(&Nim(21)), 1)?;
/// let report = search.run(&Budget::evals(10_000));
/// assert_eq!(report.best, Some(1), "leave a multiple of four");
/// assert_eq!(report.proven.and_then(|proven| proven.result), Some(Outcome::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Insight: Keyed {
    /// What is known about a state in which a player decides.
    ///
    /// If it is [`Prospect::Open`], this pushes the moves worth a search onto `moves`, in the game's order: at least one, and
    /// all those after which the opponent cannot end the game at once with the opponent's best payoff. Otherwise it pushes
    /// nothing. By default every position is open and every move is worth a search.
    fn prospect(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Prospect<Self::Move> {
        self.moves(state, moves);
        Prospect::Open
    }

    /// The same without the moves. Override it for speed, if the game can count its moves without listing them. `room` is
    /// scratch space for the list, and must be left as it was.
    #[inline]
    fn glance(&self, state: &Self::State, room: &mut Vec<Self::Move>) -> Glance<Self::Move> {
        let from = room.len();
        let prospect = self.prospect(state, room);
        let glance = Glance::of(prospect, &room[from..]);
        room.truncate(from);
        glance
    }

    /// Bounds of the payoff to Max under best play, if the game knows narrower ones than its range of payoffs. Searches ask
    /// only for states that are [`Prospect::Open`].
    #[inline]
    fn bounds(&self, state: &Self::State) -> Option<ScoreBounds> {
        let _ = state;
        None
    }

    /// A key that a position shares with its mirror image: the key of one of the two. The flag is true if it is the key of
    /// the mirror image.
    ///
    /// Searches use it if [`Evaluator::is_symmetric`](crate::Evaluator::is_symmetric) holds.
    #[inline]
    fn folded_key(&self, state: &Self::State) -> (u64, bool) {
        (self.key(state), false)
    }

    /// The mirror image of a move: the move that corresponds to `mv` in the mirrored position.
    #[inline]
    fn mirrored(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The state after a pass, for null-move pruning: a search may cut off a position that is good enough even after a pass.
    /// Declare it only where moving is never worse than passing, so never in games that zugzwang decides, such as
    /// Connect-Four.
    fn passed(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// The number of places that [`Insight::place`] distinguishes; 0 if moves have none, and no history is kept of them.
    fn places(&self) -> usize {
        0
    }

    /// The place of a move, below [`Insight::places`]: the index under which the history of a search remembers how well the move
    /// has done elsewhere. An example is the cell where a stone comes to lie.
    #[inline]
    fn place(&self, state: &Self::State, mv: Self::Move) -> usize {
        let _ = (state, mv);
        0
    }

    /// The number of [planes](Insight::planes) of a position, their rows and their columns; `None` if the game has no planes,
    /// which is the default.
    fn plane_shape(&self) -> Option<[usize; 3]> {
        None
    }

    /// Pushes what a neural net sees of a state onto `values`: plane by plane, row by row from the top, as many numbers as
    /// [`Insight::plane_shape`] says. By default nothing.
    fn planes(&self, state: &Self::State, values: &mut Vec<f32>) {
        let _ = (state, values);
    }

    /// The payoff to Max of a random playout from `state`: all moves equally likely, chance as the rules say. Override it for
    /// speed, if the game can play without listing its moves.
    fn playout(&self, state: Self::State, rng: &mut Rng) -> f64 {
        playout::random(self, state, rng)
    }
}
