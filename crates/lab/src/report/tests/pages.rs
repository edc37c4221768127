//! The contents of pages, and the links between them.

use super::grouping::{page_of, result};
use super::*;

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

/// The boxes keep a page as narrow as the screen; only a browser can measure the rest.
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
