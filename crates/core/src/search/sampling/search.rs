//! The search as a whole: one tree, grown by one thread or by several.

use super::descent::{Descent, Pause, ThreadState};
use super::leaf::kind_of;
use super::select::Selection;
use super::settings::{Priors, Rule, Settings};
use super::tree::{Full, ROOT, Tree};
use super::value_scale::ValueScale;
use super::view::SamplingView;
use crate::budget::Budget;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::progress::{OFFER_EVERY, OFFER_EVERY_TOGETHER};
use crate::report::{Report, Stop};
use crate::rng::Rng;
use crate::search::Search;
use crate::search::batch::Batch;
use crate::search::found::{self, Found};
use crate::search::padded::Padded;
use crate::search::tree_view::{Detail, TreeView};
use crate::search::worker_pool::WorkerPool;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A search by sampling: UCT or PUCT, by its settings.
pub struct Sampling<G: Game, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) settings: Settings,
    pub(super) selection: Selection,
    pub(super) scale: ValueScale,
    pub(super) tree: Tree<G::Move>,
    pub(super) root: G::State,
    /// The state of each thread, that of the reporting thread first.
    threads: Vec<Padded<ThreadState<G>>>,
    /// All threads but the first, once they have been needed.
    pool: Option<WorkerPool>,
    seed: u64,
    /// What fills a call of the evaluator with many states; `None` for one state a call.
    batch: Option<Arc<Batch<G>>>,
}

impl<G: Insight, E: Evaluator<G>> Sampling<G, E> {
    /// The search with these settings, at the start position. The seed decides the playouts.
    pub fn new(game: G, evaluator: E, settings: Settings, seed: u64) -> Self {
        let is_weighted = game.has_chance() || settings.rule == Rule::Puct;
        let is_graph = settings.graph && !game.repeats();
        Sampling {
            selection: Selection::new(&settings),
            scale: ValueScale::new(&game, &evaluator, &settings),
            tree: Tree::new(is_weighted, is_graph),
            root: game.start(),
            threads: thread_states(&settings, seed),
            pool: None,
            game,
            evaluator,
            settings,
            seed,
            batch: None,
        }
    }

    /// Makes descents in batches.
    #[must_use]
    pub(super) fn batching(self, batch: Option<Arc<Batch<G>>>) -> Self {
        if let Some(batch) = batch.as_ref().filter(|_| self.settings.priors == Priors::Evaluator) {
            batch.keep_priors();
        }
        Sampling { batch, ..self }
    }

