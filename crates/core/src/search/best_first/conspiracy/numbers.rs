//! Conspiracy numbers: for every bucket of values, how many tips must change for a node to get there.

use crate::convert::{count_f64, whole_usize};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::arena::{Arena, Kind, Node};
use crate::search::best_first::tree::{Faces, Way};

/// The number of buckets into which values are divided.
pub const BUCKETS: usize = 32;
/// The number of a conspiracy that cannot succeed.
pub const NEVER: u8 = u8::MAX;
/// The greatest number that is counted; a larger conspiracy counts as this one.
const MOST: u8 = NEVER - 1;

/// The part of the tree's scale that the buckets cover. Values outside belong to the first or the last bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    low: f64,
    factor: f64,
}

impl Window {
    /// Buckets of equal width between these bounds.
    pub fn new(bounds: ScoreBounds) -> Self {
        Window { low: bounds.lower, factor: count_f64(BUCKETS as u64) / (bounds.upper - bounds.lower) }
    }

    /// The bucket of a value.
    #[inline]
    pub fn bucket(&self, value: f64) -> usize {
        // A negative number becomes 0.
        whole_usize((value - self.low) * self.factor).min(BUCKETS - 1)
    }
}

/// The conspiracy numbers of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// How many tips must change for its value to be in this bucket or above.
    pub up: [u8; BUCKETS],
    /// How many tips must change for its value to be in this bucket or below.
    pub down: [u8; BUCKETS],
}

impl Numbers {
    /// The numbers of a tip: it conspires alone, and never if the game is over.
    #[inline]
    fn of_tip(bucket: usize, is_over: bool) -> Self {
        let price = if is_over { NEVER } else { 1 };
        let mut numbers = Numbers { up: [price; BUCKETS], down: [price; BUCKETS] };
        numbers.up[..=bucket].fill(0);
        numbers.down[bucket..].fill(0);
        numbers
    }

    /// The numbers for raising the value, or for lowering it.
    #[inline]
    pub fn side(&self, raises: bool) -> &[u8; BUCKETS] {
        if raises { &self.up } else { &self.down }
    }

    /// The numbers of a decision from those of its moves. One move is enough to get what the player wants; for the contrary
    /// all must change.
    #[inline]
    pub fn of_choice(player: Player, moves: impl Iterator<Item = Numbers>) -> Self {
        let mut any = [NEVER; BUCKETS];
        let mut all = [0; BUCKETS];
        let mut never = [0; BUCKETS];
        for numbers in moves {
            let raises = player == Player::Max;
            let (wanted, feared) = (numbers.side(raises), numbers.side(!raises));
            for bucket in 0..BUCKETS {
                any[bucket] = any[bucket].min(wanted[bucket]);
                all[bucket] = feared[bucket].saturating_add(all[bucket]);
                never[bucket] |= u8::from(feared[bucket] == NEVER);
            }
        }
        for bucket in 0..BUCKETS {
            all[bucket] = if never[bucket] == 0 { all[bucket].min(MOST) } else { NEVER };
        }
        match player {
            Player::Max => Numbers { up: any, down: all },
            Player::Min => Numbers { up: all, down: any },
        }
    }

    /// The ends of the interval of values for which fewer than `threshold` tips must conspire.
    pub fn plausible(&self, threshold: u8) -> (usize, usize) {
        let is_plausible = |number: &u8| *number < threshold;
        let lowest = self.down.iter().position(is_plausible).unwrap_or(0);
        (lowest, self.up.iter().rposition(is_plausible).unwrap_or(BUCKETS - 1))
    }

    /// The fewest tips that can change anything; `None` if nothing can.
    pub fn fewest(&self) -> Option<u8> {
        let changes = |number: &u8| *number > 0 && *number < NEVER;
        self.up.iter().chain(&self.down).copied().filter(changes).min()
    }
}

/// The numbers of every node of a tree, in the buckets of a window.
#[derive(Clone, Debug)]
pub(super) struct TreeNumbers {
    pub(super) window: Window,
    /// By the number of the node.
    pub(super) nodes: Vec<Numbers>,
}

