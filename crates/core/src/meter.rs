//! A budget being spent: what a search has done so far, and whether it may continue.
//!
//! A budget may be spent in slices. A search that makes short steps looks at [`Meter::goes_on`] between them. One with long steps
//! works on a thread of its own, where its meter sleeps when a slice is spent.

use crate::budget::Budget;
use crate::clock::Clock;
use crate::convert::{count_f64, ratio, whole_u64};
use crate::game::Game;
use crate::parking::Parking;
use crate::progress::{Progress, Watcher, indexed};
use crate::report::{Counters, Report, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The fewest and the most moves between two checks of the clocks. A check costs as much as a dozen moves.
const CHECK_INTERVAL: (u64, u64) = (64, 16_384);

/// The time between two checks of the clocks and of the cancel flag, at most, where a move does not take longer than that.
const LATENCY: Duration = Duration::from_millis(1);

/// Assumed evaluations of an expansion, to make several expansions between two checks of the slice.
const EVALS_OF_A_STEP: u64 = 32;

/// A slice also ends after this many moves for each of its evaluations: near the end of a game little is evaluated.
const MOVES_OF_AN_EVAL: u64 = 64;

/// Where a slice ends.
#[derive(Clone, Copy, Debug)]
struct SliceEnd {
    moves: u64,
    evals: u64,
}

impl SliceEnd {
    /// Without slices.
    const NEVER: SliceEnd = SliceEnd { moves: u64::MAX, evals: u64::MAX };

    /// The end of a slice of so many evaluations, at least one.
    fn after(counters: &Counters, evals: u64) -> Self {
        let evals = evals.max(1);
        SliceEnd {
            moves: counters.moves.saturating_add(evals.saturating_mul(MOVES_OF_AN_EVAL)),
            evals: counters.evals.saturating_add(evals),
        }
    }

    /// Whether an expense lies within the slice.
    #[inline]
    fn covers(&self, counters: &Counters, moves: u64, evals: u64) -> bool {
        counters.evals.saturating_add(evals) <= self.evals
            && counters.moves.saturating_add(moves) <= self.moves
    }
}

/// How many moves, evaluations or nodes a thread draws from a pool at once unless it needs more: at most the first number, so
/// that few are left unspent when the pool is empty, and at most a thread's equal share of what is left, divided by the second.
const DRAWN: (u64, u64) = (256, 16);

/// A budget that several threads share: what the lending search has left of each counted limit.
#[derive(Debug)]
pub(crate) struct Pool {
    /// Moves, evaluations and nodes; `None` for no limit.
    left: [Option<AtomicU64>; 3],
    threads: u64,
    /// What stops the lending search besides counted limits: the threads need not wait for it to tell them.
    signal: StopSignal,
    /// Where the lending search sleeps between slices: the threads sleep while it does.
    parking: Option<Arc<Parking>>,
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

/// What stops a search from outside: the cancel flag and the end of its wall-clock time, for any thread to look at.
#[derive(Clone, Debug)]
pub(crate) struct StopSignal {
    cancel: Option<Arc<AtomicBool>>,
    time: Option<(Clock, Duration)>,
}

impl StopSignal {
    /// Why the search is over, if it was cancelled or its time has passed.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        let is_cancelled = self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        let is_late = || self.time.is_some_and(|(clock, limit)| clock.wall() >= limit);
        if is_cancelled { Some(Stop::Cancelled) } else { is_late().then_some(Stop::Time) }
    }
}

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

/// Moves and evaluations up to a point of time.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    moves: u64,
    evals: u64,
    /// The evaluations of all threads.
    all_evals: u64,
    wall: Duration,
}

/// What may follow before the next check of the clocks.
struct Interval {
    /// The most moves, and the fewest near the end of a clock.
    most: u64,
    least: u64,
    /// The most evaluations.
    evals: u64,
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

    /// A search with this meter sleeps at `parking` when a slice is spent. This call sleeps there until the first slice is given.
    #[must_use]
    pub(crate) fn pausing_at(mut self, parking: Arc<Parking>) -> Self {
        let first = parking.begin();
        self.clock = Clock::start();
        self.begin_parked(first);
        self.parking = Some(parking);
        self
    }

    fn begin_parked(&mut self, slice: Result<u64, Stop>) {
        match slice {
            Ok(evals) => self.sleep_at = SliceEnd::after(&self.counters, self.own_share(evals)),
            Err(stop) => self.stop(stop),
        }
        // A cancel flag that was set meanwhile is seen at once.
        self.next_check.0 = self.counters.moves;
        self.free = 0;
    }

