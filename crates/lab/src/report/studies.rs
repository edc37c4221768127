//! Quality against effort: what searches achieve with growing budgets.

use super::experiments::Experiment;
use super::page::{Page, slug};
use super::papers;
use crate::reproduce::{Grid, Reproduction};

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    let tables = experiment.tables.iter().copied();
    let studies: Vec<&Reproduction> = tables.filter(|table| table.is_study()).collect();
    if studies.is_empty() {
        return;
    }
    page.heading("Quality over effort");
    page.paragraph("What searches achieve with growing effort, all at the same positions.");
    for study in &studies {
        page.subheading(&papers::title(study, &studies));
        page.aside(&papers::parameters(study));
        if let Some(plot) = study.plot() {
            page.figure(&slug(&format!("{} {}", study.paper, study.table)), plot);
        }
        page.remarks(&study.notes);
        for grid in Grid::all(&study.rows) {
            let mut table =
                papers::table(&grid, &format!("The numbers of {}", papers::title(study, &studies)));
            table.is_long = true;
            page.table(&table);
        }
    }
}
