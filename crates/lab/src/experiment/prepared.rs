//! An experiment that is done in chunks, in any process and in any order.
//!
//! A run has sections, as its file has: matches, or one list of tables or of measurements. A section has pieces of work: the pairs
//! of a match, tables, measurements. A chunk is a range of the pieces of a section. Its result is text: the header of the section
//! as this build writes it, and the lines of the pieces. It depends on nothing but the experiment and the chunk.

use super::pieces::{self, Part, Piece};
use super::{Experiment, Task, measuring, reproduction};
use crate::error::Error;
use crate::matches::{OngoingMatch, Record};
use crate::quality::{self, Measurement, Quality};
use crate::reproduce::{self as papers, Reproduction, Tables};
use crate::shard::Shard;
use crate::store::{HEADER, Kept, Store, line_of, record_of};
use crate::tournament::Tournament;
use serde::Serialize;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tiptree::Registry;

/// Finds the tables of a paper; the number is that of the workers which make a table.
pub type MakeTables<'a> = dyn Fn(&papers::Request, usize) -> Result<Tables, Error> + 'a;

/// An experiment whose names were all looked up, so that any chunk of it can be done. One thread does a chunk.
pub struct Prepared(Work);

enum Work {
    Tournament(Tournament),
    Reproduce(papers::Request, Mutex<Tables>),
    Quality(quality::Request, Quality),
}

/// A range of the pieces of work of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The section, from 0.
    pub section: usize,
    /// The pieces, from 0.
    pub pieces: Range<usize>,
}

/// A section that is being filled: its pieces so far.
pub(super) enum Ongoing {
    Match(Box<OngoingMatch>),
    Tables(Vec<Reproduction>),
    Measurements(Vec<Measurement>),
}

/// The text of a chunk that came back.
pub(super) struct Answer<'a> {
    /// What it is called in messages.
    source: &'a Path,
    length: usize,
    is_whole: bool,
    /// The lines with their line breaks.
    lines: std::iter::Enumerate<std::str::SplitInclusive<'a, char>>,
}

impl Prepared {
    /// Looks up everything that an experiment names; `tables` finds those of papers.
    ///
    /// # Errors
    /// If a name is unknown, or a file that the experiment names cannot be read.
    pub fn new(experiment: &Experiment, registry: &Registry, tables: &MakeTables) -> Result<Prepared, Error> {
        Ok(Prepared(match &experiment.task {
            Task::Tournament(request) => Work::Tournament(request.prepare(registry, 1, Shard::WHOLE)?),
            Task::Reproduce(request) => Work::Reproduce(request.clone(), Mutex::new(tables(request, 1)?)),
            Task::Quality(request) => Work::Quality(request.clone(), request.prepare(registry, 1)?),
        }))
    }

    /// The tournament, if it is one.
    pub fn tournament(&self) -> Option<&Tournament> {
        match &self.0 {
            Work::Tournament(tournament) => Some(tournament),
            _ => None,
        }
    }

    /// The number of sections.
    pub fn sections(&self) -> usize {
        match &self.0 {
            // Preparing it has read every budget.
            Work::Tournament(tournament) => tournament.count().unwrap_or(0),
            _ => 1,
        }
    }

    /// The number of pieces of work in each section.
    pub fn pieces(&self) -> usize {
        match &self.0 {
            Work::Tournament(tournament) => tournament.pairs(),
            Work::Reproduce(_, tables) => lock(tables).names.len(),
            Work::Quality(_, quality) => quality.count(),
        }
    }

    /// Does a chunk. When `cancel` is set, the result lacks the piece of work that had begun and all after it.
    ///
    /// # Errors
    /// If there is no such chunk, or if a piece of work cannot be done.
    pub fn chunk(&self, chunk: &Chunk, cancel: &AtomicBool) -> Result<String, Error> {
        if chunk.section >= self.sections() || chunk.pieces.end > self.pieces() {
            let (sections, pieces) = (self.sections(), self.pieces());
            let expected = format!("one of {sections} sections of {pieces} pieces");
            return Err(tiptree::ParseError::new("chunk", chunk.to_string(), expected).into());
        }
        match &self.0 {
            Work::Tournament(tournament) => tournament.with_match(chunk.section, |plan| {
                let games = 2 * chunk.pieces.start..2 * chunk.pieces.end;
                lines(&plan.header(), games, cancel, |number| plan.game(number))
            }),
            Work::Reproduce(request, tables) => {
                let mut tables = lock(tables);
                let header = reproduction::Header::of(request, &tables, &Part::whole_run(cancel));
                lines(&header, chunk.pieces.clone(), cancel, |index| {
                    let name = tables.names[index].clone();
                    Ok(Piece { index, content: tables.make(&name, &mut (), cancel)? })
                })
            }
            Work::Quality(request, quality) => {
                let header = measuring::Header::of(request, quality, &Part::whole_run(cancel));
                lines(&header, chunk.pieces.clone(), cancel, |index| {
                    Ok(Piece { index, content: quality.measure(index, &mut (), cancel)? })
                })
            }
        }
    }

