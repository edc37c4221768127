//! Merges the files of all shards of a run into the file of an undivided run.
//!
//! The merge goes section by section and piece by piece, taking each piece from the shard whose turn it is. It sorts nothing and
//! holds no list in memory, so that a million games merge as easily as ten.
//!
//! Shards know nothing of each other, so they play all their pairs even if the match has a sequential test. The merge hands the
//! pairs to the test in their order, as a match does, and drops those after the deciding one.

use super::shard_file::{Line, ShardFile};
use crate::error::Error;
use crate::matches::{Header, Record, Summary, Tally, is_decided};
use crate::shard::Shard;
use crate::store::BUILD_FIELDS;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tiptree::Registry;
use tiptree::erased::Rules;

/// A section of a run, as far as it could be merged.
#[derive(Debug)]
pub struct Merged {
    /// What its pieces of work are: `pairs`, `tables` or `measurements`.
    pub kind: &'static str,
    /// Pieces of work that were merged.
    pub pieces: usize,
    /// Pieces of work of the whole section.
    pub of: usize,
    /// Records that were merged.
    pub records: u64,
    /// Records after the decision of a sequential test, which were dropped.
    pub dropped: u64,
    /// The result of a match with a sequential test.
    pub summary: Option<Summary>,
}

/// Merges the files of all shards of a run, in any order, into `out`, which must not exist yet. The registry has the games of
/// matches with sequential tests.
///
/// # Errors
/// If a shard is missing, unfinished or of another run, or if a file cannot be read or written.
pub fn merge(registry: &Registry, shards: &[PathBuf], out: &Path) -> Result<Vec<Merged>, Error> {
    let mut sources = in_order(shards)?;
    if out.exists() {
        return Err(Error::file("create", out)(std::io::ErrorKind::AlreadyExists.into()));
    }
    // A partial result is worse than none: the file gets its final name when it is complete.
    let mut part = out.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let merged = write_all(registry, &mut sources, part)
        .and_then(|merged| std::fs::rename(part, out).map_err(Error::file("create", out)).map(|()| merged));
    if merged.is_err() {
        let _ = std::fs::remove_file(part);
    }
    merged
}

/// What a merge of the files would hold so far, section by section, as long as every piece before it is there. The shards may
/// be unfinished and still being played.
///
/// # Errors
/// If a shard is missing or of another run, or if a file cannot be read.
pub fn merge_so_far(registry: &Registry, shards: &[PathBuf]) -> Result<Vec<Merged>, Error> {
    let mut sources = in_order(shards)?;
    let (mut merged, mut sections) = (Vec::new(), 1);
    while merged.len() < sections && !sources.iter().any(ShardFile::is_at_end) {
        let mut section = Section::enter(registry, &mut sources)?;
        sections = section.sections;
        let missing = section.copy(&mut sources, &mut |_| Ok(()))?;
        merged.push(section.merged());
        if missing.is_some() {
            break;
        }
    }
    Ok(merged)
}

