//! Searches where something is large: depth without end, positions of very many moves, budgets that threads share.

use crate::untyped_game::untyped_game;
use tiptree::search::catalogue;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Settings};
use tiptree::search::depth_first::star::{Star, Variant};
use tiptree::search::depth_first::{AlphaBeta, Deepening, Minimax};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::untyped::Untyped;
use tiptree::{Budget, Game, Insight, Keyed, Neutral, Outcome, Report, Search, Stop, Turn};

/// Whoever stops loses, and nobody has to: a game without end, with a large state, and where asked for with a roll between
/// decisions.
#[derive(Clone, Copy)]
struct Endless {
    rolls: bool,
}

#[derive(Clone)]
struct Step {
    number: u64,
    is_rolling: bool,
    stopped: bool,
    /// What makes a recursion take much of the stack.
    _board: [u64; 32],
}

impl Game for Endless {
    type State = Step;
    type Move = bool;

    fn start(&self) -> Step {
        Step { number: 0, is_rolling: false, stopped: false, _board: [0; 32] }
    }

    fn turn(&self, step: &Step) -> Turn {
        let is_max = step.number.is_multiple_of(2);
        match step {
            Step { stopped: true, .. } => Turn::Over(if is_max { 1.0 } else { -1.0 }),
            Step { is_rolling: true, .. } => Turn::Chance,
            _ if is_max => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        self.rolls
    }

    fn moves(&self, step: &Step, moves: &mut Vec<bool>) {
        if !step.stopped {
            moves.extend([true, false]);
        }
    }

    fn chances(&self, _step: &Step, _moves: &[bool], chances: &mut Vec<f64>) {
        chances.extend([0.5, 0.5]);
    }

    fn play(&self, step: &mut Step, goes_on: bool) {
        if step.is_rolling {
            // Both outcomes lead on; only one of them to a long game.
            step.is_rolling = false;
            step.stopped = !goes_on;
        } else {
            step.number += 1;
            step.stopped = !goes_on;
            step.is_rolling = goes_on && self.rolls;
        }
    }
}

impl Keyed for Endless {
    fn key(&self, step: &Step) -> u64 {
        (step.number * 4 + u64::from(step.is_rolling) * 2 + u64::from(step.stopped))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Insight for Endless {}

/// The search of this name. Not from the catalogue, which would compile every search for states of this size.
fn deepening(name: &str, game: Endless) -> Box<dyn Search<Endless>> {
    let evaluator = Neutral::new(&game);
    let pvs = |settings: Settings| Box::new(Deepening::new(game, evaluator, Pvs::new(settings)));
    let star = |variant| Box::new(Deepening::new(game, evaluator, Star::new(variant)));
    match name {
        "ab" => Box::new(Deepening::new(game, evaluator, AlphaBeta::default())),
        "pvs" => pvs(Settings::default()),
        "mtdf" => pvs(Settings::default().driver(Driver::Bounds)),
        "pvs(threads=3)" => pvs(Settings::default().threads(3)),
        "minimax" => Box::new(Deepening::new(game, evaluator, Minimax::default())),
        "minimax(depth=1000)" => Box::new(Deepening::new(game, evaluator, Minimax::default().to_depth(1000))),
        "star2" => star(Variant::star2()),
        _ => star(Variant::star3()),
    }
}

#[test]
fn a_search_that_deepens_by_itself_ends_before_the_stack_does() {
    let names = ["ab", "pvs", "mtdf", "pvs(threads=3)", "minimax", "minimax(depth=1000)", "star2", "star3"];
    for name in names {
        for rolls in [false, true] {
            let mut search = deepening(name, Endless { rolls });
            let report = search.run(&Budget::nodes(500_000));
            let shown = format!("{name} with rolls {rolls}: {:?} {:?}", report.stop, report.counters);
            assert!(report.proven.is_none() && report.best.is_some(), "{shown}");
            assert!(matches!(report.stop, Some(Stop::Depth | Stop::Nodes)), "{shown}");
            assert!((100..=1000).contains(&report.counters.max_depth) || rolls, "{shown}");
            assert!(report.counters.max_depth <= 1000, "{shown}");
            if name.contains("depth=1000") {
                assert_eq!(report.stop, Some(Stop::Depth), "{shown}");
            }
        }
    }
}

/// A single decision of very many moves, one of which wins.
#[derive(Clone, Copy)]
struct Wide {
    moves: u32,
    wins: u32,
}

impl Game for Wide {
    type State = Option<u32>;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        None
    }

    fn turn(&self, state: &Option<u32>) -> Turn {
        state.map_or(Turn::Max, |mv| Turn::Over(if mv == self.wins { 1.0 } else { -1.0 }))
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, state: &Option<u32>, moves: &mut Vec<u32>) {
        if state.is_none() {
            moves.extend(0..self.moves);
        }
    }

    fn play(&self, state: &mut Option<u32>, mv: u32) {
        *state = Some(mv);
    }
}

impl Keyed for Wide {
    fn key(&self, state: &Option<u32>) -> u64 {
        state.map_or(0, |mv| u64::from(mv) + 1)
    }
}

impl Insight for Wide {}

untyped_game!(Wide);

fn wide(name: &str, game: Wide) -> Report<u64> {
    let game = Untyped::of(game);
    let mut search = catalogue::build(&name.parse().unwrap(), game.clone(), Neutral::new(&game), 5).unwrap();
    search.run(&Budget::evals(3_000_000))
}

#[test]
fn a_move_beyond_the_first_65536_counts() {
    // Cut to 16 bits, there would be 464 moves.
    let game = Wide { moves: 66_000, wins: 500 };
    for name in ["mm-fast", "mm", "ubfm", "uct", "puct"] {
        let report = wide(name, game);
        assert_eq!(report.best, Some(500), "{name}: {:?}", report.stop);
        let result = report.proven.and_then(|proven| proven.result);
        assert_eq!(result, Some(Outcome::Win), "{name}");
    }
}

#[test]
fn the_last_of_very_many_moves_is_found() {
    for name in ["mm-fast", "mm", "ubfm"] {
        let report = wide(name, Wide { moves: 70_000, wins: 69_999 });
        assert_eq!(report.best, Some(69_999), "{name}: {:?}", report.stop);
    }
    let report = wide("mm-fast", Wide { moves: 140_000, wins: 139_999 });
    assert_eq!(report.stop, Some(Stop::Wide));
}

#[test]
fn threads_spend_together_what_one_would() {
    let (game, evaluator) = (HashTree::new(3, 24, 6), HashEvaluator::new(3, 1000));
    for name in
        ["pvs(threads=16)", "mtdf(threads=3)", "mm-fast(threads=4)", "uct(threads=4)", "puct(threads=3)"]
    {
        for limit in ["moves", "evals", "nodes"] {
            let mut search = catalogue::build(&name.parse().unwrap(), game, evaluator, 1).unwrap();
            let report = search.run(&format!("{limit}=30k").parse().unwrap());
            let counters = report.counters;
            let spent = match limit {
                "moves" => counters.moves,
                "evals" => counters.evals,
                _ => counters.nodes,
            };
            assert_eq!(report.stop.map(|stop| stop.to_string()).as_deref(), Some(limit), "{name}");
            assert!((27_000..=30_000).contains(&spent), "{name}: {spent} of 30000 {limit}");
        }
    }
}

#[test]
fn a_small_budget_is_shared_without_being_exceeded() {
    let (game, evaluator) = (HashTree::new(3, 24, 6), HashEvaluator::new(3, 1000));
    for name in ["pvs(threads=8)", "mm-fast(threads=8)", "uct(threads=8)"] {
        for moves in [1, 7, 50, 333] {
            let mut search = catalogue::build(&name.parse().unwrap(), game, evaluator, 1).unwrap();
            let report = search.run(&Budget::moves(moves));
            assert!(report.counters.moves <= moves, "{name}: {} of {moves}", report.counters.moves);
        }
    }
}
