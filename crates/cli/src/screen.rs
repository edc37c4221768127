//! Text for people: tables without frames, rounded numbers, and progress bars.

use crate::paint::Paint;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, StdoutLock, Write};
use std::time::Duration;
use tiptree_lab::error::one_line;
use tiptree_lab::reproduce::Progress;
pub(crate) use tiptree_lab::text::{millions, number, perhaps, seconds};

/// An empty table with these column heads and no frame; columns of numbers are aligned by [`align_right`].
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

/// Prints a table, without trailing spaces.
pub(crate) fn print_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Standard output that escapes control characters: a name or a title from a file must not control the terminal.
pub(crate) fn out() -> Escaping<StdoutLock<'static>> {
    Escaping(io::stdout().lock())
}

/// A writer that escapes the control characters of a text, except line breaks.
pub(crate) struct Escaping<W>(W);

impl<W: Write> Escaping<W> {
    /// Prints a table whose rows are bold where `is_bold` says so, counted from 0 below the heads; without trailing spaces.
    pub(crate) fn print_bold(
        &mut self,
        table: &Table,
        paint: Paint,
        is_bold: impl Fn(usize) -> bool,
    ) -> io::Result<()> {
        for (number, line) in table.lines().enumerate() {
            let line = line.trim_end();
            match number.checked_sub(1) {
                // Painting escapes the text itself.
                Some(row) if is_bold(row) => writeln!(self.0, "{}", paint.bold(line))?,
                _ => writeln!(self, "{line}")?,
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid();
            if text.chars().any(|letter| letter.is_control() && letter != '\n') {
                let lines: Vec<String> = text.split('\n').map(one_line).collect();
                self.0.write_all(lines.join("\n").as_bytes())?;
            } else {
                self.0.write_all(text.as_bytes())?;
            }
            // An incomplete character: the rest comes with the next call.
            self.0.write_all(chunk.invalid())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints one JSON object on a line.
pub(crate) fn print_json(out: &mut impl Write, object: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(object).map_err(io::Error::from)?;
    // JSON leaves some control characters unescaped, within strings only.
    let escape = |letter: char| {
        if letter.is_control() { format!("\\u{:04x}", u32::from(letter)) } else { letter.to_string() }
    };
    if text.chars().any(char::is_control) {
        writeln!(out, "{}", text.chars().map(escape).collect::<String>())?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// A progress bar on a terminal, and nothing elsewhere.
pub(crate) fn progress(count: u64, of_what: &str) -> ProgressBar {
    let style = format!("{{bar:30}} {{pos}} of {{len}} {of_what}  {{msg}}  {{per_sec}}  {{eta}} left");
    ProgressBar::new(count)
        .with_style(ProgressStyle::with_template(&style).expect("a template that is known to be good"))
}

/// A spinner with a clock on a terminal, for work of unknown length, and nothing elsewhere.
pub(crate) fn spinner(doing: &str) -> ProgressBar {
    let template = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
    let style = template.expect("a template that is known to be good");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message(doing.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

/// A progress bar for tasks that follow each other.
#[derive(Default)]
pub(crate) struct Bar(Option<ProgressBar>);

impl Progress for Bar {
    fn begin(&mut self, count: u64, of_what: &str) {
        self.0 = Some(progress(count, of_what));
    }

    fn reach(&mut self, done: u64, doing: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(one_line(doing));
            bar.set_position(done);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}

/// An amount of memory in a readable unit.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{:.1} kB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_reach_no_terminal() {
        let mut written = Vec::new();
        write!(Escaping(&mut written), "a\u{1b}[31mb\u{9b}2J\né\u{7f}\n").unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "a\\u{1b}[31mb\\u{9b}2J\né\\u{7f}\n");
    }

    #[test]
    fn json_with_control_characters_reads_back() {
        let text = "a\u{1b}b\u{9b}c\u{7f}\n";
        let mut written = Vec::new();
        print_json(&mut written, &text).unwrap();
        let line = String::from_utf8(written).unwrap();
        assert!(!line.trim_end().chars().any(char::is_control), "{line:?}");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }
}
