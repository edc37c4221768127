//! Rules of propagation on trees small enough for the hand, by name, and within budgets.

use tiptree::erased::{Named, Rules, engine};
use tiptree::search::catalogue;
use tiptree::search::depth_first::rules::{Average, Fallible, Mean, Minimax, Printed, Product, Rule};
use tiptree::search::depth_first::{Deepening, Propagate};
use tiptree::testing::drawn::{AsDrawn, DrawnTree};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Error, Evaluator, Game, Search, Spec, Stop};

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// The values of the root and of its two moves, as parts of the range.
fn drawn<R: Rule>(drawing: &str, rule: R) -> [f64; 3] {
    let tree: DrawnTree = drawing.parse().unwrap();
    let report = Deepening::new(tree, AsDrawn, Propagate::new(rule).to_depth(2)).run(&Budget::unlimited());
    assert_eq!(report.stop, Some(Stop::Depth));
    [report.value, report.moves[0].value.unwrap(), report.moves[1].value.unwrap()]
        .map(|value| (value - 1.0) / 1022.0)
}

/// On 1 to 1023, the probabilities 1/2, 3/4, 1/4 and 1 at the tips.
const FOUR: &str = "s 512 (-a 512 (c 512, d 767.5), -b 512 (e 256.5, f 1023))";

#[test]
fn the_rules_give_what_the_hand_computes() {
    assert_eq!(drawn(FOUR, Minimax), [0.5, 0.5, 0.25]);
    // Min: 1/2·3/4 and 1/4·1. Max: 1 - 5/8·3/4.
    assert_eq!(drawn(FOUR, Product), [0.53125, 0.375, 0.25]);
    // Min: half of 1/2 + 3/8 and of 1/4 + 1/4. Max by 5: half of 7/16 + 1 - 9/16·3/4; by 10: of 7/16 + 1 - 5/8·3/4.
    assert_eq!(drawn(FOUR, Average::default()), [0.507_812_5, 0.4375, 0.25]);
    assert_eq!(drawn(FOUR, Printed), [0.484_375, 0.4375, 0.25]);
    // Product below, minimax above: 1 - (1 - 3/8)·(1 - 1/4) is not what is asked.
    assert_eq!(drawn(FOUR, Average { weight: "1/0".parse().unwrap() }), [0.375, 0.375, 0.25]);
    // Min errs once in four: 3/4·1/2 + 1/4·3/4 and 3/4·1/4 + 1/4·1.
    assert_eq!(drawn(FOUR, Fallible { strength: 0.75 }), [0.5625, 0.5625, 0.4375]);
}

#[test]
fn an_opponent_errs_and_the_owner_does_not() {
    // Min is at the root: now it is Max who errs, and takes the last of three with what is left.
    let drawing = "-s 512 (a 512 (c 512, d 767.5, g 1), b 512 (e 256.5, f 1023, h 1023))";
    let a = 0.75 * 0.75 + 0.25 * 0.75 * 0.5;
    let b = 0.75 + 0.25 * (0.75 + 0.25 * 0.25);
    assert_eq!(drawn(drawing, Fallible { strength: 0.75 }), [a, a, b]);
}

#[test]
fn means_with_a_power_of_one_are_arithmetic_and_harmonic() {
    let [root, a, b] = drawn(FOUR, Mean::new(1.0)).map(|value| 1.0 + 1022.0 * value);
    let harmonic = |x: f64, y: f64| 2.0 / (1.0 / x + 1.0 / y);
    assert!((a - harmonic(512.0, 767.5)).abs() < 1e-9 && (b - harmonic(256.5, 1023.0)).abs() < 1e-9);
    assert!((root - f64::midpoint(a, b)).abs() < 1e-9);
}

#[test]
fn rules_disagree_about_a_move_that_can_go_wrong_in_two_ways() {
    // Behind a both of Min's replies are near 1/2, behind b one is a little worse and the other harmless.
    let tree: DrawnTree = "s 512 (-a 512 (c 512, d 563), -b 512 (e 461, f 1023))".parse().unwrap();
    let chosen = |search: &str| {
        let mut search = catalogue::build(&spec(search), tree.clone(), AsDrawn, 1).unwrap();
        tree.name(search.run(&Budget::unlimited()).best.unwrap().node).to_owned()
    };
    assert_eq!(chosen("minimax(depth=2)"), "a");
    for search in
        ["product(depth=2)", "average(depth=2)", "fallible(depth=2,strength=0.7)", "mean(depth=2,p=2)"]
    {
        assert_eq!(chosen(search), "b", "{search}");
    }
}

#[test]
fn moves_are_compared_before_they_are_rounded_for_the_report() {
    // Twelve replies with 1/1022 each and twelve with 2/1022: on 1 to 1023 both products are 1 to the last bit.
    let replies = |value: &str| vec![format!("x {value}"); 12].join(", ");
    let drawing = format!("s 512 (-a 512 ({}), -b 512 ({}))", replies("2"), replies("3"));
    let tree: DrawnTree = drawing.parse().unwrap();
    let b = tree.named("b").unwrap();
    let report = Deepening::new(tree, AsDrawn, Propagate::new(Product).to_depth(2)).run(&Budget::unlimited());
    assert_eq!(report.moves[0].value, report.moves[1].value);
    assert_eq!(report.best_moves.iter().map(|spot| spot.node).collect::<Vec<_>>(), [b]);
    assert_eq!(report.pv[0].node, b);
}

