//! The principal variation, kept while the recursion unwinds.
//!
//! There is one row per ply: row `p` is the principal variation from the position at ply `p`. When a move becomes the
//! best there, row `p` becomes that move followed by row `p + 1`. Pruning searches do this at few positions, so it costs
//! almost nothing.

/// The principal variations from each ply of the current path.
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
    /// Empties the row of `ply`, where a new position is searched.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        match self.rows.get_mut(ply) {
            Some(row) => row.clear(),
            None => self.rows.resize_with(ply + 1, Vec::new),
        }
    }

    /// Sets the row of `ply` to `mv` followed by the row of `ply + 1`.
    pub fn put(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(mv);
        row.extend(lower.first().into_iter().flatten());
    }

    /// Sets the row of `ply` to `mv` alone.
    pub fn end(&mut self, ply: usize, mv: M) {
        let row = &mut self.rows[ply];
        row.clear();
        row.push(mv);
    }

    /// The principal variation from the root.
    pub fn root(&self) -> &[M] {
        &self.rows[0]
    }
}
