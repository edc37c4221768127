//! Table 3: the leaves that Star1 visits on average (section 6.2.1.1).

use super::count::below_plus;
use super::sample::{Cell, Run, Series};
use super::table_1::BRANCHINGS;
use super::{Plan, add, beside, close, leaves};
use crate::moments::Moments;
use tiptree::search::depth_first::star::Variant;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The number of trees per branching factor in the paper's averages (section 6.2.1).
pub(super) const TREES: u32 = 1000;

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.random(&BRANCHINGS, TREES)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-3", include_str!("../../golden/ballard-3.toml"))?;
    let series = series(plan)?;
    add(&mut comparison, cells(plan, run, &series));
    Ok(close(plan, "3", &series, &comparison, run, Vec::new()))
}

pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let counts = star1_leaves(plan, run, series);
    series.iter().zip(counts).flat_map(|(series, count)| leaves(series.tree, "star1_leaves", count)).collect()
}

/// The number of leaves that Star1 visits in each series.
pub(super) fn star1_leaves(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Moments> {
    let counts =
        run.sample(plan, series, |_, tree, start| [below_plus(tree, start, Variant::star1(), false).visits]);
    counts.into_iter().map(|[visits]| visits).collect()
}
