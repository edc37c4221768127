//! Ballard 1983: Tables 1 to 7, section 7.2 and Figures 9 and 10, which all count leaves of \*-complete trees; and what the searches
//! do in real games, which is not in the paper.
//!
//! The searches are those of the library, as the paper prints them ([`Sort::None`]). The paper's numbers, not its
//! words, show how it counts; see the documentation of `count`. All results are exact although values are `f64`: the
//! value of every node of these trees is a whole number, the sum of the arcs above it, and equal chances weigh 1, so
//! that every bound that is compared is a whole number.
//!
//! The golden tables list the cells that are not reproduced, and what was tried.
//!
//! [`Sort::None`]: tiptree::search::depth_first::star::Sort::None

pub(super) mod by_name;
mod count;
pub mod decisions;
mod figure_10;
mod figure_9;
pub mod games;
pub mod regret;
mod sample;
pub mod second;
mod section_7_2;
mod table_1;
mod table_2;
mod table_3;
mod table_4;
mod table_5;
mod table_6;
mod table_7;
#[cfg(test)]
mod tests;

use super::golden::Golden;
use super::moments::Moments;
use crate::{Comparison, key, reproduction};
use sample::{Cell, Run, Series};
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use tiptree::ParseError;
use tiptree_games::startree::{Order, StarTree};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Key;
use tiptree_lab::reproduce::Reproduction;

/// The tables and figures, in the order of the paper.
pub const TABLES: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "7.2", "fig9", "fig10"];

/// The most leaves of a tree that is searched here; such a tree takes some seconds.
const MOST_LEAVES: u64 = 1_000_000_000;

/// What to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The branching factors N; the paper's if empty.
    pub branchings: Vec<u16>,
    /// The only depth to count in Table 6; the paper's depths if `None`. The other tables have depth 3.
    pub depth: Option<u32>,
    /// The number of random trees averaged over; if `None`, as many as in the paper, or as take some seconds.
    pub trees: Option<u32>,
    /// The seed of the random trees.
    pub seed: u64,
    /// The number of trees searched in parallel. It affects nothing but the time.
    pub jobs: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { branchings: Vec::new(), depth: None, trees: None, seed: 1, jobs: 1 }
    }
}

impl Plan {
    /// Counts one of [`TABLES`]. `watch` is called with the current activity and the number of trees searched so far.
    /// Setting `cancel` ends the run; the table then holds the means over the trees searched until then.
    ///
    /// # Errors
    /// If there is no such table, it has no such tree, or the published table cannot be read.
    pub fn table(
        &self,
        name: &str,
        cancel: &AtomicBool,
        watch: &mut dyn FnMut(&str, u64),
    ) -> Result<Reproduction, Error> {
        self.check(name)?;
        let run = &mut Run::new(cancel, watch, self.work(name)?);
        match name {
            "1" => table_1::reproduce(self, run),
            "2" => table_2::reproduce(self, run),
            "3" => table_3::reproduce(self, run),
            "4" => table_4::reproduce(self, run),
            "5" => table_5::reproduce(self, run),
            "6" => table_6::reproduce(self, run),
            "7" => table_7::reproduce(self, run),
            "7.2" => section_7_2::reproduce(self, run),
            "fig9" => figure_9::reproduce(self, run),
            _ => figure_10::reproduce(self),
        }
    }

    /// The number of trees that a table searches.
    ///
    /// # Errors
    /// If there is no such table, or it has no such tree.
    pub fn work(&self, name: &str) -> Result<u64, Error> {
        self.check(name)?;
        let series = match name {
            "1" => table_1::series(self)?,
            "2" => table_2::series(self)?,
            "3" => table_3::series(self)?,
            "4" => table_4::series(self)?,
            "5" => table_5::series(self)?,
            "6" => table_6::series(self)?,
            "7" => table_7::series(self)?,
            "7.2" => section_7_2::series(self)?,
            "fig9" => figure_9::series(self)?,
            _ => Vec::new(),
        };
        Ok(series.iter().map(|series| u64::from(series.trees)).sum())
    }

