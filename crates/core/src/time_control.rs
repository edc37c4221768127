//! A game's clock: the time left to a player, and what every move adds to it.

use crate::budget::{duration, duration_text};
use crate::parse_error::ParseError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The assumed number of moves left, if the number of moves until the next time control is not given.
const MOVES_LEFT: u32 = 20;

/// Kept back from the clock for sending the move.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The time left to a player for all its moves, and the increment that each move adds: `10s+100ms`.
///
/// ```
/// use tiptree::TimeControl;
/// let clock: TimeControl = "10.02s+100ms".parse().unwrap();
/// assert_eq!(clock.share(None).as_millis(), 575);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time left for all moves.
    pub left: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

impl TimeControl {
    /// The time for the next move: an equal share of what is left, for `moves_to_go` moves if their number is known, plus most
    /// of the increment, but never so much that the flag falls.
    pub fn share(&self, moves_to_go: Option<u32>) -> Duration {
        let left = self.left.saturating_sub(OVERHEAD);
        let share = left / moves_to_go.unwrap_or(MOVES_LEFT).max(1) + self.increment * 3 / 4;
        share.min(left * 4 / 5).max(Duration::from_millis(1))
    }

    /// The clock after a move that took `time`, and by how much the move overran it.
    #[must_use]
    pub fn after(&self, time: Duration) -> (TimeControl, Duration) {
        let left = self.left.saturating_sub(time) + self.increment;
        (TimeControl { left, ..*self }, time.saturating_sub(self.left))
    }
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (left, increment) = text.split_once('+').map_or((text, None), |(left, plus)| (left, Some(plus)));
        let read = |part: &str| duration("clock", part.trim());
        let clock = || {
            let increment = increment.map_or(Ok(Duration::ZERO), read)?;
            Ok::<_, ParseError>(TimeControl { left: read(left)?, increment })
        };
        let expected = "a time, and perhaps an increment a move, as in 10s or 10s+100ms";
        clock().map_err(|_| ParseError::new("budget clock", text, expected))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&duration_text(self.left))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", duration_text(self.increment)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_survives_being_written_and_read() {
        for text in ["10s", "10s+100ms", "1.5s+50us"] {
            assert_eq!(clock(text).to_string(), text);
        }
        for text in ["", "10", "10s+", "10s+1", "+1s", "10s+1s+1s"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.ends_with("as in 10s or 10s+100ms"), "{error}");
        }
    }

    #[test]
    fn the_share_of_a_move_never_lets_the_flag_fall() {
        assert_eq!(clock("2.02s").share(None), Duration::from_millis(100));
        assert_eq!(clock("1.02s").share(Some(1)), Duration::from_millis(800));
        // Even with a large increment, the move must be made before it is added.
        assert_eq!(clock("120ms+5s").share(None), Duration::from_millis(80));
        assert_eq!(clock("5ms+5s").share(None), Duration::from_millis(1));
    }

    #[test]
    fn a_game_played_by_shares_never_overruns() {
        let mut now = clock("500ms+10ms");
        for _ in 0..500 {
            let (next, overrun) = now.after(now.share(None));
            assert_eq!(overrun, Duration::ZERO);
            now = next;
        }
    }

    #[test]
    fn an_overrun_is_what_the_clock_did_not_have() {
        let (next, overrun) = clock("100ms+10ms").after(Duration::from_millis(130));
        assert_eq!((next, overrun), (clock("10ms+10ms"), Duration::from_millis(30)));
    }
}
