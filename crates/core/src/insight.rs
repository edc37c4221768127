//! What a game can tell of its positions without any search.

use crate::game::Keyed;
use crate::playout;
use crate::rng::Rng;
use crate::score_bounds::ScoreBounds;

/// What is known of a position at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect<M> {
    /// This move ends the game at once with the best payoff that the side to move can have.
    Won(M),
    /// Whatever the side to move plays, the opponent ends the game at once with the best payoff for himself.
    Lost,
    /// Anything may happen yet.
    Open,
}

/// What is known of a position at a glance whose moves need not be listed.
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
    /// A prospect without its list of moves.
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

/// What a game declares to a search that can use it. Every answer has a neutral default, so that a game declares what it
/// has: `impl Insight for MyGame {}` is complete, and where everything here is exact it makes a search faster, never wrong.
///
/// ```
/// use tiptree::search::catalogue;
/// use tiptree::{Budget, Game, Insight, Keyed, Neutral, Outcome, Prospect, Turn, conformance};
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
    /// What is known of a state that is not over and in which somebody decides.
    ///
    /// Where it is [`Prospect::Open`], pushes the moves worth a search onto `moves`, in the game's order: at least one, and
    /// all those after which the opponent cannot end the game at once with the best payoff for himself. Otherwise pushes
    /// nothing. Unless said otherwise every position is open and every move worth a search.
    fn prospect(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Prospect<Self::Move> {
        self.moves(state, moves);
        Prospect::Open
    }

    /// The same without the moves. The door for speed: a game that can count its moves without listing them does it here.
    /// `room` is for listing them, and is left as it was.
    #[inline]
    fn glance(&self, state: &Self::State, room: &mut Vec<Self::Move>) -> Glance<Self::Move> {
        let from = room.len();
        let prospect = self.prospect(state, room);
        let glance = Glance::of(prospect, &room[from..]);
        room.truncate(from);
        glance
    }

    /// The least and the greatest payoff to Max that best play can lead to, where the game can tell more than that it lies
    /// between all payoffs: asked of states that are [`Prospect::Open`].
    #[inline]
    fn bounds(&self, state: &Self::State) -> Option<ScoreBounds> {
        let _ = state;
        None
    }

    /// A key that a position shares with its mirror images, and whether it is the mirror image whose own key this is.
    ///
    /// Used where [`Evaluator::is_symmetric`](crate::Evaluator::is_symmetric) holds.
    #[inline]
    fn folded_key(&self, state: &Self::State) -> (u64, bool) {
        (self.key(state), false)
    }

    /// The move that is to the mirror image of a position what `mv` is to the position.
    #[inline]
    fn mirrored(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The state after a pass, where the game declares that having to move is never a burden there: then a search may cut
    /// off what is good enough even after a pass. Never in games that zugzwang decides, such as Connect-Four.
    fn passed(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// How many numbers [`Insight::place`] gives; 0 where moves have no places, and nothing can be learned of them.
    fn places(&self) -> usize {
        0
    }

    /// The number under which a search remembers how well a move has done elsewhere, such as that of the cell where a stone
    /// comes to lie: below [`Insight::places`].
    #[inline]
    fn place(&self, state: &Self::State, mv: Self::Move) -> usize {
        let _ = (state, mv);
        0
    }

    /// The payoff to Max of a game played on from `state` at random: every move as likely as every other, chance as the rules
    /// say. The door for speed: a game that can play on without listing its moves does it here.
    fn playout(&self, state: Self::State, rng: &mut Rng) -> f64 {
        playout::random(self, state, rng)
    }
}
