//! A budget being spent: what a search has done so far, and whether it may continue.
//!
//! Spending and counting are here. `checks` looks at the clocks and the cancel flag, `lending` shares a budget between threads, and
//! `slices` pauses a search before its budget is spent; `parking` is where a search on a thread of its own sleeps meanwhile.

mod checks;
mod lending;
pub(crate) mod parking;
mod slices;

pub(crate) use checks::StopSignal;
pub(crate) use lending::Pool;

use crate::budget::Budget;
use crate::clock::Clock;
use crate::convert::{count_f64, ratio, whole_u64};
use crate::game::Game;
use crate::progress::{Progress, Watcher};
use crate::report::{Counters, Report, Stop};
use checks::{CHECK_INTERVAL, Pace};
use parking::Parking;
use slices::SliceEnd;
use std::sync::Arc;
use std::time::Duration;

/// A budget being spent: the counters of a search under way and its clocks.
#[derive(Debug)]
pub struct Meter {
    /// What has been done so far.
    pub counters: Counters,
    budget: Budget,
    clock: Clock,
    /// The moves and the evaluations at which the clocks are checked next, whichever comes first.
    next_check: (u64, u64),
    /// The work of this thread and the wall-clock time at the last check.
    last_check: Pace,
    /// The fewest and the most moves between two checks of the clocks.
    check_interval: (u64, u64),
    /// Moves and evaluations of other threads, which say nothing about the speed of this one.
    others: (u64, u64),
    moves: u64,
    evals: u64,
    nodes: u64,
    /// The pool, shared with other threads, from which to draw when one of these limits is reached.
    pool: Option<Arc<Pool>>,
    /// Whether another search lends to this one.
    is_borrowing: bool,
    /// How much of each kind may be spent before the limits and the clocks are checked again: one comparison instead of four.
    free: u64,
    /// CPU seconds that the report will take per expansion of the tree, and the expansions that `counters` does not include.
    report: (f64, u64),
    stop: Option<Stop>,
    /// Where the slice ends, for a search that looks at [`Meter::goes_on`].
    slice_end: SliceEnd,
    /// Where the slice ends, for a search on a thread of its own, and where to sleep then.
    sleep_at: SliceEnd,
    parking: Option<Arc<Parking>>,
}

impl Meter {
    /// Starts the clocks on this budget.
    pub fn new(budget: &Budget) -> Self {
        Meter {
            counters: Counters::default(),
            budget: Budget { time: budget.time_for_a_move(), ..budget.clone() },
            clock: Clock::start(),
            next_check: (1, 1),
            last_check: Pace::default(),
            check_interval: CHECK_INTERVAL,
            others: (0, 0),
            moves: budget.moves.unwrap_or(u64::MAX),
            evals: budget.evals.unwrap_or(u64::MAX),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            pool: None,
            is_borrowing: false,
            free: 0,
            report: (0.0, 0),
            stop: None,
            slice_end: SliceEnd::NEVER,
            sleep_at: SliceEnd::NEVER,
            parking: None,
        }
    }

    /// The budget that is being spent.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether this many more moves, evals and nodes stay within the budget; if not, the meter stops.
    #[inline]
    pub fn affords(&mut self, moves: u64, evals: u64, nodes: u64) -> bool {
        let stop = if self.counters.moves + moves > self.moves && !self.draw(0, moves) {
            Stop::Moves
        } else if self.counters.evals + evals > self.evals && !self.draw(1, evals) {
            Stop::Evals
        } else if self.counters.nodes + nodes > self.nodes && !self.draw(2, nodes) {
            Stop::Nodes
        } else {
            return true;
        };
        self.stop(stop);
        false
    }

    /// Whether this many more moves, evals and nodes stay within the budget. The meter does not stop if they do not.
    pub(crate) fn covers(&self, moves: u64, evals: u64, nodes: u64) -> bool {
        let Counters { moves: moved, evals: evaluated, nodes: entered, .. } = self.counters;
        let limited =
            [(moved, moves, self.moves), (evaluated, evals, self.evals), (entered, nodes, self.nodes)];
        limited.into_iter().all(|(spent, more, limit)| spent.saturating_add(more) <= limit)
    }

