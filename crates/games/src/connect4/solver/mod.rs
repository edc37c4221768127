//! Exact scores of Connect-Four positions, without a book.
//!
//! One file an idea: the [`search`] asks whether a score is above a bound, [`root`] asks it until the score is known,
//! [`parity`] answers without a search where it can, the [`table`] remembers, and the [`grid`] is the board. [`text`] is the
//! same solver for the command line.
//!
//! What paid, on random positions after twelve plies: without the rules of parity 2.4 times as many positions are entered,
//! without looking replies up before the first is searched 1.24 times, without telling useful threats from others 1.18
//! times; on the empty board, with mirror images apart 1.8 times. Forced replies and the last ten plies are left out of
//! the table, which enters more positions and takes less time. A win with the second stone from now is looked for without
//! entering the positions behind, which saves a tenth of the time. Quick wins are asked about first: positions that end soon
//! take a third of the time. Clearing a table of full size would take more than a
//! hundred times as long as solving a position after 28 plies.
//!
//! What did not pay when it was tried, before some of the above: a history of moves that refuted others (1.3 times the
//! positions), ordering by the lines through a cell (1.4) or by the threats that the other would make there (1.4), moves
//! first that force a reply (1.3), giving the leader the playable cells of only one of two odd columns (the same number),
//! smaller buckets, a fuller table or one that grows in smaller steps (the same time).

mod root;
mod search;
mod table;
mod text;

use super::{Board, Column, Connect4};
use root::Scores;
use search::Search;
use tiptree::Game;

/// The memory of a table, unless another is asked for.
const TABLE_BYTES: usize = 64 << 20;

/// A solver of Connect-Four on a board of any size.
///
/// Scores are Pons's, for the side to move: +k if it wins with its k-th stone counted from the end, the last that it would
/// put on a full board being the first; 0 for a draw; -k if it loses to the k-th stone of the other, so counted.
///
/// The solver keeps what it has learned, in a table that begins small and grows as needed.
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
    /// The last position that was solved as a text: what was learned there serves positions before and after it.
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

    /// The score of a position of this solver's board; also of one in which the game is over.
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

    /// The number of positions entered since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Forgets everything: the next position costs what it would cost as the first.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// The score of a position in which it is at least `at_least`, unless a limit ends the search.
    fn find(&mut self, board: &Board, at_least: i32) -> Option<i32> {
        self.search.score(board.mover(), board.occupied(), at_least)
    }

    /// A move with the score of its position, which is `score`, unless a limit ends the search.
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
