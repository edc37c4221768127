//! Our Connect-Four solver against the crate `connect-four-ai`, without its book: exact scores of random positions.
//!
//! Both tables take 64 MiB at most and are forgotten before every position.
//!
//! `cargo run --release --bin solver [--all-moves] [--empty]`

use tiptree_peers::{Race, timed};
use tiptree::Notation;
use tiptree_games::connect4::{Connect4, Solver};

const SETS: [(u32, &str); 3] = [
    (28, include_str!("../../../crates/games/data/connect4-all-moves-ply28.txt")),
    (20, include_str!("../../../crates/games/data/connect4-all-moves-ply20.txt")),
    (12, include_str!("../../../crates/games/data/connect4-all-moves-ply12.txt")),
];

fn main() {
    let game = Connect4::default();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let alone = args.iter().any(|a| a == "--alone");
    let every: usize = args.iter().find_map(|a| a.strip_prefix("--every=")).map_or(1, |n| n.parse().unwrap());
    let mut ours = Solver::new(&game);
    let mut theirs = connect_four_ai::Solver::empty();
    for (ply, text) in SETS {
        let mut race = Race::default();
        let (mut our_nodes, mut their_nodes) = (0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#')).step_by(every) {
            let mut words = line.split_whitespace();
            let (Some(position), Some(best)) = (words.next(), words.next()) else { continue };
            let best: i32 = best.parse().expect("a score");
            let board = game.parse_position(position).expect("a position");
            let before = ours.nodes();
            let (our_time, score) = timed(|| {
                ours.forget();
                ours.score(&board)
            });
            assert_eq!(score, best, "{position}");
            our_nodes += ours.nodes() - before;
            if alone {
                race.add(our_time, 1.0);
                continue;
            }
            let board = connect_four_ai::Position::from_moves(position).expect("a position");
            let (their_time, score) = timed(|| {
                theirs.reset();
                theirs.solve(&board)
            });
            assert_eq!(i32::from(score), best, "{position}");
            their_nodes += theirs.explored_positions;
            race.add(our_time, their_time);
        }
        println!("ply {ply}: {race}; nodes {our_nodes} against {their_nodes}");
    }
    if args.iter().any(|a| a == "--empty") {
        ours.forget();
        let before = ours.nodes();
        let (time, score) = timed(|| ours.score(&game.parse_position("").unwrap()));
        println!("empty board: score {score}, {:.2} CPU seconds, {} nodes", time / 1e6, ours.nodes() - before);
    }
}
