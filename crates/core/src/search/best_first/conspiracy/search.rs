//! The search: repeatedly expands a tip of a smallest conspiracy for the farther end of the plausible values.

use super::numbers::{Numbers, TreeNumbers, Window};
use super::view::ConspiracyView;
use crate::convert::number_u32;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use crate::search::Search;
use crate::search::best_first::arena::ROOT;
use crate::search::best_first::backup::{Backed, Family, Minimax};
use crate::search::best_first::bounds::TreeBounds;
use crate::search::best_first::decide::Pick;
use crate::search::best_first::expander::Expander;
use crate::search::best_first::penalty::Penalty;
use crate::search::best_first::reserve::{bytes_held, make_room};
use crate::search::best_first::tree::{Faces, Slot, Tree};
use crate::search::found::{self, Found};
use crate::search::tree_view::{Detail, TreeView};

/// Weighs every edge 0: π then says only whether an expandable tip is left.
#[derive(Debug)]
pub(super) struct Indifferent;

impl Penalty for Indifferent {
    fn weigh(&self, _family: &Family, _backed: Backed, weights: &mut [f64]) {
        weights.fill(0.0);
    }
}

/// Conspiracy-number search.
#[derive(Debug)]
pub struct Conspiracy<G: Game, E> {
    pub(super) expander: Expander<G, E, ()>,
    pub(super) tree: Tree<G>,
    pub(super) numbers: TreeNumbers,
    /// The initial threshold, and the current one: a value is plausible if fewer tips can cause it.
    thresholds: (u8, u8),
    /// The nodes on the path to the last tip, with their slots.
    path: Vec<(usize, Slot)>,
    weights: Vec<f64>,
}

impl<G: Game, E: Evaluator<G>> Conspiracy<G, E> {
    /// The default initial threshold.
    pub const THRESHOLD: u8 = 2;

    /// The search at the start of the game.
    ///
    /// # Errors
    /// If the game has chance.
    pub fn new(game: G, evaluator: E) -> Result<Self, Unsupported> {
        if game.has_chance() {
            return Err(Unsupported::new("conspiracy", "a game without chance"));
        }
        let rule = Faces::new(&game, &evaluator);
        Ok(Conspiracy {
            numbers: TreeNumbers::new(rule.ends.open),
            tree: Tree::<G>::new(rule, false),
            expander: Expander::new(game, evaluator, ()),
            thresholds: (Self::THRESHOLD, Self::THRESHOLD),
            path: Vec::new(),
            weights: Vec::new(),
        })
    }

    /// Sets the initial threshold, at least 2: below that, only the present value is plausible.
    #[must_use]
    pub fn with_threshold(self, threshold: u8) -> Self {
        let threshold = threshold.max(2);
        Conspiracy { thresholds: (threshold, threshold), ..self }
    }

    /// The tree grown so far; empty before the first step.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The conspiracy numbers at a place of the tree.
    pub fn numbers(&self, place: usize) -> Numbers {
        self.numbers.of((self.tree.node_at(place), self.tree.kind(place)), self.tree.value(place))
    }

    /// The part of the scale that the buckets cover.
    pub fn window(&self) -> Window {
        self.numbers.window
    }

    fn plant(&mut self, meter: &mut Meter) {
        self.expander.plant(&mut self.tree, meter);
        self.numbers.window = Window::new(self.tree.rule.ends.open);
        self.numbers.nodes.clear();
        self.thresholds.1 = self.thresholds.0;
    }

    /// Makes room for the numbers of one more node; stops the meter if there is not enough memory.
    fn make_room(&mut self, meter: &mut Meter) -> bool {
        let spare = meter.budget().memory.map(|limit| limit.saturating_sub(self.tree.held()));
        let has_room = make_room(&mut self.numbers.nodes, 1, spare);
        self.expander.held = bytes_held(&self.numbers.nodes);
        if !has_room {
            meter.stop(Stop::Memory);
        }
        has_room
    }

