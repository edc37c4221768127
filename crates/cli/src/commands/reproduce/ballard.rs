//! The tables and figures of Ballard 1983, and what his searches do in real games of chance.

use super::{Paper, check_plot, refuse_all_but, tables, write_plot};
use crate::arguments::Reproduce;
use crate::screen;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::reproduce::ballard::{self, Plan, TABLES, regret};

/// Beyond the paper; only by name, because it takes longer than all the tables together.
const REGRET: &str = "regret";
const FIGURE_9: &str = "fig9";
/// The one table with trees of other depths than 3.
const DEEP: &str = "6";
/// Positions enough to tell the searches apart, in a minute.
const POSITIONS: u64 = 200;
const MOST_POSITIONS: u64 = 1_000_000;

/// The paper's tables under way.
struct Ballard {
    plan: Plan,
    positions: u64,
    plot: Option<PathBuf>,
}

pub(super) fn read(arguments: &Reproduce) -> Result<(Vec<String>, Box<dyn Paper>)> {
    refuse_all_but(arguments, &["branching", "depth", "trees", "positions", "plot"])?;
    let known: Vec<&str> = TABLES.into_iter().chain([REGRET]).collect();
    let tables = tables(arguments, &TABLES, &known)?;
    check_plot(arguments, &tables, &[FIGURE_9, REGRET])?;
    let positions = arguments.positions.unwrap_or(POSITIONS);
    if !(1..=MOST_POSITIONS).contains(&positions) {
        bail!("positions \"{positions}\": expected 1 to {MOST_POSITIONS}");
    }
    let plan = Plan {
        branchings: arguments.branchings.clone(),
        depth: arguments.depth,
        trees: arguments.trees,
        seed: arguments.seed,
        jobs: super::super::jobs(arguments.jobs, false)?,
    };
    let ballard = Ballard { plan, positions, plot: arguments.plot.clone() };
    if ballard.plan.depth.is_some() && !tables.iter().any(|table| table == DEEP) {
        bail!("--depth: expected with table {DEEP}, the others have trees of depth 3");
    }
    for table in tables.iter().filter(|&table| table != REGRET) {
        ballard.plan(table).work(table)?;
    }
    Ok((tables, Box::new(ballard)))
}

impl Ballard {
    /// The plan as this table understands it.
    fn plan(&self, table: &str) -> Plan {
        Plan { depth: self.plan.depth.filter(|_| table == DEEP), ..self.plan.clone() }
    }

    fn regret(&self, cancel: &AtomicBool) -> Result<Reproduction> {
        let Plan { seed, jobs, .. } = self.plan;
        let plan = regret::Plan { positions: self.positions, seed, jobs };
        let bar = screen::progress(plan.positions(), "positions");
        let (reproduction, plot) = plan.run(cancel, &mut |positions| bar.set_position(positions))?;
        bar.finish_and_clear();
        write_plot(self.plot.as_deref(), &plot)?;
        Ok(reproduction)
    }
}

impl Paper for Ballard {
    fn table(&mut self, name: &str, cancel: &AtomicBool) -> Result<Reproduction> {
        if name == REGRET {
            return self.regret(cancel);
        }
        let plan = self.plan(name);
        let bar = screen::progress(plan.work(name)?, "trees");
        let reproduction = plan.table(name, cancel, &mut |what, trees| {
            bar.set_message(what.to_owned());
            bar.set_position(trees);
        })?;
        bar.finish_and_clear();
        if name == FIGURE_9 {
            write_plot(self.plot.as_deref(), &ballard::plot(&reproduction))?;
        }
        Ok(reproduction)
    }
}
