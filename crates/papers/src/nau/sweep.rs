//! All decisions on a board, at every search depth, by one rule: the fast path of the contests.
//!
//! The value of a position at depth d follows from the values of its two successors at depth d - 1. One sweep over the
//! board for every d therefore gives every value that any player could need, each computed once; searching from every
//! position of a game would compute most of them repeatedly. A test checks that the decisions equal those of the
//! searches.

use super::board::{Layers, Shape};
use tiptree::player::Player;
use tiptree::search::depth_first::rules::{Rule, Siblings};

/// The decisions of a rule in every position of a board, at every depth.
#[derive(Clone, Debug)]
pub struct Decisions {
    shape: Shape,
    /// By depth from 1, moves left from the depth on, and position: 1 for the second of the two moves.
    sides: Vec<Vec<Vec<u8>>>,
}

impl Decisions {
    /// Storage for the decisions on boards of this shape.
    pub fn new(shape: Shape) -> Self {
        let depths = 1..=shape.height();
        let sides =
            depths.map(|depth| (depth..=shape.height()).map(|left| vec![0; shape.width(left)]).collect());
        Decisions { shape, sides: sides.collect() }
    }

    /// The side, 0 or 1, chosen with `left` moves left in this position after a search of `depth` plies, or to the end
    /// of the game if that is nearer.
    #[inline]
    pub fn side(&self, depth: usize, left: usize, position: usize) -> usize {
        let depth = depth.min(left);
        usize::from(self.sides[depth - 1][left - depth][position])
    }

    /// The last square of a game from the start between `max` and `min`, each searching `depth` plies.
    pub fn play(max: &Decisions, min: &Decisions, depth: usize) -> usize {
        let shape = max.shape;
        (1..=shape.height()).rev().fold(0, |position, left| {
            let player = if player(left) == Player::Max { max } else { min };
            shape.child(position, player.side(depth, left, position))
        })
    }
}

/// The player to move with `left` moves left: Max makes the last move.
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

    /// The decisions on a board with these static values.
    pub fn decide(&mut self, statics: &Layers) -> &Decisions {
        let Sweep { rule, values, decisions } = self;
        let shape = decisions.shape;
        for (values, statics) in values.iter_mut().zip(&statics.0) {
            for (value, &tip) in values.iter_mut().zip(statics) {
                *value = rule.leaf(tip);
            }
        }
        for (sides, depth) in decisions.sides.iter_mut().zip(1..) {
            // From the top down, so that the successors still have their values of the previous sweep.
            for left in (depth..=shape.height()).rev() {
                let (below, above) = values.split_at_mut(left);
                let (children, parents) = (&below[left - 1], &mut above[0]);
                let player = player(left);
                let sides = &mut sides[left - depth];
                for (position, (parent, side)) in parents.iter_mut().zip(sides).enumerate() {
                    let first = shape.child(position, 0);
                    let pair = [children[first], children[first + 1]];
                    let [one, other] = pair.map(|child| rule.value(child));
                    // Ties go to the first move, for either player and every rule.
                    *side = u8::from(if player == Player::Max { other > one } else { other < one });
                    let siblings = Siblings { player, owner: player, level: 0, values: &pair };
                    *parent = rule.back_up(&siblings);
                }
            }
        }
        decisions
    }
}
