//! The transposition table: bounds on the value of positions seen before, whether decisions, chance nodes or tips.
//!
//! An entry belongs to a position *and* a horizon, the number of decisions left. That is sound for any game, even if positions
//! repeat: the result of a search to a depth depends on the position and the horizon alone. Below a decision the horizon is
//! nearer, so that no entry ever relies on itself.
//!
//! All horizons of a position share a bucket. In a full bucket the first entry of the nearest horizon is replaced, because it
//! took the least work. A search without a table needs no key.

use super::known::{Coverage, Known};
use crate::convert::low_u16;
use crate::score_bounds::ScoreBounds;
use crate::table::{self, Line, Table, mix};

/// Stands for no move.
const NOWHERE: u16 = u16::MAX;
/// The bit that says that a slot is in use.
const IN_USE: u64 = 1 << 34;

/// The first size in bytes: touching fresh memory costs more than a small search.
const FIRST_BYTES: u64 = 1 << 18;

/// The bounds of a position at a horizon. The fields of the last word are, from the lowest bit: horizon (16 bits), place of the
/// best move (16), proven (1), chance met (1), in use (1).
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    bounds: ScoreBounds,
    rest: u64,
}

impl Slot {
    fn new(key: u64, horizon: u16, known: Known, best: Option<u16>) -> Self {
        let Known { bounds, coverage } = known;
        let (proven, rolled) = (u64::from(coverage.proven) << 32, u64::from(coverage.rolled) << 33);
        let best = u64::from(best.unwrap_or(NOWHERE)) << 16;
        Slot { key, bounds, rest: u64::from(horizon) | best | proven | rolled | IN_USE }
    }

    #[inline]
    fn is_of(&self, key: u64, horizon: u32) -> bool {
        self.key == key && u32::from(low_u16(self.rest)) == horizon && self.rest != 0
    }

    fn best(&self) -> Option<u16> {
        let best = low_u16(self.rest >> 16);
        (best != NOWHERE).then_some(best)
    }

    fn known(&self) -> Known {
        let coverage = Coverage { proven: self.rest >> 32 & 1 != 0, rolled: self.rest >> 33 & 1 != 0 };
        Known { bounds: self.bounds, coverage }
    }
}

impl table::Slot for Slot {
    type Context = ();

    /// The horizon: the nearer it is, the less work the entry took.
    #[inline]
    fn worth(&self, (): ()) -> u64 {
        if self.rest == 0 { 0 } else { 1 + u64::from(low_u16(self.rest)) }
    }

    fn hash(&self, (): (), _upper: u64) -> u64 {
        mix(self.key)
    }
}

type Bucket = Line<Slot, 4>;

/// A table of bounds that grows as it is used, up to a fixed size.
#[derive(Clone, Debug)]
pub(super) struct BoundsTable(Table<Bucket>);

