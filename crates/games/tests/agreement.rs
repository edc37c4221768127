//! The searches agree on whole games: run to the end, each proves the same value of every position.

use std::collections::HashSet;
use tiptree::{Budget, Outcome, Report, Spec};
use tiptree_games::registry;

/// The report of a search without limits.
fn solved(game: &Spec, search: &str, position: &str) -> Report<String> {
    let mut player = registry().engine(game, None, &search.parse().unwrap(), 1).unwrap();
    player.start(position).unwrap();
    player.run(&Budget::unlimited())
}

/// Every position that play reaches within `plies`, once each.
fn reachable(game: &Spec, plies: usize) -> Vec<String> {
    let rules = registry().rules(game, None).unwrap();
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    let mut front = vec![rules.position("").unwrap()];
    for _ in 0..=plies {
        let mut next = Vec::new();
        for position in front {
            if position.turn().is_over() || !seen.insert(position.key()) {
                continue;
            }
            all.push(position.text());
            next.extend(position.moves().iter().map(|mv| {
                let mut after = position.duplicate();
                after.play(mv).unwrap();
                after
            }));
        }
        front = next;
    }
    all
}

/// The proven results of the searches. Positions with a forced move are left out, because they are not searched.
fn outcomes(game: &Spec, searches: &[&str], position: &str) -> Vec<Option<Outcome>> {
    let reports = searches.iter().map(|search| solved(game, search, position));
    let searched = reports.filter(|report| report.moves.len() > 1);
    searched.map(|report| report.proven.and_then(|proven| proven.result)).collect()
}

fn all_agree(game: &str, plies: usize, searches: &[&str]) {
    let game: Spec = game.parse().unwrap();
    for position in reachable(&game, plies) {
        let outcomes = outcomes(&game, searches, &position);
        let agree = outcomes.iter().all(|outcome| outcome.is_some() && *outcome == outcomes[0]);
        assert!(agree, "{game} {position:?}: {outcomes:?}");
    }
}

#[test]
fn every_position_of_tic_tac_toe_has_one_value() {
    all_agree("tictactoe", 9, &["mm", "ab", "minimax", "pvs", "mtdf"]);
    // A thread takes longer to start than such a search takes: the positions after three plies are enough.
    all_agree("tictactoe", 3, &["pvs", "pvs(threads=2)"]);
    let game = "tictactoe".parse().unwrap();
    for search in ["mm", "ab", "minimax", "mm(backup=mean)", "mm(penalty=forced-win)", "mm(redescend=leaves)"]
    {
        let proven = solved(&game, search, "").proven.expect(search);
        assert_eq!(proven.result, Some(Outcome::Draw), "{search}");
    }
}

#[test]
fn small_boards_of_connect_four_have_one_value() {
    for (game, plies) in [
        ("connect4(width=4,height=1)", 4),
        ("connect4(width=1,height=5)", 5),
        ("connect4(width=2,height=5)", 4),
        ("connect4(width=3,height=3)", 3),
        ("connect4(width=6,height=1)", 6),
    ] {
        let searches = ["mm", "ab", "ab(reading=v0)", "minimax", "mm(backup=product)", "pvs", "mtdf"];
        all_agree(game, plies, &searches);
    }
}

#[test]
fn small_boards_of_squares_have_one_value() {
    // The product rule treats an estimate of 0 or 1 as certain and searches no further, so it needs an evaluator that
    // returns neither.
    let searches = [
        "mm",
        "ab",
        "minimax",
        "mm(backup=product,eval=neutral)",
        "mm(penalty=forced-win,eval=neutral)",
        "pvs",
        "mtdf",
        "pvs(threads=2)",
    ];
    for game in ["pgame(height=5)", "pgame(height=3,branching=3,p=0.5)", "ngame(height=6)", "ggame(height=7)"]
    {
        all_agree(game, 7, &searches);
    }
    all_agree("pgame(height=4)", 4, &["mm(eval=e2)", "ab(eval=e2)", "pvs(eval=e2)", "minimax(eval=neutral)"]);
    all_agree(
        "ggame(height=6)",
        6,
        &["mm(eval=e3)", "ab(eval=e3)", "mtdf(eval=e3)", "minimax(eval=neutral)"],
    );
}
