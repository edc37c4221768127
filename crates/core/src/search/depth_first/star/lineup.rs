//! The moves of a decision in the order in which they are searched, with what is known of each.

use super::known::Known;
use crate::player::Player;
use std::cmp::Ordering;

/// A move of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its place in the game's order.
    pub(super) place: usize,
    /// The score that it is sorted by: its static value or the result of a survey.
    pub(super) score: f64,
    /// Whether the table remembers it as the best.
    pub(super) favourite: bool,
    /// The bounds on its value that probes have found.
    pub(super) known: Known,
}

/// The moves of a decision, in order.
#[derive(Clone, Debug)]
pub(super) struct Lineup<M> {
    pub(super) candidates: Vec<Candidate<M>>,
    /// How many of them have been probed.
    pub(super) probed: usize,
}

impl<M> Default for Lineup<M> {
    fn default() -> Self {
        Lineup { candidates: Vec::new(), probed: 0 }
    }
}

impl<M: Copy> Lineup<M> {
    /// Fills in these moves in the game's order, each with the bounds `nothing`.
    pub(super) fn fill(&mut self, moves: &[M], favourite: Option<u16>, nothing: Known) {
        let favourite = favourite.map(usize::from);
        let candidate = |(place, &mv): (usize, &M)| Candidate {
            mv,
            place,
            score: 0.0,
            favourite: favourite == Some(place),
            known: nothing,
        };
        self.candidates.clear();
        self.candidates.extend(moves.iter().enumerate().map(candidate));
        self.probed = 0;
    }

    /// Keeps only the `count` best by score, in the game's order.
    pub(super) fn keep(&mut self, player: Player, count: usize) {
        if self.candidates.len() > count {
            self.sort_by(&|a, b| rank(player, a.score, b.score));
            self.candidates.truncate(count);
            self.sort_by(&|a, b| a.place.cmp(&b.place));
        }
    }

    /// Sorts by score, best first, with the best move in the table before all; equals keep their order.
    pub(super) fn sort(&mut self, player: Player) {
        self.sort_by(&|a, b| b.favourite.cmp(&a.favourite).then_with(|| rank(player, a.score, b.score)));
    }

    /// A stable sort. It takes a pointer to the order, so that sorting, which is much code, is compiled once for all orders.
    fn sort_by(&mut self, order: &dyn Fn(&Candidate<M>, &Candidate<M>) -> Ordering) {
        self.candidates.sort_by(order);
    }
}

fn rank(player: Player, a: f64, b: f64) -> Ordering {
    let order = a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    match player {
        Player::Max => order.reverse(),
        Player::Min => order,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score_bounds::ScoreBounds;

    fn lineup(scores: &[f64], favourite: Option<u16>) -> Lineup<usize> {
        let moves: Vec<usize> = (0..scores.len()).collect();
        let mut lineup = Lineup::default();
        lineup.fill(&moves, favourite, Known::new(ScoreBounds { lower: 0.0, upper: 9.0 }));
        for (candidate, &score) in lineup.candidates.iter_mut().zip(scores) {
            candidate.score = score;
        }
        lineup
    }

    fn moves(lineup: &Lineup<usize>) -> Vec<usize> {
        lineup.candidates.iter().map(|candidate| candidate.mv).collect()
    }

    #[test]
    fn the_favourite_comes_first_then_the_best() {
        let mut sorted = lineup(&[1.0, 3.0, 2.0, 3.0], Some(2));
        sorted.sort(Player::Max);
        assert_eq!(moves(&sorted), [2, 1, 3, 0]);
        sorted.sort(Player::Min);
        assert_eq!(moves(&sorted), [2, 0, 1, 3]);
    }

    #[test]
    fn the_best_few_keep_the_games_order() {
        let mut kept = lineup(&[1.0, 3.0, 2.0, 3.0], None);
        kept.keep(Player::Max, 3);
        assert_eq!(moves(&kept), [1, 2, 3]);
        kept.keep(Player::Min, 1);
        assert_eq!(moves(&kept), [2]);
    }
}
