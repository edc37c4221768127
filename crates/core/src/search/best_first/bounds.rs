//! The bounds that a grown tree proves for its positions.
//!
//! They are computed when a report is asked for, so that growing pays nothing for them.

use super::arena::{Arena, Kind};
use super::tree::Faces;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;
use crate::search::scale::Scale;

/// The bounds of the positions of a tree, on its scale, and the plies to the end of the game where the value is proven. The plies
/// are unknown behind chance.
#[derive(Debug)]
pub(super) struct TreeBounds {
    open: ScoreBounds,
    /// One per node; empty if the tree holds no finished game, or was not passed through.
    known: Vec<(ScoreBounds, Distance)>,
}

impl TreeBounds {
    /// The bounds without a pass through the tree: only finished games have any.
    pub(super) fn unknown<S: Clone, M: Copy + Eq>(tree: &Arena<S, M, Faces>) -> Self {
        TreeBounds { open: tree.rule.ends.open, known: Vec::new() }
    }

    pub(super) fn new<S: Clone, M: Copy + Eq>(tree: &Arena<S, M, Faces>) -> Self {
        let mut found = TreeBounds::unknown(tree);
        let open = found.open;
        if !tree.has_ends() {
            return found;
        }
        found.known.resize(tree.nodes().len(), (open, Distance::OPEN));
        for (place, node) in tree.nodes().iter().enumerate().rev() {
            let faces = tree.edges(node).iter().zip(tree.faces(node).0);
            let moves = || faces.clone().map(|(edge, &value)| found.of(edge.node(), edge.kind, value));
            if moves().all(|(bounds, _)| bounds == open) {
                continue;
            }
            let bounds = moves().map(|(bounds, _)| bounds);
            let known = if let Some(player) = node.own.player {
                let bounds = ScoreBounds::choice(player, bounds);
                let distance = bounds.proven().map_or(Distance::OPEN, |value| {
                    Distance::of_value(value, value == open.worst_for(player), moves())
                });
                (bounds, distance)
            } else {
                let chances = tree.odds(node).iter().map(|odds| odds.chance);
                (ScoreBounds::roll(bounds.zip(chances)), Distance::OPEN)
            };
            found.known[place] = known;
        }
        found
    }

    /// The bounds of a position with this kind and value; `node` is its node if it is expanded.
    #[inline]
    pub(super) fn of(&self, node: Option<usize>, kind: Kind, value: f64) -> (ScoreBounds, Distance) {
        match node.and_then(|node| self.known.get(node)) {
            Some(&known) => known,
            None if kind == Kind::Over => (ScoreBounds::exactly(value), Distance::END),
            None => (self.open, Distance::OPEN),
        }
    }
}

/// The payoffs that a game can end with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// The bounds of every position, from a loss to a win, on the tree's scale.
    pub(super) open: ScoreBounds,
    /// Win, draw and loss on the evaluator's scale.
    named: [f64; 3],
}

impl Ends {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, scale: &Scale) -> Self {
        let payoffs = game.payoffs();
        let named =
            [payoffs.high, payoffs.middle(), payoffs.low].map(|payoff| evaluator.payoff(game, payoff));
        let open = ScoreBounds { lower: scale.up(named[2]), upper: scale.up(named[0]) };
        Ends { open, named }
    }

    /// Converts bounds to the evaluator's scale. Wins, draws and losses stay exact, although the conversion may round.
    pub(super) fn down(&self, bounds: ScoreBounds, scale: &Scale) -> ScoreBounds {
        let down = |value: f64| {
            let named = self.named.into_iter().find(|&named| scale.up(named) == value);
            named.unwrap_or_else(|| scale.down(value))
        };
        ScoreBounds { lower: down(bounds.lower), upper: down(bounds.upper) }
    }
}
