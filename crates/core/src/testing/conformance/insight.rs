//! The checks of [`super::insight`]: what a game declares to searches.

use super::{Visit, ensure, moves_of, pushed, same};
use crate::game::{Game, Range, Turn};
use crate::insight::{Glance, Insight, Prospect};
use crate::score_bounds::ScoreBounds;

/// The prospect must be true: a move wins at once, every move loses at once, or the moves pushed are those worth a search.
pub(super) fn prospect<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let &Visit { state, moves, .. } = visit;
    let Some(players) = Players::of(game, state) else { return Ok(()) };
    let mut prospect = Prospect::Open;
    // The list holds all moves twice, because a method that wrongly clears it might rebuild a single copy.
    let below = [moves, moves].concat();
    let open = pushed("prospect", &below, |list| prospect = game.prospect(state, list))?;
    ensure(prospect == Prospect::Open || open.is_empty(), || {
        format!("the prospect is {prospect:?}, but {open:?} are pushed as worth a search")
    })?;
    let mut glance = Glance::Open;
    let left = pushed("glance", &below, |list| glance = game.glance(state, list))?;
    ensure(left.is_empty(), || format!("{left:?} are left where a glance found room"))?;
    same("the glance", &Glance::of(prospect, &open), &glance)?;
    let loses = |mv: &G::Move| players.loses(game, &game.after(state, *mv));
    match prospect {
        Prospect::Won(mv) => {
            ensure(moves.contains(&mv), || format!("the winning move {mv:?} is not legal"))?;
            let turn = game.turn(&game.after(state, mv));
            ensure(turn == Turn::Over(players.best), || {
                format!("{mv:?} should win at once, but the turn after it is {turn:?}")
            })
        }
        Prospect::Lost => match moves.iter().find(|mv| !loses(mv)) {
            Some(mv) => Err(format!("the position should be lost, but {mv:?} does not lose at once")),
            None => Ok(()),
        },
        Prospect::Open => {
            ensure(!open.is_empty(), || "the position is open, but no move is worth a search".into())?;
            let in_order: Vec<G::Move> = moves.iter().copied().filter(|mv| open.contains(mv)).collect();
            same("the list of moves worth a search, legal and in order,", &in_order, &open)?;
            match moves.iter().find(|&mv| !open.contains(mv) && !loses(mv)) {
                Some(mv) => Err(format!("{mv:?} does not lose at once, but is not worth a search")),
                None => Ok(()),
            }
        }
    }
}

/// The side to move, by its best and worst payoff, and its opponent.
struct Players {
    best: f64,
    worst: f64,
    opponent: Turn,
}

impl Players {
    fn of<G: Game>(game: &G, state: &G::State) -> Option<Players> {
        let payoffs = game.payoffs();
        match game.turn(state) {
            Turn::Max => Some(Players { best: payoffs.high, worst: payoffs.low, opponent: Turn::Min }),
            Turn::Min => Some(Players { best: payoffs.low, worst: payoffs.high, opponent: Turn::Max }),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// Whether the side whose move led to this state has lost, or the opponent can end the game at once with the opponent's
    /// best payoff.
    fn loses<G: Game>(&self, game: &G, after: &G::State) -> bool {
        let lost = Turn::Over(self.worst);
        let wins = |&mv: &G::Move| game.turn(&game.after(after, mv)) == lost;
        match game.turn(after) {
            turn if turn == self.opponent => moves_of(game, after).iter().any(wins),
            turn => turn == lost,
        }
    }
}

/// A position and its mirror image, which the mirrored moves reach from the start, share their folded key. It is the key of one
/// of them, and both say which.
pub(super) fn mirror<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let mut image = game.start();
    for &mv in visit.line {
        let mirrored = game.mirrored(mv);
        same(&format!("the move {mv:?}, mirrored twice,"), &mv, &game.mirrored(mirrored))?;
        if !moves_of(game, &image).contains(&mirrored) {
            return Err(format!("{mirrored:?}, the mirrored {mv:?}, is not legal in the mirror image"));
        }
        game.play(&mut image, mirrored);
    }
    same("the turn in the mirror image", &game.turn(visit.state), &game.turn(&image))?;
    let folded = |state: &G::State, other: &G::State| {
        let (key, is_image) = game.folded_key(state);
        let of = if is_image { other } else { state };
        same("the folded key", &game.key(of), &key).map(|()| key)
    };
    let key = folded(visit.state, &image)?;
    same("the folded key of the mirror image", &key, &folded(&image, visit.state)?)
}

/// Every legal move has a place below [`Insight::places`].
pub(super) fn places<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let places = game.places();
    let beyond = |mv: &&G::Move| places > 0 && game.place(visit.state, **mv) >= places;
    match visit.moves.iter().find(beyond) {
        Some(&mv) => {
            Err(format!("the place {} of {mv:?} is not below {places}", game.place(visit.state, mv)))
        }
        None => Ok(()),
    }
}

