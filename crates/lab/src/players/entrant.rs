//! Entrants of a match: `mm(c=0.01)`, one of our searches, or `ugi:COMMAND`, an external program.
//!
//! A program is named by its protocol and its command line, as in `ugi:./rival --fast` or
//! `uci(nodes=10k,timeout=5s,option.Hash=64,log=talk.txt):./rival`. The parentheses hold its own budget, its timeout, the
//! options to set with `setoption`, and the file to which the dialogue is appended.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use tiptree::{Budget, ParseError, Spec};

/// How far a program may exceed its time before it is killed, unless it names a timeout.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// A player as it is named on a command line or in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// One of our searches.
    Search(Spec),
    /// An external program.
    Outside(Program),
}

/// An external program: its protocol, its command line, and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The name of the protocol, with the settings in parentheses.
    pub spec: Spec,
    /// The protocol.
    pub protocol: Protocol,
    /// The program and its arguments, as a shell would split them; never empty.
    pub command: String,
}

/// A protocol for asking engines for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface, for any game.
    Ugi,
    /// The Universal Chess Interface, which engines of many other games speak too.
    Uci,
}

impl Protocol {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Uci => "uci",
        }
    }
}

impl Program {
    /// The key of the timeout. Other keys are [`Program::LOG`], the limits of a budget, and options.
    const TIMEOUT: &'static str = "timeout";
    /// The key of the file to which the dialogue is appended.
    const LOG: &'static str = "log";
    /// The prefix of the keys that are sent with `setoption`.
    const OPTION: &'static str = "option.";

    /// Its own budget; unlimited if it has none.
    ///
    /// # Errors
    /// If an amount cannot be parsed.
    pub fn budget(&self) -> Result<Budget, ParseError> {
        let mut budget = Budget::unlimited();
        for (key, value) in
            self.spec.parameters.iter().filter(|(key, _)| Budget::KEYS.contains(&key.as_str()))
        {
            budget.set(key, value)?;
        }
        Ok(budget)
    }

    /// How far it may exceed its time before it is killed.
    ///
    /// # Errors
    /// If the amount is not a positive time.
    pub fn timeout(&self) -> Result<Duration, ParseError> {
        let Some(text) = self.spec.get(Self::TIMEOUT) else { return Ok(DEFAULT_TIMEOUT) };
        let mut budget = Budget::unlimited();
        let parse_error = || ParseError::new(Self::TIMEOUT, text, "a time, as in 500ms or 10s");
        budget.set("time", text).map_err(|_| parse_error())?;
        budget.time.filter(|time| !time.is_zero()).ok_or_else(parse_error)
    }

    /// The file to which the dialogue is appended, if one is named.
    pub fn log(&self) -> Option<&Path> {
        self.spec.get(Self::LOG).map(Path::new)
    }

    /// The names and values to be sent with `setoption`.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        let parameters = self.spec.parameters.iter();
        parameters.filter_map(|(key, value)| Some((key.strip_prefix(Self::OPTION)?, value.as_str())))
    }
}

impl FromStr for Entrant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let protocols = [Protocol::Ugi, Protocol::Uci];
        let is_outside = |protocol: &&Protocol| {
            text.strip_prefix(protocol.name()).is_some_and(|rest| rest.starts_with([':', '(']))
        };
        let Some(&protocol) = protocols.iter().find(is_outside) else {
            // A search has no colon before its parentheses, so that a colon there means a program.
            let means_program = text.split('(').next().is_some_and(|head| head.contains(':'));
            let is_bare = protocols.iter().any(|protocol| text.trim() == protocol.name());
            if means_program || is_bare {
                return Err(ParseError::new(
                    "player",
                    text,
                    "a search such as mm, or a program as in ugi:./rival or uci:./rival",
                ));
            }
            return Ok(Entrant::Search(text.parse()?));
        };
        let expected =
            || ParseError::new("player", text, "a protocol and a command, as in ugi:./rival --fast");
        // The parentheses may contain a colon, the command anything.
        let head = if text[protocol.name().len()..].starts_with('(') {
            text.find("):").ok_or_else(expected)? + 1
        } else {
            protocol.name().len()
        };
        let spec: Spec = text[..head].parse()?;
        let command = text[head + 1..].trim().to_owned();
        if command.is_empty() {
            return Err(expected());
        }
        let options = spec
            .parameters
            .iter()
            .map(|(key, _)| key.as_str())
            .filter(|key| key.starts_with(Program::OPTION));
        let accepted: Vec<&str> =
            Budget::KEYS.into_iter().chain([Program::TIMEOUT, Program::LOG]).chain(options).collect();
        spec.accept(accepted.into_iter())?;
        let program = Program { spec, protocol, command };
        program.budget()?;
        program.timeout()?;
        Ok(Entrant::Outside(program))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Search(spec) => spec.fmt(f),
            Entrant::Outside(program) => program.fmt(f),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.spec, self.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        match text.parse() {
            Ok(Entrant::Outside(program)) => program,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_search_is_a_spec() {
        let entrant: Entrant = "mm(c=0.01)".parse().unwrap();
        assert_eq!(entrant, Entrant::Search("mm(c=0.01)".parse().unwrap()));
        assert_eq!(entrant.to_string(), "mm(c=0.01)");
    }

    #[test]
    fn a_program_has_a_protocol_and_a_command() {
        let plain = program("ugi:./rival --name a:b");
        assert_eq!((plain.protocol, plain.command.as_str()), (Protocol::Ugi, "./rival --name a:b"));
        assert_eq!(plain.timeout(), Ok(DEFAULT_TIMEOUT));
        assert!(plain.budget().unwrap().is_unlimited());

        let text = "uci(nodes=10000,timeout=500ms,option.Hash=64,log=talk.txt):./rival";
        let treated = program(text);
        assert_eq!(Entrant::Outside(treated.clone()).to_string(), text);
        assert_eq!(treated.budget().unwrap().nodes, Some(10_000));
        assert_eq!(treated.timeout(), Ok(Duration::from_millis(500)));
        assert_eq!(treated.options().collect::<Vec<_>>(), [("Hash", "64")]);
        assert_eq!(treated.log(), Some(Path::new("talk.txt")));
    }

    #[test]
    fn an_invalid_program_says_what_was_expected() {
        let error = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert_eq!(
            error("ugi:"),
            "player \"ugi:\": expected a protocol and a command, as in ugi:./rival --fast"
        );
        for text in ["gtp:./rival", "ugi", "./rival: fast"] {
            assert!(
                error(text).ends_with("or a program as in ugi:./rival or uci:./rival"),
                "{}",
                error(text)
            );
        }
        assert!(error("uci(timeout=soon):./rival").contains("expected a time, as in 500ms or 10s"));
        assert!(error("uci(hash=64):./rival").contains("timeout"));
        assert!(error("ugi(nodes=many):./rival").contains("many"));
    }
}
