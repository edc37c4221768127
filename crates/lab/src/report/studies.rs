//! Quality against effort: what searches achieve with growing budgets.

use super::page::{Page, slug};
use super::papers;
use super::read::Results;
use crate::reproduce::{Grid, Reproduction};

/// Writes the section.
pub(super) fn write(page: &mut Page, results: &Results) {
    let studies: Vec<&Reproduction> = results.tables.iter().filter(|table| table.is_study()).collect();
    if studies.is_empty() {
        return;
    }
    page.section("Quality over effort");
    page.paragraph(
        "What searches achieve with growing effort, all at the same positions; the bars are 95 % errors.",
    );
    for study in &studies {
        page.heading(&papers::title(study, &studies));
        page.aside(&papers::parameters(study));
        if let Some(plot) = study.plot() {
            page.figure(&slug(&format!("{} {}", study.paper, study.table)), plot);
        }
        page.list(&study.notes);
        for grid in Grid::all(&study.rows) {
            let mut table =
                papers::table(&grid, &format!("The numbers of {}", papers::title(study, &studies)));
            table.is_long = true;
            page.table(&table);
        }
    }
}
