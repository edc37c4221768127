//! A race on one machine in one run: expectimax through the general library against functions written for Pig alone.
//!
//! *Direct* passes scores as arguments and stores nothing. *Plain* is a recursion over the game's own states, moves and
//! evaluator. The difference between it and the library is the cost of move lists, budgets, counters and the principal
//! variation; the difference between it and *direct* is the cost of states. All three search the same trees, visit the
//! same positions and find the same values, which is asserted.
//!
//! `cargo run --release -p tiptree-games --example pig_race -- [DEPTH]`

use std::hint::black_box;
use tiptree::clock::Clock;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Evaluator, Game, Notation, Search, Turn};
use tiptree_games::pig::{Lead, Move, Phase, Pig, Player, Scores};

/// Positions in which a player decides: early, midway and late.
const POSITIONS: [&str; 8] = [
    "0-0+5 max",
    "0-12+21 min",
    "25-40+9 max",
    "50-50+20 max",
    "62-31+14 min",
    "70-88+11 max",
    "80-80+19 min",
    "90-93+4 max",
];
const ROUNDS: usize = 7;

/// Expectimax of Pig and nothing else.
struct Direct {
    goal: u32,
    share: f64,
    nodes: u64,
}

impl Direct {
    fn new(game: &Pig) -> Self {
        let goal = u32::from(game.goal());
        Direct { goal, share: 1.0 / f64::from(goal), nodes: 0 }
    }

    /// The value for the player about to roll, as [`Lead`] computes it.
    fn lead(&self, own: u32, other: u32, total: u32) -> f64 {
        let turn = 5.0 / 6.0 * (f64::from(total) + 4.0);
        let lead = f64::from(own) + turn - f64::from(other);
        (lead * self.share).clamp(-1.0, 1.0)
    }

    /// The value to the player who decides, `depth` decisions above the horizon.
    fn decide(&mut self, own: u32, other: u32, total: u32, depth: u32) -> f64 {
        let roll = self.roll(own, other, total, depth - 1);
        let hold = -self.roll(other, own + total, 0, depth - 1);
        if hold > roll { hold } else { roll }
    }

    /// The value to the player about to roll.
    fn roll(&mut self, own: u32, other: u32, total: u32, depth: u32) -> f64 {
        self.nodes += 1;
        if depth == 0 {
            return self.lead(own, other, total);
        }
        // The 1, which is followed by a pass.
        self.nodes += 1;
        let mut sum = 1.0 / 6.0 * -self.roll(other, own, 0, depth - 1);
        for face in 2..=6 {
            self.nodes += 1;
            let total = total + face;
            let value = if own + total >= self.goal { 1.0 } else { self.decide(own, other, total, depth) };
            sum += 1.0 / 6.0 * value;
        }
        sum
    }

    /// Max's value of a position in which a player decides.
    fn value(&mut self, state: Scores, depth: u32) -> f64 {
        self.nodes += 1;
        let [own, other, total] = [state.own(), state.other(), state.total()].map(u32::from);
        let value = self.decide(own, other, total, depth);
        if state.player() == Player::Max { value } else { -value }
    }
}

/// Expectimax over the game's own states, `depth` decisions above the horizon. Counts the positions.
fn plain(game: &Pig, state: Scores, depth: u32, nodes: &mut u64) -> f64 {
    *nodes += 1;
    let turn = game.turn(&state);
    if let Turn::Over(payoff) = turn {
        return payoff;
    }
    if depth == 0 {
        return Lead.evaluate(game, &state);
    }
    let mut after = |mv, depth| plain(game, game.after(&state, mv), depth, nodes);
    match (state.phase(), turn) {
        (Phase::Rolls, _) => (1..=6).map(|face| 1.0 / 6.0 * after(Move::Face(face), depth)).sum(),
        (Phase::Passes, _) => after(Move::Pass, depth - 1),
        (_, Turn::Max) => after(Move::Roll, depth - 1).max(after(Move::Hold, depth - 1)),
        _ => after(Move::Roll, depth - 1).min(after(Move::Hold, depth - 1)),
    }
}

/// The work of one side over all positions.
struct Lap {
    nodes: u64,
    seconds: f64,
    values: [f64; POSITIONS.len()],
}

fn lap(states: &[Scores], mut search: impl FnMut(Scores) -> (f64, u64)) -> Lap {
    let clock = Clock::start();
    let mut lap = Lap { nodes: 0, seconds: 0.0, values: [0.0; POSITIONS.len()] };
    for (&state, value) in states.iter().zip(&mut lap.values) {
        let (found, nodes) = search(black_box(state));
        *value = found;
        lap.nodes += nodes;
    }
    lap.seconds = clock.cpu().as_secs_f64();
    lap
}

fn main() {
    let depth = std::env::args().nth(1).map_or(6, |text| text.parse().expect("a depth, such as 6"));
    let game = Pig::default();
    let states = POSITIONS.map(|text| game.parse_position(text).expect("a position of Pig"));
    let mut search = Deepening::new(game, Lead, Minimax::default().to_depth(depth));
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let library = lap(&states, |state| {
            search.start(state);
            let report = search.run(&Budget::unlimited());
            (report.value, report.counters.nodes)
        });
        let plain = lap(&states, |state| {
            let mut nodes = 0;
            (plain(&game, state, depth, &mut nodes), nodes)
        });
        let direct = lap(&states, |state| {
            let mut direct = Direct::new(&game);
            (direct.value(state, depth), direct.nodes)
        });
        for other in [&plain, &direct] {
            assert_eq!(library.nodes, other.nodes, "the same positions");
            let same = library.values.iter().zip(other.values).all(|(one, two)| (one - two).abs() < 1e-12);
            assert!(same, "{:?} and {:?} should be the same values", library.values, other.values);
        }
        let laps = [library, plain, direct];
        let [library, plain, direct] = laps.each_ref().map(|lap| lap.nodes as f64 / lap.seconds / 1e6);
        println!(
            "{} positions, million a CPU second: library {library:6.1}, plain {plain:6.1}, direct {direct:6.1}",
            laps[0].nodes,
        );
        best = std::array::from_fn(|side| best[side].min(laps[side].seconds));
    }
    let [library, plain, direct] = best;
    println!("best laps: library {:.2} of plain, {:.2} of direct", plain / library, direct / library);
}
