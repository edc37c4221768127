//! The tables of Nau, Purdom and Tzeng 1986 as data: whether they are whole and agree with each other, and whether what
//! does not agree is marked.

use serde_json::Value;
use tiptree_lab::reproduce::{Key, Verdict};
use tiptree_papers::golden::{Cell, Golden};
use tiptree_papers::nau::significance::significance;

const TABLES: [(&str, &str); 11] = [
    ("1a", include_str!("../golden/nau-1a.toml")),
    ("1b", include_str!("../golden/nau-1b.toml")),
    ("1c", include_str!("../golden/nau-1c.toml")),
    ("2a", include_str!("../golden/nau-2a.toml")),
    ("2b", include_str!("../golden/nau-2b.toml")),
    ("3a", include_str!("../golden/nau-3a.toml")),
    ("3b", include_str!("../golden/nau-3b.toml")),
    ("4a", include_str!("../golden/nau-4a.toml")),
    ("4b", include_str!("../golden/nau-4b.toml")),
    ("5a", include_str!("../golden/nau-5a.toml")),
    ("5b", include_str!("../golden/nau-5b.toml")),
];
const CONTESTS: [(&str, &str, &str); 3] = [
    ("product-minimax", "product", "minimax"),
    ("average-minimax", "average", "minimax"),
    ("average-product", "average", "product"),
];

/// A contest at a depth: its key, and the names of its first and second method.
struct Contest {
    depth: u32,
    key: Key,
    first: &'static str,
    second: &'static str,
}

fn golden(table: &str) -> Golden {
    let (name, text) = TABLES.into_iter().find(|(name, _)| *name == table).unwrap();
    Golden::parse(name, text).unwrap()
}

