//! The verdict on a root: which move is played, by one rule for all searches.
//!
//! Proofs come first. A proven win is played, and the shortest of several; a proven loss is played only if all moves are proven
//! losses, and then the longest. Between these, a move is excluded when another is proven to be at least as good. The search's
//! own score decides among the rest, unless a move is proven to be worth at least as much as the estimate of the move with the
//! best score.

use super::distance::Distance;
use super::found::{Finding, Found};
use super::lengths;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;

/// A root position with what the verdict needs.
#[derive(Debug)]
pub(crate) struct Root<'a, G: Game, E> {
    /// The rules.
    pub(crate) game: &'a G,
    /// The static evaluation.
    pub(crate) evaluator: &'a E,
    /// The position.
    pub(crate) state: &'a G::State,
    /// What the search has spent.
    pub(crate) meter: &'a Meter,
}

/// The scores that a search gives its root moves. They decide where proofs leave a choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scores {
    /// One score for each move, in the game's order: greater is better for the player to move.
    pub(crate) of: Vec<f64>,
    /// The place of the move that is played before others of the same score. Without it the first in the game's order is.
    pub(crate) favourite: Option<usize>,
}

impl Scores {
    /// Scores without a favourite.
    pub(crate) fn new(of: Vec<f64>) -> Self {
        Scores { of, favourite: None }
    }
}

impl<G: Game, E: Evaluator<G>> Root<'_, G, E> {
    /// The worst and the best payoff, on the evaluator's scale.
    pub(crate) fn ends(&self) -> ScoreBounds {
        ScoreBounds::of_payoffs(self.game, self.evaluator)
    }

    /// The verdict on what a search found of its root and of its `moves`: the moves to play. Where the moves tell more than the
    /// root, value and bounds of the root follow from them. `line` gives the principal variation behind the move at a place.
    pub(crate) fn verdict(
        &self,
        (value, bounds): (f64, ScoreBounds),
        mut moves: Vec<Finding<G::Move>>,
        scores: &Scores,
        line: &dyn Fn(usize) -> Vec<G::Move>,
    ) -> Found<G::Move> {
        let ends = self.ends();
        for one in &mut moves {
            one.agree(ends);
        }
        let value = bounds.proven().unwrap_or(value);
        let Some(player) = Player::of(self.game.turn(self.state)) else {
            return Found::new(value, bounds, moves);
        };
        let spent = self.measure(player, ends, &mut moves);
        let mut best = best(player, &moves, ends, &scores.of);
        let favourite = scores.favourite.and_then(|place| best.iter().position(|&other| other == place));
        if let Some(favourite) = favourite {
            best[..=favourite].rotate_right(1);
        }
        let below = ScoreBounds::choice(player, moves.iter().map(|one| one.bounds));
        let bounds = if bounds.proven().is_some() { bounds } else { below };
        let is_overruled = scores.favourite.is_some() && favourite.is_none();
        let own = best.first().and_then(|&place| moves[place].value).filter(|_| is_overruled);
        let value = bounds.proven().or(own).unwrap_or(value);
        let distance = bounds.proven().map_or(Distance::UNKNOWN, |value| {
            let may_hold = |one: &&Finding<G::Move>| one.bounds.lower <= value && value <= one.bounds.upper;
            let ways = moves.iter().filter(may_hold).map(|one| one.distance);
            Distance::choice(value == ends.worst_for(player), ways)
        });
        let line = best.first().map_or(Vec::new(), |&place| line(place));
        Found { distance, best, line, spent, ..Found::new(value, bounds, moves) }
    }

    /// Finds the shortest of several won moves, or the longest where all moves are lost. Returns the move calls spent on it.
    fn measure(&self, player: Player, ends: ScoreBounds, moves: &mut [Finding<G::Move>]) -> u64 {
        let are = |value: f64, moves: &[Finding<G::Move>]| -> Vec<usize> {
            (0..moves.len()).filter(|&place| moves[place].bounds.proven() == Some(value)).collect()
        };
        let won = are(ends.best_for(player), moves);
        let lost = are(ends.worst_for(player), moves);
        match (won.len(), lost.len()) {
            (0, count) if count > 1 && count == moves.len() => {
                lengths::narrow(self, player, (&lost, true), moves)
            }
            (0 | 1, _) => 0,
            _ => lengths::narrow(self, player, (&won, false), moves),
        }
    }
}

