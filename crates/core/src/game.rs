//! The game contract: what a game must implement before anything here can search it.

use crate::convert::equal_share;
use crate::parse_error::ParseError;

/// Whose turn it is in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The player who wants the greatest value.
    Max,
    /// The player who wants the least value.
    Min,
    /// Nobody's: a die is rolled, a card is dealt.
    Chance,
    /// The game has ended with this payoff to Max.
    Over(f64),
}

impl Turn {
    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }

    /// Its name in results: `max`, `min`, `chance` or `over`.
    pub fn name(self) -> &'static str {
        match self {
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
            Turn::Over(_) => "over",
        }
    }
}

/// The least and the greatest value of something, and the step between values where they lie on a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The distance between neighbouring values, where every value is `low` plus a multiple of it.
    pub step: Option<f64>,
}

impl Range {
    /// Every value from `low` to `high`.
    ///
    /// # Panics
    /// If `low < high` does not hold.
    pub fn new(low: f64, high: f64) -> Self {
        assert!(low < high, "a range needs low < high, got {low} and {high}");
        Range { low, high, step: None }
    }

    /// The same range with its values on a grid: logarithms can then be read from a table.
    #[must_use]
    pub fn with_step(self, step: f64) -> Self {
        Range { step: Some(step), ..self }
    }

    /// The middle of the range.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Whether payoffs within this range are points: there may be more of them than a win, a draw and a loss.
    ///
    /// ```
    /// use tiptree::Range;
    /// assert!(!Range::new(0.0, 1.0).with_step(1.0).counts_points());
    /// assert!(!Range::new(-1.0, 1.0).with_step(1.0).counts_points());
    /// assert!(Range::new(-3.0, 3.0).with_step(1.0).counts_points());
    /// assert!(Range::new(-1.0, 1.0).counts_points());
    /// ```
    pub fn counts_points(self) -> bool {
        self.step.is_none_or(|step| 2.0 * step < self.high - self.low)
    }

    /// Maps `value` linearly from this range onto `target`.
    pub fn map(self, value: f64, target: Range) -> f64 {
        target.low + (value - self.low) * ((target.high - target.low) / (self.high - self.low))
    }
}

/// The rules of a game of two players, with or without chance.
///
/// Rules are a value, because boards and random trees have parameters. All values are Max's view. Turns need not
/// alternate. [`conformance::check`](crate::testing::conformance::check) tests whether an implementation keeps the contract below.
///
/// An example with dice: a player takes one stone, or rolls a die with three sides and takes as many stones as it shows. The
/// player who takes the last stone wins.
///
/// ```
/// use tiptree::search::best_first::MinMax;
/// use tiptree::{Budget, Game, Neutral, Search, Turn};
/// use tiptree::testing::conformance;
///
/// struct Heap;
///
/// impl Game for Heap {
///     type State = (u8, bool, bool); // the stones left, whether Max is to move, whether the die is rolling
///     type Move = u8; // the stones taken; 0 rolls the die
///
///     fn start(&self) -> Self::State {
///         (7, true, false)
///     }
///     fn turn(&self, &(stones, is_max, is_rolling): &Self::State) -> Turn {
///         match (stones, is_max) {
///             (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
///             _ if is_rolling => Turn::Chance,
///             (_, true) => Turn::Max,
///             (_, false) => Turn::Min,
///         }
///     }
///     fn moves(&self, &(stones, _, is_rolling): &Self::State, moves: &mut Vec<u8>) {
///         match is_rolling {
///             _ if stones == 0 => {}
///             true => moves.extend(1..=stones.min(3)),
///             false => moves.extend([0, 1]),
///         }
///     }
///     fn has_chance(&self) -> bool {
///         true
///     }
///     fn chances(&self, &(stones, ..): &Self::State, moves: &[u8], chances: &mut Vec<f64>) {
///         // A roll of more than is left takes what is left: one outcome, not several with the same successor.
///         let sides = |taken: u8| if taken == stones { 4 - taken } else { 1 };
///         chances.extend(moves.iter().map(|&taken| f64::from(sides(taken)) / 3.0));
///     }
///     fn play(&self, (stones, is_max, is_rolling): &mut Self::State, taken: u8) {
///         *stones -= taken;
///         *is_rolling = taken == 0;
///         *is_max ^= taken > 0;
///     }
/// }
///
/// conformance::check(&Heap, &Neutral::new(&Heap)).unwrap();
/// let report = MinMax::new(Heap, Neutral::new(&Heap)).run(&Budget::unlimited());
/// assert!((report.value + 1.0 / 27.0).abs() < 1e-9, "the player who begins loses 1/27 of a game on average");
/// ```
pub trait Game: Send + Sync {
    /// A position with everything that the rules need to continue from it. Keep it small: it is copied once per edge.
    type State: Clone + Send;
    /// A decision or a chance outcome.
    type Move: Copy + Eq + std::fmt::Debug + Send + Sync;

