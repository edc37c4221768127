//! The search itself: its settings, its root, and when it stops.

use super::super::arena::ROOT;
use super::super::expander::{Expander, Tip};
use super::graph::{Graph, Marks};
use super::grow::Place;
use super::select::Select;
use super::view::GraphView;
use crate::budget::Budget;
use crate::evaluator::{Evaluator, Leaf};
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::progress::OFFER_EVERY;
use crate::report::{Report, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::batch::Batch;
use crate::search::builders::builders;
use crate::search::distance::Distance;
use crate::search::found::{self, Found, Pick};
use crate::search::tree_view::{Detail, TreeView};
use crate::search::{Observer, Search};
use std::sync::Arc;

/// The usual loss of value, as a share of the range, that makes a move e times less likely.
pub(super) const TEMPERATURE: f64 = 0.03;
/// The usual weight of a decision besides its loss, in nats.
pub(super) const CONSTANT: f64 = 0.67;
/// The usual weight of exploration.
pub(super) const EXPLORATION: f64 = 0.3;

/// The settings of the search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is there or not")]
pub struct Settings {
    /// The rule by which an edge is followed.
    pub select: Select,
    /// Whether a decision is worth the average of its moves by visits, and not the best of them.
    pub averages: bool,
    /// Whether the expansion of a chance node adds its outcomes and the moves behind each of them, which are valued then, and
    /// not the outcomes alone.
    pub plays: bool,
    /// Whether transpositions share one node; only in games that never come back to a position, and only where the best value is
    /// followed and backed up, because visits and penalties belong to a path.
    pub graph: bool,
    /// Whether to use the game's `Insight`.
    pub insight: bool,
    /// How the best root move is chosen.
    pub pick: Pick,
    /// The depth of the alpha-beta search before the best-first search; 0 for none.
    pub shallow: u32,
    /// Whether the graph below a played move is kept.
    pub keep: bool,
}

builders!(Settings {
    select: Select,
    averages: bool,
    plays: bool,
    graph: bool,
    insight: bool,
    pick: Pick,
    shallow: u32,
    keep: bool
});

impl Default for Settings {
    fn default() -> Self {
        let (select, averages, plays) = (Select::Value, false, false);
        Settings {
            select,
            averages,
            plays,
            graph: true,
            insight: true,
            pick: Pick::Both,
            shallow: 0,
            keep: true,
        }
    }
}

impl Settings {
    /// The settings for games with chance: visits matched to the derivative, averages, whole rolls.
    pub fn dice() -> Self {
        let select = Select::Derivative { temperature: TEMPERATURE };
        Settings { select, averages: true, plays: true, ..Settings::default() }
    }

    /// Whether the search is best-first minimax as it was published, whose next excursion is known before the ascent ends.
    pub(super) fn is_plain(&self) -> bool {
        self.select == Select::Value && !self.averages
    }
}

/// A search by unbounded best-first minimax.
#[derive(Debug)]
pub struct Ubfm<G: Insight, E, O = ()> {
    pub(super) expander: Expander<G, E, O>,
    pub(super) settings: Settings,
    /// Empty until the root is expanded.
    pub(super) graph: Graph<G>,
    /// Whether a root move is proven to be as good as every other.
    pub(super) is_decided: bool,
    /// Whether the alpha-beta search from this root has not run yet.
    needs_shallow: bool,
    /// Whether memory has been reserved, where a clock runs.
    is_ready: bool,
    pub(super) path: Vec<Place>,
    /// The number of excursions since the path began.
    pub(super) passes: u32,
    /// What fills a call of the evaluator with many states; `None` for one state a call.
    batch: Option<Arc<Batch<G>>>,
}

impl<G: Insight, E: Evaluator<G>> Ubfm<G, E> {
    /// The search with these settings, at the start position.
    pub fn new(game: G, evaluator: E, settings: Settings) -> Self {
        Ubfm::observed(game, evaluator, settings, ())
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// The same with an observer.
    pub fn observed(game: G, evaluator: E, settings: Settings, observer: O) -> Self {
        Ubfm {
            graph: Graph::<G>::new(
                Marks::new(ScoreBounds::of_payoffs(&game, &evaluator), settings.select, settings.averages),
                settings.graph && settings.is_plain() && !game.repeats(),
            ),
            expander: Expander::new(game, evaluator, observer),
            settings,
            is_decided: false,
            needs_shallow: true,
            is_ready: true,
            path: Vec::new(),
            passes: 0,
            batch: None,
        }
    }

    /// Expands tips in batches.
    #[must_use]
    pub(super) fn batching(self, batch: Option<Arc<Batch<G>>>) -> Self {
        Ubfm { batch, ..self }
    }

    /// The graph grown so far; empty before the first step.
    pub fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.expander.observer
    }

    /// Expands the root. If the game lists no moves worth a search, because the position is won or lost at once, every
    /// legal move gets an edge.
    fn plant(&mut self, meter: &mut Meter) {
        let Expander { game, root, moves, .. } = &mut self.expander;
        let (state, turn, open) = (root.clone(), game.turn(root), self.graph.open());
        let player = Player::of(turn);
        moves.clear();
        let mut prospect = Prospect::Open;
        if player.is_some() && self.settings.insight {
            prospect = game.prospect(root, moves);
        }
        if moves.is_empty() {
            game.moves(root, moves);
        }
        let key = if self.graph.merges() { game.key(root) } else { 0 };
        let bounds = match player {
            Some(player) if self.settings.insight && prospect == Prospect::Open => {
                self.hopes(player, self.bounds(&state))
            }
            _ => open,
        };
        self.graph.plant(Leaf { turn, value: open.lower });
        let tip = Tip { place: ROOT, player, walked: 0, depth: 0 };
        let is_added = self.add(tip, (state, key), bounds, meter).is_some();
        if let (true, Prospect::Lost, Some(player)) = (is_added, prospect, player) {
            for edge in self.graph.node(ROOT).edges() {
                self.graph.prove(edge, open.worst_for(player), Distance::exactly(1));
            }
            self.review(ROOT);
        }
    }

    /// Keeps only the bound on the best that `player` can hope for at the root. The other bound is dropped: no move is
    /// known that reaches it.
    fn hopes(&self, player: Player, bounds: ScoreBounds) -> ScoreBounds {
        match player {
            Player::Max => ScoreBounds { lower: self.graph.open().lower, ..bounds },
            Player::Min => ScoreBounds { upper: self.graph.open().upper, ..bounds },
        }
    }

    /// Whether the root is proven or decided.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.is_decided || self.graph.node(ROOT).own.mark.is_proven()
    }

    /// Runs a part of the search, up to `most` excursions. Returns the reason to stop if the search is finished or the
    /// budget is spent.
    fn grow(&mut self, meter: &mut Meter, most: u32) -> Option<Stop> {
        if meter.counters.expansions == 0
            && let Some(idle) = found::idle(&self.expander.game, &self.expander.root)
        {
            return Some(idle);
        }
        if self.graph.nodes().is_empty() {
            self.plant(meter);
        } else if self.is_done() {
            let is_proven = self.graph.node(ROOT).own.mark.is_proven();
            return Some(if is_proven { Stop::Complete } else { Stop::Decided });
        } else if std::mem::take(&mut self.needs_shallow) && self.settings.shallow > 1 {
            self.search_shallow(meter);
        } else if let Some(batch) = self.batch.clone() {
            self.excursions_in_batch(&batch, meter);
        } else {
            let most = if meter.is_watched() { most.min(OFFER_EVERY) } else { most };
            self.excursions(meter, most);
        }
        meter.counters.tree_bytes = self.graph.bytes();
        meter.offer(&self.expander.game, &self.expander.root, || self.report(meter));
        meter.has_time();
        meter.stopped()
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Search<G> for Ubfm<G, E, O> {
    fn start(&mut self, state: G::State) {
        self.expander.root = state;
        self.graph.clear();
        self.is_decided = false;
        self.needs_shallow = true;
        if let Some(batch) = &self.batch {
            batch.clear();
        }
    }

    fn advance(&mut self, mv: G::Move) {
        self.expander.root = self.expander.game.after(&self.expander.root, mv);
        if self.settings.keep {
            self.graph.keep(mv);
        } else {
            self.graph.clear();
        }
        self.is_decided = false;
        self.needs_shallow = true;
        let Some(root) = self.graph.nodes().first().map(|root| root.own) else { return };
        let bounds = root.player.map_or(self.graph.open(), |player| self.hopes(player, root.mark.bounds()));
        self.graph.reopen(ROOT, bounds);
        self.review(ROOT);
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.grow(meter, 1)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        self.is_ready = !budget.is_timed();
        Meter::new(budget)
    }

    /// The same as repeated steps, but without going back to the root every time.
    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            let most = u32::try_from(meter.steps()).unwrap_or(u32::MAX);
            if let Some(stop) = self.grow(meter, most) {
                meter.stop(stop);
            } else if !self.is_ready {
                self.is_ready = true;
                self.graph.reserve(meter.budget());
            }
        }
    }

    /// The search by alpha-beta before the tree grows is one step.
    fn has_short_steps(&self) -> bool {
        self.settings.shallow <= 1
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let Expander { game, evaluator, root, .. } = &self.expander;
        if !self.graph.nodes().is_empty() {
            return self.found(meter).report(game, evaluator, meter);
        }
        let middle = evaluator.range().middle();
        Found::nothing(game, evaluator, root, middle).report(game, evaluator, meter)
    }
    fn tree_view(&self, _detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        Some(Box::new(GraphView(self)))
    }
}
