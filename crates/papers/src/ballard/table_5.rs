//! Table 5: the leaves that Star1 visits on average by equation 21, beside those counted (section 6.2.2).
//!
//! Equation 21 prints (3N - 2m) / (3N - 2n), where m and n are magnitudes. Equation 20 has J(-m, -n), so the signs must
//! be plus. As printed, the equation gives more leaves than there are.

use super::sample::{Cell, Run, Series};
use super::table_3::{TREES, star1_leaves};
use super::table_4::{BRANCHINGS, harmonic};
use super::{Plan, add, beside, close, row};
use crate::moments::Moments;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    plan.random(&BRANCHINGS, TREES)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-5", include_str!("../../golden/ballard-5.toml"))?;
    let series = series(plan)?;
    for &Series { tree, .. } in &series {
        comparison.add(row(tree), "algebraic", algebraic(tree.branching()));
    }
    add(&mut comparison, cells(plan, run, &series));
    Ok(close(plan, "5", &series, &comparison, run, Vec::new()))
}

/// The leaves counted, and by how many percent of equation 21 they are fewer.
pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let counts = star1_leaves(plan, run, series);
    let both = |(&Series { tree, .. }, visits): (&Series, Moments)| {
        let missing = visits.linear(-100.0 / algebraic(tree.branching()), 100.0);
        [
            Cell { row: row(tree), column: "star1_leaves", moments: visits },
            Cell { row: row(tree), column: "percent", moments: missing },
        ]
    };
    series.iter().zip(counts).flat_map(both).collect()
}

/// C(N) of equation 21, with the signs corrected.
pub(super) fn algebraic(n: u16) -> f64 {
    let size = f64::from(n);
    let share = |m: u16, n: u16| (3.0 * size + 2.0 * f64::from(m)) / (3.0 * size + 2.0 * f64::from(n));
    let mut sum = 0.0;
    for m in 0..n - 1 {
        let ratios: f64 = (m + 1..n).map(|n| share(m, n)).sum();
        sum += ratios * cut_nodes(n, m);
    }
    size * size * harmonic(n) + size * sum
}

/// The innermost sum of equation 21: the probability that a given \*node is reached while the best so far has the
/// magnitude `m`.
fn cut_nodes(n: u16, m: u16) -> f64 {
    let (size, rest) = (f64::from(n), f64::from(n - m) - 2.0);
    let (mut sum, mut products) = (0.0, 1.0);
    for s in 0..=n - m - 2 {
        let s = f64::from(s);
        // The products over x and t each grow by one factor.
        products /= size - s - 1.0;
        sum += (s + 1.0) * products;
        products *= rest - s;
    }
    sum
}