    /// Counts this many more moves, evals and nodes if the limits and the clocks allow it; if not, the meter stops.
    ///
    /// A search uses either this, or [`Meter::affords`] and [`Meter::has_time`] with counting of its own, but not both: what was
    /// found to be free is not checked again.
    #[inline]
    pub fn spend(&mut self, moves: u64, evals: u64, nodes: u64) -> bool {
        let most = moves.max(evals).max(nodes);
        if most > self.free && !self.ask(moves, evals, nodes) {
            return false;
        }
        self.free -= most;
        self.counters.moves += moves;
        self.counters.evals += evals;
        self.counters.nodes += nodes;
        true
    }

    /// Checks the clocks and every limit for this expense, and computes how much is free.
    #[cold]
    fn ask(&mut self, moves: u64, evals: u64, nodes: u64) -> bool {
        let is_covered = self.has_time() && self.affords(moves, evals, nodes);
        if !is_covered || !self.sleep(moves, evals) || !self.has_time() {
            return false;
        }
        let spent = &self.counters;
        let left = [
            self.next_check.0.min(self.moves).min(self.sleep_at.moves).saturating_sub(spent.moves),
            self.evals.min(self.sleep_at.evals).min(self.next_check.1).saturating_sub(spent.evals),
            self.nodes - spent.nodes,
        ];
        // This expense is free even if it exceeds the minimum: it may take nothing of the scarcest kind.
        self.free = left.into_iter().fold(u64::MAX, u64::min).max(moves).max(evals).max(nodes);
        true
    }

    /// The fraction of the budget that is spent, measured by the limit nearest to its end.
    pub(crate) fn part_spent(&self) -> f64 {
        let clock = |limit: Option<Duration>, clock: fn(&Clock) -> Duration| {
            limit.map_or(0.0, |limit| clock(&self.clock).as_secs_f64() / limit.as_secs_f64())
        };
        let count = |limit: Option<u64>, spent: u64| limit.map_or(0.0, |limit| ratio(spent, limit));
        let Counters { moves, evals, nodes, .. } = self.counters;
        [
            clock(self.budget.time, Clock::wall),
            clock(self.budget.cpu, Clock::cpu),
            count(self.budget.moves, moves),
            count(self.budget.evals, evals),
            count(self.budget.nodes, nodes),
        ]
        .into_iter()
        .fold(0.0, f64::max)
    }

    /// The counted limits of a search that works in place of this one for a while: `share` of each limit, or what is left of it
    /// if that is less. [`Meter::add`] counts what that search has spent.
    pub(crate) fn part_left(&self, share: f64) -> Budget {
        let part = |asked: Option<u64>, spent: u64| {
            asked.map(|asked| whole_u64(count_f64(asked) * share).min(asked.saturating_sub(spent)))
        };
        let Counters { moves, evals, nodes, .. } = self.counters;
        Budget {
            moves: part(self.budget.moves, moves),
            evals: part(self.budget.evals, evals),
            nodes: part(self.budget.nodes, nodes),
            ..Budget::default()
        }
    }

    /// Counts what another search has spent in place of this one.
    pub(crate) fn add(&mut self, spent: Counters) {
        self.counters += spent;
        self.free = 0;
    }

    /// Reserves time for the report, which counts as search time: `seconds` of CPU time per expansion. The `earlier` expansions
    /// of a tree that was kept count too.
    pub(crate) fn keep_back(&mut self, seconds: f64, earlier: u64) {
        self.report = (seconds, earlier);
    }

    /// Whether the search has a watcher.
    pub(crate) fn is_watched(&self) -> bool {
        self.budget.watcher.is_some()
    }

    /// Offers the watcher, if there is one, a report of what has been found so far at `root`.
    #[inline]
    pub fn offer<G: Game>(&self, game: &G, root: &G::State, report: impl Fn() -> Report<G::Move>) {
        if self.budget.watcher.is_some() || self.parking.is_some() {
            self.offer_now(game, root, &report);
        }
    }

