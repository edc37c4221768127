//! Matches of a game whose payoffs are points.

use super::*;
use crate::statistics::{Model, Scores};
use tiptree::Turn;
use tiptree_games::blackjack::Blackjack;

/// Blackjack, in which Max draws cards and Min is the bank: it never moves, and pays.
fn blackjack(a: &'static str, b: &'static str) -> Setting {
    with_rules(Blackjack::default(), a, b)
}

fn with_rules(game: Blackjack, a: &'static str, b: &'static str) -> Setting {
    let rules = rules("blackjack", game);
    let openings = Openings::read("plies=0", rules.as_ref(), 1).unwrap();
    Setting { rules, players: Box::new(players(game)), a, b, openings }
}

#[test]
fn a_push_is_a_draw_whatever_a_blackjack_pays() {
    let game = Blackjack::default().without_doubles().with_splits(0).unwrap();
    let setting = with_rules(game, "first", "random");
    let records = records(&setting.plan(400, 1));
    assert!(records.iter().any(|record| record.result == Outcome::Draw));
    for record in &records {
        let points = record.points.unwrap();
        let known = match record.result {
            Outcome::Win => points > 0.0,
            Outcome::Draw => points == 0.0,
            Outcome::Loss => points < 0.0,
        };
        assert!(known, "{record:?}");
    }
}

#[test]
fn every_game_has_the_points_that_max_won_and_min_paid() {
    let setting = blackjack("first", "random");
    let plan = setting.plan(60, 2);
    let (mut records, mut known) = (Vec::new(), Scores::of(setting.rules.payoffs()));
    let tally = plan.play(None, &AtomicBool::new(false), &mut |record, _| {
        records.push(record.clone());
        ControlFlow::Continue(())
    });
    for pair in records.chunks(2) {
        let points = [1.0, -1.0].iter().zip(pair).map(|(sign, record)| {
            let mut position = setting.rules.position(&record.opening).unwrap();
            record.moves.iter().for_each(|mv| position.play(mv).unwrap());
            let Turn::Over(payoff) = position.turn() else { panic!("{record:?}") };
            assert_eq!(record.points, Some(sign * payoff));
            sign * payoff
        });
        known.add_points(None, points.sum::<f64>() / 2.0);
    }
    let summary = tally.unwrap().summary(&plan.header(), true);
    assert!(summary.points.and_then(|points| points.ci95).is_some_and(|ci95| ci95 > 0.0));
    assert_eq!(summary.points, known.points());
    let again = summary.scores(Some(setting.rules.payoffs())).points().unwrap();
    for [again, known] in
        [[again.mean, summary.points.unwrap().mean], [again.ci95, summary.points.unwrap().ci95]]
    {
        assert!((again.unwrap() - known.unwrap()).abs() < 1e-4);
    }
}

#[test]
fn games_of_wins_draws_and_losses_have_no_points() {
    for setting in [Setting::noughts("first", "random"), Setting::race()] {
        let plan = setting.plan(3, 1);
        assert!(records(&plan).iter().all(|record| record.points.is_none()));
        let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
        let json = serde_json::to_value(tally.summary(&plan.header(), true)).unwrap();
        assert!(json.get("points").is_none() && json.get("points_ci95").is_none());
    }
}

#[test]
fn points_that_are_not_known_yet_are_null() {
    let setting = blackjack("first", "random");
    let plan = setting.plan(2, 1);
    let mut tally = Tally::new(setting.rules.as_ref());
    let mut known = Vec::new();
    for record in [None].into_iter().chain(records(&plan).iter().map(Some)) {
        record.map_or(Ok(()), |record| tally.add(setting.rules.as_ref(), record)).unwrap();
        let summary = tally.summary(&plan.header(), false);
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(serde_json::from_value::<Summary>(json.clone()).unwrap().points, summary.points);
        known.push(["points", "points_ci95"].map(|name| json.get(name).map(Value::is_number)));
    }
    let [none, mean, both] = [[false, false], [true, false], [true, true]].map(|known| known.map(Some));
    assert_eq!(known, [none, none, mean, mean, both]);
    // A summary of a game that counts none.
    let setting = Setting::noughts("first", "random");
    let summary = Tally::new(setting.rules.as_ref()).summary(&setting.plan(1, 1).header(), true);
    let json = serde_json::to_value(summary).unwrap();
    assert_eq!(serde_json::from_value::<Summary>(json).unwrap().points, None);
}

