//! The commands, one file each.

#[cfg(feature = "papers")]
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod engine;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod fit;
pub(crate) mod lists;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod quality;
pub(crate) mod report;
#[cfg(feature = "papers")]
pub(crate) mod reproduce;
pub(crate) mod run;
pub(crate) mod shell;
pub(crate) mod solve;
mod standings;
pub(crate) mod studio;
pub(crate) mod tables;
pub(crate) mod tabulate;
pub(crate) mod tree;
pub(crate) mod tune;
mod verdict;

use crate::arguments::Jobs;
use anyhow::{Result, bail};
use tiptree_lab::query::{budget, search};

/// The note printed once wherever intervals are printed.
const INTERVALS: &str = "Every ± is half a 95 % interval, clustered by opening.";

/// The number of jobs asked for, or the number of cores.
fn jobs(asked: Jobs) -> Result<usize> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match asked.jobs {
        None => Ok(cores),
        Some(0) => bail!("jobs \"0\": expected at least 1"),
        Some(jobs) if jobs > cores && !asked.oversubscribe => {
            bail!("jobs \"{jobs}\": expected at most {cores}, the number of cores, or --oversubscribe")
        }
        Some(jobs) => Ok(jobs),
    }
}

/// The name that this program was started by.
fn program() -> String {
    let path = std::env::args_os().next().map(std::path::PathBuf::from);
    let name =
        path.as_deref().and_then(std::path::Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "tiptree".into())
}
