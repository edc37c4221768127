//! The search itself: its settings, its root, and when it stops.

use super::arena::Arena;
use super::calibration::Calibration;
use super::costs::{Costs, Shape, UNIT};
use super::grow::PathEntry;
use super::node::Node;
use super::schedule;
use super::view::FastView;
use super::walker::{Common, Patience, Pause, ThreadState, Walker};
use crate::budget::Budget;
use crate::convert::count_f64;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::progress::{OFFER_EVERY, OFFER_EVERY_TOGETHER};
use crate::report::{Learned, Report, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Search;
use crate::search::batch::Batch;
use crate::search::best_first::reserve;
use crate::search::builders::builders;
use crate::search::found::{self, Found, Pick};
use crate::search::padded::Padded;
use crate::search::tree_view::{Detail, TreeView};
use crate::search::worker_pool::WorkerPool;
use std::sync::Arc;

/// Expansions between two checks whether the root move is sure.
const SURE_EVERY: u64 = 64;

/// What happens when the tree has reached its greatest size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The search stops.
    Stop,
    /// The nodes with the greatest penalties are given up, and their values kept.
    Recycle,
}

/// The settings of the search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is there or not")]
pub struct Settings {
    /// The constant part of every edge's weight. Where none is given it follows from how far estimates move when they are expanded.
    pub constant: Option<f64>,
    /// Whether the side to move gets a bonus, so that expansions change no value on average.
    pub tempo: bool,
    /// What differences of values mean. Where none is given: log-odds if values are Max's chances, else logarithms.
    pub shape: Option<Shape>,
    /// The plies searched at each tip: 0 for its static value, 1 for the best static value of the replies.
    pub look: u32,
    /// At positions with at most this many replies, the replies are followed before a tip is valued.
    pub narrow: u32,
    /// How many replies beyond a first one may be followed at a tip.
    pub effort: u32,
    /// How much of the change is believed when a tip is expanded and its children say another value: 1 for all, 0 for none.
    pub trust: f64,
    /// How far a value may move before the search goes back up to update the parents, in constants of an edge. With 0 the search
    /// always expands the tip of least penalty. Penalties may move a quarter of that.
    pub patience: f64,
    /// Whether transpositions share one node, in games where no position repeats.
    pub graph: bool,
    /// Whether to use what the game declares at a glance: wins and losses at once, forced replies.
    pub insight: bool,
    /// Whether to use the bounds that the game can prove without search.
    pub assure: bool,
    /// What makes a root move the best. Where none is given: its value, which is doubted where visits are few and
    /// estimates move far.
    pub pick: Option<Pick>,
    /// Whether the tree behind a played move is kept.
    pub keep: bool,
    /// The most bytes of the tree.
    pub tree: u64,
    /// What happens when the tree is full.
    pub full: Full,
    /// How many threads grow the tree. With more than one only proofs can be repeated.
    pub threads: usize,
}

builders!(Settings {
    constant: Option<f64>,
    tempo: bool,
    shape: Option<Shape>,
    look: u32,
    narrow: u32,
    effort: u32,
    trust: f64,
    patience: f64,
    graph: bool,
    insight: bool,
    assure: bool,
    pick: Option<Pick>,
    keep: bool,
    tree: u64,
    full: Full,
    threads: usize,
});

impl Default for Settings {
    fn default() -> Self {
        Settings {
            constant: None,
            tempo: true,
            shape: None,
            look: 0,
            narrow: 1,
            effort: 4,
            trust: 0.6,
            patience: 2.0,
            graph: true,
            insight: true,
            assure: true,
            pick: None,
            keep: true,
            tree: 1 << 30,
            full: Full::Recycle,
            threads: 1,
        }
    }
}

impl Settings {
    /// Whether forced replies are followed.
    #[inline]
    pub(super) fn follows(&self) -> bool {
        self.insight && self.narrow > 0
    }

    /// The most bytes that may be in use. Recycling takes memory too.
    pub(super) fn most_bytes(&self) -> u64 {
        match self.full {
            Full::Stop => self.tree,
            Full::Recycle => self.tree / 5 * 4,
        }
    }
}

/// What is known of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Root<M> {
    /// Nothing yet.
    Fresh,
    /// The game decides it at a glance: a move wins at once, or all lose at once.
    Seen(Prospect<M>),
    /// The root is a node, the first of the path.
    Grown,
}

