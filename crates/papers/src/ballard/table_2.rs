//! Table 2: the leaves that Star2 visits at best, and their limit (section 6.1.2, Result 2).

use super::count::below_plus;
use super::sample::{Run, Series};
use super::table_1::{BRANCHINGS, saved};
use super::{Plan, add, beside, close, leaves};
use crate::key;
use tiptree::search::depth_first::star::Variant;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The number of dice rolls and of plays per roll in backgammon, which are about equal (section 8.1).
const BACKGAMMON: u16 = 20;

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.best(&BRANCHINGS)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-2", include_str!("../../golden/ballard-2.toml"))?;
    let series = series(plan)?;
    let counts =
        run.sample(plan, &series, |_, tree, start| [below_plus(tree, start, Variant::star2(), false).visits]);
    // The best *node is searched in full; below the others, Star2 visits one leaf of each -node that Star1 would
    // search.
    let coefficient = 2.0 - saved();
    let mut notes = vec![format!("For large N Star2 visits at best {coefficient:.5} N^2 leaves.")];
    for (series, [visits]) in series.iter().zip(counts) {
        add(&mut comparison, leaves(series.tree, "star2_leaves", visits).into());
        if series.tree.branching() == BACKGAMMON && visits.size() > 0.0 {
            let visits = visits.mean();
            notes.push(format!(
                "The branching factor of a ply of backgammon, about {BACKGAMMON} * {BACKGAMMON} = {}, becomes {visits} / \
                 {BACKGAMMON} = {:.2} at best (section 8.1: about 34).",
                u32::from(BACKGAMMON).pow(2),
                visits / f64::from(BACKGAMMON)
            ));
        }
    }
    comparison.add(key([("n", "limit".into())]), "coefficient", coefficient);
    Ok(close(plan, "2", &series, &comparison, run, notes))
}
