use super::*;
use crate::players::Searching;
use crate::toy::{Noughts, Race, players, rules};
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::Ordering;
use tempfile::TempDir;
use tiptree::{Outcome, Rng};

mod points;

/// Owns what a match borrows or parses.
struct Setting {
    rules: Box<dyn Rules>,
    players: Box<Players<'static>>,
    a: &'static str,
    b: &'static str,
    openings: Openings,
}

impl Setting {
    fn noughts(a: &'static str, b: &'static str) -> Setting {
        let rules = rules("noughts", Noughts);
        let openings = Openings::read("two-ply", rules.as_ref(), 1).unwrap();
        Setting { rules, players: Box::new(players(Noughts)), a, b, openings }
    }

    fn race() -> Setting {
        let rules = rules("race", Race);
        let openings = Openings::read("random=1:3", rules.as_ref(), 1).unwrap();
        Setting { rules, players: Box::new(players(Race)), a: "random", b: "first", openings }
    }

    fn at(mut self, positions: &[&str]) -> Setting {
        self.openings.positions = positions.iter().map(|&position| position.into()).collect();
        self
    }

    fn plan(&self, pairs: usize, jobs: usize) -> Match<'_> {
        let both = [self.a.parse().unwrap(), self.b.parse().unwrap()];
        Match {
            budget: Budget::evals(10),
            pairs,
            jobs,
            seed: 5,
            ..Match::new(self.rules.as_ref(), &self.players, both, &self.openings)
        }
    }
}

fn records(plan: &Match) -> Vec<Record> {
    let mut records = Vec::new();
    plan.play(None, &AtomicBool::new(false), &mut |record, _| {
        records.push(Record { times: Times::default(), ..record.clone() });
        ControlFlow::Continue(())
    })
    .unwrap();
    records
}

/// The lines of a match's file without the clock readings.
fn timeless(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let timeless = |line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    };
    text.lines().map(timeless).collect()
}

fn play_into(plan: &Match, path: &Path) -> Result<Tally, Error> {
    let mut store = Store::open(path)?;
    plan.play(Some(&mut store), &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(()))
}

#[test]
fn records_do_not_depend_on_the_number_of_jobs() {
    let setting = Setting::noughts("random", "greedy");
    let one = records(&setting.plan(100, 1));
    assert_eq!(one.len(), 200);
    assert_eq!(one, records(&setting.plan(100, 4)));
    let setting = Setting::race();
    assert_eq!(records(&setting.plan(20, 1)), records(&setting.plan(20, 4)));
}

#[test]
fn each_opening_is_played_from_both_sides() {
    let setting = Setting::noughts("first", "greedy");
    let records = records(&setting.plan(72, 2));
    for pair in records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].first, pair[1].first), (Side::A, Side::B));
    }
    let openings: Vec<&str> = records.iter().step_by(2).map(|record| record.opening.as_str()).collect();
    assert_eq!(openings, setting.plan(1, 1).openings.positions);
}

#[test]
fn the_winner_is_whoever_has_the_winning_side() {
    // At 1254 Max can win at once with 9; the player `first` takes the first free cell, 3.
    let setting = Setting::noughts("greedy", "first").at(&["1254", "12547"]);
    let records = records(&setting.plan(2, 1));
    assert_eq!((records[0].moves.join(" ").as_str(), records[0].result), ("9", Outcome::Win));
    assert_eq!(records[1].moves[0], "3");
    // Min is to move in the second opening: the first player there plays Min.
    assert_eq!((records[2].first, records[3].first), (Side::A, Side::B));
    let last_mover_wins = |record: &Record| {
        let mover_is_first = record.moves.len() % 2 == 1;
        let winner = if mover_is_first { record.first } else { record.first.other() };
        (winner == Side::A) == (record.result == Outcome::Win)
    };
    assert!(records[2..].iter().all(|record| record.result != Outcome::Draw && last_mover_wins(record)));
}

#[test]
fn openings_come_again_with_other_seeds() {
    let records = records(&Setting::noughts("random", "first").plan(144, 2));
    assert_eq!(records[0].opening, records[144].opening);
    let again = |index: usize| records[index].moves != records[index + 144].moves;
    assert!((0..144).filter(|&index| again(index)).count() > 100);
}

