//! The file of a match: a header, then a game a line, in the order of their numbers.
//!
//! Lines are written whole and a match syncs the file about twice a second, so that a crash costs little and a resumed
//! match ends with the same file as an uninterrupted one, but for the clock readings. A line torn by the crash is cut
//! off and its game played again. The lock belongs to the process and dies with it.

use crate::error::Error;
use crate::matches::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What identifies a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's spec.
    pub game: String,
    /// The spec of the player whose wins are counted.
    pub a: String,
    /// The other's.
    pub b: String,
    /// The common budget; empty where there is none.
    pub budget: String,
    /// The spec of the openings.
    pub openings: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The signature of the searches that played, where it is known.
    pub signature: Option<u64>,
    /// The version of this program.
    pub version: String,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line<H, G> {
    Header(H),
    Game(G),
}

/// A match's file, open and locked.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    next: usize,
    is_regular: bool,
    is_dirty: bool,
}

impl Store {
    /// Opens the file of a match, or begins one, and gives the games that it holds.
    ///
    /// # Errors
    /// If the file belongs to another match, is being written by another process, holds something else, or cannot be
    /// read or written.
    pub fn open(path: &Path, header: &Header) -> Result<(Store, Vec<Record>), Error> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(Error::file("open", path))?;
        // A pipe or a device can be written to, and that is all: reading /dev/full would never end.
        let is_regular = file.metadata().map_err(Error::file("open", path))?.is_file();
        let mut store = Store { path: path.to_owned(), file, next: 0, is_regular, is_dirty: false };
        let head = line_text(path, &Line::<_, Record>::Header(header))?;
        let records = if is_regular { store.resume(&head, header)? } else { None };
        if records.is_none() {
            store.write(&head)?;
            store.sync()?;
        }
        let records = records.unwrap_or_default();
        store.next = records.len();
        Ok((store, records))
    }

    /// Takes the lock, reads the games and goes to the end of the last whole line. `None` if there is no header yet.
    fn resume(&mut self, head: &str, header: &Header) -> Result<Option<Vec<Record>>, Error> {
        let path = &self.path;
        self.file.try_lock().map_err(|refusal| match refusal {
            TryLockError::WouldBlock => Error::Locked(path.clone()),
            TryLockError::Error(reason) => Error::file("lock", path)(reason),
        })?;
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).map_err(Error::file("read", path))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let (lines, torn) = bytes.split_at(whole);
        // A file without one whole line is ours only if a crash tore our own header.
        if lines.is_empty() && !head.as_bytes().starts_with(torn) {
            return Err(not_a_header(path, torn));
        }
        let records = read(path, lines, header)?;
        self.file.set_len(whole as u64).map_err(Error::file("cut", path))?;
        self.file.seek(SeekFrom::Start(whole as u64)).map_err(Error::file("cut", path))?;
        Ok((!lines.is_empty()).then_some(records))
    }

    /// Writes the next game behind the others; [`Store::sync`] then makes it last.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// # Panics
    /// If the game is not the next one by its number.
    pub fn append(&mut self, record: &Record) -> Result<(), Error> {
        assert_eq!(record.index, self.next, "games are stored in the order of their numbers");
        self.write(&line_text(&self.path, &Line::<Header, _>::Game(record))?)?;
        self.next += 1;
        Ok(())
    }

    /// Makes sure that everything written has reached the disk.
    ///
    /// # Errors
    /// If the system says that it has not.
    pub fn sync(&mut self) -> Result<(), Error> {
        if self.is_dirty {
            self.file.sync_data().map_err(Error::file("write", &self.path))?;
            self.is_dirty = false;
        }
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        self.is_dirty = self.is_regular;
        self.file.write_all(line.as_bytes()).map_err(Error::file("write", &self.path))
    }
}

fn line_text<H: Serialize, G: Serialize>(path: &Path, line: &Line<H, G>) -> Result<String, Error> {
    let text = serde_json::to_string(line).map_err(|error| Error::file("write", path)(error.into()))?;
    Ok(text + "\n")
}

/// The games of a file whose first line, if any, must be `header`.
fn read(path: &Path, bytes: &[u8], header: &Header) -> Result<Vec<Record>, Error> {
    let mut records = Vec::new();
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        if number == 1 {
            compare(path, line, header)?;
            continue;
        }
        let index = records.len();
        match serde_json::from_slice::<Line<Header, Record>>(line) {
            Ok(Line::Game(record)) if record.index == index && record.pair == index / 2 => {
                records.push(record);
            }
            Ok(Line::Game(record)) => {
                let problem = format!("game {} of pair {}, expected game {index}", record.index, record.pair);
                return Err(Error::line(path, number, problem));
            }
            Ok(Line::Header(_)) => return Err(Error::line(path, number, "a header, expected a game")),
            Err(error) => {
                let problem = format!("{:?}, expected a game: {error}", excerpt(line));
                return Err(Error::line(path, number, problem));
            }
        }
    }
    Ok(records)
}

