//! The solver behind texts.

use super::Solver;
use tiptree::{Budget, Game, Meter, Misread, Notation, Outcome, Solution, Turn};

impl tiptree::Solver for Solver {
    /// A node is a position entered, and costs one move. Looks at the clocks and at the outside every 16,384 nodes.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, Misread> {
        let board = self.game.parse_position(position)?;
        let turn = self.game.turn(&board);
        if turn.is_over() {
            return Err(Misread::new("position", position, "one in which the game is not over"));
        }
        let before = self.nodes();
        self.search.limit(Some(Meter::new(budget)));
        let Some(score) = self.search.score(&board) else { return Ok(None) };
        let moves = if all_moves { self.find_all(&board) } else { Some(Vec::new()) };
        let Some(moves) = moves else { return Ok(None) };
        let text = |(square, score)| (self.game.move_text(&board, square), score);
        Ok(Some(Solution {
            score,
            result: match if turn == Turn::Max { score } else { -score } {
                1.. => Outcome::Win,
                0 => Outcome::Draw,
                _ => Outcome::Loss,
            },
            moves: moves.into_iter().map(text).collect(),
            nodes: self.nodes() - before,
        }))
    }

    fn forget(&mut self) {
        Solver::forget(self);
    }
}
