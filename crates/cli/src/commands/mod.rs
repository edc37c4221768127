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
pub(crate) mod tables;
pub(crate) mod tabulate;
pub(crate) mod tree;
pub(crate) mod tune;
mod verdict;

use crate::arguments::{Jobs, Where};
use anyhow::{Result, bail};
use tiptree::erased::{Position, Rules};
use tiptree::{Budget, Registry, Spec};

/// The note printed once wherever intervals are printed.
const INTERVALS: &str = "Every ± is half a 95 % interval, clustered by opening.";

/// The budget asked for, or the default one, which gives way to a depth that a search names.
fn budget(asked: Option<&str>, usual: &str) -> Result<Budget> {
    Ok(match asked {
        Some(text) => text.parse()?,
        None => usual.parse::<Budget>()?.as_usual(),
    })
}

/// The search asked for, or the game's default.
fn search(registry: &Registry, asked: Option<&str>, game: &Spec) -> Result<Spec> {
    Ok(match asked {
        Some(text) => text.parse()?,
        None => registry.rules(game, None)?.usual_search(),
    })
}

/// The position asked for and its text; the game must not be over there.
fn position(rules: &dyn Rules, place: &Where, seed: u64) -> Result<(Box<dyn Position>, String)> {
    // A dealt board can only be named by its squares.
    let text = match place.position.as_deref().unwrap_or_default() {
        "" if rules.is_dealt() => rules.deal(seed).text(),
        given => given.to_owned(),
    };
    let position = rules.position(&text)?;
    if position.turn().is_over() {
        bail!("position {text:?}: expected one in which the game is not over");
    }
    Ok((position, text))
}

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
