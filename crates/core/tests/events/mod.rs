//! The events of searches to a horizon: they nest, account for all children and evaluations, and tell true values; recording
//! changes nothing; and the cut-offs of Ballard's figures are found where the paper has them.

mod figures;

use crate::oracle::{cases, definition};
use proptest::prelude::*;
use tiptree::erased::{Named, follow};
use tiptree::search::depth_first::events::{Cause, End, Event, Limit, Recorder, Recording, Visit};
use tiptree::search::depth_first::star::{Probing, Sort, Star, Variant, Window};
use tiptree::search::depth_first::{AlphaBeta, Deepening, Method, Minimax, Reading};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Budget, Evaluator, Game, Notation, Range, Report, Search, Turn};

/// More events than any tree here has.
const ALL: usize = 1 << 20;

/// A search that was recorded, with its report, and the report without recording.
struct Run {
    recording: Recording,
    report: Report<u16>,
    plain: Report<u16>,
}

fn record<M: Method<HashTree>>(
    tree: HashTree,
    evaluator: HashEvaluator,
    budget: &Budget,
    method: impl Fn() -> M,
) -> Run {
    let recorder = Recorder::new(tree, tree.start(), ALL);
    let mut recorded = Deepening::new(tree, evaluator, method()).observed_by(recorder.clone());
    let report = recorded.run(budget);
    let plain = Deepening::new(tree, evaluator, method()).run(budget);
    Run { recording: recorder.recording(), report, plain }
}

/// What a procedure promises besides what all do.
#[derive(Clone, Copy)]
struct Promise {
    /// Every cut-off can be seen from the window and the value alone: nothing else is known of a node.
    is_plain: bool,
    /// No node is looked at in a survey.
    has_no_survey: bool,
    /// The search of the root's last move may end early: the root's value is then a bound.
    is_rightmost: bool,
}

/// Checks a recording and returns the number of cut-offs.
fn check(run: &Run, tree: &HashTree, evaluator: &HashEvaluator, promise: Promise) -> usize {
    let Run { recording, report, plain } = run;
    assert_eq!((report.value, report.best, &report.pv), (plain.value, plain.best, &plain.pv));
    assert_eq!(report.counters, plain.counters);
    assert_eq!(recording.left_out, 0);
    nests(&recording.events);
    let trees = Visit::trees(&recording.events);
    assert_eq!(trees.last().and_then(|root| root.value), Some(report.value));
    let mut evaluated = 0;
    let mut cuts = 0;
    for root in &trees {
        check_visit(root, tree, evaluator, &tree.start(), promise, &mut cuts);
    }
    for event in &recording.events {
        match event {
            Event::Left { end: End::Evaluated, .. } => evaluated += 1,
            Event::Sorted { moves } => evaluated += moves.iter().filter(|entry| !entry.over).count() as u64,
            _ => {}
        }
    }
    assert_eq!(evaluated, report.counters.evals);
    cuts
}

/// Every node that is entered is left, and only the root has no move.
fn nests(events: &[Event]) {
    let mut level = 0;
    for event in events {
        match event {
            Event::Entered { mv, .. } => {
                assert_eq!(mv.is_none(), level == 0);
                level += 1;
            }
            Event::Sorted { .. } => assert!(level > 0),
            Event::Left { .. } => level -= 1,
        }
    }
    assert_eq!(level, 0);
}

