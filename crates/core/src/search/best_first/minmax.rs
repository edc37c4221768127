//! The search `mm`: min/max approximation, assembled from its parts.
//!
//! Source: Rivest 1987, with the tournament's choices of section 5.5 as defaults: exact minimax values and the
//! constant penalty 0.05, a fresh tree for every move.

use super::arena::{Kind, ROOT};
use super::backup::{Backup, Minimax};
use super::decide::Pick;
use super::expander::Expander;
use super::penalty::{Constant, Penalty, shares};
use super::redescend::Redescend;
use super::tree::{Faces, Slot, Tree};
use super::view::MinMaxView;
use crate::budget::Budget;
use crate::clock::Clock;
use crate::convert::{count_f64, low_u32};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use crate::rng::Rng;
use crate::search::batch::Batch;
use crate::search::found::{self, Found};
use crate::search::tree_view::{Detail, TreeView};
use crate::search::{Observer, Search};
use std::sync::Arc;

/// The number of expansions between two checks whether the root move is sure.
const SURE_EVERY: u32 = 32;

/// If a clock runs, the time of a report is measured after this many expansions, and again each time their number has grown
/// by the factor `TRIAL_GROWTH`. Several trials are needed because trees that outgrow the caches take longer per node. All
/// trials together take a third of the last report.
const FIRST_TRIAL: u64 = 4096;
const TRIAL_GROWTH: u64 = 4;
/// How much more a report may cost per expansion once the tree has outgrown the caches.
const DEARER: f64 = 2.0;

/// A search by min/max approximation.
#[derive(Debug)]
pub struct MinMax<G: Game, E, B = Minimax, P = Constant, O = ()> {
    pub(super) expander: Expander<G, E, O>,
    pub(super) backup: B,
    pub(super) penalty: P,
    pub(super) redescend: Redescend,
    pick: Pick,
    keep: bool,
    /// What fills a call of the evaluator with many states; `None` for one state a call.
    batch: Option<Arc<Batch<G>>>,
    /// The number of the interval of `SURE_EVERY` expansions in which the last check for a sure root move was made.
    asked: u64,
    /// The expansions at which a report is made to measure how long that takes; none without a clock.
    trial: u64,
    /// Whether memory has been reserved, where a clock runs.
    is_ready: bool,
    pub(super) rng: Rng,
    pub(super) tree: Tree<G>,
    pub(super) path: Vec<Place>,
    pub(super) weights: Vec<f64>,
}

/// A node on the path from the root to the last tip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) node: usize,
    /// Where its value, logarithm and π are stored.
    pub(super) slot: Slot,
    /// Decisions from the root.
    pub(super) depth: u32,
    /// π when the descent passed the node.
    pub(super) pi: f64,
    /// While π stays below this bound and the value is unchanged, the node stays on the path to the tip of least penalty.
    pub(super) bound: f64,
}

impl Place {
    /// A node that no descent has passed.
    pub(super) fn new(node: usize, slot: Slot, depth: u32) -> Self {
        Place { node, slot, depth, pi: 0.0, bound: f64::INFINITY }
    }
}

impl<G: Game, E: Evaluator<G>> MinMax<G, E> {
    /// The paper's own search.
    pub fn new(game: G, evaluator: E) -> Self {
        MinMax::from_parts(game, evaluator, Minimax, Constant::default(), ())
    }
}

