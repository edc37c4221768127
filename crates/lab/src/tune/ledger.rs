//! The file of a tuning: a header, then an iteration a line.
//!
//! As with the file of a match, a line torn by a crash is cut off and its iteration done again.

use super::{Header, Iteration, Trial};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line<H, I> {
    Header(H),
    Iteration(I),
}

/// A tuning's file, open and locked.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    file: File,
}

impl Ledger {
    /// Opens the file of a tuning, or begins one, and gives the iterations that it holds.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Ledger, Vec<Iteration>), Error> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut ledger = Ledger { path: path.to_owned(), file: file.map_err(Error::file("open", path))? };
        ledger.file.try_lock().map_err(|refusal| match refusal {
            TryLockError::WouldBlock => Error::Locked(path.to_owned()),
            TryLockError::Error(reason) => Error::file("lock", path)(reason),
        })?;
        let mut bytes = Vec::new();
        ledger.file.read_to_end(&mut bytes).map_err(Error::file("read", path))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let head = line_text(path, &Line::<_, Iteration>::Header(header))?;
        let (lines, torn) = bytes.split_at(whole);
        if lines.is_empty() && !head.as_bytes().starts_with(torn) {
            return Err(Error::line(path, 1, "expected the header of a tuning"));
        }
        let kept = read(path, lines, &head)?;
        ledger.file.set_len(whole as u64).map_err(Error::file("cut", path))?;
        ledger.file.seek(SeekFrom::Start(whole as u64)).map_err(Error::file("cut", path))?;
        if lines.is_empty() {
            ledger.write(&head)?;
        }
        Ok((ledger, kept))
    }

    /// Refuses an iteration that this tuning would not have done: the coins of another version, say.
    pub(super) fn check(&self, iteration: &Iteration, trial: Option<&Trial>) -> Result<(), Error> {
        let expected = trial.map(|trial| trial.plus.to_string()).unwrap_or_default();
        if expected == iteration.plus {
            return Ok(());
        }
        let problem = format!("plus {:?}, expected {expected:?}", iteration.plus);
        Err(Error::line(&self.path, iteration.index + 2, problem))
    }

    /// Writes the next iteration and makes it last: it took longer than the disk will.
    pub(super) fn append(&mut self, iteration: &Iteration) -> Result<(), Error> {
        self.write(&line_text(&self.path, &Line::<Header, _>::Iteration(iteration))?)
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(Error::file("write", &self.path))
    }
}

fn line_text<H: Serialize, I: Serialize>(path: &Path, line: &Line<H, I>) -> Result<String, Error> {
    let text = serde_json::to_string(line).map_err(|error| Error::file("write", path)(error.into()))?;
    Ok(text + "\n")
}

/// The iterations of a file whose first line, if any, must be `head`.
fn read(path: &Path, bytes: &[u8], head: &str) -> Result<Vec<Iteration>, Error> {
    let mut iterations: Vec<Iteration> = Vec::new();
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        if number == 1 {
            compare(path, line, head)?;
            continue;
        }
        match serde_json::from_slice::<Line<Value, Iteration>>(line) {
            Ok(Line::Iteration(iteration)) if iteration.index == iterations.len() => {
                iterations.push(iteration);
            }
            Ok(_) => {
                let problem = format!("expected iteration {}", iterations.len());
                return Err(Error::line(path, number, problem));
            }
            Err(error) => return Err(Error::line(path, number, format!("expected an iteration: {error}"))),
        }
    }
    Ok(iterations)
}

/// Refuses a first line that is not our header, naming the first field that differs.
fn compare(path: &Path, line: &[u8], head: &str) -> Result<(), Error> {
    let object = |bytes: &[u8]| match serde_json::from_slice(bytes) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(Error::line(path, 1, "expected the header of a tuning")),
    };
    let (read, ours) = (object(line)?, object(head.as_bytes())?);
    match ours.keys().find(|&key| read.get(key) != ours.get(key)) {
        None => Ok(()),
        Some(key) => {
            let read = read.get(key).map_or("missing".into(), Value::to_string);
            Err(Error::line(path, 1, format!("{key} {read}, expected {} of this tuning", ours[key])))
        }
    }
}
