//! Text for people: tables without frames, numbers without noise, a bar while they wait.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;
use tiptree_lab::reproduce::Progress;
pub(crate) use tiptree_lab::text::{millions, number, perhaps, seconds};

/// An empty table with these heads, frameless; columns of numbers are aligned by [`align_right`].
pub(crate) fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(heads.to_vec());
    table
}

/// Aligns every column from `first` on to the right.
pub(crate) fn align_right(table: &mut Table, first: usize) {
    for column in table.column_iter_mut().skip(first) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// Prints a table, without the spaces that fill its lines.
pub(crate) fn print_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Prints one JSON object on a line.
pub(crate) fn print_json(out: &mut impl Write, object: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, object).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// A bar on the terminal, and nothing anywhere else.
pub(crate) fn progress(count: u64, of_what: &str) -> ProgressBar {
    let style = format!("{{bar:30}} {{pos}} of {{len}} {of_what}  {{msg}}  {{per_sec}}  {{eta}} left");
    ProgressBar::new(count)
        .with_style(ProgressStyle::with_template(&style).expect("a template that is known to be good"))
}

/// A clock on the terminal while something runs whose end is not known, and nothing anywhere else.
pub(crate) fn spinner(doing: &str) -> ProgressBar {
    let template = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
    let style = template.expect("a template that is known to be good");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message(doing.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

/// A bar for whoever does one thing after the other.
#[derive(Default)]
pub(crate) struct Bar(Option<ProgressBar>);

impl Progress for Bar {
    fn begin(&mut self, count: u64, of_what: &str) {
        self.0 = Some(progress(count, of_what));
    }

    fn reach(&mut self, done: u64, doing: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(doing.to_owned());
            bar.set_position(done);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}

/// An amount of memory that reads well.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{:.1} kB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_048_576.0),
    }
}
