//! Which results are comparable, and the standings of the players.

use super::*;

/// The result of a match as an earlier version wrote it: `pairs` by A's points, each from an opening of its own.
pub(super) fn result(game: &str, a: &str, b: &str, pairs: [u64; 5]) -> Value {
    let count: u64 = pairs.iter().sum();
    let [none, half, one, more, both] = pairs;
    let (wins, draws) = (2 * both + more + one, half + more);
    let stats = json!({"moves": 1, "evals": 1, "nodes": 1, "cpu_seconds": 1.0, "moves_per_cpu_second": 1.0,
        "evals_per_cpu_second": 1.0});
    json!({"final": true, "game": game, "a": a, "b": b, "budget": "moves=100", "games": 2 * count, "wins": wins,
        "losses": 2 * none + half + one, "draws": draws,
        "score": (wins as f64 + draws as f64 / 2.0) / (2 * count) as f64,
        "elo": 1.0, "nelo": null, "los": null, "pairs": pairs, "distinct_games": 2 * count, "llr": null, "sprt": null,
        "a_stats": stats, "b_stats": stats, "openings": "two-ply", "seed": 1, "observations": count,
        "score_error": 0.02})
}

/// Writes lines into files of a folder and makes one page of all.
pub(super) fn page_of(files: &[(&str, &[Value])]) -> String {
    let folder = TempDir::new().unwrap();
    for (name, lines) in files {
        let lines: String = lines.iter().map(|line| line.to_string() + "\n").collect();
        std::fs::write(folder.path().join(name), lines).unwrap();
    }
    let html = Report::new(&read(&[folder.path().to_owned()]).unwrap(), "T").html;
    check_markup(&html);
    html
}

/// The rating tables of a page: their players from top to bottom.
fn rated(html: &str) -> Vec<Vec<&str>> {
    fn players(table: &str) -> Vec<&str> {
        let rows = table.split("<tr><th scope=\"row\">").skip(1);
        rows.map(|row| row.split('<').next().unwrap()).collect()
    }
    let tables = html.split("<table>").map(|table| table.split("</table>").next().unwrap());
    tables.filter(|table| table.contains(">Rank</th>")).map(players).collect()
}

#[test]
fn a_player_without_a_rating_stands_below_the_rated_ones() {
    let html = page_of(&[(
        "x.jsonl",
        &[
            result("connect4", "mm", "ab", [4, 8, 10, 12, 6]),
            result("connect4", "pvs", "ab", [0, 0, 0, 0, 40]),
            result("connect4", "uct", "mm", [40, 0, 0, 0, 0]),
        ],
    )]);
    assert_eq!(rated(&html), [["mm", "ab", "pvs", "uct"]]);
    for (player, reason) in [("pvs", "unrated: won every game"), ("uct", "unrated: lost every game")] {
        let row = format!(
            "<tr><th scope=\"row\">{player}</th><td>–</td><td><small class=\"remark\">{reason}</small></td>"
        );
        assert!(html.contains(&row), "{row}");
    }
}

#[test]
fn players_who_never_met_are_not_rated_together() {
    let pairs = [4, 8, 10, 12, 6];
    let html = page_of(&[(
        "x.jsonl",
        &[
            result("connect4", "mm", "ab", pairs),
            result("connect4", "pvs", "mtdf", pairs),
            result("connect4", "uct", "puct", pairs),
            result("connect4", "puct", "mm", pairs),
        ],
    )]);
    assert_eq!(rated(&html), [vec!["uct", "puct", "mm", "ab"], vec!["pvs", "mtdf"]]);
    assert!(html.contains(">connect4, moves=100, group 2 of 2</h4>"));
}

#[test]
fn one_game_or_player_in_two_spellings_is_one() {
    let pairs = [4, 8, 10, 12, 6];
    let html = page_of(&[(
        "x.jsonl",
        &[
            result("connect4", "mm(p=40,backup=mean)", "ab", pairs),
            result("connect4(width=7,height=6)", "mm(backup=mean,p=40)", "mtdf(eval=rivest)", pairs),
            result("connect4(height=6)", "mtdf", "uct", pairs),
        ],
    )]);
    assert_eq!(rated(&html).len(), 1);
    assert_eq!(rated(&html)[0].len(), 4);
    assert!(!html.contains("width=7") && !html.contains("height=6"));
}

#[test]
fn evaluators_openings_budgets_and_builds_are_not_pooled() {
    let pairs = [4, 8, 10, 12, 6];
    let with = |key: &str, value: &str| {
        let mut result = result("connect4", "mm", "ab", pairs);
        result[key] = value.into();
        result
    };
    let mut lines = vec![
        with("seed", "1"),
        with("openings", "plies=4"),
        with("budget", "moves=1k"),
        with("commit", "1a2b3c"),
        with("game", "kalah"),
        result("connect4", "mm(eval=fitted)", "ab(eval=fitted)", pairs),
        result("connect4", "mm(eval=fitted)", "ab", pairs),
    ];
    lines[0]["seed"] = 1.into();
    let html = page_of(&[("x.jsonl", &lines)]);
    assert_eq!(rated(&html).len(), lines.len());
    assert!(rated(&html).iter().all(|players| players.len() == 2));
    for part in
        ["evaluator fitted", "evaluator fitted and rivest", "openings plies=4", "moves=1000", "(1a2b3c)"]
    {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn files_are_experiments_of_their_own() {
    let pairs = [4, 8, 10, 12, 6];
    let (one, other) = (result("connect4", "mm", "ab", pairs), result("connect4", "ab", "pvs", pairs));
    let html = page_of(&[("2026-11-15-one.jsonl", &[one]), ("other.jsonl", &[other])]);
    assert_eq!(rated(&html), [["mm", "ab"], ["ab", "pvs"]]);
    for text in [">one</h2>", ">other</h2>", "one.jsonl. Build unknown. Date: 2026-11-15."] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn the_shards_of_a_run_are_one_experiment() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, shard: Option<usize>| {
        let path = folder.path().join(name);
        let mut store = Store::open(&path).unwrap();
        let shard_text = shard.map(|shard| format!("{shard}/2"));
        store.enter(&Header { shard: shard_text, ..header("mm", "ab", "moves=100") }).unwrap();
        let is_own = |index: &usize| shard.is_none_or(|shard| index / 2 % 2 == shard);
        (0..80).filter(is_own).for_each(|index| store.append(&game(index)).unwrap());
        store.sync().unwrap();
        path
    };
    let (shards, whole) =
        ([write("a.jsonl", Some(0)), write("b.jsonl", Some(1))], write("whole.jsonl", None));
    let (shards, whole) = (read(&shards).unwrap(), read(&[whole]).unwrap());
    let (shards, whole) = (experiments::sort(&shards), experiments::sort(&whole));
    assert_eq!((shards.len(), shards[0].files.len(), shards[0].matches().count()), (1, 2, 1));
    let summary = |experiments: &[experiments::Experiment]| {
        let summary = experiments[0].matches().next().unwrap().summary.clone();
        (summary.games, summary.score, summary.score_ci95, summary.elo, summary.pairs, summary.observations)
    };
    assert_eq!(summary(&shards), summary(&whole));
}
