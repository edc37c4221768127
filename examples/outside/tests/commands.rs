//! The binary has every command of `tiptree`, for the game and the search from outside as for any other.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_outside");
const SMALL: &str = "clobber(width=4,height=3)";

/// A file in the folder of this test.
fn file(test: &str, name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// The output of a command, or its error output if it fails.
fn run_with(input: &str, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(BINARY);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

fn run(arguments: &[&str]) -> String {
    run_with("", arguments).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

#[test]
fn the_lists_have_ours_and_theirs() {
    let games = run(&["games"]);
    assert!(games.contains("connect4: ") && games.contains("clobber: "), "{games}");
    let searches = run(&["searches"]);
    assert!(searches.contains("mm-fast: ") && searches.contains("shannon: "), "{searches}");
}

#[test]
fn best_takes_the_game_and_the_search() {
    let best = run(&["best", SMALL, "--search", "shannon(width=3)", "--budget", "depth=4"]);
    assert!(best.contains("shannon(width=3): ") && best.contains("stopped by depth"), "{best}");
    assert!(run(&["best", "clobber", "--budget", "moves=2k"]).contains("mm-fast: "));
    let typed =
        run(&["best", "connect4", "--search", "shannon", "--position", "121212", "--budget", "depth=3"]);
    assert!(typed.contains("shannon: 1, "), "{typed}");
    let error = run_with("", &["best", SMALL, "--search", "shannon(widht=3)"]).unwrap_err();
    assert!(
        error.contains("parameter of shannon \"widht\"") && error.contains("did you mean `width`?"),
        "{error}"
    );
    let error = run_with("", &["best", "clober"]).unwrap_err();
    assert!(error.contains("did you mean `clobber`?"), "{error}");
}

#[test]
fn the_search_meets_ours_and_a_report_shows_it() {
    let (games, page) = (file("match", "games.jsonl"), file("match", "report.html"));
    let verdict =
        run(&["match", SMALL, "shannon", "ab", "--budget", "moves=200", "--pairs", "4", "--out", &games]);
    assert!(verdict.contains("Results of shannon vs ab") && verdict.contains("Games: 8"), "{verdict}");
    assert!(run(&["export", &games, "--format", "text"]).contains("shannon"));
    run(&["report", &games, "--out", &page]);
    assert!(fs::read_to_string(&page).unwrap().contains("shannon"));
    let table = run(&["tournament", SMALL, "shannon", "ab", "mm", "--budget", "moves=100", "--pairs", "2"]);
    assert!(table.contains("Standings (moves=100):"), "{table}");
}

#[test]
fn shards_of_an_experiment_merge_to_the_file_of_one_run() {
    let [declared, whole, merged, first, second] =
        ["e.toml", "whole.jsonl", "merged.jsonl", "0.jsonl", "1.jsonl"].map(|name| file("shards", name));
    let text = format!(
        "title = 'Does type B pay?'\n[tournament]\ngame = '{SMALL}'\nplayers = ['shannon', 'ab']\n\
         budgets = ['moves=100']\npairs = 4\n"
    );
    fs::write(&declared, text).unwrap();
    run(&["run", &declared, "--out", &whole]);
    run(&["run", &declared, "--shard", "0/2", "--out", &first]);
    run(&["run", &declared, "--shard", "1/2", "--out", &second]);
    run(&["merge", &first, &second, "--out", &merged]);
    // Clocks come last in a record.
    let records = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| line.split("\"times\":").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(records(&whole).len(), 9);
    assert_eq!(records(&merged), records(&whole));
}

#[test]
fn a_person_plays_the_game_against_the_search() {
    let shown =
        run_with("moves\nhint\nquit\n", &["play", SMALL, "--against", "shannon", "--budget", "depth=2"]);
    let shown = shown.unwrap();
    assert!(
        shown.contains("you (Max) against shannon (Min)") && shown.contains("> hint\nshannon: "),
        "{shown}"
    );
    let shown = run(&["play", SMALL, "--side", "none", "--against", "shannon", "--budget", "depth=2"]);
    assert!(shown.contains("The game is over: M"), "{shown}");
}

#[test]
fn its_engine_plays_under_our_host() {
    let engine = format!("ugi:{BINARY} engine {SMALL} --search shannon");
    let verdict = run(&["match", SMALL, "mm-fast", &engine, "--budget", "nodes=500", "--pairs", "2"]);
    assert!(verdict.contains("Games: 4") && !verdict.contains("forfeit"), "{verdict}");
}

#[test]
fn solved_positions_measure_the_search() {
    let labels = file("quality", "labels.jsonl");
    let positions = "\nxox./o.xo/xox.:x\n.xo./oxox/....:o\n";
    fs::write(&labels, run_with(positions, &["solve", SMALL, "--all-moves", "--json"]).unwrap()).unwrap();
    let quality = run(&[
        "quality",
        SMALL,
        "--search",
        "shannon",
        "--search",
        "ab",
        "--file",
        &labels,
        "--budget",
        "moves=500",
    ]);
    assert!(quality.contains("shannon") && quality.contains("3 positions"), "{quality}");
}

#[test]
fn the_other_commands_take_the_game_too() {
    assert!(run(&["perft", "clobber", "1"]).starts_with("49 lines of 1 moves"));
    assert!(run(&["tree", "clobber", "--budget", "moves=500"]).contains("of the root"));
    let tuned = ["tune", SMALL, "shannon", "width=1..6", "--iterations", "2", "--pairs-per-iteration", "1"];
    assert!(run(&[&tuned[..], &["--budget", "moves=50"]].concat()).contains("Tuned: shannon(width="));
    assert!(run(&["reproduce", "rivest", "1"]).contains("0 differ"));
}
