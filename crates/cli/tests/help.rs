//! Help: one game or search by its name, and examples that run as they stand.

use crate::program::{complaint, json, text};

#[test]
fn a_name_lists_one_with_an_example() {
    let game = text(&["games", "kalah"]);
    assert!(game.starts_with("kalah: ") && !game.contains("connect4"), "{game}");
    assert!(game.ends_with("For example: tiptree best 'kalah(pits=6)' --eval seeds\n"), "{game}");
    assert!(text(&["games", "tictactoe"]).ends_with("For example: tiptree best tictactoe --eval lines\n"));
    let search = text(&["searches", "ab"]);
    assert!(search.starts_with("ab: ") && !search.contains("mm-fast"), "{search}");
    assert!(search.contains("For example: tiptree best connect4 --search 'ab("), "{search}");
    assert_eq!(json(&["games", "pig"])["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(json(&["searches", "mm"])["searches"][0]["name"], "mm");
    assert!(complaint(&["games", "kalha"]).contains("did you mean `kalah`?"));
    assert!(complaint(&["searches", "mn"]).contains("did you mean `mm`?"));
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let help = text(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> =
        commands.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let manual = text(&["man"]);
    assert!(manual.contains(".SH \"TIPTREE TOURNAMENT\"") && manual.contains("openings"), "{manual}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&["completions", shell]);
        for command in commands.iter().filter(|command| !command.is_empty()) {
            assert!(script.contains(command), "{shell}: {command}");
            assert!(manual.contains(command), "{command}");
        }
    }
    assert!(complaint(&["completions", "basch"]).contains("similar"));
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_run_as_they_stand() {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_tiptree"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    // Those of `run` take minutes.
    for command in [
        "best",
        "tree",
        "events",
        "play",
        "studio",
        "solve",
        "match",
        "tournament",
        "reproduce",
        "quality",
        "engine",
        "tune",
        "completions",
        "man",
    ] {
        let help = text(&[command, "--help"]);
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{help}"));
        for example in examples.lines() {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", example]).current_dir(&folder).env("PATH", &path);
            let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
}
