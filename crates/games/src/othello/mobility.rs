//! An evaluator without fitted weights: mobility and corners.

use super::discs::placements;
use super::squash::{SCALE, squash};
use super::{Board, Othello};
use tiptree::{Evaluator, Range};

/// The weights of the mobility difference and of a corner, set by hand. The hyperbolic tangent of the weighted sum is
/// the expected payoff.
const ROOM: f64 = 1.2;
const CORNER: f64 = 0.4;

/// Mobility and corners: from -1000, lost, to 1000, won. For boards of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

/// A number for the side to move whose hyperbolic tangent is the expected payoff.
pub(super) fn chance(game: &Othello, board: &Board) -> f64 {
    let count = |bits: u64| f64::from(bits.count_ones());
    let own = count(board.placements());
    let other = count(placements(board.waiting(), board.mover(), game.squares()));
    let corners = count(board.mover() & game.corners()) - count(board.waiting() & game.corners());
    ROOM * (own - other) / (own + other + 2.0) + CORNER * corners
}

impl Evaluator<Othello> for Mobility {
    fn range(&self) -> Range {
        SCALE
    }

    fn evaluate(&self, game: &Othello, board: &Board) -> f64 {
        squash(chance(game, board), board.is_white())
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