/// A pass hands the turn to the opponent.
pub(super) fn pass<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let Some(players) = Players::of(game, visit.state) else { return Ok(()) };
    match game.passed(visit.state) {
        Some(passed) => same("the turn after a pass", &players.opponent, &game.turn(&passed)),
        None => Ok(()),
    }
}

/// The number of positions that a check of bounds may visit.
const NODES: u32 = 500;

/// The payoff of best play must lie between the bounds that the game declares: a search by iterative deepening that knows nothing
/// but the rules must not refute them.
pub(super) fn bounds<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let &Visit { state, .. } = visit;
    if Players::of(game, state).is_none() || game.prospect(state, &mut Vec::new()) != Prospect::Open {
        return Ok(());
    }
    let Some(ScoreBounds { lower, upper }) = game.bounds(state) else { return Ok(()) };
    let Range { low, high, .. } = game.payoffs();
    ensure(low <= lower && lower <= upper && upper <= high, || {
        format!("the payoff should lie between {lower} and {upper}, which is no part of {low} to {high}")
    })?;
    let reaches = |payoff: f64| payoff >= lower;
    ensure(proven(game, state, reaches) != Some(false), || {
        format!("the payoff should be at least {lower}, but best play leads to less")
    })?;
    let exceeds = |payoff: f64| payoff > upper;
    ensure(proven(game, state, exceeds) != Some(true), || {
        format!("the payoff should be at most {upper}, but best play leads to more")
    })
}

/// The planes must have the shape that the game declares, and hold numbers.
pub(super) fn planes<G: Insight>(game: &G, visit: &Visit<'_, G>) -> Result<(), String> {
    let values = pushed("planes", &[0.5], |list| game.planes(visit.state, list))?;
    let expected: usize = game.plane_shape().map_or(0, |shape| shape.iter().product());
    same("the number of values in the planes", &expected, &values.len())?;
    ensure(values.iter().all(|value| value.is_finite()), || {
        "the planes hold a value that is no number".into()
    })
}

/// Whether best play leads to a payoff for which `holds` is true; `None` if [`NODES`] positions do not prove it either way. If
/// `holds` is true for a payoff, it must be true for every greater one.
fn proven<G: Game>(game: &G, state: &G::State, holds: impl Fn(f64) -> bool) -> Option<bool> {
    let mut left = NODES;
    let mut depth = 1;
    while left > 0 {
        let answer = proven_to_depth(game, state, &holds, depth, &mut left);
        if answer.is_some() {
            return answer;
        }
        depth += 1;
    }
    None
}

fn proven_to_depth<G: Game>(
    game: &G,
    state: &G::State,
    holds: &impl Fn(f64) -> bool,
    depth: u32,
    left: &mut u32,
) -> Option<bool> {
    let turn = game.turn(state);
    if let Turn::Over(payoff) = turn {
        return Some(holds(payoff));
    }
    if depth == 0 || *left == 0 {
        return None;
    }
    // One reply is enough to prove this answer: Max wants it to hold, Min does not. A roll needs all its outcomes to agree.
    let wanted = match turn {
        Turn::Max => Some(true),
        Turn::Min => Some(false),
        _ => None,
    };
    let mut all: Option<Option<bool>> = None;
    for mv in moves_of(game, state) {
        *left = left.saturating_sub(1);
        let answer = proven_to_depth(game, &game.after(state, mv), holds, depth - 1, left);
        if answer.is_some() && answer == wanted {
            return answer;
        }
        all = Some(if all.is_none_or(|before| before == answer) { answer } else { None });
    }
    all.flatten()
}