    /// Starts the threads that the settings ask for.
    ///
    /// # Errors
    /// If the system does not start as many. Without this call the search uses those that start.
    pub(in crate::search) fn start_threads(&mut self) -> Result<(), Unsupported> {
        if self.threads.len() > 1 {
            self.pool = Some(WorkerPool::named(self.threads.len())?);
        }
        Ok(())
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Bytes of the priors that came with the values of batches.
    fn held(&self) -> u64 {
        self.batch.as_ref().map_or(0, |batch| batch.bytes())
    }

    /// The memory that the priors leave to the tree, if there is a limit.
    fn memory(&self, meter: &Meter) -> Option<u64> {
        meter.budget().memory.map(|limit| limit.saturating_sub(self.held()))
    }

    /// Makes the root, if there is none. Returns why not, if there is no room for it.
    fn make_root(&mut self, meter: &Meter) -> Option<Stop> {
        if self.tree.is_empty() {
            let key = self.game.key(&self.root);
            let kind = kind_of(self.game.turn(&self.root));
            let full = Full { nodes: 1, edges: 1 };
            if self.tree.claim_node(false).is_err() {
                if !self.tree.grow(full, self.memory(meter)) {
                    return Some(Stop::Memory);
                }
                self.tree.claim_node(false).expect("room was just made");
            }
            let open = self.scale.open;
            self.tree.begin(ROOT, kind, open, open, None);
            self.tree.publish(key, ROOT, false);
        }
        None
    }

    /// Makes up to `most` descents with one thread, as far as the budget allows.
    fn alone(&mut self, meter: &mut Meter, most: u64) -> Result<(), Pause> {
        let Sampling { game, evaluator, settings, selection, scale, tree, root, threads, batch, .. } = self;
        let thread = &mut threads[0];
        let batch = batch.as_deref();
        let mut descent = Descent {
            game,
            evaluator,
            settings,
            selection,
            scale,
            tree,
            thread,
            meter,
            shared: batch.is_some(),
            batch,
        };
        match batch {
            Some(batch) => descent.descend_in_batch(root, batch),
            None => (0..most).try_for_each(|_| descent.descend(root)),
        }
    }

    /// Makes descents with all threads until the budget is spent or the tree is full; each thread makes at most `most`.
    fn together(&mut self, meter: &mut Meter, most: u64) -> Result<(), Pause> {
        let Sampling { game, evaluator, settings, selection, scale, tree, root, threads, pool, .. } = self;
        let (game, evaluator, settings, selection, scale, tree) =
            (&*game, &*evaluator, &*settings, &*selection, &*scale, &*tree);
        let pool = pool.get_or_insert_with(|| WorkerPool::new(threads.len() - 1));
        let mut states: Vec<(&mut ThreadState<G>, G::State)> =
            threads.iter_mut().map(|thread| (&mut **thread, root.clone())).collect();
        let pauses = pool.share_out(meter, &mut states, |(thread, root), meter, end| {
            let (shared, batch) = (true, None);
            let mut descent =
                Descent { game, evaluator, settings, selection, scale, tree, thread, meter, shared, batch };
            let mut left = most;
            while left > 0 && !end.load(Ordering::Relaxed) {
                descent.descend(root)?;
                left -= 1;
            }
            Ok(())
        });
        let full = pauses.iter().find(|pause| matches!(pause, Err(Pause::Full(_))));
        *full.unwrap_or(&pauses[0])
    }

    /// Does a round of descents, and makes room for the next. Returns why the search stops, if it does.
    fn descents(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        if meter.counters.moves == 0 {
            let idle = found::idle(&self.game, &self.root).or_else(|| self.make_root(meter));
            if idle.is_some() {
                return idle;
            }
        }
        let is_watched = meter.is_watched();
        let at_most = |offer: u64| if is_watched { most.min(offer) } else { most };
        let pause = if most == 1 || self.threads.len() == 1 {
            self.alone(meter, at_most(OFFER_EVERY.into()))
        } else {
            self.together(meter, at_most(OFFER_EVERY_TOGETHER))
        };
        let stop = match pause {
            Err(Pause::Full(full)) if meter.stopped().is_none() => {
                (!self.tree.grow(full, self.memory(meter))).then_some(Stop::Memory)
            }
            // Priors fill the memory too, and no descent looks at them.
            _ if self.held() > 0 && self.memory(meter).is_some_and(|left| left < self.tree.bytes()) => {
                Some(Stop::Memory)
            }
            _ => None,
        };
        meter.counters.tree_bytes = self.tree.bytes() + self.held();
        meter.offer(&self.game, &self.root, || self.report(meter));
        meter.stopped().or(stop)
    }
}

/// The state of each thread at the beginning.
fn thread_states<G: Game>(settings: &Settings, seed: u64) -> Vec<Padded<ThreadState<G>>> {
    let others = (1..settings.threads.max(1)).map(|number| Rng::derive(seed, &[number as u64]));
    std::iter::once(Rng::new(seed)).chain(others).map(|rng| Padded(ThreadState::new(rng))).collect()
}

impl<G: Insight, E: Evaluator<G>> Search<G> for Sampling<G, E> {
    fn start(&mut self, state: G::State) {
        self.root = state;
        self.tree.clear();
        if let Some(batch) = &self.batch {
            batch.clear();
        }
        self.threads = thread_states(&self.settings, self.seed);
    }

    fn advance(&mut self, mv: G::Move) {
        self.root = self.game.after(&self.root, mv);
        match self.tree.kept(|known| known == mv).filter(|_| self.settings.keep) {
            Some(node) => {
                self.tree = self.tree.subtree(node);
                self.tree.open_root(&self.selection, &self.scale);
            }
            None => self.tree.clear(),
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.descents(meter, 1)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        Meter::new(budget).checking_every_move()
    }

    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            let most = meter.steps();
            if let Some(stop) = self.descents(meter, most) {
                meter.stop(stop);
            }
        }
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let (game, evaluator) = (&self.game, &self.evaluator);
        let found = if self.tree.is_empty() || !self.tree.node(ROOT).is_expanded() {
            Found::nothing(game, evaluator, &self.root, evaluator.range().middle())
        } else {
            self.found(meter)
        };
        found.report(game, evaluator, meter)
    }

    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        Some(Box::new(SamplingView { search: self, detail }))
    }
}

impl<G: Game, E> fmt::Debug for Sampling<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not be printable, and a tree is too large to be read.
        f.debug_struct("Sampling").field("settings", &self.settings).finish_non_exhaustive()
    }
}
