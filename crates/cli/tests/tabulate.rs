//! `tiptree tabulate` and the evaluator that reads its table, through the real binary.

use crate::program::{complaint, json, text};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const ONE: &str = "hypergammon(checkers=1)";
const TWO: &str = "hypergammon(checkers=2)";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_table_is_computed_and_read_back() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "one.table");
    let table = json(&["tabulate", ONE, "--out", &file]);
    assert_eq!((&table["game"], &table["complete"]), (&ONE.into(), &true.into()));
    assert_eq!((&table["positions"], &table["file"]), (&676.into(), &file.as_str().into()));
    assert!(table["change"].as_f64().unwrap() <= 1e-6, "{table}");
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert_eq!(table["bytes"], bytes);
    // A complete table is left as it is.
    assert_eq!(json(&["tabulate", ONE, "--out", &file, "--jobs", "1"]), table);
    let told = text(&["tabulate", ONE, "--out", &file]);
    assert!(told.starts_with("hypergammon(checkers=1): 676 positions solved in "), "{told}");

    let exact = format!("exact( file={file} )");
    let solve =
        |position: &str| json(&["solve", ONE, "--eval", &exact, "--all-moves", "--position", position]);
    // 27 of the 36 rolls bear the checker off from the 6 point; the loser, who bore off none, loses a gammon.
    let score = solve("AQAAgAAAAAAAAA max")["score"].as_f64().unwrap();
    assert!((score - 1.0).abs() < 1e-6, "{score}");
    let start = solve("")["score"].as_f64().unwrap();
    let search = format!("expectimax(depth=1,eval=exact(file={file}))");
    let best = json(&["best", ONE, "--search", &search]);
    assert!((best["value"].as_f64().unwrap() - start).abs() < 1e-6, "a roll does not change the value");
    assert_eq!(best["search"], search);
    let best = json(&["best", ONE, "--search", "expectimax(depth=1)", "--eval", &exact]);
    assert!((best["value"].as_f64().unwrap() - start).abs() < 1e-6);
}

#[test]
fn a_run_that_is_killed_goes_on_and_ends_with_the_same_file() {
    let folder = TempDir::new().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| path(&folder, name));
    text(&["tabulate", TWO, "--out", &whole]);
    let mut runs = 0;
    loop {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
        command.args(["tabulate", TWO, "--jobs", "1", "--out", &killed]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let before = std::fs::read(&killed).unwrap_or_default();
        // Killed as soon as it has saved something new, twice; then it may end.
        while runs < 2 && child.try_wait().unwrap().is_none() {
            let now = std::fs::read(&killed).unwrap_or_default();
            if !now.is_empty() && now != before && is_under_way(&killed) {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        runs += 1;
        if child.wait().unwrap().success() {
            break;
        }
    }
    // Twice, unless the machine was so busy that a run ended unseen.
    assert!(runs > 1, "it was killed");
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&killed).unwrap(), "the same file");
}

/// Whether the file is a table that has begun and is not complete.
fn is_under_way(file: &str) -> bool {
    let contents = std::fs::read(Path::new(file)).unwrap();
    let line = contents.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    line.contains("complete=false") && !line.contains("sweeps=0,")
}

#[test]
fn bad_files_and_games_are_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "one.table");
    text(&["tabulate", ONE, "--out", &file]);
    let good = std::fs::read(&file).unwrap();
    let refusal = |contents: &[u8], game: &str| {
        let bad = path(&folder, "bad.table");
        std::fs::write(&bad, contents).unwrap();
        let read = complaint(&["best", game, "--eval", &format!("exact(file={bad})")]);
        let resumed = complaint(&["tabulate", game, "--out", &bad]);
        assert_eq!(std::fs::read(&bad).unwrap(), contents, "nothing is overwritten");
        assert_eq!(read, resumed);
        read
    };
    let short = refusal(&good[..good.len() - 5], ONE);
    assert!(short.contains("expected 2704 bytes of values, not 2699: it is cut short"), "{short}");
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(refusal(&damaged, ONE).contains("it is damaged"));
    let mut line = good.clone();
    let place = line.windows(7).position(|seven| seven == b"sweeps=").unwrap();
    line[place + 7] ^= 1;
    assert!(refusal(&line, ONE).contains("it is damaged"));
    assert!(refusal(&good, TWO).contains("expected a table with checkers 2, not 1"));
    assert!(refusal(b"", ONE).contains("expected a table that `tabulate` wrote"));
    assert!(refusal(b"columns(version=1)\n", ONE).contains("expected a table that `tabulate` wrote"));

    let exact = |game: &str, evaluator: &str| complaint(&["best", game, "--eval", evaluator]);
    let missing = path(&folder, "nowhere");
    assert!(exact(ONE, &format!("exact(file={missing})")).contains("expected a file that can be read"));
    assert!(exact(ONE, "exact").contains("file of exact \"\": expected a table"));
    let key = exact(ONE, "exact(fil=x)");
    assert!(key.contains("parameter of exact \"fil\"") && key.contains("did you mean `file`?"), "{key}");
    let opening = exact("hypergammon(checkers=1,opening=rules)", &format!("exact(file={file})"));
    assert!(opening.contains("opening of a table \"rules\": expected any"), "{opening}");
    assert!(exact("backgammon", "exact(file=x)").contains("evaluator of backgammon \"exact\""));
    assert!(exact("hypergammon(checkers=4)", "linear").contains("expected 1, 2 or 3"));
    let out = path(&folder, "other");
    let other = complaint(&["tabulate", "backgammon", "--out", &out]);
    assert!(other.contains("game with a table of exact values \"backgammon\": expected one of hypergammon"));
    let unwritable = complaint(&["tabulate", ONE, "--out", &path(&folder, "no/such/folder")]);
    assert!(unwritable.contains("cannot write"), "{unwritable}");
}
