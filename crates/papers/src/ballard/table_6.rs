//! Table 6: the leaves that Star1 and Star2 visit in deeper trees, at best and on average (section 6.4).

use super::count::plain;
use super::sample::{Cell, Run, Series};
use super::{Plan, add, beside, close, tree};
use crate::key;
use crate::moments::Moments;
use tiptree::search::depth_first::star::Variant;
use tiptree_games::startree::{Order, StarTree};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const BRANCHINGS: [u16; 4] = [4, 6, 10, 20];
const DEPTHS: [u32; 5] = [3, 4, 5, 6, 7];
/// Trees deeper than the first depth are left out if they have more leaves than this, as in the paper.
const TABLE_LEAVES: u64 = 100_000_000;
/// The most leaves, over all trees of an average. The paper does not say how many trees it used here; the number of
/// trees is this limit over the leaves of a tree, and at most the number that the paper used elsewhere.
const AVERAGE_LEAVES: u64 = 10_000_000;
const MOST_TREES: u64 = 1000;

/// The best-ordered tree of every row, then the random ones.
pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    let best = shapes(plan, Order::Best)?.into_iter().map(|tree| Series { tree, trees: 1 });
    let random = shapes(plan, Order::Random)?.into_iter().map(|tree| {
        let few = (AVERAGE_LEAVES / tree.leaves()).min(MOST_TREES) as u32;
        Series { tree, trees: plan.trees.unwrap_or(few) }
    });
    Ok(best.chain(random).collect())
}

/// The trees of the rows: those of the requested depth, or of all depths of the table.
fn shapes(plan: &Plan, order: Order) -> Result<Vec<StarTree>, Error> {
    let mut trees = Vec::new();
    for n in plan.branchings_or(&BRANCHINGS) {
        let fits = |&depth: &u32| depth == DEPTHS[0] || u64::from(n).saturating_pow(depth) <= TABLE_LEAVES;
        let depths = match plan.depth {
            Some(depth) => vec![depth],
            None => DEPTHS.into_iter().filter(fits).collect(),
        };
        for depth in depths {
            trees.push(tree(n, depth, order)?);
        }
    }
    Ok(trees)
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let mut comparison = beside("ballard-6", include_str!("../../golden/ballard-6.toml"))?;
    let series = series(plan)?;
    add(&mut comparison, cells(plan, run, &series));
    let sizes: Vec<String> = series.iter().filter(|series| series.is_random()).map(size).collect();
    let notes = vec![format!("Random trees averaged over: {}.", sizes.join(", "))];
    Ok(close(plan, "6", &series, &comparison, run, notes))
}

pub(super) fn cells(plan: &Plan, run: &mut Run, series: &[Series]) -> Vec<Cell> {
    let counts = run.sample(plan, series, |_, tree, start| {
        [Variant::star1(), Variant::star2()].map(|variant| plain(tree, start, variant))
    });
    let both = |(series, moments): (&Series, [Moments; 2])| {
        let tree = series.tree;
        let columns = if series.is_random() {
            ["star1_average_percent", "star2_average_percent"]
        } else {
            ["star1_best_percent", "star2_best_percent"]
        };
        let row = key([("n", tree.branching().into()), ("depth", tree.depth().into())]);
        let percents = moments.map(|moments| moments.percent_of(tree.leaves()));
        columns.into_iter().zip(percents).map(move |(column, moments)| Cell {
            row: row.clone(),
            column,
            moments,
        })
    };
    series.iter().zip(counts).flat_map(both).collect()
}

fn size(series: &Series) -> String {
    let Series { tree, trees } = series;
    format!("{trees} of branching {} and depth {}", tree.branching(), tree.depth())
}
