//! Every text that comes from outside, one function a target: whatever the bytes, there is an answer or an error of one
//! line, never a panic, and what was read survives being written and read again.
//!
//! The tests beside this file replay the corpus and mutate it; the fuzzers under `fuzz/` call the same functions. A new
//! target is a function here, a folder of examples in `fuzz/corpus`, a line in `main.rs` and a file in `fuzz/fuzz_targets`.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree::erased::{Position, Rules};
use tiptree::{Budget, Spec, Turn};
use tiptree_games::registry;
use tiptree_lab::experiment::{Experiment, merge as merge_shards, merge_so_far};
use tiptree_lab::export::{Format, Games};
use tiptree_lab::players::Entrant;
use tiptree_lab::protocol::{Seat, Setup, serve};
use tiptree_lab::quality::labels;
use tiptree_lab::solving::Solving;
use tiptree_lab::statistics::{Pentanomial, Sequential};
use tiptree_lab::tune::Parameter;
use tiptree_lab::{Openings, Shard, json, report, tournament};

/// Games of every kind, so small that all of a position's moves can be tried.
const GAMES: [&str; 20] = [
    "connect4",
    "connect4(width=5,height=4,order=35142)",
    "connect4(width=12,height=4)",
    "tictactoe",
    "othello(size=4)",
    "othello",
    "kalah(pits=3,seeds=2)",
    "pgame(height=4)",
    "pgame(height=2,branching=3)",
    "ngame(height=4)",
    "ggame(height=5)",
    "startree(branching=4,depth=3)",
    "pig(goal=20)",
    "blackjack",
    "ewn",
    "backgammon",
    "backgammon(opening=rules)",
    "hypergammon",
    "breakthrough(width=3,height=4)",
    "hex(size=3,swap=true)",
];

/// A name with parameters.
pub fn spec(bytes: &[u8]) {
    round_trip::<Spec>(&text(bytes));
}

/// What a search may spend.
pub fn budget(bytes: &[u8]) {
    let Some(budget) = answer(text(bytes).parse::<Budget>()) else { return };
    let written = budget.to_string();
    let again: Budget = written.parse().expect("what is written can be read");
    assert_eq!(format!("{again:?}"), format!("{budget:?}"), "{written}");
}

/// A player of a match.
pub fn entrant(bytes: &[u8]) {
    let Some(entrant) = round_trip::<Entrant>(&text(bytes)) else { return };
    answer(entrant.has_own_limit());
}

/// A part of the work.
pub fn shard(bytes: &[u8]) {
    let Some(shard) = round_trip::<Shard>(&text(bytes)) else { return };
    for total in [0, 1, 1000] {
        let size = shard.size(total);
        assert!((0..size).all(|place| shard.piece(place) < total));
    }
}

/// A sequential test.
pub fn sprt(bytes: &[u8]) {
    let Some(test) = round_trip::<Sequential>(&text(bytes)) else { return };
    let Some(test) = answer(test.checked(rules("tictactoe").payoffs())) else { return };
    for pairs in [[0; 5], [100, 0, 0, 0, 0], [1, 20, 300, 20, 1], [0, 0, 1000, 0, 0], [u64::MAX >> 12; 5]] {
        assert!(!test.llr(&Pentanomial(pairs)).is_nan(), "{test} on {pairs:?}");
        test.decide(&Pentanomial(pairs));
    }
}

/// A game with parameters.
pub fn game(bytes: &[u8]) {
    let Some(spec) = answer(text(bytes).parse::<Spec>()) else { return };
    let Some(rules) = answer(registry().rules(&spec, None)) else { return };
    let again = registry().rules(rules.spec(), None).expect("what is written can be read");
    assert_eq!(again.spec(), rules.spec());
}

/// A search with parameters, which then finds a legal move or none, however little it may spend.
pub fn search(bytes: &[u8]) {
    let Some(spec) = answer(text(bytes).parse::<Spec>()) else { return };
    for game in ["tictactoe", "pig(goal=20)"] {
        let rules = rules(game);
        let Some(mut engine) = answer(rules.engine(&spec, 1)) else { continue };
        let mut position = rules.deal(1);
        while position.turn() == Turn::Chance {
            let roll = position.moves().swap_remove(2);
            position.play(&roll).expect("a position plays the moves it lists");
        }
        engine.start(&position.text()).expect("a position that is its own text");
        let report = engine.run(&Budget::moves(60));
        if let Some(best) = report.best {
            position.play(&best).expect("a search plays a legal move");
            engine.play(&best).expect("a search takes note of its own move");
            engine.run(&Budget::evals(20));
        }
    }
}