impl<G: Game, E: Evaluator<G>, B, P: Penalty, O> MinMax<G, E, B, P, O> {
    /// A search with this backup, penalty and observer.
    pub fn from_parts(game: G, evaluator: E, backup: B, penalty: P, observer: O) -> Self {
        let tree = Tree::<G>::new(Faces::new(&game, &evaluator), false);
        let mut expander = Expander::new(game, evaluator, observer);
        expander.reads_priors = penalty.reads_priors();
        MinMax {
            expander,
            tree,
            backup,
            penalty,
            redescend: Redescend::Never,
            pick: Pick::Value,
            keep: false,
            batch: None,
            asked: 0,
            trial: u64::MAX,
            is_ready: true,
            rng: Rng::new(0),
            path: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Lets the ascent descend again by this rule; its random choices are drawn from this seed.
    #[must_use]
    pub fn redescending(self, redescend: Redescend, seed: u64) -> Self {
        MinMax { redescend, rng: Rng::new(seed), ..self }
    }

    /// Chooses the root move by this rule.
    #[must_use]
    pub fn picking(self, pick: Pick) -> Self {
        MinMax { pick, ..self }
    }

    /// Sets whether the tree below a played move is kept. The paper begins a new tree for every move.
    #[must_use]
    pub fn keeping(self, keep: bool) -> Self {
        MinMax { keep, ..self }
    }

    /// Expands the tips of least penalty in batches.
    #[must_use]
    pub(super) fn batching(self, batch: Option<Arc<Batch<G>>>) -> Self {
        if let Some(batch) = batch.as_ref().filter(|_| self.expander.reads_priors) {
            batch.keep_priors();
        }
        MinMax { batch, ..self }
    }

    /// The tree grown so far; empty before the first step.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.expander.observer
    }
}

impl<G, E, B, P, O> MinMax<G, E, B, P, O>
where
    G: Game,
    E: Evaluator<G>,
    B: Backup,
    P: Penalty,
    O: Observer<G>,
{
    /// The share of each root move in the derivative mass.
    fn shares(&self) -> Vec<f64> {
        let mut weights = Vec::new();
        self.tree.weigh(ROOT, 0, &self.backup, &self.penalty, &mut weights);
        self.shares_of(&weights)
    }

    /// The share of each edge of a node in the node's derivative mass, given the weights of the edges.
    pub(super) fn shares_of(&self, weights: &[f64]) -> Vec<f64> {
        shares(weights, self.penalty.nat())
    }

    /// Whether at most one root move holds more than `1 - sure` of the mass.
    fn is_sure(&self, sure: f64) -> bool {
        if self.tree.is_tip(ROOT) {
            return false;
        }
        let shares = self.shares();
        shares.iter().filter(|&&share| share > 1.0 - sure).count() <= 1
    }

    /// Expands up to `most` tips. Returns the reason to stop if the search is finished or the budget is spent.
    fn grow(&mut self, meter: &mut Meter, most: u32) -> Option<Stop> {
        if self.tree.is_empty() {
            self.expander.plant(&mut self.tree, meter);
            if !meter.has_time() && meter.is_urgent() {
                return meter.stopped();
            }
        }
        let idle = if meter.counters.expansions == 0 {
            found::idle(&self.expander.game, &self.expander.root)
        } else {
            None
        };
        let asked = meter.counters.expansions / u64::from(SURE_EVERY);
        let sure = meter.budget().sure.filter(|_| std::mem::replace(&mut self.asked, asked) != asked);
        let stop = if idle.is_some() {
            idle
        } else if self.tree.pi_at(Slot::ROOT) == f64::INFINITY {
            Some(Stop::Complete)
        } else if sure.is_some_and(|sure| self.is_sure(sure)) {
            Some(Stop::Sure)
        } else if meter.counters.expansions <= 1 && self.is_decided() {
            Some(Stop::Decided)
        } else {
            match self.batch.clone() {
                Some(batch) => self.expand_batch(&batch, meter),
                None => self.excursion(meter, most),
            }
            meter.counters.tree_bytes = self.tree.bytes() + self.expander.held;
            meter.stopped()
        };
        meter.offer(&self.expander.game, &self.expander.root, || self.report(meter));
        stop
    }

    /// Whether a root move wins at once: then nothing below can matter.
    fn is_decided(&self) -> bool {
        let Some(player) = self.tree.kind(ROOT).player() else { return false };
        let most = self.tree.rule.ends.open.best_for(player);
        let wins = |place| self.tree.kind(place) == Kind::Over && self.tree.value(place) == most;
        self.tree.children(ROOT).any(wins)
    }

    /// The findings at an expanded root.
    fn found(&self, meter: &Meter) -> Found<G::Move> {
        let tree = &self.tree;
        let anew = self.pick.backed_up(tree, &self.backup);
        let value = |place: usize| match (&anew, tree.node_at(place)) {
            (Some(anew), Some(node)) => anew[node].value,
            _ => tree.value(place),
        };
        let values: Vec<f64> = tree.children(ROOT).map(value).collect();
        let judged = self.expander.judged(meter);
        tree.found(&judged, (value(ROOT), &values), Some(&self.shares()), &self.pick)
    }

    /// Measures how long a report of this tree takes, so that the meter can reserve that time.
    fn try_report(&self, meter: &mut Meter) {
        let expanded = self.tree.nodes().len() as u64;
        let clock = Clock::start();
        // The report is not used; the compiler must not remove it for that.
        std::hint::black_box(self.report(meter));
        let seconds = DEARER * clock.cpu().as_secs_f64() / count_f64(expanded.max(1));
        meter.keep_back(seconds, expanded.saturating_sub(meter.counters.expansions));
    }
}

impl<G, E, B, P, O> Search<G> for MinMax<G, E, B, P, O>
where
    G: Game,
    E: Evaluator<G>,
    B: Backup,
    P: Penalty,
    O: Observer<G>,
{
    fn start(&mut self, state: G::State) {
        self.expander.root = state;
        self.tree.clear();
        if let Some(batch) = &self.batch {
            batch.clear();
            self.expander.held = 0;
        }
    }

    fn advance(&mut self, mv: G::Move) {
        self.expander.root = self.expander.game.after(&self.expander.root, mv);
        if !self.keep {
            return self.tree.clear();
        }
        self.tree.keep(mv);
        if !(self.backup.is_level() && self.penalty.is_level()) {
            self.tree.recompute_all(&self.backup, &self.penalty);
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.grow(meter, 1)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        self.trial = if budget.is_timed() { FIRST_TRIAL } else { u64::MAX };
        self.is_ready = !budget.is_timed();
        Meter::new(budget)
    }

    /// The same as repeated steps, but without going back to the root after every expansion.
    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            // Up to the next check whether the move is sure, so that slices do not change where it is made.
            let to_check = u64::from(SURE_EVERY) - meter.counters.expansions % u64::from(SURE_EVERY);
            let most = low_u32(to_check.min(meter.steps()));
            if let Some(stop) = self.grow(meter, most) {
                meter.stop(stop);
            } else if meter.counters.expansions >= self.trial {
                self.trial *= TRIAL_GROWTH;
                self.try_report(meter);
            } else if !self.is_ready {
                self.is_ready = true;
                self.tree.reserve(meter.budget());
            }
        }
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.expander.report(&self.tree, meter, || self.found(meter))
    }

    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        Some(Box::new(MinMaxView::new(self, detail)))
    }
}
