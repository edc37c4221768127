//! Merges the files of all shards of a run into the file of an undivided run.
//!
//! The merge goes section by section and piece by piece, taking each piece from the shard whose turn it is. It sorts nothing and
//! holds no list in memory, so that a million games merge as easily as ten.

use crate::error::Error;
use crate::shard::Shard;
use crate::store::{BUILD_FIELDS, HEADER};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file of a shard, read line by line.
struct Source {
    path: PathBuf,
    lines: BufReader<File>,
    number: usize,
    ahead: Option<Line>,
}

/// A line and its parsed content.
struct Line {
    bytes: Vec<u8>,
    object: Map<String, Value>,
}

impl Source {
    fn open(path: &Path) -> Result<Source, Error> {
        let file = File::open(path).map_err(Error::file("open", path))?;
        let mut source =
            Source { path: path.to_owned(), lines: BufReader::new(file), number: 0, ahead: None };
        source.advance()?;
        Ok(source)
    }

    /// Takes the line ahead and reads the next one.
    fn take(&mut self) -> Result<Option<Line>, Error> {
        let line = self.ahead.take();
        if line.is_some() {
            self.advance()?;
        }
        Ok(line)
    }

    fn advance(&mut self) -> Result<(), Error> {
        let mut line = Vec::new();
        self.lines.read_until(b'\n', &mut line).map_err(Error::file("read", &self.path))?;
        if line.is_empty() {
            return Ok(());
        }
        self.number += 1;
        let whole = line.ends_with(b"\n");
        match serde_json::from_slice(&line) {
            Ok(Value::Object(object)) if whole => self.ahead = Some(Line { bytes: line, object }),
            _ => return Err(self.error("expected a whole line of results: resume the shard first")),
        }
        Ok(())
    }

    fn field(&self, key: &str) -> Option<&Value> {
        self.ahead.as_ref()?.object.get(key)
    }

    fn is_at(&self, kind: &str) -> bool {
        self.field("record").is_some_and(|record| record == kind)
    }

    /// The shard ends too early.
    fn unfinished(&self) -> Error {
        self.error("the end, expected more: resume this shard first")
    }

    fn error(&self, problem: impl Into<String>) -> Error {
        Error::line(&self.path, self.number.max(1), problem)
    }
}

/// Merges the files of all shards of a run, in any order, into `out`, which must not exist yet. Returns the number of records.
///
/// # Errors
/// If a shard is missing, unfinished or of another run, or if a file cannot be read or written.
pub fn merge(shards: &[PathBuf], out: &Path) -> Result<u64, Error> {
    let mut sources = in_order(shards)?;
    if out.exists() {
        return Err(Error::file("create", out)(std::io::ErrorKind::AlreadyExists.into()));
    }
    // A partial result is worse than none: the file gets its final name when it is complete.
    let mut part = out.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let merged = write_all(&mut sources, part)
        .and_then(|records| std::fs::rename(part, out).map_err(Error::file("create", out)).map(|()| records));
    if merged.is_err() {
        let _ = std::fs::remove_file(part);
    }
    merged
}

/// Opens the shards and sorts them by their numbers; each must be there once.
fn in_order(paths: &[PathBuf]) -> Result<Vec<Source>, Error> {
    let mut sources: Vec<(Shard, Source)> = Vec::new();
    for path in paths {
        let source = Source::open(path)?;
        let shard = source.field("shard").and_then(Value::as_str);
        let Some(shard) = shard else { return Err(source.error("expected the header of a shard")) };
        let shard: Shard = shard.parse().map_err(|parse_error| source.error(format!("{parse_error}")))?;
        if shard.count() != paths.len() {
            let problem = format!("shard {shard}, expected {} shards and not {}", shard.count(), paths.len());
            return Err(source.error(problem));
        }
        if sources.iter().any(|(known, _)| *known == shard) {
            return Err(source.error(format!("shard {shard} for the second time, expected each once")));
        }
        sources.push((shard, source));
    }
    sources.sort_by_key(|(shard, _)| shard.index());
    Ok(sources.into_iter().map(|(_, source)| source).collect())
}

/// A section of a run, as its header describes it.
struct Section {
    /// The header without the fields of a shard.
    header: Map<String, Value>,
    /// Records per piece of work: two for the games of a pair, one for a table or a measurement.
    piece: usize,
    /// The number of records in the section.
    records: usize,
    /// The number of sections in the run.
    sections: usize,
}

fn write_all(sources: &mut [Source], out: &Path) -> Result<u64, Error> {
    let mut file = BufWriter::new(File::create(out).map_err(Error::file("create", out))?);
    let mut put = |bytes: &[u8]| file.write_all(bytes).map_err(Error::file("write", out));
    let (mut records, mut sections, mut expected) = (0, 0, 1);
    while sections < expected {
        let section = section(sources)?;
        put(format!("{}\n", Value::Object(section.header)).as_bytes())?;
        for index in 0..section.records {
            let turn = index / section.piece % sources.len();
            let source = &mut sources[turn];
            if source.ahead.is_none() || source.is_at(HEADER) {
                return Err(source.unfinished());
            }
            if source.field("index").and_then(Value::as_u64) != Some(index as u64) {
                return Err(source.error(format!("expected record {index} of all")));
            }
            if let Some(line) = source.take()? {
                put(&line.bytes)?;
                records += 1;
            }
        }
        sections += 1;
        expected = section.sections;
    }
    if let Some(source) = sources.iter().find(|source| source.ahead.is_some()) {
        return Err(source.error("more than the run has, expected the end"));
    }
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error);
    file.and_then(|file| file.sync_all()).map_err(Error::file("write", out))?;
    Ok(records)
}

/// Whether two headers belong to the same run of builds that behave alike.
fn is_same_run(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let run = |header: &Map<String, Value>| {
        let mut run = header.clone();
        // Only the signature of a build matters.
        run.retain(|key, _| key == "signature" || !BUILD_FIELDS.contains(&key.as_str()));
        run
    };
    run(one) == run(other)
}

/// The next section, whose header must be the same in all shards except for the shard's number.
fn section(sources: &mut [Source]) -> Result<Section, Error> {
    let mut common: Option<Map<String, Value>> = None;
    for source in sources.iter_mut() {
        let Some(mut line) = source.take()? else { return Err(source.unfinished()) };
        line.object.shift_remove("shard");
        match &common {
            None => common = Some(line.object),
            Some(known) if is_same_run(known, &line.object) => {}
            Some(_) => {
                return Err(source.error("another header than the first shard's, expected the same run"));
            }
        }
    }
    let mut header = common.unwrap_or_default();
    // Only the headers of shards have these counts, so that a merge can tell what is missing.
    let mut count =
        |key: &str| header.shift_remove(key).and_then(|value| usize::try_from(value.as_u64()?).ok());
    let (pairs, matches) = (count("pairs"), count("matches"));
    let pieces = count("tables").or(count("measurements"));
    let (piece, records) = match (pairs, pieces) {
        (Some(pairs), _) => (2, pairs.saturating_mul(2)),
        (None, Some(pieces)) => (1, pieces),
        (None, None) => {
            let expected = "expected the header of a shard with its pairs, tables or measurements";
            return Err(sources[0].error(expected));
        }
    };
    Ok(Section { header, piece, records, sections: matches.unwrap_or(1) })
}
