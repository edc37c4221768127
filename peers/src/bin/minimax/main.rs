//! Our `pvs` against `IterativeSearch` of the crate `minimax`, on Connect-Four seen by one and the same evaluation.
//!
//! * `cargo run --release --bin minimax -- depth [--repeats 11]`: the time from the empty board to depth 12 and 14.
//! * `cargo run --release --bin minimax -- match [--games 400]`: games at 5 milliseconds of CPU time a move.

mod depth;
mod games;

use minimax::IterativeOptions;
use std::process::ExitCode;

/// The most bytes of each side's table. The other takes them all at once and scatters over them, so that many are slow; 1 MiB
/// is what it takes by default.
const TABLES: [usize; 2] = [64 << 20, 1 << 20];

/// How the other is set up: the defaults, and what its documentation offers for a game without quiescence or null moves.
fn configurations(table: usize) -> [(&'static str, IterativeOptions); 6] {
    let usual = IterativeOptions::new().with_table_byte_size(table);
    let double = usual.with_double_step_increment();
    let window = double.with_aspiration_window(5);
    [
        ("default", usual),
        ("double step", double),
        ("double step, MTD(f)", double.with_mtdf()),
        ("double step, window", window),
        ("double step, window, countermoves", window.with_countermoves()),
        ("double step, window, history", window.with_countermove_history()),
    ]
}

/// The number behind `option`, or the usual one.
fn number(option: &str, usual: usize) -> Option<usize> {
    let mut arguments = std::env::args().skip_while(|argument| argument != option);
    match arguments.next() {
        None => Some(usual),
        Some(_) => arguments.next()?.parse().ok().filter(|&number| number > 0),
    }
}

fn main() -> ExitCode {
    let race = std::env::args().nth(1);
    match (race.as_deref(), number("--repeats", 11), number("--games", 400)) {
        (Some("depth"), Some(repeats), _) => depth::race(repeats),
        (Some("match"), _, Some(games)) => games::race(games.div_ceil(2)),
        _ => {
            eprintln!("expected depth [--repeats 11] or match [--games 400]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
