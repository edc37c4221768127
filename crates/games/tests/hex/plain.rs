//! Hex cell by cell, as the rules are told: no bits, and connections found anew in every position.

/// A position: `X`, `O` or `.` in every cell, row by row, and whether X is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    size: usize,
    pub(crate) cells: Vec<char>,
    pub(crate) is_x: bool,
}

impl Plain {
    pub(crate) fn start(size: usize) -> Self {
        Plain { size, cells: vec!['.'; size * size], is_x: true }
    }

    /// The winner, if the game is over.
    pub(crate) fn winner(&self) -> Option<char> {
        ['X', 'O'].into_iter().find(|&player| self.is_connected(player))
    }

    fn is_connected(&self, player: char) -> bool {
        let size = self.size;
        let along = |cell: usize| if player == 'X' { cell / size } else { cell % size };
        let is_own = |cell: usize| self.cells[cell] == player;
        let mut waiting: Vec<usize> =
            (0..size * size).filter(|&cell| along(cell) == 0 && is_own(cell)).collect();
        let mut met = waiting.clone();
        while let Some(cell) = waiting.pop() {
            if along(cell) == size - 1 {
                return true;
            }
            for next in self.neighbours(cell) {
                if is_own(next) && !met.contains(&next) {
                    met.push(next);
                    waiting.push(next);
                }
            }
        }
        false
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let size = self.size.cast_signed();
        let (row, column) = (cell.cast_signed() / size, cell.cast_signed() % size);
        let around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];
        let cells = around.iter().map(|(down, right)| (row + down, column + right));
        cells
            .filter(|&(row, column)| (0..size).contains(&row) && (0..size).contains(&column))
            .map(|(row, column)| (row * size + column).cast_unsigned())
            .collect()
    }

    pub(crate) fn moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == '.').collect()
    }

    pub(crate) fn after(&self, cell: usize) -> Self {
        let mut next = self.clone();
        next.cells[cell] = if self.is_x { 'X' } else { 'O' };
        next.is_x = !self.is_x;
        next
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.cells.chunks(self.size).map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), if self.is_x { 'X' } else { 'O' })
    }

    pub(crate) fn move_text(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.size) as u8), cell / self.size + 1)
    }

    /// The least number of stones with which a player connects the own edges if the opponent passes.
    pub(crate) fn distance(&self, player: char) -> usize {
        let size = self.size;
        let along = |cell: usize| if player == 'X' { cell / size } else { cell % size };
        let cost = |cell: usize| match self.cells[cell] {
            '.' => Some(1),
            stone => (stone == player).then_some(0),
        };
        let mut best: Vec<Option<usize>> =
            (0..size * size).map(|cell| if along(cell) == 0 { cost(cell) } else { None }).collect();
        loop {
            let before = best.clone();
            for cell in 0..best.len() {
                let Some(cost) = cost(cell) else { continue };
                let nearest = self.neighbours(cell).into_iter().filter_map(|next| best[next]).min();
                if let Some(nearest) = nearest {
                    best[cell] = Some(best[cell].map_or(nearest + cost, |known| known.min(nearest + cost)));
                }
            }
            if best == before {
                let reached = (0..size * size).filter(|&cell| along(cell) == size - 1);
                return reached.filter_map(|cell| best[cell]).min().unwrap_or(usize::MAX);
            }
        }
    }
}
