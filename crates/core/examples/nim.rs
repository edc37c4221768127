//! Your first game: Nim, and every search of the library on it.
//!
//! Players in turn take 1 to 3 stones from a heap; who takes the last stone wins.

use tiptree::search::catalogue;
use tiptree::{Budget, Game, Insight, Keyed, Neutral, Spec, Turn};

#[derive(Clone, Copy)]
struct Nim {
    stones: u32,
}

#[derive(Clone)]
struct Heap {
    stones: u32,
    max_to_move: bool,
}

impl Game for Nim {
    type State = Heap;
    type Move = u32;

    fn start(&self) -> Heap {
        Heap { stones: self.stones, max_to_move: true }
    }

    fn turn(&self, heap: &Heap) -> Turn {
        match (heap.stones, heap.max_to_move) {
            (0, true) => Turn::Over(-1.0), // Min took the last stone
            (0, false) => Turn::Over(1.0),
            (_, true) => Turn::Max,
            (_, false) => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=heap.stones.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        heap.stones -= taken;
        heap.max_to_move = !heap.max_to_move;
    }
}

impl Keyed for Nim {
    fn key(&self, heap: &Heap) -> u64 {
        u64::from(2 * heap.stones) + u64::from(heap.max_to_move)
    }
}

impl Insight for Nim {}

fn main() {
    let nim = Nim { stones: 10 };
    for entry in catalogue::SEARCHES {
        let spec = Spec { name: entry.name.into(), parameters: Vec::new() };
        let mut search = catalogue::build(&spec, nim, Neutral::new(&nim), 1).expect("a known search");
        let report = search.run(&Budget::unlimited());
        println!(
            "{:<8} takes {:?}, value {}, {} evals",
            entry.name, report.best, report.value, report.counters.evals
        );
        assert_eq!(report.best, Some(2), "leaving a multiple of 4 wins");
    }
}