/// Opens the shards and sorts them by their numbers; each must be there once.
fn in_order(paths: &[PathBuf]) -> Result<Vec<ShardFile>, Error> {
    let mut sources: Vec<(Shard, ShardFile)> = Vec::new();
    for path in paths {
        let source = ShardFile::open(path)?;
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

fn write_all(registry: &Registry, sources: &mut [ShardFile], out: &Path) -> Result<Vec<Merged>, Error> {
    let mut file = BufWriter::new(File::create(out).map_err(Error::file("create", out))?);
    let mut put = |bytes: &[u8]| file.write_all(bytes).map_err(Error::file("write", out));
    let (mut merged, mut sections) = (Vec::new(), 1);
    while merged.len() < sections {
        let mut section = Section::enter(registry, sources)?;
        sections = section.sections;
        put(format!("{}\n", Value::Object(section.header.clone())).as_bytes())?;
        if let Some(missing) = section.copy(sources, &mut put)? {
            return Err(sources[missing].unfinished());
        }
        merged.push(section.merged());
    }
    if let Some(source) = sources.iter().find(|source| !source.is_at_end()) {
        return Err(source.error("more than the run has, expected the end"));
    }
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error);
    file.and_then(|file| file.sync_all()).map_err(Error::file("write", out))?;
    Ok(merged)
}

/// A section of a run while it is merged.
struct Section {
    /// The header without the fields of a shard.
    header: Map<String, Value>,
    /// What its pieces of work are.
    kind: &'static str,
    /// The number of pieces in the section.
    pieces: usize,
    /// Records per piece of work: two for the games of a pair, one for a table or a measurement.
    piece: usize,
    /// The number of sections in the run.
    sections: usize,
    /// Records copied and dropped so far.
    records: usize,
    dropped: u64,
    test: Option<Test>,
}

/// The sequential test of a match, and the games that it has seen.
struct Test {
    header: Header,
    rules: Box<dyn Rules>,
    tally: Tally,
}

impl Section {
    /// The next section, whose header must be the same in all shards except for the shard's number.
    fn enter(registry: &Registry, sources: &mut [ShardFile]) -> Result<Section, Error> {
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
        let sections = count("matches").unwrap_or(1);
        let kinds = [("pairs", 2), ("tables", 1), ("measurements", 1)];
        let mut kinds = kinds.into_iter().filter_map(|(kind, piece)| Some((kind, piece, count(kind)?)));
        let Some((kind, piece, pieces)) = kinds.next() else {
            let expected = "expected the header of a shard with its pairs, tables or measurements";
            return Err(sources[0].error(expected));
        };
        let test = match header.get("sprt") {
            Some(_) => Some(Test::new(registry, &header).map_err(|problem| sources[0].error(problem))?),
            None => None,
        };
        Ok(Section { header, kind, pieces, piece, sections, records: 0, dropped: 0, test })
    }

    /// Passes the records of the section to `put`, up to the decision of its test. Returns the number of the shard that lacks the
    /// next record.
    fn copy(
        &mut self,
        sources: &mut [ShardFile],
        put: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<Option<usize>, Error> {
        while self.records < self.pieces.saturating_mul(self.piece) {
            let turn = self.records / self.piece % sources.len();
            let source = &mut sources[turn];
            if !source.is_in_section() {
                return Ok(Some(turn));
            }
            if source.field("index").and_then(Value::as_u64) != Some(self.records as u64) {
                return Err(source.error(format!("expected record {} of all", self.records)));
            }
            let Some(line) = source.take()? else { return Ok(Some(turn)) };
            put(&line.bytes)?;
            self.records += 1;
            if let Some(test) = &mut self.test
                && test.is_decided_by(line).map_err(|problem| source.error(problem))?
            {
                self.drop_rest(sources)?;
                break;
            }
        }
        Ok(None)
    }

    /// Drops what the shards played after the decision; some may have played less than others.
    fn drop_rest(&mut self, sources: &mut [ShardFile]) -> Result<(), Error> {
        for source in sources {
            while source.is_in_section() {
                source.take()?;
                self.dropped += 1;
            }
        }
        Ok(())
    }

    fn merged(&self) -> Merged {
        Merged {
            kind: self.kind,
            pieces: self.records / self.piece,
            of: self.pieces,
            records: self.records as u64,
            dropped: self.dropped,
            summary: self.test.as_ref().map(|test| test.tally.summary(&test.header, true)),
        }
    }
}

impl Test {
    fn new(registry: &Registry, header: &Map<String, Value>) -> Result<Test, String> {
        let header: Header = serde_json::from_value(Value::Object(header.clone()))
            .map_err(|error| format!("a sequential test, expected the header of a match: {error}"))?;
        let rules = header.game.parse().and_then(|game| registry.rules(&game, None));
        let rules = rules.map_err(|error| error.to_string())?;
        if let Some(sprt) = header.sprt {
            sprt.checked(rules.payoffs()).map_err(|error| error.to_string())?;
        }
        Ok(Test { header, tally: Tally::new(rules.as_ref()), rules })
    }

    /// Counts a game, and says whether it is the last one.
    fn is_decided_by(&mut self, line: Line) -> Result<bool, String> {
        let record: Record = serde_json::from_value(Value::Object(line.object))
            .map_err(|error| format!("expected a game: {error}"))?;
        self.tally.add(self.rules.as_ref(), &record).map_err(|error| error.to_string())?;
        Ok(is_decided(self.header.sprt.as_ref(), &record, &self.tally))
    }
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
