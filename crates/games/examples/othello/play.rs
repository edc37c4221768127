//! Games by a search of a few moves: strong enough for positions that matter, and fast.

use tiptree::{Evaluator, Game, Rng, Turn};
use tiptree_games::othello::{Board, Othello, Square};

/// The most moves that a player looks ahead.
const DEEPEST: usize = 3;

/// Plays games by a search of a few moves.
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

    /// The value to the side to move by plain alpha-beta.
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

    /// The moves and what they lead to, those first that seem best.
    fn sorted(&self, board: &Board, depth: u32) -> Vec<(Square, Board)> {
        let mut children: Vec<(Square, Board)> =
            self.moves(board).into_iter().map(|mv| (mv, self.game.after(board, mv))).collect();
        if depth > 1 {
            // Placements left to the opponent, which are at hand.
            children.sort_by_key(|(_, child)| child.placements().count_ones());
        }
        children
    }

    /// Plays so many random moves and then good ones until at most `left` squares are empty, and shows every position behind
    /// the random moves to `visit`. The last position, unless the game is over before.
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
