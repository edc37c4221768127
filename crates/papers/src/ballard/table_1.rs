//! Table 1: the leaves that Star1 visits at best, and their limit (section 6.1.1, Result 1).

use super::count::below_plus;
use super::sample::{Run, Series};
use super::{Plan, add, beside, close, leaves};
use crate::key;
use tiptree::search::depth_first::star::Variant;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The branching factors of Tables 1, 2 and 3.
pub(super) const BRANCHINGS: [u16; 8] = [2, 4, 6, 8, 10, 20, 30, 40];
/// The number of steps of the integral: far more than the printed digits need.
const STEPS: u32 = 1000;

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.best(&BRANCHINGS)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-1", include_str!("../../golden/ballard-1.toml"))?;
    let series = series(plan)?;
    let counts =
        run.sample(plan, &series, |_, tree, start| [below_plus(tree, start, Variant::star1(), false).visits]);
    for (series, [visits]) in series.iter().zip(counts) {
        add(&mut comparison, leaves(series.tree, "star1_leaves", visits).into());
    }
    comparison.add(key([("n", "limit".into())]), "coefficient", 1.0 - saved());
    for (node, w) in [("worst", -0.5), ("median", 0.0), ("best", 0.5)] {
        let limit = key([("n", "limit".into()), ("node", node.into())]);
        comparison.add(limit, "saved_percent", 100.0 * spared(w));
    }
    let notes = vec![format!(
        "For large N Star1 visits at best {:.5} N^3 leaves: {:.1} %, {:.1} % and {:.1} % are spared below the worst, the \
         median and the nearly best *node.",
        1.0 - saved(),
        100.0 * spared(-0.5),
        100.0 * spared(0.0),
        100.0 * spared(0.5),
    )];
    Ok(close(plan, "1", &series, &comparison, run, notes))
}

/// The share of -nodes not searched below a \*node of value w - 1/2 if N is large, all in units of N (equation 14).
fn spared(w: f64) -> f64 {
    (-3.0 + 2.0 * w + (13.0 - 20.0 * w + 4.0 * w * w).sqrt()) / 2.0
}

/// The share of leaves not visited below all \*nodes if N is large: the integral of [`spared`], by Simpson's rule.
pub(super) fn saved() -> f64 {
    let at = |step: u32| spared(f64::from(step) / f64::from(STEPS) - 0.5);
    let weight = |step| match step {
        0 | STEPS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    (0..=STEPS).map(|step| weight(step) * at(step)).sum::<f64>() / (3.0 * f64::from(STEPS))
}
