//! Nothing is lost: killed, interrupted, out of space or torn, a run goes on and ends with the file of an uninterrupted one.
//!
//! `TIPTREE_CRASHES` sets how often each kind of run is killed: 20 times unless told otherwise.

use crate::program::{complaint, stdout, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tiptree::Rng;

/// 400 games, so short that a test can play them dozens of times.
const SHORT: [&str; 9] =
    ["match", "connect4", "mm", "ab", "--budget", "moves=60", "--openings", "random=4:200", "--jobs=2"];

/// 60 games, so long that a signal meets them.
const LONG: [&str; 7] = ["match", "connect4", "mm", "ab", "--budget", "moves=20k", "--pairs=30"];

/// A game between three at two budgets.
const THREE: &str = r#"
    title = "Three at Connect-Four"
    [tournament]
    game = "connect4"
    players = ["ab", "mm", "minimax(depth=1)"]
    budgets = ["moves=40", "moves=80"]
    openings = "random=4:34"
"#;

fn command(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
    command.args(arguments).arg("--oversubscribe").arg("--out").arg(out);
    command
}

/// Runs a command that must succeed.
fn finish(arguments: &[&str], out: &Path) {
    let output = command(arguments, out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The whole lines of a file without the clock readings.
fn lines(path: &Path) -> Vec<Value> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let timeless = |line: &[u8]| {
        let mut value: Value = serde_json::from_slice(line).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    };
    bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).map(timeless).collect()
}

/// Waits until a file has this many complete lines, while its writer lives.
fn wait_for(path: &Path, count: usize, writer: &mut Child) {
    while lines(path).len() < count {
        assert!(writer.try_wait().unwrap().is_none(), "the writer should still be running");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn crashes() -> usize {
    std::env::var("TIPTREE_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// Kills a run at random moments between its first and its last, `rounds` times, and lets it go on each time. Whenever it
/// gets through, its file is compared with `whole`, and but for the last time it begins anew.
fn survive(arguments: &[&str], out: &Path, whole: &[Value], length: Duration, rounds: usize) {
    let mut rng = Rng::new(rounds as u64);
    for round in 0..rounds {
        let mut child = command(arguments, out).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(length.mul_f64(rng.unit()));
        let ended = child.try_wait().unwrap();
        child.kill().unwrap(); // SIGKILL on Unix
        child.wait().unwrap();
        let kept = lines(out);
        assert_eq!(kept, whole[..kept.len()], "round {round}");
        if let Some(status) = ended {
            assert!(status.success(), "round {round}: {status}");
            assert_eq!(kept.len(), whole.len(), "round {round}");
            std::fs::remove_file(out).unwrap();
        }
    }
    finish(arguments, out);
    assert_eq!(lines(out), whole);
}

/// The file of an uninterrupted run, and how long it took.
fn uninterrupted(arguments: &[&str], folder: &TempDir) -> (Vec<Value>, Duration) {
    let path = folder.path().join("whole.jsonl");
    let clock = Instant::now();
    finish(arguments, &path);
    (lines(&path), clock.elapsed())
}

#[test]
fn a_match_killed_at_any_moment_ends_with_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, length) = uninterrupted(&SHORT, &folder);
    assert_eq!(whole.len(), 401);
    survive(&SHORT, &folder.path().join("killed.jsonl"), &whole, length, crashes());
}

#[test]
fn a_tournament_killed_at_any_moment_ends_with_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let fixed = ["tournament", "connect4", "ab", "mm", "minimax(depth=1)", "--openings", "random=4:34"];
    let arguments = [&fixed[..], &["--budget", "moves=40", "--budget", "moves=80", "--jobs=2"]].concat();
    let (whole, length) = uninterrupted(&arguments, &folder);
    assert_eq!(whole.len(), 6 * 69);
    survive(&arguments, &folder.path().join("killed.jsonl"), &whole, length, crashes());
}

#[test]
fn shards_killed_at_any_moment_merge_into_the_file_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let declared = folder.path().join("three.toml");
    std::fs::write(&declared, THREE).unwrap();
    let declared = declared.to_str().unwrap();
    let (whole, length) = uninterrupted(&["run", declared], &folder);
    let shards: Vec<PathBuf> = (0..3).map(|shard| folder.path().join(format!("{shard}.jsonl"))).collect();
    for (shard, path) in shards.iter().enumerate() {
        let part = format!("{shard}/3");
        let arguments = ["run", declared, "--shard", &part];
        let alone = folder.path().join("alone.jsonl");
        finish(&arguments, &alone);
        survive(&arguments, path, &lines(&alone), length / 3, crashes().div_ceil(3));
        std::fs::remove_file(alone).unwrap();
    }
    let merged = folder.path().join("merged.jsonl");
    let paths = shards.iter().map(|path| path.to_str().unwrap());
    let arguments: Vec<&str> =
        ["merge"].into_iter().chain(paths).chain(["--out", merged.to_str().unwrap()]).collect();
    text(&arguments);
    assert_eq!(lines(&merged), whole);
}

#[test]
fn an_interrupted_match_says_what_there_is_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, _) = uninterrupted(&LONG, &folder);
    let out = folder.path().join("interrupted.jsonl");
    let mut known = 0;
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut child = command(&LONG, &out).arg("--json").stdout(Stdio::piped()).spawn().unwrap();
        wait_for(&out, known + 3, &mut child);
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        assert!(std::fs::read(&out).unwrap().ends_with(b"\n"));
        known = lines(&out).len();
        assert_eq!(lines(&out), whole[..known]);
        let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(summary["games"], known - 1, "{signal}");
    }
    assert!(known < whole.len());
    finish(&LONG, &out);
    assert_eq!(lines(&out), whole);
}

