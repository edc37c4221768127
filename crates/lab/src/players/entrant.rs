//! Who is to play: `mm(c=0.01)`, a search of ours, or `ugi:COMMAND`, a program outside.
//!
//! A program is named by its protocol and its command line, as in `ugi:./rival --fast` or
//! `uci(nodes=10k,timeout=5s,option.Hash=64,log=talk.txt):./rival`: in parentheses its own budget, how long it may keep us
//! waiting, what to set with `setoption`, and the file to which all that is said is added.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use tiptree::{Budget, ParseError, Spec};

/// How long a program may keep us waiting beyond its time, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whoever enters a match, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// A search of ours.
    Search(Spec),
    /// A program outside.
    Outside(Program),
}

/// A program outside: its protocol, its command line, and how it is treated.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The protocol it speaks, with what stood in its parentheses.
    pub spec: Spec,
    /// The language spoken with it.
    pub protocol: Protocol,
    /// The program and its arguments, as a shell would split them; never empty.
    pub command: String,
}

/// A language in which players are asked for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface, for any game.
    Ugi,
    /// The Universal Chess Interface, spoken by engines of many other games too.
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
    /// Keys beside the limits of a budget; those of options begin with [`Program::OPTION`].
    const TIMEOUT: &'static str = "timeout";
    /// The file to which the dialogue is added.
    const LOG: &'static str = "log";
    /// What the keys begin with that `setoption` sets.
    const OPTION: &'static str = "option.";

    /// The budget of its own; unlimited where it has none.
    ///
    /// # Errors
    /// If an amount is not of its kind.
    pub fn budget(&self) -> Result<Budget, ParseError> {
        let mut budget = Budget::unlimited();
        for (key, value) in
            self.spec.parameters.iter().filter(|(key, _)| Budget::KEYS.contains(&key.as_str()))
        {
            budget.set(key, value)?;
        }
        Ok(budget)
    }

    /// How long it may keep us waiting beyond its time.
    ///
    /// # Errors
    /// If the amount is no time.
    pub fn timeout(&self) -> Result<Duration, ParseError> {
        let Some(text) = self.spec.get(Self::TIMEOUT) else { return Ok(PATIENCE) };
        let mut budget = Budget::unlimited();
        let parse_error = || ParseError::new(Self::TIMEOUT, text, "a time, as in 500ms or 10s");
        budget.set("time", text).map_err(|_| parse_error())?;
        budget.time.filter(|time| !time.is_zero()).ok_or_else(parse_error)
    }

    /// The file to which the whole dialogue is added, if one is named.
    pub fn log(&self) -> Option<&Path> {
        self.spec.get(Self::LOG).map(Path::new)
    }

    /// What `setoption` is to set, names with values.
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
            // A search has no colon before its parentheses; who writes one means a program.
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
        // The parentheses may hold a colon, the command anything.
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
        assert_eq!(plain.timeout(), Ok(PATIENCE));
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
    fn what_is_wrong_with_a_program_is_said() {
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
