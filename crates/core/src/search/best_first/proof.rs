//! What a grown tree proves: game values that no estimate has a part in.
//!
//! Proofs are read off the tree when a report is asked for, so that growing pays nothing for them.

use super::backup::Odds;
use super::tree::{Kind, ROOT, Tree};
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::search::scale::Scale;

/// The game values that a tree proves.
///
/// A node is proven by one child that gives its chooser all they can get, or by all its children.
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
            Kind::Over => Some(Proof { value: self.tree.value(place), plies: Some(0) }),
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

    /// The proof of a decision whose chooser can get at `most` and at `least` these values.
    fn of_choice(
        &self,
        place: usize,
        most: f64,
        least: f64,
        better: impl Fn(f64, f64) -> bool,
    ) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        let mut open = false;
        for child in self.tree.children(place) {
            let Some(proof) = self.of(child) else {
                open = true;
                continue;
            };
            best = match best {
                Some(leader) if better(leader.value, proof.value) => best,
                // Who has nothing to gain delays; everybody else takes the short way.
                Some(leader) if leader.value == proof.value => {
                    let plies = (leader.plies, proof.plies);
                    let plies =
                        if proof.value == least { plies.0.max(plies.1) } else { plies.0.min(plies.1) };
                    Some(Proof { plies, ..proof })
                }
                _ => Some(proof),
            };
        }
        let best = best.filter(|best| best.value == most || !open)?;
        Some(Proof { plies: best.plies.map(|plies| plies + 1), ..best })
    }
}

fn proof_of_roll(
    children: impl Iterator<Item = Option<Proof>>,
    odds: impl Iterator<Item = Option<Odds>>,
) -> Option<Proof> {
    let expected = |(proof, odds): (Option<Proof>, Option<Odds>)| Some(proof?.value * odds?.chance);
    let value = children.zip(odds).map(expected).sum::<Option<f64>>()?;
    Some(Proof { value, plies: None })
}

/// A game value on the tree's scale, with the plies to the end where chance does not intervene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub(super) value: f64,
    pub(super) plies: Option<u32>,
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
    pub(super) fn assured(&self) -> Assured {
        Assured { least: self.loss, greatest: self.win }
    }

    /// A certain value on the evaluator's scale. Going up and down may lose a rounding, which a win must not.
    pub(super) fn down(&self, value: f64, scale: &Scale) -> f64 {
        let named = self.named.into_iter().find(|&named| scale.up(named) == value);
        named.unwrap_or_else(|| scale.down(value))
    }

    /// Better than any number of visits where the chooser of this kind of node wins, worse where they lose.
    pub(super) fn decided_for(&self, proof: Proof, kind: Kind) -> Option<f64> {
        let sign = if kind == Kind::Max { 1.0 } else { -1.0 };
        match proof.value {
            value if value == self.win => Some(sign * f64::INFINITY),
            value if value == self.loss => Some(-sign * f64::INFINITY),
            _ => None,
        }
    }
}
