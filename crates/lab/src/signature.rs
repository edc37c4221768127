//! The signature of a search: what it does at fixed positions of a game, as one number.
//!
//! The hashed text of a search is a line with its best move, its value, its counters and why it stopped: nothing that depends
//! on a clock or on threads.

use tiptree::erased::{Position, Rules};
use tiptree::{Counters, Report, Rng, Turn};

/// Random decisions from the start to each of the positions.
const PLIES: [usize; 3] = [0, 3, 7];

/// What a search found and counted, without the clock. The value is rounded to six digits.
pub fn outcome(report: &Report<String>) -> String {
    let Report { best, value, range, counters, stop, .. } = report;
    let Counters { moves, evals, nodes, .. } = counters;
    let share = (value - range.low) / (range.high - range.low);
    let best = best.as_deref().unwrap_or("-");
    let stop = stop.map_or_else(String::new, |stop| stop.to_string());
    // Adding 0 turns -0 into 0.
    format!("{best} {:.6} {moves} {evals} {nodes} {stop}", share + 0.0)
}

/// The positions of a game at which searches are measured.
pub fn positions(rules: &dyn Rules) -> Vec<String> {
    PLIES.iter().map(|&plies| position(rules, plies).text()).collect()
}

/// The position after `plies` random decisions, or the last decision before the game ends.
fn position(rules: &dyn Rules, plies: usize) -> Box<dyn Position> {
    let mut rng = Rng::derive(1, &[plies as u64]);
    let mut position = rules.deal(rng.next_u64());
    let mut last = position.duplicate();
    let mut decisions = 0;
    loop {
        let turn = position.turn();
        if turn.is_over() {
            return last;
        }
        let moves = position.moves();
        let chosen = if turn == Turn::Chance {
            rng.weighted(&position.chances())
        } else {
            last = position.duplicate();
            if decisions == plies {
                return last;
            }
            decisions += 1;
            rng.below(moves.len())
        };
        position.play(&moves[chosen]).expect("a position plays the moves it lists");
    }
}

/// The signature of lines: their hash, folded to 32 bits, which is short enough for people and exact in every JSON reader.
pub fn signature(lines: &str) -> u64 {
    let hash = hash(lines);
    hash >> 32 ^ hash & 0xffff_ffff
}

/// FNV-1a (Fowler, Noll and Vo): it is the same on every machine and in every version of Rust.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, Race, rules};
    use tiptree::Budget;

    #[test]
    fn the_hash_gives_its_published_numbers() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(signature("a"), 0xaf63_dc4c ^ 0x8601_ec8c);
    }

    #[test]
    fn the_last_digits_of_a_value_do_not_count_and_its_counters_do() {
        let rules = tiptree_games::registry().rules(&"tictactoe".parse().unwrap(), None).unwrap();
        let mut engine = rules.engine(&"ab".parse().unwrap(), 1).unwrap();
        let report = engine.run(&Budget::moves(100));
        let nearly = Report { value: report.value + 1e-12, seconds: 9.0, ..report.clone() };
        assert_eq!(outcome(&nearly), outcome(&report));
        let other = Report { value: report.value + 0.01, ..report.clone() };
        assert_ne!(outcome(&other), outcome(&report));
        let counters = Counters { nodes: report.counters.nodes + 1, ..report.counters };
        assert_ne!(outcome(&Report { counters, ..report.clone() }), outcome(&report));
    }

    #[test]
    fn positions_are_decisions_even_if_the_game_ends_early() {
        for plies in [0, 1, 5, 40] {
            for rules in [rules("noughts", Noughts), rules("race", Race)] {
                let turn = position(rules.as_ref(), plies).turn();
                assert!(matches!(turn, Turn::Max | Turn::Min), "{plies}: {turn:?}");
            }
        }
    }
}