/// A search by min/max approximation, engineered for speed.
#[derive(Debug)]
pub struct Fast<G: Insight, E> {
    pub(super) common: Common<G, E>,
    shape: Shape,
    pub(super) root: G::State,
    known: Root<G::Move>,
    /// The state of each thread. The path of the first begins at the root, once that is a node.
    pub(super) threads: Vec<Padded<ThreadState<G>>>,
    /// All threads but the first, once they have been needed.
    pub(super) pool: Option<WorkerPool>,
    /// The expansions at which the part of the run that is under way ends; none between two parts.
    part_end: Option<u64>,
    pub(super) calibration: Calibration,
    /// What fills a call of the evaluator with many states; `None` for one state a call.
    batch: Option<Arc<Batch<G>>>,
}

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// The search with these settings, at the start position.
    ///
    /// # Errors
    /// If the game has chance.
    pub fn new(game: G, evaluator: E, settings: Settings) -> Result<Self, Unsupported> {
        if game.has_chance() {
            return Err(Unsupported::new("mm-fast", "a game without chance; mm grows trees with dice"));
        }
        // Where positions may repeat, forced replies may never end.
        let narrow = if game.repeats() { 0 } else { settings.narrow };
        let settings = Settings { narrow, ..settings };
        let usual = if evaluator.is_chance() { Shape::Logit } else { Shape::Log };
        let shape = settings.shape.unwrap_or(usual);
        Ok(Fast {
            shape,
            root: game.start(),
            known: Root::Fresh,
            threads: (0..settings.threads.max(1)).map(|_| Padded(ThreadState::new())).collect(),
            pool: None,
            part_end: None,
            calibration: Calibration::new(),
            batch: None,
            common: Common {
                costs: Costs::new(&game, &evaluator, shape),
                ends: ScoreBounds::of_payoffs(&game, &evaluator),
                draw: evaluator.payoff(&game, game.payoffs().middle()),
                constant: 1,
                tempo: 0,
                patience: Patience::default(),
                margin: u16::MAX,
                arena: Arena::new(settings.graph && !game.repeats()),
                game,
                evaluator,
                settings,
            },
        })
    }

    /// Expands tips in batches.
    #[must_use]
    pub(super) fn batching(self, batch: Option<Arc<Batch<G>>>) -> Self {
        Fast { batch, ..self }
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

    fn forget(&mut self) {
        self.common.arena.clear();
        self.threads[0].chunk = 0..0;
        self.forget_root();
    }

    fn forget_root(&mut self) {
        self.threads[0].path.clear();
        self.threads.iter_mut().for_each(|thread| thread.seen = (0, 0));
        self.known = Root::Fresh;
    }

    /// Makes the root a node. Returns why not, where there is nothing to search or nothing left to spend.
    fn make_root(&mut self, meter: &mut Meter) -> Option<Stop> {
        if let Some(idle) = found::idle(&self.common.game, &self.root) {
            return Some(idle);
        }
        self.set_constant();
        let state = self.root.clone();
        let player = Player::without_chance(self.common.game.turn(&state)).expect("the game is not over");
        let key = if self.common.arena.merges { self.common.game.key(&state) } else { 0 };
        let made = self.alone(meter, |walk, meter| {
            walk.thread.moves.clear();
            let prospect = walk.prospect(&state);
            if prospect != Prospect::Open {
                return Ok(Err(prospect));
            }
            match walk.common.arena.find(key) {
                Some(node) => Ok(Ok(node)),
                None => walk.add(&state, player, key, 0, None, meter).map(Ok),
            }
        });
        match made {
            Ok(Ok(node)) => {
                self.known = Root::Grown;
                self.threads[0].path.push(PathEntry::root(node.reached(false, false), player, state));
                let settings = &self.common.settings;
                if settings.full == Full::Stop && self.common.arena.bytes() > settings.most_bytes() / 2 {
                    // Nodes left from earlier roots would soon stop the search.
                    self.tidy();
                }
                None
            }
            Ok(Err(prospect)) => {
                self.known = Root::Seen(prospect);
                Some(Stop::Decided)
            }
            Err(pause) => {
                let stop = self.after(pause, meter);
                if stop.is_none() {
                    // The tree of earlier roots leaves no room for this root.
                    self.forget();
                }
                stop
            }
        }
    }

    /// Sets the constant of an edge, and what follows from it.
    fn set_constant(&mut self) {
        let given = self.common.settings.constant.map(|constant| constant * UNIT);
        let constant = given.or_else(|| self.calibration.constant());
        let constant = constant.unwrap_or_else(|| schedule::first_constant(self.shape) * UNIT);
        let constant = constant.round().clamp(1.0, f64::from(u16::MAX / 2));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 1 to a u16"
        )]
        let whole = constant as u16;
        self.common.constant = whole;
        self.common.patience = Patience::of(self.common.settings.patience, constant);
        // What a batch asks for must not depend on estimates.
        self.common.margin = if self.batch.is_some() { u16::MAX } else { self.calibration.margin(constant) };
    }

    /// Counts the expansions of a part, and draws the conclusions that are due.
    fn learn(&mut self, expansions: u64) {
        let changes = self.threads.iter_mut().map(|thread| std::mem::take(&mut thread.changes));
        if !self.calibration.count(expansions, changes) {
            return;
        }
        self.set_constant();
        if self.common.settings.tempo {
            let most = f64::from(self.common.costs.all / 2);
            #[expect(clippy::cast_possible_truncation, reason = "costs of all are below 2^15")]
            let tempo = self.calibration.tempo().round().clamp(-most, most) as i16;
            self.common.tempo = tempo;
        }
    }

    /// What was learned so far, if anything that is not given.
    fn learned(&self) -> Option<Learned> {
        let Common { settings, constant, tempo, .. } = &self.common;
        let learns = settings.constant.is_none() || settings.tempo;
        (learns && self.calibration.spread().is_some())
            .then(|| Learned { constant: f64::from(*constant) / UNIT, tempo: f64::from(*tempo) / UNIT })
    }

    /// The node of the root.
    pub(super) fn root_node(&self) -> Option<Node> {
        self.threads[0].path.first().map(|place| place.node)
    }

    /// The share of proven tips among those looked at since this root was set: it tells how near the end of the game is.
    pub(super) fn proven_share(&self) -> f64 {
        let sum = |part: fn(&ThreadState<G>) -> u64| {
            count_f64(self.threads.iter().map(|thread| part(thread)).sum())
        };
        sum(|thread| thread.seen.1) / sum(|thread| thread.seen.0).max(1.0)
    }

    /// Goes back to the root, if a slice was spent in the middle of a part.
    fn leave_part(&mut self) {
        if self.part_end.take().is_some() {
            Walker::alone(&self.common, &mut self.threads[0]).climb();
        }
    }

    /// Whether a slice was spent in the middle of a part.
    pub(super) fn is_within_part(&self) -> bool {
        self.part_end.is_some()
    }

    /// Does a part of the search, up to `most` expansions, or goes on with the one that is under way. Returns why the search
    /// stops, if it does. The search goes back to the root at the end of a part, but not where a slice is spent.
    pub(super) fn do_part(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        match self.known {
            Root::Fresh => return self.make_root(meter),
            Root::Seen(_) => return Some(Stop::Decided),
            Root::Grown => {}
        }
        let sure = meter.budget().sure;
        let before = meter.counters.expansions;
        let most = most.min(self.calibration.left());
        let grown = if let Some(batch) = self.batch.clone() {
            self.grow_in_batch(&batch, meter)
        } else if self.threads.len() > 1 && most > SURE_EVERY {
            let each = if meter.is_watched() { OFFER_EVERY_TOGETHER } else { u64::MAX };
            let each = each.min(meter.steps());
            self.together(meter, most.min(each.saturating_mul(self.threads.len() as u64)))
        } else {
            let most = if sure.is_some() { most.min(SURE_EVERY) } else { most };
            let end = *self.part_end.get_or_insert(meter.counters.expansions.saturating_add(most));
            let grown = self.grow(meter, end);
            if grown.is_ok() && meter.counters.expansions < end {
                self.learn(meter.counters.expansions - before);
                return None;
            }
            self.part_end = None;
            grown
        };
        Walker::alone(&self.common, &mut self.threads[0]).climb();
        self.learn(meter.counters.expansions - before);
        let stop = grown.err().and_then(|pause| self.after(pause, meter));
        meter.offer(&self.common.game, &self.root, || self.report(meter));
        stop.or_else(|| Walker::alone(&self.common, &mut self.threads[0]).is_sure(sure).then_some(Stop::Sure))
    }

    /// Expands tips with one thread until there are `end` expansions, or a slice is spent. A watched search, and one in slices,
    /// pauses now and then without going back to the root, so that it goes on as if it had not paused.
    fn grow(&mut self, meter: &mut Meter, end: u64) -> Result<(), Pause> {
        let offer = if meter.is_watched() { OFFER_EVERY.into() } else { u64::MAX };
        while meter.counters.expansions < end && meter.goes_on() {
            let next = meter.counters.expansions.saturating_add(offer.min(meter.steps())).min(end);
            self.alone(meter, |walk, meter| walk.grow(meter, next))?;
            meter.offer(&self.common.game, &self.root, || self.report(meter));
        }
        Ok(())
    }
}

