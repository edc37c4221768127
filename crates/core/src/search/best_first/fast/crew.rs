//! Growing by one thread, or by several on one tree.
//!
//! Nothing is moved while somebody reads it: whoever needs more room than is open comes back for it, and where there are
//! others, so do they. They go on where they were.

use super::forest::MOST_LINES;
use super::search::{Fast, Full};
use super::walk::{Ground, Hand, Pause, Walk};
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use std::sync::atomic::Ordering::Relaxed;

/// The lines that are opened up at once, at least: for one thread, and for several, who have to be called together.
const FEWEST_LINES: (usize, usize) = (1 << 10, 1 << 14);
/// Trees of fewer nodes are not recycled: the search ends.
const FEWEST: usize = 64;

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Lets one thread work, anew each time that it has been given the room that it needs.
    pub(super) fn alone<T>(
        &mut self,
        meter: &mut Meter,
        mut work: impl FnMut(&mut Walk<'_, G, E>, &mut Meter) -> Result<T, Pause>,
    ) -> Result<T, Pause> {
        loop {
            let mut walk = Walk { ground: &self.ground, hand: &mut self.hands[0] };
            match work(&mut walk, meter) {
                Err(Pause::Room(lines)) if self.open_up(lines, meter) => {}
                result => return result,
            }
        }
    }

    /// Lets all threads grow the tree until there is a reason to stop.
    ///
    /// What one thread takes for the end another may have undone unawares, so that one looks again when all are back.
    pub(super) fn together(&mut self, meter: &mut Meter) -> Result<(), Pause> {
        let (first, others) = self.hands.split_first_mut().expect("at least one thread");
        for hand in others {
            hand.path.clone_from(&first.path);
        }
        let mut lines = 1;
        self.ground.forest.is_shared = true;
        let pause = loop {
            if !self.open_up(lines, meter) {
                break Err(Pause::Room(lines));
            }
            match self.round(meter) {
                Err(Pause::Room(least)) => lines = least,
                result => break result,
            }
        };
        for hand in &mut self.hands[1..] {
            Walk { ground: &self.ground, hand }.climb();
            hand.path.clear();
        }
        self.ground.forest.is_shared = false;
        match pause {
            Err(Pause::Over(_)) => self.alone(meter, |walk, _| {
                walk.climb();
                walk.end()
            }),
            pause => pause,
        }
    }

    /// Lets all threads work until the room is used up or there is a reason to stop.
    fn round(&mut self, meter: &mut Meter) -> Result<(), Pause> {
        self.ground.is_over.store(false, Relaxed);
        let pauses = share_out(&self.ground, &mut self.hands, meter);
        for hand in &mut self.hands {
            hand.plot = 0..0;
            self.ground.forest.add_nodes(std::mem::take(&mut hand.added));
        }
        meter.counters.tree_bytes = self.ground.forest.bytes();
        let rank = |pause: &Pause| match pause {
            Pause::Over(_) => 0,
            Pause::Wide => 1,
            Pause::Room(_) => 2,
            Pause::Spent => 3,
        };
        if meter.stopped().is_some() {
            return Err(Pause::Spent);
        }
        pauses.into_iter().min_by_key(rank).map_or(Ok(()), Err)
    }

    /// Opens up room for so many lines at least. Says whether there is memory for it.
    fn open_up(&mut self, least: usize, meter: &Meter) -> bool {
        let forest = &mut self.ground.forest;
        let (used, nodes) = (forest.used(), forest.nodes());
        let most = self.ground.settings.most_bytes();
        let fits = |lines: usize, more: usize| {
            let bytes = forest.bytes_of(used + lines, nodes + more);
            used + lines <= MOST_LINES
                && bytes <= most
                && meter.budget().memory.is_none_or(|limit| bytes <= limit)
        };
        let mut lines =
            if forest.is_shared { FEWEST_LINES.1.max(used / 2) } else { FEWEST_LINES.0.max(used / 8) };
        while lines > least && !fits(lines, lines) {
            lines /= 2;
        }
        let lines = lines.max(least);
        let has_memory = lines > least || fits(least, 1);
        if has_memory {
            forest.open_up(lines);
        }
        has_memory
    }

    /// What follows from a pause.
    pub(super) fn after(&mut self, pause: Pause, meter: &mut Meter) -> Option<Stop> {
        match pause {
            Pause::Over(stop) => Some(stop),
            Pause::Spent => meter.stopped(),
            Pause::Wide => Some(Stop::Memory),
            Pause::Room(lines) => {
                let forest = &self.ground.forest;
                let is_within = forest.bytes_of(forest.used() + lines, forest.nodes() + 1)
                    <= self.ground.settings.most_bytes();
                let settings = &self.ground.settings;
                if is_within || forest.nodes() < FEWEST || settings.full == Full::Stop {
                    return Some(Stop::Memory);
                }
                self.recycle();
                None
            }
        }
    }
}

/// Lets all threads work, and says why they came back.
///
/// What may be spent is divided. Where a clock runs, the first thread ends the others; else each spends its part.
fn share_out<G: Insight, E: Evaluator<G>>(
    ground: &Ground<G, E>,
    hands: &mut [Hand<G>],
    meter: &mut Meter,
) -> Vec<Pause> {
    let (first, others) = hands.split_first_mut().expect("at least one thread");
    let lent = &Budget { depth: meter.budget().depth, ..meter.lend(others.len() as u64) };
    let work = &|hand, meter: &mut Meter| {
        let result = Walk { ground, hand }.grow(meter, u64::MAX);
        let is_counted = matches!(meter.stopped(), Some(Stop::Moves | Stop::Evals | Stop::Nodes));
        if !is_counted || meter.budget().is_timed() {
            ground.is_over.store(true, Relaxed);
        }
        result.err()
    };
    std::thread::scope(|scope| {
        let start = |hand| {
            scope.spawn(move || {
                let mut meter = Meter::new(lent);
                (work(hand, &mut meter), meter)
            })
        };
        let threads: Vec<_> = others.iter_mut().map(start).collect();
        let mut pauses = vec![work(first, meter)];
        for thread in threads {
            let (pause, spent) = thread.join().expect("a searching thread does not panic");
            meter.settle(lent, spent.counters);
            if spent.stopped() == Some(Stop::Depth) {
                meter.stop(Stop::Depth);
            }
            pauses.push(pause);
        }
        pauses.into_iter().flatten().collect()
    })
}
