//! Section 7.2: how much searching the best \*node first would save.

use super::count::{below_plus, best_first};
use super::sample::{Cell, Run, Series};
use super::{Plan, add, beside, close};
use crate::key;
use tiptree::search::depth_first::star::{Probing, Variant};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const BRANCHINGS: [u16; 1] = [40];
/// The paper does not say how many trees it used.
const TREES: u32 = 100;

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.random(&BRANCHINGS, TREES)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-7.2", include_str!("../../golden/ballard-7.2.toml"))?;
    let series = series(plan)?;
    add(&mut comparison, cells(plan, run, &series));
    Ok(close(plan, "7.2", &series, &comparison, run, Vec::new()))
}

pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let cyclic = Variant::star25(Probing::cyclic(2));
    // Every visit counts for Star2, as in Table 4, and each leaf once for Star2.5, as in Table 7.
    let counts = run.sample(plan, series, |_, tree, start| {
        [
            below_plus(tree, start, Variant::star2(), false).visits,
            best_first(tree, start, Variant::star2(), false).visits,
            below_plus(tree, start, cyclic, true).leaves,
            best_first(tree, start, cyclic, true).leaves,
        ]
    });
    let names = [(1, "random"), (1, "best"), (2, "random"), (2, "best")];
    let mut cells = Vec::new();
    for (&Series { tree, .. }, moments) in series.iter().zip(counts) {
        for ((probe, first), moments) in names.into_iter().zip(moments) {
            let row = key([("n", tree.branching().into()), ("probe", probe.into()), ("first", first.into())]);
            cells.push(Cell { row, column: "percent", moments: moments.percent_of(tree.leaves()) });
        }
    }
    cells
}
