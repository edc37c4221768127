//! The search: a tip of a least conspiracy for the farther end of the plausible values, again and again.

use super::numbers::{Conspiracies, Numbers, Window, player};
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Search;
use crate::search::best_first::backup::{Backed, Family, Minimax};
use crate::search::best_first::decide;
use crate::search::best_first::expander::Expander;
use crate::search::best_first::penalty::Penalty;
use crate::search::best_first::tree::{Kind, ROOT, Tree};
use crate::search::found::{self, Found};
use crate::search::verdict::Scores;

/// Every tip is as good as another: π then says whether there is one at all.
#[derive(Debug)]
struct Indifferent;

impl Penalty for Indifferent {
    fn weigh(&self, _family: &Family, _backed: Backed, weights: &mut [f64]) {
        weights.fill(0.0);
    }
}

/// Conspiracy-number search.
#[derive(Debug)]
pub struct Conspiracy<G: Game, E> {
    expander: Expander<G, E, ()>,
    tree: Tree<G::Move>,
    conspiracies: Conspiracies,
    /// The threshold at the beginning, and now: what fewer tips can bring about is plausible.
    thresholds: (u8, u8),
    path: Vec<usize>,
    weights: Vec<f64>,
}

impl<G: Game, E: Evaluator<G>> Conspiracy<G, E> {
    /// The threshold with which a search begins unless another is asked for.
    pub const THRESHOLD: u8 = 2;

    /// The search at the start of the game.
    ///
    /// # Errors
    /// If the game has chance.
    pub fn new(game: G, evaluator: E) -> Result<Self, Unsupported> {
        if game.has_chance() {
            return Err(Unsupported::new("conspiracy", "a game without chance"));
        }
        let expander = Expander::new(game, evaluator, ());
        Ok(Conspiracy {
            tree: Tree::default(),
            conspiracies: Conspiracies::new(Window::new(expander.ends.bounds())),
            expander,
            thresholds: (Self::THRESHOLD, Self::THRESHOLD),
            path: Vec::new(),
            weights: Vec::new(),
        })
    }

    /// Begins with this threshold, at least 2: with less only the present value is plausible.
    #[must_use]
    pub fn with_threshold(self, threshold: u8) -> Self {
        let threshold = threshold.max(2);
        Conspiracy { thresholds: (threshold, threshold), ..self }
    }

    /// The tree grown so far; empty before the first step.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// The conspiracy numbers of a node of the tree.
    pub fn numbers(&self, place: usize) -> Numbers {
        self.conspiracies.of(&self.tree, place)
    }

    /// Which values the buckets tell apart.
    pub fn window(&self) -> Window {
        self.conspiracies.window
    }

    fn plant(&mut self, meter: &mut Meter) {
        self.expander.plant(&mut self.tree, meter);
        self.conspiracies = Conspiracies::new(Window::new(self.expander.ends.bounds()));
        self.thresholds.1 = self.thresholds.0;
    }

    /// The bucket to which the root is to be raised or lowered: the end of the plausible interval that is farther from its
    /// value. The threshold rises until there is one; none where nothing can change the root's bucket.
    fn target(&mut self) -> Option<(usize, bool)> {
        let numbers = self.numbers(ROOT);
        // At least one tip more than the fewest that can change anything.
        self.thresholds.1 = self.thresholds.1.max(numbers.fewest()? + 1);
        let bucket = self.window().bucket(self.tree.value(ROOT));
        let (lowest, highest) = numbers.plausible(self.thresholds.1);
        let raises = highest - bucket > bucket - lowest;
        Some((if raises { highest } else { lowest }, raises))
    }

