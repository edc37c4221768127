//! The quality of players as an experiment: every measurement is a piece of work that is made once and stored.

use super::pieces::{Part, Piece};
use crate::error::Error;
use crate::provenance::Provenance;
use crate::quality::{Measurement, Quality, Request};
use crate::reproduce::Progress;
use crate::store::Kept;
use serde::Serialize;
use tiptree::Registry;

/// The header of a file of measurements.
#[derive(Serialize)]
pub(super) struct Header<'a> {
    quality: &'a Request,
    #[serde(flatten)]
    build: Provenance,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// For a shard, the number of measurements of the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    measurements: Option<usize>,
}

impl Header<'_> {
    /// The header of a part of a run.
    pub(super) fn of<'a>(request: &'a Request, quality: &Quality, part: &Part) -> Header<'a> {
        Header {
            quality: request,
            build: quality.build(),
            shard: part.shard_text(),
            measurements: part.whole(quality.count()),
        }
    }
}

impl Kept for Piece<Measurement> {
    const KIND: &'static str = "measurement";
}

/// Makes the measurements that `part` does not hold yet, and passes each to `receive`.
///
/// # Errors
/// If the request is invalid, a measurement cannot be made, or the file belongs to another run or cannot be written.
pub fn measure(
    request: &Request,
    registry: &Registry,
    jobs: usize,
    part: &Part,
    progress: &mut dyn Progress,
    receive: &mut dyn FnMut(&Measurement),
) -> Result<(), Error> {
    let quality = request.prepare(registry, jobs)?;
    let header = Header::of(request, &quality, part);
    let mut make = |index: usize| quality.measure(index, progress, part.cancel);
    part.fill(&header, quality.count(), &mut make, receive)
}
