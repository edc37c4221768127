//! Declared experiments: whole, in shards, interrupted, merged.

use serde_json::Value;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree_games::registry;
use tiptree_lab::experiment::{self, Experiment, Task};
use tiptree_lab::statistics::Hypothesis;
use tiptree_lab::tournament::Played;
use tiptree_lab::{Error, Shard, tournament};

pub(crate) const TOURNAMENT: &str = r#"
    title = "Three at noughts and crosses"
    [tournament]
    game = "tictactoe"
    players = ["ab", "mm", "minimax(depth=1)"]
    budgets = ["moves=50", "moves=200"]
    pairs = 10
"#;

pub(crate) fn request(text: &str) -> tournament::Request {
    match Experiment::parse(text, Path::new("test.toml")).unwrap().task {
        Task::Tournament(request) => request,
        _ => panic!("a tournament"),
    }
}

/// Plays a shard into a file, stopping after this many games.
pub(crate) fn play(
    request: &tournament::Request,
    shard: Shard,
    path: &Path,
    most: usize,
) -> Result<Vec<Played>, Error> {
    let mut games = 0;
    let cancel = AtomicBool::new(false);
    request.prepare(&registry(), 2, shard)?.play(Some(path), &cancel, &mut |_, _, _| {
        games += 1;
        cancel.store(games >= most, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Continue(())
    })
}

/// The records that were merged.
fn records(sections: &[experiment::Merged]) -> u64 {
    sections.iter().map(|section| section.records).sum()
}

/// The lines of a file without the clock readings.
pub(crate) fn timeless(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let timeless = |line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    };
    text.lines().map(timeless).collect()
}

fn shards(folder: &TempDir, count: usize) -> Vec<(Shard, PathBuf)> {
    let shard = |index| {
        let path = folder.path().join(format!("shard-{index}.jsonl"));
        (format!("{index}/{count}").parse().unwrap(), path)
    };
    (0..count).map(shard).collect()
}

#[test]
fn players_meet_once_for_every_evaluator() {
    let text = TOURNAMENT.replace("pairs = 10", "pairs = 1\neval = ['lines', 'lines(noise=2)']");
    let plan =
        request(&text.replace("mm", "mm(eval=neutral)")).prepare(&registry(), 1, Shard::WHOLE).unwrap();
    let headers = plan.headers().unwrap();
    let meetings: Vec<String> = headers
        .iter()
        .filter(|header| header.budget == "moves=50")
        .map(|header| format!("{} {}", header.a, header.b))
        .collect();
    assert_eq!(
        meetings,
        [
            "ab(eval=lines) mm(eval=neutral)",
            "ab(eval=lines) minimax(depth=1,eval=lines)",
            "mm(eval=neutral) minimax(depth=1,eval=lines)",
            "ab(eval=lines(noise=2)) mm(eval=neutral)",
            "ab(eval=lines(noise=2)) minimax(depth=1,eval=lines(noise=2))",
            "mm(eval=neutral) minimax(depth=1,eval=lines(noise=2))",
        ]
    );
    assert_eq!((headers.len(), plan.players().len()), (12, 5));
    let own =
        request(&text.replace(r#""ab", "mm", "minimax(depth=1)""#, r#""ab(eval=lines)", "mm(eval=lines)""#));
    assert_eq!(own.prepare(&registry(), 1, Shard::WHOLE).unwrap().headers().unwrap().len(), 2);
}

#[test]
fn every_pairing_is_played_at_every_budget() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let played = play(&request(TOURNAMENT), Shard::WHOLE, &path, usize::MAX).unwrap();
    let names: Vec<String> = played
        .iter()
        .map(|Played { header, .. }| format!("{} {} {}", header.a, header.b, header.budget))
        .collect();
    assert_eq!(names.len(), 6);
    assert_eq!((names[0].as_str(), names[1].as_str()), ("ab mm moves=50", "ab mm moves=200"));
    assert_eq!(names[5], "mm minimax(depth=1) moves=200");
    assert!(played.iter().all(|played| played.tally.games() == 20));
    assert_eq!(timeless(&path).len(), 6 * 21);
}

#[test]
fn shards_merge_into_the_file_of_one_run() {
    let folder = TempDir::new().unwrap();
    let (whole, merged) = (folder.path().join("whole.jsonl"), folder.path().join("merged.jsonl"));
    let request = request(TOURNAMENT);
    play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
    let shards = shards(&folder, 3);
    for (shard, path) in &shards {
        // Interrupted once, and resumed.
        play(&request, *shard, path, 9).unwrap();
        play(&request, *shard, path, usize::MAX).unwrap();
    }
    let paths: Vec<PathBuf> = shards.iter().rev().map(|(_, path)| path.clone()).collect();
    assert_eq!(records(&experiment::merge(&registry(), &paths, &merged).unwrap()), 120);
    assert_eq!(timeless(&merged), timeless(&whole));
    let error = experiment::merge(&registry(), &paths, &merged).unwrap_err().to_string();
    assert!(error.starts_with("cannot create"), "{error}");
}

#[test]
fn a_tournament_goes_on_where_it_was_interrupted() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (folder.path().join("whole.jsonl"), folder.path().join("cut.jsonl"));
    let request = request(TOURNAMENT);
    play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
    for most in [1, 19, 20, 21, 47] {
        play(&request, Shard::WHOLE, &cut, most).unwrap();
    }
    play(&request, Shard::WHOLE, &cut, usize::MAX).unwrap();
    assert_eq!(timeless(&cut), timeless(&whole));
}

