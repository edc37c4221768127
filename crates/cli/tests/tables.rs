//! `tiptree tables` through the real binary: every declared table of the documentation is as its results say.

use crate::program::{complaint, text, tiptree};
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_tables_of_the_documentation_are_as_their_results_say() {
    let paths =
        ["README.md", "docs", "experiments/results"].map(|path| root().join(path).display().to_string());
    let arguments = ["tables", "--check", &paths[0], &paths[1], &paths[2]];
    let output = tiptree(&arguments);
    let shown = String::from_utf8_lossy(&output.stdout);
    let help = "renew them by `tiptree tables README.md docs experiments/results`";
    assert_eq!(output.status.code(), Some(0), "{shown}{}{help}", String::from_utf8_lossy(&output.stderr));
    let count: usize = shown.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(count >= 50, "{shown}");
}

/// Whether a row of a table has a number with a fraction that is not code.
fn has_fraction(row: &str) -> bool {
    let text: String = row.split('`').step_by(2).collect();
    let is_digit = |place: Option<u8>| place.is_some_and(|byte| byte.is_ascii_digit());
    let bytes = text.as_bytes();
    (1..bytes.len()).any(|at| {
        bytes[at] == b'.'
            && is_digit(bytes.get(at + 1).copied())
            && (is_digit(Some(bytes[at - 1])) || bytes[at - 1] == b' ')
    })
}

/// The lines, from 1, of tables with fractions that neither results nor a paragraph `Measured: …` behind them account for.
fn unaccounted(page: &str) -> Vec<usize> {
    let lines: Vec<&str> = page.lines().collect();
    let mut found = Vec::new();
    let mut is_code = false;
    let mut at = 0;
    while at < lines.len() {
        is_code ^= lines[at].trim_start().starts_with("```");
        let rows = lines[at..].iter().take_while(|line| line.starts_with('|')).count();
        let is_list = at > 0 && lines[at - 1].starts_with("<!-- parameters:");
        if rows > 0
            && !is_code
            && !is_list
            && lines[at..at + rows].iter().skip(2).any(|row| has_fraction(row))
        {
            let behind = lines.get(at + rows + 1).copied().unwrap_or_default();
            if !["Results: ", "Measured: "].iter().any(|word| behind.starts_with(word)) {
                found.push(at + 1);
            }
        }
        at += rows.max(1);
    }
    found
}

#[test]
fn every_table_of_figures_says_where_they_come_from() {
    let paths = ["README.md", "docs", "experiments/results"].map(|path| root().join(path));
    let mut problems = Vec::new();
    for path in tiptree_lab::report::files(&paths, "md").unwrap() {
        let lines = unaccounted(&std::fs::read_to_string(&path).unwrap());
        problems.extend(lines.iter().map(|line| format!("{}, line {line}", path.display())));
    }
    let help =
        "declare the table from results, or put a paragraph `Measured: command, date, machine` behind it";
    assert!(problems.is_empty(), "{}\n{help}", problems.join("\n"));
}

#[test]
fn a_table_without_a_source_is_found() {
    let table = "| a | b |\n|---|---|\n| `x=0.1` | 0.5 |\n";
    assert_eq!(unaccounted(table), [1]);
    assert_eq!(unaccounted(&format!("Text.\n\n{}\nMore.", table.replace("0.5", ".5 ± .1"))), [3]);
    for fine in [
        table.replace("0.5", "5"),
        format!("{table}\nMeasured: `tiptree bench`, 2026-11-16.\n"),
        format!("{table}\nResults: [x](x.jsonl): build unknown.\n"),
        format!("```\n{table}```\n"),
        format!("<!-- parameters: mm -->\n{table}"),
    ] {
        assert_eq!(unaccounted(&fine), [0; 0], "{fine}");
    }
}

#[test]
fn a_stale_table_is_told_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let results = root().join("experiments/results/2026-11-16-mm-fast-othello.jsonl");
    let results = results.canonicalize().unwrap();
    let declaration = format!(
        "<!-- table\nresults = {:?}\nwhere = {{ player = \"mm-fast\" }}\nrows = \"opponent\"\ncolumns = \"budget\"\n-->\n",
        results.display().to_string()
    );
    std::fs::write(&page, format!("{declaration}| typed by hand |\n")).unwrap();
    let path = page.display().to_string();
    assert_eq!(tiptree(&["tables", "--check", &path]).status.code(), Some(1));
    assert!(text(&["tables", &path]).contains("line 1: the table made from its results"));
    assert_eq!(tiptree(&["tables", "--check", &path]).status.code(), Some(0));
    assert!(std::fs::read_to_string(&page).unwrap().contains("| `pvs` | 0.7"));
    std::fs::write(&page, "<!-- table\nrows = 1\n-->\n").unwrap();
    assert!(complaint(&["tables", &path]).contains("line 1:"));
    let missing = folder.path().join("none.md").display().to_string();
    assert!(complaint(&["tables", &missing]).starts_with("tiptree: cannot read "));
}
