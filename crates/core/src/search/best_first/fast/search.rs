//! The search itself: its settings, its root, and when it ends.

use super::arena::Arena;
use super::costs::{Costs, Shape, UNIT};
use super::grow::Place;
use super::node::Node;
use super::schedule;
use super::walker::{Common, Patience, Pause, ThreadState, Walker};
use crate::budget::Budget;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::progress::{OFFER_EVERY, OFFER_EVERY_TOGETHER};
use crate::report::{Report, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Search;
use crate::search::best_first::reserve;
use crate::search::found::{self, Found, Pick};
use crate::search::worker_pool::WorkerPool;

/// Expansions between two questions whether the root move is sure.
const SURE_EVERY: u64 = 64;

/// What happens when the tree is as large as it may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The search ends.
    Stop,
    /// What has the greatest penalty is given up, its value kept.
    Recycle,
}

/// How the search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is there or not")]
pub struct Settings {
    /// The constant that every edge weighs; by shape and budget where none is given.
    pub constant: Option<f64>,
    /// What differences of values mean; log-odds where values are chances of Max and nothing is said, logarithms elsewhere.
    pub shape: Option<Shape>,
    /// The plies of a look at each tip: 0 for its static value, 1 for the best static value of the replies.
    pub look: u32,
    /// Positions with at most so many replies are no tips: the replies are followed.
    pub narrow: u32,
    /// How many replies beyond a first one may be followed at a tip.
    pub effort: u32,
    /// How much is believed of what the tips of a new node say against the value that it had as a tip: 1 for all.
    pub trust: f64,
    /// How far values may move before the search goes back up to see what follows from it, in constants of an edge: 0 to
    /// expand exactly the tips that are best at each time. Penalties may move a quarter of that.
    pub patience: f64,
    /// Whether equal positions are one node, where the game cannot come back to a position.
    pub graph: bool,
    /// Whether to use what the game sees at a glance.
    pub insight: bool,
    /// Whether to use what the game can prove without search.
    pub assure: bool,
    /// What makes a root move the best.
    pub pick: Pick,
    /// Whether what is behind a played move is kept.
    pub keep: bool,
    /// The most bytes of the tree.
    pub tree: u64,
    /// What happens then.
    pub full: Full,
    /// How many threads grow the tree. With more than one only proofs can be repeated.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            constant: None,
            shape: None,
            look: 0,
            narrow: 1,
            effort: 4,
            trust: 0.6,
            patience: 2.0,
            graph: true,
            insight: true,
            assure: true,
            pick: Pick::Both,
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

    /// The most bytes that may be in use. To recycle takes memory too.
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
    /// At a glance everything: this move wins, or none helps.
    Seen(Prospect<M>),
    /// It is the first node of the path.
    Grown,
}

