//! Boards solved by the generic solver, against the published results.
//!
//! `TIPTREE_SEEDS` limits the seeds of a board in all; the published table goes up to 72. In a release build
//!
//!     TIPTREE_SEEDS=60 cargo test --release -p tiptree-games --test all kalah::solved -- --nocapture
//!
//! prints the time that each board took.

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
    let most = std::env::var("TIPTREE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let mut boards: Vec<_> = published().filter(|(pits, seeds, _)| 2 * pits * seeds <= most).collect();
    boards.sort_by_key(|(pits, seeds, _)| (pits * seeds, *pits));
    for (pits, seeds, score) in boards {
        let spec = format!("kalah(pits={pits},seeds={seeds},capture=always)").parse().unwrap();
        let mut solver = registry().rules(&spec, Some("neutral")).unwrap().solver();
        let began = std::time::Instant::now();
        let solution = solver.solve("", false, &Budget::unlimited()).unwrap().unwrap();
        println!("{spec}: {} {} nodes {:?}", solution.score, solution.nodes, began.elapsed());
        assert_eq!(solution.score, score, "{spec}");
    }
}

const LABELLED: &str = include_str!("../../data/kalah-all-moves-ply38.txt");

/// Every tenth label, if it takes few nodes: all of them would take minutes.
#[test]
fn labelled_positions_have_the_results_of_the_solver() {
    let mut solver = registry().rules(&"kalah".parse().unwrap(), Some("neutral")).unwrap().solver();
    let budget = Budget { nodes: Some(300_000), ..Budget::unlimited() };
    let mut confirmed = 0;
    for line in LABELLED.lines().filter(|line| !line.starts_with('#')).step_by(10) {
        let mut words = line.split_whitespace();
        let position = words.next().unwrap();
        let Some(solution) = solver.solve(position, true, &budget).unwrap() else { continue };
        let of_pit = |pit: usize| solution.moves.iter().find(|(mv, _)| *mv == pit.to_string());
        let scores = (1..=6).map(|pit| of_pit(pit).map_or("x".into(), |(_, score)| score.to_string()));
        let found: Vec<String> = std::iter::once(solution.score.to_string()).chain(scores).collect();
        assert_eq!(words.collect::<Vec<_>>(), found, "{position}");
        confirmed += 1;
    }
    assert!(confirmed > 10, "{confirmed} of 20");
}
