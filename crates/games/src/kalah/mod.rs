//! Kalah: sow seeds around the board, and have more of them in your store in the end.
//!
//! A move takes all seeds of one of the mover's pits and sows them counter-clockwise, one per pit, including the
//! mover's own store but never the opponent's. If the last seed falls into the own store, the player moves again. If it
//! falls into an own pit that was empty and there are seeds opposite, it is captured into the own store together with
//! them. The game is over when either side has no seeds left in its pits; what is left belongs to the owner of the
//! pits. Max begins.
//!
//! These are the most usual rules. [`Rules`] selects the variants: `capture`, `rest` and `until` in the name of the
//! game. With `capture=always` the results are those quoted from Irving, Donkers and Uiterwijk 2000, *Solving Kalah*
//! (ICGA Journal 23(3)); the paper's own wording of the capture rule was not available to us.
//!
//! A row is one word with a byte per pit, so sowing is one addition to each of the two rows, read from a table.

pub(crate) mod by_name;
mod evaluators;
mod insight;
mod notation;
mod row;
mod sowing;

pub use evaluators::{Seeds, Stores};
pub use row::Row;

use sowing::{STORE, Sowing};
use std::sync::Arc;
use tiptree::rng::scatter;
use tiptree::{Game, Keyed, ParseError, Turn};

/// The maximum number of pits in a row: seven pits and the store are the eight bytes of a word.
pub const MOST_PITS: usize = 7;
/// The maximum number of seeds in a game: a pit that holds them all leaves the highest bit of its byte free.
pub const MOST_SEEDS: usize = 127;

/// What is captured when the last seed falls into an own pit that was empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// That seed and the seeds opposite, if there are any.
    #[default]
    Opposite,
    /// That seed and the seeds opposite, even if there are none ("empty capture").
    Always,
    /// Nothing.
    Never,
}

/// Who gets the seeds that are left in the pits when the other side has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// The owner of the pits.
    #[default]
    Owner,
    /// The player whose own pits are empty.
    Opponent,
    /// Nobody.
    Nobody,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Until {
    /// When either side has no seeds in its pits.
    #[default]
    Empty,
    /// When either side has no seeds in its pits, or as soon as a store holds more than half of all seeds. The value of
    /// the game is the same.
    Majority,
}

/// The variants of the rules of Kalah; the most usual ones by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What a last seed in an own empty pit captures.
    pub capture: Capture,
    /// Who gets the seeds left in the pits.
    pub rest: Rest,
    /// When the game is over.
    pub until: Until,
}

/// The rules of Kalah on a board of some size.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::kalah::Kalah;
///
/// let game = Kalah::default();
/// // The third pit's last seed falls into the store, and Max moves again.
/// let board = game.parse_position("3")?;
/// assert_eq!(game.position_text(&board), "4-4-0-5-5-5-1/4-4-4-4-4-4-0/max");
/// assert_eq!(game.turn(&board), Turn::Max);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kalah {
    pits: u8,
    seeds: u8,
    /// The game ends when a store holds more seeds than this.
    limit: u8,
    rules: Rules,
    sowing: Arc<Sowing>,
}

impl Default for Kalah {
    fn default() -> Self {
        Kalah::new(6, 4, Rules::default()).expect("the usual board")
    }
}

impl Kalah {
    /// Kalah with `pits` pits on each side and `seeds` seeds in each pit at the start.
    ///
    /// # Errors
    /// If `pits` is not from 1 to [`MOST_PITS`], `seeds` is 0, or there are more than [`MOST_SEEDS`] seeds in all.
    pub fn new(pits: usize, seeds: usize, rules: Rules) -> Result<Self, ParseError> {
        if !(1..=MOST_PITS).contains(&pits) {
            let expected = format!("1 to {MOST_PITS}: a row is kept in 64 bits");
            return Err(ParseError::new("pits of kalah", pits.to_string(), expected));
        }
        let most = MOST_SEEDS / (2 * pits);
        if !(1..=most).contains(&seeds) {
            let expected = format!("1 to {most} with {pits} pits, at most {MOST_SEEDS} in all");
            return Err(ParseError::new("seeds of kalah", seeds.to_string(), expected));
        }
        let limit = match rules.until {
            Until::Empty => MOST_SEEDS,
            Until::Majority => pits * seeds,
        };
        let sowing = Arc::new(Sowing::new(pits));
        Ok(Kalah { pits: pits as u8, seeds: seeds as u8, limit: limit as u8, rules, sowing })
    }