/// The places of the best of `moves` for `player`, in their order, by the rule of this module. `ends` are the worst and the best
/// payoff, and `scores` are the search's own.
pub(crate) fn best<M>(player: Player, moves: &[Finding<M>], ends: ScoreBounds, scores: &[f64]) -> Vec<usize> {
    let (worst, hope) = (ends.worst_for(player), ends.best_for(player));
    let floor = player.extreme(moves.iter().map(|one| one.bounds.worst_for(player)));
    let places = |holds: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..moves.len()).filter(|&place| holds(place)).collect()
    };
    let proven = places(&|place| moves[place].bounds.proven() == Some(floor));
    let is_open = |place: usize| player.prefers(moves[place].bounds.best_for(player), floor);
    let most = places(&is_open).into_iter().map(|place| scores[place]).fold(f64::NEG_INFINITY, f64::max);
    let leaders = places(&|place| is_open(place) && scores[place] >= most);
    let Some(&leader) = leaders.first() else {
        return match floor {
            _ if floor == hope => shortest(moves, proven),
            _ if floor == worst => longest(moves, proven),
            _ => proven,
        };
    };
    let leader = &moves[leader];
    let seems_better = leader.value.is_some_and(|value| player.prefers(value, floor));
    let takes_proven =
        !proven.is_empty() && floor != worst && leader.bounds.worst_for(player) != floor && !seems_better;
    if takes_proven { proven } else { leaders }
}

/// The won moves at `places` that are known to win soonest.
fn shortest<M>(moves: &[Finding<M>], mut places: Vec<usize>) -> Vec<usize> {
    let least = places.iter().map(|&place| moves[place].distance.most).min();
    places.retain(|&place| Some(moves[place].distance.most) == least);
    places
}

/// The lost moves at `places` that are known to last longest.
fn longest<M>(moves: &[Finding<M>], mut places: Vec<usize>) -> Vec<usize> {
    let length = |place: usize| (moves[place].distance.least, moves[place].distance.most);
    let most = places.iter().map(|&place| length(place)).max();
    places.retain(|&place| Some(length(place)) == most);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: ScoreBounds = ScoreBounds { lower: -1.0, upper: 1.0 };

    fn finding(value: f64, lower: f64, upper: f64, visits: u64) -> Finding<u8> {
        let bounds = ScoreBounds { lower, upper };
        Finding { value: Some(value), bounds, visits, ..Finding::unsearched(0, bounds) }
    }

    fn by_visits(player: Player, moves: &[Finding<u8>]) -> Vec<usize> {
        let visits: Vec<f64> = moves.iter().map(|one| one.visits as f64).collect();
        best(player, moves, ENDS, &visits)
    }

    #[test]
    fn a_proven_win_is_played_whatever_the_visits() {
        let moves = [finding(0.9, -1.0, 1.0, 99), finding(1.0, 1.0, 1.0, 1), finding(0.0, 0.0, 0.0, 50)];
        assert_eq!(by_visits(Player::Max, &moves), [1]);
        assert_eq!(by_visits(Player::Min, &moves), [2]);
    }

    #[test]
    fn a_proven_loss_is_the_last_resort() {
        let moves = [finding(-1.0, -1.0, -1.0, 99), finding(-0.99, -1.0, 1.0, 1)];
        assert_eq!(by_visits(Player::Max, &moves), [1]);
        assert_eq!(by_visits(Player::Max, &moves[..1]), [0]);
    }

    #[test]
    fn a_proven_draw_is_better_than_a_worse_estimate() {
        let draw = finding(0.0, 0.0, 0.0, 1);
        assert_eq!(by_visits(Player::Max, &[finding(-0.1, -1.0, 1.0, 99), draw]), [1]);
        assert_eq!(by_visits(Player::Max, &[finding(0.1, -1.0, 1.0, 99), draw]), [0]);
        assert_eq!(by_visits(Player::Min, &[finding(0.1, -1.0, 1.0, 99), draw]), [1]);
    }

    #[test]
    fn a_move_that_cannot_be_worse_than_a_proven_draw_is_played() {
        let draw = finding(0.0, 0.0, 0.0, 99);
        assert_eq!(by_visits(Player::Max, &[finding(0.0, 0.0, 1.0, 1), draw]), [0]);
        assert_eq!(by_visits(Player::Min, &[finding(0.0, 0.0, 1.0, 1), draw]), [1]);
    }

    #[test]
    fn a_move_that_cannot_beat_a_proven_bound_is_excluded() {
        let moves = [finding(-0.2, -1.0, 0.0, 99), finding(0.1, 0.0, 1.0, 5), finding(0.3, 0.0, 1.0, 5)];
        assert_eq!(by_visits(Player::Max, &moves), [1, 2]);
    }

    #[test]
    fn the_shortest_win_and_the_longest_loss_are_played() {
        let ways = [Distance::exactly(4), Distance::UNKNOWN, Distance { least: 1, most: 2 }];
        let with = |value: f64| ways.map(|distance| Finding { distance, ..finding(value, value, value, 1) });
        assert_eq!(by_visits(Player::Max, &with(1.0)), [2]);
        assert_eq!(by_visits(Player::Min, &with(1.0)), [0]);
        assert_eq!(by_visits(Player::Min, &with(-1.0)), [2]);
        assert_eq!(by_visits(Player::Max, &with(0.0)), [0, 1, 2]);
    }
}
