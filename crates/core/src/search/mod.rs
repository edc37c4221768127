//! The searches, grouped by how they walk the tree, and the traits that all of them share.

mod batch;
pub mod best_first;
mod builders;
pub mod catalogue;
pub mod depth_first;
pub mod distance;
pub mod found;
mod index;
mod lengths;
pub mod levels;
pub mod mean;
mod padded;
pub mod proof;
pub mod sampling;
pub mod scale;
pub mod tree_view;
mod verdict;
pub(crate) mod worker_pool;

use crate::budget::Budget;
use crate::evaluator::Leaf;
use crate::game::Game;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use depth_first::Window;
use depth_first::events::End;
use tree_view::{Detail, TreeView};

/// A search under way: it can be stepped, asked for a report, and advanced by a played move.
///
/// [`Search::run`] is the loop around [`Search::step`] that most programs need. A program that shows progress, ponders or
/// watches the tree writes the loop itself:
///
/// ```
/// use tiptree::search::best_first::MinMax;
/// use tiptree::testing::synthetic::{HashEvaluator, HashTree};
/// use tiptree::{Budget, Meter, Search, Stop};
///
/// // A random game tree: games of 12 moves, 4 moves a position.
/// let mut search = MinMax::new(HashTree::new(1, 12, 4), HashEvaluator::new(1, 1023));
/// let mut meter = Meter::new(&Budget::moves(2000));
/// let stop = loop {
///     if let Some(stop) = search.step(&mut meter) {
///         break stop;
///     }
///     let so_far = search.report(&meter); // at any time
///     assert!(so_far.counters.moves <= 2000);
/// };
/// assert_eq!(stop, Stop::Moves);
///
/// // Play the move; the next search begins behind it.
/// let best = search.report(&meter).best.expect("the game is not over");
/// search.advance(best);
/// assert!(search.run(&Budget::moves(2000)).best.is_some());
/// ```
pub trait Search<G: Game>: Send {
    /// Starts anew at `state` and forgets everything.
    fn start(&mut self, state: G::State);

    /// Plays `mv`, a legal move, at the root, and keeps what still holds.
    fn advance(&mut self, mv: G::Move);

    /// Does one unit of work: a descent to a tip and back, or an iteration. Returns why the search stops, when there is nothing
    /// more to do or to spend.
    fn step(&mut self, meter: &mut Meter) -> Option<Stop>;

    /// The result so far.
    fn report(&self, meter: &Meter) -> Report<G::Move>;

    /// Prepares a run within `budget`, and starts its clocks.
    fn begin(&mut self, budget: &Budget) -> Meter {
        Meter::new(budget)
    }

    /// Steps until the meter stops, or a slice is spent.
    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            match self.step(meter) {
                Some(stop) => meter.stop(stop),
                None => meter.pause_between_steps(),
            }
        }
    }

    /// Whether [`Search::work`] pauses soon after a slice is spent, because its steps are short: an expansion, not an iteration.
    /// Other searches work on a thread of their own if they are to work in slices.
    fn has_short_steps(&self) -> bool {
        false
    }

    /// Works until `budget` is spent or the search is complete, then reports.
    fn run(&mut self, budget: &Budget) -> Report<G::Move> {
        let mut meter = self.begin(budget);
        self.work(&mut meter);
        self.report(&meter)
    }

    /// A view of the tree grown so far; `None` if the search keeps no tree, which is the default. A view costs nothing until
    /// it is made.
    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        let _ = detail;
        None
    }
}

/// Watches a search at work. Every method does nothing unless overridden, and the observer `()` costs nothing.
pub trait Observer<G: Game>: Send {
    /// Whether [`Observer::considered`] is called for every position: searches that evaluate in batches must then make states
    /// that they would otherwise never make.
    const CONSIDERS: bool = false;

    /// Whether [`Observer::entered`], [`Observer::sorted`] and [`Observer::left`] are called, which tell the
    /// [events](depth_first::events) of alpha-beta, minimax and *-minimax.
    const FOLLOWS: bool = false;

    /// A position was evaluated or entered.
    fn considered(&mut self, game: &G, state: &G::State) {
        let _ = (game, state);
    }

    /// A best-first search added `children` under the tip `parent`. The numbers are places in its tree.
    fn expanded(&mut self, parent: usize, children: std::ops::Range<usize>) {
        let _ = (parent, children);
    }

    /// A depth-first search finished an iteration.
    fn iterated(&mut self, depth: u32, value: f64) {
        let _ = (depth, value);
    }

    /// A depth-first search goes to the node after `mv`, `depth` decisions above the horizon, with this window; to the root if
    /// there is no move.
    fn entered(&mut self, mv: Option<G::Move>, depth: u32, window: Window) {
        let _ = (mv, depth, window);
    }

    /// A depth-first search values all moves of the node that it is in, to sort them.
    fn sorted(&mut self, moves: &[G::Move], leaves: &[Leaf]) {
        let _ = (moves, leaves);
    }

    /// A depth-first search leaves the node that it is in with this value. `unsearched` are the moves that it did not search,
    /// or only probed.
    fn left(&mut self, value: f64, end: End, unsearched: &[G::Move]) {
        let _ = (value, end, unsearched);
    }
}

impl<G: Game> Observer<G> for () {}
