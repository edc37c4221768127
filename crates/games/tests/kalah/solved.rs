//! Boards solved by the solver that every game has, against the published results.
//!
//! `TIPTREE_SEEDS` sets how many seeds a board may have in all; the published table goes to 72. In a release build
//!
//!     TIPTREE_SEEDS=36 cargo test --release -p tiptree-games --test kalah published -- --nocapture
//!
//! says how long each board took.

use tiptree::Budget;
use tiptree_games::registry;

const PUBLISHED: &str = include_str!("../../data/kalah-solved.txt");

/// Pits, seeds and the score of the first player.
fn published() -> impl Iterator<Item = (usize, usize, i32)> {
    PUBLISHED.lines().filter(|line| !line.starts_with('#')).flat_map(|line| {
        let (pits, results) = line.split_once(' ').unwrap();
        let score = |result| match result {
            "win" => 1,
            "draw" => 0,
            "loss" => -1,
            other => panic!("{other} is no result"),
        };
        let pits = pits.parse().unwrap();
        results.split_whitespace().zip(1..).map(move |(result, seeds)| (pits, seeds, score(result)))
    })
}

#[test]
fn the_published_results_of_small_boards_are_found() {
    let most = std::env::var("TIPTREE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(16);
    let mut boards: Vec<_> = published().filter(|(pits, seeds, _)| 2 * pits * seeds <= most).collect();
    boards.sort_by_key(|(pits, seeds, _)| (pits * seeds, *pits));
    for (pits, seeds, score) in boards {
        let spec = format!("kalah(pits={pits},seeds={seeds},capture=always)").parse().unwrap();
        let mut solver = registry::rules(&spec, Some("neutral")).unwrap().solver();
        let began = std::time::Instant::now();
        let solution = solver.solve("", false, &Budget::unlimited()).unwrap().unwrap();
        println!("{spec}: {} {} nodes {:?}", solution.score, solution.nodes, began.elapsed());
        assert_eq!(solution.score, score, "{spec}");
    }
}
