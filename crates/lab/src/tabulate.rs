//! Computes the exact table of a game into a file, and goes on where an earlier run was interrupted.
//!
//! The file always holds a whole state of the computation: it is written beside its place and then renamed. It is written
//! whenever as many values have been computed as the table has positions, and at the end. Neither that nor the number of
//! threads changes what is computed, so that a run that was killed ends with the file of an uninterrupted one.

use crate::error::Error;
use crate::reproduce::Progress;
use serde::Serialize;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::tabulation::{Standing, Tabulation};
use tiptree::{Registry, Spec};

/// Which table to compute, and where.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub game: String,
    /// The file; if it exists, the computation goes on from there.
    pub out: PathBuf,
    /// The threads that compute.
    pub threads: usize,
}

/// The state of a table, as `tiptree tabulate --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tabulated {
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// Whether the table is complete.
    pub complete: bool,
    /// The positions in it.
    pub positions: u64,
    /// Sweeps through the positions of a stage.
    pub sweeps: u64,
    /// Values computed in all sweeps.
    pub computed: u64,
    /// The largest change of a value in the last sweep through it.
    pub change: f64,
}

impl Request {
    /// Computes the table. When `cancel` is set, the sweep that has begun is finished and saved.
    ///
    /// # Errors
    /// If the game has no table, or the file cannot be read or written, or is not one of this game's tables.
    pub fn run(
        &self,
        registry: &Registry,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Tabulated, Error> {
        let game: Spec = self.game.parse()?;
        let mut table = registry.tabulation(&game)?;
        let name = self.out.display().to_string();
        match std::fs::read(&self.out) {
            Ok(contents) => table.resume(&name, &contents)?,
            Err(error) if error.kind() == ErrorKind::NotFound => save(&self.out, table.as_ref())?,
            Err(error) => return Err(Error::file("read", &self.out)(error)),
        }
        let mut standing = table.standing();
        let mut saved = standing;
        progress.begin(standing.stages as u64, "stages");
        while !standing.is_complete && !cancel.load(Ordering::Relaxed) {
            table.step(self.threads);
            standing = table.standing();
            let Standing { stage, steps, change, positions, computed, is_complete, .. } = standing;
            let done = if is_complete { stage } else { stage - 1 };
            progress.reach(done as u64, &format!("sweep {steps}, largest change {change:.1e}"));
            if computed - saved.computed >= positions {
                save(&self.out, table.as_ref())?;
                saved = standing;
            }
        }
        progress.end();
        if standing != saved {
            save(&self.out, table.as_ref())?;
        }
        Ok(Tabulated {
            game: game.to_string(),
            bytes: std::fs::metadata(&self.out).map_err(Error::file("read", &self.out))?.len(),
            file: name,
            complete: standing.is_complete,
            positions: standing.positions,
            sweeps: standing.steps,
            computed: standing.computed,
            change: standing.change,
        })
    }
}

/// Writes the table beside its place, and moves it there once it is on the disk.
fn save(path: &Path, table: &dyn Tabulation) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(&table.file())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(Error::file("write", path))
}
