//! Positions as bits, and the shape of a board: where its cells and its segments lie among them.
//!
//! A column takes `height + 1` bits, lowest cell first. The bit above its highest cell, `+`, is a guard that is never
//! set, so no shift carries a line of four from one column into the next. On the usual board:
//!
//! ```text
//!      +  +  +  +  +  +  +       6 13 20 27 34 41 48
//!      .  .  .  .  .  .  .       5 12 19 26 33 40 47
//!      .  .  .  .  .  .  .       4 11 18 25 32 39 46     up       shift 1
//!      .  .  .  .  .  .  .       3 10 17 24 31 38 45     falling  shift height
//!      .  .  .  .  .  .  .       2  9 16 23 30 37 44     across   shift height + 1
//!      .  .  .  .  .  .  .       1  8 15 22 29 36 43     rising   shift height + 2
//!      .  .  .  .  .  .  .       0  7 14 21 28 35 42
//! ```

use super::Column;
use super::grid::Grid;
use tiptree::ParseError;

/// The maximum number of columns: 32 columns of a single cell.
pub(super) const MOST_COLUMNS: usize = 32;

/// The directions of a line, as steps to the next column and the next row: up, falling, across, rising.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// A position: the stones of both players and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of Max, then those of Min.
    stones: [u64; 2],
    plies: u8,
}

impl Board {
    /// A board with these stones, without any check.
    pub(super) fn of(black: u64, red: u64) -> Self {
        Board { stones: [black, red], plies: (black.count_ones() + red.count_ones()) as u8 }
    }

    /// The stones of Max, who is Black and moves first, a bit each.
    pub fn black(&self) -> u64 {
        self.stones[0]
    }

    /// The stones of Min, who is Red, a bit each.
    pub fn red(&self) -> u64 {
        self.stones[1]
    }

    /// Every stone, a bit each.
    pub fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The number of stones.
    pub fn plies(&self) -> u8 {
        self.plies
    }

    /// The player to move, 0 for Max, 1 for Min, whether or not the game is over.
    pub(super) fn side(&self) -> usize {
        usize::from(self.plies & 1)
    }

    /// The stones of the player to move.
    pub(super) fn mover(&self) -> u64 {
        self.stones[self.side()]
    }

    /// The stones of the player who moved last.
    pub(super) fn last_mover(&self) -> u64 {
        self.stones[self.side() ^ 1]
    }

    /// Puts a stone of the player to move into the cell of `bit`.
    pub(super) fn put(&mut self, bit: u64) {
        // Both words are written: an index known only at run time would keep the stones out of registers.
        let is_red = u64::from(self.plies & 1).wrapping_neg();
        self.stones[0] |= bit & !is_red;
        self.stones[1] |= bit & is_red;
        self.plies += 1;
    }

    /// Takes back the stone of `bit`, played by the player who moved last.
    pub(super) fn lift(&mut self, bit: u64) {
        self.plies -= 1;
        self.stones[self.side()] &= !bit;
    }
}

/// The segments of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Segments {
    /// The shift from a cell of a segment to the next; 0 if the board has no segment in this direction.
    pub(super) shift: u32,
    /// The first cells of the segments.
    pub(super) starts: u64,
}

impl Segments {
    /// The first cells of the segments that lie entirely in `stones`.
    pub(super) fn filled(self, stones: u64) -> u64 {
        let pairs = stones & (stones >> self.shift);
        pairs & (pairs >> (2 * self.shift)) & self.starts
    }
}

/// The size of a board and the masks that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The highest cell of every column.
    pub(super) top: u64,
    /// The masks of this size.
    pub(super) grid: Grid<0, 0>,
    pub(super) segments: [Segments; 4],
}

impl Shape {
    pub(super) fn new(width: usize, height: usize) -> Result<Self, ParseError> {
        if width == 0 || height == 0 || width.saturating_mul(height.saturating_add(1)) > 64 {
            let expected = match width {
                1..=MOST_COLUMNS => format!("1 to {} rows on {width} columns", 64 / width - 1),
                _ => format!("1 to {MOST_COLUMNS} columns, and width * (height + 1) at most 64"),
            };
            return Err(ParseError::new("board", format!("{width}x{height}"), expected));
        }
        let mut shape = Shape {
            width: width as u8,
            height: height as u8,
            top: 0,
            grid: Grid::new(width, height),
            segments: [Segments::default(); 4],
        };
        for column in 0..width {
            shape.top |= shape.bit(column, height - 1);
        }
        shape.segments = DIRECTIONS.map(|direction| shape.segments_along(direction));
        Ok(shape)
    }

    /// The bits of a column with its guard.
    pub(super) fn stride(&self) -> usize {
        usize::from(self.height) + 1
    }

    pub(super) fn bit(&self, column: usize, row: usize) -> u64 {
        1 << (column * self.stride() + row)
    }

