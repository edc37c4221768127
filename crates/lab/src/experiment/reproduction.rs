//! The tables of a paper as an experiment: every table is a piece of work, made once and kept.

use crate::error::Error;
use crate::reproduce::{Progress, Reproduction, Request};
use crate::shard::Shard;
use crate::store::{Kept, Store};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What identifies the tables of a paper at the head of their file.
#[derive(Serialize)]
struct Header<'a> {
    reproduce: &'a Request,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// Of a shard, the tables of the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<usize>,
}

/// A table that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its place among those asked for, from 0.
    pub index: usize,
    /// The table.
    #[serde(flatten)]
    pub table: Reproduction,
}

impl Kept for Table {
    const KIND: &'static str = "table";
}

/// Makes the tables of `shard` that `out` does not hold yet, or all of them without it, and gives each to `receive`.
///
/// # Errors
/// If the request has no meaning, a table cannot be made, or the file belongs to another run or cannot be written.
pub fn reproduce(
    request: &Request,
    jobs: usize,
    shard: Shard,
    out: Option<&Path>,
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
    receive: &mut dyn FnMut(&Reproduction),
) -> Result<(), Error> {
    let mut tables = request.prepare(jobs)?;
    let mut store = out.map(Store::open).transpose()?;
    let mut place = 0;
    let count = shard.size(tables.names().len());
    if let Some(store) = &mut store {
        let version = env!("CARGO_PKG_VERSION");
        let part = (!shard.is_whole()).then(|| shard.to_string());
        let tables = (!shard.is_whole()).then_some(tables.names().len());
        store.enter(&Header { reproduce: request, version, shard: part, tables })?;
        while place < count
            && let Some(kept) = store.kept::<Table>()?
        {
            if kept.index != shard.piece(place) {
                let problem = format!("table {}, expected table {}", kept.index, shard.piece(place));
                return Err(Error::line(store.path(), store.line(), problem));
            }
            receive(&kept.table);
            place += 1;
        }
    }
    for place in place..count {
        let index = shard.piece(place);
        let name = tables.names()[index].clone();
        let table = tables.make(&name, progress, cancel)?;
        // A table cut short is shown and not kept: it is made again.
        if cancel.load(Ordering::Relaxed) {
            receive(&table);
            break;
        }
        let table = Table { index, table };
        if let Some(store) = &mut store {
            store.append(&table)?;
            store.sync()?;
        }
        receive(&table.table);
    }
    Ok(())
}
