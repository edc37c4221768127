//! `tiptree report`: one page, or a folder of pages, from files of results.

use crate::arguments::Report as Arguments;
use crate::{Done, screen};
use anyhow::{Context, Result, bail};
use std::io::{Write, stderr};
use std::path::{MAIN_SEPARATOR, Path};
use tiptree::Registry;
use tiptree_lab::plot::Plot;
use tiptree_lab::report::{Folder, Report, Results, read};

pub(crate) fn run(registry: &Registry, arguments: &Arguments) -> Result<Done> {
    let results = read(registry, &arguments.files)?;
    let out = &arguments.out;
    let plots = if is_folder(out) {
        let Folder { pages, plots } = Report::folder(&results, &arguments.title);
        let pages: Vec<_> = pages.iter().map(|(name, html)| (out.join(name), html)).collect();
        for (path, _) in &pages {
            refuse_overwriting(path, &results)?;
        }
        create(out)?;
        for (path, html) in pages {
            write(&path, html)?;
        }
        write_plots(out, &plots)?;
        plots
    } else {
        refuse_overwriting(out, &results)?;
        let Report { html, plots } = Report::new(&results, &arguments.title);
        write(out, &html)?;
        plots
    };
    for note in &results.notes {
        // If standard error is closed, the page is still written, and it shows the note too.
        let _ = writeln!(stderr(), "tiptree: {}", crate::one_line(note));
    }
    if let Some(folder) = &arguments.plots {
        write_plots(folder, &plots)?;
    }
    writeln!(
        screen::out(),
        "{}, {}, {}, {}, {} in {}",
        count(results.sources.len(), "file"),
        count(results.matches.len(), "match"),
        count(results.measurements.len(), "measurement"),
        count(results.tables.len(), "table"),
        count(plots.len(), "plot"),
        out.display()
    )?;
    Ok(Done::Completely)
}

/// Whether a path names a folder: it exists as one, or its name ends in a separator.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR])
}

fn create(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn write_plots(folder: &Path, plots: &[(String, Plot)]) -> Result<()> {
    create(folder)?;
    plots.iter().try_for_each(|(name, plot)| write(&folder.join(format!("{name}.svg")), &plot.svg()))
}

/// Refuses to write a page over a file of results that it was made from.
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
