//! Connect-Four whose states carry along what an evaluator needs.
//!
//! In Rivest 1987 the move and unmove operators kept the static evaluation up to date. Here the state does: beside the
//! board it holds the data that [`Sums`] defines, which each stone updates.

use super::{Board, Column, Connect4, OnBoards, turn_without_four};
use std::fmt::Debug;
use std::sync::Arc;
use tiptree::{BestLeaf, Game, Keyed, Leaf, Notation, ParseError, Turn};

/// The data that a state carries along beside its board, and how a stone changes it.
pub trait Sums: Debug + Send + Sync + 'static {
    /// Whether values are Max's winning probabilities.
    const IS_CHANCE: bool = false;

    /// The data carried along. Keep it small: it is copied once per move.
    type Carried: Copy + Debug + PartialEq + Eq + Send;

    /// The data of a board.
    fn of(&self, board: &Board) -> Self::Carried;

    /// The data of the board with one more stone, of `side`, 0 or 1, in a cell given by the index of its bit.
    ///
    /// Implementations should read from `carried` and not from a fresh copy: narrow loads stall when they follow the
    /// wide stores of a copy.
    fn with_stone(&self, carried: &Self::Carried, cell: usize, side: usize) -> Self::Carried;

    /// The payoff if a player has four in a row.
    fn won(&self, carried: &Self::Carried, board: &Board) -> Option<f64>;

    /// The value of a plain board on which the game is not over.
    fn value(&self, board: &Board) -> f64;

    /// Pushes the leaf after each move of a plain board.
    fn family(&self, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>);

    /// The best of these leaves for the side to move. `room` is scratch space.
    #[inline]
    fn best(&self, board: &Board, moves: &[Column], room: &mut Vec<Leaf>) -> BestLeaf {
        room.clear();
        self.family(board, moves, room);
        BestLeaf::among(room, board.side() == 0)
    }
}

/// The rules of Connect-Four for searches that evaluate often: as [`Connect4`], with running sums in the state.
#[derive(Debug)]
pub struct Incremental<S> {
    game: Connect4,
    sums: Arc<S>,
}

impl<S> Clone for Incremental<S> {
    fn clone(&self) -> Self {
        Incremental { game: self.game.clone(), sums: Arc::clone(&self.sums) }
    }
}

/// A position with the data it carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried<C> {
    board: Board,
    carried: C,
}

impl<C> Carried<C> {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The data carried along.
    #[inline]
    pub(super) fn carried(&self) -> &C {
        &self.carried
    }
}

impl<S: Sums> Incremental<S> {
    pub(super) fn carrying(game: Connect4, sums: S) -> Self {
        Incremental { game, sums: Arc::new(sums) }
    }

    /// The rules without running sums.
    pub fn plain(&self) -> &Connect4 {
        &self.game
    }

    /// The evaluator of these sums for plain boards.
    pub fn on_boards(&self) -> OnBoards<S> {
        OnBoards::new(Arc::clone(&self.sums))
    }

    #[inline]
    pub(super) fn sums(&self) -> &S {
        &self.sums
    }

    /// The state of a position.
    #[inline]
    pub fn summed(&self, board: &Board) -> Carried<S::Carried> {
        Carried { board: *board, carried: self.sums.of(board) }
    }
}

impl<S: Sums> Game for Incremental<S> {
    type State = Carried<S::Carried>;
    type Move = Column;

    fn start(&self) -> Self::State {
        self.summed(&self.game.start())
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Turn {
        match self.sums.won(&state.carried, &state.board) {
            Some(payoff) => Turn::Over(payoff),
            None => turn_without_four(&self.game.shape, state.board.plies()),
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, state: &Self::State, moves: &mut Vec<Column>) {
        if self.sums.won(&state.carried, &state.board).is_none() {
            self.game.open_columns(&state.board, moves);
        }
    }

    #[inline]
    fn play(&self, state: &mut Self::State, column: Column) {
        *state = self.after(state, column);
    }

    #[inline]
    fn after(&self, state: &Self::State, column: Column) -> Self::State {
        let cell = self.game.shape.cell(&state.board, column);
        let carried = self.sums.with_stone(&state.carried, cell, state.board.side());
        let mut board = state.board;
        board.put(1 << cell);
        Carried { board, carried }
    }
}

impl<S: Sums> Keyed for Incremental<S> {
    fn key(&self, state: &Self::State) -> u64 {
        self.game.key(&state.board)
    }
}

impl<S: Sums> Notation for Incremental<S> {
    fn move_text(&self, state: &Self::State, column: Column) -> String {
        self.game.move_text(&state.board, column)
    }

    fn position_text(&self, state: &Self::State) -> String {
        self.game.position_text(&state.board)
    }

    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError> {
        Ok(self.summed(&self.game.parse_position(text)?))
    }

    fn draw(&self, state: &Self::State) -> String {
        self.game.draw(&state.board)
    }
}
