//! How many plies are left to the end of a game whose value is proven.
//!
//! The player who gets the worst payoff delays; in all other cases the shortest line is played. An incomplete tree often knows
//! only bounds: a proven win in seven plies may hide a shorter one behind a move that was never searched.

use crate::score_bounds::ScoreBounds;

/// Bounds on the plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The end is at least this far away.
    pub least: u32,
    /// The end is at most this far away; `u32::MAX` where there is no bound.
    pub most: u32,
}

impl Distance {
    /// The game is over.
    pub const END: Distance = Distance::exactly(0);
    /// Nothing is known, not even whether the game is over.
    pub const UNKNOWN: Distance = Distance { least: 0, most: u32::MAX };
    /// The game is not over, and nothing else is known.
    pub const OPEN: Distance = Distance { least: 1, most: u32::MAX };

    /// The end is this far away.
    pub const fn exactly(plies: u32) -> Self {
        Distance { least: plies, most: plies }
    }

    /// The plies, where both bounds agree.
    pub fn plies(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }

    /// The distance of a decision whose value is proven, from the distances behind the moves that may have that value: the
    /// longest where the player `delays`, else the shortest.
    ///
    /// ```
    /// use tiptree::search::distance::Distance;
    ///
    /// let moves = [Distance::exactly(4), Distance::OPEN];
    /// assert_eq!(Distance::choice(false, moves.into_iter()), Distance { least: 2, most: 5 });
    /// assert_eq!(Distance::choice(false, moves[..1].iter().copied()).plies(), Some(5));
    /// ```
    #[must_use]
    pub fn choice(delays: bool, moves: impl Iterator<Item = Distance>) -> Self {
        let better = |a: u32, b: u32| if delays { a.max(b) } else { a.min(b) };
        let joined =
            moves.reduce(|a, b| Distance { least: better(a.least, b.least), most: better(a.most, b.most) });
        let Distance { least, most } = joined.unwrap_or(Distance::UNKNOWN);
        Distance { least: least.saturating_add(1), most: most.saturating_add(1) }
    }

    /// The distance of a decision whose value is proven to be `value`. Only moves that may have this value count. An unproven one of
    /// them counts as [`Distance::OPEN`], because it may lead there sooner.
    #[must_use]
    pub fn of_value(value: f64, delays: bool, moves: impl Iterator<Item = (ScoreBounds, Distance)>) -> Self {
        let way = |(bounds, distance): (ScoreBounds, Distance)| {
            let may_hold = bounds.lower <= value && value <= bounds.upper;
            may_hold.then_some(if bounds.proven().is_some() { distance } else { Distance::OPEN })
        };
        Distance::choice(delays, moves.filter_map(way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let moves = || [3, 1, 4].map(Distance::exactly).into_iter();
        assert_eq!(Distance::choice(false, moves()).plies(), Some(2));
        assert_eq!(Distance::choice(true, moves()).plies(), Some(5));
    }

    #[test]
    fn a_move_that_was_not_searched_may_be_shorter_or_longer() {
        let moves = || [Distance::exactly(4), Distance::OPEN].into_iter();
        assert_eq!(Distance::choice(false, moves()), Distance { least: 2, most: 5 });
        assert_eq!(Distance::choice(true, moves()), Distance { least: 5, most: u32::MAX });
        // An open position is at least one ply from the end; one of which nothing is known may be the end.
        let at_once = [Distance::exactly(1), Distance::OPEN].into_iter();
        assert_eq!(Distance::choice(false, at_once).plies(), Some(2));
        let unknown = [Distance::exactly(1), Distance::UNKNOWN].into_iter();
        assert_eq!(Distance::choice(false, unknown), Distance { least: 1, most: 2 });
    }
}
