//! Connect-Four whose states carry the running sum of the evaluator.
//!
//! In Rivest 1987 the move and unmove operators kept the static evaluation up to date. Here a state does, for every
//! line of the board that has room for four (row, column, diagonal), with a code of three values a cell: empty 0,
//! Black 1, Red 2. On the usual board the lowest row of the position 4453 has, from the left, the code
//!
//! ```text
//!      .  .  O  X  X  .  .        0·1 + 0·3 + 2·9 + 1·27 + 1·81 + 0·243 + 0·729 = 126
//! ```
//!
//! A table gives the score of every code, wins included. A stone touches at most four lines, and what it adds to the
//! sum is the difference of their scores before and after. Hence all children of a state can be evaluated without
//! playing any. Codes of different lengths share one table of 65536 scores: the code of a line starts at the place of
//! its length in it.

use super::board::{DIRECTIONS, Shape};
use super::rivest::{SEGMENT_SCORES, finished, value};
use super::{Board, Column, Connect4, turn_without_four};
use std::sync::Arc;
use tiptree::{Game, Keyed, Leaf, Misread, Notation, Turn};

/// The longest line whose codes fit a table of 65536 scores, beside those of the shorter lines of the same board.
const LONGEST: usize = 10;
/// More than any board has that fits 64 bits and has no line longer than ten: `3 (width + height) - 14`, which is 31.
const LINES: usize = 32;
/// Takes the place of lines too short for four; its code never changes and scores nothing.
const SHORT_LINE: u16 = LINES as u16 - 1;
/// What a line with four in a row scores: more than all other segments together.
const WON: i32 = 1 << 14;

/// The rules of Connect-Four for searches that evaluate much: as [`Connect4`], with running sums in the state.
#[derive(Clone, Debug)]
pub struct Running {
    game: Connect4,
    tables: Arc<Tables>,
}

/// A position with the sum of the scores of its segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summed {
    board: Board,
    sum: i32,
    lines: [u16; LINES],
}

impl Summed {
    /// The position itself.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The scores of all segments; far beyond their sum where the game is won.
    pub(super) fn sum(&self) -> i32 {
        self.sum
    }
}

/// A line through a cell, and what a stone there adds to its code.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    line: u16,
    weight: u16,
}

/// The code of a line before and after a stone.
#[derive(Clone, Copy)]
struct Change {
    line: usize,
    before: u16,
    after: u16,
}

#[derive(Debug)]
struct Tables {
    /// The four lines through each cell, by the player whose stone it is and the number of the cell's bit.
    crossings: [[[Crossing; 4]; 64]; 2],
    /// The score of each code.
    scores: Box<[i16; 1 << 16]>,
    /// The codes of the empty lines.
    start: [u16; LINES],
}

impl Running {
    /// The same rules with running sums.
    ///
    /// # Errors
    /// If the board has a line of more than ten cells.
    pub fn new(game: Connect4) -> Result<Self, Misread> {
        let Shape { width, height, .. } = game.shape;
        if usize::from(width.max(height)) > LONGEST {
            let expected = format!("at most {LONGEST} columns and {LONGEST} rows for running sums");
            return Err(Misread::new("board", format!("{width}x{height}"), expected));
        }
        let tables = Tables::new(&game.shape);
        Ok(Running { game, tables })
    }

    /// The rules without running sums.
    pub fn plain(&self) -> &Connect4 {
        &self.game
    }

    /// The state of a position.
    pub fn summed(&self, board: &Board) -> Summed {
        let mut state = self.start();
        for (side, stones) in [board.black(), board.red()].into_iter().enumerate() {
            for cell in (0..64).filter(|cell| stones >> cell & 1 == 1) {
                let changes = self.tables.change(&state, cell, side);
                state.sum += self.tables.gain(changes);
                write(&mut state.lines, changes);
            }
        }
        Summed { board: *board, ..state }
    }

    /// The number of the cell into which a stone falls.
    #[inline]
    fn cell(&self, board: &Board, column: Column) -> usize {
        let landing = self.game.shape.landing(board.occupied(), usize::from(column.0));
        debug_assert!(landing != 0, "column {} is full", column.letter());
        landing.trailing_zeros() as usize
    }

    /// Pushes the leaf behind each of `moves`, without playing them.
    #[inline]
    pub(super) fn leaves(&self, state: &Summed, moves: &[Column], leaves: &mut Vec<Leaf>) {
        let board = &state.board;
        let side = board.side();
        let turn = turn_without_four(&self.game.shape, board.plies() + 1);
        let won = if side == 0 { 1.0 } else { -1.0 };
        leaves.extend(moves.iter().map(|&column| {
            let gain = self.tables.gain(self.tables.change(state, self.cell(board, column), side));
            if gain.abs() >= WON / 2 {
                Leaf { value: finished(won), turn: Turn::Over(won) }
            } else if let Turn::Over(payoff) = turn {
                Leaf { value: finished(payoff), turn }
            } else {
                Leaf { value: value(state.sum + gain, side ^ 1), turn }
            }
        }));
    }
}

