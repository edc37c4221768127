//! `go`: what may be spent on a move, read by an engine and written by a host.

use std::time::Duration;
use tiptree::{Budget, Misread};

/// Moves that a game is taken to have left, where nobody says how many until the next time control.
const MOVES_LEFT: u32 = 20;

/// What sending a move may take, kept back from the clock.
const OVERHEAD: Duration = Duration::from_millis(20);

/// What a host lets an engine spend.
#[derive(Debug, Default)]
pub(crate) struct Go {
    /// The limits named.
    budget: Budget,
    clock: Clock,
    /// Whether to search until told to stop.
    pub(crate) is_infinite: bool,
    /// What was not understood.
    pub(crate) problems: Vec<Misread>,
}

/// The clocks of a game, those of the player who moves first in front.
#[derive(Debug, Default)]
struct Clock {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clock {
    /// The time for a move of the player: a fair share of what is left, most of the increment, and never so much that the
    /// flag falls.
    fn share(&self, player: usize) -> Option<Duration> {
        let left = self.left[player]?.saturating_sub(OVERHEAD);
        let share = left / self.moves_to_go.unwrap_or(MOVES_LEFT).max(1) + self.increment[player] * 3 / 4;
        Some(share.min(left * 4 / 5).max(Duration::from_millis(1)))
    }
}

impl Go {
    /// Reads what stands behind `go`. What is not understood is left out: an answer must come in any case.
    pub(crate) fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.is_infinite = true;
            } else if let Err(problem) = go.set(word, &mut words) {
                go.problems.push(problem);
            }
        }
        go
    }

    fn set<'a>(&mut self, word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<(), Misread> {
        // UCI's white and black are the players who move first and second.
        let (clock, player) = match word {
            "p1time" | "wtime" | "p1inc" | "winc" => (true, 0),
            "p2time" | "btime" | "p2inc" | "binc" => (true, 1),
            _ => (false, 0),
        };
        let is_known = clock || matches!(word, "movestogo" | "movetime") || Budget::KEYS.contains(&word);
        if !is_known {
            return Err(Misread::new("go", word, Go::expected()));
        }
        let amount = words.next().unwrap_or_default();
        match word {
            _ if clock && word.ends_with("time") => {
                self.clock.left[player] = Some(milliseconds(word, amount)?);
            }
            _ if clock => self.clock.increment[player] = milliseconds(word, amount)?,
            "movestogo" => {
                let read = amount.parse().ok().filter(|&moves: &u32| moves >= 1);
                let misread = || Misread::new("go movestogo", amount, "a number of moves, at least 1");
                self.clock.moves_to_go = Some(read.ok_or_else(misread)?);
            }
            "movetime" => {
                self.budget.time = Some(milliseconds(word, amount)?.max(Duration::from_millis(1)));
            }
            _ => self.budget.set(word, amount)?,
        }
        Ok(())
    }

    fn expected() -> String {
        let clocks = "infinite, p1time, p2time, p1inc, p2inc, movestogo, movetime";
        format!("one of {clocks}, {}", Budget::KEYS.join(", "))
    }

    /// The budget of a move of the player, 0 for the one who moves first; none where `go` names no limit at all.
    pub(crate) fn budget(&self, player: usize) -> Option<Budget> {
        if self.is_infinite {
            return Some(Budget::unlimited());
        }
        let mut budget = self.budget.clone();
        budget.time = [budget.time, self.clock.share(player)].into_iter().flatten().min();
        Some(budget).filter(|budget| !budget.is_unlimited())
    }
}

/// A clock's reading. Hosts write negative ones when a flag has fallen.
fn milliseconds(word: &str, text: &str) -> Result<Duration, Misread> {
    let misread = || Misread::new(format!("go {word}"), text, "a number of milliseconds");
    let number: i64 = text.parse().map_err(|_| misread())?;
    Ok(Duration::from_millis(number.max(0).cast_unsigned()))
}

/// The limits of `budget` that another's engine cannot be told: it knows depth, nodes and time.
pub(crate) fn unsayable(budget: &Budget) -> Vec<String> {
    let text = budget.to_string();
    let limits = text.split(',').filter(|limit| !limit.is_empty());
    let is_known = |limit: &&str| ["depth=", "nodes=", "time="].iter().any(|key| limit.starts_with(key));
    limits.filter(|limit| !is_known(limit)).map(str::to_owned).collect()
}

