//! The games of a result file, one at a time. Only one line is in memory, however long the file is.

use crate::Header;
use crate::error::Error;
use crate::matches::{self, Record, Replayed, Side, Unfinished};
use crate::store::excerpt;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use tiptree::erased::Rules;
use tiptree::{Counters, Outcome, Registry, Turn};

/// A line of a result file. A header begins a match, whose games follow.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub(crate) enum Line {
    Header(Header),
    Game(Record),
    /// A game that was stopped and may be resumed.
    Unfinished(Unfinished),
    /// Another build continues the match.
    Build,
}

/// A move and whose turn it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Whose turn it was: Max's, Min's or chance's.
    pub turn: Turn,
    /// The move, in the game's notation.
    pub mv: String,
}

/// A game replayed by the rules.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The match it belongs to.
    pub header: &'a Header,
    /// The number of the game in its match, from 0.
    pub index: usize,
    /// The start position.
    pub opening: String,
    /// What A and B have spent.
    pub counters: [Counters; 2],
    /// The result for Max; `None` if the game was stopped before its end.
    pub result: Option<Outcome>,
    /// Who played Max.
    pub max: Side,
    /// The moves after the opening.
    pub plies: Vec<Ply>,
}

impl Game<'_> {
    /// The player on a side.
    pub fn player(&self, side: Side) -> &str {
        match side {
            Side::A => &self.header.a,
            Side::B => &self.header.b,
        }
    }

    /// The pair and the game within it, both from 1.
    pub fn round(&self) -> String {
        format!("{}.{}", self.index / 2 + 1, self.index % 2 + 1)
    }
}

/// The match whose games are being read.
struct Match {
    header: Header,
    rules: Box<dyn Rules>,
}

/// Reads a result file from start to end.
pub struct Games<R> {
    registry: Registry,
    path: PathBuf,
    reader: R,
    line: usize,
    current: Option<Match>,
    torn: Option<usize>,
}

impl Games<BufReader<File>> {
    /// Opens a result file of games that the registry knows.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(registry: &Registry, path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::file("open", path))?;
        Ok(Games::new(registry, path, BufReader::new(file)))
    }
}

impl<R: BufRead> Games<R> {
    /// Reads the lines of `reader`; errors name `path` as the file.
    pub fn new(registry: &Registry, path: &Path, reader: R) -> Self {
        Games {
            registry: registry.clone(),
            path: path.to_owned(),
            reader,
            line: 0,
            current: None,
            torn: None,
        }
    }

    /// The number of the last line if it was torn by a crash, so that its game is incomplete.
    pub fn torn(&self) -> Option<usize> {
        self.torn
    }

    /// The next game, replayed; `None` after the last.
    ///
    /// # Errors
    /// If the file cannot be read, a line holds neither a header nor a game, the game is unknown, or a move is illegal.
    /// The error names the line.
    pub fn read(&mut self) -> Result<Option<Game<'_>>, Error> {
        loop {
            let mut bytes = Vec::new();
            self.reader.read_until(b'\n', &mut bytes).map_err(Error::file("read", &self.path))?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            match serde_json::from_slice(&bytes) {
                Ok(Line::Header(header)) => self.current = Some(self.begin(header)?),
                Ok(Line::Build) => {}
                Ok(Line::Game(record)) => return self.replay(record).map(Some),
                Ok(Line::Unfinished(game)) => return self.replay_unfinished(game).map(Some),
                Err(_) if bytes.last() != Some(&b'\n') => {
                    self.torn = Some(self.line);
                    return Ok(None);
                }
                Err(_) => {
                    let expected =
                        if self.current.is_some() { "a game or a header" } else { "the header of a match" };
                    return Err(self.problem(format!("{:?}, expected {expected}", excerpt(&bytes))));
                }
            }
        }
    }

    fn problem(&self, problem: impl Into<String>) -> Error {
        Error::line(&self.path, self.line, problem)
    }

    fn begin(&self, header: Header) -> Result<Match, Error> {
        let spec = header.game.parse().map_err(|parse_error| self.problem(format!("{parse_error}")))?;
        let rules =
            self.registry.rules(&spec, None).map_err(|parse_error| self.problem(parse_error.to_string()))?;
        Ok(Match { header, rules })
    }

    fn replay(&self, mut record: Record) -> Result<Game<'_>, Error> {
        let Match { header, rules } = self.current_match()?;
        let replayed =
            matches::replay(rules.as_ref(), header, &mut record).map_err(|problem| self.problem(problem))?;
        let result = matches::swap_sides(replayed.max, record.result);
        Ok(Game {
            header,
            index: record.index,
            opening: record.opening,
            counters: [record.a_counters, record.b_counters],
            result: Some(result),
            max: replayed.max,
            plies: plies(replayed, record.moves),
        })
    }

    fn replay_unfinished(&self, game: Unfinished) -> Result<Game<'_>, Error> {
        let Match { header, rules } = self.current_match()?;
        let replayed = matches::check_unfinished(rules.as_ref(), &game);
        let replayed = replayed.map_err(|problem| self.problem(problem))?;
        Ok(Game {
            header,
            index: 0,
            opening: game.opening,
            counters: [game.a_counters, game.b_counters],
            result: None,
            max: replayed.max,
            plies: plies(replayed, game.moves),
        })
    }

    /// The match of the games that come next.
    fn current_match(&self) -> Result<&Match, Error> {
        let missing = || self.problem("a game, expected the header of its match first");
        self.current.as_ref().ok_or_else(missing)
    }
}

/// Every move with whose turn it was.
fn plies(replayed: Replayed, moves: Vec<String>) -> Vec<Ply> {
    replayed.turns.into_iter().zip(moves).map(|(turn, mv)| Ply { turn, mv }).collect()
}
