//! Pieces of work that are done one after the other and kept, each on a line of its own: tables, measurements.

use crate::error::Error;
use crate::shard::Shard;
use crate::store::{Kept, Store};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A piece of work that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece<T> {
    /// Its place among those asked for, from 0.
    pub index: usize,
    /// What came of it.
    #[serde(flatten)]
    pub content: T,
}

/// A part of a run: which pieces of work, where they are kept, and what stops it.
pub struct Part<'a> {
    /// Which of all.
    pub shard: Shard,
    /// The file that keeps them.
    pub out: Option<&'a Path>,
    /// Set to stop: what is in flight is finished.
    pub cancel: &'a AtomicBool,
    /// Whether to go on with the file of a build that has another signature.
    pub other_build: bool,
}

impl Part<'_> {
    /// Its shard, where it is not the whole run, as headers say it.
    pub(super) fn shard_text(&self) -> Option<String> {
        (!self.shard.is_whole()).then(|| self.shard.to_string())
    }

    /// The pieces of the whole run, where it is not that itself: so that a merge can see what is missing.
    pub(super) fn whole(&self, count: usize) -> Option<usize> {
        (!self.shard.is_whole()).then_some(count)
    }

    /// Makes the pieces, of `count` in all, that the file does not hold yet behind `header`, or all of them without a file,
    /// and gives each to `receive`.
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
        let mut place = 0;
        let count = self.shard.size(count);
        if let Some(store) = &mut store {
            store.enter(header)?;
            while place < count
                && let Some(kept) = store.kept::<Piece<T>>()?
            {
                let (kind, index, expected) = (Piece::<T>::KIND, kept.index, self.shard.piece(place));
                if index != expected {
                    let problem = format!("{kind} {index}, expected {kind} {expected}");
                    return Err(Error::line(store.path(), store.line(), problem));
                }
                receive(&kept.content);
                place += 1;
            }
        }
        for place in place..count {
            let index = self.shard.piece(place);
            let content = make(index)?;
            // A piece cut short is shown and not kept: it is made again.
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