/// A game on the first line, a position of it on the second, and then moves.
pub fn position(bytes: &[u8]) {
    let text = text(bytes);
    let mut lines = text.split('\n');
    let named = lines.next().and_then(|name| GAMES.iter().find(|&&game| game == name));
    let rules = rules(named.copied().unwrap_or(GAMES[bytes.len() % GAMES.len()]));
    let Some(mut position) = answer(rules.position(lines.next().unwrap_or_default())) else { return };
    check(rules.as_ref(), position.as_ref());
    for mv in lines {
        let before = position.text();
        match answer(position.play(mv)) {
            Some(()) => check(rules.as_ref(), position.as_ref()),
            None => assert_eq!(position.text(), before, "a move refused changes nothing"),
        }
    }
}

/// Whether a position is the one that its text describes, and plays the moves it lists.
fn check(rules: &dyn Rules, position: &dyn Position) {
    let text = position.text();
    let again = rules.position(&text).expect("what is written can be read");
    assert_eq!((again.text(), again.key(), again.turn()), (text, position.key(), position.turn()));
    assert_eq!(again.moves(), position.moves());
    position.draw();
    let moves = position.moves();
    assert_eq!(moves.is_empty(), position.turn().is_over());
    if position.turn() == Turn::Chance {
        assert_eq!(position.chances().len(), moves.len());
    }
    for mv in moves {
        position.duplicate().play(&mv).expect("a position plays the moves it lists");
    }
}

