use super::*;
use crate::Error;
use crate::matches::{End, Header, Record, Side, Times};
use crate::provenance::Provenance;
use crate::quality::Measurement;
use crate::reproduce::Reproduction;
use crate::store::Store;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tiptree::{Counters, Outcome};

mod grouping;
mod pages;

const OUTCOMES: [Outcome; 5] = [Outcome::Win, Outcome::Loss, Outcome::Draw, Outcome::Win, Outcome::Win];

/// The plies of every game.
const PLIES: usize = 4;

fn header(a: &str, b: &str, budget: &str) -> Header {
    Header {
        game: "connect4".into(),
        a: a.into(),
        b: b.into(),
        budget: budget.into(),
        openings: "two-ply".into(),
        seed: 1,
        build: Provenance::default(),
        sprt: None,
        adjudicate: false,
        max_plies: Some(PLIES),
        shard: None,
        pairs: None,
        matches: None,
        eval: None,
    }
}

fn game(index: usize) -> Record {
    let result = OUTCOMES[index % 5];
    let counters = Counters { moves: 100, evals: 50, nodes: 70, ..Counters::default() };
    Record {
        index,
        pair: index / 2,
        // Different pairs begin in different positions.
        opening: ["", "1", "2", "3", "4", "5", "6", "7", "11", "12"][index / 2 % 10].into(),
        first: if index.is_multiple_of(2) { Side::A } else { Side::B },
        // The columns are the base-7 digits of the index, so that all games differ.
        moves: (0..PLIES).map(|place| (index / 7usize.pow(place as u32) % 7 + 1).to_string()).collect(),
        result,
        points: None,
        end: if result == Outcome::Draw { End::Plies } else { End::Forfeit },
        a_counters: counters,
        b_counters: counters,
        fault: (result != Outcome::Draw).then(|| "fell asleep".into()),
        rolls: 0,
        times: Times { a_cpu_seconds: 1e-4, b_cpu_seconds: 2e-4, seconds: 1.0, ..Times::default() },
    }
}

/// Appends a match of `games` games to the file.
fn play(store: &mut Store, header: &Header, games: usize) {
    store.enter(header).unwrap();
    (0..games).for_each(|index| store.append(&game(index)).unwrap());
    store.sync().unwrap();
}

fn games(path: &Path) {
    let mut store = Store::open(path).unwrap();
    play(&mut store, &header("mm", "<script>", "moves=100"), 200);
    play(&mut store, &header("mm", "<script>", "moves=1000"), 40);
    play(&mut store, &header("<script>", "ab", "moves=1000"), 20);
}

/// Reads files of our games.
fn read(paths: &[PathBuf]) -> Result<Results, Error> {
    super::read(&tiptree_games::registry(), paths)
}

/// A table of Rivest's and a study after Nau, as `tiptree reproduce` prints them.
fn tables() -> Vec<Reproduction> {
    include_str!("tests/tables.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with files of every kind.
fn fixture() -> (TempDir, Vec<PathBuf>) {
    let folder = TempDir::new().unwrap();
    games(&folder.path().join("games.jsonl"));
    let lines: String = tables().iter().map(|table| crate::json::line(table) + "\n").collect();
    std::fs::create_dir(folder.path().join("deep")).unwrap();
    std::fs::write(folder.path().join("deep").join("tables.jsonl"), lines).unwrap();
    std::fs::write(folder.path().join("notes.md"), "no results").unwrap();
    let measurement = Measurement {
        game: "connect4".into(),
        search: "<script>".into(),
        file: "labels.txt".into(),
        positions: 200,
        kept_percent: Some(75.0),
        kept_se: Some(3.06),
        ..Measurement::default()
    };
    let line = crate::json::line(&measurement) + "\n";
    std::fs::write(folder.path().join("quality.jsonl"), line.repeat(2)).unwrap();
    let tuning = [json!({"record":"header","tune":"mm","seed":1}), json!({"record":"iteration","index":0})];
    let tuning = tuning.map(|line| line.to_string() + "\n").concat();
    std::fs::write(folder.path().join("tuning.jsonl"), tuning).unwrap();
    let paths = vec![folder.path().to_owned()];
    (folder, paths)
}

fn line_of(text: &str) -> Result<Results, Error> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.jsonl");
    std::fs::write(&path, text).unwrap();
    read(&[path])
}

fn header_line() -> String {
    let mut value: Value = serde_json::to_value(header("mm", "ab", "moves=100")).unwrap();
    value["record"] = "header".into();
    value.to_string()
}

/// Whether every element that is opened is closed, in order, and nothing is loaded.
fn check_markup(html: &str) {
    const VOID: [&str; 2] = ["meta", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "</{closed}>");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} left open");
    for loaded in ["http:", "https:", "src=", "url(", "@import", "<script", "<link", "NaN"] {
        assert!(!html.contains(loaded), "{loaded}");
    }
}

#[test]
fn a_page_has_every_section_and_the_same_files_give_the_same_page() {
    let (_folder, paths) = fixture();
    let results = read(&paths).unwrap();
    let report = Report::new(&results, "All & everything");
    check_markup(&report.html);
    for title in [
        "All &amp; everything",
        "Findings",
        "games",
        "Ratings",
        "connect4, moves=1000",
        "Elo over the budget",
        "Score over the games",
        "What the searches spent",
        "Quality of play",
        "connect4, labels.txt",
        "Quality over effort",
        "The papers’ tables",
        "Rivest 1",
        "Sources",
    ] {
        assert!(report.html.contains(&format!(">{title}</")), "{title}");
    }
    assert!(report.html.contains("&lt;script&gt;"), "names are shown as they are");
    assert!(report.html.contains("<td>build unknown</td>"), "files of earlier versions name no commit");
    assert_eq!(report.html, Report::new(&read(&paths).unwrap(), "All & everything").html);
    let names: Vec<&str> = report.plots.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "tables-nau-pathology",
        "games-elo-connect4-moves",
        "games-score-connect4-moves-100",
        "games-score-connect4-moves-1000",
    ];
    assert_eq!(names, expected);
    // The plots of a single file need no prefix.
    let alone = Report::new(&read(&[paths[0].join("games.jsonl")]).unwrap(), "T");
    assert_eq!(alone.plots[0].0, "elo-connect4-moves");
}