fn contests(depths: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = Contest> {
    depths.flat_map(|depth| {
        CONTESTS.into_iter().map(move |(name, first, second)| {
            let key =
                [("d".to_owned(), depth.into()), ("contest".to_owned(), name.into())].into_iter().collect();
            Contest { depth, key, first, second }
        })
    })
}

/// A count, as it was meant.
fn count(golden: &Golden, key: &Key, column: &str) -> u64 {
    golden.cell(key, column).unwrap().expected().as_u64().unwrap()
}

/// Whether a number rounds to what was printed, or to what was meant.
fn rounds_to(number: f64, to: &Value, cell: &Cell) -> bool {
    (number - to.as_f64().unwrap()).abs() <= cell.precision.rounding * (1.0 + 1e-9)
}

/// Asserts that a number is the printed one, or is the corrected one and not the printed one.
fn assert_holds(number: f64, cell: &Cell, place: &str) {
    let printed = rounds_to(number, &cell.published, cell);
    match cell.corrected() {
        None => assert!(printed, "{place}: {number}, printed {}", cell.published),
        Some(corrected) => {
            let corrected = corrected.as_f64().unwrap();
            assert!(!printed, "{place}: {number} needs no correction");
            assert!((number / corrected - 1.0).abs() < 2e-3, "{place}: {number}, corrected {corrected}");
        }
    }
}

#[test]
fn every_table_has_its_cells() {
    let cells: Vec<usize> = TABLES.iter().map(|(name, _)| golden(name).len()).collect();
    // Ten or seven depths of three contests with two or three columns; Table 1c; percentages only where there are pairs.
    assert_eq!(cells, [61, 63, 88, 60, 63, 60, 63, 90, 60 + 17, 90, 60 + 19]);
}

#[test]
fn every_misprint_and_every_loss_is_marked() {
    let count = |table, verdict, column: &str| {
        let golden = golden(table);
        let remarks = golden.names().filter_map(|(key, column)| golden.cell(key, column)?.remark);
        remarks.filter(|remark| remark.verdict == verdict && remark.column.as_deref() == Some(column)).count()
    };
    let misprints = |table, column| count(table, Verdict::KnownMisprint, column);
    assert_eq!(misprints("1b", "better"), 1);
    assert_eq!(count("1b", Verdict::Unexplained, "significance"), 6);
    assert_eq!(misprints("2a", "pairs"), 11);
    assert_eq!(misprints("2b", "percent"), 1);
    assert_eq!(misprints("2b", "significance"), 5);
    assert_eq!(count("2b", Verdict::Unexplained, "significance"), 7);
    assert_eq!(misprints("3a", "pairs"), 1);
    assert_eq!(misprints("4a", "better"), 1);
    assert_eq!(misprints("5a", "percent"), 1);
    assert_eq!(misprints("5b", "pairs"), 1);
    let marked = |&(name, _): &(&str, &str)| {
        let golden = golden(name);
        golden.names().filter(|(key, column)| golden.cell(key, column).unwrap().remark.is_some()).count()
    };
    assert_eq!(TABLES.iter().map(marked).sum::<usize>(), 35);
}

#[test]
fn percentages_and_significances_follow_from_the_counts() {
    for (counts, shares) in [("1a", "1b"), ("2a", "2b"), ("3a", "3b")] {
        let (counts, golden) = (golden(counts), golden(shares));
        let mut cells = 0;
        for Contest { key, first, second, .. } in contests(2..=8) {
            let place = format!("{shares} {}", Value::from(key.clone()));
            let [pairs, wins] = ["pairs", "pair_wins"].map(|column| count(&counts, &key, column));
            let percent = golden.cell(&key, "percent").unwrap();
            assert_eq!(percent.sample.map(|sample| sample.games), Some(pairs as f64), "{place}");
            assert_holds(100.0 * wins as f64 / pairs as f64, &percent, &place);
            let sure = significance(wins, pairs).unwrap();
            assert_holds(sure, &golden.cell(&key, "significance").unwrap(), &place);
            let better = match (sure < 0.05, 2 * wins > pairs) {
                (false, _) => "?",
                (true, true) => first,
                (true, false) => second,
            };
            let label = golden.cell(&key, "better").unwrap();
            assert_eq!(label.expected(), better, "{place}");
            assert_ne!(label.corrected(), Some(&label.published), "{place}");
            cells += 3;
        }
        assert_eq!(cells, golden.len());
    }
}

#[test]
fn wins_of_games_follow_from_wins_of_pairs() {
    for (games, pairs) in [("4a", "4b"), ("5a", "5b")] {
        let (in_games, in_pairs) = (golden(games), golden(pairs));
        for Contest { key, first, second, .. } in contests(1..=10) {
            let place = format!("{games} {}", Value::from(key.clone()));
            let [pairs, pair_wins] = ["pairs", "pair_wins"].map(|column| count(&in_pairs, &key, column));
            let wins = count(&in_games, &key, "wins");
            assert_eq!(wins + pairs, 2048 + 2 * pair_wins, "{place}");
            assert_holds(100.0 * wins as f64 / 4096.0, &in_games.cell(&key, "percent").unwrap(), &place);
            match in_pairs.cell(&key, "percent") {
                Some(percent) => assert_holds(100.0 * pair_wins as f64 / pairs as f64, &percent, &place),
                None => assert_eq!(pairs, 0, "{place}"),
            }
            let better = match wins {
                2048 => "-",
                2049.. => first,
                _ => second,
            };
            assert_eq!(in_games.cell(&key, "better").unwrap().expected(), better, "{place}");
        }
    }
}

#[test]
fn nothing_is_left_to_chance_where_both_play_identically() {
    for table in ["1a", "2a", "3a"] {
        let golden = golden(table);
        for Contest { depth, key, .. } in contests(1..=10) {
            let identical = [1, 9, 10].contains(&depth);
            for column in ["pairs", "pair_wins"] {
                let cell = golden.cell(&key, column).unwrap();
                assert_eq!(cell.expected() == 0, identical, "{table} {depth} {column}");
                assert_eq!(cell.sample.map(|sample| sample.games), (!identical).then_some(1600.0));
            }
        }
    }
}

#[test]
fn the_lost_column_is_the_only_one_that_fits() {
    let (counts, shares) = (golden("2a"), golden("2b"));
    for Contest { key, .. } in contests(2..=8) {
        if counts.cell(&key, "pairs").unwrap().corrected().is_none() {
            continue;
        }
        let percent = shares.cell(&key, "percent").unwrap();
        let wins = count(&counts, &key, "pair_wins");
        let fits = |&pairs: &u64| rounds_to(100.0 * wins as f64 / pairs as f64, &percent.published, &percent);
        let fitting: Vec<u64> = (wins..=1600).filter(fits).collect();
        assert_eq!(fitting, [count(&counts, &key, "pairs")]);
    }
}

#[test]
fn the_search_that_sees_the_end_is_perfect() {
    let golden = golden("1c");
    for k in 3..=13 {
        for d in 1..=k {
            let key = [("k".to_owned(), k.into()), ("d".to_owned(), d.into())].into_iter().collect();
            let cell = golden.cell(&key, "correct").unwrap();
            assert_eq!(cell.published == 1.0, d + 1 >= k, "k = {k}, d = {d}");
            assert_eq!(cell.sample.is_none(), d + 1 >= k, "k = {k}, d = {d}");
        }
    }
}