#[test]
fn a_pair_has_dice_of_its_own_if_either_game_rolled_them() {
    let setting = blackjack("first", "random");
    for rolls in [[0, 0], [0, 5], [5, 0], [5, 5]] {
        let mut tally = Tally::new(setting.rules.as_ref());
        for mut record in records(&setting.plan(3, 1)) {
            record.rolls = rolls[record.index % 2];
            tally.add(setting.rules.as_ref(), &record).unwrap();
        }
        assert_eq!(tally.scores().observations(), if rolls == [0, 0] { 1 } else { 3 }, "{rolls:?}");
    }
}

#[test]
fn a_game_that_ended_early_pays_the_most_or_the_middle() {
    let setting = blackjack("cheat", "first");
    let most = setting.rules.payoffs().high;
    let faults: Vec<Record> =
        records(&setting.plan(20, 1)).into_iter().filter(|record| record.end == End::Forfeit).collect();
    assert!(faults.len() > 5 && faults.iter().all(|record| record.points == Some(-most)));
    let setting = blackjack("random", "random");
    let drawn = records(&Match { max_plies: Some(1), ..setting.plan(20, 1) });
    assert!(drawn.iter().any(|record| record.end == End::Plies));
    assert!(drawn.iter().all(|record| record.end != End::Plies || record.points == Some(0.0)));
}

#[test]
fn a_resume_checks_points_and_computes_those_that_a_file_lacks() {
    let setting = blackjack("first", "random");
    let plan = setting.plan(4, 1);
    let problem = edited(&plan, |game| game["points"] = 7.25.into());
    assert!(problem.starts_with("game 2: points 7.25, expected "), "{problem}");
    let noughts = Setting::noughts("first", "first").at(&["12", "15"]);
    let problem = edited(&noughts.plan(2, 1), |game| game["points"] = 1.into());
    assert_eq!(problem, "game 2: points 1, expected none");

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let whole = play_into(&plan, &path).unwrap();
    let again = play_into(&plan, &path).unwrap();
    assert_eq!(again.scores(), whole.scores());
    let text = std::fs::read_to_string(&path).unwrap();
    for kept in [0, 3] {
        let without = text.lines().enumerate().map(|(number, line)| {
            let mut value: Value = serde_json::from_str(line).unwrap();
            if number > kept {
                value.as_object_mut().unwrap().remove("points");
            }
            value.to_string() + "\n"
        });
        std::fs::write(&path, without.collect::<String>()).unwrap();
        let old = play_into(&plan, &path).unwrap();
        assert!(whole.scores().points().is_some());
        assert_eq!(old.scores(), whole.scores());
    }
}

#[test]
fn a_test_by_points_stops_the_match() {
    // The first move is to stand, which is better than any move at random.
    let setting = blackjack("first", "random");
    let sprt = Sequential { model: Model::Points, .."0,0.5".parse().unwrap() };
    let plan = Match { sprt: Some(sprt), ..setting.plan(2000, 2) };
    let tally = plan.play(None, &AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let summary = tally.summary(&plan.header(), true);
    assert!((32..4000).contains(&summary.games), "{}", summary.games);
    assert_ne!(summary.sprt, Some(Hypothesis::Continue));
    assert_eq!((summary.sprt_elo, summary.sprt_points), (None, Some([0.0, 0.5])));
}
