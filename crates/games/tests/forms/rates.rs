//! What the untyped form costs: a measurement, no test.

use crate::bare::BothForms;
use crate::random::random_position;
use std::collections::BTreeMap;
use tiptree::erased::Engine;
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Rng};

/// The positions searched of every game, and how often each is searched in both forms.
const POSITIONS: u64 = 5;
const ROUNDS: usize = 9;

/// Nodes and CPU seconds of one search at every position.
fn spent(engine: &mut dyn Engine, positions: &[String], budget: &Budget) -> (f64, f64) {
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for position in positions {
        engine.start(position).unwrap();
        let report = engine.run(budget);
        nodes += report.counters.nodes as f64;
        seconds += report.cpu_seconds;
    }
    (nodes, seconds)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the nodes a CPU second, in millions, of every search and game without insight, typed : untyped. The runs of both forms
/// take turns, so that a slow moment of the machine meets both, and the median counts.
#[test]
#[ignore = "a measurement that takes a minute in a release build"]
fn rates_of_both_forms() {
    let games = BothForms::all();
    let budget = Budget::moves(100_000);
    let mut cells: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let mut logarithms = Vec::new();
    for (column, game) in games.iter().enumerate() {
        let positions: Vec<String> = (0..POSITIONS)
            .map(|number| {
                let mut rng = Rng::derive(1, &[number]);
                random_position(game.untyped.as_ref(), game.plies / 4, &mut rng).text()
            })
            .collect();
        for (row, entry) in SEARCHES.iter().enumerate() {
            let search = entry.name.parse().unwrap();
            let (Ok(mut typed), Ok(mut untyped)) =
                ((game.typed)(&search, 1), game.untyped.engine(&search, 1))
            else {
                continue;
            };
            let mut rates = [Vec::new(), Vec::new()];
            for _ in 0..ROUNDS {
                for (engine, rates) in [&mut typed, &mut untyped].into_iter().zip(&mut rates) {
                    let (nodes, seconds) = spent(engine.as_mut(), &positions, &budget);
                    rates.push(nodes / seconds / 1e6);
                }
            }
            let [typed, untyped] = rates.map(median);
            logarithms.push((typed / untyped).ln());
            cells.insert((row, column), format!("{typed:.2} : {untyped:.2}"));
        }
    }
    let names: Vec<&str> = games.iter().map(|game| game.untyped.spec().name.as_str()).collect();
    println!("| search | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for (row, entry) in SEARCHES.iter().enumerate() {
        let cell = |column| cells.get(&(row, column)).map_or("", String::as_str);
        let line: Vec<&str> = (0..games.len()).map(cell).collect();
        println!("| `{}` | {} |", entry.name, line.join(" | "));
    }
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    println!("typed : untyped is {mean:.2} : 1, the geometric mean of {} cells", logarithms.len());
}
