//! The commands of a host to an engine, one per line.

use super::go::Go;
use crate::players::Protocol;
use tiptree::ParseError;

/// A command of a host.
#[derive(Debug)]
pub(crate) enum Command<'a> {
    /// `ugi` or `uci`: asks for name and options.
    Hello(Protocol),
    /// `isready`: asks for `readyok`.
    Ready,
    /// `setoption name N value V`.
    Set {
        /// The option, as written.
        name: &'a str,
        /// Its value; empty if none is given.
        value: &'a str,
    },
    /// `uginewgame` or `ucinewgame`.
    NewGame,
    /// `position startpos` or `position fen P`, with `moves M …` or without.
    Position {
        /// The position's text; `None` for the start.
        text: Option<&'a str>,
        /// The moves played from there.
        moves: Vec<&'a str>,
    },
    /// `go`: search for a move.
    Go(Box<Go>),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played; the search continues within the limits of its `go`.
    PonderHit,
    /// `debug on` or `debug off`: whether to report skipped words.
    Debug(bool),
    /// `register`: ignored.
    Register,
    /// `query Q`, a question about the position.
    Query(&'a str),
    /// `quit`.
    Quit,
}

impl<'a> Command<'a> {
    /// The first words of the commands.
    const NAMES: [&'static str; 14] = [
        "ugi",
        "uci",
        "isready",
        "setoption",
        "uginewgame",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "debug",
        "register",
        "query",
        "quit",
    ];

    /// Parses a line. UCI demands that unknown words before a command are skipped: `joho debug on` is `debug on`.
    pub(crate) fn parse(line: &'a str) -> Result<Command<'a>, ParseError> {
        let (_, line) = skip_unknown(line);
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match name {
            "ugi" => Command::Hello(Protocol::Ugi),
            "uci" => Command::Hello(Protocol::Uci),
            "isready" => Command::Ready,
            "setoption" => set(rest)?,
            "uginewgame" | "ucinewgame" => Command::NewGame,
            "position" => position(rest)?,
            "go" => Command::Go(Box::new(Go::parse(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "debug" => Command::Debug(rest != "off"),
            "register" => Command::Register,
            "query" => Command::Query(rest),
            "quit" => Command::Quit,
            _ => return Err(ParseError::unknown("command", name, Command::NAMES)),
        })
    }
}

/// The words before the first command of a line, and the line from the command on; the whole line if there is no command.
pub(super) fn skip_unknown(line: &str) -> (&str, &str) {
    let line = line.trim();
    let mut start = 0;
    for word in line.split_whitespace() {
        start += line[start..].find(word).unwrap_or(0);
        if Command::NAMES.contains(&word) {
            return (line[..start].trim_end(), &line[start..]);
        }
        start += word.len();
    }
    ("", line)
}

/// The text before the first occurrence of `word` as a whole word, and the text after it.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    let is_alone = |&(start, _): &(usize, &str)| {
        let (before, behind) = (&text[..start], &text[start + word.len()..]);
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    match text.match_indices(word).find(is_alone) {
        Some((start, _)) => (text[..start].trim(), Some(text[start + word.len()..].trim())),
        None => (text, None),
    }
}

fn set(rest: &str) -> Result<Command<'_>, ParseError> {
    let expected = || ParseError::new("setoption", rest, "name NAME value VALUE");
    let (before, behind) = split_at_word(rest, "name");
    let (name, value) = split_at_word(behind.filter(|_| before.is_empty()).ok_or_else(expected)?, "value");
    if name.is_empty() {
        return Err(expected());
    }
    Ok(Command::Set { name, value: value.unwrap_or_default() })
}

fn position(rest: &str) -> Result<Command<'_>, ParseError> {
    let (place, moves) = split_at_word(rest, "moves");
    let (kind, text) = place.split_once(char::is_whitespace).unwrap_or((place, ""));
    let text = match (kind, text.trim()) {
        ("startpos", "") => None,
        // An empty text means the start.
        ("fen", text) => Some(text).filter(|text| !text.is_empty()),
        _ => {
            return Err(ParseError::new("position", place, "startpos or fen POSITION, then moves and MOVES"));
        }
    };
    Ok(Command::Position { text, moves: moves.unwrap_or_default().split_whitespace().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command<'_> {
        Command::parse(line).unwrap()
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn words_alone_are_commands() {
        assert!(matches!(parse("ugi"), Command::Hello(Protocol::Ugi)));
        assert!(matches!(parse(" uci "), Command::Hello(Protocol::Uci)));
        assert!(matches!(parse("isready"), Command::Ready));
        assert!(matches!(parse("uginewgame"), Command::NewGame));
        assert!(matches!(parse("ucinewgame"), Command::NewGame));
        assert!(matches!(parse("stop"), Command::Stop));
        assert!(matches!(parse("ponderhit"), Command::PonderHit));
        assert!(matches!(parse("register later"), Command::Register));
        assert!(matches!(parse("quit"), Command::Quit));
        assert!(matches!(parse("query p1turn"), Command::Query("p1turn")));
        assert!(matches!(parse("go depth 3"), Command::Go(_)));
    }

    #[test]
    fn a_position_is_the_start_or_a_text_and_moves() {
        let read = |line| match parse(line) {
            Command::Position { text, moves } => (text, moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(read("position startpos"), (None, vec![]));
        assert_eq!(read("position startpos moves 4 4"), (None, vec!["4", "4"]));
        assert_eq!(read("position fen 445 moves 1"), (Some("445"), vec!["1"]));
        // A text may have several words, or none.
        assert_eq!(read("position fen 12-34+5 max rolls"), (Some("12-34+5 max rolls"), vec![]));
        assert_eq!(read("position fen moves 3"), (None, vec!["3"]));
        assert_eq!(
            error("position 445"),
            r#"position "445": expected startpos or fen POSITION, then moves and MOVES"#
        );
        assert!(error("position").contains("expected startpos or fen"));
    }

    #[test]
    fn an_option_has_a_name_and_perhaps_a_value() {
        let read = |line| match parse(line) {
            Command::Set { name, value } => (name, value),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            read("setoption name Search value mm(c=0.01, keep=true)"),
            ("Search", "mm(c=0.01, keep=true)")
        );
        assert_eq!(read("setoption name Clear Hash"), ("Clear Hash", ""));
        assert_eq!(error("setoption Hash 64"), r#"setoption "Hash 64": expected name NAME value VALUE"#);
        assert!(error("setoption name value 3").contains("expected name NAME"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(parse("joho debug on"), Command::Debug(true)));
        assert!(matches!(parse("  joho  hoho debug   off"), Command::Debug(false)));
        assert!(matches!(parse("gogo stop"), Command::Stop));
        assert!(matches!(parse("\u{fffd} isready"), Command::Ready));
        assert_eq!(skip_unknown(" a  go gogo depth 3"), ("a", "go gogo depth 3"));
    }

    #[test]
    fn an_unknown_command_lists_the_known_ones() {
        assert!(error("xboard").starts_with("command \"xboard\": expected one of ugi, uci, isready"));
    }
}
