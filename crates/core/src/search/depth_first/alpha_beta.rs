//! Minimax with alpha-beta pruning as Rivest 1987 played it against his own method (section 5.4).
//!
//! "A depth bound of two ply was initially searched, and then the search was repeatedly restarted with a larger depth
//! boundary […] the result of the last *complete* search was used […] No information was carried over from a search at
//! one depth to the search at the next. The children of a node were searched in order of their static evaluations,
//! best-first."
//!
//! The paper does not say what the ordering costs, and its comparison is by calls of the move operator. [`Reading`]
//! has the three possibilities; the plainest, V2, reproduces the published total.
//!
//! Chance nodes are an addition to the paper. Their outcomes are searched with a full window and averaged, so that
//! nothing is pruned through them and the value equals plain minimax on any game. Turns need not alternate. With a depth
//! limit of one decision, the only iteration has depth one.
//!
//! Contract of the recursion (fail-soft), with `exact` the value of plain minimax to the same depth:
//!
//! * `alpha < value < beta` implies `value == exact`;
//! * `value <= alpha` implies `exact <= value`;
//! * `value >= beta` implies `exact >= value`.

use super::deepen::Method;
use super::events::End;
use super::lines::Lines;
use super::walk::Walk;
use super::window::Window;
use crate::evaluator::{Evaluator, Leaf};
use crate::expectation::Expectation;
use crate::game::{Game, Turn, declared_chances};
use crate::parse_error::ParseError;
use crate::player::Player;
use crate::report::Bound;
use crate::search::Observer;
use std::fmt;
use std::str::FromStr;

/// What "children searched in order of their static evaluations" costs in move calls.
///
/// A frontier position is a decision whose children lie on the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A frontier position takes its children's values from the pass that sorted them: a leaf costs one call.
    V0,
    /// The children of a frontier position are not sorted but scanned until a cutoff: a leaf costs one call, and a leaf
    /// after the cutoff none.
    V1,
    /// Every position makes each of its moves to sort them, then makes them again, leaves included: a leaf costs two
    /// calls and two evaluations.
    #[default]
    V2,
}

impl FromStr for Reading {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "v0" => Ok(Reading::V0),
            "v1" => Ok(Reading::V1),
            "v2" => Ok(Reading::V2),
            _ => Err(ParseError::unknown("reading", text, ["v2", "v0", "v1"])),
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reading::V0 => "v0",
            Reading::V1 => "v1",
            Reading::V2 => "v2",
        })
    }
}

/// Rivest's alpha-beta.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game> {
    reading: Reading,
    /// A stack of the children still to be searched along the path, each position's above its parent's.
    queue: Vec<Candidate<G::Move>>,
    /// A stack of the probabilities of the outcomes along the path.
    chances: Vec<f64>,
    /// The moves and leaves of one position, before they are queued.
    moves: Vec<G::Move>,
    leaves: Vec<Leaf>,
    lines: Lines<G::Move>,
}

/// A child in the queue: its move, and its static value from the sorting pass.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    value: f64,
    over: bool,
    mv: M,
}

/// A position's place in the search: decisions left, plies from the root, and the window.
#[derive(Clone, Copy, Debug)]
struct Node {
    depth: u32,
    ply: usize,
    window: Window,
}

impl<G: Game> Default for AlphaBeta<G> {
    fn default() -> Self {
        AlphaBeta::reading(Reading::default())
    }
}

