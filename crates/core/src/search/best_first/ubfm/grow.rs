//! An excursion: follow the arrows to a tip, expand it, go back up.
//!
//! Sources: Korf and Chickering 1996 (best-first minimax: the tip of the principal variation), Cohen-Solal 2020.
//!
//! The ascent ends early where going on would change no arrow, as in the recursive form of best-first minimax. As long as
//! the value of a node lies strictly between Max's and Min's best alternatives above it, and its bounds are unchanged, the
//! next excursion would pass the node again. Values and visits above are then out of date, until an ascent passes there.
//! The tips are those of the plain loop, which [`Search::step`] runs and a test compares. The counted moves are also those
//! of the plain loop, which counts the whole path.
//!
//! [`Search::step`]: crate::Search::step

use super::graph::Marked;
use super::search::Ubfm;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::best_first::arena::{Edge, ROOT};
use crate::search::best_first::expander::{Expander, Tip};
use crate::search::distance::Distance;

/// A node on the path from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) node: usize,
    /// The place of the edge that is followed.
    pub(super) edge: usize,
    /// The number of excursions when it was put on the path; the visits of the edge lack those made since.
    since: u32,
    here: Here,
}

/// The current position of an excursion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// The node; `None` at a tip.
    pub(super) node: Option<usize>,
    /// Decisions from the root.
    pub(super) depth: u32,
    window: Window,
}

impl Here {
    pub(super) const ROOT: Here = Here { node: Some(ROOT), depth: 0, window: Window::ALL };
}

/// The values of a node that leave every arrow above it as it is: an open interval.
#[derive(Clone, Copy, Debug)]
struct Window {
    above: f64,
    below: f64,
}

impl Window {
    const ALL: Window = Window { above: f64::NEG_INFINITY, below: f64::INFINITY };
    /// The window behind a chance node: every change of a value there changes the value above.
    const NOTHING: Window = Window { above: f64::INFINITY, below: f64::NEG_INFINITY };

    #[inline]
    fn holds(self, value: f64) -> bool {
        self.above < value && value < self.below
    }

    /// The window of the child that this node's arrow points to.
    #[inline]
    fn behind(self, node: &Marked) -> Window {
        // A node clamps its value to its bounds, so beyond them it differs from the value of the child.
        let ScoreBounds { lower, upper } = node.mark.bounds();
        let Window { above, below } = self;
        let (above, below) =
            (if lower > above { lower } else { above }, if upper < below { upper } else { below });
        match node.player {
            Some(Player::Max) => {
                Window { above: if node.runner_up > above { node.runner_up } else { above }, below }
            }
            Some(Player::Min) => {
                Window { above, below: if node.runner_up < below { node.runner_up } else { below } }
            }
            None => Window::NOTHING,
        }
    }
}

/// The result of expanding a tip.
enum Grown {
    /// It is this node, new or found as a transposition.
    Node(usize),
    /// It needs no node: this value is proven, at this distance from the end.
    Proven(f64, Distance),
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// Runs up to `most` excursions from the root, as long as the budget lasts and the root is neither proven nor decided.
    /// Ends at the root, with every value on the path up to date.
    pub(super) fn excursions(&mut self, meter: &mut Meter, most: u32) {
        self.passes = 0;
        let mut here = Here::ROOT;
        while self.passes < most && !(self.path.is_empty() && self.is_done()) {
            let (is_covered, next) = self.excursion(here, meter);
            here = next;
            if !is_covered || !meter.has_time() {
                break;
            }
            here = self.ascend(here, !self.settings.is_plain());
        }
        self.ascend(here, true);
    }

    /// Goes down from a node on the path, and expands the tip. Returns whether the budget covered that, and where the
    /// descent ended.
    fn excursion(&mut self, from: Here, meter: &mut Meter) -> (bool, Here) {
        let here = self.descend(from);
        let (walked, Place { node, edge, .. }) = (self.path.len() as u64, self.path[self.path.len() - 1]);
        let is_covered = if here.node.is_some() {
            // Another line has proven the position; the ascent only has to pass that on.
            spend(meter, walked)
        } else {
            self.expand(node, edge, walked, here.depth, meter)
        };
        self.passes += u32::from(is_covered);
        (is_covered, Here { node: self.graph.edge(edge).node(), ..here })
    }

    /// Follows the arrows to a tip, or to a proven node.
    pub(super) fn descend(&mut self, mut here: Here) -> Here {
        while let Some(place) = here.node {
            let node = self.graph.node(place);
            if node.own.mark.is_proven() {
                break;
            }
            let edge = node.edge(node.own.arrow);
            self.path.push(Place { node: place, edge, since: self.passes, here });
            here = Here {
                node: self.graph.edge(edge).node(),
                depth: here.depth + u32::from(node.own.player.is_some()),
                window: here.window.behind(&node.own),
            };
        }
        here
    }

    /// Goes back up and brings edges and nodes up to date, until it reaches a node that the next excursion is bound to
    /// pass, or the root. With `to_root` it always goes to the root.
    fn ascend(&mut self, mut here: Here, to_root: bool) -> Here {
        while let Some(&Place { node: place, edge, since, here: above }) = self.path.last() {
            if !to_root && here.node.is_some_and(|node| self.stays(node, edge, here.window)) {
                break;
            }
            self.path.pop();
            let before = self.graph.pass(edge, self.passes - since);
            let mark = self.graph.edge(edge).own.mark;
            // A tip that was proven without a node already holds its new mark, so `before` does not show the change.
            let has_bounds_of = here.node.is_some() && mark.has_bounds_of(&before);
            let node = &mut self.graph.nodes[place].own;
            let leads = |player: Player| player.prefers(mark.value(), node.runner_up);
            if has_bounds_of && self.settings.is_plain() && node.player.is_some_and(leads) {
                node.mark = node.mark.estimating(mark.value());
            } else {
                self.review(place);
            }
            here = above;
        }
        here
    }

