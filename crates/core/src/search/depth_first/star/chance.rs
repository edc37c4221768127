//! Chance nodes: the table, probes and full searches narrow the bounds until they leave the window or meet.

use super::bounds::ChanceBounds;
use super::descent::{Descent, Node};
use super::lineup::Lineup;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Turn, declared_chances};
use crate::report::Bound;
use crate::search::Observer;
use crate::search::depth_first::events::{Cause, End, Limit};
use crate::search::depth_first::window::Window;
use std::ops::ControlFlow;

/// A chance node under search.
#[derive(Clone)]
pub(super) struct Frame<G: Game> {
    pub(super) bounds: ChanceBounds,
    pub(super) outcomes: Vec<Outcome<G>>,
    /// The outcomes in the order in which a round of probes takes them.
    pub(super) order: Vec<usize>,
    chances: Vec<f64>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Frame {
            bounds: ChanceBounds::default(),
            outcomes: Vec::new(),
            order: Vec::new(),
            chances: Vec::new(),
        }
    }
}

impl<G: Game> Frame<G> {
    /// The outcomes that were not searched, or only probed.
    fn unsearched(&self) -> Vec<G::Move> {
        let outcomes = self.outcomes.iter().zip(&self.chances);
        let open = outcomes.filter(|&(outcome, &chance)| !outcome.closed || chance <= 0.0);
        open.map(|(outcome, _)| outcome.mv).collect()
    }
}

/// An outcome of the roll.
#[derive(Clone)]
pub(super) struct Outcome<G: Game> {
    pub(super) mv: G::Move,
    /// The position after it, once it was needed.
    pub(super) state: Option<G::State>,
    /// Its moves, once they were needed.
    pub(super) lineup: Option<Lineup<G::Move>>,
    /// Whether nothing is left to search there.
    closed: bool,
    /// The number of positions entered there.
    pub(super) visits: u64,
}

/// Continue, or leave the chance node with a value; `None` if the budget is spent.
pub(super) type Progress = Option<ControlFlow<f64>>;

