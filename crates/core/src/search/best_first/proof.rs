//! What a grown tree proves: game values that no estimate has a part in.
//!
//! Proofs are read off the tree when a report is asked for, so that growing pays nothing for them.

use super::backup::Odds;
use super::tree::{Kind, ROOT, Tree};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;
use crate::search::scale::Scale;

/// The game values that a tree proves.
///
/// A node is proven by one child that gives its player all they can get, or by all its children.
#[derive(Debug)]
pub(super) struct Proofs<'a, M> {
    tree: &'a Tree<M>,
    /// One an expansion; none at all where the tree holds no finished game.
    by_expansion: Vec<Option<Proof>>,
}

impl<'a, M: Copy + Eq> Proofs<'a, M> {
    pub(super) fn new(tree: &'a Tree<M>, ends: &Ends) -> Self {
        let mut proofs = Proofs { tree, by_expansion: Vec::new() };
        if !tree.expanded().iter().any(|node| node.has_ends) {
            return proofs;
        }
        proofs.by_expansion.resize(tree.expanded().len(), None);
        let mut worth_a_look: Vec<bool> = tree.expanded().iter().map(|node| node.has_ends).collect();
        // A node is expanded after its parent, so that from the end children come first.
        for (expansion, node) in tree.expanded().iter().enumerate().rev() {
            if worth_a_look[expansion] {
                let place = node.place as usize;
                let proof = proofs.of_expanded(place, ends);
                proofs.by_expansion[expansion] = proof;
                if proof.is_some() && place != ROOT {
                    worth_a_look[tree.expansion(tree.parent(place))] = true;
                }
            }
        }
        proofs
    }

    /// What is proven of a node.
    pub(super) fn of(&self, place: usize) -> Option<Proof> {
        match self.tree.kind(place) {
            Kind::Over => Some(Proof { value: self.tree.value(place), distance: Distance::END }),
            _ if self.tree.is_tip(place) => None,
            _ => self.by_expansion.get(self.tree.expansion(place)).copied().flatten(),
        }
    }

    fn of_expanded(&self, place: usize, ends: &Ends) -> Option<Proof> {
        let children = self.tree.children(place);
        match self.tree.kind(place) {
            Kind::Max => self.of_choice(place, ends.win, ends.loss, |a, b| a > b),
            Kind::Min => self.of_choice(place, ends.loss, ends.win, |a, b| a < b),
            Kind::Chance | Kind::Over => {
                let odds = children.clone().map(|child| self.tree.odds(child));
                proof_of_roll(children.map(|child| self.of(child)), odds)
            }
        }
    }

    /// The proof of a decision whose player can get at `most` and at `least` these values.
    fn of_choice(
        &self,
        place: usize,
        most: f64,
        least: f64,
        better: impl Fn(f64, f64) -> bool,
    ) -> Option<Proof> {
        let mut best: Option<f64> = None;
        let mut open = false;
        for child in self.tree.children(place) {
            let Some(proof) = self.of(child) else {
                open = true;
                continue;
            };
            if best.is_none_or(|best| better(proof.value, best)) {
                best = Some(proof.value);
            }
        }
        let value = best.filter(|&best| best == most || !open)?;
        // A move that nothing is proven of may lead to the same value, and sooner.
        let way = |child| match self.of(child) {
            Some(proof) => (proof.value == value).then_some(proof.distance),
            None => Some(Distance::OPEN),
        };
        let ways = self.tree.children(place).filter_map(way);
        Some(Proof { value, distance: Distance::choice(value == least, ways) })
    }
}

fn proof_of_roll(
    children: impl Iterator<Item = Option<Proof>>,
    odds: impl Iterator<Item = Option<Odds>>,
) -> Option<Proof> {
    let expected = |(proof, odds): (Option<Proof>, Option<Odds>)| Some(proof?.value * odds?.chance);
    let value = children.zip(odds).map(expected).sum::<Option<f64>>()?;
    Some(Proof { value, distance: Distance::OPEN })
}

/// A game value on the tree's scale, with the plies to the end, which are unknown behind chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub(super) value: f64,
    pub(super) distance: Distance,
}

/// Win and loss on the tree's scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) win: f64,
    pub(super) loss: f64,
    /// Win, draw and loss on the evaluator's scale.
    named: [f64; 3],
}

impl Ends {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, scale: &Scale) -> Self {
        let payoffs = game.payoffs();
        let named =
            [payoffs.high, payoffs.middle(), payoffs.low].map(|payoff| evaluator.payoff(game, payoff));
        Ends { win: scale.up(named[0]), loss: scale.up(named[2]), named }
    }

    /// What is certain of any position: it is worth a loss at least, and a win at most.
    pub(super) fn bounds(&self) -> ScoreBounds {
        ScoreBounds { lower: self.loss, upper: self.win }
    }

    /// A certain value on the evaluator's scale. Going up and down may lose a rounding, which a win must not.
    pub(super) fn down(&self, value: f64, scale: &Scale) -> f64 {
        let named = self.named.into_iter().find(|&named| scale.up(named) == value);
        named.unwrap_or_else(|| scale.down(value))
    }
}
