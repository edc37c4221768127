//! `go` and its limits, as an engine reads them and as a host writes them.

use crate::players::Protocol;
use std::time::Duration;
use tiptree::{Budget, ParseError, TimeControl};

/// A parsed `go` command.
#[derive(Debug, Default)]
pub(crate) struct Go {
    /// The limits given.
    budget: Budget,
    clock: Clock,
    /// Whether to search until told to stop.
    pub(crate) is_infinite: bool,
    /// Whether to search on the opponent's time, until `ponderhit` or `stop`.
    pub(crate) is_ponder: bool,
    /// The root moves to choose from, in the host's notation; empty means all.
    pub(crate) search_moves: Vec<String>,
    /// The words that could not be parsed.
    pub(crate) problems: Vec<ParseError>,
}

/// The clocks of a game, first that of the player who moves first.
#[derive(Debug, Default)]
struct Clock {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clock {
    /// The time for a move of this player.
    fn share(&self, player: usize) -> Option<Duration> {
        let clock = TimeControl { left: self.left[player]?, increment: self.increment[player] };
        Some(clock.share(self.moves_to_go))
    }
}

impl Go {
    /// Parses the words after `go`. What cannot be parsed is left out, because an answer must come in any case.
    pub(crate) fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.is_infinite = true,
                "ponder" => go.is_ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !Go::is_key(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                _ => {
                    if let Err(problem) = go.set(word, &mut words) {
                        go.problems.push(problem);
                    }
                }
            }
        }
        go
    }

    /// Whether a word of `go` is a key rather than a move.
    fn is_key(word: &str) -> bool {
        Go::WORDS.contains(&word) || Budget::KEYS.contains(&word)
    }

    /// The keys of `go` besides the limits of a budget.
    const WORDS: [&'static str; 13] = [
        "infinite",
        "ponder",
        "searchmoves",
        "p1time",
        "p2time",
        "p1inc",
        "p2inc",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "movetime",
    ];

    fn set<'a>(&mut self, word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<(), ParseError> {
        // UCI's white and black are the players who move first and second.
        let (clock, player) = match word {
            "p1time" | "wtime" | "p1inc" | "winc" => (true, 0),
            "p2time" | "btime" | "p2inc" | "binc" => (true, 1),
            _ => (false, 0),
        };
        if !Go::is_key(word) {
            let keys = Go::WORDS.into_iter().chain(Budget::KEYS);
            return Err(ParseError::unknown("go", word, keys));
        }
        let amount = words.next().unwrap_or_default();
        match word {
            _ if clock && word.ends_with("time") => {
                self.clock.left[player] = Some(milliseconds(word, amount)?);
            }
            _ if clock => self.clock.increment[player] = milliseconds(word, amount)?,
            "movestogo" => {
                let read = amount.parse().ok().filter(|&moves: &u32| moves >= 1);
                let parse_error = || ParseError::new("go movestogo", amount, "a number of moves, at least 1");
                self.clock.moves_to_go = Some(read.ok_or_else(parse_error)?);
            }
            "movetime" => {
                self.budget.time = Some(milliseconds(word, amount)?.max(Duration::from_millis(1)));
            }
            _ => self.budget.set(word, amount)?,
        }
        Ok(())
    }

    /// Whether the answer must wait for `stop` or `ponderhit`.
    pub(crate) fn waits(&self) -> bool {
        self.is_infinite || self.is_ponder
    }

    /// The budget of a move of this player, 0 for the one who moves first; `None` if `go` names no limit. When pondering, it
    /// applies from `ponderhit` on.
    pub(crate) fn budget(&self, player: usize) -> Option<Budget> {
        if self.is_infinite {
            return Some(Budget::unlimited());
        }
        let mut budget = self.budget.clone();
        budget.time = [budget.time, self.clock.share(player)].into_iter().flatten().min();
        Some(budget).filter(|budget| !budget.is_unlimited())
    }
}

/// A clock reading. Hosts write negative ones when a flag has fallen.
fn milliseconds(word: &str, text: &str) -> Result<Duration, ParseError> {
    let parse_error = || ParseError::new(format!("go {word}"), text, "a number of milliseconds");
    let number: i64 = text.parse().map_err(|_| parse_error())?;
    Ok(Duration::from_millis(number.max(0).cast_unsigned()))
}

/// The limits of `budget` that engines other than ours do not support: they know depth, nodes, time and clocks. The margin is
/// the referee's business.
fn unsupported(budget: &Budget) -> Vec<String> {
    let text = budget.to_string();
    let limits = text.split(',').filter(|limit| !limit.is_empty());
    let supported = ["depth=", "nodes=", "time=", "clock=", "margin="];
    let is_known = |limit: &&str| supported.iter().any(|key| limit.starts_with(key));
    limits.filter(|limit| !is_known(limit)).map(str::to_owned).collect()
}

/// The clocks of a game, as the player to move sees them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clocks {
    /// The opponent's clock, if it has one.
    pub(crate) opponent: Option<TimeControl>,
    /// Whether the player to move is the one who moves second at the start of the game.
    pub(crate) is_second: bool,
}

impl Clocks {
    /// The words of `go` for the clocks, with `own` for the player to move. An opponent without a clock gets the same reading.
    fn words(self, own: TimeControl, protocol: Protocol) -> String {
        let names = match protocol {
            Protocol::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
            Protocol::Uci => ["wtime", "btime", "winc", "binc"],
        };
        let mut clocks = [own, self.opponent.unwrap_or(own)];
        if self.is_second {
            clocks.reverse();
        }
        let [first, second] = clocks;
        let times = [first.left, second.left, first.increment, second.increment];
        let words = names.iter().zip(times).map(|(name, time)| format!(" {name} {}", time.as_millis()));
        words.collect::<Vec<_>>().concat()
    }
}