/// Refuses a first line that is not our header, naming the first field that differs.
fn compare(path: &Path, line: &[u8], header: &Header) -> Result<(), Error> {
    let read: Value = serde_json::from_slice(line).map_err(|_| not_a_header(path, line))?;
    let ours =
        serde_json::to_value(Line::<_, Record>::Header(header)).map_err(|_| not_a_header(path, line))?;
    let (Value::Object(read), Value::Object(ours)) = (read, ours) else {
        return Err(not_a_header(path, line));
    };
    if read.get("record") != ours.get("record") {
        return Err(not_a_header(path, line));
    }
    let text = |value: Option<&Value>| value.map_or("missing".into(), Value::to_string);
    let differs = |key: &&String| read.get(*key) != ours.get(*key);
    match ours.keys().chain(read.keys()).find(differs) {
        None => Ok(()),
        Some(key) => Err(Error::OtherMatch {
            path: path.to_owned(),
            field: key.clone(),
            read: text(read.get(key)),
            expected: text(ours.get(key)),
        }),
    }
}

fn not_a_header(path: &Path, line: &[u8]) -> Error {
    Error::line(path, 1, format!("{:?}, expected the header of a match", excerpt(line)))
}

/// The beginning of a line, short enough for a message.
fn excerpt(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn header() -> Header {
        Header {
            game: "connect4".into(),
            a: "mm".into(),
            b: "ab".into(),
            budget: "moves=1000".into(),
            openings: "two-ply".into(),
            seed: 1,
            signature: None,
            version: "0.1.0".into(),
        }
    }

    fn error(path: &Path, header: &Header) -> String {
        Store::open(path, header).unwrap_err().to_string()
    }

    fn fresh() -> (TempDir, PathBuf) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.jsonl");
        (folder, path)
    }

    #[test]
    fn a_second_writer_is_refused_until_the_first_is_gone() {
        let (_folder, path) = fresh();
        let first = Store::open(&path, &header()).unwrap();
        let refusal =
            format!("{} is being written by another process: expected a file of our own", path.display());
        assert_eq!(error(&path, &header()), refusal);
        drop(first);
        assert!(Store::open(&path, &header()).is_ok());
    }

    #[test]
    fn another_match_is_refused_with_the_field_that_differs() {
        let (_folder, path) = fresh();
        Store::open(&path, &header()).unwrap();
        let before = std::fs::read(&path).unwrap();
        let name = path.display();
        let ours = Header { b: "ab(reading=v0)".into(), seed: 2, ..header() };
        assert_eq!(
            error(&path, &ours),
            format!(r#"{name} belongs to another match: b "ab", expected "ab(reading=v0)""#)
        );
        let ours = Header { signature: Some(7), ..header() };
        assert_eq!(
            error(&path, &ours),
            format!("{name} belongs to another match: signature null, expected 7")
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn somebody_elses_file_is_left_alone() {
        let (_folder, path) = fresh();
        for text in ["dear diary", "dear diary\n", "{}\n", "[1]\n", "{\"record\":\"game\"}\n"] {
            std::fs::write(&path, text).unwrap();
            let error = error(&path, &header());
            assert!(
                error.contains("line 1: ") && error.contains("expected the header of a match"),
                "{error}"
            );
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_broken_line_in_the_middle_is_named() {
        let (_folder, path) = fresh();
        Store::open(&path, &header()).unwrap();
        let head = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{head}{{\"record\":\"game\",\"index\":\n")).unwrap();
        assert!(error(&path, &header()).contains("line 2: "));
        std::fs::write(&path, format!("{head}{head}")).unwrap();
        assert!(error(&path, &header()).ends_with("line 2: a header, expected a game"));
    }

    #[test]
    fn a_folder_that_does_not_exist_is_a_clean_error() {
        let (folder, _) = fresh();
        let path = folder.path().join("nowhere").join("games.jsonl");
        assert!(error(&path, &header()).starts_with(&format!("cannot open {}: ", path.display())));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_not_read() {
        let (mut store, records) = Store::open(Path::new("/dev/null"), &header()).unwrap();
        assert!(records.is_empty());
        store.sync().unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_a_clean_error() {
        let error = error(Path::new("/dev/full"), &header());
        assert!(error.starts_with("cannot write /dev/full: "), "{error}");
    }
}