    /// Expands a tip of a least conspiracy for the target, and recomputes upwards.
    fn grow(&mut self, target: (usize, bool), meter: &mut Meter) {
        self.path.clear();
        let mut place = ROOT;
        while let Some(next) = self.conspiracies.follow(&self.tree, place, target) {
            self.path.push(place);
            place = next;
        }
        let level = self.path.len() as u32;
        self.path.push(place);
        let spare = meter
            .budget()
            .memory
            .map(|limit| limit.saturating_sub(self.expander.held(&self.tree) + self.conspiracies.bytes()));
        if !self.conspiracies.make_room(spare) {
            meter.stop(Stop::Memory);
            return;
        }
        let kept = self.conspiracies.bytes();
        if self.expander.expand(&mut self.tree, (place, level), (level, kept), false, meter).is_none() {
            return;
        }
        for (level, &place) in self.path.iter().enumerate().rev() {
            self.tree.recompute(place, level as u32, &Minimax, &Indifferent, &mut self.weights);
            self.conspiracies.recompute(&self.tree, place);
        }
        meter.counters.tree_bytes = self.expander.bytes(&self.tree) + self.conspiracies.bytes();
    }

    /// What is certain of every expanded node, on the tree's scale, in the order of the expansions.
    fn bounds(&self) -> Vec<ScoreBounds> {
        let tree = &self.tree;
        let mut known = Vec::new();
        known.resize(tree.expanded().len(), self.expander.ends.bounds());
        // A node is expanded after its parent, so that from the end children come first.
        for (expansion, node) in tree.expanded().iter().enumerate().rev() {
            let place = node.place as usize;
            let children = tree.children(place).map(|child| self.certain(&known, child));
            known[expansion] = ScoreBounds::choice(player(tree.kind(place)), children);
        }
        known
    }

    /// What is certain of a node, where `known` is what is certain of the expanded ones.
    fn certain(&self, known: &[ScoreBounds], place: usize) -> ScoreBounds {
        match self.tree.kind(place) {
            Kind::Over => ScoreBounds::exactly(self.tree.value(place)),
            _ if self.tree.is_tip(place) => self.expander.ends.bounds(),
            _ => known[self.tree.expansion(place)],
        }
    }

    fn found(&self, meter: &Meter) -> Found<G::Move> {
        let (tree, expander) = (&self.tree, &self.expander);
        let known = self.bounds();
        let visits = decide::visits(tree);
        let all = (visits[0] - 1).max(1) as f64;
        let visits = |child| if tree.is_tip(child) { 0 } else { visits[tree.expansion(child)] };
        let shares = tree.children(ROOT).map(|child| visits(child) as f64 / all).collect();
        let (_, mut moves) = expander.findings(tree, |place| tree.value(place), shares);
        let down = |value| expander.ends.down(value, &expander.scale);
        let bounds = |place| {
            let ScoreBounds { lower, upper } = self.certain(&known, place);
            ScoreBounds { lower: down(lower), upper: down(upper) }
        };
        for (child, one) in tree.children(ROOT).zip(&mut moves) {
            one.bounds = bounds(child);
        }
        let sign = player(tree.kind(ROOT)).sign();
        let scores = tree.children(ROOT).map(|child| sign * tree.value(child)).collect();
        let value = expander.scale.down(tree.value(ROOT));
        let first = tree.children(ROOT).start;
        let line = |place| decide::line(tree, first + place);
        expander.judged(meter).verdict((value, bounds(ROOT)), moves, &Scores::new(scores), line)
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Conspiracy<G, E> {
    fn start(&mut self, state: G::State) {
        self.expander.root = state;
        self.tree = Tree::default();
    }

    fn advance(&mut self, mv: G::Move) {
        let next = self.expander.game.after(&self.expander.root, mv);
        self.start(next);
    }

    /// One expansion, or buckets laid anew.
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
        let bounds = self.bounds()[0];
        if bounds.proven().is_some() {
            return Some(Stop::Complete);
        }
        // Within the root's bucket values have not been told apart so far.
        self.conspiracies.lay(&self.tree, Window::new(bounds));
        self.thresholds.1 = self.thresholds.0;
        None
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let Expander { game, evaluator, root, scale, .. } = &self.expander;
        let found = match self.tree.expanded() {
            [] if self.tree.is_empty() => Found::nothing(game, evaluator, root, evaluator.range().middle()),
            [] => Found::nothing(game, evaluator, root, scale.down(self.tree.value(ROOT))),
            _ => self.found(meter),
        };
        found.report(game, evaluator, meter)
    }
}
