//! The driver of a run whose chunks are done elsewhere: hands out chunks, takes the results in any order, and writes the file that
//! one process would have written.
//!
//! Results that come early are held back until all before them are there, so that a sequential test decides after the same pair as
//! anywhere else. What was played beyond the decision is dropped. Nothing but the file is kept: a driver that was killed goes on
//! behind the lines in it.

use super::prepared::{Answer, Chunk, Ongoing, Prepared};
use crate::error::Error;
use crate::pool::TICK;
use crate::quality::Measurement;
use crate::reproduce::Reproduction;
use crate::store::Store;
use crate::tournament::Played;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A run whose chunks are done elsewhere.
pub struct Driver {
    prepared: Arc<Prepared>,
    store: Store,
    /// The sections that are complete.
    complete: Vec<Ongoing>,
    /// The section that is being filled; `None` at the end of the run.
    ongoing: Option<Ongoing>,
    /// The next piece to hand out, and its section.
    next: (usize, usize),
    /// Results that came before their turn, by section and first piece.
    early: BTreeMap<(usize, usize), Done>,
    synced: Instant,
}

/// A chunk that was done.
struct Done {
    chunk: Chunk,
    text: String,
    /// What it is called in errors.
    source: PathBuf,
}

/// What a finished run has found.
pub enum Results {
    /// The matches of a tournament.
    Tournament(Vec<Played>),
    /// Tables of a paper.
    Reproduce(Vec<Reproduction>),
    /// Measurements of quality.
    Quality(Vec<Measurement>),
}

impl Driver {
    /// Opens the file of a run, new or unfinished. `other_build` also takes results of builds with another signature, and says in
    /// the file where they begin.
    ///
    /// # Errors
    /// If the file belongs to another run, or cannot be read or written.
    pub fn open(prepared: Arc<Prepared>, out: &Path, other_build: bool) -> Result<Driver, Error> {
        let mut driver = Driver {
            prepared,
            store: Store::open_for(out, other_build)?,
            complete: Vec::new(),
            ongoing: None,
            next: (0, 0),
            early: BTreeMap::new(),
            synced: Instant::now(),
        };
        driver.enter()?;
        Ok(driver)
    }

    /// The next chunk to be done, of at most this many pieces; `None` if all were handed out.
    pub fn next(&mut self, pieces: usize) -> Option<Chunk> {
        let (section, start) = self.next;
        if section == self.prepared.sections() {
            return None;
        }
        let all = self.prepared.pieces();
        let end = start.saturating_add(pieces.max(1)).min(all);
        self.next = if end == all { (section + 1, 0) } else { (section, end) };
        Some(Chunk { section, pieces: start..end })
    }

    /// Takes the result of a chunk that was handed out; errors name the worker that made it.
    ///
    /// # Errors
    /// If it is not the result of this chunk or was made by a build with another signature, or if the file cannot be written.
    pub fn receive(&mut self, chunk: Chunk, text: String, worker: &str) -> Result<(), Error> {
        let source = PathBuf::from(format!("worker {worker}, {chunk}"));
        self.early.insert((chunk.section, chunk.pieces.start), Done { chunk, text, source });
        while let Some(ongoing) = &mut self.ongoing
            && let Some(first) = self.early.first_entry()
        {
            let current = self.complete.len();
            if *first.key() > (current, ongoing.pieces()) {
                break;
            }
            let Done { chunk, text, source } = first.remove();
            if chunk.section < current {
                continue;
            }
            self.prepared.add(&chunk, Answer::new(&source, &text), ongoing, &mut self.store)?;
            if self.prepared.is_over(ongoing) {
                self.complete.extend(self.ongoing.take());
                self.enter()?;
            }
        }
        if self.synced.elapsed() >= TICK { self.sync() } else { Ok(()) }
    }

    /// How many results are held back because an earlier one is missing.
    pub fn early(&self) -> usize {
        self.early.len()
    }

    /// Makes sure that everything received in order has reached the disk; receiving does so about twice a second.
    ///
    /// # Errors
    /// If the system reports that it has not.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.synced = Instant::now();
        self.store.sync()
    }

    /// Whether the result of a chunk is still wanted: a sequential test may have ended its section.
    pub fn is_needed(&self, chunk: &Chunk) -> bool {
        chunk.section >= self.complete.len()
    }

    /// Whether the file is complete.
    pub fn is_finished(&self) -> bool {
        self.ongoing.is_none()
    }

    /// The pieces of work in the file, those that are not handed out yet, and all; a section that ended early counts in full.
    pub fn progress(&self) -> [usize; 3] {
        let (each, sections) = (self.prepared.pieces(), self.prepared.sections());
        let done = self.complete.len() * each + self.ongoing.as_ref().map_or(0, Ongoing::pieces);
        let handed_out = self.next.0 * each + self.next.1;
        [done, sections * each - handed_out, sections * each]
    }

    /// What the run has found; the sections that are complete if it is not finished.
    pub fn results(self) -> Results {
        let mut results = match self.prepared.tournament() {
            Some(_) => Results::Tournament(Vec::new()),
            None => Results::Quality(Vec::new()),
        };
        for section in self.complete {
            match (section, &mut results) {
                (Ongoing::Match(ongoing), Results::Tournament(played)) => {
                    played.push(Played { header: ongoing.header().clone(), tally: ongoing.into_tally() });
                }
                (Ongoing::Tables(tables), _) => return Results::Reproduce(tables),
                (Ongoing::Measurements(measurements), _) => return Results::Quality(measurements),
                (Ongoing::Match(_), _) => unreachable!("a section is of the kind of its run"),
            }
        }
        results
    }

    /// Enters the first section that is not complete.
    fn enter(&mut self) -> Result<(), Error> {
        while self.complete.len() < self.prepared.sections() {
            let section = self.complete.len();
            let ongoing = self.prepared.resume(section, &mut self.store)?;
            if !self.prepared.is_over(&ongoing) {
                self.next = self.next.max((section, ongoing.pieces()));
                self.ongoing = Some(ongoing);
                return Ok(());
            }
            self.complete.push(ongoing);
        }
        self.next = (self.complete.len(), 0);
        self.sync()
    }
}