#[test]
fn what_does_not_merge_is_said_and_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let request = request(TOURNAMENT);
    let shards = shards(&folder, 3);
    for (shard, path) in &shards {
        play(&request, *shard, path, if shard.index() == 1 { 5 } else { usize::MAX }).unwrap();
    }
    let paths: Vec<PathBuf> = shards.iter().map(|(_, path)| path.clone()).collect();
    let out = folder.path().join("out.jsonl");
    let error = |paths: &[PathBuf]| {
        let error = experiment::merge(&registry(), paths, &out).unwrap_err().to_string();
        assert!(!out.exists());
        error
    };
    assert!(error(&paths).contains("shard first"), "{}", error(&paths));
    assert!(error(&paths[..2]).contains("expected 3 shards and not 2"));
    let twice = [paths[0].clone(), paths[0].clone(), paths[2].clone()];
    assert!(error(&twice).contains("for the second time"));
    assert!(error(&[folder.path().join("nowhere")]).contains("cannot open"));
}

#[test]
fn shards_that_are_all_cut_at_the_same_place_do_not_merge() {
    let folder = TempDir::new().unwrap();
    let request = request(TOURNAMENT);
    let shards = shards(&folder, 2);
    for (shard, path) in &shards {
        play(&request, *shard, path, usize::MAX).unwrap();
        // What is left when both were stopped behind their first match: a header and ten games.
        let text = std::fs::read_to_string(path).unwrap();
        let first: Vec<&str> = text.split_inclusive('\n').take(11).collect();
        std::fs::write(path, first.concat()).unwrap();
    }
    let paths: Vec<PathBuf> = shards.into_iter().map(|(_, path)| path).collect();
    let error =
        experiment::merge(&registry(), &paths, &folder.path().join("out.jsonl")).unwrap_err().to_string();
    assert!(error.ends_with("resume this shard first"), "{error}");
}

