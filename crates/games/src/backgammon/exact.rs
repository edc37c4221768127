//! The exact value of every position of a game with few checkers, read from a table.

use super::table::{Iteration, Table};
use super::{Backgammon, State};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tiptree::tabulation::Tabulation;
use tiptree::{Evaluator, ParseError, Range};

/// The expected points under best play of both players, from -3 to 3.
///
/// `tiptree tabulate hypergammon --out F` computes the table, and `--eval 'exact(file=F)'` reads it. All evaluators of a table
/// share it.
///
/// ```
/// use tiptree::tabulation::Tabulation;
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::backgammon::{Backgammon, Exact, Iteration};
///
/// let game = Backgammon::hypergammon_with(1)?;
/// let mut iteration = Iteration::new(&game)?;
/// while !iteration.standing().is_complete {
///     iteration.step(1);
/// }
/// let exact = Exact::new(iteration.into_table()?);
/// // One checker each: the player to roll has it on the 6 point, the other on the 1 point. 27 of the 36 rolls win a point
/// // and a gammon besides, because the loser has borne off no checker; else the other wins as much.
/// let state = game.parse_position("AQAAgAAAAAAAAA max")?;
/// assert!((exact.evaluate(&game, &state) - 2.0 * (27.0 - 9.0) / 36.0).abs() < 1e-6);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exact {
    table: Arc<Table>,
}

impl Exact {
    /// Reads values from this table.
    pub fn new(table: impl Into<Arc<Table>>) -> Self {
        Exact { table: table.into() }
    }

    /// Reads the complete table of a game from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no complete table of the game.
    pub fn read(game: &Backgammon, file: &str) -> Result<Self, ParseError> {
        let mut iteration = Iteration::new(game)?;
        let contents = std::fs::read(file)
            .map_err(|error| ParseError::new("table", file, format!("a file that can be read: {error}")))?;
        iteration.resume(file, &contents)?;
        let incomplete =
            |_| ParseError::new("table", file, "a complete one: the same `tabulate` goes on with it");
        iteration.into_table().map(Exact::new).map_err(incomplete)
    }
}

impl Evaluator<Backgammon> for Exact {
    fn range(&self) -> Range {
        Range::new(-3.0, 3.0)
    }

    fn evaluate(&self, _game: &Backgammon, state: &State) -> f64 {
        let points = match state.dice {
            Some(dice) => self.table.after_roll(state, dice),
            None => self.table.before_roll(state),
        };
        state.player.sign() * points
    }
}

/// The tables that have been read from files and are in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    read: Arc<Mutex<Vec<Read>>>,
}

/// A table with the file that it was read from and the checkers of a player.
type Read = (PathBuf, u8, Weak<Table>);

impl Tables {
    /// As [`Exact::read`], but a table that is in use already is shared.
    pub(super) fn exact(&self, game: &Backgammon, file: &str) -> Result<Exact, ParseError> {
        let path = Path::new(file);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.retain(|(_, _, table)| table.strong_count() > 0);
        let known = read.iter().find(|(known, checkers, _)| known == path && *checkers == game.checkers());
        if let Some(table) = known.and_then(|(_, _, table)| table.upgrade()) {
            return Ok(Exact { table });
        }
        let exact = Exact::read(game, file)?;
        read.push((path.to_owned(), game.checkers(), Arc::downgrade(&exact.table)));
        Ok(exact)
    }
}
