//! What a grown tree is certain of: bounds of values that no estimate has a part in.
//!
//! They are read off the tree when a report is asked for, so that growing pays nothing for them. The plain rule of `mm` is that a
//! position is open until its value is settled: by one child that gives its chooser all they can get, or by all its children.

use super::arena::{Arena, Kind};
use super::tree::Faces;
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::search::distance::Distance;
use crate::search::scale::Scale;
use std::fmt::Debug;

/// What is certain of the positions of a tree, on its scale, with the plies to the end where a value is. These are unknown
/// behind chance.
#[derive(Debug)]
pub(super) struct Certain {
    open: Assured,
    /// One a node; none at all where the tree holds no finished game.
    known: Vec<(Assured, Distance)>,
}

impl Certain {
    pub(super) fn new<S: Clone, M: Copy + Eq, X: Copy + Debug>(tree: &Arena<S, M, Faces<X>>) -> Self {
        let open = tree.rule.ends.open;
        let mut certain = Certain { open, known: Vec::new() };
        if !tree.has_ends() {
            return certain;
        }
        certain.known.resize(tree.nodes().len(), (open, Distance::OPEN));
        for (place, node) in tree.nodes().iter().enumerate().rev() {
            let faces = tree.edges(node).iter().zip(tree.faces(node).0);
            let moves = || faces.clone().map(|(edge, &value)| certain.of(edge.node(), edge.kind, value));
            if moves().all(|(assured, _)| assured == open) {
                continue;
            }
            let bounds = moves().map(|(assured, _)| assured);
            let known = if let Some(chooser) = node.own.chooser {
                let assured = Assured::choice(chooser, bounds);
                let distance = assured.settled().map_or(Distance::OPEN, |value| {
                    Distance::of_value(value, value == open.floor(chooser), moves())
                });
                (assured, distance)
            } else {
                let chances = tree.odds(node).iter().map(|odds| odds.chance);
                (Assured::roll(bounds.zip(chances)), Distance::OPEN)
            };
            if tree.rule.keeps_bounds || known.0.settled().is_some() {
                certain.known[place] = known;
            }
        }
        certain
    }

    /// What is certain of a position of this kind and value, which may be a node.
    #[inline]
    pub(super) fn of(&self, node: Option<usize>, kind: Kind, value: f64) -> (Assured, Distance) {
        match node.and_then(|node| self.known.get(node)) {
            Some(&known) => known,
            None if kind == Kind::Over => (Assured::exactly(value), Distance::END),
            None => (self.open, Distance::OPEN),
        }
    }
}

/// What a game can end with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// What is certain of any position: it is worth a loss at least, and a win at most. On the tree's scale.
    pub(super) open: Assured,
    /// Win, draw and loss on the evaluator's scale.
    named: [f64; 3],
}

impl Ends {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, scale: &Scale) -> Self {
        let payoffs = game.payoffs();
        let named =
            [payoffs.high, payoffs.middle(), payoffs.low].map(|payoff| evaluator.payoff(game, payoff));
        let open = Assured { least: scale.up(named[2]), greatest: scale.up(named[0]) };
        Ends { open, named }
    }

    /// What is certain, on the evaluator's scale. Going up and down may lose a rounding, which a win must not.
    pub(super) fn down(&self, assured: Assured, scale: &Scale) -> Assured {
        let down = |value: f64| {
            let named = self.named.into_iter().find(|&named| scale.up(named) == value);
            named.unwrap_or_else(|| scale.down(value))
        };
        Assured { least: down(assured.least), greatest: down(assured.greatest) }
    }
}
