use super::*;
use crate::Error;
use crate::matches::{End, Header, Record, Side, Times};
use crate::provenance::Provenance;
use crate::quality::Measurement;
use crate::reproduce::{Reproduction, Request};
use crate::store::Store;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree::{Counters, Outcome};

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
        // The columns are the digits of the number, so that all games differ.
        moves: (0..PLIES).map(|place| (index / 7usize.pow(place as u32) % 7 + 1).to_string()).collect(),
        result,
        end: if result == Outcome::Draw { End::Plies } else { End::Forfeit },
        a_counters: counters,
        b_counters: counters,
        fault: (result != Outcome::Draw).then(|| "fell asleep".into()),
        rolls: 0,
        times: Times { a_cpu_seconds: 1e-4, b_cpu_seconds: 2e-4, seconds: 1.0, ..Times::default() },
    }
}

/// Writes a match with so many games behind what the file holds.
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

fn tables() -> Vec<Reproduction> {
    let make = |paper: &str, name: &str, height: Option<usize>| {
        let request = Request {
            paper: paper.into(),
            tables: vec![name.into()],
            height,
            boards: height.map(|_| 10),
            ..Request::default()
        };
        request.prepare(1).unwrap().make(name, &mut (), &AtomicBool::new(false)).unwrap()
    };
    vec![make("rivest", "1", None), make("nau", "pathology", Some(4))]
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

/// The result of a match as an earlier version wrote it: `pairs` by A's points, each from an opening of its own.
fn result(game: &str, a: &str, b: &str, pairs: [u64; 5]) -> Value {
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

/// Writes lines into files of a folder and makes the page of all.
fn page_of(files: &[(&str, &[Value])]) -> String {
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
    // What stands alone needs no name of its file.
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
    lines += &format!("{edited}\n");
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

#[test]
fn what_was_found_comes_first_with_its_interval() {
    let html = page_of(&[(
        "x.jsonl",
        &[
            result("connect4", "mm", "ab", [0, 0, 60, 0, 40]),
            result("connect4", "pvs", "uct", [0, 1, 0, 1, 0]),
        ],
    )]);
    let found =
        "connect4, moves=100, group 1 of 2: mm scores 0.700 ± 0.039 against ab, 200 games: mm is stronger.";
    assert!(html.find(found).unwrap() < html.find(">Ratings</h3>").unwrap());
    assert!(html.contains(
        "pvs scores 0.500 against uct, 4 games: too few independent observations (2) for a verdict."
    ));
    assert_eq!(html.matches("Every ± is half the width of a 95 % interval, clustered by opening").count(), 1);
}

#[test]
fn quality_is_drawn_over_the_budget() {
    let measured = |search: &str, budget: &str, kept: f64| {
        json!({"game": "connect4", "search": search, "budget": budget, "positions": 200, "kept": 2.0 * kept, "best": 0,
            "kept_percent": kept, "kept_error": 3.0, "best_percent": 0.0, "best_error": 0.0, "mean_evals": 1.0,
            "mean_nodes": 1.0, "cpu_seconds": 1.0, "cpu_p99": null, "cpu_worst": null, "within_percent": null,
            "faults": 0, "file": "data/labels.txt", "labelled": 200, "seed": 1})
    };
    let mut lines = Vec::new();
    for (budget, kept) in [("moves=100", 60.0), ("moves=1k", 70.0)] {
        lines.push(measured("mm", budget, kept));
        lines.push(measured("ab", budget, kept + 5.0));
        lines.push(measured("mm(eval=fitted)", budget, kept + 20.0));
    }
    for line in &mut lines {
        line["kept"] = 1.into();
    }
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    let report = Report::new(&line_of(&text).unwrap(), "T");
    let (name, plot) = &report.plots[0];
    assert_eq!((name.as_str(), report.plots.len()), ("quality-moves", 1));
    let panels: Vec<(&str, usize)> =
        plot.panels.iter().map(|panel| (panel.title.as_str(), panel.curves.len())).collect();
    assert_eq!(
        panels,
        [("connect4\nlabels.txt\nevaluator rivest", 2), ("connect4\nlabels.txt\nevaluator fitted", 1)]
    );
    assert!((plot.panels[0].curves[0].points[1].error - 5.879_892).abs() < 1e-6);
    let found = "connect4, labels.txt, evaluator rivest, moves=1000: ab keeps the outcome at 75.0 ± 5.9 % of 200 positions, \
                 the most of 2 players; next is mm with 70.0 ± 5.9 %.";
    assert!(report.html.contains(found), "{}", report.html);
}

/// What keeps a page as narrow as the screen; a browser measures the rest.
#[test]
fn every_table_and_plot_scrolls_in_a_box_of_its_own() {
    let (_folder, paths) = fixture();
    let results = read(&paths).unwrap();
    let mut pages = vec![("report.html".into(), Report::new(&results, "T").html)];
    pages.extend(Report::folder(&results, "T").pages);
    for (name, html) in &pages {
        assert!(
            html.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"),
            "{name}"
        );
        for (before, _) in html.match_indices("<table").map(|(place, _)| html.split_at(place)) {
            let open = before.rsplit('<').next().unwrap();
            assert!(open.starts_with("div class=\"wide\""), "{name}: {open}");
        }
        for class in ["<svg", "<img"] {
            for (before, _) in html.match_indices(class).map(|(place, _)| html.split_at(place)) {
                assert!(before.trim_end().rsplit('<').next().unwrap().contains("class=\"wide\""), "{name}");
            }
        }
        for rule in [".wide{max-width:100%;overflow-x:auto", "svg.plot,img.plot{max-width:100%;height:auto}"]
        {
            assert!(html.contains(rule), "{name}: {rule}");
        }
        assert!(html.contains("h1,h2,h3,h4,p,li,caption,summary{overflow-wrap:anywhere}"), "{name}");
    }
}

#[test]
fn the_pages_of_a_folder_link_to_each_other_and_to_their_plots() {
    let (_folder, paths) = fixture();
    let results = read(&paths).unwrap();
    let Folder { pages, plots } = Report::folder(&results, "A <title>");
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["index.html", "tables.html", "games.html", "quality.html"]);
    let mut linked = Vec::new();
    for (name, html) in &pages {
        assert!(html.contains("A &lt;title&gt;") && !html.contains("<script"), "{name}");
        for attribute in ["href=\"", "src=\""] {
            let links = html.split(attribute).skip(1).map(|part| part.split('"').next().unwrap());
            linked.extend(links.filter(|link| !link.starts_with('#')));
        }
    }
    for (name, _) in &pages {
        assert!(linked.contains(&name.as_str()), "{name}");
    }
    for (name, _) in &plots {
        assert_eq!(linked.iter().filter(|link| **link == format!("{name}.svg")).count(), 1, "{name}");
    }
    let is_there =
        |link: &str| names.contains(&link) || plots.iter().any(|(name, _)| format!("{name}.svg") == link);
    assert!(linked.iter().all(|link| is_there(link)), "{linked:?}");
    let again = Report::folder(&read(&paths).unwrap(), "A <title>");
    assert_eq!(again.pages, pages);
}
