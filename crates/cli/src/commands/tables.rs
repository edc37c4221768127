//! `tiptree tables`: recomputes the tables of Markdown files from the results that they name.

use crate::arguments::Tables as Arguments;
use crate::{Done, screen};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::PathBuf;
use tiptree::Registry;
use tiptree_lab::{report, tables};

pub(crate) fn run(registry: &Registry, arguments: &Arguments) -> Result<Done> {
    let mut done = Done::Completely;
    let mut declared = 0;
    for path in report::files(&arguments.files, "md")? {
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let renewed = tables::renew(registry, &text, &path)?;
        declared += renewed.tables;
        for line in &renewed.changed {
            let (path, verb) = (path.display(), if arguments.check { "differs from" } else { "made from" });
            writeln!(screen::out(), "{path}, line {line}: the table {verb} its results")?;
        }
        if arguments.check && !renewed.changed.is_empty() {
            done = Done::Negatively;
        } else if !renewed.changed.is_empty() {
            write(&path, &renewed.text)?;
        }
    }
    writeln!(screen::out(), "{declared} table{}", if declared == 1 { "" } else { "s" })?;
    Ok(done)
}

fn write(path: &PathBuf, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
