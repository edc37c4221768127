//! An excursion: follow the arrows to a tip, expand it, go back up.
//!
//! Sources: Korf and Chickering 1996 (best-first minimax: the tip of the principal variation), Cohen-Solal 2020.
//!
//! The way back ends early where going on would change no arrow, as in the recursive form of best-first minimax: as long as
//! the value of a node lies strictly between the best that Max and the best that Min could turn to above it, and nothing
//! new is certain, the next excursion would come by here again. Values and visits above are then in arrears, and are made
//! good when the way back does pass there. The tips are those of the plain loop, which [`Search::step`] walks and a test
//! compares; the moves counted are its too, which pays for the whole way.
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

/// A node on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    node: usize,
    /// The place of the edge that is followed.
    edge: usize,
    /// The excursions that had passed it when it was entered into its visits.
    since: u32,
    here: Here,
}

/// Where an excursion has come to.
#[derive(Clone, Copy, Debug)]
struct Here {
    /// A node; none at a tip.
    node: Option<usize>,
    /// Decisions from the root.
    depth: u32,
    window: Window,
}

impl Here {
    const ROOT: Here = Here { node: Some(ROOT), depth: 0, window: Window::ALL };
}

/// The values of a node that leave every arrow above it as it is, the ends excluded.
#[derive(Clone, Copy, Debug)]
struct Window {
    above: f64,
    below: f64,
}

impl Window {
    const ALL: Window = Window { above: f64::NEG_INFINITY, below: f64::INFINITY };
    /// Behind a roll every value changes the one above.
    const NOTHING: Window = Window { above: f64::INFINITY, below: f64::NEG_INFINITY };

    #[inline]
    fn holds(self, value: f64) -> bool {
        self.above < value && value < self.below
    }

