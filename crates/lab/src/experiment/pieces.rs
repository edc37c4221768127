//! Pieces of work that are done one after the other and stored, each on a line of its own: tables, measurements.

use crate::error::Error;
use crate::shard::Shard;
use crate::store::{Kept, Store};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stored result of a piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece<T> {
    /// Its index in the whole run, from 0.
    pub index: usize,
    /// The result.
    #[serde(flatten)]
    pub content: T,
}

/// A part of a run: which pieces of work, where they are stored, and what stops it.
pub struct Part<'a> {
    /// Which pieces of the run.
    pub shard: Shard,
    /// The file that stores them.
    pub out: Option<&'a Path>,
    /// Set to stop; the piece of work that has begun is finished.
    pub cancel: &'a AtomicBool,
    /// Whether to continue the file of a build with another signature.
    pub other_build: bool,
}

impl Part<'_> {
    /// The whole run, without a file.
    pub(super) fn whole_run(cancel: &AtomicBool) -> Part<'_> {
        Part { shard: Shard::WHOLE, out: None, cancel, other_build: false }
    }

    /// The shard as headers name it; `None` for the whole run.
    pub(super) fn shard_text(&self) -> Option<String> {
        (!self.shard.is_whole()).then(|| self.shard.to_string())
    }

    /// The number of pieces of the whole run, so that a merge can tell what is missing; `None` if this is the whole run.
    pub(super) fn whole(&self, count: usize) -> Option<usize> {
        (!self.shard.is_whole()).then_some(count)
    }

    /// Makes the pieces of this part that the file does not hold yet after `header`, or all of them without a file, and passes
    /// each to `receive`. `count` is the number of pieces of the whole run.
    pub(super) fn fill<T>(
        &self,
        header: &impl Serialize,
        count: usize,
        make: &mut dyn FnMut(usize) -> Result<T, Error>,
        receive: &mut dyn FnMut(&T),
    ) -> Result<(), Error>
    where
        Piece<T>: Kept,
    {
        let mut store = self.out.map(|path| Store::open_for(path, self.other_build)).transpose()?;
        let count = self.shard.size(count);
        let place = match &mut store {
            Some(store) => resume(store, header, self.shard, count, receive)?,
            None => 0,
        };
        for place in place..count {
            let index = self.shard.piece(place);
            let content = make(index)?;
            // A piece that was cancelled is shown but not stored, so that the next run makes it again.
            if self.cancel.load(Ordering::Relaxed) {
                receive(&content);
                break;
            }
            let piece = Piece { index, content };
            if let Some(store) = &mut store {
                store.append(&piece)?;
                store.sync()?;
            }
            receive(&piece.content);
        }
        Ok(())
    }
}

/// Enters a section and reads the first of its pieces, at most `count`, that the file holds; passes each to `receive`. Returns their
/// number.
pub(super) fn resume<T>(
    store: &mut Store,
    header: &impl Serialize,
    shard: Shard,
    count: usize,
    receive: &mut dyn FnMut(&T),
) -> Result<usize, Error>
where
    Piece<T>: Kept,
{
    store.enter(header)?;
    let mut place = 0;
    while place < count
        && let Some(kept) = store.kept::<Piece<T>>()?
    {
        check(&kept, shard.piece(place), store.path(), store.line())?;
        receive(&kept.content);
        place += 1;
    }
    Ok(place)
}

/// Checks that a piece, read from a line of `source`, is the one that comes next.
pub(super) fn check<T>(piece: &Piece<T>, expected: usize, source: &Path, line: usize) -> Result<(), Error>
where
    Piece<T>: Kept,
{
    let (kind, index) = (Piece::<T>::KIND, piece.index);
    if index == expected {
        return Ok(());
    }
    Err(Error::line(source, line, format!("{kind} {index}, expected {kind} {expected}")))
}
