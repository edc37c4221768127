//! The board as masks and shifts: constants for the usual size, read from memory for all others.

use crate::connect4::board::mirrored;
use crate::connect4::threats::{completing, fours};

/// The masks of a board size, laid out like the bits of [`Board`](crate::connect4::Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Masks {
    pub(super) width: u32,
    /// The bits of a column with its guard.
    pub(super) stride: u32,
    /// Every cell.
    pub(super) cells: u64,
    /// The lowest cell of every column.
    pub(super) bottom: u64,
    /// The highest row and every second one below it: the cells of a player who answers each stone in the same column.
    pub(super) upper: u64,
}

impl Masks {
    pub(super) const fn of(width: usize, height: usize) -> Self {
        let (mut bottom, mut upper) = (0u64, 0);
        let mut column = 0;
        while column < width {
            bottom |= 1 << (column * (height + 1));
            let mut row = height;
            while row > 0 {
                upper |= 1 << (column * (height + 1) + row - 1);
                row = row.saturating_sub(2);
            }
            column += 1;
        }
        let cells = bottom.wrapping_mul((1 << height) - 1);
        Masks { width: width as u32, stride: height as u32 + 1, cells, bottom, upper }
    }
}

/// A board of `WIDTH` columns of `HEIGHT` cells; if both are 0, the size is known only at run time.
///
/// The same code serves all sizes, and for the usual one every mask and shift is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid<const WIDTH: usize, const HEIGHT: usize> {
    masks: Masks,
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    pub(super) const fn new(width: usize, height: usize) -> Self {
        debug_assert!(WIDTH == 0 || (WIDTH == width && HEIGHT == height));
        Grid { masks: Masks::of(width, height) }
    }

    #[inline]
    pub(super) fn masks(&self) -> Masks {
        if WIDTH == 0 { self.masks } else { const { Masks::of(WIDTH, HEIGHT) } }
    }

    /// The empty cells where a stone would complete four of `stones`.
    #[inline]
    pub(super) fn threats(&self, stones: u64, occupied: u64) -> u64 {
        let Masks { width, stride, cells, .. } = self.masks();
        completing(stones, width, stride) & cells & !occupied
    }

    /// Whether `stones` hold four in a row.
    #[inline]
    pub(super) fn has_four(&self, stones: u64) -> bool {
        let Masks { width, stride, .. } = self.masks();
        fours(stones, width, stride) != 0
    }

    /// The cells into which a stone can fall.
    #[inline]
    pub(super) fn playable(&self, occupied: u64) -> u64 {
        let Masks { bottom, cells, .. } = self.masks();
        (occupied + bottom) & cells
    }

    /// The cells of the column of `cell`, and its guard.
    #[inline]
    pub(super) fn column(&self, cell: u64) -> u64 {
        let stride = self.masks().stride;
        let lowest = cell.trailing_zeros() / stride * stride;
        (u64::MAX >> (64 - stride)) << lowest
    }

    /// The bits, guards included, with the columns in reverse order.
    pub(super) fn mirrored(&self, bits: u64) -> u64 {
        let Masks { width, stride, .. } = self.masks();
        mirrored(bits, width, stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::board::Shape;
    use tiptree::Rng;

    #[test]
    fn masks_threats_and_fours_are_those_of_the_shape() {
        let sizes = (1..=32).flat_map(|width| (1..64 / width).map(move |height| (width, height)));
        for (width, height) in sizes {
            let shape = Shape::new(width, height).unwrap();
            let grid = Grid::<0, 0>::new(width, height);
            let masks = grid.masks();
            let cells = (0..width).fold(0, |cells, column| cells | shape.column(column));
            assert_eq!(masks.cells, cells, "{width}x{height}");
            let mut rng = Rng::derive(3, &[width as u64, height as u64]);
            for share in [0.3, 0.5, 0.7] {
                // No cell below a stone is empty.
                let fill = |column| shape.column(column) & (shape.bit(column, rng.below(height + 1)) - 1);
                let occupied: u64 = (0..width).map(fill).sum();
                let stones = rng.bits(share) & occupied;
                assert_eq!(grid.has_four(stones), shape.has_four(stones), "{width}x{height}");
                // If the stones hold four already, every cell would seem to complete it.
                if !shape.has_four(stones) {
                    let empty = (0..64).map(|bit| 1 << bit).filter(|cell| cells & !occupied & cell != 0);
                    let threats = empty.filter(|cell| shape.has_four(stones | cell)).sum();
                    assert_eq!(grid.threats(stones, occupied), threats, "{width}x{height}");
                }
            }
        }
    }

    #[test]
    fn the_usual_size_is_the_same_whether_known_or_read() {
        let (known, read) = (Grid::<7, 6>::new(7, 6), Grid::<0, 0>::new(7, 6));
        let mut rng = Rng::new(5);
        for _ in 0..1000 {
            let stones = rng.bits(0.4) & known.masks().cells;
            assert_eq!(known.threats(stones, stones), read.threats(stones, stones));
            assert_eq!(known.has_four(stones), read.has_four(stones));
            assert_eq!(known.mirrored(known.mirrored(stones)), stones);
        }
    }

    #[test]
    fn the_upper_cells_are_every_second_one_from_the_top() {
        assert_eq!(Masks::of(1, 6).upper, 0b10_1010);
        assert_eq!(Masks::of(1, 5).upper, 0b1_0101);
        assert_eq!(Masks::of(2, 1).upper, 0b101);
    }
}
