//! What a move adds to both rows, for every pit and every number of seeds.

pub(super) use super::row::STORE;
use super::{MOST_PITS, MOST_SEEDS, Pit};

/// Stands for a last seed in a pit of the opponent: beyond all bits of the mover's row.
const ELSEWHERE: u8 = 64;

/// The changes to both rows by a sowing, before any capture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sown {
    /// Added to the mover's row, wrapping, because the pit sown from loses its seeds.
    pub(super) mover: u64,
    /// Added to the other row.
    pub(super) waiter: u64,
    /// The bit of the mover's row at which the byte of the last seed begins.
    pub(super) last: u8,
}

/// The sowings of a board with some number of pits.
#[derive(Debug)]
pub(super) struct Sowing {
    sown: [[Sown; MOST_SEEDS + 1]; MOST_PITS + 1],
    /// A byte per pit: the number of seeds whose last one falls into the store without going round the board. For pits
    /// that the board does not have, [`MOST_SEEDS`], which no such pit holds.
    pub(super) to_store: u64,
}

impl Sowing {
    /// Sows every number of seeds from every pit, seed by seed.
    #[expect(
        clippy::large_stack_arrays,
        reason = "24 KiB, once a game, so that its size is known where it is read"
    )]
    pub(super) fn new(pits: usize) -> Self {
        let mut sown = [[Sown::default(); MOST_SEEDS + 1]; MOST_PITS + 1];
        for (from, sown) in sown.iter_mut().enumerate().take(pits) {
            let mut so_far = Sown::default();
            for (seeds, entry) in (0..).zip(sown) {
                *entry = Sown { mover: so_far.mover.wrapping_sub(seeds << (8 * from)), ..so_far };
                // The order is own pits, own store, the opponent's pits; the opponent's store is skipped.
                so_far = match (from + seeds as usize + 1) % (2 * pits + 1) {
                    own if own < pits => so_far.with(8 * own as u8),
                    own if own == pits => so_far.with(STORE),
                    other => {
                        let seed = 1 << (8 * (other - pits - 1));
                        Sown { waiter: so_far.waiter + seed, last: ELSEWHERE, ..so_far }
                    }
                };
            }
        }
        let needed = |pit: usize| pits.checked_sub(pit).filter(|&needed| needed > 0).unwrap_or(MOST_SEEDS);
        let to_store = (0..MOST_PITS).rev().fold(0, |word, pit| word << 8 | needed(pit) as u64);
        Sowing { sown, to_store }
    }

    /// The changes by sowing `seeds` seeds from a pit.
    #[inline]
    pub(super) fn of(&self, pit: Pit, seeds: u8) -> Sown {
        // Both are in bounds already; the remainders tell the compiler so.
        self.sown[usize::from(pit.0) % (MOST_PITS + 1)][usize::from(seeds) % (MOST_SEEDS + 1)]
    }
}

impl Sown {
    /// Adds one seed to the mover's row.
    fn with(self, last: u8) -> Self {
        Sown { mover: self.mover.wrapping_add(1 << last), last, ..self }
    }
}
