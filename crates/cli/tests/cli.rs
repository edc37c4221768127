//! The real binary, as a person or a script uses it.

use crate::program::{complaint, json, text, without_times};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_lists_name_games_searches_parameters_and_sources() {
    let games = text(&["games"]);
    assert!(games.contains("connect4") && games.contains("width=7") && games.contains("rivest"), "{games}");
    let searches = text(&["searches"]);
    assert!(
        searches.contains("mm:") && searches.contains("c=0.05") && searches.contains("Rivest 1987"),
        "{searches}"
    );
    assert!(json(&["games"])["games"].as_array().is_some_and(|games| games.len() >= 2));
    assert!(json(&["searches"])["searches"].as_array().is_some_and(|searches| searches.len() >= 3));
}

#[test]
fn best_finds_the_win_and_shows_its_reasons() {
    // Max has three in column 4 and moves: a fourth wins.
    let shown = text(&["best", "connect4", "--position", "414141", "--budget", "moves=2000"]);
    assert!(shown.contains("mm-fast: 4,"), "{shown}");
    assert!(shown.contains("proven win for Max in 1 ply"), "{shown}");
    assert!(shown.contains("stopped by decided"), "{shown}");
    for search in [
        "mm-fast",
        "mm",
        "ab",
        "minimax(depth=2)",
        "average(depth=2)",
        "mm(backup=mean,p=10)",
        "mm(penalty=floyd)",
        "mm(pick=visits)",
    ] {
        let best =
            json(&["best", "connect4", "--position", "414141", "--search", search, "--budget", "moves=5000"]);
        assert_eq!(best["best"], "4", "{search}");
        assert_eq!(best["search"], search);
    }
}

#[test]
fn a_named_depth_is_cut_by_a_budget_that_was_asked_for_and_by_no_other() {
    // Six decisions make more than the usual hundred thousand move calls.
    for search in ["minimax(depth=6)", "average(depth=6)"] {
        let best = json(&["best", "connect4", "--search", search]);
        assert_eq!((&best["stop"], &best["budget"]), (&"depth".into(), &"".into()), "{search}");
        let cut = json(&["best", "connect4", "--search", search, "--budget", "moves=100k"]);
        assert_eq!((&cut["stop"], &cut["budget"]), (&"moves".into(), &"moves=100000".into()), "{search}");
    }
    let best = json(&["best", "connect4", "--search", "product"]);
    assert_eq!((&best["stop"], &best["budget"]), (&"moves".into(), &"moves=100000".into()));
    // A game has 42 plies at most: at a thousand calls each they would be fewer.
    let args = ["match", "connect4", "product(depth=5)", "mm", "--openings", "random=4:1"];
    let summary = json(&args);
    assert!(summary["a_stats"]["moves"].as_u64() > Some(42_000), "{summary}");
    assert!(summary["b_stats"]["moves"].as_u64() <= Some(42_000), "{summary}");
    assert_eq!(summary["budget"], "moves=1000");
    let cut = json(&[&args[..], &["--budget", "moves=1000"]].concat());
    assert!(cut["a_stats"]["moves"].as_u64() <= Some(42_000), "{cut}");
}

#[test]
fn best_has_the_fields_of_the_contract_in_order() {
    let best = json(&["best", "connect4", "--position", "44535", "--budget", "evals=1000"]);
    let keys: Vec<&String> = best.as_object().unwrap().keys().collect();
    let contract = [
        "game",
        "position",
        "turn",
        "search",
        "budget",
        "best",
        "best_moves",
        "value",
        "range",
        "proven",
        "pv",
        "refutation",
        "moves",
        "counters",
        "learned",
        "stop",
        "seconds",
        "cpu_seconds",
    ];
    assert_eq!(keys, contract);
    assert_eq!(best["position"], "44535");
    assert_eq!(best["turn"], "min");
    assert_eq!(best["stop"], "evals");
    assert_eq!(best["range"], serde_json::json!([1.0, 1023.0]));
    assert_eq!(best["moves"].as_array().unwrap().len(), 7);
    assert!(best["counters"]["evals"].as_u64().unwrap() <= 1000);
}

#[test]
fn the_same_seed_and_counted_budget_give_the_same_bytes() {
    for search in ["mm", "ab", "mm(redescend=chance:0.5)"] {
        let run = || {
            without_times(json(&["best", "connect4", "--search", search, "--budget", "moves=20k"]))
                .to_string()
        };
        assert_eq!(run(), run());
    }
    let play = |jobs: &str| {
        let played = json(&[
            "match",
            "tictactoe",
            "mm",
            "ab",
            "--budget",
            "moves=100",
            "--jobs",
            jobs,
            "--oversubscribe",
        ]);
        without_times(played).to_string()
    };
    assert_eq!(play("1"), play("4"));
}