impl Tables {
    fn new(shape: &Shape) -> Arc<Self> {
        let mut tables = Tables {
            crossings: [[[Crossing { line: SHORT_LINE, weight: 0 }; 4]; 64]; 2],
            scores: vec![0; 1 << 16].into_boxed_slice().try_into().expect("the length is the same"),
            start: [0; LINES],
        };
        // The code 0 is the line too short for four.
        let mut free_code = 1;
        let mut starts_by_length = [None; LONGEST + 1];
        let mut lines = 0;
        for (number, direction) in DIRECTIONS.into_iter().enumerate() {
            for first in shape.places().filter(|&place| shape.further(place, direction, -1).is_none()) {
                let cells: Vec<_> = (0..).map_while(|steps| shape.further(first, direction, steps)).collect();
                if cells.len() < 4 {
                    continue;
                }
                let start = *starts_by_length[cells.len()].get_or_insert_with(|| {
                    let scores = line_scores(cells.len());
                    let start = free_code;
                    free_code += scores.len();
                    tables.scores[start..free_code].copy_from_slice(&scores);
                    start
                });
                tables.start[lines] = start as u16;
                for (place, &(column, row)) in cells.iter().enumerate() {
                    let cell = shape.bit(column, row).trailing_zeros() as usize;
                    for (stones, digit) in tables.crossings.iter_mut().zip([1, 2]) {
                        let weight = digit * 3u16.pow(place as u32);
                        stones[cell][number] = Crossing { line: lines as u16, weight };
                    }
                }
                lines += 1;
            }
        }
        assert!(lines < LINES, "a board of 64 bits has at most {} lines", LINES - 1);
        Arc::new(tables)
    }

    /// The codes of the four lines through `cell` before and after a stone of `side`, 0 or 1, with the lines.
    #[inline]
    fn change(&self, state: &Summed, cell: usize, side: usize) -> [Change; 4] {
        self.crossings[side % 2][cell % 64].map(|Crossing { line, weight }| {
            let line = usize::from(line) % LINES;
            let before = state.lines[line];
            Change { line, before, after: before + weight }
        })
    }

    /// What a change of four lines adds to the sum.
    #[inline]
    fn gain(&self, changes: [Change; 4]) -> i32 {
        let score = |code: u16| i32::from(self.scores[usize::from(code)]);
        changes.map(|Change { before, after, .. }| score(after) - score(before)).into_iter().sum()
    }
}

/// Writes the codes after a change.
#[inline]
fn write(lines: &mut [u16; LINES], changes: [Change; 4]) {
    for Change { line, after, .. } in changes {
        lines[line] = after;
    }
}

/// The score of every code of a line of `length` cells.
fn line_scores(length: usize) -> Vec<i16> {
    let score = |code: usize| {
        let cells: Vec<usize> = (0..length).map(|place| code / 3usize.pow(place as u32) % 3).collect();
        let mut sum = 0;
        for segment in cells.windows(4) {
            let stones = |player| segment.iter().filter(|&&cell| cell == player).count();
            match (stones(1), stones(2)) {
                (4, _) => return WON as i16,
                (_, 4) => return -(WON as i16),
                (black, 0) => sum += SEGMENT_SCORES[black],
                (0, red) => sum -= SEGMENT_SCORES[red],
                _ => {}
            }
        }
        sum as i16
    };
    (0..3usize.pow(length as u32)).map(score).collect()
}

impl Game for Running {
    type State = Summed;
    type Move = Column;

    fn start(&self) -> Summed {
        Summed { board: self.game.start(), sum: 0, lines: self.tables.start }
    }

    #[inline]
    fn turn(&self, state: &Summed) -> Turn {
        match state.sum {
            sum if sum >= WON / 2 => Turn::Over(1.0),
            sum if sum <= -WON / 2 => Turn::Over(-1.0),
            _ => turn_without_four(&self.game.shape, state.board.plies()),
        }
    }

    #[inline]
    fn moves(&self, state: &Summed, moves: &mut Vec<Column>) {
        if state.sum.abs() < WON / 2 {
            self.game.open_columns(&state.board, moves);
        }
    }

    #[inline]
    fn play(&self, state: &mut Summed, column: Column) {
        let cell = self.cell(&state.board, column);
        let changes = self.tables.change(state, cell, state.board.side());
        state.sum += self.tables.gain(changes);
        write(&mut state.lines, changes);
        state.board.put(1 << cell);
    }

    /// Reads everything from the old state and nothing from the copy: a processor waits when it reads back in small
    /// parts what it has just copied in large ones.
    #[inline]
    fn after(&self, state: &Summed, column: Column) -> Summed {
        let cell = self.cell(&state.board, column);
        let changes = self.tables.change(state, cell, state.board.side());
        let mut board = state.board;
        board.put(1 << cell);
        let mut next = Summed { board, sum: state.sum + self.tables.gain(changes), lines: state.lines };
        write(&mut next.lines, changes);
        next
    }
}

impl Keyed for Running {
    fn key(&self, state: &Summed) -> u64 {
        self.game.key(&state.board)
    }
}

impl Notation for Running {
    fn move_text(&self, state: &Summed, column: Column) -> String {
        self.game.move_text(&state.board, column)
    }

    fn position_text(&self, state: &Summed) -> String {
        self.game.position_text(&state.board)
    }

    fn parse_position(&self, text: &str) -> Result<Summed, Misread> {
        Ok(self.summed(&self.game.parse_position(text)?))
    }

    fn draw(&self, state: &Summed) -> String {
        self.game.draw(&state.board)
    }
}