    pub(super) fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// A number unique to this position, the side to move included.
    ///
    /// In each column a 1 marks the cell above the highest stone; below it a 1 is a stone of Black and a 0 one of
    /// Red (the encoding of Tromp's Fhourstones).
    #[inline]
    pub(super) fn code(&self, board: &Board) -> u64 {
        board.black() | (board.occupied() + self.grid.masks().bottom)
    }

    /// The bit of the cell into which a stone falls; 0 if the column is full.
    pub(super) fn landing(&self, occupied: u64, column: usize) -> u64 {
        // The sum carries through the stones of the column into its first empty cell.
        (occupied + self.bit(column, 0)) & self.column(column)
    }

    /// The number of the cell into which a stone falls.
    #[inline]
    pub(super) fn cell(&self, board: &Board, column: Column) -> usize {
        let landing = self.landing(board.occupied(), usize::from(column.0));
        debug_assert!(landing != 0, "column {} is full", column.letter());
        landing.trailing_zeros() as usize
    }

    /// The bit of the highest stone of a column; 0 if it has none.
    pub(super) fn highest_stone(&self, occupied: u64, column: usize) -> u64 {
        let stones = occupied & self.column(column);
        stones & !(stones >> 1)
    }

    /// The cells of a column.
    pub(super) fn column(&self, column: usize) -> u64 {
        ((1 << self.height) - 1) << (column * self.stride())
    }

    /// The bits, guards included, with the columns in reverse order.
    #[inline]
    pub(super) fn mirrored(&self, bits: u64) -> u64 {
        mirrored(bits, u32::from(self.width), self.stride() as u32)
    }

    /// Whether `stones` hold four in a row.
    pub(super) fn has_four(&self, stones: u64) -> bool {
        self.segments.iter().fold(0, |found, segments| found | segments.filled(stones)) != 0
    }

    /// The cell `steps` further along a direction, if the board has it.
    pub(super) fn further(
        &self,
        (column, row): (usize, usize),
        direction: (isize, isize),
        steps: isize,
    ) -> Option<(usize, usize)> {
        let column = column.checked_add_signed(direction.0 * steps)?;
        let row = row.checked_add_signed(direction.1 * steps)?;
        (column < usize::from(self.width) && row < usize::from(self.height)).then_some((column, row))
    }

    /// Every cell as column and row.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let height = usize::from(self.height);
        (0..usize::from(self.width)).flat_map(move |column| (0..height).map(move |row| (column, row)))
    }

    fn segments_along(&self, direction: (isize, isize)) -> Segments {
        let shift = direction.0 * self.stride().cast_signed() + direction.1;
        let mut segments = Segments::default();
        for place in self.places() {
            if self.further(place, direction, 3).is_some() {
                segments.starts |= self.bit(place.0, place.1);
                segments.shift = shift as u32;
            }
        }
        segments
    }
}

/// The bits of `width` columns of `stride` bits with the columns in reverse order.
#[inline]
pub(super) fn mirrored(bits: u64, width: u32, stride: u32) -> u64 {
    let column = u64::MAX >> (64 - stride);
    (0..width).fold(0, |image, number| {
        image | (bits >> (number * stride) & column) << ((width - 1 - number) * stride)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(width: usize, height: usize) -> u32 {
        Shape::new(width, height).unwrap().segments.iter().map(|segments| segments.starts.count_ones()).sum()
    }

    #[test]
    fn the_usual_board_has_69_segments() {
        assert_eq!(segments(7, 6), 69);
    }

    #[test]
    fn boards_too_small_for_four_have_no_segments() {
        assert_eq!(segments(3, 3), 0);
        assert_eq!(segments(1, 3), 0);
        assert_eq!(segments(4, 1), 1);
        assert_eq!(segments(1, 63), 60);
        assert_eq!(segments(32, 1), 29);
    }

    #[test]
    fn a_size_that_does_not_fit_is_told_what_fits() {
        let message = |width, height| Shape::new(width, height).unwrap_err().to_string();
        assert_eq!(
            message(0, 6),
            r#"board "0x6": expected 1 to 32 columns, and width * (height + 1) at most 64"#
        );
        assert_eq!(message(9, 7), r#"board "9x7": expected 1 to 6 rows on 9 columns"#);
        assert_eq!(message(7, 0), r#"board "7x0": expected 1 to 8 rows on 7 columns"#);
        assert!(message(33, 1).contains("1 to 32 columns"));
        assert!(message(usize::MAX, usize::MAX).contains("1 to 32 columns"));
    }

    #[test]
    fn a_full_board_of_64_bits_keeps_its_guards_clear() {
        let shape = Shape::new(8, 7).unwrap();
        let mut occupied = 0;
        for _ in 0..7 {
            for column in 0..8 {
                occupied |= shape.landing(occupied, column);
            }
        }
        assert_eq!(occupied.count_ones(), 56);
        assert_eq!(shape.landing(occupied, 7), 0);
    }
}
