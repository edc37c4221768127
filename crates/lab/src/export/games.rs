//! The games of a result file, one at a time. Only one line is in memory, however long the file is.

use crate::Header;
use crate::error::Error;
use crate::matches::{self, Record, Replayed, Side};
use crate::store::excerpt;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use tiptree::erased::Rules;
use tiptree::{Outcome, Registry, Turn};

/// A line of a result file. A header begins a match, whose games follow.
#[derive(Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line {
    Header(Header),
    Game(Record),
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
    /// The record of the game in the file.
    pub record: Record,
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
        format!("{}.{}", self.record.pair.saturating_add(1), self.record.index % 2 + 1)
    }

    /// The result for Max.
    pub fn result(&self) -> Outcome {
        match (self.max, self.record.result) {
            (Side::A, result) => result,
            (Side::B, Outcome::Win) => Outcome::Loss,
            (Side::B, Outcome::Draw) => Outcome::Draw,
            (Side::B, Outcome::Loss) => Outcome::Win,
        }
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
    plan: Option<Match>,
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
        Games { registry: registry.clone(), path: path.to_owned(), reader, line: 0, plan: None, torn: None }
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
                Ok(Line::Header(header)) => self.plan = Some(self.begin(header)?),
                Ok(Line::Build) => {}
                Ok(Line::Game(record)) => return self.play_over(record).map(Some),
                Err(_) if bytes.last() != Some(&b'\n') => {
                    self.torn = Some(self.line);
                    return Ok(None);
                }
                Err(_) => {
                    let expected =
                        if self.plan.is_some() { "a game or a header" } else { "the header of a match" };
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

    fn play_over(&self, record: Record) -> Result<Game<'_>, Error> {
        let Some(Match { header, rules }) = &self.plan else {
            return Err(self.problem("a game, expected the header of its match first"));
        };
        let Replayed { max, turns } =
            matches::replay(rules.as_ref(), header, &record).map_err(|problem| self.problem(problem))?;
        let ply = |(turn, mv): (Turn, &String)| Ply { turn, mv: mv.clone() };
        let plies = turns.into_iter().zip(&record.moves).map(ply).collect();
        Ok(Game { header, record, max, plies })
    }
}