/// A search by min/max approximation, engineered for speed.
#[derive(Debug)]
pub struct Fast<G: Insight, E> {
    pub(super) common: Common<G, E>,
    shape: Shape,
    pub(super) root: G::State,
    known: Root<G::Move>,
    /// What the threads hold; the way of the first begins at the root once that is a node.
    pub(super) threads: Vec<ThreadState<G>>,
    /// The threads of all but the first, once they were needed.
    pub(super) pool: Option<WorkerPool>,
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
        // Where a position may come back, forced replies may go on for ever.
        let narrow = if game.repeats() { 0 } else { settings.narrow };
        let settings = Settings { narrow, ..settings };
        let usual = if evaluator.is_chance() { Shape::Logit } else { Shape::Log };
        let shape = settings.shape.unwrap_or(usual);
        Ok(Fast {
            shape,
            root: game.start(),
            known: Root::Fresh,
            threads: (0..settings.threads.max(1)).map(|_| ThreadState::new()).collect(),
            pool: None,
            common: Common {
                costs: Costs::new(&game, &evaluator, shape),
                ends: ScoreBounds::of_payoffs(&game, &evaluator),
                draw: evaluator.payoff(&game, game.payoffs().middle()),
                constant: 1,
                patience: Patience::default(),
                arena: Arena::new(settings.graph && !game.repeats()),
                game,
                evaluator,
                settings,
            },
        })
    }

    /// Starts the threads that the settings ask for.
    ///
    /// # Errors
    /// If the system does not start as many. Without this call a search makes do with those that start.
    pub(in crate::search) fn start_threads(&mut self) -> Result<(), Unsupported> {
        if self.threads.len() > 1 {
            self.pool = Some(WorkerPool::named(self.threads.len())?);
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.common.arena.clear();
        self.threads[0].chunk = 0..0;
        self.uproot();
    }

    fn uproot(&mut self) {
        self.threads[0].path.clear();
        self.threads.iter_mut().for_each(|thread| thread.seen = (0, 0));
        self.known = Root::Fresh;
    }

    /// Makes the root a node. Says why, where there is nothing to search or to spend.
    fn plant(&mut self, meter: &mut Meter) -> Option<Stop> {
        if let Some(idle) = found::idle(&self.common.game, &self.root) {
            return Some(idle);
        }
        let given = self.common.settings.constant;
        let constant = given.unwrap_or_else(|| schedule::constant(self.shape, meter.budget()));
        let constant = (constant * UNIT).round().clamp(1.0, f64::from(u16::MAX / 2));
        self.common.constant = constant as u16;
        self.common.patience = Patience::of(self.common.settings.patience, constant);
        let state = self.root.clone();
        let player = Player::without_chance(self.common.game.turn(&state)).expect("the game is not over");
        let key = if self.common.arena.merges { self.common.game.key(&state) } else { 0 };
        let planted = self.alone(meter, |walk, meter| {
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
        match planted {
            Ok(Ok(node)) => {
                self.known = Root::Grown;
                self.threads[0].path.push(Place::root(node.reached(false, false), player, state));
                let settings = &self.common.settings;
                if settings.full == Full::Stop && self.common.arena.bytes() > settings.most_bytes() / 2 {
                    // What is left of earlier roots would soon end the search.
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
                    // A tree of earlier roots has left no room for this one.
                    self.forget();
                }
                stop
            }
        }
    }

    /// The node of the root.
    pub(super) fn root_node(&self) -> Option<Node> {
        self.threads[0].path.first().map(|place| place.node)
    }

    /// The share of certain ones among the tips of new nodes since there is this root: how near the end of the game is.
    pub(super) fn nearness(&self) -> f64 {
        let sum = |part: fn(&ThreadState<G>) -> u64| self.threads.iter().map(part).sum::<u64>() as f64;
        sum(|thread| thread.seen.1) / sum(|thread| thread.seen.0).max(1.0)
    }

    /// A part of the search, of up to `most` expansions.
    pub(super) fn work(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        match self.known {
            Root::Fresh => return self.plant(meter),
            Root::Seen(_) => return Some(Stop::Decided),
            Root::Grown => {}
        }
        let sure = meter.budget().sure;
        let grown = if self.threads.len() > 1 && most > SURE_EVERY {
            let each = if meter.is_watched() { OFFER_EVERY_TOGETHER } else { u64::MAX };
            self.together(meter, most.min(each.saturating_mul(self.threads.len() as u64)))
        } else {
            let most = if sure.is_some() { most.min(SURE_EVERY) } else { most };
            self.grow(meter, most)
        };
        Walker::alone(&self.common, &mut self.threads[0]).climb();
        let stop = grown.err().and_then(|pause| self.after(pause, meter));
        meter.offer(&self.common.game, &self.root, || self.report(meter));
        stop.or_else(|| Walker::alone(&self.common, &mut self.threads[0]).is_sure(sure).then_some(Stop::Sure))
    }

    /// Makes up to `most` expansions by one thread. A watched search pauses now and then where it is, without going back to
    /// the root, so that it goes on as if it had not paused.
    fn grow(&mut self, meter: &mut Meter, most: u64) -> Result<(), Pause> {
        let target = meter.counters.expansions.saturating_add(most);
        let slice = if meter.is_watched() { OFFER_EVERY } else { u64::MAX };
        while meter.counters.expansions < target {
            let next = meter.counters.expansions.saturating_add(slice).min(target);
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
    }

    fn advance(&mut self, mv: G::Move) {
        self.root = self.common.game.after(&self.root, mv);
        if self.common.settings.keep && self.common.arena.merges {
            self.uproot();
        } else {
            self.forget();
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.work(meter, 1)
    }

    /// As stepping does, but without going back to the root every time.
    fn run(&mut self, budget: &Budget) -> Report<G::Move> {
        let mut meter = Meter::new(budget);
        if let Some((_, expansions)) = reserve::within(budget) {
            self.common.arena.reserve(expansions, self.common.settings.most_bytes());
        }
        while meter.stopped().is_none() {
            if let Some(stop) = self.work(&mut meter, u64::MAX) {
                meter.stop(stop);
            }
        }
        self.report(&meter)
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let (game, evaluator) = (&self.common.game, &self.common.evaluator);
        let found = match (self.known, self.root_node()) {
            (Root::Seen(prospect), _) => self.seen(prospect, meter),
            (_, Some(node)) => self.found(node, meter),
            _ => Found::nothing(game, evaluator, &self.root, evaluator.range().middle()),
        };
        found.report(game, evaluator, meter)
    }
}