impl TreeNumbers {
    /// No numbers yet, and buckets between these bounds.
    pub(super) fn new(bounds: ScoreBounds) -> Self {
        TreeNumbers { window: Window::new(bounds), nodes: Vec::new() }
    }

    /// The numbers of a position with this kind and value; `node` is its node if it is expanded.
    #[inline]
    pub(super) fn of(&self, (node, kind): (Option<usize>, Kind), value: f64) -> Numbers {
        match node {
            Some(node) => self.nodes[node],
            None => Numbers::of_tip(self.window.bucket(value), kind == Kind::Over),
        }
    }

    /// The numbers of the positions behind a node's edges.
    #[inline]
    fn behind<S: Clone, M: Copy + Eq>(
        &self,
        tree: &Arena<S, M, Faces>,
        node: &Node<Way>,
    ) -> impl Iterator<Item = Numbers> {
        let faces = tree.edges(node).iter().zip(tree.faces(node).0);
        faces.map(move |(edge, &value)| self.of((edge.node(), edge.kind), value))
    }

    /// Recomputes the numbers of a node from its children's, whose values are up to date. A new node is the last one.
    pub(super) fn recompute<S: Clone, M: Copy + Eq>(&mut self, tree: &Arena<S, M, Faces>, node: usize) {
        let place = tree.node(node);
        let numbers = Numbers::of_choice(player(place), self.behind(tree, place));
        match self.nodes.get_mut(node) {
            Some(old) => *old = numbers,
            None => self.nodes.push(numbers),
        }
    }

    /// The edge of a node that leads to the first tip of a smallest conspiracy to raise the node to a bucket, or to lower
    /// it. Returns the index among the node's edges.
    pub(super) fn follow<S: Clone, M: Copy + Eq>(
        &self,
        tree: &Arena<S, M, Faces>,
        node: &Node<Way>,
        (bucket, raises): (usize, bool),
    ) -> Option<u32> {
        let mut numbers = self.behind(tree, node).map(|numbers| numbers.side(raises)[bucket]).zip(0..);
        let chooses = (player(node) == Player::Max) == raises;
        let way = if chooses {
            numbers.min_by_key(|&(number, _)| number)
        } else {
            numbers.find(|(number, _)| (1..NEVER).contains(number))
        };
        way.map(|(_, edge)| edge)
    }
}

/// The player to decide at a node, in a game without chance.
fn player(node: &Node<Way>) -> Player {
    node.own.player.unwrap_or(Player::Max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_family_is_enough_or_all_must_act() {
        let tips = [(10, false), (12, false), (12, true)].map(|(bucket, over)| Numbers::of_tip(bucket, over));
        let max = Numbers::of_choice(Player::Max, tips.into_iter());
        assert_eq!((max.up[12], max.up[13], max.down[12], max.down[11]), (0, 1, 0, NEVER));
        let open = Numbers::of_choice(Player::Max, tips[..2].iter().copied());
        assert_eq!((open.down[11], open.down[9]), (1, 2));
        let min = Numbers::of_choice(Player::Min, tips.into_iter());
        assert_eq!((min.down[10], min.down[9], min.up[10], min.up[11], min.up[13]), (0, 1, 0, 1, NEVER));
        assert_eq!((max.plausible(2), open.plausible(2), open.plausible(3)), ((12, 31), (10, 31), (0, 31)));
    }

    #[test]
    fn a_great_conspiracy_is_not_an_impossible_one() {
        let tip = Numbers::of_tip(7, false);
        let many = Numbers::of_choice(Player::Max, std::iter::repeat_n(tip, 1000));
        assert_eq!((many.down[6], many.up[8], many.fewest()), (MOST, 1, Some(1)));
        assert_eq!(Numbers::of_tip(7, true).fewest(), None);
    }

    #[test]
    fn what_lies_outside_the_window_belongs_to_its_ends() {
        let window = Window::new(ScoreBounds { lower: 100.0, upper: 132.0 });
        let buckets = [1.0, 100.0, 100.9, 101.0, 131.0, 132.0, 1023.0].map(|value| window.bucket(value));
        assert_eq!(buckets, [0, 0, 0, 1, 31, 31, 31]);
    }
}
