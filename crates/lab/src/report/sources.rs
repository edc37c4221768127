//! The list of the files that the page was made from.

use super::page::{Head, Html, Page, Table};
use super::read::{Results, Source};

/// Writes the section.
pub(super) fn write(page: &mut Page, results: &Results) {
    page.section("Sources");
    let rows = results.sources.iter().map(|Source { path, matches, games, tables, measurements, .. }| {
        vec![
            Html::text(&path.display().to_string()),
            Html::number(matches),
            Html::number(games),
            Html::number(tables),
            Html::number(measurements),
        ]
    });
    page.table(&Table {
        heads: Head::all(["File", "Matches", "Games", "Tables", "Measurements"]),
        rows: rows.collect(),
        ..Table::new("The files read")
    });
    page.paragraph(concat!("Made by tiptree ", env!("CARGO_PKG_VERSION"), "."));
}