/// Openings: a spec, or the content of a file.
pub fn openings(bytes: &[u8]) {
    let text = text(bytes);
    if let Some(spec) = text.strip_prefix("spec:") {
        // Dealing a million boards, which is allowed, takes seconds: work, and no hang.
        if spec.rsplit_once(':').is_some_and(|(_, count)| count.len() > 4) {
            return;
        }
        // Anything else would be a file of this machine's.
        if spec == "two-ply" || spec.starts_with("plies=") || spec.starts_with("random=") {
            answer(Openings::read(spec, rules("connect4(width=2,height=2)").as_ref(), 1));
            answer(Openings::read(spec, rules("startree(branching=2,depth=2)").as_ref(), 1));
        }
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("openings");
    fs::write(&path, bytes).expect("a file");
    let rules = rules("connect4");
    let spec = path.to_str().expect("a plain path");
    let Some(openings) = answer(Openings::read(spec, rules.as_ref(), 1)) else { return };
    for position in openings.positions {
        rules.position(&position).expect("an opening is a position");
    }
}

/// A declared experiment.
pub fn experiment(bytes: &[u8]) {
    answer(Experiment::parse(&text(bytes), Path::new("experiment.toml")));
}

/// A file of results, which a match reads before it goes on: a `+` at its beginning stands for the right header.
pub fn results(bytes: &[u8]) {
    let request = tournament::Request {
        game: "tictactoe".into(),
        players: vec!["ab".into(), "mm".into()],
        openings: Some("plies=0".into()),
        pairs: Some(3),
        ..tournament::Request::default()
    };
    let plan = request.prepare(&registry(), 1, Shard::WHOLE).expect("a tournament");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.jsonl");
    // Cancelled before it begins, a match reads what is there and plays nothing.
    let cancel = AtomicBool::new(true);
    let read = || plan.play(Some(&path), &cancel, &mut |_, _, _| ControlFlow::Continue(()));
    let mut before = bytes.to_vec();
    if let Some(records) = bytes.strip_prefix(b"+") {
        read().expect("a new file");
        before = [&fs::read(&path).expect("a file"), records].concat();
    }
    fs::write(&path, &before).expect("a file");
    let played = answer(read());
    let after = fs::read(&path).expect("a file");
    let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    match played {
        None => assert_eq!(after, before, "a file refused stays as it was"),
        Some(_) => assert!(after.starts_with(&before[..whole]), "whole lines stay"),
    }
    for played in played.unwrap_or_default() {
        serde_json::to_string(&played.tally.summary(&played.header, true)).expect("a summary");
    }
}

/// The files of two shards, with a line `====` between them.
pub fn merge(bytes: &[u8]) {
    let text = text(bytes);
    let (first, second) = text.split_once("====\n").unwrap_or((&text, ""));
    let folder = TempDir::new().expect("a folder");
    let paths = ["0", "1", "out"].map(|name| folder.path().join(name));
    fs::write(&paths[0], first).expect("a file");
    fs::write(&paths[1], second).expect("a file");
    answer(merge_so_far(&registry(), &paths[..2]));
    let merged = answer(merge_shards(&registry(), &paths[..2], &paths[2]));
    let written = fs::read_to_string(&paths[2]).ok();
    assert_eq!(written.is_some(), merged.is_some(), "half of a result is worse than none");
    if let (Some(sections), Some(written)) = (merged, written) {
        let records: u64 = sections.iter().map(|section| section.records).sum();
        assert!(written.lines().count() as u64 > records, "every record under a header");
    }
}

/// What a host says to our engine: every line gets lines for an answer, and the last search ends. The game is so small that
/// no limit matters.
pub fn ugi(bytes: &[u8]) {
    let setup = Setup {
        game: "pgame(height=3)".parse().expect("a game"),
        search: "ab".parse().expect("a search"),
        budget: Budget::moves(1000),
        evaluator: None,
        seed: 1,
    };
    let mut said = Vec::new();
    serve(Seat::new(&registry(), setup).expect("a seat"), Cursor::new(bytes.to_vec()), &mut said)
        .expect("a memory takes all");
    let said = String::from_utf8(said).expect("text");
    assert!(said.lines().all(|line| !line.trim().is_empty() && !line.contains('\r')), "{said:?}");
}

/// A parameter to be tuned.
pub fn parameter(bytes: &[u8]) {
    if let Some(parameter) =
        answer(Parameter::read(&registry(), &text(bytes), &"mm".parse().expect("a search")))
    {
        let again = Parameter::read(&registry(), &parameter.to_string(), &"mm".parse().expect("a search"));
        assert_eq!(again.expect("what is written can be read"), parameter);
    }
}

/// Labelled positions of a game with numbered moves, and of one with others.
pub fn labels(bytes: &[u8]) {
    for game in ["connect4", "ggame(height=3)"] {
        let rules = rules(game);
        let read = labels::parse(&text(bytes), Path::new("labels.txt"), rules.as_ref());
        for label in answer(read).unwrap_or_default() {
            let position = rules.position(&label.position).expect("a label is of a position");
            assert_eq!(label.moves.len(), position.moves().len());
            let is_best = |mv: &String| label.choice(mv).expect("every legal move has a score").is_best;
            assert!(position.moves().iter().any(is_best), "some move is the best");
        }
    }
}

/// Positions to be solved, one a line: every line has one answer, whatever it holds.
pub fn solve(bytes: &[u8]) {
    let rules = rules("pgame(height=2)");
    let mut solving = Solving::new(rules.as_ref(), true, Budget::nodes(1000), 1);
    let mut count = 0;
    let solved: Result<(), tiptree_lab::Error> =
        solving.solve_lines(Cursor::new(bytes.to_vec()), &mut |answer| {
            count += 1;
            let line = json::line(&answer);
            assert!(!line.contains(['\n', '\r']), "one line, got {line:?}");
            Ok(())
        });
    solved.expect("a memory is read to its end");
    assert_eq!(count, bytes.split_inclusive(|&byte| byte == b'\n').count());
}

/// A file of games that is written in other formats.
pub fn export(bytes: &[u8]) {
    for format in [Format::Sgf, Format::Text] {
        let mut games = Games::new(&registry(), Path::new("games.jsonl"), bytes);
        while let Some(Some(game)) = answer(games.read()) {
            format.write(&mut Vec::new(), &game).expect("a memory takes all");
        }
    }
}

/// A file of any results that a page is made of.
pub fn page(bytes: &[u8]) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("results.jsonl");
    fs::write(&path, bytes).expect("a file");
    if let Some(results) = answer(report::read(&registry(), &[path])) {
        let page = report::Report::new(&results, "Fuzz").html;
        assert!(!page.contains("<script>alert"), "what is read is escaped");
    }
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn rules(game: &str) -> Box<dyn Rules> {
    registry().rules(&game.parse().expect("a name"), None).expect("a game")
}

/// What was read; an error must be one line.
fn answer<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result
        .map_err(|error| {
            let line = error.to_string();
            assert!(!line.is_empty() && !line.contains(['\n', '\r']), "one line, got {line:?}");
        })
        .ok()
}

/// Reads a text, writes what was read, and reads that again.
fn round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display + Debug> + Display + Debug + PartialEq,
{
    let read = answer(text.parse::<T>())?;
    assert_eq!(read.to_string().parse::<T>().expect("what is written can be read"), read);
    Some(read)
}
