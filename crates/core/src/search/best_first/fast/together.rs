//! Several threads on one tree.
//!
//! The penalties rank the whole frontier, so that the best tips for others are known while one is being expanded (Rivest's
//! third open problem). Each thread walks as a single one does. Where it goes down, it notes the penalty that it will leave
//! behind at least, so that the arrows lead others elsewhere meanwhile. With patience threads stay apart for some expansions at
//! a time; without it they would all walk the top of the tree and wait for each other's cache lines.
//!
//! Nothing is locked. Threads may see values of an earlier time, expand a tip twice, or lose a note; what is closed is true in
//! any case ([`Forest::note`](super::forest::Forest::note)). When there is no more room, all come back for it.

use super::search::Fast;
use super::walk::{Ground, Hand, Pause, Walk};
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::{Counters, Stop};
use crate::search::crew::Crew;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
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
        let crew = self.crew.get_or_insert_with(|| Crew::new(self.hands.len() - 1));
        let pauses = share_out(&self.ground, crew, &mut self.hands, meter);
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
}

/// What a helping thread has, and what came of it.
struct Seat<'a, G: Insight> {
    hand: &'a mut Hand<G>,
    pause: Option<Pause>,
    stop: Option<Stop>,
    spent: Counters,
}

/// Lets all threads work, and says why they came back.
///
/// What may be spent is divided. Where a clock runs, the first thread ends the others; else each spends its part.
fn share_out<G: Insight, E: Evaluator<G>>(
    ground: &Ground<G, E>,
    crew: &mut Crew,
    hands: &mut [Hand<G>],
    meter: &mut Meter,
) -> Vec<Pause> {
    let (first, others) = hands.split_first_mut().expect("at least one thread");
    let lent = Budget { depth: meter.budget().depth, ..meter.lend(others.len() as u64) };
    let work = |hand: &mut Hand<G>, meter: &mut Meter| {
        let result = Walk { ground, hand }.grow(meter, u64::MAX);
        let is_counted = matches!(meter.stopped(), Some(Stop::Moves | Stop::Evals | Stop::Nodes));
        if !is_counted || meter.budget().is_timed() {
            ground.is_over.store(true, Relaxed);
        }
        result.err()
    };
    let done = AtomicUsize::new(0);
    let help = |_, seat: &mut Seat<'_, G>| {
        let mut meter = Meter::new(&lent);
        seat.pause = work(seat.hand, &mut meter);
        (seat.stop, seat.spent) = (meter.stopped(), meter.counters);
        done.fetch_add(1, Relaxed);
    };
    let seat = |hand| Seat { hand, pause: None, stop: None, spent: Counters::default() };
    let mut seats: Vec<Seat<'_, G>> = others.iter_mut().map(seat).collect();
    let helpers = seats.len();
    let pause = crew.beside(&mut seats, help, || {
        let pause = work(first, meter);
        while !ground.is_over.load(Relaxed) && done.load(Relaxed) < helpers {
            std::thread::yield_now();
        }
        pause
    });
    for seat in &seats {
        meter.settle(&lent, seat.spent);
        if seat.stop == Some(Stop::Depth) {
            meter.stop(Stop::Depth);
        }
    }
    seats.iter().map(|seat| seat.pause).chain([pause]).flatten().collect()
}
