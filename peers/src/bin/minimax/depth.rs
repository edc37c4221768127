//! From the empty board to a fixed depth. All find the value of plain minimax, so that only the time differs.

use crate::{TABLES, configurations};
use minimax::{IterativeOptions, IterativeSearch, Strategy};
use tiptree::search::depth_first::Deepening;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Settings};
use tiptree::{Budget, Search};
use tiptree_games::connect4::Connect4;
use tiptree_peers::basic::Basic;
use tiptree_peers::rules::{self, Position};
use tiptree_peers::{Race, timed};

const DEPTHS: [u8; 2] = [12, 14];
/// The names of the orders of moves, for both sides the same.
const ORDERS: [&str; 2] = ["left to right", "from the middle outwards"];

/// Our parts: all that keep every value what plain minimax finds; the same without what the game declares; and without those
/// that do not pay with this evaluation.
fn settings(table: usize) -> [(&'static str, Settings); 3] {
    let insight = Settings::exact().table(table as u64).deeper(true);
    let plain = insight.clone().insight(false);
    let chosen = plain.clone().driver(Driver::Bounds).sort(false).killers(false).step(2).peek(3);
    [
        ("pvs", insight),
        ("pvs(insight=false)", plain),
        ("mtdf(insight=false,sort=false,killers=false,step=2,peek=3)", chosen),
    ]
}

fn ours(depth: u8, settings: &Settings, is_central: bool) -> (f64, i32) {
    let order = if is_central { "4352617" } else { "1234567" };
    let game = Connect4::default().with_order(order).expect("each column once");
    let mut search = Deepening::new(game, Basic, Pvs::new(settings.clone()));
    let (time, report) = timed(|| search.run(&Budget::depth(u32::from(depth))));
    (time, report.value as i32)
}

/// The table is made before the clock starts, while ours grows under it.
fn theirs<const CENTRAL: bool>(depth: u8, options: IterativeOptions) -> (f64, i32) {
    let mut search = IterativeSearch::new(rules::Basic::<CENTRAL>, options);
    search.set_max_depth(depth);
    let (time, _) = timed(|| search.choose_move(&Position::default()));
    (time, i32::from(search.root_value()))
}

/// Every set-up of both sides in turn, `repeats` times: the other begins every search with its moves in random order.
fn run(depth: u8, is_central: bool, table: usize, repeats: usize) {
    let (settings, configurations) = (settings(table), configurations(table));
    let mut races: [[Race; 3]; 6] = Default::default();
    let mut values = Vec::new();
    for _ in 0..repeats {
        let ours = settings.each_ref().map(|(_, settings)| ours(depth, settings, is_central));
        values.extend(ours.map(|(_, value)| value));
        for ((_, options), races) in configurations.into_iter().zip(&mut races) {
            let (time, value) =
                if is_central { theirs::<true>(depth, options) } else { theirs::<false>(depth, options) };
            values.push(value);
            races.iter_mut().zip(ours).for_each(|(race, (our_time, _))| race.add(our_time, time));
        }
    }
    assert!(values.iter().all(|value| *value == values[0]), "values differ: {values:?}");
    let (order, mebibytes) = (ORDERS[usize::from(is_central)], table >> 20);
    println!(
        "depth {depth}, moves {order}, tables of {mebibytes} MiB: value {}, {repeats} repeats",
        values[0]
    );
    for (number, (name, _)) in settings.iter().enumerate() {
        println!("  {:8.1} ms  {name}", races[0][number].ratio().0 / 1e3);
    }
    for ((name, _), races) in configurations.iter().zip(&races) {
        let ratios = races.each_ref().map(|race| {
            let (_, _, ratio, error) = race.ratio();
            format!("{ratio:.3} ± {error:.3}")
        });
        println!("  {:8.1} ms  {name:34} ratios {}", races[0].ratio().1 / 1e3, ratios.join(", "));
    }
}

/// Prints the times to each depth and their ratios.
pub fn race(repeats: usize) {
    for depth in DEPTHS {
        for table in TABLES {
            for is_central in [true, false] {
                run(depth, is_central, table, repeats);
            }
        }
    }
}
