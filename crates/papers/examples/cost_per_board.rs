//! What a board of Nau, Purdom and Tzeng's contests costs as the height grows: three rules, every depth, both sides.
//!
//!     cargo run --release -p tiptree-papers --example cost_per_board

use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tiptree_papers::nau::contest::{Plan, Series};

/// The least time of three, for one board in microseconds.
fn cost(series: Series, height: usize, boards: u64) -> f64 {
    let plan = Plan { series, height, boards, seed: 1, jobs: 1 };
    let once = |_| {
        let clock = Instant::now();
        let contests = plan.play(&AtomicBool::new(false), &mut |_| {}).expect("a height that can be played");
        clock.elapsed().as_secs_f64() * 1e6 / contests.boards as f64
    };
    (0..3).map(once).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("height  P-game, us  N-game, us  G-game, us");
    for height in 6..=16 {
        let boards = 4096 >> (height / 2);
        let [p, n, g] =
            [Series::POnes, Series::NOnes, Series::GOnes].map(|series| cost(series, height, boards));
        println!("{height:6}  {p:10.1}  {n:10.1}  {g:10.1}");
    }
}
