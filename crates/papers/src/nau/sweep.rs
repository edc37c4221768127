//! Every decision on a board, at every depth of search, by one rule: the fast path of the contests.
//!
//! A position with h moves left is valued d plies deep from the values of its two successors d - 1 plies deep, so one
//! sweep over the board for every d gives all values that any player could ever ask for, each computed once, where a search
//! from every position of a game would compute most of them again and again. A test holds the decisions equal to those of
//! the searches.

use super::board::{Layers, Shape};
use tiptree::player::Player;
use tiptree::search::depth_first::rules::{Rule, Siblings};

/// What a rule decides in every position of a board, at every depth.
#[derive(Clone, Debug)]
pub struct Decisions {
    shape: Shape,
    /// By depth from 1 and moves left from the depth on, then position: 1 for the second of the two moves.
    sides: Vec<Vec<Vec<u8>>>,
}

impl Decisions {
    /// Room for the decisions on boards of this shape.
    pub fn new(shape: Shape) -> Self {
        let depths = 1..=shape.height();
        let sides =
            depths.map(|depth| (depth..=shape.height()).map(|left| vec![0; shape.width(left)]).collect());
        Decisions { shape, sides: sides.collect() }
    }

    /// The side, 0 or 1, that is taken with `left` moves left in the position of this number, after a search `depth` plies
    /// deep: to the end of the game where it is nearer.
    #[inline]
    pub fn side(&self, depth: usize, left: usize, position: usize) -> usize {
        let depth = depth.min(left);
        usize::from(self.sides[depth - 1][left - depth][position])
    }

    /// The last square of a game from the start between a player of Max and a player of Min, each `depth` plies deep.
    pub fn play(max: &Decisions, min: &Decisions, depth: usize) -> usize {
        let shape = max.shape;
        (1..=shape.height()).rev().fold(0, |position, left| {
            let player = if player(left) == Player::Max { max } else { min };
            shape.child(position, player.side(depth, left, position))
        })
    }
}

/// Who moves with `left` moves left: Max makes the last move.
#[inline]
pub fn player(left: usize) -> Player {
    if left % 2 == 1 { Player::Max } else { Player::Min }
}

/// Sweeps boards with one rule.
#[derive(Clone, Debug)]
pub struct Sweep<R: Rule> {
    rule: R,
    /// By moves left, then position.
    values: Vec<Vec<R::Value>>,
    decisions: Decisions,
}

impl<R: Rule> Sweep<R> {
    /// A sweep over boards of this shape.
    pub fn new(rule: R, shape: Shape) -> Self {
        let values = (0..=shape.height()).map(|left| vec![rule.leaf(0.0); shape.width(left)]).collect();
        Sweep { rule, values, decisions: Decisions::new(shape) }
    }

    /// The decisions on a board whose static values are these.
    pub fn decide(&mut self, statics: &Layers) -> &Decisions {
        let Sweep { rule, values, decisions } = self;
        let shape = decisions.shape;
        for (values, statics) in values.iter_mut().zip(&statics.0) {
            for (value, &tip) in values.iter_mut().zip(statics) {
                *value = rule.leaf(tip);
            }
        }
        for (sides, depth) in decisions.sides.iter_mut().zip(1..) {
            // From the top down, so that the successors still have their values of the sweep before.
            for left in (depth..=shape.height()).rev() {
                let (below, above) = values.split_at_mut(left);
                let (children, parents) = (&below[left - 1], &mut above[0]);
                let player = player(left);
                let sides = &mut sides[left - depth];
                for (position, (parent, side)) in parents.iter_mut().zip(sides).enumerate() {
                    let first = shape.child(position, 0);
                    let pair = [children[first], children[first + 1]];
                    let [one, other] = pair.map(|child| rule.value(child));
                    // Equals go to the first move, for either player and every rule.
                    *side = u8::from(if player == Player::Max { other > one } else { other < one });
                    let siblings = Siblings { player, owner: player, level: 0, values: &pair };
                    *parent = rule.back_up(&siblings);
                }
            }
        }
        decisions
    }
}
