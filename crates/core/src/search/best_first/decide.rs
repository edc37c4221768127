//! Which root move to play, and what the grown tree says of every move.
//!
//! Source: Rivest 1987, section 4: by the backed-up minimax value, or by the mean value, which "will favor a move
//! whose min/max value can be achieved in several ways". By visits is the custom of sampling searches.

use super::backup::{Backup, Minimax, Odds, PowerMean};
use super::levels::Levels;
use super::scale::Scale;
use super::tree::{Kind, ROOT, Tree};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::report::{Outcome, Proven};

/// What makes a root move the best.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// The value that the tree itself backs up.
    Value,
    /// The exact minimax value over the tips, whatever the tree backs up.
    Minimax,
    /// The generalised mean with this p over the tips, whatever the tree backs up.
    Mean(Levels),
    /// The number of expansions behind the move.
    Visits,
}

impl Pick {
    /// The value of every node under this rule; of the tree itself for [`Pick::Value`] and [`Pick::Visits`].
    pub(super) fn values<M: Copy + Eq>(&self, tree: &Tree<M>) -> Vec<f64> {
        match self {
            Pick::Value | Pick::Visits => (0..tree.len()).map(|place| tree.value(place)).collect(),
            Pick::Minimax => backed_up(tree, &Minimax),
            Pick::Mean(p) => backed_up(tree, &PowerMean { p: p.clone() }),
        }
    }
}

/// The tips' values backed up anew by `backup`, a value a node.
fn backed_up<M: Copy + Eq, B: Backup>(tree: &Tree<M>, backup: &B) -> Vec<f64> {
    let mut anew = tree.clone();
    anew.back_up_all(backup);
    (0..anew.len()).map(|place| anew.value(place)).collect()
}

/// The number of expansions in each node's subtree.
pub(super) fn visits<M: Copy + Eq>(tree: &Tree<M>) -> Vec<u64> {
    let mut visits = vec![0; tree.len()];
    for place in (0..tree.len()).rev() {
        visits[place] += u64::from(!tree.is_tip(place));
        if place != ROOT {
            visits[tree.parent(place)] += visits[place];
        }
    }
    visits
}

/// The places of the root's best children by `scores`, the leftmost first.
pub(super) fn best<M: Copy + Eq>(tree: &Tree<M>, maximise: bool, scores: &[f64]) -> Vec<usize> {
    let children = tree.children(ROOT);
    let better = |a: f64, b: f64| if maximise { a > b } else { a < b };
    let mut best: Vec<usize> = Vec::new();
    for child in children {
        match best.first() {
            Some(&leader) if better(scores[child], scores[leader]) => best = vec![child],
            Some(&leader) if scores[child] != scores[leader] => {}
            _ => best.push(child),
        }
    }
    best
}

/// The expected line from `place`: each chooser's best child in turn, down to a tip or a roll.
pub(super) fn line<M: Copy + Eq>(tree: &Tree<M>, mut place: usize) -> Vec<M> {
    let mut line = Vec::new();
    while !tree.is_tip(place) {
        let better = |a: f64, b: f64| if tree.kind(place) == Kind::Max { a > b } else { a < b };
        if tree.kind(place) == Kind::Chance {
            break;
        }
        let children = tree.children(place);
        place = children
            .fold(None, |best: Option<usize>, child| match best {
                Some(leader) if !better(tree.value(child), tree.value(leader)) => best,
                _ => Some(child),
            })
            .expect("an expanded node has children");
        line.extend(tree.mv(place));
    }
    line
}

/// The game value of each node that the tree proves, on the tree's scale, with the plies to the end.
///
/// A node is proven by one child that gives its chooser all they can get, or by all its children. Empty where the tree
/// holds no finished game.
pub(super) fn proofs<M: Copy + Eq>(tree: &Tree<M>, ends: &Ends) -> Vec<Option<Proof>> {
    if !tree.has_ends() {
        return Vec::new();
    }
    let mut proofs: Vec<Option<Proof>> = vec![None; tree.len()];
    for place in (0..tree.len()).rev() {
        let children = tree.children(place);
        proofs[place] = match tree.kind(place) {
            Kind::Over => Some(Proof { value: tree.value(place), plies: Some(0) }),
            _ if children.is_empty() => None,
            Kind::Max => proof_of_choice(&proofs[children], ends.win, ends.loss, |a, b| a > b),
            Kind::Min => proof_of_choice(&proofs[children], ends.loss, ends.win, |a, b| a < b),
            Kind::Chance => proof_of_roll(&proofs[children.clone()], children.map(|child| tree.odds(child))),
        };
    }
    proofs
}

fn proof_of_choice(
    children: &[Option<Proof>],
    most: f64,
    least: f64,
    better: impl Fn(f64, f64) -> bool,
) -> Option<Proof> {
    let known = || children.iter().flatten();
    let best = known().map(|proof| proof.value).reduce(|a, b| if better(b, a) { b } else { a })?;
    if best != most && children.iter().any(Option::is_none) {
        return None;
    }
    let plies = known().filter(|proof| proof.value == best).map(|proof| proof.plies);
    // Who has nothing to gain delays; everybody else takes the short way.
    let plies = if best == least { plies.max() } else { plies.min() };
    Some(Proof { value: best, plies: plies.flatten().map(|plies| plies + 1) })
}

fn proof_of_roll(children: &[Option<Proof>], odds: impl Iterator<Item = Option<Odds>>) -> Option<Proof> {
    let expected = |(proof, odds): (&Option<Proof>, Option<Odds>)| Some((*proof)?.value * odds?.chance);
    let value = children.iter().zip(odds).map(expected).sum::<Option<f64>>()?;
    Some(Proof { value, plies: None })
}

/// A game value on the tree's scale, with the plies to the end where chance does not intervene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    value: f64,
    plies: Option<u32>,
}

/// Win, draw and loss on the tree's scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    win: f64,
    draw: f64,
    loss: f64,
}

impl Ends {
    pub(super) fn new<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, scale: &Scale) -> Self {
        let payoffs = game.payoffs();
        let end = |payoff| scale.up(evaluator.payoff(game, payoff));
        Ends { win: end(payoffs.high), draw: end(payoffs.middle()), loss: end(payoffs.low) }
    }

    /// A proof on the evaluator's scale, under its name.
    pub(super) fn name(&self, proof: Proof, scale: &Scale) -> Proven {
        let result = match proof.value {
            value if value == self.win => Some(Outcome::Win),
            value if value == self.loss => Some(Outcome::Loss),
            // Behind chance, where the distance is unknown, a value halfway need not be a draw.
            value if value == self.draw && proof.plies.is_some() => Some(Outcome::Draw),
            _ => None,
        };
        Proven { value: scale.down(proof.value), result, plies: proof.plies }
    }
}