/// The command that asks an engine for a move within `budget`. One of our own engines supports every limit, and uses its own
/// budget if there is none.
///
/// # Errors
/// If the engine does not support a limit, or would never stop.
pub(crate) fn command(
    budget: &Budget,
    clocks: Clocks,
    protocol: Protocol,
    is_ours: bool,
) -> Result<String, ParseError> {
    let clock = budget.clock.map_or_else(String::new, |own| clocks.words(own, protocol));
    let budget = &Budget { clock: None, margin: None, ..budget.clone() };
    let text = budget.to_string();
    if is_ours {
        return Ok(format!("go {}{clock}", text.replace(['=', ','], " "))
            .replace("  ", " ")
            .trim_end()
            .to_owned());
    }
    let unsupported = unsupported(budget);
    if !unsupported.is_empty() || (text.is_empty() && clock.is_empty()) {
        let expected = "depth, nodes, time or clock, which are all that other engines can be told";
        return Err(ParseError::new("budget", unsupported.join(","), expected));
    }
    let limits = [
        budget.depth.map(|depth| format!(" depth {depth}")),
        budget.nodes.map(|nodes| format!(" nodes {nodes}")),
        budget.time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
    ];
    Ok(format!("go{}{clock}", limits.into_iter().flatten().collect::<String>()))
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
    fn unknown_words_are_reported_and_left_out() {
        let go = Go::parse("quickly depth many nodes 100 movetime");
        let problems: Vec<String> = go.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("go \"quickly\": expected one of infinite, ponder"), "{problems:?}");
        assert!(problems[1].starts_with("budget depth \"many\""));
        assert_eq!(problems[2], "go movetime \"\": expected a number of milliseconds");
        assert_eq!(go.budget(0).unwrap().to_string(), "nodes=100");
    }

    #[test]
    fn moves_to_search_end_at_the_next_word_of_go() {
        let go = Go::parse("searchmoves 4 3 ponder depth 5");
        assert_eq!((go.search_moves.as_slice(), go.is_ponder), (["4".into(), "3".into()].as_slice(), true));
        assert!(go.waits() && go.problems.is_empty());
        assert_eq!(go.budget(0).unwrap().to_string(), "depth=5");
        assert_eq!(Go::parse("depth 2 searchmoves").search_moves, Vec::<String>::new());
    }

    fn told(text: &str, clocks: Clocks, protocol: Protocol, is_ours: bool) -> Result<String, String> {
        command(&text.parse().unwrap(), clocks, protocol, is_ours)
            .map_err(|parse_error| parse_error.to_string())
    }

    #[test]
    fn what_a_host_writes_an_engine_reads() {
        let text = "moves=5000,nodes=7,depth=3,cpu=1.5s,memory=1024B,sure=0.9";
        let command = told(text, Clocks::default(), Protocol::Ugi, true).unwrap();
        assert_eq!(command, "go moves 5000 nodes 7 depth 3 cpu 1.5s memory 1024B sure 0.9");
        assert_eq!(budget(command.strip_prefix("go ").unwrap(), 0), text);
    }

    #[test]
    fn clocks_are_told_to_the_side_to_move() {
        let text = "clock=10.02s+100ms,margin=5ms";
        let opponent = Some("2.02s".parse().unwrap());
        let first = Clocks { opponent, is_second: false };
        let command = told(text, first, Protocol::Ugi, false).unwrap();
        assert_eq!(command, "go p1time 10020 p2time 2020 p1inc 100 p2inc 0");
        assert_eq!(budget(command.strip_prefix("go ").unwrap(), 0), "time=575ms");
        let second = Clocks { opponent, is_second: true };
        let command = told(text, second, Protocol::Uci, true).unwrap();
        assert_eq!(command, "go wtime 2020 btime 10020 winc 0 binc 100");
        assert_eq!(budget(command.strip_prefix("go ").unwrap(), 1), "time=575ms");
        let alone = told("nodes=5,clock=1s", Clocks::default(), Protocol::Uci, false);
        assert_eq!(alone, Ok("go nodes 5 wtime 1000 btime 1000 winc 0 binc 0".into()));
        let ours = told("moves=5,clock=1s", Clocks::default(), Protocol::Uci, true);
        assert_eq!(ours, Ok("go moves 5 wtime 1000 btime 1000 winc 0 binc 0".into()));
    }

    #[test]
    fn another_engine_is_told_depth_nodes_and_time_and_nothing_else() {
        let told = |text: &str| told(text, Clocks::default(), Protocol::Uci, false);
        assert_eq!(told("nodes=10,depth=3,time=1.5ms"), Ok("go depth 3 nodes 10 movetime 1".into()));
        let error = told("cpu=5ms,nodes=3,sure=0.9").unwrap_err();
        assert!(
            error.starts_with("budget \"cpu=5ms,sure=0.9\": expected depth, nodes, time or clock"),
            "{error}"
        );
        let unlimited = |is_ours| command(&Budget::unlimited(), Clocks::default(), Protocol::Ugi, is_ours);
        assert!(unlimited(false).is_err());
        assert_eq!(unlimited(true), Ok("go".into()));
    }
}
