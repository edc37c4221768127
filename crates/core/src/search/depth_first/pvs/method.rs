//! The search as a method of [`Deepening`](crate::search::depth_first::Deepening), on one thread or on several.

use super::descent::{Descent, Found};
use super::mind::Mind;
use super::reductions::Reductions;
use super::settings::Settings;
use super::table::Table;
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::search::Observer;
use crate::search::depth_first::deepen::Method;
use crate::search::depth_first::iteration::Iteration;
use crate::search::depth_first::walk::Walk;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Principal variation search with everything that modern alpha-beta has.
pub struct Pvs<G: Game> {
    settings: Settings,
    reductions: Reductions,
    table: Table,
    /// The memory of each thread, the one that reports first.
    minds: Vec<Mind<G>>,
}

impl<G: Insight> Pvs<G> {
    /// The search that is made of these parts.
    pub fn new(settings: Settings) -> Self {
        let table = Table::new(settings.table);
        let minds = (0..settings.threads.max(1)).map(|_| Mind::new()).collect();
        let reductions = Reductions::new(settings.reduce);
        Pvs { settings, reductions, table, minds }
    }

    /// The parts.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Makes ready for an iteration.
    fn prepare(&mut self, game: &G, depth: u32, memory: Option<u64>) {
        self.table.fit(memory);
        if depth == self.first_depth() {
            self.table.age();
            for mind in &mut self.minds {
                mind.turn_over(game);
            }
        }
        let filled = self.minds.iter().map(|mind| mind.filled).sum();
        self.table.grow(filled);
        for mind in &mut self.minds {
            // An iteration cut short leaves its path behind.
            mind.queue.clear();
            mind.chances.clear();
        }
    }
}

impl<G: Insight> Method<G> for Pvs<G> {
    fn first_depth(&self) -> u32 {
        1
    }

    fn forget(&mut self) {
        self.table.forget();
        for mind in &mut self.minds {
            *mind = Mind::new();
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
        let Pvs { settings, reductions, table, minds } = self;
        let parts = (&*settings, &*reductions);
        let (mind, others) = minds.split_first_mut().expect("at least one thread");
        let found = if others.is_empty() {
            Descent::new(parts, table, mind, walk).drive(state, depth)
        } else {
            together(parts, table, mind, others, walk, state)
        };
        walk.meter.counters.tree_bytes = walk.meter.counters.tree_bytes.max(table.bytes());
        walk.root.rolled = mind.rolled;
        let Found { value, whole } = found?;
        walk.root.whole = false;
        if whole {
            walk.root.prove();
        }
        walk.root.pv = Descent::new(parts, table, mind, walk).line(state, depth);
        Some(value)
    }
}

/// An iteration on several threads, each searching the whole tree, some a decision deeper: what one finds, the others read
/// from the table (Lazy SMP). What may be spent is divided; the first thread alone reports, and ends the others.
fn together<G: Insight, E: Evaluator<G>, O: Observer<G>>(
    parts: (&Settings, &Reductions),
    table: &Table,
    mind: &mut Mind<G>,
    others: &mut [Mind<G>],
    walk: &mut Walk<'_, G, E, O>,
    state: &G::State,
) -> Option<Found> {
    let depth = walk.root.depth;
    let end = Arc::new(AtomicBool::new(false));
    let lent = Budget { cancel: Some(Arc::clone(&end)), ..walk.meter.lend(others.len() as u64) };
    let (game, evaluator) = (walk.game, walk.evaluator);
    let help = |number: usize, mind: &mut Mind<G>, state: G::State, mut root: Iteration<G::Move>| {
        let mut meter = Meter::new(&lent);
        let mut walk = Walk { game, evaluator, observer: &mut (), meter: &mut meter, root: &mut root };
        let ahead = u32::from(number.is_multiple_of(2));
        // Where it ends early, what it has found lies in the table all the same.
        let _ = Descent::new(parts, table, mind, &mut walk).drive(&state, depth + ahead);
        meter.counters
    };
    let help = &help;
    std::thread::scope(|scope| {
        let start = |(number, mind)| {
            let (state, root) = (state.clone(), walk.root.clone());
            scope.spawn(move || help(number, mind, state, root))
        };
        let threads: Vec<_> = others.iter_mut().enumerate().map(start).collect();
        let found = Descent::new(parts, table, mind, walk).drive(state, depth);
        end.store(true, Ordering::Relaxed);
        for thread in threads {
            let spent = thread.join().expect("a searching thread does not panic");
            walk.meter.settle(&lent, spent);
        }
        found
    })
}

impl<G: Game> fmt::Debug for Pvs<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not be printable, and a table is no thing to be read.
        f.debug_struct("Pvs").field("settings", &self.settings).finish_non_exhaustive()
    }
}
