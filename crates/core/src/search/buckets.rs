//! The buckets of a table of positions: few at first, because what fits a cache is faster, and more as they fill.

/// The bytes with which a table begins.
pub(super) const FIRST_BYTES: u64 = 1 << 19;
/// A table that is half full becomes so many times as large.
pub(super) const GROWTH: u64 = 4;

/// Buckets of the type `B` within a bounded number of bytes; none at all where the bytes are too few for one.
#[derive(Debug)]
pub(super) struct Buckets<B> {
    wanted: u64,
    /// The bytes with which they begin.
    first: u64,
    held: Vec<B>,
}

impl<B: Default> Buckets<B> {
    const BYTES: u64 = size_of::<B>() as u64;

    /// Buckets of at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Buckets::beginning_with(FIRST_BYTES, bytes)
    }

    /// Buckets of at most so many bytes that begin with `first` of them.
    pub(super) fn beginning_with(first: u64, bytes: u64) -> Self {
        let mut buckets = Buckets { wanted: bytes, first, held: Vec::new() };
        buckets.resize(first);
        buckets
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.held.len() as u64 * Self::BYTES
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// Keeps within so many bytes, where a limit is given: where it holds more, it is empty afterwards.
    pub(super) fn fit(&mut self, limit: Option<u64>) {
        if let Some(limit) = limit.filter(|&limit| limit < self.wanted) {
            self.wanted = limit;
            if self.bytes() > limit {
                self.resize(self.first);
            }
        }
    }

    fn resize(&mut self, bytes: u64) {
        let count = bytes.min(self.wanted) / Self::BYTES;
        self.held.clear();
        self.held.resize_with(count as usize, B::default);
    }

    /// Empties all, and begins small again.
    pub(super) fn forget(&mut self) {
        self.resize(self.first);
    }

    /// Makes room where there may be more, and hands out the old buckets, whose contents are to be put back.
    pub(super) fn grow(&mut self) -> Option<Vec<B>> {
        let bytes = self.bytes();
        let wanted = (bytes * GROWTH).min(self.wanted) / Self::BYTES * Self::BYTES;
        if wanted <= bytes {
            return None;
        }
        let old = std::mem::take(&mut self.held);
        self.resize(wanted);
        Some(old)
    }

    /// The bucket of a key; none where there are no buckets.
    #[inline]
    pub(super) fn of(&self, key: u64) -> Option<&B> {
        self.held.get(self.place(key))
    }

    /// The bucket of a key, to be written to.
    #[inline]
    pub(super) fn of_mut(&mut self, key: u64) -> Option<&mut B> {
        let place = self.place(key);
        self.held.get_mut(place)
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.held.len() as u128) >> 64) as usize
    }
}
