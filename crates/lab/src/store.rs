//! A results file that survives a crash: JSON objects, one per line, in an order that is known beforehand.
//!
//! A file holds one or more sections. A section is a header, which says what is to be done, followed by one record for each
//! result: a match and its games, a reproduction and its tables, a tuning and its iterations. To resume a run, do the same
//! again: [`Store::enter`] and [`Store::kept`] read the lines that are already there, and [`Store::append`] adds new ones.
//!
//! Complete lines are written, and synced about twice a second, so that a crash costs little. A resumed run ends with the same
//! file as an uninterrupted one, except for the clock readings. A line torn by a crash is cut off and its record made again.
//! The lock belongs to the process and is released when it ends.

mod builds;

pub(crate) use builds::{BUILD, BUILD_FIELDS};

use crate::error::{Error, one_line};
use builds::Builds;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The kind of a header line.
pub(crate) const HEADER: &str = "header";

/// Bytes read at a time when searching backwards for the last line of a file.
const BLOCK: u64 = 1 << 16;

/// A record that is stored on a line of its own.
pub trait Kept: Serialize + DeserializeOwned {
    /// The value of the field `record` on its line.
    const KIND: &'static str;
}

/// A line: its kind, then its content.
#[derive(Serialize)]
struct Line<'a, T> {
    record: &'static str,
    #[serde(flatten)]
    content: &'a T,
}

/// The line of a file of results that has this kind and this content.
///
/// # Errors
/// If the content is not an object.
pub(crate) fn line_of<T: Serialize>(record: &'static str, content: &T) -> serde_json::Result<String> {
    serde_json::to_string(&Line { record, content }).map(|text| text + "\n")
}

/// The record on a line, which is line `number` of `source`.
///
/// # Errors
/// If the line holds something else.
pub(crate) fn record_of<R: Kept>(line: &[u8], source: &Path, number: usize) -> Result<R, Error> {
    let kind = kind_of::<R>(line, source, number)?;
    if kind != R::KIND {
        return Err(Error::line(source, number, format!("a {kind}, expected a {}", R::KIND)));
    }
    serde_json::from_slice(line).map_err(|error| Error::line(source, number, not_a(R::KIND, line, &error)))
}

/// The kind of a line that may hold such a record.
fn kind_of<R: Kept>(line: &[u8], source: &Path, number: usize) -> Result<String, Error> {
    serde_json::from_slice(line)
        .map(|Kind { record }| record)
        .map_err(|error| Error::line(source, number, not_a(R::KIND, line, &error)))
}

fn not_a(kind: &str, line: &[u8], error: &serde_json::Error) -> String {
    format!("{:?}, expected a {kind}: {error}", excerpt(line))
}

/// The kind of a line.
#[derive(Deserialize)]
struct Kind {
    record: String,
}

/// A file of results, open and locked.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The complete lines of an earlier run that have not been read yet.
    old: Option<BufReader<std::io::Take<File>>>,
    /// A line that was read ahead; the next read returns it.
    ahead: Option<Vec<u8>>,
    /// Lines read so far, for messages.
    line: usize,
    /// Records read or written so far, for messages.
    records: usize,
    /// Bytes of complete lines: a line torn by a full disk is cut back to here.
    length: u64,
    is_regular: bool,
    is_dirty: bool,
    /// The header of the section, a line.
    head: String,
    /// Whether to continue a file that another build wrote.
    other_build: bool,
    builds: Builds,
}

impl Store {
    /// Opens or creates a results file of this build.
    ///
    /// # Errors
    /// If the file is being written by another process, or cannot be read or written.
    pub fn open(path: &Path) -> Result<Store, Error> {
        Store::open_for(path, false)
    }

    /// Opens or creates a results file. `other_build` allows continuing a file of a build with another signature; a line of the
    /// kind `build` then marks where this build begins.
    ///
    /// # Errors
    /// If the file is being written by another process, or cannot be read or written.
    pub fn open_for(path: &Path, other_build: bool) -> Result<Store, Error> {
        let open = Error::file("open", path);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(open)?;
        // A pipe or a device is only written to: reading /dev/full would never end.
        let is_regular = file.metadata().map_err(Error::file("open", path))?.is_file();
        let mut old = None;
        let mut length = 0;
        if is_regular {
            file.try_lock().map_err(|refusal| match refusal {
                TryLockError::WouldBlock => Error::Locked(path.to_owned()),
                TryLockError::Error(reason) => Error::file("lock", path)(reason),
            })?;
            length = whole_lines(&mut file).map_err(Error::file("read", path))?;
            let reader = file.try_clone().map_err(Error::file("read", path))?;
            old = Some(BufReader::new(reader.take(length)));
        }
        let path = path.to_owned();
        Ok(Store {
            path,
            file,
            old,
            ahead: None,
            line: 0,
            records: 0,
            length,
            is_regular,
            is_dirty: false,
            head: String::new(),
            other_build,
            builds: Builds::default(),
        })
    }

