//! The file of a shard, read line by line.

use crate::error::Error;
use crate::store::HEADER;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A file of a shard, with the next line read ahead.
pub(super) struct ShardFile {
    path: PathBuf,
    lines: BufReader<File>,
    number: usize,
    ahead: Option<Line>,
}

/// A line and its parsed content.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) object: Map<String, Value>,
}

impl ShardFile {
    pub(super) fn open(path: &Path) -> Result<ShardFile, Error> {
        let file = File::open(path).map_err(Error::file("open", path))?;
        let mut file =
            ShardFile { path: path.to_owned(), lines: BufReader::new(file), number: 0, ahead: None };
        file.advance()?;
        Ok(file)
    }

    /// Takes the line ahead and reads the next one.
    pub(super) fn take(&mut self) -> Result<Option<Line>, Error> {
        let line = self.ahead.take();
        if line.is_some() {
            self.advance()?;
        }
        Ok(line)
    }

    fn advance(&mut self) -> Result<(), Error> {
        let mut line = Vec::new();
        self.lines.read_until(b'\n', &mut line).map_err(Error::file("read", &self.path))?;
        // A line without an end is torn, or still being written: the shard ends before it.
        if !line.ends_with(b"\n") {
            return Ok(());
        }
        self.number += 1;
        match serde_json::from_slice(&line) {
            Ok(Value::Object(object)) => self.ahead = Some(Line { bytes: line, object }),
            _ => return Err(self.error("expected a whole line of results: resume the shard first")),
        }
        Ok(())
    }

    /// A field of the line ahead.
    pub(super) fn field(&self, key: &str) -> Option<&Value> {
        self.ahead.as_ref()?.object.get(key)
    }

    /// Whether every line has been taken.
    pub(super) fn is_at_end(&self) -> bool {
        self.ahead.is_none()
    }

    /// Whether the next line belongs to this section.
    pub(super) fn is_in_section(&self) -> bool {
        !self.is_at_end() && self.field("record").is_none_or(|record| record != HEADER)
    }

    /// The shard ends too early.
    pub(super) fn unfinished(&self) -> Error {
        self.error("the end, expected more: resume this shard first")
    }

    pub(super) fn error(&self, problem: impl Into<String>) -> Error {
        Error::line(&self.path, self.number.max(1), problem)
    }
}