    /// The pits of each side.
    pub fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    /// The seeds of each pit at the start.
    pub fn seeds(&self) -> usize {
        usize::from(self.seeds)
    }

    /// All seeds of the game.
    pub fn total(&self) -> usize {
        2 * self.pits() * self.seeds()
    }

    /// The variants that are played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The final seeds of the player to move and of the opponent, if the game has ended here.
    fn shares(&self, board: &Board) -> [u32; 2] {
        let Board { mover, waiter } = board;
        let rest = [mover.seeds_in_pits(), waiter.seeds_in_pits()];
        // A game ended by a majority may have seeds left on both sides; they do not change who wins.
        let [more, other] = match self.rules.rest {
            Rest::Owner => rest,
            Rest::Opponent => [rest[1], rest[0]],
            Rest::Nobody => [0, 0],
        };
        [u32::from(mover.store()) + more, u32::from(waiter.store()) + other]
    }

    /// Max's payoff, if the game has ended here.
    fn payoff(&self, board: &Board) -> f64 {
        let [mover, waiter] = match board {
            Board { mover, .. } if mover.store() > self.limit => [1, 0],
            Board { waiter, .. } if waiter.store() > self.limit => [0, 1],
            _ => self.shares(board),
        };
        let for_mover = mover.cmp(&waiter) as i8;
        f64::from(if board.mover.is_mins() { -for_mover } else { for_mover })
    }

    #[inline]
    fn is_over(&self, board: &Board) -> bool {
        let Board { mover, waiter } = board;
        let has_majority = mover.store() > self.limit || waiter.store() > self.limit;
        mover.is_empty() || waiter.is_empty() || has_majority
    }
}

/// A position: the two rows, the row of the player to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    mover: Row,
    waiter: Row,
}

impl Board {
    /// The row of the player to move.
    pub fn mover(&self) -> Row {
        self.mover
    }

    /// The row of the other player.
    pub fn waiter(&self) -> Row {
        self.waiter
    }

    /// Max's row and Min's.
    pub fn rows(&self) -> [Row; 2] {
        if self.mover.is_mins() { [self.waiter, self.mover] } else { [self.mover, self.waiter] }
    }
}

/// A move: the pit that is emptied, counted from 0 in the order of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pit(pub u8);

impl Game for Kalah {
    type State = Board;
    type Move = Pit;

    fn start(&self) -> Board {
        let pits = [self.seeds; MOST_PITS];
        let row = |is_mins| Row::new(&pits[..self.pits()], 0, is_mins);
        Board { mover: row(false), waiter: row(true) }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if self.is_over(board) {
            Turn::Over(self.payoff(board))
        } else if board.mover.is_mins() {
            Turn::Min
        } else {
            Turn::Max
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Pit>) {
        if !self.is_over(board) {
            moves.extend(board.mover.occupied());
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, pit: Pit) {
        *board = self.after(board, pit);
    }

    #[inline]
    fn after(&self, board: &Board, pit: Pit) -> Board {
        let sown = self.sowing.of(pit, board.mover.seeds(pit));
        let mut mover = board.mover.plus(sown.mover);
        let mut waiter = board.waiter.plus(sown.waiter);
        if sown.last == STORE {
            return Board { mover, waiter };
        }
        // If the last pit now holds one seed, it was empty before. This includes the pit that the seeds came from.
        if sown.last < STORE && mover.at(sown.last) == 1 {
            let opposite = 8 * (self.pits - 1) - sown.last;
            let seeds = waiter.at(opposite);
            let captures = match self.rules.capture {
                Capture::Opposite => seeds > 0,
                Capture::Always => true,
                Capture::Never => false,
            };
            if captures {
                mover = mover.moved(sown.last, 1).plus(u64::from(seeds) << STORE);
                waiter = waiter.minus(u64::from(seeds) << opposite);
            }
        }
        Board { mover: waiter, waiter: mover }
    }
}

impl Keyed for Kalah {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        // One row is scattered before it is combined with the other. A multiplication alone would leave its highest
        // bits in place, and a seed in one player's pit could collide with one in the other's store.
        scatter(board.mover.word() ^ scatter(board.waiter.word()))
    }
}