impl<G: Keyed, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a chance node if it lies within the window, else a bound outside the window.
    pub(super) fn roll(&mut self, state: &G::State, node: Node) -> Option<f64> {
        self.walk.root.rolled = true;
        let mut frame = self.frame(state);
        let value = match self.narrow_down(state, node, &mut frame)? {
            ControlFlow::Break(bound) => bound,
            // With rounded probabilities the mean may exceed the range by a rounding error.
            ControlFlow::Continue(()) => {
                self.end(End::Complete, |_| frame.unsearched());
                frame.bounds.lower().clamp(self.open.lower, self.open.upper)
            }
        };
        if node.ply == 0 {
            self.record(&frame);
        }
        self.star.spare_lineups.extend(frame.outcomes.drain(..).filter_map(|outcome| outcome.lineup));
        self.star.spare_frames.push(frame);
        Some(value)
    }

    /// The chance node before anything is known of its outcomes.
    fn frame(&mut self, state: &G::State) -> Frame<G> {
        let mut frame = self.star.spare_frames.pop().unwrap_or_default();
        let moves = &mut self.star.moves;
        moves.clear();
        self.walk.game.moves(state, moves);
        frame.chances.clear();
        declared_chances(self.walk.game, state, moves, &mut frame.chances);
        frame.bounds.reset(&frame.chances, self.open);
        let outcome = |&mv| Outcome { mv, state: None, lineup: None, closed: false, visits: 0 };
        frame.outcomes.clear();
        frame.outcomes.extend(moves.iter().map(outcome));
        for (place, outcome) in frame.outcomes.iter_mut().enumerate() {
            outcome.closed = frame.bounds.is_known(place);
        }
        frame
    }

    fn narrow_down(&mut self, state: &G::State, node: Node, frame: &mut Frame<G>) -> Progress {
        if self.star.has_table {
            self.remember(state, node, frame)?;
            if let Some(bound) = frame.bounds.cut(node.window) {
                self.cut_off(node, frame, bound, Cause::Table);
                return Some(ControlFlow::Break(bound));
            }
        }
        if let ControlFlow::Break(bound) = self.probe(state, node, frame)? {
            self.cut_off(node, frame, bound, Cause::Probes);
            return Some(ControlFlow::Break(bound));
        }
        while let Some(place) = self.next(frame) {
            if let ControlFlow::Break(bound) = self.search_outcome(state, node, frame, place)? {
                self.cut_off(node, frame, bound, Cause::Outcomes);
                return Some(ControlFlow::Break(bound));
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Counts that the chance node is left with a bound outside its window, and remembers why.
    fn cut_off(&mut self, node: Node, frame: &Frame<G>, bound: f64, by: Cause) {
        let tally = &mut self.star.tally;
        match by {
            Cause::Table => tally.table_cutoffs += 1,
            Cause::Probes => tally.probing_cutoffs += 1,
            Cause::Outcomes | Cause::Move => tally.regular_cutoffs += 1,
        }
        let at = if bound <= node.window.alpha { Limit::Alpha } else { Limit::Beta };
        self.end(End::Cut { at, by }, |_| frame.unsearched());
    }

    /// Narrows the outcomes by the bounds in the table.
    fn remember(&mut self, state: &G::State, node: Node, frame: &mut Frame<G>) -> Option<()> {
        for place in 0..frame.outcomes.len() {
            let turn = self.make(state, frame, place)?;
            let Some(child) = &frame.outcomes[place].state else { continue };
            let horizon = if turn.is_over() { 0 } else { node.depth };
            let key = self.star.key(self.walk.game, child);
            if let Some((known, _)) = self.star.table.recall(key, horizon) {
                self.rely_on(&known);
                frame.bounds.narrow(place, known.bounds);
                if !frame.outcomes[place].closed && frame.bounds.is_known(place) {
                    frame.outcomes[place].closed = true;
                    self.enter_finished(node, frame, place);
                    self.end(End::Known, |_| Vec::new());
                    self.leave(frame.bounds.of(place).lower);
                }
            }
        }
        Some(())
    }

    /// Tells the observer that an outcome is entered whose value needs no search.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn enter_finished(&mut self, node: Node, frame: &Frame<G>, place: usize) {
        if O::FOLLOWS {
            let window = frame.bounds.window(place, node.window).within(self.open);
            self.walk.entered(Some(frame.outcomes[place].mv), node.depth, window);
        }
    }

    /// Plays an outcome, unless that was done before, and returns whose turn it is there.
    pub(super) fn make(&mut self, state: &G::State, frame: &mut Frame<G>, place: usize) -> Option<Turn> {
        let outcome = &mut frame.outcomes[place];
        if outcome.state.is_none() {
            outcome.state = Some(self.walk.play(state, outcome.mv)?);
        }
        outcome.state.as_ref().map(|child| self.walk.game.turn(child))
    }

    /// The outcome to search next: from left to right as the paper prints it, else the one with the greatest doubt.
    fn next(&self, frame: &Frame<G>) -> Option<usize> {
        let places = 0..frame.outcomes.len();
        if self.star.variant.is_as_printed() {
            return places.into_iter().find(|&place| !frame.outcomes[place].closed);
        }
        let open = places.filter(|&place| !frame.bounds.is_known(place));
        let doubt = |place| frame.bounds.doubt(place);
        open.reduce(|best, place| if doubt(place) > doubt(best) { place } else { best })
    }

    /// Searches an outcome in full.
    fn search_outcome(
        &mut self,
        state: &G::State,
        node: Node,
        frame: &mut Frame<G>,
        place: usize,
    ) -> Progress {
        self.make(state, frame, place)?;
        let raw = frame.bounds.window(place, node.window);
        let window = self.window(frame, place, raw);
        let outcome = &mut frame.outcomes[place];
        let below = Node { depth: node.depth, ply: node.ply + 1, window };
        let before = self.walk.nodes();
        let child = outcome.state.as_ref()?;
        self.walk.entered(Some(outcome.mv), below.depth, window);
        let value = self.value(child, below, outcome.lineup.as_mut())?;
        self.leave(value);
        outcome.visits += self.walk.nodes() - before;
        outcome.closed = true;
        frame.bounds.learn(place, value, window);
        let cut = frame.bounds.cut(node.window).or_else(|| {
            // In exact arithmetic the sums would have shown this.
            if value <= raw.alpha {
                Some(frame.bounds.upper().min(node.window.alpha))
            } else {
                (value >= raw.beta).then(|| frame.bounds.lower().max(node.window.beta))
            }
        });
        Some(cut.map_or(ControlFlow::Continue(()), ControlFlow::Break))
    }

    /// The window of the search of an outcome: within the range of all values as the paper prints it, else within the bounds of
    /// the outcome.
    pub(super) fn window(&self, frame: &Frame<G>, place: usize, raw: Window) -> Window {
        raw.within(if self.star.variant.is_as_printed() { self.open } else { frame.bounds.of(place) })
    }

    /// Sets the value of an outcome, which then need not be searched.
    pub(super) fn close(frame: &mut Frame<G>, place: usize, value: f64) {
        frame.bounds.set(place, value);
        frame.outcomes[place].closed = true;
    }

    /// Records the outcomes of a roll at the root.
    fn record(&mut self, frame: &Frame<G>) {
        let bound = if self.star.variant.best.is_some() { Bound::Estimate } else { Bound::Exact };
        for (place, outcome) in frame.outcomes.iter().enumerate() {
            if frame.bounds.is_known(place) {
                self.walk.root.record(outcome.mv, frame.bounds.of(place).lower, bound, outcome.visits);
            }
        }
    }
}