    // A pointer, because this is rarely called: it is compiled once for all searches of a game.
    #[cold]
    fn offer_now<G: Game>(&self, game: &G, root: &G::State, report: &dyn Fn() -> Report<G::Move>) {
        if let Some(watcher) = self.waiting_watcher() {
            watcher.see(Progress::new(game, root, &report()));
        }
        if let Some(parking) = &self.parking {
            parking.publish(game, root, report());
        }
    }

    /// The watcher, if it wants to see what has been found so far.
    pub(crate) fn waiting_watcher(&self) -> Option<&dyn Watcher> {
        self.budget.watcher.as_deref().filter(|watcher| watcher.wants(&self.counters))
    }

    /// Records why the search ends; the first reason stays.
    pub fn stop(&mut self, stop: Stop) {
        self.stop.get_or_insert(stop);
    }

    /// Why the search ended, once it has.
    pub fn stopped(&self) -> Option<Stop> {
        self.stop
    }

    /// Writes into a report how long the search has taken, the making of the report included.
    pub fn time<M>(&self, report: &mut Report<M>) {
        report.seconds = self.clock.wall().as_secs_f64();
        report.cpu_seconds = self.clock.cpu().as_secs_f64();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn time_kept_back_for_the_report_is_spent() {
        let mut meter = Meter::new(&Budget::cpu(Duration::from_secs(3600)));
        meter.counters.moves = CHECK_INTERVAL.0;
        meter.counters.expansions = 5;
        assert!(meter.has_time());
        meter.keep_back(600.0, 1);
        meter.counters.moves += CHECK_INTERVAL.1;
        assert!(!meter.has_time());
        assert_eq!(meter.stopped(), Some(Stop::Cpu));
    }

    #[test]
    fn spending_ends_exactly_where_a_limit_is_reached() {
        let prices = [(1, 0, 1), (7, 7, 0), (0, 0, 1), (3, 3, 3), (0, 1, 1)];
        let budgets = [Budget::moves(1000), Budget::evals(1000), Budget::nodes(1000)];
        for budget in budgets {
            let mut meter = Meter::new(&budget);
            let mut expected = Counters::default();
            for (moves, evals, nodes) in prices.into_iter().cycle() {
                let is_spent = meter.spend(moves, evals, nodes);
                let mut next = expected;
                (next.moves, next.evals, next.nodes) =
                    (next.moves + moves, next.evals + evals, next.nodes + nodes);
                let limits =
                    [(next.moves, budget.moves), (next.evals, budget.evals), (next.nodes, budget.nodes)];
                let is_within =
                    limits.into_iter().all(|(spent, limit)| limit.is_none_or(|limit| spent <= limit));
                assert_eq!(is_spent, is_within, "{expected:?} and {moves}, {evals}, {nodes} more");
                if !is_spent {
                    break;
                }
                expected = next;
                assert_eq!(meter.counters, expected);
            }
            assert!(meter.stopped().is_some());
        }
    }

    #[test]
    fn spending_checks_the_cancel_flag() {
        let cancel = Arc::new(AtomicBool::new(true));
        let mut meter = Meter::new(&Budget { cancel: Some(cancel), ..Budget::unlimited() });
        while meter.spend(1, 1, 1) {}
        assert_eq!((meter.counters.moves, meter.stopped()), (1, Some(Stop::Cancelled)));
    }

    #[test]
    fn a_helper_thread_sees_the_cancel_flag_soon() {
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(Arc::clone(&cancel)), ..Budget::unlimited() };
        let mut meter = Meter::new(&budget).checking_often();
        let begun = 100 * CHECK_INTERVAL.0 + 1;
        assert!((0..begun).all(|_| meter.spend(1, 0, 0)));
        cancel.store(true, Ordering::Relaxed);
        while meter.spend(1, 0, 0) {}
        assert!(meter.counters.moves <= begun + CHECK_INTERVAL.0, "{}", meter.counters.moves);
        assert_eq!(meter.stopped(), Some(Stop::Cancelled));
    }

    #[test]
    fn the_first_reason_to_stop_stays() {
        let mut meter = Meter::new(&Budget::moves(3));
        assert!(meter.affords(3, 100, 100));
        assert!(!meter.affords(4, 0, 0));
        meter.stop(Stop::Complete);
        assert_eq!(meter.stopped(), Some(Stop::Moves));
    }
}
