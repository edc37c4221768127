//! `tiptree report` through the real binary.

use crate::program::{complaint, text, tiptree};
use tempfile::TempDir;

#[test]
fn a_match_and_a_table_make_a_page_with_plots() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, page, plots) = (path("games.jsonl"), path("page.html"), path("plots"));
    for budget in ["moves=20", "moves=200"] {
        let file = path(&format!("{budget}.jsonl"));
        text(&["match", "tictactoe", "mm", "ab", "--budget", budget, "--pairs", "20", "--out", &file]);
    }
    std::fs::write(path("tables.jsonl"), text(&["reproduce", "rivest", "1", "--json"])).unwrap();
    // A run that crashed.
    let whole = std::fs::read_to_string(path("moves=20.jsonl")).unwrap();
    std::fs::write(&games, &whole[..whole.len() - 20]).unwrap();
    std::fs::remove_file(path("moves=20.jsonl")).unwrap();

    let arguments = [
        "report",
        folder.path().to_str().unwrap(),
        "--out",
        &page,
        "--title",
        "A <title>",
        "--plots",
        &plots,
    ];
    let output = tiptree(&arguments);
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("3 files, 2 matches, 0 measurements, 1 table, 2 plots in {page}\n"));
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.ends_with("games.jsonl, line 41: torn, and left out.\n"), "{warning}");

    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<h1>A &lt;title&gt;</h1>") && html.contains("torn, and left out"), "{html}");
    let plot = folder.path().join("plots").join("games-score-tictactoe-moves-20.svg");
    let plot = std::fs::read_to_string(plot).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("<desc>"));
    // Everything a second time gives the same, the page among the files being none of results.
    text(&arguments);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), html);
}

#[test]
fn a_folder_gets_an_index_a_page_an_experiment_and_the_plots() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = path("games.jsonl");
    text(&["match", "tictactoe", "mm", "ab", "--budget", "moves=20", "--pairs", "20", "--out", &games]);
    // A name that ends as a folder's, and then the folder that is there.
    for out in [path("site/"), path("site")] {
        let said = text(&["report", &games, "--out", &out]);
        assert_eq!(said, format!("1 file, 1 match, 0 measurements, 0 tables, 1 plot in {out}\n"));
    }
    let mut names: Vec<String> = std::fs::read_dir(path("site"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["games-score-tictactoe-moves-20.svg", "games.html", "index.html"]);
}

/// The pictures of the documentation are those that its results give.
#[test]
fn the_pictures_in_docs_come_from_their_results() {
    let folder = TempDir::new().unwrap();
    let plots = folder.path().to_str().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (results, plot) in [("connect4", "elo-connect4-moves"), ("nau-pathology-10", "nau-pathology")] {
        let results = format!("{root}/experiments/results/2026-11-15-{results}.jsonl");
        let page = folder.path().join("page.html");
        text(&["report", &results, "--out", page.to_str().unwrap(), "--plots", plots]);
        let made = std::fs::read_to_string(folder.path().join(format!("{plot}.svg"))).unwrap();
        let committed = std::fs::read_to_string(format!("{root}/docs/{plot}.svg")).unwrap();
        assert!(
            made == committed,
            "docs/{plot}.svg, expected what `tiptree report {results} --plots docs` writes"
        );
    }
}

#[test]
fn bad_input_is_one_line_and_no_source_is_written_over() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.jsonl");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "{\"record\":\"game\"}\n").unwrap();
    assert!(complaint(&["report", name]).contains("x.jsonl, line 1: "));
    assert!(complaint(&["report", "nowhere.jsonl"]).contains("cannot open nowhere.jsonl: "));
    std::fs::write(&path, "{\"record\":\"other\"}\n").unwrap();
    assert!(complaint(&["report", name, "--out", name]).contains("expected another file than those read"));
    assert!(complaint(&["report"]).contains("<FILE>"));
}