    /// Enters a section and reads what the file holds of it.
    pub(super) fn resume(&self, section: usize, store: &mut Store) -> Result<Ongoing, Error> {
        let (count, never) = (self.pieces(), AtomicBool::new(false));
        let part = Part::whole_run(&never);
        match &self.0 {
            Work::Tournament(tournament) => tournament.with_match(section, |plan| {
                let watch = &mut |_: &_, _: &_| ControlFlow::Continue(());
                Ok(Ongoing::Match(Box::new(OngoingMatch::resume(plan, Some(store), watch)?)))
            }),
            Work::Reproduce(request, tables) => {
                let (mut made, header) =
                    (Vec::new(), reproduction::Header::of(request, &lock(tables), &part));
                let receive = &mut |table: &Reproduction| made.push(table.clone());
                pieces::resume(store, &header, Shard::WHOLE, count, receive)?;
                Ok(Ongoing::Tables(made))
            }
            Work::Quality(request, quality) => {
                let (mut made, header) = (Vec::new(), measuring::Header::of(request, quality, &part));
                let receive = &mut |measurement: &Measurement| made.push(measurement.clone());
                pieces::resume(store, &header, Shard::WHOLE, count, receive)?;
                Ok(Ongoing::Measurements(made))
            }
        }
    }

    /// Adds the pieces of a chunk, of which the first may be there already, to the file and to `ongoing`. What comes after the
    /// decision of a sequential test is dropped.
    pub(super) fn add(
        &self,
        chunk: &Chunk,
        mut answer: Answer,
        ongoing: &mut Ongoing,
        store: &mut Store,
    ) -> Result<(), Error> {
        let source = answer.source;
        let (_, header) = answer.lines.next().unwrap_or_default();
        store.made_by(source, header.as_bytes())?;
        if !answer.is_whole {
            return Err(Error::line(source, answer.length, "a torn line, expected whole ones"));
        }
        match (&self.0, &mut *ongoing) {
            (Work::Tournament(tournament), Ongoing::Match(ongoing)) => {
                tournament.with_match(chunk.section, |plan| {
                    for (place, line) in answer.lines.by_ref() {
                        let record: Record = record_of(line.as_bytes(), source, place + 1)?;
                        if record.index < ongoing.games() {
                            continue;
                        }
                        ongoing.check(plan, &record, source, place + 1)?;
                        // As it was written there: reading a number may change its last digit.
                        store.append_line::<Record>(line)?;
                        ongoing.count(plan, &record, &mut |_, _| ControlFlow::Continue(()))?;
                        if ongoing.is_over() {
                            break;
                        }
                    }
                    Ok(())
                })?;
            }
            (Work::Reproduce(..), Ongoing::Tables(made)) => add_pieces(&mut answer, made, store)?,
            (Work::Quality(..), Ongoing::Measurements(made)) => add_pieces(&mut answer, made, store)?,
            _ => unreachable!("a section is of the kind of its run"),
        }
        if !self.is_over(ongoing) && ongoing.pieces() < chunk.pieces.end {
            let problem = format!("the end, expected all {} pieces of work", chunk.pieces.len());
            return Err(Error::line(source, answer.length + 1, problem));
        }
        Ok(())
    }

    /// Whether a section needs no more pieces.
    pub(super) fn is_over(&self, ongoing: &Ongoing) -> bool {
        match ongoing {
            Ongoing::Match(ongoing) => ongoing.is_over(),
            _ => ongoing.pieces() == self.pieces(),
        }
    }
}

impl Ongoing {
    /// The number of complete pieces so far.
    pub(super) fn pieces(&self) -> usize {
        match self {
            Ongoing::Match(ongoing) => ongoing.games() / 2,
            Ongoing::Tables(tables) => tables.len(),
            Ongoing::Measurements(measurements) => measurements.len(),
        }
    }
}

impl<'a> Answer<'a> {
    pub(super) fn new(source: &'a Path, text: &'a str) -> Answer<'a> {
        let lines = || text.split_inclusive('\n');
        Answer { source, length: lines().count(), is_whole: text.ends_with('\n'), lines: lines().enumerate() }
    }
}

impl fmt::Display for Chunk {
    /// `section 1, pieces 3 to 5`, all counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.pieces;
        write!(f, "section {}, pieces {} to {end}", self.section + 1, start + 1)
    }
}

/// A header and the records with these numbers, each on a line.
fn lines<R: Kept>(
    header: &impl Serialize,
    numbers: Range<usize>,
    cancel: &AtomicBool,
    mut make: impl FnMut(usize) -> Result<R, Error>,
) -> Result<String, Error> {
    fn line<T: Serialize>(kind: &'static str, content: &T) -> String {
        line_of(kind, content).expect("results are objects with texts as keys")
    }
    let mut text = line(HEADER, header);
    for number in numbers {
        let record = make(number)?;
        // A table that was cancelled is not whole.
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        text += &line(R::KIND, &record);
    }
    Ok(text)
}

fn add_pieces<T>(answer: &mut Answer, made: &mut Vec<T>, store: &mut Store) -> Result<(), Error>
where
    Piece<T>: Kept,
{
    for (place, line) in answer.lines.by_ref() {
        let piece: Piece<T> = record_of(line.as_bytes(), answer.source, place + 1)?;
        pieces::check(&piece, made.len(), answer.source, place + 1)?;
        store.append_line::<Piece<T>>(line)?;
        made.push(piece.content);
    }
    Ok(())
}

fn lock(tables: &Mutex<Tables>) -> MutexGuard<'_, Tables> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}
