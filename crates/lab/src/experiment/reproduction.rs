//! The tables of a paper as an experiment: every table is a piece of work, made once and kept.

use super::pieces::{Part, Piece};
use crate::error::Error;
use crate::provenance::Provenance;
use crate::reproduce::{self as papers, Progress, Reproduction, Request};
use crate::store::Kept;
use serde::Serialize;

/// What identifies the tables of a paper at the head of their file.
#[derive(Serialize)]
struct Header<'a> {
    reproduce: &'a Request,
    #[serde(flatten)]
    build: Provenance,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// Of a shard, the tables of the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<usize>,
}

impl Kept for Piece<Reproduction> {
    const KIND: &'static str = "table";
}

/// Makes the tables that `part` does not hold yet, and gives each to `receive`.
///
/// # Errors
/// If the request has no meaning, a table cannot be made, or the file belongs to another run or cannot be written.
pub fn reproduce(
    request: &Request,
    jobs: usize,
    part: &Part,
    progress: &mut dyn Progress,
    receive: &mut dyn FnMut(&Reproduction),
) -> Result<(), Error> {
    let mut tables = request.prepare(jobs)?;
    let names = tables.names().to_vec();
    let header = Header {
        reproduce: request,
        build: papers::build(&request.paper),
        shard: part.shard_text(),
        tables: part.whole(names.len()),
    };
    let mut make = |index: usize| tables.make(&names[index], progress, part.cancel);
    part.fill(&header, names.len(), &mut make, receive)
}
