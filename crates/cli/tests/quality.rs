//! `tiptree quality` through the real binary.

use crate::program::{complaint, json, stdout, text, tiptree, without_times};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const SMALL: &str = "connect4(width=5,height=4)";

/// The output of solve as a file of labels, and the same as a table of scores.
fn labels(folder: &TempDir) -> [String; 2] {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(["solve", SMALL, "--all-moves", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // After nine plies, so that the end is near.
    let positions = [
        "514352245",
        "544222541",
        "125131345",
        "444542311",
        "242343454",
        "352355512",
        "533114413",
        "551453532",
        "353213324",
        "445455153",
        "134335341",
        "511334355",
        "323233541",
        "213254321",
        "453532153",
        "415213455",
        "424213353",
        "353115552",
    ];
    let lines: String = positions.map(|position| format!("{position}\n")).concat();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let solved = stdout(&output);
    let row = |line: &str| {
        let solve: Value = serde_json::from_str(line).unwrap();
        let score = |column: &str| {
            let moves = solve["moves"].as_array().unwrap();
            let scored = moves.iter().find(|scored| scored["move"] == column);
            scored.map_or("x".into(), |scored| scored["score"].to_string())
        };
        let scores = ["1", "2", "3", "4", "5"].map(score);
        format!("{} {} {}\n", solve["position"].as_str().unwrap(), solve["score"], scores.join(" "))
    };
    let table: String = solved.lines().map(row).collect();
    [("solved.jsonl", solved), ("scores.txt", format!("# position, score, columns\n{table}"))].map(
        |(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        },
    )
}

#[test]
fn quality_has_the_fields_of_the_contract_and_reads_what_solve_writes() {
    let folder = TempDir::new().unwrap();
    let [solved, table] = labels(&folder);
    let measure = |game: &str, search: &str, file: &str| {
        json(&["quality", game, "--search", search, "--budget", "moves=1M", "--file", file])
    };
    let measured = measure(SMALL, "ab", &solved);
    let keys: Vec<&str> = measured.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = [
        "game",
        "search",
        "budget",
        "positions",
        "kept",
        "best",
        "kept_percent",
        "kept_ci95",
        "mean_evals",
        "mean_nodes",
        "cpu_seconds",
    ];
    assert_eq!(keys[..11], contract);
    assert_eq!((&measured["budget"], &measured["search"]), (&"moves=1000000".into(), &"ab".into()));
    let positions = measured["positions"].as_u64().unwrap();
    assert!(positions > 0 && positions <= measured["labelled"].as_u64().unwrap(), "{measured}");
    // A million moves see the end of the game on so small a board, and then every move keeps the outcome.
    assert_eq!((&measured["kept"], &measured["kept_percent"]), (&positions.into(), &100.0.into()));
    assert_eq!(measured["within_percent"], Value::Null);
    // Columns are named from left to right, however the game orders them.
    let ordered = measure("connect4(width=5,height=4,order=35142)", "ab", &table);
    assert_eq!((&ordered["positions"], &ordered["kept"]), (&measured["positions"], &measured["kept"]));
}

#[test]
fn searches_budgets_and_files_multiply_and_jobs_change_nothing() {
    let folder = TempDir::new().unwrap();
    let [solved, table] = labels(&folder);
    let arguments = |more: &[&str]| -> Vec<Value> {
        let fixed = ["quality", SMALL, "--search", "mm(redescend=chance:0.5)", "--search", "ab", "--json"];
        let rest = ["--budget", "moves=20", "--budget", "evals=50", "--file", &solved, "--file", &table];
        let shown = text(&[&fixed[..], &rest, more].concat());
        let timeless = |line: &str| {
            let mut value = without_times(serde_json::from_str(line).unwrap());
            value.as_object_mut().unwrap().retain(|key, _| !key.starts_with("cpu_"));
            value
        };
        shown.lines().map(timeless).collect()
    };
    let measured = arguments(&["--jobs", "1"]);
    assert_eq!(measured.len(), 8);
    assert_eq!(measured, arguments(&["--jobs", "4", "--oversubscribe"]));
    let names = |value: &Value| format!("{} {}", value["search"], value["budget"]);
    assert_eq!(names(&measured[1]), "\"mm(redescend=chance:0.5)\" \"evals=50\"");
    assert_eq!(names(&measured[2]), "\"ab\" \"moves=20\"");
    assert_eq!((&measured[0]["file"], &measured[4]["file"]), (&solved.into(), &table.into()));
    assert_eq!(measured[2]["kept"], measured[6]["kept"]);
}

#[test]
fn a_measurement_is_kept_and_declared() {
    let folder = TempDir::new().unwrap();
    let [solved, _] = labels(&folder);
    let out = folder.path().join("quality.jsonl");
    let out = out.to_str().unwrap();
    let arguments =
        ["quality", SMALL, "--search", "ab", "--search", "mm", "--file", &solved, "--json", "--out", out];
    let first = text(&arguments);
    let kept = std::fs::read_to_string(out).unwrap();
    assert_eq!(kept.lines().count(), 3);
    // Clock readings would differ, were it measured again.
    let times = |text: &str| -> Vec<String> {
        let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        objects.map(|object| format!("{:.9}", object["cpu_seconds"].as_f64().unwrap())).collect()
    };
    assert_eq!(times(&text(&arguments)), times(&first));
    let torn: String = kept.split_inclusive('\n').take(2).collect();
    std::fs::write(out, format!("{torn}{{\"record\"")).unwrap();
    assert_eq!(times(&text(&arguments))[0], times(&first)[0]);
    assert_eq!(std::fs::read_to_string(out).unwrap().lines().count(), 3);

    let declared = folder.path().join("quality.toml");
    let toml = format!(
        "title = 'Which keeps more?'\n[quality]\ngame = '{SMALL}'\nsearches = ['ab', 'mm']\nfiles = ['{solved}']\n"
    );
    std::fs::write(&declared, toml).unwrap();
    let declared = declared.to_str().unwrap();
    let shown = text(&["run", declared]);
    assert!(
        shown.starts_with("Which keeps more?\n\nQuality of play at connect4(width=5,height=4), "),
        "{shown}"
    );
    let shards = ["0/2", "1/2"].map(|shard| {
        let path = folder.path().join(shard.replace('/', "-"));
        let path = path.to_str().unwrap().to_owned();
        text(&["run", declared, "--shard", shard, "--out", &path]);
        path
    });
    let merged = folder.path().join("merged.jsonl");
    let merged = merged.to_str().unwrap();
    text(&["merge", &shards[0], &shards[1], "--out", merged]);
    assert_eq!(std::fs::read_to_string(merged).unwrap().lines().count(), 3);
    text(&["run", declared, "--out", merged]);
    let page = folder.path().join("page.html");
    text(&["report", merged, "--out", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Quality of play"), "{page}");
}

#[test]
fn the_table_says_what_was_spent() {
    let folder = TempDir::new().unwrap();
    let [solved, _] = labels(&folder);
    let shown = text(&["quality", SMALL, "--search", "mm", "--budget", "cpu=200us", "--file", &solved]);
    assert!(shown.contains("positions    kept") && shown.contains("in time"), "{shown}");
    let row = shown.lines().find(|line| line.starts_with(" mm ")).unwrap();
    assert!(row.contains("cpu=200us") && row.trim_end().ends_with('%'), "{row}");
    // A program that understands nothing is refused before anything is measured.
    let output = tiptree(&["quality", SMALL, "--search", "ugi(timeout=200ms):cat", "--file", &solved]);
    assert_eq!(output.status.code(), Some(2));
}

/// A program that makes moves that are none.
#[cfg(unix)]
#[test]
fn a_player_that_fails_keeps_nothing_and_is_named() {
    let folder = TempDir::new().unwrap();
    let [solved, _] = labels(&folder);
    let path = folder.path().join("rogue.sh");
    let script = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                  go*) echo bestmove castle;; quit) exit;; esac; done";
    std::fs::write(&path, script).unwrap();
    let rogue = format!("ugi:sh {}", path.display());
    let arguments = ["quality", SMALL, "--search", &rogue, "--budget", "nodes=10", "--file", &solved];
    let measured = json(&arguments);
    assert_eq!((&measured["kept"], &measured["faults"]), (&0.into(), &measured["positions"]));
    assert_eq!(measured["fault"], "move \"castle\": expected one of 1 2 3 4 5");
    let shown = text(&arguments);
    assert!(shown.contains("failed at 16 positions, first: move \"castle\""), "{shown}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let [solved, _] = labels(&folder);
    let path = folder.path().join("bad.txt");
    std::fs::write(&path, "# five columns\n33333 0 1 1 x 1 1\n").unwrap();
    let bad = path.to_str().unwrap();
    let refusal = |arguments: &[&str]| complaint(&[&["quality", SMALL], arguments].concat());
    assert!(
        refusal(&["--search", "ab", "--file", bad])
            .contains("bad.txt, line 2: position \"33333\": expected ")
    );
    assert!(refusal(&["--search", "abc", "--file", &solved]).contains("search \"abc\": expected one of"));
    assert!(refusal(&["--search", "ab", "--budget", "5", "--file", &solved]).contains("budget \"5\""));
    assert!(refusal(&["--search", "ab"]).contains("--file"));
    assert!(refusal(&["--file", &solved]).contains("--search"));
    let other = complaint(&["quality", "tictactoe", "--search", "ab", "--file", &solved]);
    assert!(other.contains("line 1: game \"connect4(width=5,height=4)\": expected tictactoe"), "{other}");
}

#[test]
fn where_payoffs_are_expected_the_regret_is_measured() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("pig.jsonl");
    let solve = |total: u32| {
        let position = format!("40-45+{total} max");
        text(&["solve", "pig(goal=60)", "--all-moves", "--json", "--position", &position])
    };
    std::fs::write(&file, [3, 6, 9, 12, 15, 18].map(solve).concat()).unwrap();
    let file = file.to_str().unwrap();
    let arguments = ["quality", "pig(goal=60)", "--file", file, "--budget", "evals=3", "--eval"];
    let measured = json(&[&arguments[..], &["exact", "--search", "expectimax(depth=1)"]].concat());
    assert_eq!((&measured["positions"], &measured["regret"]), (&6.into(), &0.0.into()));
    assert_eq!((&measured["kept_percent"], &measured["best_percent"]), (&100.0.into(), &100.0.into()));
    let measured = json(&[&arguments[..], &["blind", "--search", "expectimax(depth=1)"]].concat());
    let regrets: Vec<f64> =
        measured["regrets"].as_array().unwrap().iter().map(|regret| regret.as_f64().unwrap()).collect();
    let mean = regrets.iter().sum::<f64>() / 6e6;
    assert!(mean > 0.0 && (measured["regret"].as_f64().unwrap() - mean).abs() < 1e-9, "{measured}");
    let told =
        text(&[&arguments[..], &["blind", "--search", "expectimax(depth=1)", "--search", "star2"]].concat());
    assert!(told.contains("Regret at pig(goal=60), ") && told.contains("beyond the first"), "{told}");
}