#[test]
fn every_anchor_that_is_linked_to_exists() {
    let (_folder, paths) = fixture();
    let html = Report::new(&read(&paths).unwrap(), "T").html;
    let links: Vec<&str> =
        html.split("href=\"#").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    assert!(links.len() >= 4, "three experiments and a table");
    for link in links {
        assert_eq!(html.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
    }
}

#[test]
fn games_are_counted_section_by_section() {
    let (_folder, paths) = fixture();
    let results = read(&paths).unwrap();
    let found: Vec<_> =
        results.matches.iter().map(|found| (&*found.summary.budget, found.summary.games)).collect();
    assert_eq!(found, [("moves=100", 200), ("moves=1000", 40), ("moves=1000", 20)]);
    assert_eq!(results.tables.len(), 2);
    assert_eq!(results.sources.iter().map(|source| source.games).collect::<Vec<_>>(), [0, 260, 0, 0]);
    assert_eq!((results.measurements.len(), results.sources[2].measurements), (1, 2));
    assert!(
        results.notes[0].ends_with("tuning.jsonl: 1 line of kind iteration passed over."),
        "{:?}",
        results.notes
    );
    let course = &results.matches[0].course;
    assert_eq!(course.last().map(|point| point.x), Some(200.0));
    assert!(course.iter().zip(&course[1..]).all(|(before, after)| before.x < after.x));
}

#[test]
fn the_course_of_a_long_match_stays_short() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.jsonl");
    play(&mut Store::open(&path).unwrap(), &header("mm", "ab", "moves=100"), 2001);
    let found = &read(&[path]).unwrap().matches[0];
    assert!((40..=97).contains(&found.course.len()), "{}", found.course.len());
    assert_eq!(found.course.last().map(|point| point.x), Some(2000.0), "whole pairs only");
    assert_eq!(found.summary.games, 2001);
}

#[test]
fn a_match_in_two_files_counts_once() {
    let (folder, _paths) = fixture();
    let games = folder.path().join("games.jsonl");
    let once = read(std::slice::from_ref(&games)).unwrap();
    let summaries = folder.path().join("summaries.jsonl");
    let lines: String = once.matches.iter().map(|found| crate::json::line(&found.summary) + "\n").collect();
    std::fs::write(&summaries, lines).unwrap();
    let twice = read(&[summaries, games.clone(), games]).unwrap();
    assert_eq!(twice.matches.len(), 3);
    assert!(twice.matches.iter().all(|found| !found.course.is_empty()), "the games are not lost");
}

#[test]
fn a_torn_last_line_is_noted_and_any_other_bad_line_is_an_error() {
    let torn = line_of(&format!("{}\n{{\"record\":\"ga", header_line())).unwrap();
    assert!(torn.notes[0].contains("x.jsonl, line 2: torn, and left out."), "{:?}", torn.notes);
    for (text, problem) in [
        ("{\"record\":\n", "line 1: \"{\\\"record\\\":\", expected a JSON object"),
        ("[1]\n", "line 1: "),
        (
            "\n{\"record\":\"game\"}\n",
            "line 2: \"{\\\"record\\\":\\\"game\\\"}\", expected a game: missing field",
        ),
        ("{\"final\":true}\n", "expected the result of a match: missing field"),
        ("{\"paper\":\"nau\"}\n", "expected a table: missing field"),
        (
            "{\"record\":\"header\",\"a\":\"mm\",\"b\":\"ab\"}\n",
            "expected the header of a match: missing field",
        ),
    ] {
        let error = line_of(text).unwrap_err().to_string();
        assert!(error.contains("x.jsonl, ") && error.contains(problem), "{error}");
        assert!(!error.contains('\n'));
    }
    let mut orphan = serde_json::to_value(game(0)).unwrap();
    orphan["record"] = "game".into();
    let error = line_of(&format!("{orphan}\n")).unwrap_err().to_string();
    assert!(error.ends_with("line 1: a game, expected the header of its match before it"), "{error}");
    let foreign = header_line().replace("connect4", "go");
    let error = line_of(&format!("{foreign}\n")).unwrap_err().to_string();
    assert!(error.contains("x.jsonl, line 1: ") && error.contains("\"go\""), "{error}");
}

#[test]
fn a_game_that_was_edited_is_an_error_with_its_line() {
    let mut lines = header_line() + "\n";
    let mut edited = serde_json::to_value(game(0)).unwrap();
    edited["record"] = "game".into();
    edited["moves"][0] = "9".into();
    lines += &(edited.to_string() + "\n");
    let error = line_of(&lines).unwrap_err().to_string();
    assert!(error.contains("x.jsonl, line 2: game 0: move 1: "), "{error}");
}

#[test]
fn nothing_makes_a_page_too() {
    let report = Report::new(&line_of("").unwrap(), "T");
    check_markup(&report.html);
    assert!(report.plots.is_empty());
    let error = read(&["nowhere.jsonl".into()]).unwrap_err().to_string();
    assert!(error.starts_with("cannot open nowhere.jsonl: "), "{error}");
}
