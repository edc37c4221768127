//! The search as a method of [`Deepening`](crate::search::depth_first::Deepening), and as a function of a position and a
//! window.

use super::chance::Frame;
use super::descent::{Descent, Node};
use super::lineup::Lineup;
use super::table::BoundsTable;
use super::variant::Variant;
use crate::budget::Budget;
use crate::convert::whole_u64;
use crate::evaluator::{Evaluator, Leaf};
use crate::game::{Game, Keyed, Turn};
use crate::meter::Meter;
use crate::search::Observer;
use crate::search::depth_first::deepen::Method;
use crate::search::depth_first::iteration::Iteration;
use crate::search::depth_first::lines::Lines;
use crate::search::depth_first::walk::Walk;
use crate::search::depth_first::window::Window;
use std::fmt;

/// The bytes that a table reserves in advance per second of a running clock: enough that at Connect-Four no table grows
/// during a search.
const BYTES_A_SECOND: f64 = 512e6;

/// What the paper's tables count, since the search was made or last told to forget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Leaves whose values were backed up, at the horizon or at the end of the game. Every visit counts, except those
    /// that the table answered.
    pub leaves: u64,
    /// Positions evaluated only to order moves.
    pub sorted: u64,
    /// Chance nodes cut off by the results of probes.
    pub probing_cutoffs: u64,
    /// Chance nodes cut off by the results of full searches of their outcomes.
    pub regular_cutoffs: u64,
    /// Chance nodes cut off by bounds from the table.
    pub table_cutoffs: u64,
}

/// *-minimax search with a table of positions, or without one.
#[derive(Clone)]
pub struct Star<G: Game> {
    pub(super) variant: Variant,
    pub(super) table: BoundsTable,
    /// Whether the table remembers anything.
    pub(super) has_table: bool,
    pub(super) tally: Tally,
    pub(super) lines: Lines<G::Move>,
    /// The moves and leaves of one position, before they are lined up.
    pub(super) moves: Vec<G::Move>,
    pub(super) leaves: Vec<Leaf>,
    /// Frames and lineups that are not in use, kept so that nothing is allocated twice.
    pub(super) spare_frames: Vec<Frame<G>>,
    pub(super) spare_lineups: Vec<Lineup<G::Move>>,
}

impl<G: Keyed> Star<G> {
    /// The procedure `variant` without a table.
    pub fn new(variant: Variant) -> Self {
        Star {
            variant,
            table: BoundsTable::new(0),
            has_table: false,
            tally: Tally::default(),
            lines: Lines::default(),
            moves: Vec::new(),
            leaves: Vec::new(),
            spare_frames: Vec::new(),
            spare_lineups: Vec::new(),
        }
    }

    /// The same procedure with a table of at most this many bytes; none if that is 0.
    #[must_use]
    pub fn with_table(self, bytes: u64) -> Self {
        Star { table: BoundsTable::new(bytes), has_table: bytes > 0, ..self }
    }

    /// The key under which the table remembers a position.
    #[inline]
    pub(super) fn key(&self, game: &G, state: &G::State) -> u64 {
        if self.has_table { game.key(state) } else { 0 }
    }

    /// What has been counted since the search was made or last told to forget.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Forgets every position and resets the tally.
    pub fn forget(&mut self) {
        self.table.forget();
        self.tally = Tally::default();
    }

    /// Searches `state` to `depth` decisions with the window `alpha` to `beta`, at once and without limits.
    ///
    /// Returns the value if it lies within the window, else a bound: at most `alpha`, or at least `beta`. The state may be
    /// a decision, a roll or the end of the game. The observer is told of every position that is entered, leaves
    /// included, in their order; those that the table answers are not entered. The table keeps what it knows until
    /// [`Star::forget`]; it must be told to forget when game, evaluator or variant change.
    ///
    /// ```
    /// use tiptree::search::depth_first::star::{Sort, Star, Variant};
    /// use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
    /// use tiptree::{Evaluator, Game, Observer};
    ///
    /// /// Remembers the leaves in the order of their visits.
    /// #[derive(Default)]
    /// struct Leaves(Vec<Place>);
    ///
    /// impl Observer<HashTree> for Leaves {
    ///     const CONSIDERS: bool = true;
    ///     fn considered(&mut self, tree: &HashTree, state: &Place) {
    ///         if tree.turn(state).is_over() {
    ///             self.0.push(*state);
    ///         }
    ///     }
    /// }
    ///
    /// // A chance node with three decisions of Min below, nine leaves in all, worth 0 to 8.
    /// let (tree, evaluator) = (HashTree::new(3, 3, 3).with_dice().with_payoffs(9), HashEvaluator::new(3, 9));
    /// let roll = tree.after(&tree.start(), 0);
    /// let as_printed = Variant { sort: Sort::None, ..Variant::star1() };
    /// let mut star = Star::new(as_printed);
    /// let mut leaves = Leaves::default();
    /// let value = star.search(&tree, &evaluator, &roll, 9, 6.0, 8.0, &mut leaves);
    /// assert!(value <= 6.0, "found not to be worth more than 6");
    /// assert!(leaves.0.len() < 9);
    /// assert_eq!(star.tally().leaves, leaves.0.len() as u64);
    /// assert_eq!(star.tally().regular_cutoffs, 1);
    /// ```
    ///
    /// # Panics
    /// If `alpha < beta` does not hold.
    #[expect(
        clippy::too_many_arguments,
        reason = "a game, a position and a window are what a search is asked for"
    )]
    pub fn search<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        evaluator: &E,
        state: &G::State,
        depth: u32,
        alpha: f64,
        beta: f64,
        observer: &mut O,
    ) -> f64 {
        assert!(alpha < beta, "a window needs alpha < beta, got {alpha} and {beta}");
        let mut meter = Meter::new(&Budget::unlimited());
        self.table.fit(None);
        let mut root = Iteration::new(depth, Turn::Chance, &[], 0.0);
        let mut walk = Walk::new(game, evaluator, observer, &mut meter, &mut root);
        let mut descent = Descent::new(self, &mut walk);
        // At ply 1, as a position below the root, no root moves are recorded.
        let node = Node { depth, ply: 1, window: Window { alpha, beta } };
        descent.walk.entered(None, depth, node.window);
        let value = descent.value(state, node, None).expect("a search without limits");
        descent.leave(value);
        value
    }
}

impl<G: Keyed> Method<G> for Star<G> {
    fn first_depth(&self) -> u32 {
        1
    }

    fn is_exact(&self) -> bool {
        self.variant.best.is_none()
    }

    fn forget(&mut self) {
        Star::forget(self);
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        let budget = walk.meter.budget();
        self.table.fit(budget.memory);
        if let Some(time) = budget.shortest_clock() {
            self.table.prepare(whole_u64(time.as_secs_f64() * BYTES_A_SECOND));
        }
        walk.begin(state)?;
        let value = Descent::new(self, walk).root(state);
        walk.meter.counters.tree_bytes = walk.meter.counters.tree_bytes.max(self.table.bytes());
        walk.root.pv = self.lines.root().to_vec();
        value
    }
}

impl<G: Game> fmt::Debug for Star<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not implement `Debug`, and a table is too large to read.
        let Star { variant, tally, .. } = self;
        f.debug_struct("Star")
            .field("variant", variant)
            .field("tally", tally)
            .field("table_bytes", &self.table.bytes())
            .finish_non_exhaustive()
    }
}
