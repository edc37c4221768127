//! Matches and tournaments through the real binary: tables, sequential tests, programs outside, experiments in shards.

use crate::program::{complaint, json, text, tiptree, without_times};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// The binary as a player that speaks UGI.
fn ourselves(search: &str) -> String {
    format!("ugi:{} engine connect4 --search {search}", env!("CARGO_BIN_EXE_tiptree"))
}

/// A script that speaks UGI, and does `on_go` when it is asked for a move. It has time enough to be started on a busy machine.
fn rogue(on_go: &str) -> String {
    format!(
        "ugi(nodes=10,timeout=2s):sh -c 'while read -r line; do case \"$line\" in ugi) echo ugiok;; \
         isready) echo readyok;; go*) {on_go};; quit) exit;; esac; done'"
    )
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| without_times(serde_json::from_str(line).unwrap())).collect()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_tournament_prints_its_matches_and_then_the_standings() {
    let arguments =
        ["tournament", "connect4", "mm", "ab", "minimax(depth=1)", "--budget", "moves=50", "--pairs", "6"];
    let shown = text(&arguments);
    assert_eq!(shown.matches("Results of ").count(), 3);
    let table: Vec<&str> =
        shown.lines().skip_while(|line| !line.starts_with("Standings (moves=50)")).collect();
    assert_eq!(table.len(), 5, "{shown}");
    assert!(table[1].contains("Rank") && table[1].contains("Ptnml(0-2)"));

    let shown = text(&[&arguments[..], &["--json", "--format", "gauntlet"]].concat());
    let lines: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["a"], &lines[1]["a"]), (&"mm".into(), &"mm".into()));
    assert_eq!(lines[2]["standings"].as_array().unwrap().len(), 3);
    assert_eq!(lines[2]["standings"][0]["rank"], 1);
}

#[test]
fn a_sequential_test_stops_the_match_and_says_what_it_found() {
    let arguments = [
        "match",
        "connect4",
        "ab",
        "minimax(depth=1)",
        "--budget",
        "moves=300",
        "--openings",
        "plies=3",
        "--sprt",
        "0,60",
    ];
    let summary = json(&arguments);
    assert_eq!(summary["sprt"], "H1");
    assert!(summary["llr"].as_f64().unwrap() > 2.9);
    assert!(summary["games"].as_u64().unwrap() < 600);
    let shown = text(&arguments);
    assert!(shown.contains("\nLLR: ") && shown.contains("(-2.94, 2.94) [0.00, 60.00]"), "{shown}");
    assert!(shown.contains("Sequential test: H1, ab leads by 60 Elo rather than 0."), "{shown}");
}

