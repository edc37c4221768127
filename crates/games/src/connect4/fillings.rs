//! Sums over the columns of a board, read from a table.
//!
//! [`Shape::code`] encodes every filling of a column differently: a 1 above its highest stone, below it a 1 for each
//! stone of Black and a 0 for each of Red. There are few fillings, so a table holds a row of numbers for each, and the
//! numbers of a board are the sum of one row per column.

use super::board::{Board, Shape};
use std::ops::AddAssign;

/// A row of `LENGTH` numbers for every filling of every column.
#[derive(Debug)]
pub(super) struct Fillings<T, const LENGTH: usize> {
    shape: Shape,
    /// The rows of the first column, then those of the second, and so on.
    rows: Vec<[T; LENGTH]>,
}

impl<T: AddAssign + Copy + Default, const LENGTH: usize> Fillings<T, LENGTH> {
    /// Rows of zeros.
    pub(super) fn new(shape: &Shape) -> Self {
        let rows = vec![[T::default(); LENGTH]; usize::from(shape.width) << shape.stride()];
        Fillings { shape: *shape, rows }
    }

    #[inline]
    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Adds `number` at `place` for every board.
    pub(super) fn add(&mut self, place: usize, number: T) {
        // Every board has exactly one filling of the first column.
        self.rows[..1 << self.shape.stride()].iter_mut().for_each(|row| row[place] += number);
    }

    /// Adds at `place` for every board with a stone in the cell (the index of its bit): one number for Black's, another
    /// for Red's.
    pub(super) fn add_of_stone(&mut self, place: usize, cell: usize, of_players: [T; 2]) {
        self.add_where(place, cell, |above| (above > 1).then(|| of_players[1 - (above & 1)]));
    }

    /// Adds `number` at `place` for every board on which the next stone of the cell's column falls into the cell.
    pub(super) fn add_of_landing(&mut self, place: usize, cell: usize, number: T) {
        self.add_where(place, cell, |above| (above == 1).then_some(number));
    }

    /// Adds what `number` returns for the filling from the cell upwards.
    fn add_where(&mut self, place: usize, cell: usize, number: impl Fn(usize) -> Option<T>) {
        let stride = self.shape.stride();
        let (column, row) = (cell / stride, cell % stride);
        for (filling, numbers) in self.rows[column << stride..][..1 << stride].iter_mut().enumerate() {
            if let Some(number) = number(filling >> row) {
                numbers[place] += number;
            }
        }
    }

    /// The numbers of a board.
    #[inline]
    pub(super) fn of(&self, board: &Board) -> [T; LENGTH] {
        let stride = self.shape.stride();
        let mut rest = self.shape.code(board);
        let mut sums = [T::default(); LENGTH];
        for rows in self.rows.chunks_exact(1 << stride) {
            let row = &rows[rest as usize & (rows.len() - 1)];
            sums.iter_mut().zip(row).for_each(|(sum, &number)| *sum += number);
            rest >>= stride;
        }
        sums
    }
}