    /// The window of the node along the arrow of this one.
    #[inline]
    fn behind(self, node: &Marked) -> Window {
        // At its bounds a value is cut, so that the one above is another.
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

/// What became of a tip.
enum Grown {
    /// It is this node, new or met before.
    Node(usize),
    /// It needs none: it is worth this, so far from the end.
    Settled(f64, Distance),
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// Excursions from the root, up to `most`, as long as the budget lasts and no move is settled. Ends at the root, every
    /// value on the way brought up to date.
    pub(super) fn excursions(&mut self, meter: &mut Meter, most: u32) {
        self.passes = 0;
        let mut here = Here::ROOT;
        while self.passes < most && !(self.path.is_empty() && self.is_done()) {
            let (is_covered, next) = self.excursion(here, meter);
            here = next;
            if !is_covered || !meter.has_time() {
                break;
            }
            here = self.ascend(here, false);
        }
        self.ascend(here, true);
    }

    /// Goes down from a node on the way, and expands the tip. Says whether the budget covered that, and where it has led.
    fn excursion(&mut self, from: Here, meter: &mut Meter) -> (bool, Here) {
        let here = self.descend(from);
        let (walked, Place { node, edge, .. }) = (self.path.len() as u64, self.path[self.path.len() - 1]);
        let is_covered = if here.node.is_some() {
            // Another line has settled the position: there is only that to be told.
            spend(meter, walked)
        } else {
            self.expand(node, edge, walked, here.depth, meter)
        };
        self.passes += u32::from(is_covered);
        (is_covered, Here { node: self.graph.edge(edge).node(), ..here })
    }

    /// Follows the arrows to a tip, or to a node that is settled.
    fn descend(&mut self, mut here: Here) -> Here {
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

    /// Goes back up from here, bringing edges and nodes up to date, at least to where the next excursion comes by, or to the
    /// root.
    fn ascend(&mut self, mut here: Here, to_root: bool) -> Here {
        while let Some(&Place { node: place, edge, since, here: above }) = self.path.last() {
            if !to_root && here.node.is_some_and(|node| self.stays(node, edge, here.window)) {
                break;
            }
            self.path.pop();
            let before = self.graph.pass(edge, self.passes - since);
            let mark = self.graph.edge(edge).own.mark;
            // A tip that was settled in its place knows by now what it did not know when it was followed.
            let has_bounds_of = here.node.is_some() && mark.has_bounds_of(&before);
            let node = &mut self.graph.nodes[place].own;
            let leads = |player: Player| player.prefers(mark.value(), node.runner_up);
            if has_bounds_of && node.player.is_some_and(leads) {
                node.mark = node.mark.estimating(mark.value());
            } else {
                self.review(place);
            }
            here = above;
        }
        here
    }

    /// Whether the next excursion comes by this node, behind this edge, whatever is brought up to date above.
    #[inline]
    fn stays(&self, node: usize, edge: usize, window: Window) -> bool {
        let mark = &self.graph.node(node).own.mark;
        window.holds(mark.value()) && mark.has_bounds_of(&self.graph.edge(edge).own.mark) && !mark.is_proven()
    }

    /// Looks at all edges of a node.
    #[inline]
    pub(super) fn review(&mut self, place: usize) {
        self.graph.back_up(place);
        self.graph.point(place);
        if place == ROOT {
            self.is_decided = self.graph.is_decided(self.graph.node(ROOT));
        }
    }

    /// Expands the tip behind an edge of a node, reached by `walked` moves and `depth` decisions. Says whether the budget
    /// covered it.
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
            Some(Grown::Settled(value, distance)) => self.graph.settle(edge, value, distance),
        }
        true
    }

    /// Finds or makes the node of a tip, or settles it without one.
    fn develop(&mut self, state: G::State, tip: Tip, meter: &mut Meter) -> Option<Grown> {
        if !tip.may_be_expanded(meter) {
            return None;
        }
        let key = if self.graph.merges() { self.expander.game.key(&state) } else { 0 };
        self.graph.prefetch(key);
        self.expander.moves.clear();
        let settled = match tip.player {
            Some(player) if self.settings.insight => self.prospect(&state, player),
            _ => {
                self.expander.game.moves(&state, &mut self.expander.moves);
                None
            }
        };
        let known = settled.or_else(|| self.graph.find(key).map(Grown::Node));
        if known.is_some() {
            return known.filter(|_| spend(meter, tip.walked));
        }
        let mut bounds = self.graph.open();
        if self.settings.insight && tip.player.is_some() {
            bounds = self.bounds(&state);
            if let Some(value) = bounds.proven() {
                return spend(meter, tip.walked).then_some(Grown::Settled(value, Distance::OPEN));
            }
        }
        self.add(tip, (state, key), bounds, meter).map(Grown::Node)
    }

    /// What is certain of a position at a glance. Where it is open, the moves worth a look are listed.
    #[inline]
    fn prospect(&mut self, state: &G::State, player: Player) -> Option<Grown> {
        let open = self.graph.open();
        match self.expander.game.prospect(state, &mut self.expander.moves) {
            Prospect::Won(_) => Some(Grown::Settled(open.best_for(player), Distance::exactly(1))),
            Prospect::Lost => Some(Grown::Settled(open.worst_for(player), Distance::exactly(2))),
            Prospect::Open => None,
        }
    }

    /// What the game assures of an open position, on the evaluator's scale.
    #[inline]
    pub(super) fn bounds(&self, state: &G::State) -> ScoreBounds {
        let Expander { game, evaluator, .. } = &self.expander;
        game.bounds(state).map_or(self.graph.open(), |payoffs| payoffs.valued(game, evaluator))
    }

    /// Adds the node of a tip whose moves are listed, if the budget covers it. `bounds` is certain of it, its moves aside.
    #[inline]
    pub(super) fn add(
        &mut self,
        tip: Tip,
        position: (G::State, u64),
        bounds: ScoreBounds,
        meter: &mut Meter,
    ) -> Option<usize> {
        let own = Marked::new(tip.player, bounds);
        let place = self.expander.expand(&mut self.graph, tip, position, own, meter)?;
        self.review(place);
        Some(place)
    }
}

/// Counts the moves of a walk that needs nothing else, if the budget covers them.
fn spend(meter: &mut Meter, walked: u64) -> bool {
    let is_covered = meter.affords(walked, 0, 0);
    meter.counters.moves += if is_covered { walked } else { 0 };
    is_covered
}