#[test]
fn a_match_prints_the_block_people_know_and_a_verdict() {
    let block = text(&["match", "connect4", "mm", "ab", "--budget", "moves=200", "--pairs", "10"]);
    for part in ["Elo: ", "nElo: ", "LOS: ", "Games: 20, Wins: ", "Ptnml(0-2): [", "moves/CPU s", "Verdict: "]
    {
        assert!(block.contains(part), "{part} in {block}");
    }
    let summary =
        json(&["match", "connect4", "mm", "ab", "--budget", "moves=200", "--openings", "random=6:5"]);
    assert_eq!(summary["games"], 10);
    assert_eq!(summary["final"], true);
    let wins = ["wins", "losses", "draws"].map(|key| summary[key].as_u64().unwrap());
    assert_eq!(wins.iter().sum::<u64>(), 10);
}

#[test]
fn a_match_killed_in_the_middle_goes_on_and_ends_with_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = |path: &Path| {
        let out = path.to_str().unwrap().to_owned();
        let fixed = ["match", "connect4", "mm", "ab", "--budget", "moves=20k", "--pairs", "30", "--out"];
        fixed.iter().map(ToString::to_string).chain([out, "--json".into()]).collect::<Vec<String>>()
    };
    let games = |path: &Path| -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| without_times(serde_json::from_str(line).unwrap())).collect()
    };
    let (whole, killed) = (folder.path().join("whole.jsonl"), folder.path().join("killed.jsonl"));
    let run = |path: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_tiptree")).args(arguments(path)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        without_times(serde_json::from_slice(&output.stdout).unwrap())
    };
    let expected = run(&whole);

    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(arguments(&killed))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Wait for a few games to be on disk, not for a time.
    while std::fs::read_to_string(&killed).map_or(0, |text| text.lines().count()) < 5 {
        assert!(child.try_wait().unwrap().is_none(), "the match should still be running");
        std::thread::yield_now();
    }
    child.kill().unwrap(); // SIGKILL on Unix
    child.wait().unwrap();
    let before = games(&killed).len();
    assert!(before < games(&whole).len());
    assert_eq!(run(&killed), expected);
    assert_eq!(games(&killed), games(&whole));
}

#[test]
fn the_papers_first_table_and_figures_come_out() {
    let table = json(&["reproduce", "rivest", "1"]);
    assert_eq!((table["exact"].as_u64(), table["differs"].as_u64()), (Some(16), Some(0)), "{table}");
    let figures = json(&["reproduce", "rivest", "figures"]);
    assert_eq!(figures["differs"], 0, "{figures}");
    let penalty = |figure: u64, node: &str| {
        let rows = figures["rows"].as_array().unwrap().iter();
        let key = serde_json::json!({"figure": figure, "node": node});
        rows.clone().find(|row| row["key"] == key && row["column"] == "penalty").unwrap()["ours"]
            .as_f64()
            .unwrap()
    };
    for (figure, node, published) in [(4, "w", 0.165), (4, "x", 2.170), (6, "x", 1.342), (6, "y", 1.078)] {
        assert!((penalty(figure, node) - published).abs() < 0.0005, "figure {figure}, {node}");
    }
    let next = figures["rows"].as_array().unwrap().iter().rfind(|row| row["column"] == "arrow").unwrap();
    assert_eq!(next["ours"], "y");
}

#[test]
fn a_bound_of_the_tournament_can_be_played_alone() {
    let table = json(&["reproduce", "rivest", "2", "--bound", "moves=1000"]);
    let columns: Vec<&str> =
        table["rows"].as_array().unwrap().iter().map(|row| row["column"].as_str().unwrap()).collect();
    assert_eq!(columns, ["mm_wins", "ab_wins", "ties", "mm_distinct", "ab_distinct", "mm_rate", "ab_rate"]);
    let again = json(&["reproduce", "rivest", "2", "--bound", "moves=1000", "--jobs", "1"]);
    let counts = |table: &Value| {
        let rows = table["rows"].as_array().unwrap();
        rows.iter()
            .filter(|row| !row["column"].as_str().unwrap().ends_with("rate"))
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&table), counts(&again));
}

#[test]
fn perft_counts() {
    assert_eq!(json(&["perft", "connect4", "5"])["nodes"], 16807);
    assert!(text(&["perft", "connect4", "3", "--position", "44"]).starts_with("343 lines of 3 moves"));
}