/// The command that asks an engine for a move within `budget`. One of ours takes every limit, and its own budget where
/// there is none.
///
/// # Errors
/// If the engine cannot be told a limit, or would never stop.
pub(crate) fn command(budget: &Budget, is_ours: bool) -> Result<String, Misread> {
    let text = budget.to_string();
    if is_ours {
        return Ok(format!("go {}", text.replace(['=', ','], " ")).trim_end().to_owned());
    }
    let unsayable = unsayable(budget);
    if !unsayable.is_empty() || text.is_empty() {
        let expected = "depth, nodes or time, which are all that other engines can be told";
        return Err(Misread::new("budget", unsayable.join(","), expected));
    }
    let limits = [
        budget.depth.map(|depth| format!(" depth {depth}")),
        budget.nodes.map(|nodes| format!(" nodes {nodes}")),
        budget.time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
    ];
    Ok(format!("go{}", limits.into_iter().flatten().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str, player: usize) -> String {
        let go = Go::parse(text);
        assert!(go.problems.is_empty(), "{:?}", go.problems);
        go.budget(player).map_or("none".into(), |budget| budget.to_string())
    }

    #[test]
    fn limits_are_those_of_the_protocols_and_ours() {
        for (text, expected) in [
            ("", "none"),
            ("depth 4", "depth=4"),
            ("nodes 5000", "nodes=5000"),
            ("movetime 250", "time=250ms"),
            ("moves 5k evals 10k cpu 5ms", "moves=5000,evals=10000,cpu=5ms"),
            ("time 2s memory 1GB sure 0.99", "time=2s,memory=1073741824B,sure=0.99"),
            ("infinite", ""),
        ] {
            assert_eq!(budget(text, 0), expected, "{text}");
        }
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_left() {
        let clocks = "p1time 10020 p2time 2020 p1inc 100 p2inc 0";
        assert_eq!(budget(clocks, 0), "time=575ms");
        assert_eq!(budget(clocks, 1), "time=100ms");
        assert_eq!(budget("wtime 1020 btime 60000 movestogo 1", 0), "time=800ms");
        // The flag is about to fall.
        assert_eq!(budget("wtime -5 btime 60000 winc 5000", 0), "time=1ms");
        assert_eq!(budget("p1time 1000", 1), "none");
        // The first limit reached stops.
        assert_eq!(budget("movetime 10 p1time 60000", 0), "time=10ms");
    }

    #[test]
    fn what_is_not_understood_is_said_and_left_out() {
        let go = Go::parse("ponder depth many nodes 100 movetime");
        let problems: Vec<String> = go.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("go \"ponder\": expected one of infinite, p1time"));
        assert!(problems[1].starts_with("budget depth \"many\""));
        assert_eq!(problems[2], "go movetime \"\": expected a number of milliseconds");
        assert_eq!(go.budget(0).unwrap().to_string(), "nodes=100");
    }

    #[test]
    fn what_a_host_writes_an_engine_reads() {
        let text = "moves=5000,nodes=7,depth=3,cpu=1.5s,memory=1024B,sure=0.9";
        let command = command(&text.parse().unwrap(), true).unwrap();
        assert_eq!(command, "go moves 5000 nodes 7 depth 3 cpu 1.5s memory 1024B sure 0.9");
        assert_eq!(budget(command.strip_prefix("go ").unwrap(), 0), text);
    }

    #[test]
    fn another_engine_is_told_depth_nodes_and_time_and_nothing_else() {
        let told = |text: &str| command(&text.parse().unwrap(), false).map_err(|misread| misread.to_string());
        assert_eq!(told("nodes=10,depth=3,time=1.5ms"), Ok("go depth 3 nodes 10 movetime 1".into()));
        let error = told("cpu=5ms,nodes=3,sure=0.9").unwrap_err();
        assert!(error.starts_with("budget \"cpu=5ms,sure=0.9\": expected depth, nodes or time"), "{error}");
        assert!(command(&Budget::unlimited(), false).is_err());
        assert_eq!(command(&Budget::unlimited(), true), Ok("go".into()));
    }
}
