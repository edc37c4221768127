//! The principal variation, kept while the recursion unwinds.
//!
//! One row a ply: row `p` is the line that the position at ply `p` expects. When a move becomes the best there, row `p`
//! becomes that move followed by row `p + 1`. Pruning searches do this on few positions, so that the line is almost free.

/// The lines expected from each ply of the path under search.
#[derive(Clone, Debug)]
pub struct Lines<M> {
    rows: Vec<Vec<M>>,
}

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Lines { rows: vec![Vec::new()] }
    }
}

impl<M: Copy> Lines<M> {
    /// Nothing is expected from `ply` on: a new position is there.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        match self.rows.get_mut(ply) {
            Some(row) => row.clear(),
            None => self.rows.resize_with(ply + 1, Vec::new),
        }
    }

    /// At `ply` the best is `mv`, followed by what is expected from `ply + 1`.
    pub fn put(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(mv);
        row.extend(lower.first().into_iter().flatten());
    }

    /// At `ply` the best is `mv`, and nothing is expected behind it.
    pub fn end(&mut self, ply: usize, mv: M) {
        let row = &mut self.rows[ply];
        row.clear();
        row.push(mv);
    }

    /// The line expected from the root.
    pub fn root(&self) -> &[M] {
        &self.rows[0]
    }
}
