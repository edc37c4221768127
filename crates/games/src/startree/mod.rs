//! The \*-complete trees on which Ballard 1983 counts the leaves that his searches visit (section 6).
//!
//! The levels are +, \*, -, \*, + and so on, where a + is Max, a - is Min and a \* is chance, and every node has N
//! arcs. The arcs of a + are worth 0, -1 … -(N-1), those of a - are worth 0, 1 … N-1, those of a \* are worth -N/2 …
//! -1, 1 … N/2, all equally likely. A leaf is worth the sum of the arcs that led to it. So the best arc of every player
//! is worth 0 and the mean over the arcs of a \* is 0: *the value of every node is the sum of the arcs above it*, a
//! whole number, and the start is worth 0.
//!
//! Only the order of the arcs decides what a search must visit. It is drawn at random at every node, which is the
//! paper's average case, or it is the best possible order, which is the paper's best case ([`Order`]).
//!
//! The paper draws a \* above the topmost + and drops it for the counting (Fig. 8); here the tree begins with the +.
//! The tree is not stored: a position is the path to it, and the order of its arcs follows from a hash of the path.
//!
//! ```
//! use tiptree::{Game, Notation, Turn};
//! use tiptree_games::startree::{Order, StarTree};
//!
//! let tree = StarTree::new(4, 3, Order::Best)?;
//! let mut moves = Vec::new();
//! tree.moves(&tree.start(), &mut moves);
//! assert_eq!(moves, [0, -1, -2, -3]);
//! assert_eq!(tree.turn(&tree.parse_position("best:-1.2.3")?), Turn::Over(4.0));
//! # Ok::<(), tiptree::ParseError>(())
//! ```

pub(crate) mod by_name;

use std::str::FromStr;
use tiptree::rng::{Rng, scatter};
use tiptree::{Evaluator, Game, Insight, Keyed, Notation, ParseError, Range, Turn};

/// The maximum number of arcs of a node.
const WIDEST: u16 = u16::MAX - 1;

/// The order of the arcs of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Any of the N! orders, drawn at every node from the seed of the deal and the path.
    #[default]
    Random,
    /// Each player's best arc first. A \* under a + has its low arcs first, so that its upper bound falls as early as
    /// possible; a \* under a - has its high arcs first.
    Best,
}

impl FromStr for Order {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "random" => Ok(Order::Random),
            "best" => Ok(Order::Best),
            _ => Err(ParseError::unknown("order of arcs", text, ["random", "best"])),
        }
    }
}

/// The rules of a \*-complete tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarTree {
    branching: u16,
    depth: u32,
    order: Order,
    /// The least and the greatest sum of a path, stored because the value of every leaf is mapped from this range to
    /// another.
    low: i32,
    high: i32,
}

/// A position: the tree that was dealt and the arcs that were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    seed: u64,
    /// The hash of the seed and the path.
    hash: u64,
    /// The indices of the arcs among their siblings as digits in base `branching`, the last one lowest.
    path: u64,
    ply: u32,
    sum: i32,
}

/// The kind of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Plus,
    StarUnderPlus,
    Minus,
    StarUnderMinus,
}

fn level(ply: u32) -> Level {
    match ply % 4 {
        0 => Level::Plus,
        1 => Level::StarUnderPlus,
        2 => Level::Minus,
        _ => Level::StarUnderMinus,
    }
}

impl StarTree {
    /// The trees with `branching` arcs per node and `depth` levels of arcs.
    ///
    /// # Errors
    /// If `branching` is odd or 0, `depth` is 0, or there are more paths than 64 bits can distinguish.
    pub fn new(branching: u16, depth: u32, order: Order) -> Result<Self, ParseError> {
        if branching % 2 == 1 || !(2..=WIDEST).contains(&branching) {
            let expected = format!(
                "an even number from 2 to {WIDEST}: half of the arcs of a chance node are worth less than 0"
            );
            return Err(ParseError::new("branching of startree", branching.to_string(), expected));
        }
        let deepest = u64::MAX.ilog(branching.into());
        if depth == 0 || depth > deepest {
            let expected = format!(
                "1 to {deepest} levels with {branching} arcs a node: a position keeps its path in 64 bits"
            );
            return Err(ParseError::new("depth of startree", depth.to_string(), expected));
        }
        let (low, high) = extremes(branching, depth);
        Ok(StarTree { branching, depth, order, low, high })
    }

    /// The number of arcs of a node.
    pub fn branching(self) -> u16 {
        self.branching
    }

    /// The number of levels of arcs; leaves lie below the last.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// The number of leaves.
    pub fn leaves(self) -> u64 {
        u64::from(self.branching).pow(self.depth)
    }

    fn place(seed: u64) -> Place {
        Place { seed, hash: scatter(seed), path: 0, ply: 0, sum: 0 }
    }

    /// Half the branching factor, which is the greatest arc of a \*.
    fn half(self) -> i32 {
        i32::from(self.branching / 2)
    }

    /// The arc with this index among its siblings, counted from a player's best arc and from the lowest of a chance
    /// node.
    fn arc(self, ply: u32, digit: u16) -> i32 {
        let digit = i32::from(digit);
        match level(ply) {
            Level::Plus => -digit,
            Level::Minus => digit,
            Level::StarUnderPlus | Level::StarUnderMinus if digit < self.half() => digit - self.half(),
            Level::StarUnderPlus | Level::StarUnderMinus => digit - self.half() + 1,
        }
    }

