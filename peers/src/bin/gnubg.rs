//! The equity of our evaluators of backgammon beside that of GNU Backgammon.
//!
//!     cargo run --release --bin gnubg                   # 200 positions, our net and linear against 0-ply and 2-ply
//!     cargo run --release --bin gnubg -- 1000 /usr/games/gnubg
//!
//! The arguments are the number of positions and gnubg's program. The positions are drawn from games in which the net plays one ply
//! deep, a tenth of its moves at random, one a game, and only positions of contact. Games are played by `tiptree match` and
//! `gnubg_to_ugi.py`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tiptree::{Evaluator, Game, Notation, Player, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Linear, Net, State, is_race};

/// The share of moves drawn at random, so that the positions are of many kinds.
const RANDOM: f64 = 0.1;
const SEED: u64 = 2026;

/// GNU Backgammon, spoken to through its adapter.
struct Gnubg {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Gnubg {
    fn start(program: &str) -> Result<Self, Box<dyn Error>> {
        let adapter = concat!(env!("CARGO_MANIFEST_DIR"), "/gnubg_to_ugi.py");
        let mut process = Command::new(program)
            .args(["-t", "-q", "-r", "-p", adapter])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}; it is in Debian's package gnubg"))?;
        let commands = process.stdin.take().ok_or("gnubg has no input")?;
        let answers = BufReader::new(process.stdout.take().ok_or("gnubg has no output")?);
        Ok(Gnubg { process, commands, answers })
    }

    /// The expected points of the player to roll, by a search of so many plies.
    fn equity(&mut self, position: &str, plies: u32) -> Result<f64, Box<dyn Error>> {
        writeln!(self.commands, "setoption name Plies value {plies}\nposition fen {position}\nvalue")?;
        let mut line = String::new();
        // What gnubg prints before the adapter runs is skipped.
        while !line.starts_with("value ") {
            line.clear();
            if self.answers.read_line(&mut line)? == 0 {
                return Err(format!("gnubg ended at {position}").into());
            }
        }
        let equity = line.split_whitespace().last().ok_or("gnubg gave no equity")?;
        Ok(equity.parse()?)
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A position of contact before a roll, from a game of its own.
fn drawn(game: &Backgammon, net: &Net, number: u64) -> State {
    let mut rng = Rng::derive(SEED, &[number]);
    let mut seen = Vec::new();
    let mut state = game.start();
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&state, &mut moves);
        let turn = game.turn(&state);
        let chosen = match Player::of(turn) {
            Some(side) if rng.unit() >= RANDOM => {
                let mut leaves = Vec::new();
                net.children(game, &state, &moves, &mut leaves);
                let value = |place: &usize| side.sign() * leaves[*place].value;
                (0..moves.len()).max_by(|one, two| value(one).total_cmp(&value(two))).unwrap_or(0)
            }
            Some(_) => rng.below(moves.len()),
            None => {
                if matches!(turn, Turn::Over(_)) {
                    return seen[rng.below(seen.len())];
                }
                if !is_race(&state) {
                    seen.push(state);
                }
                let mut chances = Vec::new();
                game.chances(&state, &moves, &mut chances);
                rng.weighted(&chances)
            }
        };
        state = game.after(&state, moves[chosen]);
    }
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

/// The correlation of two columns.
fn correlation(one: &[f64], two: &[f64]) -> f64 {
    let covariance = |one: &[f64], two: &[f64]| {
        let means = [one, two].map(|column| mean(column.iter().copied()));
        mean(one.iter().zip(two).map(|(a, b)| (a - means[0]) * (b - means[1])))
    };
    covariance(one, two) / (covariance(one, one) * covariance(two, two)).sqrt()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let mut gnubg = Gnubg::start(arguments.next().as_deref().unwrap_or("/usr/games/gnubg"))?;
    let game = Backgammon::standard();
    let (net, linear) = (Net::new(&game), Linear::new(&game));
    let states: Vec<State> = (0..count).map(|number| drawn(&game, &net, number)).collect();
    let own = |evaluator: &dyn Evaluator<Backgammon>| -> Vec<f64> {
        states.iter().map(|state| state.player().sign() * evaluator.evaluate(&game, state)).collect()
    };
    let columns = [("net", own(&net)), ("linear", own(&linear))];
    println!("{count} positions of contact, expected points of the player to roll");
    let mut theirs: Vec<Vec<f64>> = Vec::new();
    for plies in [0, 2] {
        let equities = states.iter().map(|state| gnubg.equity(&game.position_text(state), plies));
        let equities: Vec<f64> = equities.collect::<Result<_, _>>()?;
        for (name, column) in &columns {
            compare(name, column, plies, &equities);
        }
        theirs.push(equities);
    }
    compare("gnubg 0-ply", &theirs[0], 2, &theirs[1]);
    Ok(())
}

fn compare(name: &str, ours: &[f64], plies: u32, theirs: &[f64]) {
    let error = mean(ours.iter().zip(theirs).map(|(one, two)| (one - two).abs()));
    let bias = mean(ours.iter().zip(theirs).map(|(one, two)| one - two));
    println!(
        "  {name:11} against gnubg {plies}-ply: correlation {:.4}, mean absolute error {error:.4}, mean difference {bias:+.4}",
        correlation(ours, theirs)
    );
}