#[test]
fn a_search_cut_short_falls_back_on_the_depth_before() {
    let (tree, evaluator) = (HashTree::new(5, 9, 3), HashEvaluator::new(5, 1000));
    let named = |text| catalogue::build(&spec(text), tree, evaluator, 1).unwrap();
    let run = |budget: &Budget| named("product").run(budget);
    let (shallow, deep) = (run(&Budget::depth(2)), run(&Budget::depth(3)));
    assert_ne!(shallow.value, deep.value);
    // One depth after the other costs 3, 12 and 39 moves.
    let cut = run(&Budget::moves(3 + 12 + 38));
    assert_eq!((cut.stop, cut.value, cut.best), (Some(Stop::Moves), shallow.value, shallow.best));
    assert_eq!(run(&Budget::moves(3 + 12 + 39)).value, deep.value);
    // Without a depth before, the static values must do, and without those the first move.
    let fixed = |budget: &Budget| named("product(depth=3)").run(budget);
    let statics: Vec<f64> =
        [0, 1, 2].map(|mv| evaluator.evaluate(&tree, &tree.after(&tree.start(), mv))).to_vec();
    let greatest = statics.iter().copied().fold(0.0, f64::max);
    let best = statics.iter().position(|&value| value == greatest);
    assert_ne!(best, Some(0));
    assert_eq!(fixed(&Budget::nodes(4)).best.map(usize::from), best);
    assert_eq!(fixed(&Budget::moves(39)).value, deep.value);
    assert_eq!(
        (fixed(&Budget::moves(38)).best, fixed(&Budget::moves(38)).stop),
        (Some(0), Some(Stop::Moves))
    );
}

#[test]
fn names_with_parameters_are_read_or_refused() {
    let error = |text: &str| -> Error {
        catalogue::build(&spec(text), HashTree::new(1, 3, 2), HashEvaluator::new(1, 5), 1).err().unwrap()
    };
    for (text, expected) in [
        ("product(depth=0)", "depth of product \"0\": expected a whole number of decisions, 1 to 1000"),
        ("product(weight=1)", "parameter of product \"weight\""),
        ("average(weight=1.5)", "weight of average \"1.5\": expected a number from 0 to 1"),
        ("average(weight=0.5/-1)", "weight of average \"0.5/-1\""),
        ("average(reading=both)", "reading of average \"both\": expected one of corrected, printed"),
        (
            "average(reading=printed,weight=0.5)",
            "weight of average \"0.5\": expected no weight with reading=printed",
        ),
        ("fallible(strength=0)", "strength of fallible \"0\": expected a number above 0, at most 1"),
        ("fallible(strength=1.01)", "strength of fallible \"1.01\""),
        ("mean(p=0)", "p of mean \"0\": expected a number above 0"),
        ("mean(p=NaN)", "p of mean \"NaN\""),
    ] {
        let error = error(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_usual_budget_gives_way_to_a_named_depth_and_no_other_does() {
    let rules = Named::new(spec("tree"), HashTree::new(1, 9, 3), HashEvaluator::new(1, 5));
    let budget =
        |search: &str, common: &Budget| rules.engine(&spec(search), 1).unwrap().budget(common).to_string();
    let (asked, usual) = (Budget::moves(5), Budget::moves(5).as_usual());
    for search in ["minimax", "product", "average", "fallible", "mean"] {
        let fixed = format!("{search}(depth=3)");
        assert_eq!((budget(search, &asked), budget(search, &usual)), ("moves=5".into(), "moves=5".into()));
        assert_eq!((budget(&fixed, &asked), budget(&fixed, &usual)), ("moves=5".into(), String::new()));
    }
    for (search, own) in
        [("product(depth=3,nodes=7)", "nodes=7"), ("ab(depth=3)", "depth=3"), ("mm", "moves=5")]
    {
        assert_eq!((budget(search, &asked), budget(search, &usual)), (own.into(), own.into()), "{search}");
    }
}

#[test]
fn searches_apart_play_by_the_rules_that_they_were_given() {
    let tree = |seed| (HashTree::new(seed, 3, 4), HashEvaluator::new(seed, 500));
    let named = |seed| Named::new(spec("tree"), tree(seed).0, tree(seed).1);
    let walks = move |search: &Spec, _seed| {
        let (game, evaluator) = tree(2);
        engine(search, game, |game| catalogue::build_walk(search, game, evaluator))
    };
    let refused = walks(&spec("mm"), 1).err().expect("mm walks to no horizon").to_string();
    assert!(refused.starts_with("search \"mm\": expected one of ab,"), "{refused}");
    let divided = named(1).with_override(catalogue::is_walk, walks);
    let value = |rules: &dyn Rules, search: &str| {
        rules.engine(&spec(search), 1).unwrap().run(&Budget::evals(40)).value
    };
    for search in catalogue::SEARCHES.iter().map(|entry| entry.name).filter(|&name| name != "dfpn") {
        let seed = if catalogue::is_walk(search) { 2 } else { 1 };
        assert_eq!(value(&divided, search), value(&named(seed), search), "{search}");
    }
    assert_ne!(value(&named(1), "ab"), value(&named(2), "ab"));
    assert!(divided.engine(&spec("unknown"), 1).err().unwrap().to_string().contains("mm,"));
}
