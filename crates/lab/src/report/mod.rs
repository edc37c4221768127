//! HTML pages from files of results: the findings of every experiment, the ratings, the work, and our tables beside the
//! papers'.
//!
//! [`read`] sorts the lines of files by kind. A file is an experiment, and so are the shards of a run together; results
//! of different experiments are never pooled. [`Report::new`] lays all of them out on one self-contained page, without
//! network or script. [`Report::folder`] makes one page per experiment, for a static host. The same files give the same
//! pages to the last byte.

mod budgets;
mod course;
mod experiments;
mod findings;
mod groups;
mod names;
mod page;
mod papers;
mod quality;
mod ratings;
mod read;
mod sources;
mod studies;
mod work;

pub use read::{Found, Held, Results, Source, files, read};

use crate::plot::Plot;
use crate::text::escape;
use experiments::Experiment;
use findings::findings;
use page::{Figures, Html, Page};
use std::fmt::Write;

/// The number of findings per experiment that the list of all experiments shows.
const FIRST: usize = 3;

/// How to read the figures of every page.
const LEGEND: &str = "Every ± is half the width of a 95 % interval, clustered by opening (by position where moves are measured; \
    mirror images are one). Ratings are Elo by the games of all players of a table, who all met, directly or through others; \
    the mean of the rated players is 0. A player who won or lost every game has no rating and stands below the rated ones. \
    The other columns rest on a player’s own games: normalised Elo, points a game, the likelihood of being stronger than those \
    it met (LOS), the share of pairs split 1-1, and how many games were different ones.";

/// A page and the plots on it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The page.
    pub html: String,
    /// The plots with names that depend only on what they show and are fit for files. If there are several experiments,
    /// each name begins with the name of the experiment's file.
    pub plots: Vec<(String, Plot)>,
}

/// Pages that link to each other, and the plots on them.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The pages with the names of their files, `index.html` first.
    pub pages: Vec<(String, String)>,
    /// The plots with their names; a page expects the file `NAME.svg` beside it.
    pub plots: Vec<(String, Plot)>,
}

impl Report {
    /// Lays out results on one page under a title.
    pub fn new(results: &Results, title: &str) -> Report {
        let experiments = experiments::sort(results);
        let mut page = Page::new(title, Figures::Inline);
        let places = page.reserve(experiments.iter().map(|experiment| experiment.address.as_str()));
        let links: Vec<String> = places.iter().map(|place| format!("#{place}")).collect();
        open(&mut page, results, &experiments, &links);
        for (experiment, place) in experiments.iter().zip(&places) {
            page.section_at(place, &experiment.title);
            if experiments.len() > 1 {
                page.name_plots_after(&experiment.address);
            }
            write(&mut page, experiment);
        }
        sources::write(&mut page, results);
        let (html, plots) = page.finish();
        Report { html, plots }
    }

    /// Lays out results as pages that link to each other: an index with the findings, and a page for every experiment.
    pub fn folder(results: &Results, title: &str) -> Folder {
        let experiments = experiments::sort(results);
        let files: Vec<String> =
            experiments.iter().map(|experiment| format!("{}.html", experiment.address)).collect();
        let mut index = Page::new(title, Figures::Linked);
        open(&mut index, results, &experiments, &files);
        sources::write(&mut index, results);
        let mut folder = Folder { pages: vec![("index.html".into(), index.finish().0)], plots: Vec::new() };
        for (experiment, file) in experiments.iter().zip(files) {
            let mut page = Page::new(&experiment.title, Figures::Linked);
            page.push(&Html::raw(&format!("<p><a href=\"index.html\">{}</a></p>", escape(title))));
            page.aside(LEGEND);
            page.name_plots_after(&experiment.address);
            write(&mut page, experiment);
            let (html, plots) = page.finish();
            folder.pages.push((file, html));
            folder.plots.extend(plots);
        }
        folder
    }
}

/// Writes the top of the report: what was skipped, the findings of every experiment with links, and how to read them.
fn open(page: &mut Page, results: &Results, experiments: &[Experiment], links: &[String]) {
    page.sentences("notes", &results.notes);
    page.section("Findings");
    let mut list = String::from("<ol class=\"findings\">\n");
    for (experiment, link) in experiments.iter().zip(links) {
        let findings = findings(experiment);
        let shown = findings.iter().take(FIRST).map(|finding| format!("<li>{}</li>\n", escape(finding)));
        let more = findings.len().saturating_sub(FIRST);
        let more = if more > 0 { format!("<li>… and {more} more.</li>\n") } else { String::new() };
        let _ = writeln!(
            list,
            "<li><a href=\"{link}\">{}</a>\n<ul>\n{}{more}</ul></li>",
            escape(&experiment.title),
            shown.collect::<String>()
        );
    }
    list += "</ol>";
    if experiments.is_empty() {
        page.paragraph("No results.");
    } else {
        page.push(&Html::raw(&list));
    }
    page.aside(LEGEND);
}

/// Writes an experiment: its origin, its findings and the details.
fn write(page: &mut Page, experiment: &Experiment) {
    let files: Vec<String> = experiment.files.iter().map(|path| path.display().to_string()).collect();
    let mut origin = format!("Results: {}. Build: {}.", files.join(", "), experiment.builds.join("; "));
    if let Some(setting) = common(experiment) {
        origin = format!("{setting} {origin}");
    }
    if let Some(ran) = &experiment.ran {
        origin = format!("{origin} {ran}");
    }
    page.aside(&origin.replace("Build: build unknown.", "Build unknown."));
    page.sentences("findings", &findings(experiment));
    ratings::write(page, experiment);
    budgets::write(page, experiment);
    course::write(page, experiment);
    work::write(page, experiment);
    quality::write(page, experiment);
    studies::write(page, experiment);
    papers::write(page, experiment);
}

/// What all matches of an experiment have in common.
fn common(experiment: &Experiment) -> Option<String> {
    let first = &experiment.groups.first()?.setting;
    let common = |name: &str, field: fn(&groups::Setting) -> &String| {
        let is_common = experiment.groups.iter().all(|group| field(&group.setting) == field(first));
        is_common.then(|| format!("{name}{}", field(first)))
    };
    let parts = [
        common("", |setting| &setting.game),
        common("evaluator ", |setting| &setting.evaluator),
        common("openings ", |setting| &setting.openings),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("All matches: {}.", parts.join(", ")))
}

#[cfg(test)]
mod tests;
