//! Room for new nodes: it is opened up in large pieces while no thread walks, within the limits of memory.
//!
//! Opening up may move the arena, and nothing may move while a thread reads it. So a walk that needs more room than is open
//! returns for it, and then goes on where it was.

use super::node::MOST_LINES;
use super::search::{Fast, Full};
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;

/// The fewest lines that are opened up at once: for one thread, and for several, which must all return for it.
const FEWEST_LINES: (usize, usize) = (1 << 10, 1 << 13);
/// Trees of fewer nodes are not recycled: the search stops instead.
const FEWEST: usize = 64;

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Lets one thread work, and starts it again whenever it returned for room and got it.
    pub(super) fn alone<T>(
        &mut self,
        meter: &mut Meter,
        mut work: impl FnMut(&mut Walker<'_, G, E>, &mut Meter) -> Result<T, Pause>,
    ) -> Result<T, Pause> {
        loop {
            match work(&mut Walker::alone(&self.common, &mut self.threads[0]), meter) {
                Err(Pause::Room(lines)) if self.open_up(lines, meter) => {}
                result => return result,
            }
        }
    }

    /// Opens up room for at least `least` lines. Returns whether there is memory for it.
    pub(super) fn open_up(&mut self, least: usize, meter: &Meter) -> bool {
        let arena = &mut self.common.arena;
        let (used, nodes) = (arena.used(), arena.nodes());
        let most = self.common.settings.most_bytes();
        let fits = |lines: usize, more: usize| {
            let bytes = arena.bytes_of(used + lines, nodes + more);
            used + lines <= MOST_LINES
                && bytes <= most
                && meter.budget().memory.is_none_or(|limit| bytes <= limit)
        };
        let mut lines =
            if arena.is_shared { FEWEST_LINES.1.max(used / 4) } else { FEWEST_LINES.0.max(used / 8) };
        while lines > least && !fits(lines, lines) {
            lines /= 2;
        }
        let lines = lines.max(least);
        let has_memory = lines > least || fits(least, least);
        let limit = most.min(meter.budget().memory.unwrap_or(u64::MAX));
        has_memory && arena.open_up(lines, limit)
    }

    /// Handles a pause: returns why the search stops, or recycles and lets it go on.
    pub(super) fn after(&mut self, pause: Pause, meter: &mut Meter) -> Option<Stop> {
        match pause {
            Pause::Over(stop) => Some(stop),
            Pause::Spent | Pause::Halted => meter.stopped(),
            Pause::Wide => Some(Stop::Wide),
            Pause::Room(lines) => {
                let arena = &self.common.arena;
                let is_within = arena.bytes_of(arena.used() + lines, arena.nodes() + 1)
                    <= self.common.settings.most_bytes();
                let settings = &self.common.settings;
                if is_within || arena.nodes() < FEWEST || settings.full == Full::Stop {
                    return Some(Stop::Memory);
                }
                self.recycle();
                None
            }
        }
    }
}
