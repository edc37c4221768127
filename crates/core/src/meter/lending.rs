//! A budget that several threads share: one search lends what it has left, and the meters of the others draw from it.

use super::Meter;
use super::checks::StopSignal;
use super::parking::Parking;
use super::slices::SliceEnd;
use crate::budget::Budget;
use crate::clock::Clock;
use crate::report::Counters;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How many moves, evaluations or nodes a thread draws from a pool at once unless it needs more: at most the first number, so
/// that few are left unspent when the pool is empty, and at most a thread's equal share of what is left, divided by the second.
const DRAWN: (u64, u64) = (256, 16);

/// A budget that several threads share: what the lending search has left of each counted limit.
#[derive(Debug)]
pub(crate) struct Pool {
    /// Moves, evaluations and nodes; `None` for no limit.
    left: [Option<AtomicU64>; 3],
    pub(super) threads: u64,
    /// What stops the lending search besides counted limits: the threads need not wait for it to tell them.
    pub(super) signal: StopSignal,
    /// Where the lending search sleeps between slices: the threads sleep while it does.
    pub(super) parking: Option<Arc<Parking>>,
}

impl Pool {
    /// Takes at least `needed`, and more if enough is left, so that threads seldom ask. `None` if less than `needed` is left.
    fn draw(&self, kind: usize, needed: u64) -> Option<u64> {
        let (most, part) = DRAWN;
        let mut drawn = 0;
        let take = |left: u64| {
            drawn = needed.max((left / (part * self.threads)).min(most));
            left.checked_sub(drawn)
        };
        self.left[kind].as_ref()?.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(drawn)
    }

    fn put_back(&self, kind: usize, rest: u64) {
        if let Some(left) = &self.left[kind] {
            left.fetch_add(rest, Ordering::Relaxed);
        }
    }
}

impl Meter {
    /// The limit on moves, evaluations or nodes, and how much of it has been spent.
    pub(super) fn account(&mut self, kind: usize) -> (&mut u64, u64) {
        match kind {
            0 => (&mut self.moves, self.counters.moves),
            1 => (&mut self.evals, self.counters.evals),
            _ => (&mut self.nodes, self.counters.nodes),
        }
    }

    /// Draws from the pool what is missing to spend `more`. Returns whether the pool had enough.
    #[cold]
    pub(super) fn draw(&mut self, kind: usize, more: u64) -> bool {
        let Some(pool) = self.pool.clone() else { return false };
        let (limit, spent) = self.account(kind);
        let drawn = pool.draw(kind, spent + more - *limit);
        *limit += drawn.unwrap_or(0);
        drawn.is_some()
    }

    /// Puts what is left of every counted limit into a pool, from which this search and `others` more threads draw. Together
    /// they keep the limits, and each stops only when the pool has less than it needs. CPU clocks are not lent: the lending
    /// search stops the others.
    pub(crate) fn lend(&mut self, others: u64) -> Arc<Pool> {
        let asked = [self.budget.moves, self.budget.evals, self.budget.nodes];
        let left = [0, 1, 2].map(|kind| {
            let (limit, spent) = self.account(kind);
            asked[kind].map(|_| AtomicU64::new(std::mem::replace(limit, spent) - spent))
        });
        let pool = Arc::new(Pool {
            left,
            threads: others + 1,
            signal: self.stop_signal(),
            parking: self.parking.clone(),
        });
        self.pool = Some(Arc::clone(&pool));
        if self.parking.is_some() {
            let left = self.sleep_at.evals.saturating_sub(self.counters.evals);
            self.sleep_at = SliceEnd::after(&self.counters, self.own_share(left));
        }
        self.free = 0;
        pool
    }

    /// The meter of a thread that draws its counted limits from a pool and takes all others from `budget`.
    pub(crate) fn borrowing(pool: &Arc<Pool>, budget: &Budget) -> Self {
        let limit = |kind: usize| if pool.left[kind].is_some() { 0 } else { u64::MAX };
        let (moves, evals, nodes) = (limit(0), limit(1), limit(2));
        let pool = Some(Arc::clone(pool));
        Meter { moves, evals, nodes, pool, is_borrowing: true, ..Meter::new(budget) }
    }

    /// Puts back what was drawn and not spent, for other threads. Returns what was spent.
    pub(crate) fn repaid(&mut self) -> Counters {
        if let Some(pool) = self.pool.clone() {
            for kind in 0..3 {
                let (limit, spent) = self.account(kind);
                if pool.left[kind].is_some() {
                    pool.put_back(kind, std::mem::replace(limit, spent) - spent);
                }
            }
            self.free = 0;
        }
        self.counters
    }

    /// Counts what a thread that drew from this search's pool has spent.
    pub(crate) fn settle(&mut self, spent: Counters) {
        let drawn = [spent.moves, spent.evals, spent.nodes];
        let asked = [self.budget.moves, self.budget.evals, self.budget.nodes];
        for kind in 0..3 {
            // Lending took it out of the limit.
            *self.account(kind).0 += asked[kind].map_or(0, |_| drawn[kind]);
        }
        self.counters += spent;
        self.others = (self.others.0 + spent.moves, self.others.1 + spent.evals);
        self.free = 0;
    }

    /// The same for a thread's meter, whose unspent rest goes back to the pool. Takes over why the thread stopped, unless that
    /// was a counted limit.
    pub(crate) fn take_back(&mut self, spent: &mut Meter) {
        let counters = spent.repaid();
        self.settle(counters);
        if let Some(stop) = spent.stopped().filter(|stop| !stop.is_counted()) {
            self.stop(stop);
        }
    }

    /// Takes back what is left in the pool, once no other thread draws from it.
    pub(crate) fn end_lending(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        for (kind, left) in pool.left.iter().enumerate() {
            let left = left.as_ref().map_or(0, |left| left.swap(0, Ordering::Relaxed));
            *self.account(kind).0 += left;
        }
        self.free = 0;
    }

    /// Clears a stop at a counted limit, for a search whose share of the limit was spent but perhaps not the whole limit.
    pub(crate) fn resume(&mut self) {
        self.stop = self.stop.filter(|stop| !stop.is_counted());
    }

    /// Whether the clocks and the cancel flag let the other threads of this search continue.
    pub(crate) fn lets_others_go_on(&self) -> bool {
        let is_over = |limit: Option<Duration>, clock: fn(&Clock) -> Duration| {
            limit.is_some_and(|limit| clock(&self.clock) >= limit)
        };
        !self.is_cancelled()
            && !is_over(self.budget.time, Clock::wall)
            && !is_over(self.budget.cpu, Clock::cpu)
    }
}
