//! speed
use tiptree::search::best_first::MinMax;
use tiptree::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Game, Search};
fn main() {
    for moves in [1000u64, 5000, 100_000] {
        let (mut calls, mut cpu, mut exp) = (0, 0.0, 0);
        let game = HashTree::new(1, 20, 7);
        let mut s = MinMax::new(game, HashEvaluator::new(1, 1023).within(1.0, 1023.0));
        for seed in 0..(20_000_000 / moves) {
            let st = game.after(&game.after(&game.start(), (seed % 7) as u16), (seed / 7 % 7) as u16);
            s.start(st);
            let r = s.run(&Budget::moves(moves));
            calls += r.counters.moves;
            cpu += r.cpu_seconds;
            exp += r.counters.expansions;
        }
        println!(
            "{moves}: {:.1} M calls/s, {:.0} ns/expansion, {:.1} calls per expansion",
            calls as f64 / cpu / 1e6,
            cpu * 1e9 / exp as f64,
            calls as f64 / exp as f64
        );
    }
}
