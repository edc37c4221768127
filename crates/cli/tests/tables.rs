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
    assert!(count >= 10, "{shown}");
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