impl<G: Insight, E: Evaluator<G>> Search<G> for Fast<G, E> {
    fn start(&mut self, state: G::State) {
        self.root = state;
        self.forget();
        self.calibration = Calibration::new();
        self.common.tempo = 0;
        if let Some(batch) = &self.batch {
            batch.clear();
        }
    }

    fn advance(&mut self, mv: G::Move) {
        self.leave_part();
        self.root = self.common.game.after(&self.root, mv);
        if self.common.settings.keep && self.common.arena.merges {
            self.forget_root();
        } else {
            self.forget();
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.do_part(meter, 1)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        let meter = Meter::new(budget);
        self.leave_part();
        if let Some((_, expansions)) = reserve::within(budget) {
            self.common.arena.reserve(expansions, self.common.settings.most_bytes());
        }
        meter
    }

    /// Finds what stepping finds, but does not go back to the root after every expansion.
    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            if let Some(stop) = self.do_part(meter, u64::MAX) {
                meter.stop(stop);
            }
        }
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let (game, evaluator) = (&self.common.game, &self.common.evaluator);
        let found = match (self.known, self.root_node()) {
            (Root::Seen(prospect), _) => self.seen(prospect, meter),
            (_, Some(node)) => self.found(node, meter),
            _ => Found::nothing(game, evaluator, &self.root, evaluator.range().middle()),
        };
        Report { learned: self.learned(), ..found.report(game, evaluator, meter) }
    }

    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        Some(Box::new(FastView { search: self, detail }))
    }
}