fn check_visit(
    visit: &Visit,
    tree: &HashTree,
    evaluator: &HashEvaluator,
    state: &Place,
    promise: Promise,
    cuts: &mut usize,
) {
    let Window { alpha, beta } = visit.window;
    let (value, end) = (visit.value.unwrap(), visit.end.unwrap());
    assert_eq!(visit.turn, tree.turn(state));
    let Range { low, high, .. } = Evaluator::<HashTree>::range(evaluator);
    let slack = 1e-9 * (high - low);
    let exact = definition(tree, evaluator, state, visit.depth);
    match (end, visit.turn) {
        (End::Probed, Turn::Max) => assert!(value <= alpha || exact >= value - slack, "{visit:?}"),
        (End::Probed, Turn::Min) => assert!(value >= beta || exact <= value + slack, "{visit:?}"),
        (End::Probed, _) => {}
        _ if promise.is_rightmost && visit.mv.is_none() => {}
        _ if value <= alpha => assert!(exact <= value + slack, "{exact}, {visit:?}"),
        _ if value >= beta => assert!(exact >= value - slack, "{exact}, {visit:?}"),
        _ => assert!((exact - value).abs() <= slack, "{exact}, {visit:?}"),
    }
    if let End::Cut { at, by } = end {
        *cuts += 1;
        assert_eq!(by == Cause::Move, visit.turn != Turn::Chance);
        if by == Cause::Move {
            assert_eq!(at == Limit::Beta, visit.turn == Turn::Max);
        }
        if promise.is_plain {
            assert!(if at == Limit::Beta { value >= beta } else { value <= alpha }, "{visit:?}");
        }
    }
    let is_leaf = matches!(end, End::Evaluated | End::Over | End::Known) || visit.depth == 0;
    if is_leaf {
        assert!(visit.children.is_empty() && visit.unsearched.is_empty(), "{visit:?}");
        assert_eq!(end == End::Over, visit.turn.is_over() && end != End::Known);
        return;
    }
    let mut moves = Vec::new();
    tree.moves(state, &mut moves);
    for &mv in &moves {
        let text = tree.move_text(state, mv);
        let mut of_move = visit.children.iter().filter(|child| child.mv.as_ref() == Some(&text));
        let is_unsearched = visit.unsearched.contains(&text);
        if is_unsearched && promise.has_no_survey {
            assert!(of_move.all(|child| child.end == Some(End::Probed)), "{text}, {visit:?}");
        } else {
            assert!(is_unsearched || of_move.next().is_some(), "{text}, {visit:?}");
        }
    }
    assert!(visit.unsearched.len() <= moves.len());
    for child in &visit.children {
        let mv = tree.parse_move(state, child.mv.as_ref().unwrap()).unwrap();
        check_visit(child, tree, evaluator, &tree.after(state, mv), promise, cuts);
    }
}

/// A tree of some hundred positions at most, with an evaluator of few or many values.
fn any_case(has_chance: bool) -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    let shape = prop_oneof![Just((2, 6)), Just((3, 5)), Just((5, 3))];
    let chance = prop_oneof![Just(None), Just(Some(0.3))];
    (any::<u64>(), 2u32..60, shape, chance, any::<[bool; 4]>()).prop_map(
        move |(seed, values, (branching, depth), chance, [irregular, free, even, ends])| {
            let tree = HashTree::new(seed, depth, branching).with_payoffs(9);
            let tree = if ends { tree.with_early_ends(0.2) } else { tree };
            let tree = if irregular { tree.irregular() } else { tree };
            let tree = if free { tree.with_free_turns() } else { tree };
            let tree = match chance {
                _ if !has_chance => tree,
                Some(share) => tree.with_chance(share),
                None if even => tree.with_dice().with_even_chances(),
                None => tree.with_dice(),
            };
            (tree, HashEvaluator::new(seed, values))
        },
    )
}

fn variants() -> Vec<Variant> {
    let procedures = [
        Variant::star1(),
        Variant::star2(),
        Variant::star25(Probing::cyclic(2)),
        Variant::star25(Probing::sequential(2)),
        Variant::star3(),
        Variant { rightmost: true, ..Variant::star1() },
    ];
    procedures.into_iter().flat_map(|sorted| [Variant { sort: Sort::None, ..sorted }, sorted]).collect()
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn alpha_beta_tells_the_truth(((tree, evaluator), depth) in (any_case(false), 2u32..4)) {
        check_alpha_beta(tree, evaluator, depth);
    }

    #[test]
    fn alpha_beta_tells_the_truth_with_chance(((tree, evaluator), depth) in (any_case(true), 2u32..4)) {
        check_alpha_beta(tree, evaluator, depth);
    }

    #[test]
    fn star_minimax_tells_the_truth(((tree, evaluator), depth) in (any_case(true), 1u32..4)) {
        let budget = Budget::depth(depth);
        for variant in variants() {
            let promise = Promise {
                is_plain: variant.sort == Sort::None,
                has_no_survey: !variant.survey,
                is_rightmost: variant.rightmost,
            };
            let run = record(tree, evaluator, &budget, || Star::new(variant));
            check(&run, &tree, &evaluator, promise);
            let promise = Promise { is_plain: false, ..promise };
            let run = record(tree, evaluator, &budget, || Star::new(variant).with_table(1 << 16));
            check(&run, &tree, &evaluator, promise);
        }
    }

    #[test]
    fn a_search_that_is_stopped_tells_the_beginning(((tree, evaluator), share) in (any_case(true), 0.0f64..1.0)) {
        let star = || Star::new(Variant::star2()).with_table(1 << 16);
        let all = record(tree, evaluator, &Budget::depth(3), star);
        let nodes = (all.report.counters.nodes as f64 * share) as u64;
        let some = record(tree, evaluator, &Budget { nodes: Some(nodes), ..Budget::depth(3) }, star);
        prop_assert_eq!(some.report.value, some.plain.value);
        prop_assert!(all.recording.events.starts_with(&some.recording.events));
        // The last tree is open, but has all visits.
        let entered = some.recording.events.iter().filter(|event| matches!(event, Event::Entered { .. }));
        let trees = Visit::trees(&some.recording.events);
        prop_assert_eq!(trees.iter().map(count).sum::<usize>(), entered.count());
    }
}

