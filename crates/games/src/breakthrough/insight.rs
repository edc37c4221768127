//! What Breakthrough tells a search: wins at once, the captures that parry one, races that are decided, the mirror image.

use super::board::{Board, HOME};
use super::race::Winner;
use super::{Breakthrough, Step, list};
use tiptree::{Glance, Insight, Keyed, Prospect, Rng, ScoreBounds};

/// What there is to play.
enum Replies {
    /// A move that wins at once.
    Winning(Step),
    /// The only moves, by the squares they enter to the left, ahead and to the right, that may not lose at once.
    Safe([u64; 3]),
}

/// ```
/// use tiptree::{Insight, Notation, Prospect};
/// use tiptree_games::breakthrough::Breakthrough;
///
/// let game = Breakthrough::new(4, 5)?;
/// let mut moves = Vec::new();
/// // Black threatens to reach a1, and only b1 can capture.
/// let board = game.parse_position("b.b./..b./..../b..w/.ww. w")?;
/// assert_eq!(game.prospect(&board, &mut moves), Prospect::Open);
/// assert_eq!(game.move_text(&board, moves[0]), "b1a2");
/// assert_eq!(moves.len(), 1);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
impl Insight for Breakthrough {
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Step>) -> Prospect<Step> {
        match self.replies(board) {
            Replies::Winning(step) => Prospect::Won(step),
            Replies::Safe([0, 0, 0]) => Prospect::Lost,
            Replies::Safe(targets) => {
                list(targets, moves);
                Prospect::Open
            }
        }
    }

    #[inline]
    fn glance(&self, board: &Board, _room: &mut Vec<Step>) -> Glance<Step> {
        match self.replies(board) {
            Replies::Winning(_) => Glance::Won,
            Replies::Safe(targets) => match targets.map(u64::count_ones).iter().sum() {
                0 => Glance::Lost,
                1 => Glance::Only(first(targets)),
                _ => Glance::Open,
            },
        }
    }

    #[inline]
    fn bounds(&self, board: &Board) -> Option<ScoreBounds> {
        let win = Breakthrough::win(board);
        let value = match self.race(board)? {
            Winner::Mover => win,
            Winner::Waiting => -win,
        };
        Some(ScoreBounds { lower: value, upper: value })
    }

    #[inline]
    fn folded_key(&self, board: &Board) -> (u64, bool) {
        let image = Board {
            mover: self.shape.mirrored(board.mover),
            waiting: self.shape.mirrored(board.waiting),
            ..*board
        };
        let is_image = (image.mover, image.waiting) < (board.mover, board.waiting);
        (self.key(if is_image { &image } else { board }), is_image)
    }

    #[inline]
    fn mirrored(&self, step: Step) -> Step {
        let (from, direction) = (step.from(), u32::from(step.0) % 3);
        let (row, column) = (from / 8, from % 8);
        Step::new(8 * row + u32::from(self.shape.width) - 1 - column, 2 - direction)
    }

    /// Each player has places of its own, because both see their moves from their own side.
    fn places(&self) -> usize {
        2 * 192
    }

    #[inline]
    fn place(&self, board: &Board, step: Step) -> usize {
        usize::from(board.is_black) * 192 + usize::from(step.0) % 192
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        Some([3, self.height(), self.width()])
    }

    /// White's pieces, Black's pieces, and ones where White is to move.
    fn planes(&self, board: &Board, values: &mut Vec<f32>) {
        let to_move = if board.is_black { 0 } else { u64::MAX };
        let [white, black] = self.colours(board);
        for pieces in [white, black, to_move] {
            let squares = (0..self.height()).rev();
            let squares = squares.flat_map(|row| (0..self.width()).map(move |column| 8 * row + column));
            values.extend(squares.map(|square| f32::from(u8::from(pieces >> square & 1 != 0))));
        }
    }

    fn playout(&self, board: Board, rng: &mut Rng) -> f64 {
        self.random_payoff(board, rng)
    }
}

/// The first move that enters these squares, of which there is one.
#[inline]
fn first(targets: [u64; 3]) -> Step {
    let [left, ahead, _] = targets;
    let direction = if left != 0 {
        0
    } else if ahead != 0 {
        1
    } else {
        2
    };
    Step::new(targets[direction as usize].ilog2() - 7 - direction, direction)
}

impl Breakthrough {
    #[inline]
    fn replies(&self, board: &Board) -> Replies {
        let targets = self.targets(board);
        let wins = targets.map(|targets| targets & self.shape.goal());
        if wins != [0; 3] {
            return Replies::Winning(first(wins));
        }
        if board.waiting.is_power_of_two() {
            let captures = targets.map(|targets| targets & board.waiting);
            if captures != [0; 3] {
                return Replies::Winning(first(captures));
            }
        }
        // Pieces one step before their last row must be captured.
        let threats = board.waiting & HOME << 8;
        if threats == 0 {
            return Replies::Safe(targets);
        }
        let is_one = threats.is_power_of_two();
        Replies::Safe(targets.map(|targets| if is_one { targets & threats } else { 0 }))
    }
}
