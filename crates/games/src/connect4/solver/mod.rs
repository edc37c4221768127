//! Exact scores of Connect-Four positions, without a book.
//!
//! One file per idea: the [`search`] decides whether a score is above a bound, [`root`] repeats it until the score is
//! known, [`parity`](super::parity) answers without a search if it can, the [`table`] is the transposition table, and
//! the [`grid`](super::grid) is the board. [`text`] is the same solver for the command line.
//!
//! What helped, on random positions after twelve plies: without the parity rules the search visits 2.4 times as many
//! positions, without looking up all replies before the first is searched 1.24 times, without telling useful threats
//! from others 1.18 times; on the empty board, without merging mirror images 1.8 times. Forced replies and the last ten
//! plies are not stored in the table, which visits more positions but takes less time. A win with the second stone from
//! now is detected without visiting the positions after it, which saves a tenth of the time. Quick wins are tested
//! first: positions that end soon take a third of the time. Clearing a table of full size would take more than a
//! hundred times as long as solving a position after 28 plies.
//!
//! What did not help when it was tried, before some of the above: a history of refutations (1.3 times the positions),
//! ordering by the lines through a cell (1.4) or by the threats that the opponent would make there (1.4), moves that
//! force a reply first (1.3), giving the leader the playable cells of only one of two odd columns (the same number),
//! smaller buckets, a fuller table or one that grows in smaller steps (the same time).

mod root;
mod search;
mod table;
mod text;

use super::{Board, Column, Connect4};
use root::Scores;
use search::Search;
use tiptree::Game;

/// The default size of the table.
const TABLE_BYTES: usize = 64 << 20;

/// A solver of Connect-Four on a board of any size.
///
/// Scores are Pons's, for the side to move: +k if it wins with its k-th stone counted from the end, where the first is
/// the last stone that it would put on a full board; 0 for a draw; -k if it loses to the opponent's k-th stone, counted
/// the same way.
///
/// The solver keeps its transposition table between positions. The table begins small and grows as needed.
///
/// ```
/// use tiptree::Notation;
/// use tiptree_games::connect4::{Column, Connect4, Solver};
///
/// let game = Connect4::default();
/// let mut solver = Solver::new(&game);
/// let board = game.parse_position("35314124762533671167")?;
/// // It wins with the tenth stone from the end, which is its second one from now.
/// assert_eq!(solver.score(&board), 10);
/// assert_eq!(solver.scores(&board)[3], (Column(3), 10));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    game: Connect4,
    search: Box<dyn Scores>,
    /// The last position that was solved from text: its table entries serve positions before and after it on the same
    /// line.
    last: Board,
}

impl Solver {
    /// A solver for this board, with a table of at most 64 MiB.
    pub fn new(game: &Connect4) -> Self {
        Solver::with_table(game, TABLE_BYTES)
    }

    /// A solver with a table of at most `bytes`, rounded down to a power of two, or of its smallest size: 8 KiB on the
    /// usual board, 1 MiB on the largest.
    pub fn with_table(game: &Connect4, bytes: usize) -> Self {
        let search: Box<dyn Scores> = match (game.width(), game.height()) {
            (7, 6) => Box::new(Search::<7, 6, 7>::new(7, 6, bytes)),
            (width, height) => Box::new(Search::<0, 0, 32>::new(width, height, bytes)),
        };
        Solver { game: game.clone(), search, last: Board::default() }
    }

    /// The score of a position of this solver's board; finished games are allowed.
    pub fn score(&mut self, board: &Board) -> i32 {
        self.search.limit(None);
        let Some(score) = self.find(board, i32::MIN) else { unreachable!("nothing limits the search") };
        score
    }

    /// The score of every legal move for the side that makes it, in the game's order.
    pub fn scores(&mut self, board: &Board) -> Vec<(Column, i32)> {
        let best = self.score(board);
        let Some(scores) = self.find_all(board, best) else { unreachable!("nothing limits the search") };
        scores
    }

    /// The number of positions visited since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Clears the table: the next position costs as much as on a fresh solver.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// The score of a position, known to be at least `at_least`, unless a limit ends the search.
    fn find(&mut self, board: &Board, at_least: i32) -> Option<i32> {
        self.search.score(board.mover(), board.occupied(), at_least)
    }

    /// A move that keeps the score of the position, which is `score`, unless a limit ends the search.
    fn find_best(&mut self, board: &Board, score: i32) -> Option<Column> {
        let cell = self.search.best(board.mover(), board.occupied(), score)?;
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves.into_iter().find(|&column| self.game.after(board, column).occupied() & cell != 0)
    }

    /// The scores of all moves of a position whose own score is `best`, unless a limit ends the search.
    fn find_all(&mut self, board: &Board, best: i32) -> Option<Vec<(Column, i32)>> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        let score = |column| {
            let next = self.game.after(board, column);
            Some((column, -self.search.score(next.mover(), next.occupied(), -best)?))
        };
        moves.into_iter().map(score).collect()
    }
}