#[test]
fn other_numbers_of_pairs_do_not_fit_the_file_of_a_tournament() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut request = request(TOURNAMENT);
    play(&request, Shard::WHOLE, &path, usize::MAX).unwrap();
    let before = std::fs::read(&path).unwrap();
    for (pairs, problem) in
        [(12, "expected game 20: were there fewer pairs?"), (8, "a game, expected the header of a run")]
    {
        request.pairs = Some(pairs);
        let error = play(&request, Shard::WHOLE, &path, usize::MAX).err().unwrap().to_string();
        assert!(error.contains(problem), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn nobody_enters_twice() {
    let mut request = request(TOURNAMENT);
    request.players.push("ab".into());
    let error = |request: &tournament::Request| {
        request.prepare(&registry(), 1, Shard::WHOLE).err().unwrap().to_string()
    };
    assert_eq!(error(&request), "players \"ab\": expected each once");
    request.players.pop();
    request.budgets.push("moves=50".into());
    assert_eq!(error(&request), "budgets \"moves=50\": expected each once");
}

/// A match with a sequential test that ends long before its last pair.
pub(crate) fn tested(seed: u64) -> tournament::Request {
    let text = r#"
        title = "Is one ply enough?"
        [tournament]
        game = "tictactoe"
        players = ["ab", "minimax(depth=1)"]
        budgets = ["moves=1000"]
        pairs = 1000
        sprt = "0,50"
    "#;
    tournament::Request { seed, ..request(text) }
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_game_whatever_the_jobs() {
    let request = tested(1);
    let folder = TempDir::new().unwrap();
    let lengths: Vec<usize> = [1, 4]
        .iter()
        .map(|&jobs| {
            let path = folder.path().join(format!("{jobs}.jsonl"));
            let cancel = AtomicBool::new(false);
            let plan = request.prepare(&registry(), jobs, Shard::WHOLE).unwrap();
            plan.play(Some(&path), &cancel, &mut |_, _, _| ControlFlow::Continue(())).unwrap();
            // Asked again, it finds that it is done.
            plan.play(Some(&path), &cancel, &mut |_, _, _| ControlFlow::Continue(())).unwrap();
            timeless(&path).len()
        })
        .collect();
    assert_eq!(lengths[0], lengths[1]);
    assert!(lengths[0] > 33 && lengths[0] < 2000, "{lengths:?}");
}

#[test]
fn a_sequential_test_ends_a_merge_at_the_game_that_ends_the_match() {
    for seed in 1..=3 {
        // A second match follows: what the first one dropped must not lead it astray.
        let mut request = tested(seed);
        request.budgets.push("moves=500".into());
        request.pairs = Some(300);
        let folder = TempDir::new().unwrap();
        let (whole, merged) = (folder.path().join("whole.jsonl"), folder.path().join("merged.jsonl"));
        play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
        let shards = shards(&folder, 3);
        for (shard, path) in &shards {
            let played = play(&request, *shard, path, usize::MAX).unwrap();
            assert_eq!(played[1].tally.games(), 200, "a shard plays all its pairs");
            assert_eq!(played[0].tally.summary(&played[0].header, true).sprt, None);
        }
        let paths: Vec<PathBuf> = shards.into_iter().map(|(_, path)| path).collect();
        let sections = experiment::merge(&registry(), &paths, &merged).unwrap();
        assert_eq!(timeless(&merged), timeless(&whole));
        for section in &sections {
            assert_eq!(section.records + section.dropped, 600);
            assert_ne!(section.summary.as_ref().unwrap().sprt, Some(Hypothesis::Continue));
        }
    }
}

#[test]
fn unfinished_shards_say_whether_the_test_is_decided() {
    let folder = TempDir::new().unwrap();
    let (whole, merged) = (folder.path().join("whole.jsonl"), folder.path().join("merged.jsonl"));
    let request = tested(1);
    play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
    let pairs = timeless(&whole).len() / 2;
    let shards = shards(&folder, 2);
    let paths: Vec<PathBuf> = shards.iter().map(|(_, path)| path.clone()).collect();
    let mut ended = Vec::new();
    for games in [10, 2 * pairs] {
        for (shard, path) in &shards {
            play(&request, *shard, path, games).unwrap();
        }
        // A line that is being written.
        let mut torn = std::fs::OpenOptions::new().append(true).open(&paths[1]).unwrap();
        std::io::Write::write_all(&mut torn, b"{\"record\":\"ga").unwrap();
        let [section] = experiment::merge_so_far(&registry(), &paths).unwrap().try_into().unwrap();
        let decision = section.summary.unwrap().sprt.unwrap();
        ended.push((section.of, section.pieces < pairs, decision == Hypothesis::Continue));
        // What comes after the decision may be missing, what comes before may not.
        assert_eq!(experiment::merge(&registry(), &paths, &merged).is_ok(), decision != Hypothesis::Continue);
    }
    assert_eq!(ended, [(1000, true, true), (1000, false, false)]);
    assert_eq!(timeless(&merged), timeless(&whole));
}

#[test]
fn a_misspelt_player_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let request = request(&TOURNAMENT.replace("\"mm\"", "\"gredy\""));
    let error = play(&request, Shard::WHOLE, &path, usize::MAX).err().unwrap();
    assert!(error.to_string().starts_with("search \"gredy\": expected one of mm-fast, mm, "));
    assert!(!path.exists());
}

/// A file names its players with the game's defaults, so that it says what was played.
#[test]
fn headers_write_out_the_defaults_of_the_game() {
    let game = registry().game("tictactoe").unwrap().clone();
    let ours = tiptree::Registry::new().with(game.search_defaults(["mm(c=0.01)", "ab(reading=v0)"]));
    let prepared = |text: &str| request(text).prepare(&ours, 1, Shard::WHOLE);
    let names = |text: &str| -> Vec<[String; 2]> {
        let headers = prepared(text).unwrap().headers().unwrap();
        headers.into_iter().map(|header| [header.a, header.b]).collect()
    };
    let [ab, mm, minimax] = ["ab(reading=v0)", "mm(c=0.01)", "minimax(depth=1)"].map(str::to_owned);
    let expected = [[&ab, &mm], [&ab, &minimax], [&mm, &minimax]];
    let found = names(&TOURNAMENT.replace(r#", "moves=200""#, ""));
    assert_eq!(found, expected.map(|pair| pair.map(String::clone)));
    // What a player gives stays as it is, and a player that spells a default out is the one that leaves it out.
    assert_eq!(names(&TOURNAMENT.replace(r#""ab""#, r#""ab(reading=v2)""#))[0][0], "ab(reading=v2)");
    let twice = prepared(&TOURNAMENT.replace("minimax(depth=1)", "mm(c=0.01)")).err().unwrap().to_string();
    assert_eq!(twice, r#"players "mm(c=0.01)": expected each once"#);
}
