//! Which root move is played: what is proven comes first, of wins the shortest, of losses the longest.

use tiptree::search::catalogue;
use tiptree::testing::drawn::{AsDrawn, DrawnTree};
use tiptree::{Budget, Report};

/// The report of a search on a drawing, by name, and the name of the move that it plays.
fn played(drawing: &str, search: &str) -> (Report<String>, String) {
    let tree: DrawnTree = drawing.parse().unwrap();
    let name = |spot: tiptree::testing::drawn::Spot| tree.name(spot.node).to_owned();
    let mut search = catalogue::build(&search.parse().unwrap(), tree.clone(), AsDrawn, 1).unwrap();
    let report = search.run(&Budget::moves(20_000));
    let report = report.map(name, |line| line.into_iter().map(name).collect());
    let best = report.best.clone().unwrap();
    (report, best)
}

/// Searches that see a small tree to its end and prove every root move.
const COMPLETE: [&str; 5] = ["minimax", "expectimax", "mm", "mm(backup=mean)", "mm(pick=visits)"];

#[test]
fn of_two_proven_wins_the_shorter_is_played() {
    // Behind every tip of the drawing one move ends the game.
    let drawing =
        "+s 500 (-long 500 (+a 500 (b 1023), +c 500 (d 1023)), -short 500 (e 1023), -lost 500 (f 1))";
    for search in COMPLETE {
        let (report, best) = played(drawing, search);
        assert_eq!(best, "short", "{search}: {report:?}");
        assert_eq!(report.best_moves, ["short"], "{search}");
        assert_eq!((report.value, report.proven.unwrap().plies), (1023.0, Some(3)), "{search}");
    }
}

#[test]
fn of_proven_losses_the_longest_is_played() {
    let drawing = "+s 500 (-short 500 (e 1), -long 500 (+a 500 (b 1), +c 500 (d 1)))";
    for search in COMPLETE {
        let (report, best) = played(drawing, search);
        assert_eq!((best.as_str(), report.value), ("long", 1.0), "{search}: {report:?}");
    }
}

#[test]
fn a_soft_value_does_not_outweigh_a_proof() {
    // The mean of the first move is the greater, its proven value the smaller.
    let drawing = "+s 500 (-a 500 (b 600, c 1000, d 1000), -e 500 (f 610, g 610, h 610))";
    for search in ["mm(backup=mean,p=2)", "mm(backup=average)", "mm(pick=mean,p=2)", "mm(pick=visits)"] {
        let (report, best) = played(drawing, search);
        assert_eq!((best.as_str(), report.value), ("e", 610.0), "{search}: {report:?}");
        assert!(report.moves.iter().all(|entry| entry.value == entry.proven.map(|proven| proven.value)));
    }
}

#[test]
fn the_choice_between_proven_moves_stays_within_the_budget() {
    let drawing = "+s 500 (-long 500 (+a 500 (b 1023), +c 500 (d 1023)), -short 500 (e 1023))";
    let tree: DrawnTree = drawing.parse().unwrap();
    for limit in 1..60 {
        for budget in [Budget::moves(limit), Budget::nodes(limit)] {
            let mut search = catalogue::build(&"minimax".parse().unwrap(), tree.clone(), AsDrawn, 1).unwrap();
            let report = search.run(&budget);
            assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
            assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
        }
    }
}

#[test]
fn what_was_not_searched_has_no_value() {
    let drawing = "+s 500 (a 400, b 600)";
    for search in ["mm", "mm-fast", "ubfm", "conspiracy", "dfpn", "uct", "ab", "pvs"] {
        let tree: DrawnTree = drawing.parse().unwrap();
        let mut search = catalogue::build(&search.parse().unwrap(), tree, AsDrawn, 1).unwrap();
        let report = search.run(&Budget::moves(0));
        assert!(report.moves.iter().all(|entry| entry.value.is_none() && entry.share == 0.0), "{report:?}");
        assert_eq!(report.best_moves.len(), 2);
    }
}
