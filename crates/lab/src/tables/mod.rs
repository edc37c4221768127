//! Tables in Markdown files, made from files of results, so that no figure in the documentation is typed by hand.
//!
//! A comment in the text declares the table that follows it:
//!
//! ```text
//! <!-- table
//! results = "../experiments/results/pvs.jsonl"
//! where = { player = "pvs", opponent = "ab" }
//! rows = "openings"
//! columns = "budget"
//! cell = "score"
//! -->
//! | | `cpu=1ms` | `cpu=5ms` |
//! |---|---|---|
//! | `plies=4` | 0.820 ± 0.013 | 0.847 ± 0.012 |
//!
//! Results: [pvs](../experiments/results/pvs.jsonl): build unknown.
//! ```
//!
//! [`renew`] computes the tables of a text again, each with a line that names its files and the builds that made them.
//! A test compares the result with the committed text.

mod facts;
mod figure;
mod layout;
mod source;

use crate::error::Error;
use crate::report;
use facts::{Fact, facts};
use layout::Layout;
use std::path::Path;
use tiptree::Registry;

const OPENING: &str = "<!-- table";
const CLOSING: &str = "-->";

/// A text with its tables computed from the results that they name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewed {
    /// The text with every table computed from the results.
    pub text: String,
    /// The number of tables that the text declares.
    pub tables: usize,
    /// The line numbers, from 1, of the declarations whose tables changed.
    pub changed: Vec<usize>,
}

/// Recomputes every declared table of a text. `path` is the file of the text; paths of results are relative to its
/// folder.
///
/// # Errors
/// If a declaration cannot be read, a file of results cannot be read, or a cell is not determined by the declaration.
pub fn renew(registry: &Registry, text: &str, path: &Path) -> Result<Renewed, Error> {
    let mut renewed = Renewed { text: String::with_capacity(text.len()), tables: 0, changed: Vec::new() };
    let mut lines = text.lines().zip(1..).peekable();
    let mut is_code = false;
    while let Some((line, number)) = lines.next() {
        push(&mut renewed.text, line);
        is_code ^= line.trim_start().starts_with("```");
        if is_code || line.trim_end() != OPENING {
            continue;
        }
        let mut declaration = String::new();
        loop {
            let Some((line, _)) = lines.next() else {
                let problem = format!("a table that is not closed, expected a line {CLOSING:?}");
                return Err(Error::line(path, number, problem));
            };
            push(&mut renewed.text, line);
            if line.trim_end() == CLOSING {
                break;
            }
            push(&mut declaration, line);
        }
        let mut before = String::new();
        while let Some((line, _)) = lines.next_if(|(line, _)| line.starts_with('|')) {
            push(&mut before, line);
        }
        // An empty line separates the source line from the table, or Markdown would read it as a row.
        let mut ahead = lines.clone();
        if ahead.next().is_some_and(|(line, _)| line.is_empty())
            && let Some((line, _)) = ahead.next().filter(|(line, _)| line.starts_with(source::OPENING))
        {
            push(&mut before, "");
            push(&mut before, line);
            lines = ahead;
        }
        let table = table(registry, &declaration, path).map_err(|problem| match problem {
            Problem::Declared(problem) => Error::line(path, number, problem),
            Problem::Read(error) => error,
        })?;
        renewed.tables += 1;
        if table != before {
            renewed.changed.push(number);
        }
        renewed.text.push_str(&table);
    }
    Ok(renewed)
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Why a table could not be made.
enum Problem {
    /// Its declaration is wrong.
    Declared(String),
    /// Its results cannot be read.
    Read(Error),
}

/// The table that a declaration asks for, in Markdown, with its source line.
fn table(registry: &Registry, declaration: &str, path: &Path) -> Result<String, Problem> {
    let layout: Layout = toml::from_str(declaration).map_err(|error| {
        Problem::Declared(format!("{declaration:?}, expected a table's declaration: {}", error.message()))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let files: Vec<_> = layout.results.iter().map(|file| folder.join(file)).collect();
    if let Some(folder) = files.iter().find(|file| file.is_dir()) {
        return Err(Problem::Declared(format!("the folder {}, expected files of results", folder.display())));
    }
    let results = report::read(registry, &files).map_err(Problem::Read)?;
    let facts: Vec<Fact> = facts(&results);
    let table = layout.lay_out(&facts).map_err(Problem::Declared)?;
    Ok(format!("{table}\n{}\n", source::line(&layout.results, &results)))
}

#[cfg(test)]
mod tests;
