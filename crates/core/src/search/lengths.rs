//! A bounded proof of how soon won root moves win, and how long lost ones last.
//!
//! A proof of a win need not know its length: alpha-beta, proof-number search and sampling stop as soon as the value is proven.
//! Several root moves may be proven wins, or all may be proven losses, with unknown lengths. A search that picks any of them may
//! then wander through a won game without end. Iterative deepening over these moves alone finds the short ones: is there a
//! forced win within 0 plies behind the move, within 1, within 2 …
//!
//! The proof is small, [`MOST_MOVES`] move calls at most, which take a fraction of a millisecond. It is part of the report: its
//! counters include the calls, and only what the budget has left is spent. There is no proof where a clock has stopped the
//! search. The result depends only on the position and the counted limits, so that reports can be repeated.

use super::distance::Distance;
use super::found::Finding;
use super::verdict::Root;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::player::Player;
use crate::report::Stop;

/// The most move calls of a proof.
pub(crate) const MOST_MOVES: u64 = 2048;
/// The move calls between two checks of the clock.
const LOOK_EVERY: u64 = 64;

/// Narrows the distances of the moves at `places` until the shortest is found, or the longest where they are `lost`, or until
/// the limit is reached. Returns the move calls.
pub(super) fn narrow<G: Game, E: Evaluator<G>>(
    root: &Root<'_, G, E>,
    player: Player,
    (places, lost): (&[usize], bool),
    moves: &mut [Finding<G::Move>],
) -> u64 {
    let winner = if lost { player.other() } else { player };
    let mut proof = Proof::new(root, winner);
    let states: Vec<G::State> =
        places.iter().map(|&place| root.game.after(root.state, moves[place].mv)).collect();
    let mut plies = 0;
    loop {
        let distances: Vec<Distance> = places.iter().map(|&place| moves[place].distance).collect();
        if is_decided(lost, &distances) {
            return proof.spent;
        }
        for (state, &place) in states.iter().zip(places) {
            let distance = &mut moves[place].distance;
            if distance.least <= plies && distance.plies().is_none() {
                match proof.wins_within(state, plies) {
                    None => return proof.spent,
                    Some(true) => *distance = Distance::exactly(plies),
                    Some(false) => {}
                }
            }
        }
        plies += 1;
        // Only after the whole pass, because a pass cut short must not make one move look longer than another.
        for &place in places {
            let distance = &mut moves[place].distance;
            if distance.plies().is_none() {
                distance.least = distance.least.max(plies);
            }
        }
    }
}

/// Whether one of the distances is known to be the best: no other can turn out to be shorter, or longer where all are lost.
fn is_decided(lost: bool, distances: &[Distance]) -> bool {
    let leader = if lost {
        (0..distances.len()).max_by_key(|&place| distances[place].least)
    } else {
        (0..distances.len()).min_by_key(|&place| distances[place].most)
    };
    let Some(leader) = leader else { return true };
    let Distance { least, most } = distances[leader];
    let mut others = distances.iter().enumerate().filter(|&(place, _)| place != leader);
    others.all(|(_, other)| if lost { other.most <= least } else { other.least >= most })
}

/// A proof under way.
struct Proof<'a, G: Game, E> {
    root: &'a Root<'a, G, E>,
    /// The value of a win for the winner.
    win: f64,
    winner: Player,
    spent: u64,
    limit: u64,
    /// A stack of the moves of all positions on the path.
    moves: Vec<G::Move>,
}

impl<'a, G: Game, E: Evaluator<G>> Proof<'a, G, E> {
    fn new(root: &'a Root<'a, G, E>, winner: Player) -> Self {
        let meter = root.meter;
        let left =
            |limit: Option<u64>, spent: u64| limit.map_or(u64::MAX, |limit| limit.saturating_sub(spent));
        let (budget, counters) = (meter.budget(), meter.counters);
        let is_stopped =
            matches!(meter.stopped(), Some(Stop::Time | Stop::Cpu | Stop::Memory | Stop::Cancelled));
        let limit = if is_stopped {
            0
        } else {
            MOST_MOVES.min(left(budget.moves, counters.moves)).min(left(budget.nodes, counters.nodes))
        };
        Proof { root, win: root.ends().best_for(winner), winner, spent: 0, limit, moves: Vec::new() }
    }

    /// Whether the winner can force a win within `plies` plies; none where the limit is reached first.
    fn wins_within(&mut self, state: &G::State, plies: u32) -> Option<bool> {
        let Root { game, evaluator, .. } = *self.root;
        let turn = game.turn(state);
        if let Turn::Over(payoff) = turn {
            return Some(evaluator.payoff(game, payoff) == self.win);
        }
        if plies == 0 {
            return Some(false);
        }
        // The winner needs one winning move. Every move of the loser and every roll must lead to the win.
        let wanted = Player::of(turn) == Some(self.winner);
        let base = self.moves.len();
        game.moves(state, &mut self.moves);
        let mut answer = Some(!wanted);
        for place in base..self.moves.len() {
            if !self.spend() {
                answer = None;
                break;
            }
            let child = game.after(state, self.moves[place]);
            let found = self.wins_within(&child, plies - 1);
            if found != Some(!wanted) {
                answer = found;
                break;
            }
        }
        self.moves.truncate(base);
        answer
    }

    fn spend(&mut self) -> bool {
        let is_covered = self.spent < self.limit
            && (!self.spent.is_multiple_of(LOOK_EVERY) || self.root.meter.lets_others_go_on());
        self.spent += u64::from(is_covered);
        is_covered
    }
}
