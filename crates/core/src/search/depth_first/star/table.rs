//! What is known of positions seen before: two bounds on the value of each, decisions, chance nodes and tips alike.
//!
//! An entry belongs to a position *and* a horizon, the number of decisions left to it. That is sound for any game, also
//! where positions come back: what a search to a depth computes depends on the position and the horizon alone, not on
//! the way there, and below a decision the horizon is nearer, so that no entry ever rests on itself.
//!
//! The table is bounded and decides by rule what to keep: no result depends on addresses or clocks. A search with
//! [`NoTable`] needs no key and compiles to one that never asks.

use super::known::{Known, Sight};
use crate::game::{Game, Keyed};
use crate::rng::scatter;
use std::fmt::Debug;

/// A memory of positions, or none.
pub trait Memory<G: Game>: Clone + Debug + Send {
    /// Whether anything is ever remembered.
    const REMEMBERS: bool;

    /// The key under which a position is remembered.
    fn key(game: &G, state: &G::State) -> u64;

    /// What is known of a position at a horizon, and the place of the best move among its moves.
    fn recall(&self, key: u64, horizon: u32) -> Option<(Known, Option<u16>)>;

    /// The place of the best move at this horizon, or at the next nearer one.
    fn favourite(&self, key: u64, horizon: u32) -> Option<u16>;

    /// Adds to what is known of a position at a horizon.
    fn note(&mut self, key: u64, horizon: u32, known: Known, best: Option<u16>);

    /// Forgets everything.
    fn forget(&mut self);

    /// Keeps within so many bytes, where a limit is given.
    fn fit(&mut self, limit: Option<u64>);

    /// Makes room for so many bytes at once, where nothing is remembered yet: growing later would take time at once.
    fn prepare(&mut self, bytes: u64);

    /// The bytes held.
    fn bytes(&self) -> u64;
}

/// No memory, for any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<G: Game> Memory<G> for NoTable {
    const REMEMBERS: bool = false;

    fn key(_game: &G, _state: &G::State) -> u64 {
        0
    }

    fn recall(&self, _key: u64, _horizon: u32) -> Option<(Known, Option<u16>)> {
        None
    }

    fn favourite(&self, _key: u64, _horizon: u32) -> Option<u16> {
        None
    }

    fn note(&mut self, _key: u64, _horizon: u32, _known: Known, _best: Option<u16>) {}

    fn forget(&mut self) {}

    fn fit(&mut self, _limit: Option<u64>) {}

    fn prepare(&mut self, _bytes: u64) {}

    fn bytes(&self) -> u64 {
        0
    }
}

/// Key, low, high, and the rest packed: words of zero are an empty slot, so that a table costs nothing until it is used.
type Slot = [u64; 4];
/// The slots among which an entry is looked for.
type Bucket = [Slot; 4];
/// The bytes of a bucket.
const BUCKET_BYTES: u64 = size_of::<Bucket>() as u64;
/// The place that stands for no move.
const NOWHERE: u16 = u16::MAX;
/// The generations that fit into a slot.
const GENERATIONS: u64 = 1 << 30;

/// The bytes with which a table begins: touching fresh memory costs more than a small search.
const FIRST_BYTES: u64 = 1 << 18;
/// A table that is half full becomes so many times as large.
const GROWTH: u64 = 4;

/// A table of bounds that grows as it is used, up to a fixed size, for games with a key.
///
/// All horizons of a position share a bucket. Where it is full, the entry of the nearest horizon gives way, and of those
/// the first: what lies behind it is the least work, and the others stay.
#[derive(Clone, Debug)]
pub struct BoundsTable {
    wanted: u64,
    buckets: Vec<Bucket>,
    /// The slots in use.
    filled: u64,
    generation: u64,
}

/// The last word of a slot: from the lowest bit on the horizon, the place of the best move, what was met, and the
/// generation, which is 0 where nothing was ever written.
#[derive(Clone, Copy)]
struct Rest(u64);

impl Rest {
    fn new(horizon: u16, best: u16, sight: Sight, generation: u64) -> Rest {
        let (whole, rolled) = (u64::from(sight.whole), u64::from(sight.rolled));
        Rest(u64::from(horizon) | u64::from(best) << 16 | whole << 32 | rolled << 33 | generation << 34)
    }

    fn horizon(self) -> u16 {
        self.0 as u16
    }

    fn best(self) -> Option<u16> {
        let best = (self.0 >> 16) as u16;
        (best != NOWHERE).then_some(best)
    }

    fn generation(self) -> u64 {
        self.0 >> 34
    }

    fn sight(self) -> Sight {
        Sight { whole: self.0 >> 32 & 1 != 0, rolled: self.0 >> 33 & 1 != 0 }
    }
}