impl<G: Game> AlphaBeta<G> {
    /// Alpha-beta with section 5.4 read in this way.
    pub fn reading(reading: Reading) -> Self {
        AlphaBeta {
            reading,
            queue: Vec::new(),
            chances: Vec::new(),
            moves: Vec::new(),
            leaves: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// The value of a position at least one decision above the horizon.
    fn value<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        node: Node,
    ) -> Option<f64> {
        self.lines.clear(node.ply);
        match walk.game.turn(state) {
            Turn::Over(payoff) => {
                let value = walk.evaluator.payoff(walk.game, payoff);
                walk.left(value, End::Over, Vec::new);
                Some(value)
            }
            Turn::Max => self.decide(Player::Max, walk, state, node),
            Turn::Min => self.decide(Player::Min, walk, state, node),
            Turn::Chance => self.expect(walk, state, node),
        }
    }

    /// The value of a decision of `player`.
    fn decide<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        player: Player,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        mut node: Node,
    ) -> Option<f64> {
        let base = self.queue.len();
        self.line_up(player, walk, state, node)?;
        walk.reach(node.depth - 1);
        let mut best = player.worst();
        let (mut end, mut searched) = (End::Complete, self.queue.len());
        for place in base..self.queue.len() {
            let candidate = self.queue[place];
            let before = walk.nodes();
            let value = self.child(walk, state, candidate, node)?;
            best = player.better(value, best);
            let improves = node.window.is_improved_by(player, value);
            if node.ply == 0 {
                record(player, walk, candidate.mv, value, improves, before);
            }
            if improves {
                node.window.improve(player, value);
                if node.window.is_closed() {
                    (end, searched) = (End::refuted_by(player), place + 1);
                    break;
                }
                self.lines.put(node.ply, candidate.mv);
            }
        }
        walk.left(best, end, || self.queue[searched..].iter().map(|candidate| candidate.mv).collect());
        self.queue.truncate(base);
        Some(best)
    }

    /// Queues the children of a decision in the order in which they will be searched.
    #[inline]
    fn line_up<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        player: Player,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        node: Node,
    ) -> Option<()> {
        self.moves.clear();
        walk.game.moves(state, &mut self.moves);
        if node.depth == 1 {
            // The recursion does not enter the leaves, so their row of the principal variation is cleared here.
            self.lines.clear(node.ply + 1);
            if self.reading == Reading::V1 {
                self.queue.extend(self.moves.iter().map(|&mv| Candidate { value: 0.0, over: false, mv }));
                return Some(());
            }
        }
        self.leaves.clear();
        walk.leaves(state, &self.moves, &mut self.leaves)?;
        walk.sorted(&self.moves, &self.leaves);
        if node.ply == 0 {
            walk.root.sketch(&self.leaves);
        }
        let base = self.queue.len();
        let seen = self.moves.iter().zip(&self.leaves);
        self.queue.extend(seen.map(|(&mv, leaf)| Candidate {
            value: leaf.value,
            over: leaf.turn.is_over(),
            mv,
        }));
        sort(player, &mut self.queue[base..]);
        Some(())
    }

    /// The value of one child of a decision.
    #[inline]
    fn child<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        candidate: Candidate<G::Move>,
        node: Node,
    ) -> Option<f64> {
        if node.depth > 1 {
            let child = walk.enter(state, candidate.mv)?;
            walk.entered(Some(candidate.mv), node.depth - 1, node.window);
            return self.value(walk, &child, Node { depth: node.depth - 1, ply: node.ply + 1, ..node });
        }
        walk.entered(Some(candidate.mv), 0, node.window);
        match self.reading {
            Reading::V0 => walk.take_leaf(candidate.value, candidate.over),
            Reading::V1 | Reading::V2 => walk.enter_leaf(state, candidate.mv),
        }
    }

    /// The expectation at a chance node. Every outcome is searched exactly, in the game's order, whatever the window.
    fn expect<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        node: Node,
    ) -> Option<f64> {
        walk.root.rolled = true;
        let (base, chance_base) = (self.queue.len(), self.chances.len());
        self.moves.clear();
        walk.game.moves(state, &mut self.moves);
        declared_chances(walk.game, state, &self.moves, &mut self.chances);
        self.queue.extend(self.moves.iter().map(|&mv| Candidate { value: 0.0, over: false, mv }));
        let below = Node { ply: node.ply + 1, window: Window::OPEN, ..node };
        let mut expectation = Expectation::EMPTY;
        for place in 0..self.queue.len() - base {
            let mv = self.queue[base + place].mv;
            let before = walk.nodes();
            let child = walk.enter(state, mv)?;
            walk.entered(Some(mv), below.depth, below.window);
            let value = self.value(walk, &child, below)?;
            if node.ply == 0 {
                walk.root.record(mv, value, Bound::Exact, walk.nodes() - before);
            }
            expectation.add(self.chances[chance_base + place], value);
        }
        self.queue.truncate(base);
        self.chances.truncate(chance_base);
        let value = expectation.value();
        walk.left(value, End::Complete, Vec::new);
        Some(value)
    }
}

