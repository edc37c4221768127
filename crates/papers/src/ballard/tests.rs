//! The paper's numbers, its equations, and what the plan refuses.

use super::*;
use std::sync::atomic::Ordering;
use tiptree_lab::reproduce::Verdict;

fn plan(branchings: &[u16], trees: u32) -> Plan {
    Plan { branchings: branchings.to_vec(), trees: Some(trees), jobs: 2, ..Plan::default() }
}

fn reproduce(plan: &Plan, name: &str) -> Reproduction {
    plan.table(name, &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

fn ours(table: &Reproduction, row: &Key, column: &str) -> f64 {
    let row = table.rows.iter().find(|known| &known.key == row && known.column == column);
    row.unwrap_or_else(|| panic!("no {column}")).ours.as_f64().unwrap()
}

/// The rows that do not agree.
fn others(table: &Reproduction) -> Vec<(String, &str, Verdict)> {
    let others = table.rows.iter().filter(|row| !row.verdict.agrees());
    others.map(|row| (Value::from(row.key.clone()).to_string(), row.column.as_str(), row.verdict)).collect()
}

#[test]
fn the_best_cases_are_the_published_ones_to_the_leaf() {
    for (name, cells) in [("1", 20), ("2", 17)] {
        let table = reproduce(&Plan::default(), name);
        assert_eq!((table.exact, table.rows.len()), (cells, cells), "{:?}", others(&table));
    }
    let notes = reproduce(&Plan::default(), "2").notes;
    assert!(notes.iter().any(|note| note.contains("677 / 20 = 33.85")), "{notes:?}");
}

/// The number of -nodes spared at best below the \*node of value `w - n/2` (equation 13).
fn spared(n: f64, w: f64) -> f64 {
    let root = 13.0 * n * n - 20.0 * n * w - 18.0 * n + 4.0 * w * w + 12.0 * w + 9.0;
    (0.5 * (3.0 + 2.0 * w - 3.0 * n + root.sqrt()) + 1e-9).floor()
}

#[test]
fn the_best_cases_follow_the_papers_equation_for_every_branching_factor() {
    let branchings: Vec<u16> = (1..=35).map(|half| 2 * half).collect();
    let (star1, star2) = (reproduce(&plan(&branchings, 1), "1"), reproduce(&plan(&branchings, 1), "2"));
    for n in branchings {
        let (row, size) = (key([("n", n.into())]), f64::from(n));
        // Star2 visits one leaf of each -node searched. Star1 visits all leaves of each but the last, where it visits
        // one; it also visits only one leaf of the -node at the lower bound.
        let searched: Vec<f64> =
            (1..n).map(|place| size - spared(size, size / 2.0 - f64::from(place))).collect();
        let probed: f64 = searched.iter().sum();
        assert_eq!(ours(&star2, &row, "star2_leaves"), size * size + probed, "N = {n}");
        let full: f64 = searched.iter().map(|searched| (searched - 1.0) * size + 1.0).sum();
        let at_the_bound = if n == 2 { 0.0 } else { size - 1.0 };
        assert_eq!(ours(&star1, &row, "star1_leaves"), size * size + full - at_the_bound, "N = {n}");
    }
}

#[test]
fn averages_over_a_few_trees_are_within_the_error_of_the_published_ones() {
    for (name, plan) in [
        ("3", plan(&[2, 4, 6, 8, 10, 20], 200)),
        ("4", plan(&[4, 6, 8, 10, 20], 200)),
        ("5", plan(&[4, 6, 8, 10, 20], 200)),
        ("7", plan(&[], 20)),
        ("fig9", plan(&[2, 4, 6, 8, 10], 200)),
    ] {
        let table = reproduce(&plan, name);
        let expected = match name {
            "7" => vec![(r#"{"n":20,"probe":8}"#.into(), "sequential_cutoffs", Verdict::KnownMisprint)],
            // Table 4 has no N = 2.
            "fig9" => vec![(r#"{"n":2}"#.into(), "star2_average_percent", Verdict::NotPublished)],
            _ => vec![],
        };
        assert_eq!(others(&table), expected, "table {name}");
        assert!(table.exact + table.within >= 12);
    }
}

#[test]
fn the_mean_at_the_smallest_branching_factor_tells_that_the_leftmost_node_is_searched_exhaustively() {
    // The mean over all orders of the fourteen arcs is 57/8; without the rule it would be 55/8.
    let mean = ours(&reproduce(&plan(&[2], 20_000), "3"), &key([("n", 2.into())]), "star1_leaves");
    assert!((mean - 7.125).abs() < 0.03, "{mean}");
}

#[test]
fn equation_21_gives_the_published_numbers_but_for_the_last() {
    for (n, published) in [(4, 57), (6, 188), (8, 438), (10, 846), (20, 6557), (30, 21805), (40, 51229)] {
        assert_eq!(table_5::algebraic(n).round(), f64::from(published));
    }
    let table = reproduce(&plan(&[40], 3), "5");
    assert_eq!(others(&table), [(r#"{"n":40}"#.into(), "algebraic", Verdict::Unexplained)]);
}

#[test]
fn the_best_cases_of_deeper_trees_are_the_published_ones_where_any_reading_gives_them() {
    let best = |row: &&tiptree_lab::reproduce::Row| row.column.ends_with("best_percent");
    for (branchings, depth) in
        [(vec![], 3), (vec![], 4), (vec![4, 6, 10], 5), (vec![4, 6], 6), (vec![4, 6], 7)]
    {
        let plan = Plan { depth: Some(depth), ..plan(&branchings, 1) };
        for row in reproduce(&plan, "6").rows.iter().filter(best) {
            let unexplained = row.column == "star2_best_percent" && depth % 2 == 0;
            let expected = if unexplained { Verdict::Unexplained } else { Verdict::Exact };
            assert_eq!(row.verdict, expected, "{row:?}");
        }
    }
}

#[test]
fn averages_of_deeper_trees_are_within_the_error_of_the_published_ones_for_star1_alone() {
    for depth in [3, 4, 5] {
        let table = reproduce(&Plan { depth: Some(depth), ..plan(&[4, 6], 100) }, "6");
        for row in table.rows.iter().filter(|row| row.column == "star1_average_percent") {
            assert!(row.verdict.agrees(), "{row:?}");
        }
        assert_eq!(table.differs, 0);
    }
}

#[test]
fn the_table_of_deeper_trees_has_the_papers_rows() {
    let golden = Golden::parse("6", include_str!("../../golden/ballard-6.toml")).unwrap();
    let best = table_6::series(&Plan::default()).unwrap().into_iter().filter(|series| !series.is_random());
    let shapes: Vec<Key> = best
        .map(|series| key([("n", series.tree.branching().into()), ("depth", series.tree.depth().into())]))
        .collect();
    let mut published: Vec<Key> = golden.names().map(|(key, _)| key.clone()).collect();
    published.dedup();
    assert_eq!(shapes, published);
}

#[test]
fn the_best_node_first_saves_more_than_the_paper_says() {
    let table = reproduce(&plan(&[], 10), "7.2");
    assert_eq!((table.differs, table.rows.len()), (0, 4));
    let percent = |probe: u16, first: &str| {
        let row = key([("n", 40.into()), ("probe", probe.into()), ("first", first.into())]);
        ours(&table, &row, "percent")
    };
    assert!((percent(1, "best") - 27.5).abs() < 1.0);
    assert!((percent(2, "best") - 19.4).abs() < 1.0);
    assert!(percent(2, "random") < percent(1, "random"));
}

#[test]
fn leaves_are_visited_in_the_order_of_the_figure() {
    let figure = reproduce(&Plan::default(), "fig10");
    let orders: Vec<(&str, &str)> = figure
        .rows
        .iter()
        .map(|row| (row.key["search"].as_str().unwrap(), row.ours.as_str().unwrap()))
        .collect();
    assert_eq!(
        orders,
        [
            ("expectimax", "1 2 3 4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16"),
            ("star1", "1 2 3 4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16"),
            ("star2", "1 5 6 7 | 2 8 9 10 | 3 11 12 13 | 4 14 15 16"),
            ("star25(probe=2,order=cyclic)", "1 5 9 10 | 2 6 11 12 | 3 7 13 14 | 4 8 15 16"),
            ("star25(probe=2,order=sequential)", "1 2 9 10 | 3 4 11 12 | 5 6 13 14 | 7 8 15 16"),
        ]
    );
}

#[test]
fn the_figure_has_a_curve_for_each_table() {
    let plot = reproduce(&plan(&[10, 4], 20), "fig9").plot().unwrap();
    let curves = &plot.panels[0].curves;
    assert_eq!(curves.len(), 4);
    assert!(curves.iter().all(|curve| curve.points.iter().map(|point| point.x).eq([4.0, 10.0])));
    assert!(plot.svg().contains("Star2, average"));
}

#[test]
fn a_probing_factor_as_great_as_the_branching_factor_makes_sequential_probing_star1() {
    let table = reproduce(&plan(&[6, 4], 50), "7");
    for n in [4, 6] {
        let row = key([("n", n.into()), ("probe", n.into())]);
        let star1 = ours(&reproduce(&plan(&[n], 50), "3"), &key([("n", n.into())]), "percent");
        // Probing visits all leaves of a -node where Star1 would stop at the least possible value.
        assert!((ours(&table, &row, "sequential_percent") - star1).abs() < 2.0);
    }
    assert_eq!(table.rows.len(), 4 * (4 + 6));
}

#[test]
fn nothing_depends_on_the_number_of_workers() {
    for (name, plan) in
        [("4", plan(&[4, 10], 300)), ("6", Plan { depth: Some(5), ..plan(&[6], 40) }), ("7", plan(&[6], 40))]
    {
        let alone = reproduce(&Plan { jobs: 1, ..plan.clone() }, name);
        let together = reproduce(&Plan { jobs: 3, ..plan.clone() }, name);
        assert_eq!(alone.rows, together.rows);
        assert_eq!(alone.parameters, together.parameters);
        assert_ne!(alone.rows, reproduce(&Plan { seed: 2, ..plan }, name).rows);
    }
}

#[test]
fn who_watches_sees_every_tree() {
    for (name, plan) in
        [("1", plan(&[4, 6], 9)), ("4", plan(&[4, 6], 9)), ("7", plan(&[4], 9)), ("fig9", plan(&[4], 9))]
    {
        let mut last = 0;
        let cancel = AtomicBool::new(false);
        plan.table(name, &cancel, &mut |_, done| last = done).unwrap();
        assert_eq!(last, plan.work(name).unwrap(), "table {name}");
    }
    assert_eq!(plan(&[4], 9).work("7").unwrap(), 36);
}

#[test]
fn an_interrupted_run_keeps_what_was_counted() {
    let cancel = AtomicBool::new(true);
    for name in TABLES {
        let table = Plan::default().table(name, &cancel, &mut |_, _| {}).unwrap();
        assert_eq!(table.differs, 0, "table {name}");
        assert!(name == "fig10" || table.notes.iter().any(|note| note.starts_with("Interrupted after 0 of")));
    }
    let cancel = AtomicBool::new(false);
    let plan = Plan { jobs: 1, ..plan(&[10], 10_000) };
    let table = plan.table("3", &cancel, &mut |_, _| cancel.store(true, Ordering::Relaxed)).unwrap();
    assert_eq!(table.rows.len(), 2);
    assert!(table.notes[0].starts_with("Interrupted after "), "{:?}", table.notes);
}

#[test]
fn the_deviations_in_the_golden_tables_are_ours() {
    let cancel = AtomicBool::new(false);
    let mut watch = |_: &str, _: u64| {};
    let run = &mut Run::new(&cancel, &mut watch, 0);
    let few = plan(&[4, 8, 20], 200);
    let deep = Plan { depth: Some(4), ..plan(&[4, 6, 10], 200) };
    let once = plan(&[20], 40);
    let tables = [
        (
            include_str!("../../golden/ballard-3.toml"),
            table_3::cells(&few, run, &table_3::series(&few).unwrap()),
        ),
        (
            include_str!("../../golden/ballard-4.toml"),
            table_4::cells(&few, run, &table_4::series(&few).unwrap()),
        ),
        (
            include_str!("../../golden/ballard-5.toml"),
            table_5::cells(&few, run, &table_5::series(&few).unwrap()),
        ),
        (
            include_str!("../../golden/ballard-6.toml"),
            table_6::cells(&deep, run, &table_6::series(&deep).unwrap()),
        ),
        (
            include_str!("../../golden/ballard-7.toml"),
            table_7::cells(&once, run, &table_7::series(&once).unwrap()),
        ),
    ];
    for (text, cells) in tables {
        let golden = Golden::parse("test", text).unwrap();
        let mut compared = 0;
        for cell in cells {
            let published = golden.cell(&cell.row, cell.column).unwrap();
            let Some(spread) = published.spread else { continue };
            let ratio = cell.moments.deviation() / spread.deviation;
            assert!((0.6..1.5).contains(&ratio), "{ratio} at {cell:?}");
            compared += 1;
        }
        assert!(compared >= 3, "{}", golden.citation);
    }
}

#[test]
fn what_cannot_be_counted_is_refused_with_what_can() {
    let refusal = |plan: &Plan, name: &str| {
        let refused = plan.table(name, &AtomicBool::new(false), &mut |_, _| {}).unwrap_err().to_string();
        assert_eq!(plan.work(name).unwrap_err().to_string(), refused);
        refused
    };
    assert_eq!(
        refusal(&Plan::default(), "8"),
        r#"table of ballard "8": expected one of 1, 2, 3, 4, 5, 6, 7, 7.2, fig9, fig10"#
    );
    assert!(
        refusal(&plan(&[4, 5], 1), "3").starts_with(r#"branching of startree "5": expected an even number"#)
    );
    assert_eq!(refusal(&plan(&[4], 0), "3"), r#"trees "0": expected one at least"#);
    assert_eq!(
        refusal(&Plan { depth: Some(5), ..Plan::default() }, "3"),
        r#"depth "5": expected none with table 3: only table 6 has other trees than of depth 3"#
    );
    assert!(
        refusal(&Plan { depth: Some(0), ..Plan::default() }, "6").starts_with(r#"depth of startree "0""#)
    );
    assert_eq!(
        refusal(&Plan { depth: Some(7), ..plan(&[20], 1) }, "6"),
        r#"tree "branching 20, depth 7": expected at most 1000000000 leaves instead of 1280000000"#
    );
}

#[test]
fn the_searches_evaluate_less_than_expectimax_in_real_games_and_find_its_values() {
    let decisions = decisions::Decisions { positions: 3, seed: 1, jobs: 2 };
    let plan = games::Plan { decisions, depth: Some(2) };
    let table = plan.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
    for game in ["hypergammon", "backgammon"] {
        let percents = |column: &str| {
            let row =
                |memory: &str| key([("game", game.into()), ("depth", 2.into()), ("memory", memory.into())]);
            ["none", "16MB"].map(|size| ours(&table, &row(size), column))
        };
        for column in ["star2_percent", "star25_2_percent", "star25_3_percent", "star3_percent"] {
            let [without, with] = percents(column);
            assert!(with <= without && without < percents("star1_percent")[0], "{game} {column}");
        }
        assert!(percents("star1_percent")[0] <= 100.0);
    }
    assert!(table.notes[1].contains("star2 41.8 %"), "{:?}", table.notes);
}