    fn check(&self, name: &str) -> Result<(), Error> {
        if !TABLES.contains(&name) {
            return Err(ParseError::unknown("table of ballard", name, TABLES).into());
        }
        if let Some(depth) = self.depth.filter(|_| name != "6") {
            let expected = format!("none with table {name}: only table 6 has other trees than of depth 3");
            return Err(ParseError::new("depth", depth.to_string(), expected).into());
        }
        if self.trees == Some(0) {
            return Err(ParseError::new("trees", "0", "one at least").into());
        }
        Ok(())
    }

    /// The branching factors requested, each once, or those of the paper.
    fn branchings_or(&self, paper: &[u16]) -> Vec<u16> {
        distinct(if self.branchings.is_empty() { paper } else { &self.branchings }.iter().copied())
    }

    /// Random trees of depth 3: for each branching factor the number requested, or else `trees`.
    fn random(&self, paper: &[u16], trees: u32) -> Result<Vec<Series>, Error> {
        let series = |n| Ok(Series { tree: tree(n, 3, Order::Random)?, trees: self.trees.unwrap_or(trees) });
        self.branchings_or(paper).into_iter().map(series).collect()
    }

    /// The best-ordered tree of depth 3 of each branching factor.
    fn best(&self, paper: &[u16]) -> Result<Vec<Series>, Error> {
        let series = |n| Ok(Series { tree: tree(n, 3, Order::Best)?, trees: 1 });
        self.branchings_or(paper).into_iter().map(series).collect()
    }

    /// The parameters of the run.
    fn parameters(&self, series: &[Series]) -> Map<String, Value> {
        let mut parameters = Map::new();
        let branchings = distinct(series.iter().map(|series| series.tree.branching()));
        parameters.insert("branching".into(), branchings.into());
        if let Some(depth) = self.depth {
            parameters.insert("depth".into(), depth.into());
        }
        let mut trees = series.iter().filter(|series| series.is_random()).map(|series| series.trees);
        if let Some(most) = trees.clone().max() {
            let same = trees.all(|trees| trees == most);
            // If the numbers differ, the notes give them.
            parameters.insert("trees".into(), if same { most.into() } else { Value::Null });
            parameters.insert("seed".into(), self.seed.into());
        }
        parameters
    }
}

/// The \*-complete tree of this size, if it is not too large.
fn tree(branching: u16, depth: u32, order: Order) -> Result<StarTree, Error> {
    let tree = StarTree::new(branching, depth, order)?;
    if tree.leaves() > MOST_LEAVES {
        let read = format!("branching {branching}, depth {depth}");
        let expected = format!("at most {MOST_LEAVES} leaves instead of {}", tree.leaves());
        return Err(ParseError::new("tree", read, expected).into());
    }
    Ok(tree)
}

/// The distinct numbers, in order of appearance.
fn distinct(numbers: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut seen = Vec::new();
    for number in numbers {
        if !seen.contains(&number) {
            seen.push(number);
        }
    }
    seen
}

/// A comparison with the published table of this name.
fn beside(name: &str, text: &str) -> Result<Comparison, Error> {
    Ok(Comparison::new(Golden::parse(name, text)?))
}

/// The row of a branching factor.
fn row(tree: StarTree) -> Key {
    key([("n", tree.branching().into())])
}

/// A count of leaves, and its percentage of all leaves.
fn leaves(tree: StarTree, column: &'static str, moments: Moments) -> [Cell; 2] {
    [
        Cell { row: row(tree), column, moments },
        Cell { row: row(tree), column: "percent", moments: moments.percent_of(tree.leaves()) },
    ]
}

/// Adds cells beside the published ones, except those without data after an interruption.
fn add(comparison: &mut Comparison, cells: Vec<Cell>) {
    for Cell { row, column, moments } in cells.into_iter().filter(|cell| cell.moments.size() > 0.0) {
        comparison.add_mean(row, column, moments.averaged());
    }
}

/// Finishes a table of the paper.
fn close(
    plan: &Plan,
    name: &'static str,
    series: &[Series],
    comparison: &Comparison,
    run: &Run,
    mut notes: Vec<String>,
) -> Reproduction {
    notes.extend(run.interrupted());
    reproduction("ballard", name, plan.parameters(series), comparison, notes)
}
