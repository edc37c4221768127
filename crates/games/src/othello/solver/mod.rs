//! Exact scores of endgames.
//!
//! One file per idea: the [`search`] decides whether a score is above a bound, [`root`] repeats it until the score is
//! known, [`last`] solves the last few squares, and the [`table`] is the transposition table. [`text`] is the same
//! solver for the command line.
//!
//! What helped, on 20 positions with 20 empty squares from games of shallow searches: without the bound by stable discs
//! the search visits 1.6 times as many positions, without looking up all replies before the first is searched 1.05
//! times. Sorting moves down to six or eight empty squares instead of seven visits 0.77 and 1.3 times as many positions
//! and takes the same time.

mod last;
mod root;
mod search;
mod table;
mod text;

use super::{Board, Othello, Square};
use search::Search;
use tiptree::Game;

/// The default size of the table.
const TABLE_BYTES: usize = 64 << 20;

/// A solver of Othello. The score is the number of discs by which the side to move wins.
///
/// Scores follow the usual convention: the disc difference at the end for the side to move, with empty squares counted
/// for the winner. So they are always even.
///
/// The solver keeps its transposition table between positions. The table begins small and grows as needed.
///
/// ```
/// use tiptree::Notation;
/// use tiptree_games::othello::{Othello, Solver};
///
/// let game = Othello::new(4)?;
/// // White wins on the smallest board, 11 to 3 with two squares left empty, and gets those.
/// assert_eq!(Solver::new(&game).score(&game.parse_position("")?), -10);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    game: Othello,
    search: Search,
}

impl Solver {
    /// A solver for this board, with a table of at most 64 MiB.
    pub fn new(game: &Othello) -> Self {
        Solver::with_table(game, TABLE_BYTES)
    }

    /// A solver with a table of at most `bytes`, or of its smallest size.
    pub fn with_table(game: &Othello, bytes: usize) -> Self {
        Solver { game: *game, search: Search::new(game, bytes) }
    }

    /// The score of a position of this solver's board; finished games are allowed.
    pub fn score(&mut self, board: &Board) -> i32 {
        self.search.allowance.limit(None);
        let Some(score) = self.search.score(board) else { unreachable!("nothing limits the search") };
        score
    }

    /// The score of every legal move for the side that makes it, in the game's order.
    pub fn scores(&mut self, board: &Board) -> Vec<(Square, i32)> {
        self.search.allowance.limit(None);
        let Some(scores) = self.find_all(board) else { unreachable!("nothing limits the search") };
        scores
    }

    /// The number of positions visited since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.search.allowance.nodes()
    }

    /// Clears the table: the next position costs as much as on a fresh solver.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// A move that keeps the score of the position, which is `score`, unless a limit ends the search. Right after the
    /// search for the score, the table's best move is confirmed almost at once.
    fn find_best(&mut self, board: &Board, score: i32) -> Option<Square> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        let likely = self.search.remembered(board);
        moves.sort_by_key(|&Square(square)| square != likely);
        for square in moves {
            if self.search.is_at_most(&self.game.after(board, square), -score)? {
                return Some(square);
            }
        }
        unreachable!("some move has the score of the position")
    }

    /// The scores of all moves, unless a limit ends the search.
    fn find_all(&mut self, board: &Board) -> Option<Vec<(Square, i32)>> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        let score = |square| Some((square, -self.search.score(&self.game.after(board, square))?));
        moves.into_iter().map(score).collect()
    }
}
