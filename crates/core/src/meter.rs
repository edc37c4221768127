//! A budget being spent: what a search has done so far, and whether it may go on.

use crate::budget::Budget;
use crate::clock::Clock;
use crate::game::Game;
use crate::progress::{Progress, Watcher};
use crate::report::{Counters, Report, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The fewest and the most moves between two looks at the clock, which costs as much as a dozen of them.
const LOOKS: (u64, u64) = (64, 16_384);

/// What threads draw at once from a pool of lent moves, evaluations or nodes: at most this many, so that few are left unspent
/// when the pool is empty, and at most this part of what is left for each thread.
const DRAWN: (u64, u64) = (256, 16);

/// What several threads may spend together: the rest of each counted limit of the search that lends.
#[derive(Debug)]
pub(crate) struct Pool {
    /// Moves, evaluations and nodes; none where there is no limit.
    left: [Option<AtomicU64>; 3],
    threads: u64,
}

impl Pool {
    /// Takes at least `needed`, and more if there is enough, so that threads seldom ask; none where less than that is left.
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

/// A budget being spent: the counters of a search under way and its clocks.
#[derive(Debug)]
pub struct Meter {
    /// What has been done so far.
    pub counters: Counters,
    budget: Budget,
    clock: Clock,
    next_look: u64,
    /// The fewest and the most moves between two looks at the clock.
    looks: (u64, u64),
    /// The moves that others have made, who say nothing about the speed of this search.
    others: u64,
    moves: u64,
    evals: u64,
    nodes: u64,
    /// Where more may be drawn from when one of these limits is reached: other threads spend from it too.
    pool: Option<Arc<Pool>>,
    /// What may be spent of each kind before the limits and the clocks have to be asked again: one question instead of four.
    free: u64,
    /// CPU seconds that the report will take for each expansion of the tree, and the expansions not counted here.
    report: (f64, u64),
    stop: Option<Stop>,
}

impl Meter {
    /// Starts the clocks on this budget.
    pub fn new(budget: &Budget) -> Self {
        Meter {
            counters: Counters::default(),
            budget: Budget { time: budget.time_for_a_move(), ..budget.clone() },
            clock: Clock::start(),
            next_look: LOOKS.0,
            looks: LOOKS,
            others: 0,
            moves: budget.moves.unwrap_or(u64::MAX),
            evals: budget.evals.unwrap_or(u64::MAX),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            pool: None,
            free: 0,
            report: (0.0, 0),
            stop: None,
        }
    }

    /// Looks at the clocks after a single move where they are near their end, for searches whose moves take long: those that
    /// play a game to its end after each few.
    #[must_use]
    pub(crate) fn looking_closely(self) -> Self {
        Meter { next_look: 1, looks: (1, LOOKS.1), ..self }
    }

    /// Looks to the outside as often as may be, for searches that others wait for to end.
    #[must_use]
    pub(crate) fn looking_out(self) -> Self {
        Meter { looks: (LOOKS.0, LOOKS.0), ..self }
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

    /// The limit of moves, of evaluations or of nodes, and what has been spent of it.
    fn account(&mut self, kind: usize) -> (&mut u64, u64) {
        match kind {
            0 => (&mut self.moves, self.counters.moves),
            1 => (&mut self.evals, self.counters.evals),
            _ => (&mut self.nodes, self.counters.nodes),
        }
    }

    /// Draws from the pool what is missing for this much more; whether there is so much.
    #[cold]
    fn draw(&mut self, kind: usize, more: u64) -> bool {
        let Some(pool) = self.pool.clone() else { return false };
        let (limit, spent) = self.account(kind);
        let drawn = pool.draw(kind, spent + more - *limit);
        *limit += drawn.unwrap_or(0);
        drawn.is_some()
    }

    /// Counts this many more moves, evals and nodes if the limits and the clocks allow it; if not, the meter stops.
    ///
    /// A search either spends, or asks [`Meter::affords`] and [`Meter::has_time`] and counts by itself: what was found to
    /// be free is not asked for again.
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

    /// Asks the clocks and every limit for this much, and finds out what is free after it.
    #[cold]
    fn ask(&mut self, moves: u64, evals: u64, nodes: u64) -> bool {
        if !self.has_time() || !self.affords(moves, evals, nodes) {
            return false;
        }
        let spent = &self.counters;
        let left = [
            self.next_look.min(self.moves) - spent.moves,
            self.evals - spent.evals,
            self.nodes - spent.nodes,
        ];
        // More than the least is free of what is asked for now, where it takes nothing of the scarcest.
        self.free = left.into_iter().fold(u64::MAX, u64::min).max(moves).max(evals).max(nodes);
        true
    }

    /// Whether the clocks and the outside let the search go on. Looks only now and then, counted in moves: more often
    /// the nearer the end.
    #[inline]
    pub fn has_time(&mut self) -> bool {
        self.counters.moves < self.next_look || self.look()
    }

    /// Puts what is left of every counted limit into a pool from which this search and so many `others` draw, who work beside
    /// it: all together keep the limits, and none stops while another has more than it needs. Clocks are not lent; the search
    /// that lends ends the others.
    pub(crate) fn lend(&mut self, others: u64) -> Arc<Pool> {
        let asked = [self.budget.moves, self.budget.evals, self.budget.nodes];
        let left = [0, 1, 2].map(|kind| {
            let (limit, spent) = self.account(kind);
            asked[kind].map(|_| AtomicU64::new(std::mem::replace(limit, spent) - spent))
        });
        let pool = Arc::new(Pool { left, threads: others + 1 });
        self.pool = Some(Arc::clone(&pool));
        self.free = 0;
        pool
    }

    /// The meter of a thread that draws from a pool, with what else `budget` says.
    pub(crate) fn borrowing(pool: &Arc<Pool>, budget: &Budget) -> Self {
        let limit = |kind: usize| if pool.left[kind].is_some() { 0 } else { u64::MAX };
        let (moves, evals, nodes) = (limit(0), limit(1), limit(2));
        Meter { moves, evals, nodes, pool: Some(Arc::clone(pool)), ..Meter::new(budget) }
    }

    /// Puts back what was drawn and not spent, for others to spend. Gives what was spent.
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

    /// Counts what a thread has spent that drew from the pool of this search.
    pub(crate) fn settle(&mut self, spent: Counters) {
        let drawn = [spent.moves, spent.evals, spent.nodes];
        let asked = [self.budget.moves, self.budget.evals, self.budget.nodes];
        for kind in 0..3 {
            // What it has drawn was part of the limit.
            *self.account(kind).0 += asked[kind].map_or(0, |_| drawn[kind]);
        }
        self.counters += spent;
        self.others += spent.moves;
        self.free = 0;
    }

    /// The same, with what has stopped the thread other than a counted limit.
    pub(crate) fn take_back(&mut self, spent: &mut Meter) {
        let counters = spent.repaid();
        self.settle(counters);
        if let Some(stop) = spent.stopped().filter(|stop| !stop.is_counted()) {
            self.stop(stop);
        }
    }

    /// Takes what is left in the pool, from which nobody else draws any more.
    pub(crate) fn end_lending(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        for (kind, left) in pool.left.iter().enumerate() {
            let left = left.as_ref().map_or(0, |left| left.swap(0, Ordering::Relaxed));
            *self.account(kind).0 += left;
        }
        self.free = 0;
    }

    /// Goes on after a part of a counted limit was spent, where the whole may not be.
    pub(crate) fn resume(&mut self) {
        self.stop = self.stop.filter(|stop| !stop.is_counted());
    }

    /// Whether clocks and the outside let others go on who work for this search.
    pub(crate) fn lets_others_go_on(&self) -> bool {
        let is_over = |limit: Option<Duration>, clock: fn(&Clock) -> Duration| {
            limit.is_some_and(|limit| clock(&self.clock) >= limit)
        };
        let is_cancelled = self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        !is_cancelled && !is_over(self.budget.time, Clock::wall) && !is_over(self.budget.cpu, Clock::cpu)
    }

    /// The part of the budget that is spent: that of the limit nearest to its end.
    pub(crate) fn part_spent(&self) -> f64 {
        let clock = |limit: Option<Duration>, clock: fn(&Clock) -> Duration| {
            limit.map_or(0.0, |limit| clock(&self.clock).as_secs_f64() / limit.as_secs_f64())
        };
        let count = |limit: Option<u64>, spent: u64| limit.map_or(0.0, |limit| spent as f64 / limit as f64);
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

    /// The counted limits of a search that works in place of this one for a while: `share` of each, or what is left of it.
    /// [`Meter::add`] counts what it has spent.
    pub(crate) fn part_left(&self, share: f64) -> Budget {
        let part = |asked: Option<u64>, spent: u64| {
            asked.map(|asked| ((asked as f64 * share) as u64).min(asked.saturating_sub(spent)))
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

    /// Keeps time back for the report, which belongs to the time of a search: so many CPU seconds for each expansion,
    /// those of `earlier` searches that left their tree included.
    pub(crate) fn keep_back(&mut self, seconds: f64, earlier: u64) {
        self.report = (seconds, earlier);
    }

    /// Whether somebody watches the search.
    pub(crate) fn is_watched(&self) -> bool {
        self.budget.watcher.is_some()
    }

    /// Offers the watcher, if there is one, a report of what has been found so far at `root`.
    pub fn offer<G: Game>(&self, game: &G, root: &G::State, report: impl FnOnce() -> Report<G::Move>) {
        if let Some(watcher) = self.waiting_watcher() {
            watcher.see(Progress::new(game, root, &report()));
        }
    }

    /// The watcher, if it wants to see what has been found so far.
    pub(crate) fn waiting_watcher(&self) -> Option<&dyn Watcher> {
        self.budget.watcher.as_deref().filter(|watcher| watcher.wants(&self.counters))
    }

    #[cold]
    fn look(&mut self) -> bool {
        if let Some(watcher) = &self.budget.watcher {
            watcher.count(&self.counters);
        }
        if self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            self.stop(Stop::Cancelled);
        }
        let (seconds, earlier) = self.report;
        let report = Duration::from_secs_f64(seconds * (self.counters.expansions + earlier) as f64);
        let mut ahead = self.looks.1;
        let clocks = [
            (self.budget.time, Stop::Time, self.budget.time.map(|_| self.clock.wall())),
            (self.budget.cpu, Stop::Cpu, self.budget.cpu.map(|_| self.clock.cpu())),
        ];
        for (limit, stop, spent) in clocks {
            let (Some(limit), Some(spent)) = (limit, spent) else { continue };
            match limit.checked_sub(spent + report).filter(|left| !left.is_zero()) {
                None => self.stop(stop),
                // A quarter of the moves that would fit into the rest, at the speed so far.
                Some(left) => {
                    let moves = (self.counters.moves - self.others) as f64;
                    let rest = left.as_secs_f64() / (4.0 * spent.as_secs_f64());
                    ahead = ahead.min((moves * rest) as u64);
                }
            }
        }
        self.next_look = self.counters.moves + ahead.max(self.looks.0);
        self.stop.is_none()
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
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn time_kept_back_for_the_report_is_spent() {
        let mut meter = Meter::new(&Budget::cpu(Duration::from_secs(3600)));
        meter.counters.moves = LOOKS.0;
        meter.counters.expansions = 5;
        assert!(meter.has_time());
        meter.keep_back(600.0, 1);
        meter.counters.moves += LOOKS.1;
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
    fn spending_looks_to_the_outside() {
        let cancel = Arc::new(AtomicBool::new(true));
        let mut meter = Meter::new(&Budget { cancel: Some(cancel), ..Budget::unlimited() });
        while meter.spend(1, 1, 1) {}
        assert_eq!((meter.counters.moves, meter.stopped()), (LOOKS.0, Some(Stop::Cancelled)));
    }

    #[test]
    fn who_is_waited_for_sees_the_end_soon() {
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(Arc::clone(&cancel)), ..Budget::unlimited() };
        let mut meter = Meter::new(&budget).looking_out();
        let begun = 100 * LOOKS.0 + 1;
        assert!((0..begun).all(|_| meter.spend(1, 0, 0)));
        cancel.store(true, Ordering::Relaxed);
        while meter.spend(1, 0, 0) {}
        assert_eq!((meter.counters.moves, meter.stopped()), (101 * LOOKS.0, Some(Stop::Cancelled)));
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
