//! Table 4: the leaves that Star2 visits on average, and the phase in which it cuts off a \*node (sections 6.2.1.2 and
//! 6.2.1.3).

use super::count::below_plus;
use super::sample::{Cell, Run, Series};
use super::table_3::TREES;
use super::{Plan, add, beside, close, leaves, row};
use tiptree::search::depth_first::star::Variant;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The branching factors of Tables 4 and 5.
pub(super) const BRANCHINGS: [u16; 7] = [4, 6, 8, 10, 20, 30, 40];
const PROBING: &str = "probing_cutoffs";
const REGULAR: &str = "regular_cutoffs";

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.random(&BRANCHINGS, TREES)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-4", include_str!("../../golden/ballard-4.toml"))?;
    let series = series(plan)?;
    let cells = cells(plan, run, &series);
    let notes = searched_in_full(&series, &cells).into_iter().collect();
    add(&mut comparison, cells);
    Ok(close(plan, "4", &series, &comparison, run, notes))
}

pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let counts = run.sample(plan, series, |_, tree, start| {
        let count = below_plus(tree, start, Variant::star2(), false);
        [count.visits, count.probing_cutoffs, count.regular_cutoffs]
    });
    let mut cells = Vec::new();
    for (&Series { tree, .. }, [visits, probing, regular]) in series.iter().zip(counts) {
        cells.push(Cell { row: row(tree), column: PROBING, moments: probing });
        cells.push(Cell { row: row(tree), column: REGULAR, moments: regular });
        cells.extend(leaves(tree, "star2_leaves", visits));
    }
    cells
}

/// A sentence on the number of \*nodes that were not cut off, beside the expected number that are better than all
/// before them (section 6.2.1.3).
fn searched_in_full(series: &[Series], cells: &[Cell]) -> Option<String> {
    let counted = |series: &Series| {
        let n = series.tree.branching();
        let cut: f64 = cells
            .iter()
            .filter(|cell| cell.row == row(series.tree) && [PROBING, REGULAR].contains(&cell.column))
            .map(|cell| cell.moments.mean())
            .sum();
        cut.is_finite().then(|| format!("{:.2} beside {:.2} at N = {n}", f64::from(n) - cut, harmonic(n)))
    };
    let counted: Vec<String> = series.iter().filter_map(counted).collect();
    (!counted.is_empty()).then(|| format!("*nodes searched in full, beside H(N): {}.", counted.join(", ")))
}

/// 1 + 1/2 + … + 1/n: the expected number of \*nodes that are better than all before them.
pub(super) fn harmonic(n: u16) -> f64 {
    (1..=n).map(|number| 1.0 / f64::from(number)).sum()
}
