//! What a search may spend.

use crate::convert::whole_u64;
use crate::parse_error::ParseError;
use crate::progress::Watcher;
use crate::time_control::TimeControl;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits of a search. The first limit reached stops it; without limits a search runs until its result is final.
///
/// ```
/// use tiptree::Budget;
/// let budget: Budget = "moves=5k,cpu=5ms".parse().unwrap();
/// assert_eq!(budget.moves, Some(5000));
/// assert_eq!(budget.to_string(), "moves=5000,cpu=5ms");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Calls of the move operator, counted as Rivest 1987 counts them.
    pub moves: Option<u64>,
    /// Positions given to the evaluator.
    pub evals: Option<u64>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Decisions from the root to the deepest position.
    pub depth: Option<u32>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// CPU time of the searching thread.
    pub cpu: Option<Duration>,
    /// The clock of a game: the search takes its share of what is left, see [`TimeControl::share`].
    pub clock: Option<TimeControl>,
    /// How far a player may overrun its time or clock in a match before it loses the game; no search looks at it.
    pub margin: Option<Duration>,
    /// Bytes of tree or table.
    pub memory: Option<u64>,
    /// Stop when every root move except the one with the greatest derivative mass holds at most 1 - `sure` of that mass.
    /// Best-first searches only.
    pub sure: Option<f64>,
    /// Set from outside to stop the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Receives the progress of the search.
    pub watcher: Option<Arc<dyn Watcher>>,
    /// Whether this is the default budget, which the user did not ask for. It does not limit a search whose parameters name
    /// a depth.
    pub is_usual: bool,
}