    /// This thread's share of a slice: the other threads spend as much meanwhile.
    fn own_share(&self, evals: u64) -> u64 {
        evals / self.pool.as_ref().map_or(1, |pool| pool.threads)
    }

    /// Sleeps until the next slice is given, if this one does not cover the expense. Returns whether the search goes on.
    fn sleep(&mut self, moves: u64, evals: u64) -> bool {
        // What a search still does after it was stopped is little, and belongs to its last slice.
        if self.stop.is_some() || self.sleep_at.covers(&self.counters, moves, evals) {
            return true;
        }
        let Some(parking) = self.parking.clone() else { return true };
        let spent = (self.counters, self.clock.wall().as_secs_f64(), self.clock.cpu().as_secs_f64());
        self.clock.pause();
        let slice = parking.park(spent);
        self.clock.resume();
        self.begin_parked(slice);
        self.stop.is_none()
    }

    /// For a search on a thread of its own: sleeps between two of its steps, if the slice is spent. Other searches return.
    pub(crate) fn pause_between_steps(&mut self) {
        self.sleep(1, 1);
    }

    /// Begins a slice of so many evaluations, for a search that looks at [`Meter::goes_on`]. The clocks go on.
    pub(crate) fn begin_slice(&mut self, evals: u64) {
        self.clock.resume();
        self.slice_end = SliceEnd::after(&self.counters, evals);
        self.next_check.0 = self.counters.moves;
        self.free = 0;
    }

    /// Ends a slice: the clocks stand still.
    pub(crate) fn end_slice(&mut self) {
        self.clock.pause();
    }

    /// Stops the search at its next expense, as a cancel flag does.
    pub(crate) fn cancel(&mut self) {
        self.budget.cancel = Some(Arc::new(AtomicBool::new(true)));
        self.begin_slice(1);
    }

