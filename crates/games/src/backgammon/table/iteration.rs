//! Computes a table by policy iteration, in the order in which a game ends.
//!
//! A checker that is borne off never comes back. So the positions are computed in stages, by the number of checkers that each
//! player has in play, each stage to its end before the next. Within a stage every play lowers the sum of the pips, except
//! for hits. A sweep therefore goes through the levels of equal sums from the lowest on and uses new values at once (Gauss-Seidel);
//! races are exact after one sweep, and hits make further sweeps necessary. The positions of one level are computed side by
//! side from the values before it, so that nothing depends on the number of threads.
//!
//! A sweep over all plays takes far more time than one that follows the best plays that the last one found, and these
//! seldom change. So each step is a sweep over all plays and some that follow (modified policy iteration, Puterman and Shin
//! 1978). A stage ends with a sweep over all plays in which no value changes by more than the tolerance.

use super::super::checkers::mirrored;
use super::super::{Backgammon, State, is_race};
use super::{Replies, Table, file};
use tiptree::tabulation::{Standing, Tabulation};
use tiptree::{ParseError, Player};

/// A stage is complete when no value changes by more than this.
const TOLERANCE: f32 = 1e-6;
/// The sweeps of a step that follow the best plays.
const FOLLOWING: usize = 12;

/// The computation of a [`Table`].
pub struct Iteration {
    pub(super) table: Table,
    pub(super) course: Course,
    /// By checkers in play, then by pips: the ranks of the arrangements.
    by_pips: Vec<Vec<Vec<u32>>>,
}

/// How far an iteration has come, and what the next sweep must know of the last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Course {
    /// The stages that are complete.
    pub(super) stages: usize,
    pub(super) sweeps: u64,
    pub(super) computed: u64,
    /// The largest change in the last sweep of a complete stage.
    pub(super) change: f32,
    /// The same for the last sweep over all plays of the stage under way; 0 before its first.
    pub(super) last: f32,
}

/// The positions of a level that can change, with the best play of every roll.
struct Level {
    pairs: Vec<Pair>,
    replies: Vec<Replies>,
}

/// A position: the ranks of the arrangements of the player to roll and of the other.
type Pair = (u32, u32);

impl Iteration {
    /// The iteration for a game with at most three checkers, before its first sweep.
    ///
    /// # Errors
    /// If the game has more checkers, or a rule for the first roll, which the values would depend on.
    pub fn new(game: &Backgammon) -> Result<Self, ParseError> {
        if !game.can_be_tabulated() {
            let expected = format!("at most {}", super::MOST_TABULATED);
            return Err(ParseError::new("checkers of a table", game.checkers().to_string(), expected));
        }
        if game.has_opening_rule {
            return Err(ParseError::new("opening of a table", "rules", "any"));
        }
        let table = Table::new(game.checkers());
        let mut by_pips: Vec<Vec<Vec<u32>>> = vec![Vec::new(); usize::from(game.checkers()) + 1];
        for (rank, side) in (0..).zip(table.arrangements.all()) {
            let lists = &mut by_pips[usize::from(game.checkers() - side.borne_off())];
            let pips = side.pips() as usize;
            lists.resize_with(lists.len().max(pips + 1), Vec::new);
            lists[pips].push(rank);
        }
        Ok(Iteration { table, course: Course::default(), by_pips })
    }

    /// The finished table.
    ///
    /// # Errors
    /// If it is not complete.
    pub fn into_table(self) -> Result<Table, ParseError> {
        if self.is_complete() {
            return Ok(self.table);
        }
        let (done, all) = (self.course.stages.to_string(), self.stages().len().to_string());
        Err(ParseError::new("stages of a table", done, all))
    }

    pub(super) fn is_complete(&self) -> bool {
        self.course.stages >= self.stages().len()
    }

    /// The numbers of checkers in play of both players, the greater first, in the order of the stages.
    fn stages(&self) -> Vec<(usize, usize)> {
        let most = usize::from(self.table.checkers());
        let mut stages: Vec<_> =
            (1..=most).flat_map(|more| (1..=more).map(move |less| (more, less))).collect();
        stages.sort_by_key(|(more, less)| more + less);
        stages
    }

