//! Draws positions of hypergammon and prints them with the exact expected payoff of every play, for `tiptree quality`.
//!
//!     tiptree tabulate hypergammon --out hypergammon.table
//!     cargo run --release -p tiptree-games --example label_hypergammon -- hypergammon.table 2000 1 > labels.jsonl
//!
//! The arguments are the table, the number of positions, a seed, and files of labels whose positions are left out. Each position is a decision of one game, drawn from all
//! its decisions with contact and a choice; no position comes twice. Both players play their best, except for an occasional
//! random play, without which the positions would be too much alike.

use std::collections::HashSet;
use std::error::Error;
use tiptree::{Evaluator, Game, Notation, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Exact, Move, State, is_race};

/// The probability of a random play.
const STRAY: f64 = 0.15;
/// What stands before the position in a label.
const POSITION: &str = r#""position":""#;

/// The expected points of the player to move after a play.
fn points(game: &Backgammon, exact: &Exact, state: &State, play: Move) -> f64 {
    let next = game.after(state, play);
    let value = match game.turn(&next) {
        Turn::Over(payoff) => payoff,
        _ => exact.evaluate(game, &next),
    };
    state.player().sign() * value
}

/// A decision of a game, with its plays and their points; `None` if the game has none with contact and a choice.
fn decision(game: &Backgammon, exact: &Exact, rng: &mut Rng) -> Option<(State, Vec<(Move, f64)>)> {
    let mut state = game.start();
    let (mut met, mut drawn) = (0, None);
    let mut moves = Vec::new();
    while !game.turn(&state).is_over() {
        moves.clear();
        game.moves(&state, &mut moves);
        let next = if game.turn(&state) == Turn::Chance {
            let mut chances = Vec::new();
            game.chances(&state, &moves, &mut chances);
            moves[rng.weighted(&chances)]
        } else {
            let scored: Vec<(Move, f64)> =
                moves.iter().map(|&play| (play, points(game, exact, &state, play))).collect();
            let best = scored.iter().max_by(|one, two| one.1.total_cmp(&two.1))?.0;
            if scored.len() > 1 && !is_race(&state) {
                met += 1;
                // Reservoir sampling: each decision so far is equally likely to be drawn.
                if rng.below(met) == 0 {
                    drawn = Some((state, scored));
                }
            }
            if rng.unit() < STRAY { moves[rng.below(moves.len())] } else { best }
        };
        game.play(&mut state, next);
    }
    drawn
}

fn label(game: &Backgammon, state: &State, plays: &[(Move, f64)]) -> String {
    let best = plays.iter().map(|(_, points)| *points).fold(f64::NEG_INFINITY, f64::max);
    let text = |(play, points): &(Move, f64)| {
        format!(r#"{{"move":"{}","score":{points:.6}}}"#, game.move_text(state, *play))
    };
    let moves: Vec<String> = plays.iter().map(text).collect();
    let position = game.position_text(state);
    format!(r#"{{{POSITION}{position}","score":{best:.6},"moves":[{}]}}"#, moves.join(","))
}

/// The position of a label.
fn position(label: &str) -> Option<&str> {
    label.split_once(POSITION)?.1.split('"').next()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, count, seed, others @ ..] = arguments.as_slice() else {
        return Err("expected a table, a number of positions and a seed".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let game = Backgammon::hypergammon();
    let exact = Exact::read(&game, file)?;
    let mut known = HashSet::new();
    for other in others {
        let labels = std::fs::read_to_string(other)?;
        known.extend(labels.lines().filter_map(position).map(str::to_owned));
    }
    let count = known.len() + count;
    for number in 0.. {
        if known.len() == count {
            break;
        }
        let Some((state, plays)) = decision(&game, &exact, &mut Rng::derive(seed, &[number])) else {
            continue;
        };
        if known.insert(game.position_text(&state)) {
            println!("{}", label(&game, &state, &plays));
        }
    }
    Ok(())
}
