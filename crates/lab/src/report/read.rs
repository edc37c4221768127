//! Reads files of results and sorts their lines by kind.
//!
//! Games are counted while they are read, so that a file of millions takes no more memory than one of hundreds.

use super::course::Course;
use crate::error::Error;
use crate::matches::{self, Header, Record, Summary, Tally};
use crate::plot::Point;
use crate::provenance::Provenance;
use crate::quality::Measurement;
use crate::reproduce::Reproduction;
use crate::statistics::Scores;
use crate::store::{BUILD, excerpt};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use tiptree::erased::Rules;
use tiptree::{Range, Registry};

/// A match that was read.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its summary.
    pub summary: Summary,
    /// The first player's scores: by opening if the games were read, else from the summary.
    pub scores: Scores,
    /// The score over the games, if the games were read: the score with its 95 % error after some numbers of games.
    pub course: Vec<Point>,
    /// The shard, if these games are not the whole match.
    pub shard: Option<String>,
}

/// A file that was read.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// The matches found in it.
    pub matches: usize,
    /// The games of these matches.
    pub games: u64,
    /// The tables found in it.
    pub tables: usize,
    /// The measurements of quality found in it.
    pub measurements: usize,
    /// Which of all [`Results`] it holds.
    pub holds: Held,
    /// The first header of a shard without the shard number, which is the same in all shards of a run.
    pub run: Option<String>,
}

/// Indices of results, each once and in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Of [`Results::matches`].
    pub matches: Vec<usize>,
    /// Of [`Results::tables`].
    pub tables: Vec<usize>,
    /// Of [`Results::measurements`].
    pub measurements: Vec<usize>,
}

/// The contents of files of results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The known games, which give names their spelling.
    pub registry: Registry,
    /// The files, in the order in which they were read.
    pub sources: Vec<Source>,
    /// The matches, each once.
    pub matches: Vec<Found>,
    /// The tables, each once.
    pub tables: Vec<Reproduction>,
    /// The measurements of quality, each once.
    pub measurements: Vec<Measurement>,
    /// What was skipped, a sentence each.
    pub notes: Vec<String>,
}

/// Reads files of results in games that the registry knows. In a folder, it reads every `.jsonl` file below it, in
/// order of name.
///
/// # Errors
/// If a file cannot be read, or a line is invalid. An incomplete last line is skipped with a note.
pub fn read(registry: &Registry, paths: &[PathBuf]) -> Result<Results, Error> {
    let mut results = Results { registry: registry.clone(), ..Results::default() };
    for path in files(paths, "jsonl")? {
        Reader::new(&path, &mut results).read()?;
    }
    Ok(results)
}

