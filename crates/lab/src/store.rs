//! A file of results that survives a crash: JSON objects, one a line, in an order that is known beforehand.
//!
//! A file holds one or more sections. A section is a header, which says what was to be done, and then the records of what
//! has been done: a match and its games, a reproduction and its tables, a tuning and its iterations. Doing the same again
//! reads what is there and goes on behind it: [`Store::enter`] and [`Store::kept`] walk through the old lines, and
//! [`Store::append`] adds new ones.
//!
//! Lines are written whole and synced about twice a second, so that a crash costs little and a resumed run ends with the
//! same file as an uninterrupted one, but for the clock readings. A line torn by the crash is cut off and its record made
//! again. The lock belongs to the process and dies with it.

use crate::error::{Error, one_line};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What kind of line a header is.
pub(crate) const HEADER: &str = "header";

/// What kind of line says that another build goes on.
pub(crate) const BUILD: &str = "build";

/// The field of a build that says how it behaves.
const SIGNATURE: &str = "signature";

/// The fields of a header that say which build wrote it: runs of builds that behave alike are the same run.
pub(crate) const BUILD_FIELDS: [&str; 4] = [SIGNATURE, "version", "commit", "dirty"];

/// How much of the end of a file is looked at in one step in search of its last line.
const BLOCK: u64 = 1 << 16;

/// Something that is kept on a line of its own.
pub trait Kept: Serialize + DeserializeOwned {
    /// What its line says under `record`.
    const KIND: &'static str;
}

/// A line: its kind, then what it holds.
#[derive(Serialize)]
struct Line<'a, T> {
    record: &'static str,
    #[serde(flatten)]
    content: &'a T,
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
    /// The whole lines of an earlier run that have not been read yet.
    old: Option<BufReader<std::io::Take<File>>>,
    /// A line that was read but belongs to whoever asks next.
    ahead: Option<Vec<u8>>,
    /// Lines read so far, for messages.
    line: usize,
    /// Records read or written so far, for messages.
    records: usize,
    /// Bytes of whole lines: what a line torn by a full disk is cut back to.
    length: u64,
    is_regular: bool,
    is_dirty: bool,
    /// Whether to go on with what another build wrote.
    other_build: bool,
    /// This build and the one that wrote the last record of this section, as their fields of a header.
    builds: [Map<String, Value>; 2],
}

impl Store {
    /// Opens a file of results of this build, or begins one.
    ///
    /// # Errors
    /// If the file is being written by another process, or cannot be read or written.
    pub fn open(path: &Path) -> Result<Store, Error> {
        Store::open_for(path, false)
    }