/// Empty buckets of so many bytes; none where there is not so much memory.
fn buckets(bytes: u64) -> Option<Vec<Bucket>> {
    let count = usize::try_from(bytes / BUCKET_BYTES).ok()?;
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).ok()?;
    buckets.resize(count, [[0; 4]; 4]);
    Some(buckets)
}

impl BoundsTable {
    /// A table of at most so many bytes.
    pub fn new(bytes: u64) -> Self {
        BoundsTable { wanted: bytes, buckets: Vec::new(), filled: 0, generation: 1 }
    }

    /// Makes room for what comes, and moves what there is.
    fn grow(&mut self) {
        let bytes = (self.buckets.len() as u64 * BUCKET_BYTES * GROWTH).max(FIRST_BYTES).min(self.wanted);
        let Some(fresh) = buckets(bytes) else {
            // No larger one can be had.
            self.wanted = self.buckets.len() as u64 * BUCKET_BYTES;
            return;
        };
        let old = std::mem::replace(&mut self.buckets, fresh);
        self.filled = 0;
        for &slot in old.iter().flatten() {
            if self.horizon(&slot).is_some() {
                self.put(self.number(slot[0]), None, slot);
            }
        }
    }

    /// Whether more is in use than lets entries lie where they belong, and there may be more.
    #[inline]
    fn is_narrow(&self) -> bool {
        let buckets = self.buckets.len() as u64;
        self.filled >= 2 * buckets && buckets < self.wanted / BUCKET_BYTES
    }

    /// Writes a slot where one was found, or else where the nearest horizon lies.
    #[inline]
    fn put(&mut self, number: usize, found: Option<usize>, slot: Slot) {
        let Some(bucket) = self.buckets.get(number) else { return };
        let nearest = || (0..bucket.len()).min_by_key(|&place| self.horizon(&bucket[place]));
        let Some(place) = found.or_else(nearest) else { return };
        self.filled += u64::from(self.horizon(&bucket[place]).is_none());
        self.buckets[number][place] = slot;
    }