    /// Begins a section. The next line of an earlier run must be this header; at the end of the file the header is written.
    ///
    /// # Errors
    /// If the file holds something else there, naming the first field that differs, or if it cannot be written.
    pub fn enter<H: Serialize>(&mut self, header: &H) -> Result<(), Error> {
        self.head = self.text(HEADER, header)?;
        let head = self.head.clone();
        self.builds = Builds::of(head.as_bytes());
        if self.line == 0 {
            self.check_torn(&head)?;
        }
        if let Some(line) = self.next_line()? {
            compare(&self.path, self.line, &line, &head)?;
            return self.note_build(&line);
        }
        self.cut()?;
        self.write(&head).map_err(|reason| self.full("record", reason))?;
        self.sync()
    }

    /// Notes which build made the records that are appended next: `header` is the line that it wrote before them, elsewhere, and
    /// must be the header of this section. `source` names it in messages.
    ///
    /// # Errors
    /// If it is the header of another run, or of a build with another signature, unless the file was opened for one.
    pub(crate) fn made_by(&mut self, source: &Path, header: &[u8]) -> Result<(), Error> {
        compare(source, 1, header, &self.head)?;
        let [theirs, ours] = self.builds.write_as(header);
        if theirs == ours || self.other_build {
            return Ok(());
        }
        Err(Error::OtherBuild { path: source.to_owned(), line: 1, theirs, ours })
    }

    /// The next record of this section from an earlier run; `None` after the last one.
    ///
    /// # Errors
    /// If a line is neither such a record nor a header.
    pub fn kept<R: Kept>(&mut self) -> Result<Option<R>, Error> {
        let Some(line) = self.next_line()? else {
            self.cut()?;
            return Ok(None);
        };
        let kind = kind_of::<R>(&line, &self.path, self.line)?;
        if kind == BUILD {
            self.note_build(&line)?;
            return self.kept();
        }
        if kind == HEADER {
            self.ahead = Some(line);
            self.line -= 1;
            return Ok(None);
        }
        let record = record_of(&line, &self.path, self.line)?;
        self.records += 1;
        Ok(Some(record))
    }

    /// Whether every line of an earlier run has been read, so that a record can be added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_at_end(&mut self) -> Result<bool, Error> {
        if let Some(line) = self.next_line()? {
            self.ahead = Some(line);
            self.line -= 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// The number of the last line read, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the next record at the end; [`Store::sync`] then makes it durable.
    ///
    /// # Errors
    /// If the file cannot be written; a partly written line is removed.
    ///
    /// # Panics
    /// If records of an earlier run have not been read.
    pub fn append<R: Kept>(&mut self, record: &R) -> Result<(), Error> {
        let line = self.text(R::KIND, record)?;
        self.append_line::<R>(&line)
    }

    /// Writes the line of a record, which ends with a line break, at the end.
    pub(crate) fn append_line<R: Kept>(&mut self, line: &str) -> Result<(), Error> {
        assert!(self.old.is_none() && self.ahead.is_none(), "what is kept is read before more is added");
        if let Some(writer) = self.builds.take_over() {
            let build = self.text(BUILD, &writer)?;
            self.write(&build).map_err(|reason| self.full(R::KIND, reason))?;
        }
        self.write(line).map_err(|reason| self.full(R::KIND, reason))?;
        self.records += 1;
        Ok(())
    }

    /// Makes sure that everything written has reached the disk.
    ///
    /// # Errors
    /// If the system reports that it has not.
    pub fn sync(&mut self) -> Result<(), Error> {
        if self.is_dirty {
            self.file.sync_data().map_err(Error::file("write", &self.path))?;
            self.is_dirty = false;
        }
        Ok(())
    }

    /// Notes the build that wrote the records after a line. Refuses it if it behaves differently.
    fn note_build(&mut self, line: &[u8]) -> Result<(), Error> {
        let [theirs, ours] = self.builds.note(line);
        if theirs == ours || self.other_build {
            return Ok(());
        }
        Err(Error::OtherBuild { path: self.path.clone(), line: self.line, theirs, ours })
    }

    fn text<T: Serialize>(&self, record: &'static str, content: &T) -> Result<String, Error> {
        line_of(record, content).map_err(|error| Error::file("write", &self.path)(error.into()))
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.is_dirty = self.is_regular;
        let written = self.file.write_all(line.as_bytes());
        if written.is_ok() {
            self.length += line.len() as u64;
        } else if self.is_regular {
            // A full disk may have taken half of the line. If this fails too, the next run cuts it off.
            let _ = self.file.set_len(self.length);
        }
        written
    }

    /// Why a record cannot be added, and which records are safe.
    fn full(&mut self, kind: &str, reason: std::io::Error) -> Error {
        if !self.is_regular || self.records == 0 || self.sync().is_err() {
            return Error::file("write", &self.path)(reason);
        }
        let plural = if self.records == 1 { "" } else { "s" };
        Error::Full { path: self.path.clone(), kept: format!("{} {kind}{plural}", self.records), reason }
    }

    /// The next complete line of an earlier run.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Error> {
        if let Some(line) = self.ahead.take() {
            self.line += 1;
            return Ok(Some(line));
        }
        let Some(old) = &mut self.old else { return Ok(None) };
        let mut line = Vec::new();
        old.read_until(b'\n', &mut line).map_err(Error::file("read", &self.path))?;
        if line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        Ok(Some(line))
    }