    /// Whether the search goes on: nothing has stopped it, and the slice is not spent. The step that reaches the end of a slice
    /// is its last.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.stop.is_none() && self.slice_end.covers(&self.counters, 1, 1)
    }

    /// How many evaluations are left of the slice.
    pub(crate) fn left_of_slice(&self) -> u64 {
        self.slice_end.evals.saturating_sub(self.counters.evals)
    }

    /// How many expansions may follow before the search looks at [`Meter::goes_on`] again: without slices, any number.
    pub(crate) fn steps(&self) -> u64 {
        let left = self.left_of_slice();
        if self.slice_end.evals == u64::MAX { u64::MAX } else { (left / EVALS_OF_A_STEP).max(1) }
    }

    /// Checks the clocks after every move when they are near their end. For searches whose moves take long, because a playout
    /// follows every few of them.
    #[must_use]
    pub(crate) fn checking_every_move(self) -> Self {
        Meter { check_interval: (1, CHECK_INTERVAL.1), ..self }
    }

    /// Always checks the cancel flag at the shortest interval. For helper threads, whose leader waits for them.
    #[must_use]
    pub(crate) fn checking_often(self) -> Self {
        Meter { check_interval: (CHECK_INTERVAL.0, CHECK_INTERVAL.0), ..self }
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

    /// The limit on moves, evaluations or nodes, and how much of it has been spent.
    fn account(&mut self, kind: usize) -> (&mut u64, u64) {
        match kind {
            0 => (&mut self.moves, self.counters.moves),
            1 => (&mut self.evals, self.counters.evals),
            _ => (&mut self.nodes, self.counters.nodes),
        }
    }

    /// Draws from the pool what is missing to spend `more`. Returns whether the pool had enough.
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

    /// What stops this search from outside, to be looked at between two calls of one expense where [`Meter::is_slow`].
    pub(crate) fn stop_signal(&self) -> StopSignal {
        match self.pool.as_ref().filter(|_| self.is_borrowing) {
            Some(pool) => pool.signal.clone(),
            None => StopSignal {
                cancel: self.budget.cancel.clone(),
                // The clock stands still during a pause, and other threads cannot see that.
                time: self.budget.time.filter(|_| self.parking.is_none()).map(|limit| (self.clock, limit)),
            },
        }
    }

    /// Whether the evaluator is so slow that the search looks at its clocks and its cancel flag before every call.
    #[inline]
    pub(crate) fn is_slow(&self) -> bool {
        self.next_check.1 <= self.counters.evals + 1 && self.counters.evals > 0
    }

    /// Whether the clocks and the cancel flag let the search continue. Checks them only at intervals, which are counted in
    /// moves and evaluations and become shorter near the end.
    #[inline]
    pub fn has_time(&mut self) -> bool {
        let (moves, evals) = self.next_check;
        (self.counters.moves < moves && self.counters.evals < evals) || self.check()
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
        let is_cancelled = self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        !is_cancelled && !is_over(self.budget.time, Clock::wall) && !is_over(self.budget.cpu, Clock::cpu)
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
            self.offer_now(game, root, report);
        }
    }

    #[cold]
    fn offer_now<G: Game>(&self, game: &G, root: &G::State, report: impl Fn() -> Report<G::Move>) {
        if let Some(watcher) = self.waiting_watcher() {
            watcher.see(Progress::new(game, root, &report()));
        }
        if let Some(parking) = &self.parking {
            parking.publish(indexed(game, root, report()));
        }
    }

    /// The watcher, if it wants to see what has been found so far.
    pub(crate) fn waiting_watcher(&self) -> Option<&dyn Watcher> {
        self.budget.watcher.as_deref().filter(|watcher| watcher.wants(&self.counters))
    }

    #[cold]
    fn check(&mut self) -> bool {
        if let Some(pool) = self.pool.as_ref().filter(|_| self.is_borrowing) {
            if let Some(parking) = &pool.parking {
                parking.wait_for_the_search();
            }
            self.stop = self.stop.or(pool.signal.stopped());
        }
        if let Some(watcher) = &self.budget.watcher {
            watcher.count(&self.counters);
        }
        if self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            self.stop(Stop::Cancelled);
        }
        let (seconds, earlier) = self.report;
        let report = Duration::from_secs_f64(seconds * count_f64(self.counters.expansions + earlier));
        let Interval { most: mut ahead, least, evals } = self.interval();
        let clocks = [
            (self.budget.time, Stop::Time, self.budget.time.map(|_| self.clock.wall())),
            (self.budget.cpu, Stop::Cpu, self.budget.cpu.map(|_| self.clock.cpu())),
        ];
        for (limit, stop, spent) in clocks {
            let (Some(limit), Some(spent)) = (limit, spent) else { continue };
            match limit.checked_sub(spent + report).filter(|left| !left.is_zero()) {
                None => self.stop(stop),
                // A quarter of the moves that fit into the time left, at the speed so far.
                Some(left) => {
                    let moves = count_f64(self.counters.moves - self.others.0);
                    let rest = left.as_secs_f64() / (4.0 * spent.as_secs_f64());
                    ahead = ahead.min(whole_u64(moves * rest));
                }
            }
        }
        self.next_check = (self.counters.moves + ahead.max(least), self.counters.evals.saturating_add(evals));
        self.stop.is_none()
    }

    /// What may follow before the next check: the work that fits into [`LATENCY`] at the speed since the last check. The speed
    /// may change, so that it is at most a few times the work since then.
    fn interval(&mut self) -> Interval {
        let (least, most) = self.check_interval;
        if !self.budget.is_timed() && self.budget.cancel.is_none() && !self.is_borrowing {
            return Interval { most, least, evals: u64::MAX };
        }
        let Counters { moves, evals, .. } = self.counters;
        let (moves, evals) = (moves - self.others.0, evals.saturating_sub(self.others.1));
        let now = Pace { moves, evals, all_evals: self.counters.evals, wall: self.clock.wall() };
        let last = std::mem::replace(&mut self.last_check, now);
        let (moves, evals) = (now.moves.saturating_sub(last.moves), now.evals.saturating_sub(last.evals));
        let passed = now.wall.saturating_sub(last.wall).as_secs_f64().max(1e-9);
        // How many evaluations the last interval allowed.
        let before = self.next_check.1.saturating_sub(last.all_evals);
        let fitting = |work: u64| whole_u64(count_f64(work) * LATENCY.as_secs_f64() / passed).max(1);
        Interval {
            most: most.min(fitting(moves.max(1))).min(least.max(2 * moves)),
            least: least.min(fitting(moves.max(1))),
            // A search that evaluates before it spends may seem faster than it is, for one check.
            evals: fitting(evals).min(before.max(1).saturating_mul(4)),
        }
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
