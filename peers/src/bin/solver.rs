//! Our Connect-Four solver against the crate `connect-four-ai`, whose book stays closed: exact scores of random positions.
//!
//! Both tables take 64 MiB at most, and both sides forget before every position, within the time measured. Every score is
//! held against the label in the file.
//!
//! `cargo run --release --bin solver -- [--all-moves] [--alone] [--empty]`
//!
//! * `--all-moves` asks for the scores of all moves instead of the best one's.
//! * `--alone` lets only us run: to see quickly what a change does.
//! * `--empty` lets us solve the empty board too.

use connect_four_ai::{Position, Solver as Peer};
use tiptree::Notation;
use tiptree_games::connect4::{Connect4, Solver};
use tiptree_peers::{Race, timed};

const SETS: [(&str, &str); 4] = [
    ("quick wins after ply 14", include_str!("../../../crates/games/data/connect4-quick-wins.txt")),
    ("ply 28", include_str!("../../../crates/games/data/connect4-all-moves-ply28.txt")),
    ("ply 20", include_str!("../../../crates/games/data/connect4-all-moves-ply20.txt")),
    ("ply 12", include_str!("../../../crates/games/data/connect4-all-moves-ply12.txt")),
];

/// A line of a labelled file: the position, its score, and the score of each column that is not full.
struct Label<'a> {
    position: &'a str,
    best: i32,
    scores: Vec<i32>,
}

fn labels(text: &str) -> impl Iterator<Item = Label<'_>> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        let (position, best) = (words.next()?, words.next()?.parse().ok()?);
        Some(Label { position, best, scores: words.filter_map(|word| word.parse().ok()).collect() })
    })
}

/// What is asked: the best score alone, or that of every move.
fn ours(solver: &mut Solver, game: &Connect4, label: &Label, all_moves: bool) -> (f64, u64) {
    let board = game.parse_position(label.position).expect("a position");
    let before = solver.nodes();
    let (time, found) = timed(|| {
        solver.forget();
        if all_moves {
            solver.scores(&board).into_iter().map(|(_, score)| score).collect()
        } else {
            vec![solver.score(&board)]
        }
    });
    confirm(label, &found, all_moves);
    (time, solver.nodes() - before)
}

fn theirs(peer: &mut Peer, label: &Label, all_moves: bool) -> (f64, u64) {
    let board = Position::from_moves(label.position).expect("a position");
    let (time, found) = timed(|| {
        peer.reset();
        if all_moves {
            peer.get_all_move_scores(&board).into_iter().flatten().map(i32::from).collect()
        } else {
            vec![i32::from(peer.solve(&board))]
        }
    });
    confirm(label, &found, all_moves);
    // Of all moves, the other counts only the last one's.
    (time, if all_moves { 0 } else { peer.explored_positions as u64 })
}

fn confirm(label: &Label, found: &[i32], all_moves: bool) {
    let expected = if all_moves { label.scores.as_slice() } else { &[label.best] };
    assert_eq!(found, expected, "{}", label.position);
}

fn main() {
    let is_asked = |option: &str| std::env::args().any(|argument| argument == option);
    let (all_moves, alone) = (is_asked("--all-moves"), is_asked("--alone"));
    let game = Connect4::default();
    let (mut solver, mut peer) = (Solver::new(&game), Peer::empty());
    for (name, text) in SETS {
        let mut race = Race::default();
        let mut nodes = (0, 0);
        for (number, label) in labels(text).enumerate() {
            let mut us = || ours(&mut solver, &game, &label, all_moves);
            let mut them = || if alone { (f64::NAN, 0) } else { theirs(&mut peer, &label, all_moves) };
            // Who comes second may profit from what the first left in the caches, or suffer.
            let ((our_time, our_nodes), (their_time, their_nodes)) = if number % 2 == 0 {
                (us(), them())
            } else {
                let theirs = them();
                (us(), theirs)
            };
            race.add(our_time, their_time);
            nodes = (nodes.0 + our_nodes, nodes.1 + their_nodes);
        }
        println!("{name}, every score as labelled\n{race}\n  nodes {} against {}", nodes.0, nodes.1);
    }
    if is_asked("--empty") {
        let mut solver = Solver::new(&game);
        let (time, score) = timed(|| solver.score(&game.parse_position("").expect("the start")));
        println!("empty board: score {score}, {:.2} CPU seconds, {} nodes", time / 1e6, solver.nodes());
    }
}
