//! The tables of a paper as an experiment: every table is a piece of work that is made once and stored.

use super::pieces::{Part, Piece};
use crate::error::Error;
use crate::provenance::Provenance;
use crate::reproduce::{Progress, Reproduction, Request, Tables};
use crate::store::Kept;
use serde::Serialize;

/// The header of a file of tables.
#[derive(Serialize)]
pub(super) struct Header<'a> {
    reproduce: &'a Request,
    #[serde(flatten)]
    build: Provenance,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// For a shard, the number of tables of the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<usize>,
}

impl Header<'_> {
    /// The header of a part of a run.
    pub(super) fn of<'a>(request: &'a Request, tables: &Tables, part: &Part) -> Header<'a> {
        Header {
            reproduce: request,
            build: tables.build.clone(),
            shard: part.shard_text(),
            tables: part.whole(tables.names.len()),
        }
    }
}

impl Kept for Piece<Reproduction> {
    const KIND: &'static str = "table";
}

/// Makes the tables of a request that `part` does not hold yet, and passes each to `receive`.
///
/// # Errors
/// If a table cannot be made, or the file belongs to another run or cannot be written.
pub fn reproduce(
    request: &Request,
    tables: &mut Tables,
    part: &Part,
    progress: &mut dyn Progress,
    receive: &mut dyn FnMut(&Reproduction),
) -> Result<(), Error> {
    let names = tables.names.clone();
    let header = Header::of(request, tables, part);
    let mut make = |index: usize| tables.make(&names[index], progress, part.cancel);
    part.fill(&header, names.len(), &mut make, receive)
}