    /// The bucket to which the root is to be raised or lowered: the end of the plausible interval that is farther from its
    /// value. The threshold rises until there is one. `None` if nothing can change the root's bucket.
    fn target(&mut self) -> Option<(usize, bool)> {
        let (threshold, target) = self.next_target()?;
        self.thresholds.1 = threshold;
        Some(target)
    }

    /// The threshold of the next step, and its target.
    #[inline]
    pub(super) fn next_target(&self) -> Option<(u8, (usize, bool))> {
        let numbers = self.numbers(ROOT);
        // At least one tip more than the fewest that can change anything.
        let threshold = self.thresholds.1.max(numbers.fewest()? + 1);
        let bucket = self.numbers.window.bucket(self.tree.value(ROOT));
        let (lowest, highest) = numbers.plausible(threshold);
        let raises = highest - bucket > bucket - lowest;
        Some((threshold, (if raises { highest } else { lowest }, raises)))
    }

    /// Expands a tip of a smallest conspiracy for the target, and recomputes upwards.
    fn grow(&mut self, target: (usize, bool), meter: &mut Meter) {
        self.path.clear();
        let (mut tip, mut slot) = (ROOT, Slot::ROOT);
        while let Some(number) = self.tree.node_at(tip) {
            self.path.push((number, slot));
            let node = self.tree.node(number);
            let Some(way) = self.numbers.follow(&self.tree, node, target) else { return };
            (tip, slot) = (node.edge(way), node.slot(way));
        }
        let (above, level) = (self.path.last().map(|above| above.0), number_u32(self.path.len()));
        if !self.make_room(meter) {
            return;
        }
        let Some(node) = self.expander.grow(&mut self.tree, (above, tip), (level.into(), level), meter)
        else {
            return;
        };
        self.path.push((node, slot));
        for (level, &place) in self.path.iter().enumerate().rev() {
            self.tree.recompute(place, number_u32(level), &Minimax, &Indifferent, &mut self.weights);
            self.numbers.recompute(&self.tree, place.0);
        }
        meter.counters.tree_bytes = self.tree.bytes() + size_of_val(self.numbers.nodes.as_slice()) as u64;
    }

    fn found(&self, meter: &Meter) -> Found<G::Move> {
        let tree = &self.tree;
        let values = tree.faces(tree.node(ROOT)).0;
        tree.found(&self.expander.judged(meter), (tree.value(ROOT), values), None, &Pick::Value)
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Conspiracy<G, E> {
    fn start(&mut self, state: G::State) {
        self.expander.root = state;
        self.tree.clear();
    }

    fn advance(&mut self, mv: G::Move) {
        let next = self.expander.game.after(&self.expander.root, mv);
        self.start(next);
    }

    /// Makes one expansion, or lays the buckets anew.
    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        if self.tree.is_empty() {
            if !meter.affords(0, 1, 1) {
                return meter.stopped();
            }
            self.plant(meter);
        }
        if self.tree.is_tip(ROOT)
            && let Some(stop) = found::idle(&self.expander.game, &self.expander.root)
        {
            return Some(stop);
        }
        if let Some(target) = self.target() {
            if meter.has_time() {
                self.grow(target, meter);
            }
            meter.offer(&self.expander.game, &self.expander.root, || self.report(meter));
            return meter.stopped();
        }
        let (bounds, _) =
            TreeBounds::new(&self.tree).of(Some(ROOT), self.tree.kind(ROOT), self.tree.value(ROOT));
        if bounds.proven().is_some() {
            return Some(Stop::Complete);
        }
        // So far, the buckets did not distinguish values within the root's bucket.
        self.numbers.window = Window::new(bounds);
        for node in (0..self.tree.nodes().len()).rev() {
            self.numbers.recompute(&self.tree, node);
        }
        self.thresholds.1 = self.thresholds.0;
        None
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.expander.report(&self.tree, meter, || self.found(meter))
    }

    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        Some(Box::new(ConspiracyView::new(self, detail)))
    }
}
