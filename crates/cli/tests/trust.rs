//! Nothing is believed that should not be, through the real binary: edited files, other builds, programs, control characters.

use crate::program::{complaint, json, text, tiptree};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const THREE: [&str; 9] = [
    "tournament",
    "connect4",
    "ab",
    "mm",
    "minimax(depth=1)",
    "--budget",
    "moves=40",
    "--openings",
    "random=4:30",
];

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let timeless = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    };
    text.lines().map(timeless).collect()
}

#[test]
fn a_reader_that_has_seen_enough_spoils_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole.jsonl"), folder.path().join("cut.jsonl"));
    text(&[&THREE[..], &["--out", whole.to_str().unwrap()]].concat());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(THREE)
        .args(["--every", "2", "--json", "--out"])
        .arg(&cut)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "a closed pipe is success");
    let kept = lines(&cut);
    assert!(kept.len() < lines(&whole).len());
    assert_eq!(kept, lines(&whole)[..kept.len()]);
    text(&[&THREE[..], &["--out", cut.to_str().unwrap()]].concat());
    assert_eq!(lines(&cut), lines(&whole));
}

#[test]
fn an_edited_result_is_one_line_for_match_and_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let out = path.to_str().unwrap();
    let arguments = ["match", "connect4", "mm", "ab", "--budget", "moves=60", "--pairs", "3", "--out", out];
    text(&arguments);
    let page = folder.path().join("page.html");
    let report = ["report", out, "--out", page.to_str().unwrap()];
    text(&report);
    let whole = std::fs::read_to_string(&path).unwrap();
    let (win, loss) = ("\"result\":\"win\"", "\"result\":\"loss\"");
    let edit =
        |line: &str| if line.contains(win) { line.replace(win, loss) } else { line.replace(loss, win) };
    let edited: Vec<String> = whole.lines().map(edit).collect();
    let place = whole.lines().zip(&edited).position(|(line, edited)| line != edited).unwrap() + 1;
    std::fs::write(&path, edited.join("\n") + "\n").unwrap();
    for arguments in [&arguments[..], &report, &["export", out, "--format", "text"]] {
        let line = complaint(arguments);
        assert!(line.contains(&format!("games.jsonl, line {place}: game ")), "{line}");
        assert!(line.contains(": result \""), "{line}");
    }
}

#[test]
fn another_build_needs_a_flag_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let out = path.to_str().unwrap();
    let with_pairs =
        |pairs| ["match", "connect4", "mm", "ab", "--budget", "moves=60", "--pairs", pairs, "--out", out];
    text(&with_pairs("2"));
    let signature = lines(&path)[0]["signature"].clone();
    assert!(signature.is_u64(), "{signature}");
    let text_before = std::fs::read_to_string(&path).unwrap();
    let other = text_before.replacen(&format!("\"signature\":{signature}"), "\"signature\":1", 1);
    std::fs::write(&path, other).unwrap();
    let line = complaint(&with_pairs("4"));
    assert!(
        line.contains("games.jsonl, line 1: written by another build") && line.contains("--other-build"),
        "{line}"
    );
    text(&[&with_pairs("4")[..], &["--other-build"]].concat());
    let kept = lines(&path);
    assert_eq!((&kept[5]["record"], &kept[5]["signature"]), (&"build".into(), &signature));
    assert_eq!(kept.len(), 1 + 8 + 1);
    let page = folder.path().join("page.html");
    text(&["report", out, "--out", page.to_str().unwrap()]);
    assert!(std::fs::read_to_string(page).unwrap().contains("line 6: from here on by "));
}

#[test]
fn every_result_says_which_build_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let labels = folder.path().join("labels.jsonl");
    let solved = text(&["solve", "tictactoe", "--position", "XX.OO....", "--all-moves", "--json"]);
    std::fs::write(&labels, solved).unwrap();
    let labels = labels.to_str().unwrap();
    let version = text(&["--version"]);
    for result in [
        json(&["match", "tictactoe", "mm", "ab", "--budget", "moves=50", "--pairs", "1"]),
        json(&["match", "pig(goal=20)", "mm", "star1(depth=1)", "--budget", "moves=50", "--pairs", "1"]),
        json(&["quality", "tictactoe", "--search", "ab", "--file", labels]),
        json(&["reproduce", "rivest", "1"]),
        json(&["tune", "tictactoe", "mm", "c=0.01..0.1", "--iterations", "1", "--pairs-per-iteration", "1"]),
    ] {
        assert!(result["signature"].is_u64() && result["dirty"].is_boolean(), "{result}");
        let commit = result["commit"].as_str().unwrap();
        assert!(
            version.contains(commit) && version.contains(result["version"].as_str().unwrap()),
            "{version}"
        );
    }
}

#[test]
fn an_experiment_starts_no_program_unless_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let (declared, trace) = (folder.path().join("x.toml"), folder.path().join("trace"));
    let program = format!("ugi:touch {}", trace.display());
    for task in [
        format!("[tournament]\ngame = 'tictactoe'\nplayers = ['mm', '{program}']"),
        format!("[quality]\ngame = 'tictactoe'\nsearches = ['{program}']\nfiles = ['none']"),
    ] {
        std::fs::write(&declared, format!("title = 'T'\n{task}\n")).unwrap();
        let line = complaint(&["run", declared.to_str().unwrap()]);
        assert!(line.contains("it starts the program") && line.contains("--allow-programs"), "{line}");
        assert!(!trace.exists());
    }
    std::fs::write(
        &declared,
        format!("title = 'T'\n[tournament]\ngame = 'tictactoe'\nplayers = ['mm', '{program}']"),
    )
    .unwrap();
    let allowed = tiptree(&["run", declared.to_str().unwrap(), "--allow-programs"]);
    assert_eq!(allowed.status.code(), Some(2));
    assert!(trace.exists(), "the program was started, and was none");
}

#[test]
fn control_characters_of_a_file_reach_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let declared = folder.path().join("x.toml");
    let experiment = "title = \"\\u001b]0;owned\\u0007 \\u009b31m\"\n[tournament]\ngame = 'tictactoe'\n\
                      players = ['mm', 'ab']\npairs = 1\n";
    std::fs::write(&declared, experiment).unwrap();
    let shown = text(&["run", declared.to_str().unwrap()]);
    assert!(shown.starts_with("\\u{1b}]0;owned\\u{7} \\u{9b}31m\n"), "{shown:?}");
    assert!(!shown.chars().any(|letter| letter.is_control() && letter != '\n'), "{shown:?}");
}

/// Whether a process runs: not if it has ended and nobody has asked for its status yet.
#[cfg(target_os = "linux")]
fn is_running(id: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status
        .rsplit(')')
        .next()
        .is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with(['Z', 'X']))
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_interrupt_leaves_no_hung_program_behind() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("id");
    let hung = format!(
        "ugi(nodes=10,timeout=10000s):sh -c 'trap \"\" INT TERM; while read -r line; do case \"$line\" in ugi) echo ugiok;; \
         isready) echo readyok;; go*) echo $$ >{0}.part; mv {0}.part {0}; sleep 10000;; esac; done'",
        trace.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(["match", "connect4", &hung, "mm", "--pairs", "1"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !trace.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the match should still be running");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let id = std::fs::read_to_string(&trace).unwrap().trim().to_owned();
    assert!(is_running(&id));
    // Two signals that come together may count as one.
    while child.try_wait().unwrap().is_none() {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    while is_running(&id) {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}
