//! Tiptree searches game trees by growing them at the tip that matters most.
//!
//! 1. Describe your game: implement [`Game`], [`Keyed`] and [`Insight`].
//! 2. Estimate the value of an unfinished position: implement [`Evaluator`], or take [`Neutral`].
//! 3. Build a search by its name with [`catalogue::build`](search::catalogue::build).
//! 4. Run it within a [`Budget`] and read the [`Report`].
//!
//! Tic-tac-toe, complete:
//!
//! ```
//! use tiptree::search::catalogue;
//! use tiptree::{Budget, Evaluator, Game, Insight, Keyed, Outcome, Range, Turn};
//! use tiptree::testing::conformance;
//!
//! /// The rules. Max plays X and moves first.
//! #[derive(Clone, Copy)]
//! struct TicTacToe;
//!
//! /// The squares of X and of O, one bit per square.
//! type Squares = [u16; 2];
//!
//! const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
//!
//! fn has_line(squares: u16) -> bool {
//!     LINES.iter().any(|line| squares & line == *line)
//! }
//!
//! impl Game for TicTacToe {
//!     type State = Squares;
//!     type Move = u16; // the bit of a square
//!
//!     fn start(&self) -> Squares {
//!         [0, 0]
//!     }
//!     fn turn(&self, &[x, o]: &Squares) -> Turn {
//!         match () {
//!             () if has_line(x) => Turn::Over(1.0),
//!             () if has_line(o) => Turn::Over(-1.0),
//!             () if x | o == 0o777 => Turn::Over(0.0),
//!             () if x.count_ones() == o.count_ones() => Turn::Max,
//!             () => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, state: &Squares, moves: &mut Vec<u16>) {
//!         if !self.turn(state).is_over() {
//!             moves.extend((0..9).map(|square| 1 << square).filter(|bit| (state[0] | state[1]) & bit == 0));
//!         }
//!     }
//!     fn play(&self, state: &mut Squares, bit: u16) {
//!         let player = if self.turn(state) == Turn::Max { 0 } else { 1 };
//!         state[player] |= bit;
//!     }
//!     fn has_chance(&self) -> bool {
//!         false
//!     }
//! }
//!
//! impl Keyed for TicTacToe {
//!     fn key(&self, &[x, o]: &Squares) -> u64 {
//!         u64::from(x) << 9 | u64::from(o)
//!     }
//! }
//!
//! impl Insight for TicTacToe {} // the defaults: no knowledge beyond the rules
//!
//! /// Lines still open to X less those still open to O.
//! #[derive(Clone, Copy)]
//! struct OpenLines;
//!
//! impl Evaluator<TicTacToe> for OpenLines {
//!     fn range(&self) -> Range {
//!         Range::new(-9.0, 9.0).with_step(1.0)
//!     }
//!     fn evaluate(&self, _: &TicTacToe, &[x, o]: &Squares) -> f64 {
//!         let open = |other: u16| LINES.iter().filter(|&line| other & line == 0).count() as f64;
//!         open(o) - open(x)
//!     }
//! }
//!
//! conformance::check(&TicTacToe, &OpenLines)?; // plays random games and checks the contracts
//!
//! let mut search = catalogue::build(&"mm-fast".parse()?, TicTacToe, OpenLines, 1)?;
//! search.start([0o001, 0o002]); // X in the first square, O in the second
//! let report = search.run(&Budget::evals(10_000));
//! let proven = report.proven.expect("the tree is small enough to be proven");
//! assert_eq!(proven.result, Some(Outcome::Win), "X wins with best play");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which search?
//!
//! All of them take games without chance; three refuse chance. [`catalogue`](search::catalogue) lists their parameters,
//! and so does `tiptree searches`.
//!
//! | name | what it does | chance | module |
//! |---|---|---|---|
//! | `mm-fast` | min/max approximation, engineered: the default without chance | no | [`best_first::fast`] |
//! | `mm` | min/max approximation as published: grows the tip on which the root value depends most | yes | [`best_first::minmax`] |
//! | `ubfm` | best-first minimax: grows the end of the principal variation | yes | [`best_first::ubfm`] |
//! | `mm-dice` | best-first search for dice: visits matched to the derivative, whole rolls expanded at once | yes | [`best_first::ubfm`] |
//! | `conspiracy` | conspiracy numbers: grows until few tips could change the root value | no | [`best_first::conspiracy`] |
//! | `ab` | alpha-beta of 1987: iterative deepening, children ordered by static value | yes | [`depth_first::alpha_beta`] |
//! | `pvs` | modern alpha-beta: principal variation search with a transposition table | yes | [`depth_first::pvs`] |
//! | `mtdf` | modern alpha-beta driven by null windows: MTD(f) | yes | [`depth_first::pvs`] |
//! | `uct` | Monte-Carlo tree search by random playouts | yes | [`sampling`] |
//! | `puct` | Monte-Carlo tree search by priors and an evaluator | yes | [`sampling`] |
//! | `dfpn` | depth-first proof-number search | no | [`proof`] |
//! | `minimax` | plain minimax: the oracle | yes | [`depth_first::propagate`] |
//! | `product` | product propagation to a depth | yes | [`depth_first::rules`] |
//! | `average` | half minimax, half product, to a depth | yes | [`depth_first::rules`] |
//! | `fallible` | minimax against an opponent who may err, to a depth | yes | [`depth_first::rules`] |
//! | `mean` | generalised means to a depth | yes | [`depth_first::rules`] |
//! | `expectimax` | plain expectimax: `minimax` under its usual name in games with chance | yes | [`depth_first::propagate`] |
//! | `star1` | *-minimax: alpha-beta that also prunes at chance nodes | yes | [`depth_first::star`] |
//! | `star2` | *-minimax with a probing phase | yes | [`depth_first::star`] |
//! | `star25` | *-minimax with several probes per outcome | yes | [`depth_first::star`] |
//! | `star3` | *-minimax with probes below all moves first | yes | [`depth_first::star`] |
//!
//! [`best_first::fast`]: search::best_first::fast
//! [`best_first::minmax`]: search::best_first::minmax
//! [`best_first::ubfm`]: search::best_first::ubfm
//! [`best_first::conspiracy`]: search::best_first::conspiracy
//! [`depth_first::alpha_beta`]: search::depth_first::alpha_beta
//! [`depth_first::pvs`]: search::depth_first::pvs
//! [`depth_first::propagate`]: search::depth_first::propagate
//! [`depth_first::rules`]: search::depth_first::rules
//! [`depth_first::star`]: search::depth_first::star
//! [`sampling`]: search::sampling
//! [`proof`]: search::proof