impl Budget {
    /// The names of the limits that a text may set, as in `moves=5000,cpu=5ms`.
    pub const KEYS: [&'static str; 10] =
        ["moves", "evals", "nodes", "depth", "time", "cpu", "clock", "margin", "memory", "sure"];

    /// No limit at all.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most this many calls of the move operator.
    pub fn moves(moves: u64) -> Self {
        Budget { moves: Some(moves), ..Budget::default() }
    }

    /// At most this many evaluated positions.
    pub fn evals(evals: u64) -> Self {
        Budget { evals: Some(evals), ..Budget::default() }
    }

    /// At most this many positions entered.
    pub fn nodes(nodes: u64) -> Self {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// At most this many decisions deep.
    pub fn depth(depth: u32) -> Self {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// At most this much CPU time of the searching thread.
    pub fn cpu(cpu: Duration) -> Self {
        Budget { cpu: Some(cpu), ..Budget::default() }
    }

    /// The same limits, marked as the default that the user did not ask for.
    #[must_use]
    pub fn as_usual(self) -> Self {
        Budget { is_usual: true, ..self }
    }

    /// An unlimited budget that keeps only the cancel flag of this one.
    #[must_use]
    pub fn without_limits(&self) -> Self {
        Budget { cancel: self.cancel.clone(), ..Budget::default() }
    }

    /// Sets the limit `key` from its text.
    ///
    /// # Errors
    /// If the key is unknown or the text is not an amount of its kind.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParseError> {
        match key {
            "moves" => self.moves = Some(count(key, text)?),
            "evals" => self.evals = Some(count(key, text)?),
            "nodes" => self.nodes = Some(count(key, text)?),
            "depth" => self.depth = Some(depth(text)?),
            "time" => self.time = Some(duration(key, text)?),
            "cpu" => self.cpu = Some(duration(key, text)?),
            "clock" => self.clock = Some(text.parse()?),
            "margin" => self.margin = Some(duration(key, text)?),
            "memory" => self.memory = Some(bytes("budget memory", text)?),
            "sure" => self.sure = Some(certainty(text)?),
            _ => return Err(ParseError::unknown("budget", key, Budget::KEYS)),
        }
        Ok(())
    }

    /// Whether a clock may end the search.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.cpu.is_some() || self.clock.is_some()
    }

    /// The wall-clock time that a move may take: the smaller of the time limit and the share of the game's clock.
    pub fn time_for_a_move(&self) -> Option<Duration> {
        self.time.into_iter().chain(self.clock.map(|clock| clock.share(None))).min()
    }

    /// The shortest time limit, wall-clock or CPU.
    pub(crate) fn shortest_clock(&self) -> Option<Duration> {
        self.time_for_a_move().into_iter().chain(self.cpu).min()
    }

    /// Whether every limit is counted, so that the same search always stops at the same point.
    pub fn is_counted(&self) -> bool {
        !self.is_timed() && self.cancel.is_none()
    }

    /// Whether neither a limit nor a cancel flag can stop a search.
    pub fn is_unlimited(&self) -> bool {
        self.is_counted() && Budget { margin: None, ..self.clone() }.to_string().is_empty()
    }

    /// The limits of `other` if it sets any, else those of this budget. Limits are never combined.
    ///
    /// `ab(cpu=5ms)` under a common budget of `moves=1000` means five milliseconds, not whichever comes first.
    #[must_use]
    pub fn overridden_by(&self, other: &Budget) -> Budget {
        let mut budget = if other.to_string().is_empty() { self.clone() } else { other.clone() };
        budget.cancel = other.cancel.clone().or_else(|| self.cancel.clone());
        budget
    }
}

impl std::str::FromStr for Budget {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut budget = Budget::default();
        let mut known: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let Some((key, amount)) = part.split_once('=') else {
                let expected = "limits such as moves=5000, evals=10k, nodes=1M, depth=8, time=5ms, cpu=5ms, \
                     clock=10s+100ms, memory=1GB or sure=0.99, joined by commas";
                return Err(ParseError::new("budget", part, expected));
            };
            let key = key.trim();
            if known.contains(&key) {
                return Err(ParseError::new("budget", key, "each limit once"));
            }
            known.push(key);
            budget.set(key, amount.trim())?;
        }
        if budget.margin.is_some() && budget.time.or(budget.clock.map(|clock| clock.left)).is_none() {
            return Err(ParseError::new("budget", text, "a time or clock limit together with margin"));
        }
        Ok(budget)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.moves.map(|n| format!("moves={n}")),
            self.evals.map(|n| format!("evals={n}")),
            self.nodes.map(|n| format!("nodes={n}")),
            self.depth.map(|n| format!("depth={n}")),
            self.time.map(|time| format!("time={}", duration_text(time))),
            self.cpu.map(|time| format!("cpu={}", duration_text(time))),
            self.clock.map(|clock| format!("clock={clock}")),
            self.margin.map(|time| format!("margin={}", duration_text(time))),
            self.memory.map(|n| format!("memory={n}B")),
            self.sure.map(|share| format!("sure={share}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// The number at the start of `text` and the suffix after it.
fn amount(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, &text[end..]))
}

fn count(key: &str, text: &str) -> Result<u64, ParseError> {
    let factor = |suffix: &str| match suffix {
        "" => Some(1.0),
        "k" => Some(1e3),
        "M" => Some(1e6),
        "G" => Some(1e9),
        _ => None,
    };
    amount(text)
        .and_then(|(number, suffix)| Some(number * factor(suffix)?))
        .filter(|&number| number >= 1.0 && number.fract() == 0.0 && number < 1e18)
        .map(whole_u64)
        .ok_or_else(|| {
            ParseError::new(format!("budget {key}"), text, "a count such as 5000, 10k or 1M, at least 1")
        })
}

fn depth(text: &str) -> Result<u32, ParseError> {
    let expected = || ParseError::new("budget depth", text, "a whole number of decisions, at least 1");
    text.parse().ok().filter(|&depth| depth >= 1).ok_or_else(expected)
}

pub(crate) fn duration(key: &str, text: &str) -> Result<Duration, ParseError> {
    let unit = |suffix: &str| match suffix {
        "us" => Some(1e-6),
        "ms" => Some(1e-3),
        "s" => Some(1.0),
        "min" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    amount(text)
        .and_then(|(number, suffix)| Some(number * unit(suffix)?))
        // Whole nanoseconds, few enough that a duration keeps its value when it is written and read back.
        .map(|seconds| (seconds * 1e9).round())
        .filter(|nanos| (1.0..1e15).contains(nanos))
        .map(|nanos| Duration::from_nanos(whole_u64(nanos)))
        .ok_or_else(|| {
            let expected = "a time with its unit, such as 50us, 5ms, 2s, 10min or 1h, and below 11 days";
            ParseError::new(format!("budget {key}"), text, expected)
        })
}

/// A size with its unit.
pub(crate) fn bytes(what: &str, text: &str) -> Result<u64, ParseError> {
    let unit = |suffix: &str| match suffix {
        "B" => Some(1.0),
        "kB" => Some(1024.0),
        "MB" => Some(1024.0 * 1024.0),
        "GB" => Some(1024.0 * 1024.0 * 1024.0),
        _ => None,
    };
    amount(text)
        .and_then(|(number, suffix)| Some(number * unit(suffix)?))
        .filter(|&bytes| (1.0..1e18).contains(&bytes))
        .map(whole_u64)
        .ok_or_else(|| ParseError::new(what, text, "a size with its unit, such as 64MB or 1GB"))
}

fn certainty(text: &str) -> Result<f64, ParseError> {
    let expected = || ParseError::new("budget sure", text, "a share between 0 and 1, such as 0.99");
    text.parse().ok().filter(|share| (0.0..1.0).contains(share)).ok_or_else(expected)
}

pub(crate) fn duration_text(time: Duration) -> String {
    let nanos = time.as_nanos();
    #[expect(
        clippy::cast_precision_loss,
        reason = "times that can be read are below 2^53 ns; longer ones are rounded"
    )]
    let number = nanos as f64;
    let (unit, suffix) = match nanos {
        0..1_000_000 => (1e3, "us"),
        1_000_000..1_000_000_000 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    format!("{}{suffix}", number / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Budget>().unwrap_err().to_string()
    }

    #[test]
    fn budgets_survive_being_written_and_read() {
        for text in [
            "moves=5000",
            "evals=10000,depth=8",
            "time=5ms,cpu=194us",
            "memory=1024B,sure=0.99",
            "clock=10s+100ms,margin=50ms",
        ] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_cancel_flag_is_no_limit() {
        let flag = || Some(Arc::new(AtomicBool::new(false)));
        let common = Budget { cancel: flag(), ..Budget::moves(1000) };
        let own = Budget { cancel: flag(), ..Budget::unlimited() };
        let budget = common.overridden_by(&own);
        assert_eq!(budget.to_string(), "moves=1000");
        assert!(Arc::ptr_eq(&budget.cancel.unwrap(), &own.cancel.unwrap()));
        let budget = common.overridden_by(&Budget::depth(3));
        assert_eq!(budget.to_string(), "depth=3");
        assert!(Arc::ptr_eq(&budget.cancel.unwrap(), &common.cancel.unwrap()));
    }

    #[test]
    fn suffixes_multiply() {
        let budget: Budget = "nodes=1.5M,memory=2kB,time=2min".parse().unwrap();
        assert_eq!(budget.nodes, Some(1_500_000));
        assert_eq!(budget.memory, Some(2048));
        assert_eq!(budget.time, Some(Duration::from_secs(120)));
    }

    #[test]
    fn an_invalid_budget_says_what_was_expected() {
        assert!(error("12parsecs").contains("\"12parsecs\": expected limits such as moves=5000"));
        assert!(error("parsecs=12").contains("expected one of moves, evals"));
        assert!(error("moves=0").contains("at least 1"));
        assert!(error("cpu=5").contains("a time with its unit"));
        assert!(error("sure=1.5").contains("between 0 and 1"));
        assert!(error("").contains("expected limits"));
        assert_eq!(error("moves=5,cpu=1s,moves=6"), "budget \"moves\": expected each limit once");
        assert_eq!(
            error("margin=5ms"),
            "budget \"margin=5ms\": expected a time or clock limit together with margin"
        );
        assert!(error("clock=ten").contains("as in 10s or 10s+100ms"));
        // It would be rounded to zero, which could not be read back.
        assert!(error("cpu=0.0001us").contains("a time with its unit"));
    }
}