/// The files that paths name. For a folder these are the files below it with this extension, in order of name; a file
/// named itself is taken whatever its extension.
///
/// # Errors
/// If a folder cannot be read.
pub fn files(paths: &[PathBuf], extension: &str) -> Result<Vec<PathBuf>, Error> {
    fn collect(path: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<(), Error> {
        let entries = std::fs::read_dir(path).map_err(Error::file("read", path))?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(Error::file("read", path))?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                collect(&path, extension, files)?;
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            collect(path, extension, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The fields that tell the kind of a line.
#[derive(Deserialize)]
struct Kind {
    record: Option<String>,
    #[serde(rename = "final")]
    finished: Option<bool>,
    paper: Option<IgnoredAny>,
    standings: Option<IgnoredAny>,
    kept: Option<IgnoredAny>,
    a: Option<IgnoredAny>,
    b: Option<IgnoredAny>,
}

/// A match whose games are being read.
struct Open {
    header: Header,
    rules: Box<dyn Rules>,
    tally: Tally,
    course: Course,
}

/// A file being read.
struct Reader<'a> {
    path: &'a Path,
    line: usize,
    results: &'a mut Results,
    source: Source,
    open: Option<Open>,
    /// The number of lines of each kind that a report does not show.
    skipped: BTreeMap<String, u64>,
}

impl<'a> Reader<'a> {
    fn new(path: &'a Path, results: &'a mut Results) -> Self {
        let source = Source { path: path.to_owned(), ..Source::default() };
        Reader { path, line: 0, results, source, open: None, skipped: BTreeMap::new() }
    }

    fn read(mut self) -> Result<(), Error> {
        let mut lines = BufReader::new(File::open(self.path).map_err(Error::file("open", self.path))?);
        let mut line = Vec::new();
        loop {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(Error::file("read", self.path))?;
            if line.is_empty() {
                break;
            }
            self.line += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            // A run that crashed, or that is still writing, leaves half a line at the end.
            if !line.ends_with(b"\n") && serde_json::from_slice::<IgnoredAny>(&line).is_err() {
                let note = format!("{}, line {}: torn, and left out.", self.path.display(), self.line);
                self.results.notes.push(note);
                break;
            }
            self.sort(&line)?;
        }
        self.close();
        for (kind, count) in &self.skipped {
            let lines = if *count == 1 { "line" } else { "lines" };
            let note = format!("{}: {count} {lines} of kind {kind} passed over.", self.path.display());
            self.results.notes.push(note);
        }
        self.results.sources.push(self.source);
        Ok(())
    }

    fn sort(&mut self, line: &[u8]) -> Result<(), Error> {
        let kind: Kind = self.parse(line, "a JSON object")?;
        match (kind.record.as_deref(), kind.finished) {
            (Some("header"), _) => {
                self.close();
                if self.source.run.is_none() {
                    self.source.run = run(self.parse(line, "a header")?);
                }
                if kind.a.is_some() && kind.b.is_some() {
                    self.open = Some(self.begin(self.parse(line, "the header of a match")?)?);
                }
            }
            (Some("game"), _) => {
                let record = self.parse(line, "a game")?;
                self.count(record)?;
            }
            (Some("table"), _) => self.add_table(self.parse(line, "a table")?),
            (Some("measurement"), _) => self.add_measurement(self.parse(line, "a measurement")?),
            (Some(BUILD), _) => {
                let build: Provenance = self.parse(line, "a build")?;
                let note = format!("{}, line {}: from here on by {build}.", self.path.display(), self.line);
                self.results.notes.push(note);
            }
            (Some(unknown), _) => *self.skipped.entry(unknown.to_owned()).or_default() += 1,
            (None, Some(true)) => {
                let summary = self.parse::<Summary>(line, "the result of a match")?.renewed();
                let scores = summary.scores(self.payoffs(&summary));
                self.add_match(Found { summary, scores, course: Vec::new(), shard: None });
            }
            // An intermediate result; the final one follows.
            (None, Some(false)) => {}
            (None, None) if kind.paper.is_some() => self.add_table(self.parse(line, "a table")?),
            (None, None) if kind.kept.is_some() => {
                self.add_measurement(self.parse(line, "a measurement")?);
            }
            // Standings follow from the matches before them.
            (None, None) if kind.standings.is_some() => {}
            (None, None) => *self.skipped.entry("unknown".into()).or_default() += 1,
        }
        Ok(())
    }

    /// The payoffs of the game of a summary with points, if the registry knows it.
    fn payoffs(&self, summary: &Summary) -> Option<Range> {
        let game = summary.points.and_then(|_| summary.game.parse().ok())?;
        Some(self.results.registry.rules(&game, None).ok()?.payoffs())
    }

    fn parse<T: DeserializeOwned>(&self, line: &[u8], expected: &str) -> Result<T, Error> {
        serde_json::from_slice(line)
            .map_err(|error| self.error(format!("{:?}, expected {expected}: {error}", excerpt(line))))
    }

    fn begin(&self, header: Header) -> Result<Open, Error> {
        let rules = header.game.parse().and_then(|game| self.results.registry.rules(&game, None));
        let rules = rules.map_err(|error| self.error(error.to_string()))?;
        Ok(Open { header, course: Course::default(), tally: Tally::new(rules.as_ref()), rules })
    }

    fn count(&mut self, mut record: Record) -> Result<(), Error> {
        let Some(Open { header, rules, tally, course }) = &mut self.open else {
            return Err(self.error("a game, expected the header of its match before it"));
        };
        if let Err(problem) = matches::replay(rules.as_ref(), header, &mut record) {
            return Err(self.error(problem));
        }
        let before = tally.pairs().pairs();
        if let Err(error) = tally.add(rules.as_ref(), &record) {
            return Err(self.error(error.to_string()));
        }
        if tally.pairs().pairs() > before {
            course.note(tally);
        }
        Ok(())
    }

    /// Ends the section of a match.
    fn close(&mut self) {
        let Some(Open { header, tally, course, .. }) = self.open.take() else { return };
        if tally.games() == 0 {
            let Header { a, b, .. } = &header;
            self.results.notes.push(format!("{}: {a} and {b} have not played yet.", self.path.display()));
            return;
        }
        let course = course.finish(&tally);
        self.add_match(Found {
            summary: tally.summary(&header, true),
            scores: tally.scores().clone(),
            course,
            shard: header.shard,
        });
    }

    /// Records a match unless it is known already: its games and its result may lie in different files.
    fn add_match(&mut self, found: Found) {
        self.source.matches += 1;
        self.source.games += found.summary.games;
        let all = &mut self.results.matches;
        let place = all.iter().position(|known| is_same(known, &found)).unwrap_or(all.len());
        match all.get_mut(place) {
            None => all.push(found),
            // The games hold more than their summary.
            Some(known) if known.course.is_empty() => *known = found,
            Some(_) => {}
        }
        hold(&mut self.source.holds.matches, place);
    }

    fn add_table(&mut self, table: Reproduction) {
        self.source.tables += 1;
        let place = place(&mut self.results.tables, table);
        hold(&mut self.source.holds.tables, place);
    }

    fn add_measurement(&mut self, measurement: Measurement) {
        self.source.measurements += 1;
        let place = place(&mut self.results.measurements, measurement.renewed());
        hold(&mut self.source.holds.measurements, place);
    }

    fn error(&self, problem: impl Into<String>) -> Error {
        Error::line(self.path, self.line, problem)
    }
}

/// The index of a result, which is added if it is new.
fn place<T: PartialEq>(all: &mut Vec<T>, result: T) -> usize {
    all.iter().position(|known| *known == result).unwrap_or_else(|| {
        all.push(result);
        all.len() - 1
    })
}

fn hold(places: &mut Vec<usize>, place: usize) {
    if !places.contains(&place) {
        places.push(place);
    }
}

/// What the headers of all shards of a run have in common; `None` if this is not the header of a shard.
fn run(header: Value) -> Option<String> {
    let Value::Object(mut header) = header else { return None };
    header.shift_remove("shard").filter(|shard| !shard.is_null())?;
    Some(Value::Object(header).to_string())
}

/// Whether two results are of one match. Counted budgets repeat every game; with clocks no two runs are alike.
fn is_same(one: &Found, other: &Found) -> bool {
    let identity = |Found { summary, shard, .. }: &Found| {
        let Summary { game, a, b, budget, openings, build, .. } = summary;
        ([game, a, b, budget, openings].map(Clone::clone), build.clone(), shard.clone())
    };
    let counts = |Found { summary, .. }: &Found| {
        let Summary { wins, losses, draws, pairs, seed, distinct_games, .. } = *summary;
        (wins, losses, draws, pairs, seed, distinct_games, summary.a_stats.moves, summary.b_stats.moves)
    };
    identity(one) == identity(other) && counts(one) == counts(other)
}