// A cast that may round or cut stands in `convert`, or is expected where it stands, with the bound that makes it right.
#![deny(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
// Tests cast small numbers that they write themselves.
#![cfg_attr(
    test,
    allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)
)]

pub mod budget;
pub mod clock;
mod convert;
pub mod erased;
pub mod error;
pub mod evaluator;
mod expectation;
pub mod features;
pub mod game;
pub mod insight;
pub mod meter;
pub mod noise;
pub mod parse_error;
pub mod perft;
pub mod player;
pub mod playout;
mod prefetch;
pub mod progress;
pub mod registry;
pub mod report;
pub mod rng;
pub mod score_bounds;
pub mod search;
pub mod solver;
pub mod spec;
pub mod table;
pub mod tabulation;
pub mod testing;
pub mod time_control;
pub mod untyped;

pub use budget::Budget;
pub use error::{Error, Unsupported};
pub use evaluator::{BestLeaf, Estimates, Evaluator, Leaf, Neutral};
pub use game::{Game, Keyed, Notation, Range, Turn};
pub use insight::{Glance, Insight, Prospect};
pub use meter::Meter;
pub use parse_error::ParseError;
pub use player::Player;
pub use progress::{Progress, Watcher};
pub use registry::Registry;
pub use report::{Bound, Counters, Learned, Outcome, Proven, Report, RootMove, Stop};
pub use rng::Rng;
pub use score_bounds::ScoreBounds;
pub use search::{Observer, Search};
pub use solver::{Score, Solution, Solver};
pub use spec::{Parameter, Spec};
pub use time_control::TimeControl;

/// The examples of the README and of the pages under `docs`, compiled and run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/your-own-game.md")]
    mod your_own_game {}
    #[doc = include_str!("../../../docs/library.md")]
    mod library {}
}