#[test]
fn both_games_of_a_pair_see_the_same_dice() {
    let setting = Setting::race();
    for pair in records(&setting.plan(20, 2)).chunks(2) {
        let rolls = |record: &Record| record.moves.iter().step_by(2).cloned().collect::<Vec<_>>();
        let (ours, theirs) = (rolls(&pair[0]), rolls(&pair[1]));
        let length = ours.len().min(theirs.len());
        assert!(length > 1);
        assert_eq!(ours[..length], theirs[..length]);
    }
}

#[test]
fn counters_and_times_add_up() {
    let setting = Setting::noughts("first", "first").at(&["12"]);
    let plan = setting.plan(1, 1);
    let mut seen = Vec::new();
    let tally = plan
        .play(None, &AtomicBool::new(false), &mut |record, _| {
            seen.push(record.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
    // 3 to 7 fill the board until Max has 3, 5 and 7.
    assert_eq!(seen[0].moves, ["3", "4", "5", "6", "7"]);
    assert_eq!((seen[0].result, seen[1].result), (Outcome::Win, Outcome::Loss));
    assert_eq!(seen[0].a_counters.moves, 7 + 5 + 3);
    assert_eq!(seen[0].b_counters.moves, 6 + 4);
    assert_eq!(seen[0].a_counters.evals, 30);
    assert_eq!(seen[0].times.a_cpu_seconds, 0.375);
    let summary = tally.summary(&plan.header(), true);
    assert_eq!((summary.a_stats.moves, summary.a_stats.cpu_seconds), (25, 0.625));
    assert_eq!(summary.a_stats.moves_per_cpu_second, Some(40.0));
    assert_eq!((summary.distinct_games, summary.games), (1, 2));
}

#[test]
fn the_summary_has_the_contracts_fields_in_order() {
    let setting = Setting::noughts("greedy", "random");
    let plan = setting.plan(10, 2);
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let value = serde_json::to_value(tally.summary(&plan.header(), true)).unwrap();
    let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = "final game a b budget games wins losses draws score score_ci95 elo elo_ci95 nelo nelo_ci95 los \
                    verdict pairs distinct_games llr sprt a_stats b_stats openings seed observations score_se \
                    split llr_bounds sprt_elo a_forfeits b_forfeits signature version commit dirty";
    assert_eq!(keys.join(" "), contract);
    let stats: Vec<&String> = value["a_stats"].as_object().unwrap().keys().collect();
    assert_eq!(
        stats,
        ["moves", "evals", "nodes", "cpu_seconds", "moves_per_cpu_second", "evals_per_cpu_second"]
    );
    assert_eq!(value["final"], true);
    assert_eq!((&value["budget"], &value["openings"]), (&"evals=10".into(), &"two-ply".into()));
    let pairs: u64 = value["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((pairs, value["games"].as_u64()), (10, Some(20)));
}

#[test]
fn transposed_openings_are_one_position() {
    let setting = Setting::noughts("first", "greedy").at(&["123", "321", "125"]);
    let plan = setting.plan(3, 1);
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(tally.summary(&plan.header(), true).observations, 2);
}

#[test]
fn no_games_make_a_summary_of_nulls() {
    let setting = Setting::noughts("first", "greedy");
    let summary = Tally::new(setting.rules.as_ref()).summary(&setting.plan(1, 1).header(), true);
    let value = serde_json::to_value(&summary).unwrap();
    for key in ["score", "score_ci95", "elo", "elo_ci95", "nelo", "nelo_ci95", "los", "score_se"] {
        assert!(value[key].is_null(), "{key}");
    }
    assert!(value["a_stats"]["moves_per_cpu_second"].is_null());
}

#[test]
fn the_file_has_the_contracts_fields_in_order() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    play_into(&Setting::noughts("random", "greedy").plan(2, 2), &path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    let header = r#"{"record":"header","game":"noughts","a":"random","b":"greedy","budget":"evals=10","openings":"two-ply","seed":5,"signature":null,"version":"0.1.0","commit":"unknown","dirty":null}"#;
    assert_eq!(lines[0], header);
    let game: Value = serde_json::from_str(lines[1]).unwrap();
    let keys: Vec<&str> = game.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = "record index pair opening first moves result end a_counters b_counters times";
    assert_eq!(keys.join(" "), contract);
    assert_eq!(
        (&game["record"], &game["first"], &game["end"]),
        (&"game".into(), &"a".into(), &"over".into())
    );
    let times: Vec<&String> = game["times"].as_object().unwrap().keys().collect();
    assert_eq!(times, ["a_cpu_seconds", "b_cpu_seconds", "seconds"]);
}

#[test]
fn a_match_torn_anywhere_in_its_last_lines_ends_with_the_same_file() {
    let folder = TempDir::new().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let setting = Setting::noughts("random", "greedy");
    let plan = setting.plan(3, 2);
    let verdict = play_into(&plan, &whole).unwrap().summary(&plan.header(), true);
    let bytes = std::fs::read(&whole).unwrap();
    let ends: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] == b'\n').collect();
    let torn = folder.path().join("torn.jsonl");
    let header_too = 0..=ends[0] + 1;
    for length in header_too.chain(ends[ends.len() - 3] + 1..=bytes.len()) {
        std::fs::write(&torn, &bytes[..length]).unwrap();
        let again = play_into(&plan, &torn).unwrap().summary(&plan.header(), true);
        assert_eq!(timeless(&torn), timeless(&whole), "torn at {length}");
        assert_eq!((again.pairs, again.games), (verdict.pairs, verdict.games));
    }
}

#[test]
fn finished_games_are_not_played_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let setting = Setting::noughts("random", "greedy");
    play_into(&setting.plan(4, 1), &path).unwrap();
    let before = std::fs::read_to_string(&path).unwrap();
    // Asking for fewer games removes nothing; asking for more appends.
    assert_eq!(play_into(&setting.plan(2, 1), &path).unwrap().games(), 4);
    assert_eq!(before, std::fs::read_to_string(&path).unwrap());
    assert_eq!(play_into(&setting.plan(6, 2), &path).unwrap().games(), 12);
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(after.lines().count(), 13);
}

#[test]
fn a_cancelled_match_keeps_its_games_and_can_be_resumed() {
    let folder = TempDir::new().unwrap();
    let (cut, whole) = (folder.path().join("cut.jsonl"), folder.path().join("whole.jsonl"));
    let setting = Setting::noughts("random", "greedy");
    // Many more games than the workers can finish before a slow watcher has seen the seventh.
    let plan = setting.plan(1000, 2);
    let cancel = AtomicBool::new(false);
    let tally = plan
        .play(Some(&mut Store::open(&cut).unwrap()), &cancel, &mut |record, _| {
            cancel.fetch_or(record.index == 6, Ordering::Relaxed);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!((7..2000).contains(&tally.games()), "{}", tally.games());
    assert_eq!(timeless(&cut).len() as u64, 1 + tally.games());
    play_into(&plan, &cut).unwrap();
    play_into(&plan, &whole).unwrap();
    assert_eq!(timeless(&cut), timeless(&whole));
}

#[test]
fn a_watcher_may_end_the_match_also_when_it_is_resumed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let setting = Setting::noughts("random", "greedy");
    for _ in 0..2 {
        let tally = setting
            .plan(50, 2)
            .play(Some(&mut Store::open(&path).unwrap()), &AtomicBool::new(false), &mut |_, tally| {
                if tally.pairs().pairs() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        assert_eq!(tally.games(), 6);
        assert_eq!(timeless(&path).len(), 7);
    }
}

#[test]
fn openings_that_changed_since_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    play_into(&Setting::noughts("random", "greedy").plan(2, 1), &path).unwrap();
    let error = play_into(&Setting::noughts("random", "greedy").at(&["12", "98"]).plan(2, 1), &path);
    let expected = format!("{}, line 4: opening \"13\", expected \"98\"", path.display());
    assert_eq!(error.unwrap_err().to_string(), expected);
}

/// The error for a file whose third game was edited.
fn edited(plan: &Match, edit: impl Fn(&mut Value)) -> String {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    play_into(plan, &path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    edit(&mut lines[3]);
    std::fs::write(&path, lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let error = play_into(plan, &path).unwrap_err().to_string();
    let place = format!("{}, line 4: ", path.display());
    error.strip_prefix(&place).unwrap_or_else(|| panic!("{error}")).to_owned()
}

#[test]
fn an_edited_game_is_named_and_ends_the_resume() {
    let setting = Setting::noughts("first", "first").at(&["12", "15"]);
    let plan = setting.plan(2, 1);
    assert!(
        edited(&plan, |game| game["result"] = "draw".into())
            .starts_with("game 2: result \"draw\", expected ")
    );
    let illegal = edited(&plan, |game| game["moves"][1] = "2".into());
    assert!(illegal.starts_with("game 2: move 2: "), "{illegal}");
    let longer = edited(&plan, |game| game["moves"].as_array_mut().unwrap().push("9".into()));
    assert!(longer.ends_with("expected the end of the game"), "{longer}");
    let shorter = edited(&plan, |game| drop(game["moves"].as_array_mut().unwrap().pop()));
    assert!(shorter.contains("the moves stop before the game is over"), "{shorter}");
    assert!(edited(&plan, |game| game["first"] = "b".into()).contains("expected pair 1 and a first"));
    assert!(edited(&plan, |game| game["rolls"] = 1.into()).contains("1 rolls, expected 0"));
    for (end, problem) in [
        ("proven", "it ended by the rules"),
        ("plies", "it ended by the rules"),
        ("forfeit", "it ended by the rules"),
    ] {
        assert!(edited(&plan, |game| game["end"] = end.into()).contains(problem), "{end}");
    }
    for (end, problem) in [
        ("proven", "expected a match that adjudicates"),
        ("plies", "drawn after 2 plies, expected no limit of plies"),
        ("forfeit", "a forfeit, expected a fault and a loser"),
    ] {
        let early = edited(&plan, |game| {
            game["end"] = end.into();
            game["moves"].as_array_mut().unwrap().truncate(2);
        });
        assert!(early.contains(problem), "{early}");
    }
}

#[test]
fn games_with_dice_forfeits_and_adjudication_pass_the_check() {
    let folder = TempDir::new().unwrap();
    let settings = [Setting::race(), Setting::noughts("cheat", "first"), Setting::noughts("first", "mute")];
    for (number, setting) in settings.iter().enumerate() {
        let path = folder.path().join(format!("{number}.jsonl"));
        let plan = Match { max_plies: Some(3), ..setting.plan(3, 1) };
        play_into(&plan, &path).unwrap();
        assert_eq!(play_into(&plan, &path).unwrap().games(), 6);
    }
}

#[test]
fn players_that_break_the_rules_lose_and_are_named() {
    for (player, problem) in [
        ("panic", "panic at \"12\": panicked: out of cheese"),
        ("mute", "mute at \"12\": move \"\": expected a legal move"),
        ("cheat", "cheat at \"12\": move \"castle\": expected one of 3 4 5 6 7 8 9"),
    ] {
        let setting = Setting::noughts(player, "first");
        let records = records(&setting.plan(3, 2));
        assert_eq!(records.len(), 6);
        assert_eq!(records[0].fault.as_deref(), Some(problem));
        let lost = |record: &Record| record.end == End::Forfeit && record.result == Outcome::Loss;
        assert!(records.iter().all(lost));
    }
}

#[test]
fn long_games_are_drawn_on_request() {
    let setting = Setting::noughts("first", "first").at(&["12"]);
    let records = records(&Match { max_plies: Some(4), ..setting.plan(1, 1) });
    assert_eq!(records[0].moves.len(), 4);
    assert_eq!((records[0].result, records[0].end), (Outcome::Draw, End::Plies));
}

#[test]
fn shards_hold_the_games_of_one_run() {
    let setting = Setting::noughts("random", "greedy");
    let one = records(&setting.plan(7, 2));
    let mut shards: Vec<Record> = ["0/3", "1/3", "2/3"]
        .iter()
        .flat_map(|shard| records(&Match { shard: shard.parse().unwrap(), ..setting.plan(7, 2) }))
        .collect();
    shards.sort_by_key(|record| record.index);
    assert_eq!(shards, one);
}

#[test]
fn repeated_pairs_are_no_evidence() {
    let setting = Setting::noughts("greedy", "first").at(&["12", "13"]);
    let plan = setting.plan(10, 1);
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!((tally.pairs().pairs(), tally.scores().observations()), (10, 2));
    let twice = setting.plan(2, 1).play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(()));
    let (often, once) = (tally.scores(), twice.unwrap());
    assert_eq!(
        (often.score_ci95(), often.elo_ci95()),
        (once.scores().score_ci95(), once.scores().elo_ci95())
    );
}

#[test]
fn mirror_images_are_one_opening_for_errors_and_all_are_played() {
    let rules = tiptree_games::registry().rules(&"connect4".parse().unwrap(), None).unwrap();
    let openings = Openings::read("two-ply", rules.as_ref(), 1).unwrap();
    let players = |entrant: &Entrant, seed| -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(Searching(rules.engine(entrant.search().unwrap(), seed)?)))
    };
    let both = ["mm".parse().unwrap(), "ab".parse().unwrap()];
    let plan = Match { budget: Budget::moves(60), ..Match::new(rules.as_ref(), &players, both, &openings) };
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let summary = tally.summary(&plan.header(), true);
    // One of the 49 openings is its own mirror image.
    assert_eq!((summary.games, summary.observations), (98, 25));
    assert_eq!(summary.score_ci95, tally.scores().score_ci95());
}

#[test]
fn a_summary_of_an_earlier_version_gets_the_intervals_of_this_one() {
    let setting = Setting::noughts("greedy", "random");
    let plan = setting.plan(60, 2);
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let summary = tally.summary(&plan.header(), true);
    let mut value = serde_json::to_value(&summary).unwrap();
    let fields = value.as_object_mut().unwrap();
    for key in ["score_ci95", "elo_ci95", "nelo_ci95", "verdict"] {
        fields.shift_remove(key);
    }
    let se = fields.shift_remove("score_se").unwrap();
    fields.insert("score_error".into(), se);
    // This field was not clustered, so that it is ignored.
    fields.insert("elo_error".into(), 0.001.into());
    let read = serde_json::from_value::<Summary>(value).unwrap().renewed();
    assert_eq!((read.verdict, read.score_se), (summary.verdict, summary.score_se));
    for (read, known) in [(read.score_ci95, summary.score_ci95), (read.elo_ci95, summary.elo_ci95)] {
        assert!((read.unwrap() / known.unwrap() - 1.0).abs() < 1e-2, "{read:?}, {known:?}");
    }
}

#[test]
fn rolls_are_counted() {
    let setting = Setting::race();
    for record in records(&setting.plan(3, 1)) {
        assert!(record.rolls > 0 && record.rolls < record.moves.len());
    }
}

#[test]
fn the_streams_of_dice_and_players_differ() {
    let dice = Rng::derive(5, &[0]).next_u64();
    assert_ne!(dice, Rng::derive(5, &[0, 0]).next_u64());
}

#[test]
fn real_searches_play_a_match_that_perfect_play_draws() {
    // A corner answered in the centre is a draw, and so is the centre answered in a corner.
    let setting = Setting::noughts("ab", "minimax").at(&["15", "51", "95", "57"]);
    let rules = setting.rules.as_ref();
    let mut plan = setting.plan(4, 1);
    let players = |entrant: &Entrant, seed| -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(Searching(rules.engine(entrant.search().unwrap(), seed)?)))
    };
    plan.players = &players;
    plan.budget = Budget::unlimited();
    let one = records(&plan);
    assert!(one.iter().all(|record| record.result == Outcome::Draw && record.moves.len() == 7));
    assert!(one.iter().all(|record| record.a_counters.moves > 0 && record.b_counters.moves > 0));
    plan.jobs = 4;
    assert_eq!(one, records(&plan));
}

#[test]
fn a_proven_game_ends_at_once_if_adjudicated() {
    let setting = Setting::noughts("ab", "minimax").at(&["15", "12"]);
    let rules = setting.rules.as_ref();
    let players = |entrant: &Entrant, seed| -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(Searching(rules.engine(entrant.search().unwrap(), seed)?)))
    };
    let plain = Match { players: &players, budget: Budget::unlimited(), ..setting.plan(2, 1) };
    let proven = records(&Match { adjudicate: true, ..plain.clone() });
    for (short, long) in proven.iter().zip(records(&plain)) {
        assert_eq!((short.end, long.end), (End::Proven, End::Over));
        assert_eq!(short.result, long.result);
        assert!(short.moves.is_empty());
    }
}