    /// Whether the next excursion is bound to pass this node, behind this edge, whatever is brought up to date above.
    #[inline]
    fn stays(&self, node: usize, edge: usize, window: Window) -> bool {
        let mark = &self.graph.node(node).own.mark;
        window.holds(mark.value()) && mark.has_bounds_of(&self.graph.edge(edge).own.mark) && !mark.is_proven()
    }

    /// Recomputes the mark and the arrow of a node from all its edges.
    #[inline]
    pub(super) fn review(&mut self, place: usize) {
        self.graph.back_up(place);
        self.graph.point(place);
        if place == ROOT {
            self.is_decided = self.graph.is_decided(self.graph.node(ROOT));
        }
    }

    /// Expands the tip behind an edge of a node, at `depth` decisions from the root; `walked` moves are counted for
    /// reaching it. Returns whether the budget covered it.
    pub(super) fn expand(
        &mut self,
        node: usize,
        edge: usize,
        walked: u64,
        depth: u32,
        meter: &mut Meter,
    ) -> bool {
        let &Edge { kind, mv, .. } = self.graph.edge(edge);
        let state = self.expander.game.after(self.graph.state(node), mv);
        match self.develop(state, Tip { place: edge, player: kind.player(), walked, depth }, meter) {
            None => return false,
            Some(Grown::Node(place)) => self.graph.link(edge, place),
            Some(Grown::Proven(value, distance)) => self.graph.prove(edge, value, distance),
        }
        true
    }

    /// Finds or creates the node of a tip, or proves its value without a node. Returns `None` if the budget does not cover
    /// it.
    fn develop(&mut self, state: G::State, tip: Tip, meter: &mut Meter) -> Option<Grown> {
        if !tip.may_be_expanded(meter) {
            return None;
        }
        let key = if self.graph.merges() { self.expander.game.key(&state) } else { 0 };
        self.graph.prefetch(key);
        self.expander.moves.clear();
        let proven = match tip.player {
            Some(player) if self.settings.insight => self.prospect(&state, player),
            _ => {
                self.expander.game.moves(&state, &mut self.expander.moves);
                None
            }
        };
        let known = proven.or_else(|| self.graph.find(key).map(Grown::Node));
        if known.is_some() {
            return known.filter(|_| spend(meter, tip.walked));
        }
        let mut bounds = self.graph.open();
        if self.settings.insight && tip.player.is_some() {
            bounds = self.bounds(&state);
            if let Some(value) = bounds.proven() {
                return spend(meter, tip.walked).then_some(Grown::Proven(value, Distance::OPEN));
            }
        }
        self.add(tip, (state, key), bounds, meter).map(Grown::Node)
    }

    /// The proven value of a position that the game knows to be won or lost. If it is open, the moves worth a search are
    /// listed.
    #[inline]
    fn prospect(&mut self, state: &G::State, player: Player) -> Option<Grown> {
        let open = self.graph.open();
        match self.expander.game.prospect(state, &mut self.expander.moves) {
            Prospect::Won(_) => Some(Grown::Proven(open.best_for(player), Distance::exactly(1))),
            Prospect::Lost => Some(Grown::Proven(open.worst_for(player), Distance::exactly(2))),
            Prospect::Open => None,
        }
    }

    /// The bounds that the game declares for an open position, on the evaluator's scale.
    #[inline]
    pub(super) fn bounds(&self, state: &G::State) -> ScoreBounds {
        let Expander { game, evaluator, .. } = &self.expander;
        game.bounds(state).map_or(self.graph.open(), |payoffs| payoffs.valued(game, evaluator))
    }

    /// Adds the node of a tip whose moves are listed, if the budget covers it. `bounds` are known without its moves.
    #[inline]
    pub(super) fn add(
        &mut self,
        tip: Tip,
        position: (G::State, u64),
        bounds: ScoreBounds,
        meter: &mut Meter,
    ) -> Option<usize> {
        let own = Marked::new(tip.player, bounds);
        if self.settings.plays && tip.player.is_none() {
            return self.add_roll(tip, position, own, meter);
        }
        let place = self.expander.expand(&mut self.graph, tip, position, own, None, meter)?;
        self.review(place);
        Some(place)
    }

    /// Adds the node of a roll, and behind each of its outcomes the moves. As long as an outcome is not expanded, it is worth
    /// what the roll was worth. If the budget does not cover all outcomes, the roll remains a tip.
    fn add_roll(
        &mut self,
        tip: Tip,
        position: (G::State, u64),
        own: Marked,
        meter: &mut Meter,
    ) -> Option<usize> {
        let value = match tip.place {
            ROOT => self.expander.evaluator.range().middle(),
            place => self.graph.edge(place).own.mark.value(),
        };
        let node = self.expander.expand(&mut self.graph, tip, position, own, Some(value), meter)?;
        for edge in self.graph.node(node).edges() {
            if self.graph.edge(edge).kind.player().is_some() {
                if !self.expand(node, edge, 0, tip.depth, meter) {
                    // A transposition may still find the node, so that its value must be right.
                    self.review(node);
                    self.graph.unlink(tip.place);
                    return None;
                }
                self.graph.pass(edge, 0);
            }
        }
        self.review(node);
        Some(node)
    }
}

/// Counts the moves of a path that needs no expansion, if the budget covers them. Returns whether it does.
fn spend(meter: &mut Meter, walked: u64) -> bool {
    let is_covered = meter.affords(walked, 0, 0);
    meter.counters.moves += if is_covered { walked } else { 0 };
    is_covered
}
