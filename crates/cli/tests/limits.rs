//! The real binary where the system gives it little: no threads, no memory.

use std::process::{Command, Output};

/// The command with an address space of at most this many kilobytes.
fn within(kilobytes: u32, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_tiptree")]).args(arguments);
    command.env_remove("RUST_BACKTRACE").output().expect("a shell runs")
}

fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{:?} {} {}", output.status, text(&output.stdout), text(&output.stderr))
}

#[test]
fn threads_that_do_not_start_are_one_line() {
    for search in ["pvs(threads=1000)", "mm-fast(threads=1000)", "uct(threads=1000)"] {
        let output = within(600_000, &["best", "connect4", "--search", search, "--budget", "moves=1k"]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{search}: {}", shown(&output));
        assert_eq!(complaint.lines().count(), 1, "{search}: {complaint}");
        assert!(
            complaint.contains("threads=1000 needs a system that starts as many; this one starts "),
            "{search}: {complaint}"
        );
    }
}

#[test]
fn fewer_workers_play_the_same_match() {
    let arguments = [
        "match",
        "tictactoe",
        "mm",
        "ab",
        "--budget",
        "moves=50",
        "--pairs",
        "4",
        "--jobs",
        "1000",
        "--oversubscribe",
    ];
    let output = within(600_000, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

#[test]
fn a_search_without_memory_reports_what_it_has_found() {
    for search in [
        "mm",
        "mm(backup=mean,pick=minimax)",
        "mm-fast(tree=64GB)",
        "ubfm",
        "conspiracy",
        "uct",
        "puct",
        "dfpn(table=900000GB)",
        "pvs(table=900000GB)",
        "star2(table=900000GB)",
    ] {
        let output = within(
            100_000,
            &["best", "connect4", "--search", search, "--budget", "moves=20M,evals=3M", "--json"],
        );
        // Small pieces of memory are not asked for with care: without one of them the program says so and ends.
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let says_so = complaint.starts_with("memory allocation of ") && output.status.code() == Some(2);
        assert!(says_so || output.status.code() == Some(0), "{search}: {}", shown(&output));
    }
}