    /// The positions of a level of a stage.
    fn level(&self, (more, less): (usize, usize), pips: usize) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let sides = if more == less { vec![(more, less)] } else { vec![(more, less), (less, more)] };
        for (mover, waiter) in sides {
            for (own, movers) in self.by_pips[mover].iter().enumerate().take(pips + 1) {
                let waiters = self.by_pips[waiter].get(pips - own).map_or(&[][..], Vec::as_slice);
                let all = movers.iter().flat_map(|&mover| waiters.iter().map(move |&waiter| (mover, waiter)));
                pairs.extend(all.filter(|&pair| {
                    let state = self.state(pair);
                    mirrored(state.mover.in_play()) & state.waiter.in_play() == 0
                }));
            }
        }
        pairs
    }

    fn state(&self, (mover, waiter): Pair) -> State {
        let side = |rank: u32| self.table.arrangements.all()[rank as usize];
        State { mover: side(mover), waiter: side(waiter), player: Player::Max, dice: None }
    }

    /// Computes every value of a stage once, and finds the best plays of all positions with contact.
    fn sweep(&mut self, stage: (usize, usize), threads: usize) -> (Vec<Level>, f32) {
        let highest = self.by_pips[stage.0].len() + self.by_pips[stage.1].len() - 2;
        let is_first = self.course.last == 0.0;
        let mut change = 0f32;
        let mut levels = Vec::new();
        for pips in 0..=highest {
            let (races, pairs): (Vec<Pair>, Vec<Pair>) =
                self.level(stage, pips).into_iter().partition(|&pair| is_race(&self.state(pair)));
            let replies = |iteration: &Iteration, pairs: &[Pair]| {
                let find = |&pair: &Pair| iteration.table.replies(&iteration.state(pair));
                in_parallel(threads, pairs, find)
            };
            if is_first {
                let replies = replies(self, &races);
                change = change.max(self.follow(&Level { pairs: races, replies }, threads));
            }
            let replies = replies(self, &pairs);
            let level = Level { pairs, replies };
            change = change.max(self.follow(&level, threads));
            levels.push(level);
        }
        (levels, change)
    }

    /// Computes the values of a level from its plays, and returns the largest change.
    fn follow(&mut self, level: &Level, threads: usize) -> f32 {
        let values = in_parallel(threads, &level.replies, |replies| self.table.followed(replies));
        let count = self.table.arrangements.count();
        self.course.computed += values.len() as u64;
        let mut change = 0f32;
        for (&(mover, waiter), value) in level.pairs.iter().zip(values) {
            let known = &mut self.table.values[mover as usize * count + waiter as usize];
            change = change.max((value - *known).abs());
            *known = value;
        }
        change
    }
}

/// What `compute` makes of each item.
fn in_parallel<T: Sync, R: Send>(threads: usize, items: &[T], compute: impl Fn(&T) -> R + Sync) -> Vec<R> {
    /// Fewer items are not worth a thread.
    const LEAST: usize = 512;
    let part = items.len().div_ceil(threads).max(LEAST);
    let compute = |items: &[T]| items.iter().map(&compute).collect::<Vec<R>>();
    std::thread::scope(|scope| {
        let others = items.chunks(part).skip(1).map(|items| scope.spawn(|| compute(items)));
        let others: Vec<_> = others.collect();
        let mut results = compute(items.chunks(part).next().unwrap_or_default());
        results.reserve(items.len() - results.len());
        for other in others {
            results.extend(other.join().expect("no panic in a sweep"));
        }
        results
    })
}

impl Tabulation for Iteration {
    fn step(&mut self, threads: usize) {
        let threads = threads.max(1);
        let Some(&stage) = self.stages().get(self.course.stages) else { return };
        let (levels, change) = self.sweep(stage, threads);
        self.course.sweeps += 1;
        if change <= TOLERANCE {
            let course = &mut self.course;
            (course.stages, course.change, course.last) = (course.stages + 1, course.change.max(change), 0.0);
            return;
        }
        self.course.last = change;
        for _ in 0..FOLLOWING {
            self.course.sweeps += 1;
            let changes = levels.iter().map(|level| self.follow(level, threads));
            if changes.fold(0.0, f32::max) <= TOLERANCE {
                break;
            }
        }
    }

    fn standing(&self) -> Standing {
        let Course { stages, sweeps, computed, change, last, .. } = self.course;
        let count = self.stages().len();
        Standing {
            is_complete: self.is_complete(),
            stage: count.min(stages + 1),
            stages: count,
            positions: self.table.values.len() as u64,
            steps: sweeps,
            computed,
            change: f64::from(change.max(last)),
        }
    }

    fn file(&self) -> Vec<u8> {
        file::write(self)
    }

    fn resume(&mut self, name: &str, file: &[u8]) -> Result<(), ParseError> {
        file::read_into(self, file).map_err(|expected| ParseError::new("table", name, expected))
    }
}