    /// The number of a key's bucket.
    #[inline]
    fn number(&self, key: u64) -> usize {
        ((u128::from(scatter(key)) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The slot of a position at a horizon.
    #[inline]
    fn find(&self, key: u64, horizon: u32) -> Option<&Slot> {
        let bucket = self.buckets.get(self.number(key))?;
        bucket.iter().find(|slot| self.is_of(slot, key, horizon))
    }

    #[inline]
    fn is_of(&self, slot: &Slot, key: u64, horizon: u32) -> bool {
        let rest = Rest(slot[3]);
        slot[0] == key && u32::from(rest.horizon()) == horizon && rest.generation() == self.generation
    }

    /// How far the horizon of a slot is, if the slot is in use.
    #[inline]
    fn horizon(&self, slot: &Slot) -> Option<u16> {
        let rest = Rest(slot[3]);
        (rest.generation() == self.generation).then_some(rest.horizon())
    }
}

fn known(slot: &Slot) -> Known {
    Known { low: f64::from_bits(slot[1]), high: f64::from_bits(slot[2]), sight: Rest(slot[3]).sight() }
}

impl<G: Keyed> Memory<G> for BoundsTable {
    const REMEMBERS: bool = true;

    fn key(game: &G, state: &G::State) -> u64 {
        game.key(state)
    }

    #[inline]
    fn recall(&self, key: u64, horizon: u32) -> Option<(Known, Option<u16>)> {
        self.find(key, horizon).map(|slot| (known(slot), Rest(slot[3]).best()))
    }

    fn favourite(&self, key: u64, horizon: u32) -> Option<u16> {
        let best = |horizon| self.find(key, horizon).and_then(|slot| Rest(slot[3]).best());
        best(horizon).or_else(|| best(horizon.checked_sub(1)?))
    }

    fn note(&mut self, key: u64, horizon: u32, news: Known, best: Option<u16>) {
        let Ok(short) = u16::try_from(horizon) else { return };
        if self.is_narrow() {
            self.grow();
        }
        let number = self.number(key);
        let Some(bucket) = self.buckets.get(number) else { return };
        let found = bucket.iter().position(|slot| self.is_of(slot, key, horizon));
        let (news, best) = match found.map(|place| &bucket[place]) {
            Some(slot) => (news.and(known(slot)), best.or(Rest(slot[3]).best())),
            None => (news, best),
        };
        let rest = Rest::new(short, best.unwrap_or(NOWHERE), news.sight, self.generation);
        self.put(number, found, [key, news.low.to_bits(), news.high.to_bits(), rest.0]);
    }

    fn forget(&mut self) {
        self.filled = 0;
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets.fill([[0; 4]; 4]);
            self.generation = 1;
        }
    }

    fn fit(&mut self, limit: Option<u64>) {
        let limit = limit.unwrap_or(u64::MAX);
        if self.wanted > limit {
            self.wanted = limit;
            self.buckets = Vec::new();
            self.filled = 0;
        }
    }

    fn prepare(&mut self, bytes: u64) {
        let count = (bytes.min(self.wanted) / BUCKET_BYTES) as usize;
        if self.filled == 0 && self.buckets.len() < count {
            self.buckets = buckets(bytes.min(self.wanted)).unwrap_or_default();
        }
    }

    fn bytes(&self) -> u64 {
        self.buckets.len() as u64 * BUCKET_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::HashTree;

    /// The table, as a memory of random trees.
    fn recall(table: &BoundsTable, key: u64, horizon: u32) -> Option<(f64, f64, Option<u16>)> {
        let (known, best) = Memory::<HashTree>::recall(table, key, horizon)?;
        Some((known.low, known.high, best))
    }

    fn note(table: &mut BoundsTable, key: u64, horizon: u32, (low, high): (f64, f64), best: Option<u16>) {
        Memory::<HashTree>::note(table, key, horizon, Known::between(low, high), best);
    }

    #[test]
    fn a_position_is_known_by_its_horizon() {
        let mut table = BoundsTable::new(1 << 12);
        note(&mut table, 7, 3, (1.0, 2.0), Some(4));
        assert_eq!(recall(&table, 7, 3), Some((1.0, 2.0, Some(4))));
        assert_eq!((recall(&table, 7, 2), recall(&table, 8, 3)), (None, None));
        assert_eq!(Memory::<HashTree>::favourite(&table, 7, 4), Some(4));
        assert_eq!(Memory::<HashTree>::favourite(&table, 7, 5), None);
    }

    #[test]
    fn bounds_are_joined_and_the_best_move_stays() {
        let mut table = BoundsTable::new(1 << 12);
        note(&mut table, 7, 3, (1.0, 9.0), Some(4));
        note(&mut table, 7, 3, (0.0, 5.0), None);
        assert_eq!(recall(&table, 7, 3), Some((1.0, 5.0, Some(4))));
        let dim = Known { low: 2.0, high: 8.0, sight: Sight { whole: false, rolled: true } };
        Memory::<HashTree>::note(&mut table, 7, 3, dim, Some(1));
        let (known, best) = Memory::<HashTree>::recall(&table, 7, 3).unwrap();
        assert_eq!((known, best), (Known { high: 5.0, ..dim }, Some(1)));
    }

    #[test]
    fn the_nearest_horizon_gives_way() {
        let mut table = BoundsTable::new(BUCKET_BYTES);
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
    fn a_table_grows_as_it_is_used_and_loses_nothing() {
        let mut table = BoundsTable::new(1 << 24);
        for key in 0..20_000 {
            note(&mut table, key, 3, (key as f64, 1e9), None);
        }
        let bytes = Memory::<HashTree>::bytes(&table);
        assert!((FIRST_BYTES * GROWTH..1 << 24).contains(&bytes), "{bytes}");
        let kept = (0..20_000).filter(|&key| recall(&table, key, 3) == Some((key as f64, 1e9, None))).count();
        assert!(kept > 19_000, "{kept}");
    }

    #[test]
    fn a_table_keeps_to_its_size_and_forgets() {
        let mut table = BoundsTable::new(1000);
        for key in 0..100 {
            note(&mut table, key, 1, (0.0, 1.0), None);
        }
        assert_eq!(Memory::<HashTree>::bytes(&table), 7 * BUCKET_BYTES);
        assert!(recall(&table, 99, 1).is_some());
        Memory::<HashTree>::forget(&mut table);
        assert_eq!(recall(&table, 99, 1), None);
        Memory::<HashTree>::fit(&mut table, Some(300));
        note(&mut table, 1, 1, (0.0, 1.0), None);
        assert_eq!(Memory::<HashTree>::bytes(&table), 2 * BUCKET_BYTES);
        Memory::<HashTree>::forget(&mut table);
        Memory::<HashTree>::prepare(&mut table, 1 << 20);
        assert_eq!(Memory::<HashTree>::bytes(&table), 2 * BUCKET_BYTES);
        let mut roomy = BoundsTable::new(1 << 20);
        Memory::<HashTree>::prepare(&mut roomy, 1 << 19);
        assert_eq!(Memory::<HashTree>::bytes(&roomy), 1 << 19);
        let mut none = BoundsTable::new(BUCKET_BYTES - 1);
        note(&mut none, 1, 1, (0.0, 1.0), None);
        assert_eq!(recall(&none, 1, 1), None);
    }
}