#[test]
fn bad_input_is_one_clear_line() {
    let cases: [(&[&str], &[&str]); 31] = [
        (&["best", "connect4", "--position", "4444444"], &["4444444", "full"]),
        (&["best", "connect4", "--position", "48"], &["8", "7"]),
        (&["best", "connect5"], &["connect5", "connect4"]),
        (&["best", "connect4", "--budget", "12parsecs"], &["12parsecs", "moves=5000"]),
        (&["best", "connect4", "--budget", "moves=12parsecs"], &["12parsecs", "a count"]),
        (&["best", "connect4(width=0)"], &["0", "width"]),
        (&["best", "connect4(width=9,height=9)"], &["9x9", "1 to 6 rows"]),
        (&["best", "connect4(colour=red)"], &["colour", "width"]),
        (&["best", "connect4", "--search", "mn"], &["mn", "mm"]),
        (&["best", "connect4", "--search", "mm(d=1)"], &["\"d\"", "backup"]),
        (&["best", "connect4", "--search", "mm(c=-1)"], &["-1", "from 0 to 1e100"]),
        (&["best", "connect4", "--eval", "e1"], &["e1", "rivest"]),
        (&["match", "connect4", "mm", "ab", "--openings", "nowhere.txt"], &["nowhere.txt", "two-ply"]),
        (&["match", "connect4", "mm", "ab", "--pairs", "0"], &["0", "1 to "]),
        (&["reproduce", "rivest", "9"], &["9", "figures"]),
        (&["perft", "connect4", "minus"], &["minus"]),
        (&["best", ""], &["\"\"", "connect4"]),
        (&["best", "connect4", "--seed", "-1"], &["-1", "--seed"]),
        (&["best", "connect4", "--budget", "moves=5,moves=6"], &["moves", "each limit once"]),
        (&["best", "connect4", "--search", "mm(c=1e308)"], &["1e308", "1e100"]),
        (&["best", "connect4", "--search", "mm(backup=mean,p=1e308)"], &["1e308", "1e100"]),
        (&["best", "connect4", "--search", "mm(penalty=quadratic,alpha=inf)"], &["inf", "1e100"]),
        // Connect-Four ends after 42 plies: there is nothing to find, in a tree that nobody can walk through.
        (&["match", "connect4", "mm", "ab", "--openings", "plies=42"], &["plies=42", "fewer plies"]),
        (&["match", "connect4", "mm", "ab", "--openings", "random=42:1"], &["random=42:1", "expected 1"]),
        (&["match", "connect4", "mm", "ab", "--pairs", "-1"], &["-1", "--pairs"]),
        (&["match", "connect4", "mm", "ab", "--pairs", "9223372036854775808"], &["1 to"]),
        (&["match", "connect4", "mm", "ab", "--out", "no/where\n"], &["no/where\\n"]),
        (&["reproduce", "rivest", "--bound", "moves=1000,evals=5"], &["1000,evals=5", "a count"]),
        (&["reproduce", "rivest", "--seeds", "0"], &["seeds", "at least 1"]),
        (&["reproduce", "rivest", "--reading", "v3"], &["v3", "v0"]),
        (&["reproduce", "rivest", "1", "--jobs", "0"], &["jobs", "at least 1"]),
    ];
    for (arguments, parts) in cases {
        let line = complaint(arguments);
        assert!(parts.iter().all(|part| line.contains(part)), "{arguments:?}: {line}");
        assert!(!line.contains("panicked"), "{line}");
    }
    // What the system says is said once.
    let unopened = complaint(&["match", "connect4", "mm", "ab", "--out", "no/where"]);
    assert_eq!(unopened.matches("o such file").count(), 1, "{unopened}");
    assert!(complaint(&["best"]).contains("--help"));
    assert!(complaint(&["best", "connect4", "--wat"]).contains("--wat"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_wherever_the_text_goes() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["games"][..], &["best", "tictactoe"], &["perft", "tictactoe", "2"], &["--help"]] {
        for json in [&["--json"][..], &[]] {
            let arguments =
                if arguments[0] == "--help" { arguments.to_vec() } else { [arguments, json].concat() };
            let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
            let output = command.args(&arguments).stdout(full()).output().unwrap();
            let complaint = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
            assert!(complaint.starts_with("tiptree: cannot write the "), "{complaint}");
            assert_eq!(complaint.lines().count(), 1, "{complaint}");
        }
    }
    let unheard = Command::new(env!("CARGO_BIN_EXE_tiptree")).arg("nothing").stderr(full()).output().unwrap();
    assert_eq!(unheard.status.code(), Some(2), "a complaint that cannot be written is no panic");
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_keeps_its_whole_repetitions() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(["reproduce", "rivest", "1", "2", "--bound", "moves=20", "--seeds", "4000000000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first table is printed before the tournament, which would take years, begins.
    lines.next().unwrap().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let table: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let note = table["notes"].as_array().unwrap().last().unwrap().as_str().unwrap();
    assert!(note.starts_with("Interrupted after "), "{note}");
    for row in table["rows"].as_array().unwrap() {
        let name = row["column"].as_str().unwrap();
        assert!(["mm_wins", "ab_wins", "ties"].contains(&name), "no sample of positions: {name}");
    }
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(["reproduce", "rivest", "figures"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    let complaints: Vec<String> =
        BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
}