/// Whether a run that had no more room said so, kept what it said it kept, and left nothing torn.
fn check_full(output: &Output, out: &Path, whole: &[Value], reason: &str) {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    let known = lines(out);
    assert!((2..whole.len()).contains(&known.len()), "{} lines", known.len());
    assert_eq!(known, whole[..known.len()]);
    assert!(std::fs::read(out).unwrap().ends_with(b"\n"));
    let games = known.len() - 1;
    let expected = format!(
        "tiptree: cannot write {}: {reason}; the {games} games in it are safe, and the same command goes on behind them\n",
        out.display()
    );
    assert_eq!(complaint, expected);
}

#[test]
fn a_limit_on_the_size_of_files_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, _) = uninterrupted(&SHORT, &folder);
    let out = folder.path().join("limited.jsonl");
    for blocks in ["20", "70"] {
        let limit = format!("ulimit -f {blocks} && exec \"$0\" \"$@\"");
        let limited = command(&SHORT, &out);
        let mut shell = Command::new("sh");
        shell.args(["-c", &limit]).arg(limited.get_program()).args(limited.get_args());
        check_full(&shell.output().unwrap(), &out, &whole, "File too large (os error 27)");
    }
    finish(&SHORT, &out);
    assert_eq!(lines(&out), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, _) = uninterrupted(&SHORT, &folder);
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let out = disk.join("games.jsonl");
    // A small disk in a namespace of its own, which dies with it; afterwards it has grown, and what is on it is copied.
    let script = r#"
        mount -t tmpfs -o size=64k none "$DISK" || exit 77
        "$0" "$@" >/dev/null; code=$?
        cp "$DISK/games.jsonl" "$DISK/../full.jsonl"
        mount -o remount,size=4m "$DISK" && "$0" "$@" >/dev/null 2>/dev/null && cp "$DISK/games.jsonl" "$DISK/../end.jsonl"
        exit $code
    "#;
    let filling = command(&SHORT, &out);
    let mut shell = Command::new("unshare");
    shell.env("DISK", &disk).args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    let output = shell.arg(filling.get_program()).args(filling.get_args()).output();
    let full = folder.path().join("full.jsonl");
    let Some(output) = output.ok().filter(|_| full.exists()) else {
        eprintln!("skipped: no disk may be mounted here");
        return;
    };
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("No space left on device") && complaint.contains(" games in it are safe"));
    assert_eq!((complaint.lines().count(), output.status.code()), (1, Some(2)), "{complaint}");
    let known = lines(&full);
    assert!(known.len() > 1 && known.len() < whole.len());
    assert_eq!(known, whole[..known.len()]);
    assert_eq!(lines(&folder.path().join("end.jsonl")), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_nothing_is_one_line() {
    let line = complaint(&[&SHORT[..], &["--out", "/dev/full", "--oversubscribe"]].concat());
    assert_eq!(line, "tiptree: cannot write /dev/full: No space left on device (os error 28)\n");
}

#[test]
fn a_second_process_is_refused_and_the_first_unharmed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, _) = uninterrupted(&LONG, &folder);
    let out = folder.path().join("games.jsonl");
    let mut first = command(&LONG, &out).stdout(Stdio::null()).spawn().unwrap();
    wait_for(&out, 3, &mut first);
    let name = out.to_str().unwrap();
    let line = complaint(&[&LONG[..], &["--out", name]].concat());
    let expected = "is being written by another process: expected a file of our own";
    assert_eq!(line, format!("tiptree: {name} {expected}\n"));
    assert!(first.wait().unwrap().success());
    assert_eq!(lines(&out), whole);
}

#[test]
fn a_torn_line_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&SHORT[..5], &["moves=60", "--pairs", "5"]].concat();
    let (whole, _) = uninterrupted(&arguments, &folder);
    let out = folder.path().join("torn.jsonl");
    finish(&arguments, &out);
    let bytes = std::fs::read(&out).unwrap();
    let last_two = bytes.split_inclusive(|&byte| byte == b'\n').rev().take(2).map(<[u8]>::len).sum::<usize>();
    for length in (bytes.len() - last_two..bytes.len()).step_by(61) {
        std::fs::write(&out, &bytes[..length]).unwrap();
        finish(&arguments, &out);
        assert_eq!(lines(&out), whole, "torn after {length} bytes");
    }
}