#[test]
fn a_game_whose_payoffs_are_bets_counts_points_and_tests_them() {
    let players = ["match", "blackjack", "expectimax(depth=1)", "expectimax(depth=1,eval=neutral)"];
    let with = |options: &[&'static str]| [&players[..], options].concat();
    let summary = json(&with(&["--pairs", "30"]));
    let [points, ci95] = ["points", "points_ci95"].map(|name| summary[name].as_f64().unwrap());
    assert!(points.abs() <= 8.0 && ci95 > 0.0 && ci95 < 2.0, "{summary}");
    let shown = text(&with(&["--pairs", "30"]));
    assert!(shown.contains(&format!("\nPayoff: {points:.3} ± {ci95:.3} points a game\n")), "{shown}");

    let test = ["--pairs", "4000", "--sprt", "0,0.1", "--model", "points"];
    let summary = json(&with(&test));
    assert_ne!(summary["sprt"], "continue");
    assert!(summary["games"].as_u64().unwrap() < 8000);
    assert_eq!(summary["sprt_points"].to_string(), "[0.0,0.1]");
    let shown = text(&with(&test));
    assert!(
        shown.contains("(-2.94, 2.94) [0, 0.1]") && shown.contains("points a game rather than"),
        "{shown}"
    );
}

#[test]
fn results_so_far_are_printed_every_so_many_pairs() {
    let arguments =
        ["match", "connect4", "mm", "ab", "--budget", "moves=50", "--pairs", "9", "--every", "4", "--json"];
    let shown = text(&arguments);
    let lines: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let games: Vec<u64> = lines.iter().map(|line| line["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [8, 16, 18]);
    assert_eq!((&lines[0]["final"], &lines[2]["final"]), (&false.into(), &true.into()));
}

#[test]
fn a_search_outside_plays_as_inside() {
    let folder = TempDir::new().unwrap();
    let (inside, outside) = (folder.path().join("inside.jsonl"), folder.path().join("outside.jsonl"));
    let common = ["--budget", "moves=200", "--pairs", "4"];
    // Also where the search leaves something to chance.
    let mm = "mm(redescend=chance:0.5)";
    text(&[&["match", "connect4", mm, "ab", "--out", name(&inside)], &common[..]].concat());
    let (mm, ab) = (ourselves("mm(redescend=chance:0.5)"), ourselves("ab"));
    text(&[&["match", "connect4", &mm, &ab, "--out", name(&outside)], &common[..]].concat());
    let played = |path: &Path| -> Vec<Value> {
        lines(path).into_iter().skip(1).map(|game| game["moves"].clone()).collect()
    };
    assert_eq!(played(&inside), played(&outside));
}

#[test]
fn a_rogue_loses_its_games_with_a_reason_and_the_match_goes_on() {
    let rogues = [
        ("hangs", "sleep 99", "no bestmove"),
        ("dies", "exit 3", "exit status: 3"),
        ("babbles", "echo lorem ipsum; echo bestmove", "expected"),
        ("cheats", "echo bestmove 9", "move \"9\": expected"),
        ("floods", "yes garbage", "no bestmove: killed"),
    ];
    for (what, on_go, reason) in rogues {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.jsonl");
        let arguments = [
            "match",
            "connect4",
            &rogue(on_go),
            "minimax(depth=1)",
            "--pairs",
            "1",
            "--out",
            name(&path),
            "--json",
        ];
        let output = tiptree(&arguments);
        assert!(output.status.success(), "{what}");
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&summary["losses"], &summary["a_forfeits"]), (&2.into(), &2.into()), "{what}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("game 0: ugi(") && said.contains(reason), "{what}: {said}");
        for game in &lines(&path)[1..] {
            assert_eq!((&game["end"], &game["result"]), (&"forfeit".into(), &"loss".into()), "{what}");
            assert!(game["fault"].as_str().unwrap().contains(reason), "{what}");
        }
    }
}

#[test]
fn shards_of_an_experiment_merge_into_the_file_of_one_run() {
    let folder = TempDir::new().unwrap();
    let path = |file: &str| folder.path().join(file);
    let toml = path("experiment.toml");
    let experiment = "title = 'Which constant?'\n[tournament]\ngame = 'connect4'\nplayers = ['mm', 'mm(c=0.01)', 'ab']\n\
                      budgets = ['moves=50']\npairs = 5\n";
    std::fs::write(&toml, experiment).unwrap();
    let whole = path("whole.jsonl");
    let shown = text(&["run", name(&toml), "--out", name(&whole)]);
    assert!(
        shown.starts_with("Which constant?\n\nResults of mm vs mm(c=0.01) (connect4, moves=50, two-ply):"),
        "{shown}"
    );
    let shards = ["0/2", "1/2"].map(|shard| {
        let file = path(&format!("{}.jsonl", shard.replace('/', "-of-")));
        text(&["run", name(&toml), "--shard", shard, "--out", name(&file)]);
        file
    });
    let merged = path("merged.jsonl");
    text(&["merge", name(&shards[1]), name(&shards[0]), "--out", name(&merged)]);
    assert_eq!(lines(&merged), lines(&whole));
}

#[test]
fn shards_of_a_game_with_points_merge_and_report_what_one_run_does() {
    let folder = TempDir::new().unwrap();
    let path = |file: &str| folder.path().join(file);
    let toml = path("experiment.toml");
    let experiment = "title = 'Bets'\n[tournament]\ngame = 'blackjack'\n\
                      players = ['expectimax(depth=1)', 'expectimax(depth=1,eval=neutral)', 'uct']\n\
                      budgets = ['evals=50']\npairs = 20\n";
    std::fs::write(&toml, experiment).unwrap();
    let whole = path("whole.jsonl");
    let shown = text(&["run", name(&toml), "--out", name(&whole)]);
    assert_eq!(shown.matches("\nPayoff: ").count(), 3, "{shown}");
    assert!(shown.contains("Ptnml(0-2)  Payoff"), "the standings: {shown}");
    let shards = ["0/2", "1/2"].map(|shard| {
        let file = path(&format!("{}.jsonl", shard.replace('/', "-of-")));
        text(&["run", name(&toml), "--shard", shard, "--out", name(&file)]);
        file
    });
    let merged = path("merged.jsonl");
    text(&["merge", name(&shards[1]), name(&shards[0]), "--out", name(&merged)]);
    assert_eq!(lines(&merged), lines(&whole));
    assert!(lines(&merged).iter().all(|line| line["record"] != "game" || line["points"].is_number()));
    // A resume that has nothing left to play computes the same from the file.
    assert_eq!(without_speeds(&text(&["run", name(&toml), "--out", name(&merged)])), without_speeds(&shown));
    let page = path("report.html");
    text(&["report", name(&whole), "--out", name(&page)]);
    assert!(std::fs::read_to_string(&page).unwrap().contains("A’s points a game"));
}

#[test]
fn shards_of_a_sequential_test_merge_into_the_file_of_the_match() {
    let folder = TempDir::new().unwrap();
    let path = |file: &str| folder.path().join(file);
    let toml = path("experiment.toml");
    let experiment = "title = 'T'\n[tournament]\ngame = 'tictactoe'\nplayers = ['ab', 'minimax(depth=1)']\n\
                      budgets = ['moves=1000']\npairs = 300\nsprt = '0,50'\n";
    std::fs::write(&toml, experiment).unwrap();
    let whole = path("whole.jsonl");
    let options = ["--budget", "moves=1000", "--pairs", "300", "--sprt", "0,50", "--out", name(&whole)];
    text(&[&["match", "tictactoe", "ab", "minimax(depth=1)"], &options[..]].concat());
    let shards = ["0/2", "1/2"].map(|shard| {
        let file = path(&format!("{}.jsonl", shard.replace('/', "-of-")));
        let shown = text(&["run", name(&toml), "--shard", shard, "--out", name(&file)]);
        assert!(!shown.contains("Sequential test"), "a shard decides nothing: {shown}");
        file
    });
    let (pairs, merged) = ((lines(&whole).len() - 1) / 2, path("merged.jsonl"));
    assert_eq!(
        text(&["merge", name(&shards[1]), name(&shards[0]), "--so-far"]),
        format!(
            "ab vs minimax(depth=1) (tictactoe, moves=1000): {pairs} of 300 pairs, H1, ab leads by 50 Elo rather than 0\n"
        )
    );
    let said = text(&["merge", name(&shards[1]), name(&shards[0]), "--out", name(&merged)]);
    assert!(
        said.ends_with(&format!(", {} after the decision of a test dropped\n", 2 * (300 - pairs))),
        "{said}"
    );
    assert_eq!(lines(&merged), lines(&whole));
}

/// The lines that have no clock readings.
fn without_speeds(shown: &str) -> Vec<&str> {
    shown.lines().filter(|line| !line.starts_with(' ') || line.contains('[')).collect()
}

#[test]
fn bad_input_is_one_clear_line() {
    let folder = TempDir::new().unwrap();
    let toml = folder.path().join("bad.toml");
    std::fs::write(&toml, "title = 'T'\n[tournament]\ngame = 'chess'\nplayers = ['mm', 'ab']\n").unwrap();
    for (arguments, expected) in [
        (
            &["tournament", "connect4", "mm", "ab", "--format", "swiss"][..],
            "expected round-robin or gauntlet",
        ),
        (&["tournament", "connect4", "mm"], "2 values required"),
        (&["match", "connect4", "mm", "ab", "--sprt", "5,0"], "sprt \"5,0\": expected"),
        (&["match", "connect4", "mm", "ab", "--alpha", "0.1"], "expected a test for alpha to belong to"),
        (&["match", "connect4", "mm", "ab", "--sprt", "0,5", "--model", "bayes"], "normalized"),
        (
            &["match", "connect4", "mm", "ab", "--sprt", "0,5", "--model", "points"],
            "model \"points\": expected normalized or logistic: connect4 knows a win, a draw and a loss",
        ),
        (&["match", "connect4", "mm", "ugi:"], "expected a protocol and a command"),
        (&["match", "connect4", "mm", "ugi:./no-such-program"], "no-such-program"),
        (
            &["match", "connect4", "mm", "ab", "--openings", "balanced=2"],
            "plies and positions, as in balanced=8:200",
        ),
        (&["run", "nowhere.toml"], "cannot read nowhere.toml"),
        (&["run", toml.to_str().unwrap()], "game \"chess\": expected one of connect4"),
        (&["run", toml.to_str().unwrap(), "--shard", "2/2", "--out", "x"], "shard \"2/2\": expected I/N"),
        (&["run", toml.to_str().unwrap(), "--shard", "0/2"], "expected --out FILE with it"),
        (&["merge", "nowhere", "--out", "x"], "cannot open nowhere"),
        (&["merge", "nowhere"], "--out <FILE>"),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}