fn check_alpha_beta(tree: HashTree, evaluator: HashEvaluator, depth: u32) {
    let promise = Promise { is_plain: true, has_no_survey: true, is_rightmost: false };
    for reading in [Reading::V0, Reading::V1, Reading::V2] {
        let run = record(tree, evaluator, &Budget::depth(depth), || AlphaBeta::reading(reading));
        let trees = Visit::trees(&run.recording.events);
        if reading == Reading::V0 {
            // A leaf's value is that of the sorting: it is not evaluated a second time.
            let last = trees.last().unwrap();
            check_visit(last, &tree, &evaluator, &tree.start(), promise, &mut 0);
        } else {
            check(&run, &tree, &evaluator, promise);
        }
        // What is proven is proven once more, to measure its length, and a forced move is not searched.
        let is_measured = run.report.moves.iter().any(|entry| entry.proven.is_some());
        if !is_measured && run.report.moves.len() > 1 {
            let visits: usize = trees.iter().map(count).sum();
            assert_eq!(visits as u64, run.report.counters.nodes);
        }
    }
    let run = record(tree, evaluator, &Budget::depth(depth), Minimax::default);
    assert_eq!(check(&run, &tree, &evaluator, promise), 0);
}

fn count(visit: &Visit) -> usize {
    1 + visit.children.iter().map(count).sum::<usize>()
}

#[test]
fn cut_offs_of_every_cause_are_found() {
    let mut found = Vec::new();
    for seed in 0..8 {
        let tree = HashTree::new(seed, 7, 3).with_dice();
        let star = || {
            let variant = Variant { probing: Probing::cyclic(2), ..Variant::star3() };
            Star::new(variant).with_table(1 << 20)
        };
        let run = record(tree, HashEvaluator::new(seed, 100), &Budget::depth(4), star);
        found.extend(run.recording.events.iter().filter_map(|event| match event {
            Event::Left { end: End::Cut { by, .. }, .. } => Some(*by),
            _ => None,
        }));
    }
    for by in [Cause::Move, Cause::Outcomes, Cause::Probes, Cause::Table] {
        assert!(found.contains(&by), "{by:?}");
    }
}

#[test]
fn a_full_recorder_counts_what_it_leaves_out() {
    let (tree, evaluator) = (HashTree::new(1, 6, 3), HashEvaluator::new(1, 100));
    let all = record(tree, evaluator, &Budget::depth(3), AlphaBeta::default);
    let recorder = Recorder::new(tree, tree.start(), 10);
    let search = Deepening::new(tree, evaluator, AlphaBeta::default());
    let report = search.observed_by(recorder.clone()).run(&Budget::depth(3));
    let some = recorder.recording();
    assert_eq!(some.events, all.recording.events[..10]);
    assert_eq!(some.left_out, all.recording.events.len() as u64 - 10);
    assert_eq!(report.counters, all.report.counters);
}

#[test]
fn an_untyped_search_tells_the_same() {
    let tree = HashTree::new(3, 6, 3).with_dice().with_even_chances();
    let evaluator = HashEvaluator::new(3, 100);
    let rules = Named::new("tree".parse().unwrap(), tree, evaluator);
    let typed =
        record(tree, evaluator, &Budget::depth(3), || Star::new(Variant::star2()).with_table(16_000_000));
    let untyped = follow(&rules, &"star2(depth=3)".parse().unwrap(), "", &Budget::unlimited(), ALL).unwrap();
    assert_eq!(untyped.recording, typed.recording);
    assert_eq!(untyped.report.counters, typed.report.counters);
    assert_eq!(untyped.budget.depth, Some(3));
}

#[test]
fn a_search_without_events_is_refused_with_those_that_have_them() {
    let rules = Named::new("tree".parse().unwrap(), HashTree::new(1, 4, 2), HashEvaluator::new(1, 9));
    let refused = |search: &str, position: &str| {
        let search = search.parse().unwrap();
        follow(&rules, &search, position, &Budget::moves(100), ALL).unwrap_err().to_string()
    };
    let names = "ab, minimax, expectimax, star1, star2, star25, star3";
    for search in ["mm", "pvs", "product(depth=2)"] {
        let error = refused(search, "");
        assert!(
            error.starts_with("a list of events needs a search that reports events")
                && error.ends_with(names),
            "{error}"
        );
    }
    assert!(refused("star", "").contains("expected one of"));
    assert!(refused("ab(probe=2)", "").contains("probe"));
    assert!(refused("ab", "nowhere").contains("nowhere"));
}
