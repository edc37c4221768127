//! The search as a method of [`Deepening`](crate::search::depth_first::Deepening), on one thread or on several.

use super::descent::{Descent, Found, Parts};
use super::parallel::Team;
use super::reductions::Reductions;
use super::settings::Settings;
use super::table::Table;
use super::thread_state::ThreadState;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::insight::Insight;
use crate::search::Observer;
use crate::search::depth_first::deepen::Method;
use crate::search::depth_first::walk::Walk;
use crate::search::padded::Padded;
use crate::search::worker_pool::WorkerPool;
use std::fmt;

/// Principal variation search with everything that modern alpha-beta has.
pub struct Pvs<G: Game> {
    settings: Settings,
    reductions: Reductions,
    table: Table,
    /// The state of each thread; the first one reports.
    threads: Vec<Padded<ThreadState<G>>>,
    /// What the threads share, once several have been started.
    team: Option<Team>,
}

impl<G: Insight> Pvs<G> {
    /// The search with these settings.
    pub fn new(settings: Settings) -> Self {
        let threads = settings.threads.max(1);
        let table = Table::new(settings.table, threads);
        let threads = (0..threads).map(|_| Padded(ThreadState::new())).collect();
        let reductions = Reductions::new(settings.reduce);
        Pvs { settings, reductions, table, threads, team: None }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Starts the threads that the settings ask for.
    ///
    /// # Errors
    /// If the system cannot start as many. Without this call a search uses as many as can be started.
    pub(in crate::search) fn start_threads(&mut self) -> Result<(), Unsupported> {
        if self.threads.len() > 1 {
            self.team = Some(Team::new(WorkerPool::named(self.threads.len())?));
        }
        Ok(())
    }

    /// Prepares for an iteration.
    fn prepare(&mut self, game: &G, depth: u32, memory: Option<u64>) {
        self.table.fit(memory);
        if depth == self.first_depth() {
            self.table.age();
            for thread in &mut self.threads {
                thread.begin_root(game);
            }
        }
        let filled = self.threads.iter().map(|thread| thread.filled).sum();
        self.table.grow(filled);
        for thread in &mut self.threads {
            // An iteration that was cut short leaves its path on the stacks.
            thread.queue.clear();
            thread.chances.clear();
        }
    }
}

impl<G: Insight> Method<G> for Pvs<G> {
    fn first_depth(&self) -> u32 {
        1
    }

    fn step(&self) -> u32 {
        self.settings.step.max(1)
    }

    fn forget(&mut self) {
        self.table.forget();
        for thread in &mut self.threads {
            **thread = ThreadState::new();
        }
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        let depth = walk.root.depth;
        self.prepare(walk.game, depth, walk.meter.budget().memory);
        walk.begin(state)?;
        let Pvs { settings, reductions, table, threads, team } = self;
        let parts = Parts { settings, reductions, table, in_progress: None };
        let (thread, others) = threads.split_first_mut().expect("at least one thread");
        let found = if others.is_empty() {
            Descent::new(parts, thread, walk).drive(state, depth, 0)
        } else {
            team.get_or_insert_with(|| Team::new(WorkerPool::new(others.len()))).iterate(
                parts,
                (thread, others),
                walk,
                state,
            )
        };
        walk.meter.counters.tree_bytes = walk.meter.counters.tree_bytes.max(table.bytes());
        walk.root.rolled = thread.rolled;
        let Some(Found { value, proven }) = found else {
            if walk.root.is_usable {
                walk.root.pv = Descent::new(parts, thread, walk).line(state, depth);
            }
            return None;
        };
        walk.root.proven = false;
        if proven {
            walk.root.prove(value);
        }
        walk.root.pv = Descent::new(parts, thread, walk).line(state, depth);
        Some(value)
    }
}

impl<G: Game> fmt::Debug for Pvs<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not implement `Debug`, and a table is too large to read.
        f.debug_struct("Pvs").field("settings", &self.settings).finish_non_exhaustive()
    }
}