    /// Ends reading and cuts off a torn line; from here on lines are added.
    fn cut(&mut self) -> Result<(), Error> {
        if self.old.take().is_some() {
            self.file.set_len(self.length).map_err(Error::file("cut", &self.path))?;
        }
        Ok(())
    }

    /// Checks a file without a complete line: it is ours only if it is empty or holds the beginning of our own first header.
    fn check_torn(&mut self, head: &str) -> Result<(), Error> {
        if self.length > 0 || !self.is_regular {
            return Ok(());
        }
        let mut torn = Vec::new();
        let most = head.len() as u64 + 1;
        self.file.seek(SeekFrom::Start(0)).map_err(Error::file("read", &self.path))?;
        (&self.file).take(most).read_to_end(&mut torn).map_err(Error::file("read", &self.path))?;
        if head.as_bytes().starts_with(&torn) { Ok(()) } else { Err(not_a_header(&self.path, 1, &torn)) }
    }
}

/// Bytes up to the end of the last complete line. Rewinds the file to its beginning.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        let mut block = vec![0; (end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block)?;
        if let Some(last) = block.iter().rposition(|&byte| byte == b'\n') {
            end = start + last as u64 + 1;
            break;
        }
        end = start;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(end)
}

/// Refuses a line that is not our header, naming the first field that differs.
fn compare(path: &Path, number: usize, line: &[u8], head: &str) -> Result<(), Error> {
    let refuse = || not_a_header(path, number, line);
    let read: Value = serde_json::from_slice(line).map_err(|_| refuse())?;
    let ours: Value = serde_json::from_str(head).map_err(|_| refuse())?;
    let (Value::Object(read), Value::Object(ours)) = (read, ours) else { return Err(refuse()) };
    if read.get("record") != ours.get("record") {
        return Err(refuse());
    }
    let text = |value: Option<&Value>| value.map_or("missing".into(), Value::to_string);
    let differs = |key: &&String| !BUILD_FIELDS.contains(&key.as_str()) && read.get(*key) != ours.get(*key);
    match ours.keys().chain(read.keys()).find(differs) {
        None => Ok(()),
        Some(key) => Err(Error::OtherRun {
            path: path.to_owned(),
            line: number,
            field: one_line(key),
            read: text(read.get(key)),
            expected: text(ours.get(key)),
        }),
    }
}

fn not_a_header(path: &Path, number: usize, line: &[u8]) -> Error {
    if let Ok(Kind { record }) = serde_json::from_slice(line) {
        let problem =
            format!("a {}, expected the header of a run: was more asked for before?", one_line(&record));
        return Error::line(path, number, problem);
    }
    Error::line(path, number, format!("{:?}, expected the header of a run", excerpt(line)))
}

/// The beginning of a line, short enough for a message.
pub(crate) fn excerpt(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().chars().take(40).collect()
}

#[cfg(test)]
mod tests;
