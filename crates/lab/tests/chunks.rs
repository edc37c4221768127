//! Experiments in chunks that come back in any order: the file is that of one run.

use crate::experiments::{TOURNAMENT, play, request, tested, timeless};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree::Rng;
use tiptree_games::registry;
use tiptree_lab::experiment::{Chunk, Driver, Experiment, Prepared, Results, Task};
use tiptree_lab::{Error, Shard, tournament};

fn prepared(request: &tournament::Request) -> Arc<Prepared> {
    let task = Task::Tournament(request.clone());
    let experiment = Experiment { title: "T".into(), task };
    let no_tables = |_: &_, _| unreachable!("a tournament has no tables");
    Arc::new(Prepared::new(&experiment, &registry(), &no_tables).unwrap())
}

fn done(prepared: &Prepared, chunk: &Chunk) -> String {
    prepared.chunk(chunk, &AtomicBool::new(false)).unwrap()
}

/// Plays a run in chunks of random sizes, of which up to five are away at a time and come back in random order. Stops after this
/// many chunks, or at the end, and returns the driver.
fn drive(prepared: &Arc<Prepared>, out: &Path, rng: &mut Rng, most: usize) -> Result<Driver, Error> {
    let mut driver = Driver::open(Arc::clone(prepared), out, false)?;
    let mut away = Vec::new();
    for _ in 0..most {
        while away.len() < 5
            && let Some(chunk) = driver.next(1 + rng.below(4))
        {
            away.push(chunk);
        }
        away.retain(|chunk| driver.is_needed(chunk));
        if driver.is_finished() {
            break;
        }
        let chunk = away.swap_remove(rng.below(away.len()));
        let text = done(prepared, &chunk);
        driver.receive(chunk, text, "w")?;
    }
    Ok(driver)
}

#[test]
fn chunks_in_any_order_make_the_file_of_one_run() {
    let folder = TempDir::new().unwrap();
    let (whole, chunked) = (folder.path().join("whole.jsonl"), folder.path().join("chunked.jsonl"));
    let request = request(TOURNAMENT);
    let expected = play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
    let prepared = prepared(&request);
    assert_eq!((prepared.sections(), prepared.pieces()), (6, 10));
    let driver = drive(&prepared, &chunked, &mut Rng::derive(7, &[]), usize::MAX).unwrap();
    assert_eq!(driver.progress(), [60, 0, 60]);
    assert_eq!(timeless(&chunked), timeless(&whole));
    let Results::Tournament(played) = driver.results() else { panic!("a tournament") };
    let scores = |played: &[tournament::Played]| -> Vec<_> {
        played.iter().map(|played| (played.header.clone(), played.tally.results())).collect()
    };
    assert_eq!(scores(&played), scores(&expected));
}

#[test]
fn a_driver_that_was_killed_goes_on_behind_what_is_in_the_file() {
    let folder = TempDir::new().unwrap();
    let (whole, chunked) = (folder.path().join("whole.jsonl"), folder.path().join("chunked.jsonl"));
    let request = request(TOURNAMENT);
    play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
    let text = std::fs::read(&whole).unwrap();
    let (prepared, mut rng) = (prepared(&request), Rng::derive(3, &[]));
    for _ in 0..20 {
        // Killed at a random byte: within a line, within a pair, between matches.
        std::fs::write(&chunked, &text[..rng.below(text.len() + 1)]).unwrap();
        drop(drive(&prepared, &chunked, &mut rng, 3).unwrap());
        drive(&prepared, &chunked, &mut rng, usize::MAX).unwrap();
        assert_eq!(timeless(&chunked), timeless(&whole));
    }
}

#[test]
fn a_sequential_test_ends_chunks_at_the_game_that_ends_the_match() {
    for seed in 1..=3 {
        // A second match follows, of which some chunks are there before the first one is decided.
        let mut request = tested(seed);
        request.budgets.push("moves=500".into());
        request.pairs = Some(300);
        let folder = TempDir::new().unwrap();
        let (whole, chunked) = (folder.path().join("whole.jsonl"), folder.path().join("chunked.jsonl"));
        play(&request, Shard::WHOLE, &whole, usize::MAX).unwrap();
        let driver = drive(&prepared(&request), &chunked, &mut Rng::derive(seed, &[]), usize::MAX).unwrap();
        assert!(driver.is_finished());
        assert_eq!(timeless(&chunked), timeless(&whole));
    }
}

#[test]
fn what_is_no_result_of_the_chunk_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let prepared = prepared(&request(TOURNAMENT));
    let mut driver = Driver::open(Arc::clone(&prepared), &path, false).unwrap();
    let chunk = driver.next(2).unwrap();
    let text = done(&prepared, &chunk);
    let mut error = |text: &str| driver.receive(chunk.clone(), text.into(), "w").unwrap_err().to_string();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let cut = lines[..4].concat();
    let other_opening = text.replace("\"opening\":\"X", "\"opening\":\".");
    let cases = [
        (String::new(), "worker w, section 1, pieces 1 to 2, line 1: \"\", expected the header of a run"),
        (text.replace("\"seed\":1", "\"seed\":2"), "another run, its seed is 2, expected 1"),
        (lines[1..].concat(), "a game, expected the header of a run"),
        ([lines[0], lines[2]].concat(), "game 1 of pair 0, expected game 0"),
        (other_opening, "line 2: opening"),
        (text.trim_end().into(), "line 5: a torn line, expected whole ones"),
        (cut, "line 5: the end, expected all 2 pieces of work"),
    ];
    for (text, problem) in &cases {
        let error = error(text);
        assert!(error.contains(problem), "{error}");
    }
    let no_such = Chunk { section: 6, pieces: 0..1 };
    let error = prepared.chunk(&no_such, &AtomicBool::new(false)).unwrap_err().to_string();
    assert_eq!(error, "chunk \"section 7, pieces 1 to 1\": expected one of 6 sections of 10 pieces");
}

#[test]
fn a_build_that_behaves_differently_is_refused_or_noted() {
    let folder = TempDir::new().unwrap();
    let prepared = prepared(&request(TOURNAMENT));
    let theirs = |chunk: &Chunk| {
        let text = done(&prepared, chunk);
        let (before, after) = text.split_once("\"signature\":").unwrap();
        format!("{before}\"signature\":7{}", after.trim_start_matches(|letter: char| letter.is_ascii_digit()))
    };
    let path = folder.path().join("refused.jsonl");
    let mut driver = Driver::open(Arc::clone(&prepared), &path, false).unwrap();
    let chunk = driver.next(2).unwrap();
    let text = theirs(&chunk);
    let error = driver.receive(chunk, text, "10.0.0.3").unwrap_err().to_string();
    assert!(error.starts_with("worker 10.0.0.3, section 1, pieces 1 to 2, line 1: written by another build"));
    assert_eq!(timeless(&path).len(), 1);

    let path = folder.path().join("noted.jsonl");
    let mut driver = Driver::open(Arc::clone(&prepared), &path, true).unwrap();
    for is_theirs in [true, true, false] {
        let chunk = driver.next(1).unwrap();
        let text = if is_theirs { theirs(&chunk) } else { done(&prepared, &chunk) };
        driver.receive(chunk, text, "w").unwrap();
    }
    let kinds: Vec<_> = timeless(&path).iter().map(|line| line["record"].clone()).collect();
    assert_eq!(kinds, ["header", "build", "game", "game", "game", "game", "build", "game", "game"]);
}