    /// The state in which a game begins. For a game that is dealt, the state of seed 1.
    fn start(&self) -> Self::State;

    /// The state in which the game of this seed begins. A game whose board is set up at random overrides this and
    /// [`Game::is_dealt`]; other games have one start.
    fn deal(&self, seed: u64) -> Self::State {
        let _ = seed;
        self.start()
    }

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    fn is_dealt(&self) -> bool {
        false
    }

    /// Whose turn it is, or how the game ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The least and the greatest payoff to Max, and the step between payoffs where they lie on a grid. Chess-like games keep
    /// the default: a loss is -1, a draw 0, a win 1. With more payoffs than that, matches count points
    /// ([`Range::counts_points`]).
    fn payoffs(&self) -> Range {
        Range::new(-1.0, 1.0).with_step(1.0)
    }

    /// Pushes every legal move onto `moves` and keeps what is already there. The moves lead to distinct successors and have
    /// a fixed order; there are none only when the game is over. A pass is a move.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Whether [`Turn::Chance`] occurs anywhere in the game. Searches without chance nodes refuse such a game, and all others
    /// prepare for it. A search panics if the turn is Chance and this is false; the conformance suite checks it too.
    fn has_chance(&self) -> bool;

    /// Pushes the probability of each of `moves` onto `chances`. The turn of `state` is Chance, and `moves` are all its
    /// outcomes. By default they are equally likely.
    fn chances(&self, state: &Self::State, moves: &[Self::Move], chances: &mut Vec<f64>) {
        let _ = state;
        chances.extend(std::iter::repeat_n(equal_share(moves.len()), moves.len()));
    }

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Whether a position may recur later in the same game. Searches that merge transpositions depend on the answer; the
    /// conformance suite checks it.
    fn repeats(&self) -> bool {
        false
    }

    /// The state after a legal move, leaving `state` as it was.
    fn after(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, mv);
        next
    }
}

/// [`Game::chances`] for the searches, which first checks that the game declares its chance nodes.
///
/// # Panics
/// If [`Game::has_chance`] is false.
#[inline]
pub(crate) fn declared_chances<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    chances: &mut Vec<f64>,
) {
    if !game.has_chance() {
        refuse_undeclared_chance();
    }
    game.chances(state, moves, chances);
}

/// Panics at a chance node of a game that declares none: any result of the search would be wrong.
#[cold]
pub(crate) fn refuse_undeclared_chance() -> ! {
    panic!(
        "the game's turn is Chance but its has_chance() is false: Game::has_chance must be true for a game with chance nodes"
    )
}

/// A game whose positions have a key: equal positions have equal keys, and unequal ones almost never.
pub trait Keyed: Game {
    /// The key of a position, the side to move included.
    fn key(&self, state: &Self::State) -> u64;
}

/// The move among `moves` that has this text.
pub(crate) fn named_move<M: Copy>(
    text: &str,
    moves: &[M],
    text_of: impl Fn(M) -> String,
) -> Result<M, ParseError> {
    let texts: Vec<String> = moves.iter().map(|&mv| text_of(mv)).collect();
    match texts.iter().position(|known| known == text) {
        Some(index) => Ok(moves[index]),
        None if moves.is_empty() => Err(ParseError::new("move", text, "no move: the game is over")),
        None => Err(ParseError::new("move", text, format!("one of {}", texts.join(" ")))),
    }
}

/// A game whose moves and positions can be written and read.
pub trait Notation: Game {
    /// The text of a legal move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The legal move that `text` names.
    ///
    /// # Errors
    /// If no legal move has that text; the error lists those that exist.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        named_move(text, &moves, |mv| self.move_text(state, mv))
    }

    /// The text of a position. Reading it back gives an equal position.
    fn position_text(&self, state: &Self::State) -> String;

    /// The position that `text` describes; the empty text is the start.
    ///
    /// # Errors
    /// If the text describes no position that play can reach; the error says what was expected.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// A drawing of the position over several lines, for people.
    fn draw(&self, state: &Self::State) -> String {
        self.position_text(state)
    }
}