    /// The index of an arc among its siblings: the inverse of [`StarTree::arc`].
    fn digit(self, ply: u32, arc: i32) -> u64 {
        let digit = match level(ply) {
            Level::Plus => -arc,
            Level::Minus => arc,
            Level::StarUnderPlus | Level::StarUnderMinus => arc + self.half() - i32::from(arc > 0),
        };
        digit.unsigned_abs().into()
    }
}

/// The sums of the least and of the greatest arc of every level.
fn extremes(branching: u16, depth: u32) -> (i32, i32) {
    let (last, half) = (i32::from(branching - 1), i32::from(branching / 2));
    (0..depth).fold((0, 0), |(low, high), ply| match level(ply) {
        Level::Plus => (low - last, high),
        Level::Minus => (low, high + last),
        Level::StarUnderPlus | Level::StarUnderMinus => (low - half, high + half),
    })
}

impl Game for StarTree {
    type State = Place;
    /// The arc's worth.
    type Move = i32;

    fn start(&self) -> Place {
        StarTree::place(1)
    }

    fn deal(&self, seed: u64) -> Place {
        if self.is_dealt() { StarTree::place(seed) } else { self.start() }
    }

    /// There are many random orders but only one best tree.
    fn is_dealt(&self) -> bool {
        self.order == Order::Random
    }

    fn turn(&self, state: &Place) -> Turn {
        match level(state.ply) {
            _ if state.ply == self.depth => Turn::Over(state.sum.into()),
            Level::Plus => Turn::Max,
            Level::Minus => Turn::Min,
            Level::StarUnderPlus | Level::StarUnderMinus => Turn::Chance,
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn payoffs(&self) -> Range {
        Range::new(self.low.into(), self.high.into())
    }

    fn moves(&self, state: &Place, moves: &mut Vec<i32>) {
        if state.ply == self.depth {
            return;
        }
        let base = moves.len();
        moves.extend((0..self.branching).map(|digit| self.arc(state.ply, digit)));
        match self.order {
            Order::Random => Rng::new(state.hash).shuffle(&mut moves[base..]),
            Order::Best if level(state.ply) == Level::StarUnderMinus => moves[base..].reverse(),
            Order::Best => {}
        }
    }

    fn play(&self, state: &mut Place, arc: i32) {
        let digit = self.digit(state.ply, arc);
        // Multiples of an odd number are distinct for siblings.
        state.hash = scatter(state.hash ^ (digit + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        state.path = state.path * u64::from(self.branching) + digit;
        state.ply += 1;
        state.sum += arc;
    }
}

impl Keyed for StarTree {
    fn key(&self, state: &Place) -> u64 {
        state.hash
    }
}

impl Insight for StarTree {}

/// A move is written as the worth of its arc, as in `-2`. A position is the seed of the deal, or `best`, then a colon
/// and the arcs taken, joined by points, as in `7:-3.2.0`.
impl Notation for StarTree {
    fn move_text(&self, _state: &Place, arc: i32) -> String {
        arc.to_string()
    }

    fn position_text(&self, state: &Place) -> String {
        let tree = match self.order {
            Order::Random => state.seed.to_string(),
            Order::Best => "best".into(),
        };
        let base = u64::from(self.branching);
        let arc = |ply: u32| {
            let digit = state.path / base.pow(state.ply - 1 - ply) % base;
            self.arc(ply, digit as u16).to_string()
        };
        let arcs: Vec<String> = (0..state.ply).map(arc).collect();
        if arcs.is_empty() { tree } else { format!("{tree}:{}", arcs.join(".")) }
    }

    /// The arcs so far, and whose turn it is.
    fn draw(&self, state: &Place) -> String {
        let left = self.depth - state.ply;
        let next = match self.turn(state) {
            Turn::Max => "Max (+) to move",
            Turn::Min => "Min (-) to move",
            Turn::Chance => "chance (*) is next",
            Turn::Over(_) => "a leaf",
        };
        let levels = if left == 1 { "level" } else { "levels" };
        format!("{}\n{next}, {left} {levels} of {} left", self.position_text(state), self.depth)
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(self.start());
        }
        let (tree, arcs) = text.split_once(':').map_or((text, None), |(tree, arcs)| (tree, Some(arcs)));
        let start = match self.order {
            Order::Random => tree.parse().ok().map(|seed| self.deal(seed)),
            Order::Best => (tree == "best").then(|| self.start()),
        };
        let mut state = start.ok_or_else(|| {
            let expected = match self.order {
                Order::Random => "the seed of a tree and the arcs taken, such as 1 or 1:-3.2.0",
                Order::Best => "best and the arcs taken, such as best or best:-3.2.0",
            };
            ParseError::new("position", text, expected)
        })?;
        for arc in arcs.into_iter().flat_map(|arcs| arcs.split('.')) {
            let arc = self.parse_move(&state, arc)?;
            self.play(&mut state, arc);
        }
        Ok(state)
    }
}

/// The perfect evaluator: the sum of the arcs so far, which is the value of the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSum {
    range: Range,
}

impl PathSum {
    /// The path sums of `tree`.
    pub fn new(tree: &StarTree) -> Self {
        PathSum { range: tree.payoffs().with_step(1.0) }
    }
}

impl Evaluator<StarTree> for PathSum {
    fn range(&self) -> Range {
        self.range
    }

    fn evaluate(&self, _tree: &StarTree, state: &Place) -> f64 {
        state.sum.into()
    }
}
