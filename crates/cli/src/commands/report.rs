//! `tiptree report`: one page from files of results.

use crate::arguments::Report as Arguments;
use crate::{Done, screen};
use anyhow::{Context, Result, bail};
use std::io::{Write, stderr};
use std::path::Path;
use tiptree_lab::report::{Report, Results, read};

pub(crate) fn run(arguments: &Arguments) -> Result<Done> {
    let results = read(&arguments.files)?;
    refuse_overwriting(&arguments.out, &results)?;
    for note in &results.notes {
        // Whoever has closed this door still gets the page, which says it too.
        let _ = writeln!(stderr(), "tiptree: {}", crate::one_line(note));
    }
    let report = Report::new(&results, &arguments.title);
    write(&arguments.out, &report.html)?;
    if let Some(folder) = &arguments.plots {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        for (name, plot) in &report.plots {
            write(&folder.join(format!("{name}.svg")), &plot.svg())?;
        }
    }
    writeln!(
        screen::out(),
        "{}, {}, {}, {} in {}",
        count(results.sources.len(), "file"),
        count(results.matches.len(), "match"),
        count(results.tables.len(), "table"),
        count(report.plots.len(), "plot"),
        arguments.out.display()
    )?;
    Ok(Done::Completely)
}

/// A page written over the games that it was made from would cost them.
fn refuse_overwriting(out: &Path, results: &Results) -> Result<()> {
    if let Ok(out) = out.canonicalize() {
        let is_source = |path: &Path| path.canonicalize().is_ok_and(|path| path == out);
        if results.sources.iter().any(|source| is_source(&source.path)) {
            bail!("out {:?}: expected another file than those read", out.display().to_string());
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn count(count: usize, what: &str) -> String {
    let plural = match what {
        _ if count == 1 => "",
        "match" => "es",
        _ => "s",
    };
    format!("{count} {what}{plural}")
}
