//! The buckets of a table of positions: few at first, because what fits a cache is faster, and more as they fill.

/// The bytes with which a table begins.
pub(super) const FIRST_BYTES: u64 = 1 << 19;
/// A table that is half full becomes so many times as large.
pub(super) const GROWTH: u64 = 4;

/// Buckets of the type `B` within a bounded number of bytes; none at all where the bytes are too few for one, and none before
/// the first [`Buckets::fit`], which knows how much memory there is.
#[derive(Debug)]
pub(super) struct Buckets<B> {
    /// The most bytes that were asked for.
    most: u64,
    /// The most bytes within the present limit of memory.
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
        Buckets { most: bytes, wanted: bytes, first, held: Vec::new() }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.held.len() as u64 * Self::BYTES
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// Keeps within so many bytes, where a limit is given: where more are held, all are empty afterwards.
    ///
    /// Under a limit the buckets that give way to more of them are counted too.
    pub(super) fn fit(&mut self, limit: Option<u64>) {
        self.wanted = match limit {
            Some(limit) if limit < FIRST_BYTES => self.most.min(limit),
            Some(limit) => self.most.min(limit / (GROWTH + 1) * GROWTH),
            None => self.most,
        };
        if self.held.is_empty() || self.bytes() > self.wanted {
            self.begin();
        }
    }

    /// Begins small; smaller still where there is not so much memory.
    fn begin(&mut self) {
        self.held = Vec::new();
        let mut bytes = self.first.min(self.wanted);
        if self.wanted < self.most {
            // Every growth is a whole one, so that the last does not hold two tables of about the same size.
            bytes = self.wanted;
            while bytes > self.first {
                bytes /= GROWTH;
            }
        }
        while bytes >= Self::BYTES {
            if let Some(held) = Self::fresh(bytes) {
                self.held = held;
                return;
            }
            bytes /= 2;
        }
    }

    /// Empty buckets of so many bytes; none where there is not so much memory.
    fn fresh(bytes: u64) -> Option<Vec<B>> {
        let count = usize::try_from(bytes / Self::BYTES).ok()?;
        let mut held = Vec::new();
        held.try_reserve_exact(count).ok()?;
        held.resize_with(count, B::default);
        Some(held)
    }

    /// Empties all, and begins small again.
    pub(super) fn forget(&mut self) {
        if !self.held.is_empty() {
            self.begin();
        }
    }

    /// Makes room where there may be more, and hands out the old buckets, whose contents are to be put back.
    pub(super) fn grow(&mut self) -> Option<Vec<B>> {
        let bytes = self.bytes();
        let wanted = bytes.saturating_mul(GROWTH).min(self.wanted) / Self::BYTES * Self::BYTES;
        if wanted <= bytes {
            return None;
        }
        let Some(grown) = Self::fresh(wanted) else {
            // Not to be tried again at once.
            self.wanted = bytes;
            return None;
        };
        Some(std::mem::replace(&mut self.held, grown))
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
