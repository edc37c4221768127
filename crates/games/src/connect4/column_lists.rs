//! The columns of every set of columns, listed in the order of the moves.
//!
//! A search lists moves at every position. A look into this table takes less time than a loop over the columns, whose branches
//! cannot be predicted.

use super::Column;
use super::grid::Masks;

/// The size of the usual board.
const WIDTH: usize = 7;
const HEIGHT: usize = 6;
/// The length of a list, which is copied as one word. The last place holds the number of columns.
const LENGTH: usize = WIDTH + 1;

/// A list for each set of columns of the usual board. Boards of another size have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnLists(Box<[[Column; LENGTH]; 1 << WIDTH]>);

impl ColumnLists {
    /// The lists, with the columns in this order.
    pub(super) fn new(order: &[Column]) -> Self {
        let mut lists = Box::new([[Column(0); LENGTH]; 1 << WIDTH]);
        if order.len() == WIDTH {
            for (set, list) in lists.iter_mut().enumerate() {
                let columns = order.iter().filter(|column| set >> column.0 & 1 != 0);
                list.iter_mut().zip(columns).for_each(|(place, &column)| *place = column);
                list[WIDTH] = Column(set.count_ones() as u8);
            }
        }
        ColumnLists(lists)
    }

    /// The list of the columns that hold any of `cells`, and how many of its columns count.
    #[inline]
    pub(super) fn of(&self, cells: u64) -> (&[Column; LENGTH], usize) {
        let list = &self.0[columns(cells)];
        (list, usize::from(list[WIDTH].0))
    }
}

/// The columns of the usual board that hold any of `cells`, a bit for each.
#[inline]
fn columns(cells: u64) -> usize {
    const MASKS: Masks = Masks::of(WIDTH, HEIGHT);
    /// The shift of the first column's guard to the place of the first bit of the answer.
    const TOP: usize = (WIDTH - 1) * HEIGHT;
    /// A bit for each column, which moves the guard of that column from `column * (HEIGHT + 1)` to `TOP + column`. No other
    /// product of two bits comes to those places, and no two come to one place below them, so that nothing is carried.
    const FACTOR: u64 = {
        let (mut factor, mut column) = (0, 0);
        while column < WIDTH {
            factor |= 1 << (TOP - column * HEIGHT);
            column += 1;
        }
        factor
    };
    // The sum carries into the guard of every column that holds a cell.
    let guards = ((cells + MASKS.cells) >> HEIGHT) & MASKS.bottom;
    (guards.wrapping_mul(FACTOR) >> TOP) as usize % (1 << WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::board::Shape;
    use tiptree::Rng;

    #[test]
    fn a_list_holds_the_columns_of_the_cells_in_the_order_of_the_moves() {
        let shape = Shape::new(WIDTH, HEIGHT).unwrap();
        let order = [3, 2, 4, 1, 5, 0, 6].map(Column);
        let lists = ColumnLists::new(&order);
        let mut rng = Rng::new(8);
        for set in 0..1usize << WIDTH {
            for _ in 0..20 {
                let in_set = |column: usize| set >> column & 1 != 0;
                // At least one cell of each column of the set.
                let some =
                    |column| shape.column(column) & (rng.bits(0.3) | shape.bit(column, rng.below(HEIGHT)));
                let cells = (0..WIDTH).filter(|&column| in_set(column)).map(some).sum();
                let expected: Vec<Column> =
                    order.into_iter().filter(|column| in_set(usize::from(column.0))).collect();
                let (list, count) = lists.of(cells);
                assert_eq!(list[..count], expected, "{cells:#x}");
            }
        }
    }
}