impl BoundsTable {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        BoundsTable(Table::beginning_with(FIRST_BYTES, bytes))
    }

    /// The slot of a position at a horizon.
    #[inline]
    fn find(&self, key: u64, horizon: u32) -> Option<&Slot> {
        self.0.find(mix(key), |slot| slot.is_of(key, horizon))
    }

    /// What is known of a position at a horizon, and the place of the best move among its moves.
    // Not inlined: a search without a table runs the same code, and is faster where this is only a call.
    #[inline(never)]
    pub(super) fn recall(&self, key: u64, horizon: u32) -> Option<(Known, Option<u16>)> {
        self.find(key, horizon).map(|slot| (slot.known(), slot.best()))
    }

    /// The place of the best move at this horizon, or at the next nearer one.
    pub(super) fn favourite(&self, key: u64, horizon: u32) -> Option<u16> {
        let best = |horizon| self.find(key, horizon).and_then(Slot::best);
        best(horizon).or_else(|| best(horizon.checked_sub(1)?))
    }

    /// Adds to what is known of a position at a horizon.
    #[inline(never)]
    pub(super) fn note(&mut self, key: u64, horizon: u32, news: Known, best: Option<u16>) {
        let Ok(short) = u16::try_from(horizon) else { return };
        if self.0.is_narrow() {
            self.0.grow(());
        }
        let Some(slot) = self.0.slot_mut(mix(key), (), |slot| slot.is_of(key, horizon)) else { return };
        *slot = if slot.is_of(key, horizon) {
            Slot::new(key, short, news.and(slot.known()), best.or(slot.best()))
        } else {
            Slot::new(key, short, news, best)
        };
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// Limits the table to this many bytes, if a limit is given. Called while the table is empty.
    pub(super) fn fit(&mut self, limit: Option<u64>) {
        self.0.fit(limit);
    }

    /// Allocates this many bytes at once while the table is empty, so that it need not grow during a timed search.
    pub(super) fn prepare(&mut self, bytes: u64) {
        self.0.prepare(bytes);
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::GROWTH;

    const BUCKET_BYTES: u64 = size_of::<Bucket>() as u64;

    fn recall(table: &BoundsTable, key: u64, horizon: u32) -> Option<(f64, f64, Option<u16>)> {
        let (known, best) = table.recall(key, horizon)?;
        Some((known.bounds.lower, known.bounds.upper, best))
    }

    fn table_of(bytes: u64) -> BoundsTable {
        let mut table = BoundsTable::new(bytes);
        table.fit(None);
        table
    }

    fn note(table: &mut BoundsTable, key: u64, horizon: u32, (low, high): (f64, f64), best: Option<u16>) {
        table.note(key, horizon, Known::new(ScoreBounds { lower: low, upper: high }), best);
    }

    #[test]
    fn a_position_is_known_by_its_horizon() {
        let mut table = table_of(1 << 12);
        note(&mut table, 7, 3, (1.0, 2.0), Some(4));
        assert_eq!(recall(&table, 7, 3), Some((1.0, 2.0, Some(4))));
        assert_eq!((recall(&table, 7, 2), recall(&table, 8, 3)), (None, None));
        assert_eq!(table.favourite(7, 4), Some(4));
        assert_eq!(table.favourite(7, 5), None);
    }

    #[test]
    fn bounds_are_joined_and_the_best_move_stays() {
        let mut table = table_of(1 << 12);
        note(&mut table, 7, 3, (1.0, 9.0), Some(4));
        note(&mut table, 7, 3, (0.0, 5.0), None);
        assert_eq!(recall(&table, 7, 3), Some((1.0, 5.0, Some(4))));
        let dim = Known {
            bounds: ScoreBounds { lower: 2.0, upper: 8.0 },
            coverage: Coverage { proven: false, rolled: true },
        };
        table.note(7, 3, dim, Some(1));
        let (known, best) = table.recall(7, 3).unwrap();
        assert_eq!((known, best), (Known { bounds: ScoreBounds { lower: 2.0, upper: 5.0 }, ..dim }, Some(1)));
    }

    #[test]
    fn the_nearest_horizon_gives_way() {
        let mut table = table_of(BUCKET_BYTES);
        for (key, horizon) in [(1, 4), (2, 1), (3, 2), (4, 3)] {
            note(&mut table, key, horizon, (0.0, 1.0), None);
        }
        note(&mut table, 5, 0, (0.0, 1.0), None);
        assert_eq!(recall(&table, 2, 1), None);
        note(&mut table, 6, 7, (0.0, 1.0), None);
        assert_eq!(recall(&table, 5, 0), None);
        for (key, horizon) in [(1, 4), (3, 2), (4, 3), (6, 7)] {
            assert!(recall(&table, key, horizon).is_some(), "{key}");
        }
    }

    #[test]
    fn a_table_grows_as_it_is_used_and_loses_little() {
        let mut table = table_of(1 << 24);
        for key in 0..20_000 {
            note(&mut table, key, 3, (key as f64, 1e9), None);
        }
        let bytes = table.bytes();
        assert!((FIRST_BYTES * GROWTH..1 << 24).contains(&bytes), "{bytes}");
        let kept = (0..20_000).filter(|&key| recall(&table, key, 3) == Some((key as f64, 1e9, None))).count();
        assert!(kept > 19_000, "{kept}");
        table.forget();
        assert_eq!(recall(&table, 7, 3), None);
    }

    #[test]
    fn a_table_without_room_knows_nothing() {
        let mut none = table_of(BUCKET_BYTES - 1);
        note(&mut none, 1, 1, (0.0, 1.0), None);
        assert_eq!(recall(&none, 1, 1), None);
    }
}
