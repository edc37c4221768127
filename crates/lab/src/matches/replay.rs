//! Replays the games of a file to check their records.

use super::header::Header;
use super::record::{End, Record, Side, Unfinished};
use std::cmp::Ordering;
use tiptree::erased::Rules;
use tiptree::{Outcome, Range, Turn};

/// The player of Max, if `first` has the side to move in a position with this turn, or plays Max before a roll.
pub(crate) fn max_side(first: Side, turn: Turn) -> Side {
    match turn {
        Turn::Min => first.other(),
        _ => first,
    }
}

/// The outcome for Max: a payoff above the middle of the range is a win.
pub(crate) fn outcome_for_max(payoff: f64, payoffs: Range) -> Outcome {
    match payoff.partial_cmp(&payoffs.middle()) {
        Some(Ordering::Greater) => Outcome::Win,
        Some(Ordering::Less) => Outcome::Loss,
        _ => Outcome::Draw,
    }
}

/// The payoff to Max that stands for an outcome before the game was over: an end of the range, or its middle.
pub(crate) fn payoff_of(outcome: Outcome, payoffs: Range) -> f64 {
    match outcome {
        Outcome::Win => payoffs.high,
        Outcome::Draw => payoffs.middle(),
        Outcome::Loss => payoffs.low,
    }
}

/// What a payoff to Max is to A: the result, and the points if the game counts them. What Max wins, Min pays.
pub(crate) fn result_for_a(max: Side, payoff: f64, payoffs: Range) -> (Outcome, Option<f64>) {
    // Not -payoff, which makes -0 of a draw.
    let points = if max == Side::A { payoff } else { 0.0 - payoff };
    (swap_sides(max, outcome_for_max(payoff, payoffs)), payoffs.counts_points().then_some(points))
}

/// Turns the outcome for Max into the outcome for A, and back: they are the same if A is Max.
pub(crate) fn swap_sides(max: Side, outcome: Outcome) -> Outcome {
    match (max, outcome) {
        (Side::B, Outcome::Win) => Outcome::Loss,
        (Side::B, Outcome::Loss) => Outcome::Win,
        _ => outcome,
    }
}

/// A replayed game.
pub(crate) struct Replayed {
    /// The player of Max.
    pub(crate) max: Side,
    /// Whose turn it was before every move.
    pub(crate) turns: Vec<Turn>,
}

/// Replays a recorded game. Every move must be legal, and the result must be that of the final position or follow from the
/// reason why the game ended early. Writes A's points into the record, which has none if an earlier version made it.
///
/// # Errors
/// What was read and what was expected.
pub(crate) fn check(rules: &dyn Rules, header: &Header, record: &mut Record) -> Result<Replayed, String> {
    let Record { index, pair, first, .. } = *record;
    let expected = if index.is_multiple_of(2) { Side::A } else { Side::B };
    if pair != index / 2 || first != expected {
        let name = |side| if side == Side::A { "a" } else { "b" };
        return Err(format!(
            "game {index} of pair {pair} with {} first, expected pair {} and {} first",
            name(first),
            index / 2,
            name(expected)
        ));
    }
    let (replayed, last) = check_moves(rules, index, first, &record.opening, &record.moves)?;
    let rolls = replayed.turns.iter().filter(|&&turn| turn == Turn::Chance).count();
    if record.rolls != rolls {
        return Err(format!("game {index}: {} rolls, expected {rolls}", record.rolls));
    }
    record.points = check_end(rules, header, record, replayed.max, last)?;
    Ok(replayed)
}

/// Replays a game that was stopped before its end.
///
/// # Errors
/// What was read and what was expected.
pub(crate) fn check_unfinished(rules: &dyn Rules, game: &Unfinished) -> Result<Replayed, String> {
    let (replayed, last) = check_moves(rules, 0, Side::A, &game.opening, &game.moves)?;
    if last.is_over() { Err("game 0: it is over, expected an unfinished game".into()) } else { Ok(replayed) }
}

/// Replays moves, all of which must be legal. Returns the turn after the last one too.
fn check_moves(
    rules: &dyn Rules,
    index: usize,
    first: Side,
    opening: &str,
    moves: &[String],
) -> Result<(Replayed, Turn), String> {
    let mut position = rules.position(opening).map_err(|parse_error| parse_error.to_string())?;
    let max = max_side(first, position.turn());
    let mut turns = Vec::with_capacity(moves.len());
    for (number, mv) in moves.iter().enumerate() {
        let turn = position.turn();
        if turn.is_over() {
            return Err(format!("game {index}: move {} {mv:?}, expected the end of the game", number + 1));
        }
        turns.push(turn);
        position
            .play(mv)
            .map_err(|parse_error| format!("game {index}: move {}: {parse_error}", number + 1))?;
    }
    Ok((Replayed { max, turns }, position.turn()))
}

/// Whether points that were read are those of the game, but for the last digits.
fn is_close(read: f64, points: f64) -> bool {
    (read - points).abs() <= 1e-9 * points.abs()
}

/// Checks that a game ended as its record says; `turn` is the turn after its last move. Returns A's points.
fn check_end(
    rules: &dyn Rules,
    header: &Header,
    record: &Record,
    max: Side,
    turn: Turn,
) -> Result<Option<f64>, String> {
    let index = record.index;
    let plies = record.moves.len() - record.rolls;
    let payoffs = rules.payoffs();
    let check = |payoff: f64| {
        let (result, points) = result_for_a(max, payoff, payoffs);
        let text = |outcome: Outcome| format!("{outcome:?}").to_lowercase();
        if record.result != result {
            return Err(format!(
                "game {index}: result {:?}, expected {:?}",
                text(record.result),
                text(result)
            ));
        }
        // A file of an earlier version has no points.
        match record.points {
            Some(read) if points.is_none_or(|points| !is_close(read, points)) => {
                let expected = points.map_or("none".into(), |points| points.to_string());
                Err(format!("game {index}: points {read}, expected {expected}"))
            }
            _ => Ok(points),
        }
    };
    let check_outcome = |outcome: Outcome| check(payoff_of(swap_sides(max, outcome), payoffs));
    let end = |problem: &str| Err(format!("game {index}: {problem}"));
    match (record.end, turn) {
        (End::Over, Turn::Over(payoff)) => check(payoff),
        (End::Over, _) => end("the moves stop before the game is over, expected more of them"),
        (_, Turn::Over(_)) => end("it ended by the rules, expected end \"over\""),
        (End::Proven, _) if !header.adjudicate => end("proven, expected a match that adjudicates"),
        (End::Plies, _) if header.max_plies != Some(plies) => {
            let expected =
                header.max_plies.map_or("no limit of plies".into(), |most| format!("{most} plies"));
            end(&format!("drawn after {plies} plies, expected {expected}"))
        }
        (End::Plies, _) => check_outcome(Outcome::Draw),
        (End::Forfeit, _) if record.fault.is_none() || record.result == Outcome::Draw => {
            end("a forfeit, expected a fault and a loser")
        }
        (End::Proven | End::Forfeit, _) => check_outcome(record.result),
    }
}
