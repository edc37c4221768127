//! Races searches to the proof of a position's value.
//!
//! `cargo run --release -p tiptree-games --example prove -- 500 pvs dfpn 'dfpn(epsilon=0.25)'`
//!
//! Every search proves the same labelled Connect-Four positions in turn, and small boards from the start, with no
//! evaluator beyond the rules. The program prints moves, positions and CPU seconds, each as a sum and as a ratio to the
//! first search's, and the geometric mean of the ratios per position.

use tiptree::search::{Search, catalogue};
use tiptree::{Budget, Game, Neutral, Notation, Spec};
use tiptree_games::connect4::{Board, Connect4};

const PLY_28: &str = include_str!("../data/connect4-all-moves-ply28.txt");
const PLY_20: &str = include_str!("../data/connect4-all-moves-ply20.txt");

/// The cost of one proof: moves, positions, CPU seconds.
type Cost = [f64; 3];

fn race(name: &str, game: &Connect4, boards: &[Board], specs: &[Spec]) {
    let mut searches: Vec<Box<dyn Search<Connect4>>> = specs
        .iter()
        .map(|spec| {
            catalogue::build(spec, game.clone(), Neutral::new(game), 1)
                .unwrap_or_else(|error| panic!("{error}"))
        })
        .collect();
    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); specs.len()];
    for board in boards {
        let mut values = Vec::new();
        for (search, costs) in searches.iter_mut().zip(&mut costs) {
            search.start(*board);
            let report = search.run(&Budget::unlimited());
            values.push(report.proven.map(|proven| proven.value));
            costs.push([report.counters.moves as f64, report.counters.nodes as f64, report.cpu_seconds]);
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?} at {board:?}");
    }
    println!("{name}, {} positions: moves, nodes, CPU seconds", boards.len());
    let sum = |costs: &[Cost], kind: usize| costs.iter().map(|cost| cost[kind]).sum::<f64>();
    for (spec, own) in specs.iter().zip(&costs) {
        let ratio = |kind: usize| sum(own, kind) / sum(&costs[0], kind);
        let mean = |kind: usize| {
            let ratios = own
                .iter()
                .zip(&costs[0])
                .map(|(own, first)| (own[kind].max(1e-7) / first[kind].max(1e-7)).ln());
            (ratios.sum::<f64>() / boards.len() as f64).exp()
        };
        let [moves, nodes, cpu] = [0, 1, 2].map(|kind| (sum(own, kind), ratio(kind), mean(kind)));
        println!(
            "  {:<40} {:>10.0} ({:.2}, {:.2}) {:>10.0} ({:.2}, {:.2}) {:>8.3} ({:.2}, {:.2})",
            spec.to_string(),
            moves.0,
            moves.1,
            moves.2,
            nodes.0,
            nodes.1,
            nodes.2,
            cpu.0,
            cpu.1,
            cpu.2
        );
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(50);
    let mut specs: Vec<Spec> = arguments.map(|text| text.parse().expect("a search")).collect();
    if specs.is_empty() {
        specs = ["pvs", "dfpn"].map(|name| name.parse().expect("a search")).to_vec();
    }
    let game = Connect4::default();
    for (name, text) in [("ply 28", PLY_28), ("ply 20", PLY_20)] {
        let lines = text.lines().filter(|line| !line.starts_with('#')).take(count);
        let board = |line: &str| game.parse_position(line.split_whitespace().next()?).ok();
        let boards: Vec<Board> = lines.filter_map(board).collect();
        race(name, &game, &boards, &specs);
    }
    for (width, height) in [(5, 4), (5, 5), (6, 4), (6, 5)] {
        let game = Connect4::new(width, height).expect("a board");
        race(&format!("{width}x{height}"), &game, &[game.start()], &specs);
    }
}