    /// Opens a file of results, or begins one; `other_build` allows to go on with what a build wrote that has another
    /// signature. A line of the kind `build` then says where this one begins.
    ///
    /// # Errors
    /// If the file is being written by another process, or cannot be read or written.
    pub fn open_for(path: &Path, other_build: bool) -> Result<Store, Error> {
        let open = Error::file("open", path);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(open)?;
        // A pipe or a device can be written to, and that is all: reading /dev/full would never end.
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
            other_build,
            builds: Default::default(),
        })
    }

    /// Begins a section: the next line of an earlier run must be this header; behind the last one it is written.
    ///
    /// # Errors
    /// If the file holds something else there, naming the first field that differs, or if it cannot be written.
    pub fn enter<H: Serialize>(&mut self, header: &H) -> Result<(), Error> {
        let head = self.text(HEADER, header)?;
        let build = serde_json::from_str(&head).map(build_of).unwrap_or_default();
        self.builds = [build.clone(), build];
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

    /// The next record of this section that an earlier run left; `None` behind the last one.
    ///
    /// # Errors
    /// If a line is neither such a record nor a header.
    pub fn kept<R: Kept>(&mut self) -> Result<Option<R>, Error> {
        let Some(line) = self.next_line()? else {
            self.cut()?;
            return Ok(None);
        };
        let problem = |error| format!("{:?}, expected a {}: {error}", excerpt(&line), R::KIND);
        let kind: Kind = serde_json::from_slice(&line)
            .map_err(|error| Error::line(&self.path, self.line, problem(error)))?;
        if kind.record == BUILD {
            self.note_build(&line)?;
            return self.kept();
        }
        if kind.record == HEADER {
            self.ahead = Some(line);
            self.line -= 1;
            return Ok(None);
        }
        if kind.record != R::KIND {
            let problem = format!("a {}, expected a {}", kind.record, R::KIND);
            return Err(Error::line(&self.path, self.line, problem));
        }
        let record = serde_json::from_slice(&line)
            .map_err(|error| Error::line(&self.path, self.line, problem(error)))?;
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

    /// Writes the next record behind the others; [`Store::sync`] then makes it last.
    ///
    /// # Errors
    /// If the file cannot be written; what was written of the line is taken back.
    ///
    /// # Panics
    /// If records of an earlier run have not been read.
    pub fn append<R: Kept>(&mut self, record: &R) -> Result<(), Error> {
        assert!(self.old.is_none() && self.ahead.is_none(), "what is kept is read before more is added");
        let [ours, last] = &self.builds;
        if ours.get(SIGNATURE) != last.get(SIGNATURE) {
            let build = self.text(BUILD, ours)?;
            let [ours, last] = &mut self.builds;
            last.clone_from(ours);
            self.write(&build).map_err(|reason| self.full(R::KIND, reason))?;
        }
        let line = self.text(R::KIND, record)?;
        self.write(&line).map_err(|reason| self.full(R::KIND, reason))?;
        self.records += 1;
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

    /// Takes note of the build that wrote the records behind a line, and refuses it if it behaves differently.
    fn note_build(&mut self, line: &[u8]) -> Result<(), Error> {
        let build = serde_json::from_slice(line).map(build_of).unwrap_or_default();
        let signature = |build: &Map<String, Value>| {
            build.get(SIGNATURE).filter(|value| !value.is_null()).map_or("none".into(), Value::to_string)
        };
        let (theirs, ours) = (signature(&build), signature(&self.builds[0]));
        self.builds[1] = build;
        if theirs == ours || self.other_build {
            return Ok(());
        }
        Err(Error::OtherBuild { path: self.path.clone(), line: self.line, theirs, ours })
    }

    fn text<T: Serialize>(&self, record: &'static str, content: &T) -> Result<String, Error> {
        let text = serde_json::to_string(&Line { record, content })
            .map_err(|error| Error::file("write", &self.path)(error.into()))?;
        Ok(text + "\n")
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.is_dirty = self.is_regular;
        let written = self.file.write_all(line.as_bytes());
        if written.is_ok() {
            self.length += line.len() as u64;
        } else if self.is_regular {
            // A full disk may have taken half of the line. Should this fail too, the next run cuts it off.
            let _ = self.file.set_len(self.length);
        }
        written
    }

    /// Why a record cannot be added, and what is safe nevertheless.
    fn full(&mut self, kind: &str, reason: std::io::Error) -> Error {
        if !self.is_regular || self.records == 0 || self.sync().is_err() {
            return Error::file("write", &self.path)(reason);
        }
        let plural = if self.records == 1 { "" } else { "s" };
        Error::Full { path: self.path.clone(), kept: format!("{} {kind}{plural}", self.records), reason }
    }

    /// The next whole line of an earlier run.
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

    /// Leaves what an earlier run wrote behind, cutting off a torn line: from here on lines are added.
    fn cut(&mut self) -> Result<(), Error> {
        if self.old.take().is_some() {
            self.file.set_len(self.length).map_err(Error::file("cut", &self.path))?;
        }
        Ok(())
    }

    /// A file without one whole line is ours only if a crash tore our own first header.
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

/// The fields of a header that say which build wrote it.
fn build_of(mut header: Map<String, Value>) -> Map<String, Value> {
    header.retain(|key, _| BUILD_FIELDS.contains(&key.as_str()));
    header
}

/// Bytes up to the end of the last whole line; afterwards the file is at its beginning.
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
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Head {
        b: &'static str,
        seed: Option<u64>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Number {
        number: u64,
    }

    impl Kept for Number {
        const KIND: &'static str = "number";
    }

    const HEAD: Head = Head { b: "ab", seed: None };

    fn enter(path: &Path, head: &Head) -> Result<Store, Error> {
        let mut store = Store::open(path)?;
        store.enter(head)?;
        Ok(store)
    }

    fn error(path: &Path, head: &Head) -> String {
        enter(path, head).unwrap_err().to_string()
    }

    fn fresh() -> (TempDir, PathBuf) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.jsonl");
        (folder, path)
    }

    /// Writes the numbers of two sections, those that are not there yet.
    fn write(path: &Path) {
        let mut store = Store::open(path).unwrap();
        for (head, count) in [(HEAD, 3), (Head { seed: Some(7), ..HEAD }, 2)] {
            store.enter(&head).unwrap();
            let mut next = 0;
            while next < count {
                match store.kept::<Number>().unwrap() {
                    Some(kept) => assert_eq!(kept.number, next),
                    None => store.append(&Number { number: next }).unwrap(),
                }
                next += 1;
            }
        }
        store.sync().unwrap();
    }

    #[test]
    fn a_file_torn_anywhere_is_completed() {
        let (_folder, path) = fresh();
        write(&path);
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(whole.split(|&byte| byte == b'\n').count(), 8);
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            write(&path);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "torn after {length} bytes");
        }
    }

    #[test]
    fn a_long_torn_line_is_cut_off() {
        let (_folder, path) = fresh();
        write(&path);
        let whole = std::fs::read(&path).unwrap();
        let mut torn = whole.clone();
        torn.extend(vec![b'x'; 3 * BLOCK as usize]);
        std::fs::write(&path, torn).unwrap();
        let mut store = enter(&path, &HEAD).unwrap();
        while store.kept::<Number>().unwrap().is_some() {}
        store.enter(&Head { seed: Some(7), ..HEAD }).unwrap();
        while store.kept::<Number>().unwrap().is_some() {}
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_second_writer_is_refused_until_the_first_is_gone() {
        let (_folder, path) = fresh();
        let first = enter(&path, &HEAD).unwrap();
        let refusal =
            format!("{} is being written by another process: expected a file of our own", path.display());
        assert_eq!(error(&path, &HEAD), refusal);
        drop(first);
        assert!(enter(&path, &HEAD).is_ok());
    }

    #[test]
    fn another_run_is_refused_with_the_field_that_differs() {
        let (_folder, path) = fresh();
        enter(&path, &HEAD).unwrap();
        let before = std::fs::read(&path).unwrap();
        let name = path.display();
        let ours = Head { b: "mm", seed: Some(2) };
        assert_eq!(
            error(&path, &ours),
            format!(r#"{name}, line 1: another run, its b is "ab", expected "mm""#)
        );
        let ours = Head { seed: Some(7), ..HEAD };
        assert_eq!(error(&path, &ours), format!("{name}, line 1: another run, its seed is null, expected 7"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[derive(Serialize)]
    struct Built {
        b: &'static str,
        signature: Option<u64>,
        commit: &'static str,
    }

    #[test]
    fn another_build_is_refused_unless_told_otherwise_and_then_says_where_it_began() {
        let (_folder, path) = fresh();
        let built = |signature, commit| Built { b: "ab", signature, commit };
        let go_on = |head: &Built, other_build: bool, number: u64| -> Result<(), Error> {
            let mut store = Store::open_for(&path, other_build)?;
            store.enter(head)?;
            while store.kept::<Number>()?.is_some() {}
            store.append(&Number { number })
        };
        go_on(&built(Some(7), "old"), false, 0).unwrap();
        // Another commit that behaves alike is the same build.
        go_on(&built(Some(7), "new"), false, 1).unwrap();
        let refusal = go_on(&built(Some(8), "new"), false, 2).unwrap_err().to_string();
        let expected = "line 1: written by another build, its signature is 7 and that of this one 8: expected the same \
                        build, or --other-build";
        assert!(refusal.ends_with(expected), "{refusal}");
        go_on(&built(Some(8), "new"), true, 2).unwrap();
        go_on(&built(Some(8), "new"), true, 3).unwrap();
        let lines: Vec<String> = std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[3], r#"{"record":"build","signature":8,"commit":"new"}"#);
        // The first build meets records of the second.
        let refusal = go_on(&built(Some(7), "old"), false, 4).unwrap_err().to_string();
        assert!(refusal.contains("line 4: written by another build, its signature is 8"), "{refusal}");
    }

    #[test]
    fn somebody_elses_file_is_left_alone() {
        let (_folder, path) = fresh();
        for text in
            ["dear diary", "dear diary\n", "dear diary\nno end", "{}\n", "[1]\n", "{\"record\":\"game\"}\n"]
        {
            std::fs::write(&path, text).unwrap();
            let error = error(&path, &HEAD);
            assert!(error.contains("line 1: ") && error.contains("expected the header of a run"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_broken_line_in_the_middle_is_named() {
        let (_folder, path) = fresh();
        enter(&path, &HEAD).unwrap();
        let head = std::fs::read_to_string(&path).unwrap();
        for (line, problem) in [
            ("{\"record\":\"number\",\"number\":", "expected a number: "),
            ("{\"record\":\"number\",\"number\":-1}", "expected a number: "),
            ("{\"record\":\"game\"}", "line 2: a game, expected a number"),
        ] {
            std::fs::write(&path, format!("{head}{line}\n")).unwrap();
            let error = enter(&path, &HEAD).unwrap().kept::<Number>().unwrap_err().to_string();
            assert!(error.contains("line 2: ") && error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_folder_that_does_not_exist_is_a_clean_error() {
        let (folder, _) = fresh();
        let path = folder.path().join("nowhere").join("games.jsonl");
        assert!(error(&path, &HEAD).starts_with(&format!("cannot open {}: ", path.display())));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_not_read() {
        let mut store = enter(Path::new("/dev/null"), &HEAD).unwrap();
        assert!(store.kept::<Number>().unwrap().is_none());
        store.append(&Number { number: 1 }).unwrap();
        store.sync().unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_a_clean_error() {
        let error = error(Path::new("/dev/full"), &HEAD);
        assert!(error.starts_with("cannot write /dev/full: "), "{error}");
    }
}
