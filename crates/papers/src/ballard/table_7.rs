//! Table 7: cyclic and sequential Star2.5 with every probing factor (section 7.1).

use super::count::below_plus;
use super::sample::{Cell, Run, Series};
use super::{Plan, add, beside, close};
use crate::key;
use tiptree::search::depth_first::star::{Probing, Variant};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const BRANCHINGS: [u16; 1] = [20];
const TREES: u32 = 100;

/// The trees of every branching factor N, once for each probing factor from 1 to N.
pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    let trees = plan.random(&BRANCHINGS, TREES)?;
    Ok(trees.into_iter().flat_map(|series| vec![series; series.tree.branching().into()]).collect())
}

/// The probing factor of each series: the number of series with the same tree up to and including it.
fn factors(series: &[Series]) -> Vec<u16> {
    let factor = |place: usize| {
        let same = series[..=place].iter().filter(|other| other.tree == series[place].tree);
        same.map(|_| 1u16).sum()
    };
    (0..series.len()).map(factor).collect()
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-7", include_str!("../../golden/ballard-7.toml"))?;
    let series = series(plan)?;
    add(&mut comparison, cells(plan, run, &series));
    Ok(close(plan, "7", &series, &comparison, run, Vec::new()))
}

pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let probes = factors(series);
    let counts = run.sample(plan, series, |row, tree, start| {
        let factor = probes[row].into();
        let cyclic = below_plus(tree, start, Variant::star25(Probing::cyclic(factor)), true);
        let sequential = below_plus(tree, start, Variant::star25(Probing::sequential(factor)), true);
        [cyclic.probing_cutoffs, cyclic.leaves, sequential.probing_cutoffs, sequential.leaves]
    });
    let mut cells = Vec::new();
    for ((&Series { tree, .. }, probe), moments) in series.iter().zip(probes).zip(counts) {
        let [cyclic_cutoffs, cyclic, sequential_cutoffs, sequential] = moments;
        let row = key([("n", tree.branching().into()), ("probe", probe.into())]);
        for (column, moments) in [
            ("cyclic_cutoffs", cyclic_cutoffs),
            ("cyclic_percent", cyclic.percent_of(tree.leaves())),
            ("sequential_cutoffs", sequential_cutoffs),
            ("sequential_percent", sequential.percent_of(tree.leaves())),
        ] {
            cells.push(Cell { row: row.clone(), column, moments });
        }
    }
    cells
}
