//! Planted trees as text. A move is its number among its siblings, from 1. A position is the seed of the deal, then a
//! colon and the moves made, joined by points, as in `7:3.1.2`.

use super::{Place, Planted};
use tiptree::{Game, Notation, ParseError, Turn};

impl Notation for Planted {
    fn move_text(&self, _state: &Place, mv: u16) -> String {
        (u32::from(mv) + 1).to_string()
    }

    fn position_text(&self, state: &Place) -> String {
        let base = u128::from(self.shape.branching);
        let digits = (0..state.ply).rev().map(|place| state.path / base.pow(place) % base);
        let moves: Vec<String> = digits.map(|digit| (digit + 1).to_string()).collect();
        if moves.is_empty() { state.seed.to_string() } else { format!("{}:{}", state.seed, moves.join(".")) }
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(self.start());
        }
        let (seed, moves) = text.split_once(':').map_or((text, None), |(seed, moves)| (seed, Some(moves)));
        let seed = seed.parse().map_err(|_| {
            ParseError::new("position", text, "the seed of a tree and the moves made, such as 1 or 1:3.1.2")
        })?;
        let mut state = self.deal(seed);
        for mv in moves.into_iter().flat_map(|moves| moves.split('.')) {
            let mv = self.parse_move(&state, mv)?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    /// The moves so far, and what comes next.
    fn draw(&self, state: &Place) -> String {
        let next = match self.turn(state) {
            Turn::Over(payoff) => format!("over, worth {payoff}"),
            turn => {
                format!("{turn:?} to move, {} of {} moves left at most", self.left(*state), self.shape.depth)
            }
        };
        format!("{}\n{next}, planted value {}", self.position_text(state), state.value)
    }
}