/// Records a root move, whose window ran from the best value so far to infinity, or to minus infinity for Min.
fn record<G: Game, E: Evaluator<G>, O: Observer<G>>(
    player: Player,
    walk: &mut Walk<'_, G, E, O>,
    mv: G::Move,
    value: f64,
    improves: bool,
    before: u64,
) {
    let bound = match player {
        _ if improves => Bound::Exact,
        Player::Max => Bound::Upper,
        Player::Min => Bound::Lower,
    };
    walk.root.record(mv, value, bound, walk.nodes() - before);
    if improves {
        walk.root.choose(mv);
    }
}

/// Sorts the candidates by ascending values times `sign`; equal values keep their order. Compiled once for both sides.
fn sort_many<M>(candidates: &mut [Candidate<M>], sign: f64) {
    let order = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal);
    candidates.sort_by(|a, b| order(sign * a.value, sign * b.value));
}

/// Sorts the candidates best first for the player to move; equal values keep their order.
#[inline]
fn sort<M: Copy>(player: Player, candidates: &mut [Candidate<M>]) {
    /// The most candidates for which comparing all with all is the fastest way to sort.
    const FEW: usize = 16;
    let count = candidates.len();
    if count > FEW {
        sort_many(candidates, -player.sign());
    } else if count > 1 {
        // The outcome of a comparison cannot be predicted, so counting ranks without branches beats an insertion sort.
        let mut ranks = [0u8; FEW];
        let sign = player.sign();
        for later in 1..count {
            let value = sign * candidates[later].value;
            let mut rank = 0;
            for (other, other_rank) in candidates[..later].iter().zip(&mut ranks) {
                let passes = u8::from(value > sign * other.value);
                *other_rank += passes;
                rank += 1 - passes;
            }
            ranks[later] = rank;
        }
        let mut unsorted = [candidates[0]; FEW];
        unsorted[..count].copy_from_slice(candidates);
        for (candidate, rank) in unsorted[..count].iter().zip(ranks) {
            candidates[usize::from(rank)] = *candidate;
        }
    }
}

impl<G: Game> Method<G> for AlphaBeta<G> {
    fn first_depth(&self) -> u32 {
        2
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        // An iteration that was cut short leaves its path on the stacks.
        self.queue.clear();
        self.chances.clear();
        walk.begin(state)?;
        let root = Node { depth: walk.root.depth, ply: 0, window: Window::OPEN };
        walk.entered(None, root.depth, root.window);
        let value = self.value(walk, state, root)?;
        walk.root.pv = self.lines.root().to_vec();
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of candidates with these values, sorted for Max or for Min.
    fn sorted(player: Player, values: &[u32]) -> Vec<usize> {
        let candidate = |(mv, &value): (usize, &u32)| Candidate { value: value.into(), over: false, mv };
        let mut candidates: Vec<_> = values.iter().enumerate().map(candidate).collect();
        sort(player, &mut candidates);
        candidates.iter().map(|candidate| candidate.mv).collect()
    }

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        assert_eq!(sorted(Player::Max, &[1, 3, 2, 3, 1]), [1, 3, 2, 0, 4]);
        assert_eq!(sorted(Player::Min, &[1, 3, 2, 3, 1]), [0, 4, 2, 1, 3]);
    }

    #[test]
    fn many_children_are_sorted_like_few() {
        let values: Vec<u32> = (0..40).map(|number| number * 7 % 5).collect();
        let mut expected: Vec<usize> = (0..40).collect();
        expected.sort_by_key(|&mv| values[mv]);
        assert_eq!(sorted(Player::Min, &values), expected);
        expected.sort_by_key(|&mv| (std::cmp::Reverse(values[mv]), mv));
        assert_eq!(sorted(Player::Max, &values), expected);
    }
}
