//! Games played by a shallow search: fast, and strong enough for realistic positions.

use tiptree::{Evaluator, Game, Rng, Turn};
use tiptree_games::othello::{Board, Othello, Square};

/// The maximum search depth of a player.
const DEEPEST: usize = 3;

/// Plays games by a shallow search.
pub(crate) struct Player<'a> {
    pub(crate) game: Othello,
    pub(crate) evaluator: &'a dyn Evaluator<Othello>,
}

impl Player<'_> {
    pub(crate) fn moves(&self, board: &Board) -> Vec<Square> {
        let mut moves = Vec::new();
        self.game.moves(board, &mut moves);
        moves
    }

    /// The value for the side to move, by plain alpha-beta.
    fn value(&self, board: &Board, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        let sign = if board.is_white() { -1.0 } else { 1.0 };
        match self.game.turn(board) {
            Turn::Over(payoff) => return sign * self.evaluator.payoff(&self.game, payoff),
            _ if depth == 0 => return sign * self.evaluator.evaluate(&self.game, board),
            _ => {}
        }
        for (_, child) in self.sorted(board, depth) {
            alpha = alpha.max(-self.value(&child, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// The moves and the positions after them, the most promising first.
    fn sorted(&self, board: &Board, depth: u32) -> Vec<(Square, Board)> {
        let mut children: Vec<(Square, Board)> =
            self.moves(board).into_iter().map(|mv| (mv, self.game.after(board, mv))).collect();
        if depth > 1 {
            // By the number of the opponent's placements, which the child already holds.
            children.sort_by_key(|(_, child)| child.placements().count_ones());
        }
        children
    }

    /// Plays `random` random moves and then good ones until at most `left` squares are empty, and passes every position
    /// after the random moves to `visit`. Returns the last position, unless the game ends before.
    pub(crate) fn play(
        &self,
        random: usize,
        left: u32,
        rng: &mut Rng,
        mut visit: impl FnMut(&Board),
    ) -> Option<Board> {
        let depth = 1 + rng.below(DEEPEST) as u32;
        let mut board = self.game.start();
        for ply in 0.. {
            let moves = self.moves(&board);
            if moves.is_empty() {
                return None;
            }
            if ply >= random && 64 - board.occupied().count_ones() <= left {
                break;
            }
            let mv = if ply < random {
                moves[rng.below(moves.len())]
            } else {
                visit(&board);
                self.best(&board, depth)
            };
            self.game.play(&mut board, mv);
        }
        Some(board)
    }

    fn best(&self, board: &Board, depth: u32) -> Square {
        let (mut best, mut alpha) = (None, f64::NEG_INFINITY);
        for (mv, child) in self.sorted(board, depth) {
            let value = -self.value(&child, depth - 1, f64::NEG_INFINITY, -alpha);
            if value > alpha {
                (best, alpha) = (Some(mv), value);
            }
        }
        best.expect("the game is not over")
    }
}
