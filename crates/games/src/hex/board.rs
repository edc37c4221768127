//! Cells as bits, and positions with the stones that are connected to each edge.
//!
//! A cell is the bit `11 * row + column` on a board of any size; smaller boards take the upper left corner of the same 121 bits.
//! Each row is drawn half a cell further to the right than the row above, so that a cell has up to six neighbours:
//!
//! ```text
//!      a   b   c
//!    1  0   1   2         left        shift 1
//!      2  11  12  13      right above shift 10
//!        3  22  23  24    above       shift 11
//! ```

/// The distance from a cell to the one below.
pub(super) const STRIDE: u32 = 11;
/// The cells of the first column of the greatest board.
const COLUMN: u128 = {
    let mut column = 0;
    let mut row = 0;
    while row < STRIDE {
        column |= 1 << (STRIDE * row);
        row += 1;
    }
    column
};

/// A position: the stones of both players, those of them that are connected to the edges of their player, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of Max, then those of Min.
    pub(super) stones: [u128; 2],
    /// The stones of each player that are connected to the player's first edge: the upper one for Max, the left one for Min.
    pub(super) first: [u128; 2],
    /// Those that are connected to the opposite edge.
    pub(super) last: [u128; 2],
    pub(super) is_min: bool,
}

impl Board {
    /// The stones of Max, who connects the upper edge with the lower one, a bit each: row r and column c, both from 0, are bit
    /// `11 * r + c`.
    pub fn max(&self) -> u128 {
        self.stones[0]
    }

    /// The stones of Min, who connects the left edge with the right one.
    pub fn min(&self) -> u128 {
        self.stones[1]
    }

    /// Whether it is Min's turn.
    pub fn is_min(&self) -> bool {
        self.is_min
    }

    /// Every stone.
    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.stones[0] | self.stones[1]
    }

    /// The player to move, 0 for Max, 1 for Min.
    #[inline]
    pub(super) fn side(&self) -> usize {
        usize::from(self.is_min)
    }

    /// Whether this player has connected both edges.
    #[inline]
    pub(super) fn has_won(&self, player: usize) -> bool {
        self.first[player] & self.last[player] != 0
    }
}

/// The size of a board and the cells at its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) size: u32,
    /// Every cell.
    pub(super) cells: u128,
    /// The cells at the first and at the last edge of each player.
    pub(super) edges: [[u128; 2]; 2],
}

impl Shape {
    pub(super) fn new(size: u32) -> Self {
        let row = (1 << size) - 1;
        let rows = if size == STRIDE { u128::MAX >> 7 } else { (1 << (STRIDE * size)) - 1 };
        let cells = (COLUMN * row) & rows;
        let [upper, left] = [row, COLUMN & cells];
        let [lower, right] = [row << (STRIDE * (size - 1)), left << (size - 1)];
        Shape { size, cells, edges: [[upper, lower], [left, right]] }
    }

    /// The neighbours of these cells, which may be among them.
    #[inline]
    pub(super) fn around(&self, cells: u128) -> u128 {
        let [[_, _], [left, right]] = self.edges;
        let (inner_left, inner_right) = (cells & !left, cells & !right);
        let sideways = inner_left >> 1 | inner_left << 10 | inner_right << 1 | inner_right >> 10;
        (sideways | cells << 11 | cells >> 11) & self.cells
    }

    /// `from` with all stones that are connected to them.
    #[inline]
    pub(super) fn connected(&self, from: u128, stones: u128) -> u128 {
        let mut group = from;
        loop {
            let more = self.around(group) & stones & !group;
            if more == 0 {
                return group;
            }
            group |= more;
        }
    }

    /// The cells in reverse order: the board turned by half a circle.
    #[inline]
    pub(super) fn turned(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (127 - (STRIDE + 1) * (self.size - 1))
    }

    /// The position with these stones.
    pub(super) fn board(&self, stones: [u128; 2], is_min: bool) -> Board {
        let at = |edge: usize| {
            [0, 1].map(|player| self.connected(stones[player] & self.edges[player][edge], stones[player]))
        };
        Board { stones, first: at(0), last: at(1), is_min }
    }
}

/// The cells reflected in the long diagonal, which exchanges rows and columns.
pub(super) fn transposed(cells: u128) -> u128 {
    let cell = |number: u32| (number % STRIDE) * STRIDE + number / STRIDE;
    bits(cells).fold(0, |image, number| image | 1 << cell(number))
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(mut cells: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (number < u128::BITS).then_some(number)
    })
}
