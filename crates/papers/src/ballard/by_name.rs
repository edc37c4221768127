//! The tables and figures of Ballard 1983, and the regret of his searches in real games of chance.

use super::{Plan, TABLES, regret};
use std::sync::atomic::AtomicBool;
use tiptree::ParseError;
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Paper, Progress, Reproduction, Request, Tables};

/// Goes beyond the paper. It runs only by name, because it takes longer than all the tables together.
const REGRET: &str = "regret";
const FIGURE_9: &str = "fig9";
/// The only table with trees of depths other than 3.
const DEEP: &str = "6";
/// Enough positions to tell the searches apart, within a minute.
const POSITIONS: u64 = 200;
const MOST_POSITIONS: u64 = 1_000_000;

/// A run of the paper's tables.
struct Ballard {
    plan: Plan,
    positions: u64,
}

pub(crate) fn read(request: &Request, jobs: usize) -> Result<Tables, Error> {
    request.refuse_all_but(&["branching", "depth", "trees", "positions"])?;
    let known: Vec<&str> = TABLES.into_iter().chain([REGRET]).collect();
    let names = request.tables(&TABLES, &known)?;
    let positions = request.positions.unwrap_or(POSITIONS);
    if !(1..=MOST_POSITIONS).contains(&positions) {
        let expected = format!("1 to {MOST_POSITIONS}");
        return Err(ParseError::new("positions", positions.to_string(), expected).into());
    }
    let plan = Plan {
        branchings: request.branching.clone(),
        depth: request.depth,
        trees: request.trees,
        seed: request.seed(),
        jobs,
    };
    let ballard = Ballard { plan, positions };
    if let Some(depth) = request.depth.filter(|_| !names.iter().any(|name| name == DEEP)) {
        let expected = format!("table {DEEP} with it, the others have trees of depth 3");
        return Err(ParseError::new("depth", depth.to_string(), expected).into());
    }
    for name in names.iter().filter(|&name| name != REGRET) {
        ballard.plan(name).work(name)?;
    }
    Ok(Tables {
        names,
        drawn: &[FIGURE_9, REGRET],
        build: crate::build(&request.paper),
        paper: Box::new(ballard),
    })
}

impl Ballard {
    /// The plan for this table: only Table 6 takes a depth.
    fn plan(&self, table: &str) -> Plan {
        Plan { depth: self.plan.depth.filter(|_| table == DEEP), ..self.plan.clone() }
    }

    fn regret(&self, progress: &mut dyn Progress, cancel: &AtomicBool) -> Result<Reproduction, Error> {
        let Plan { seed, jobs, .. } = self.plan;
        let plan = regret::Plan { positions: self.positions, seed, jobs };
        progress.begin(plan.positions(), "positions");
        let reproduction = plan.run(cancel, &mut |positions| progress.reach(positions, ""))?;
        progress.end();
        Ok(reproduction)
    }
}

impl Paper for Ballard {
    fn table(
        &mut self,
        name: &str,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error> {
        if name == REGRET {
            return self.regret(progress, cancel);
        }
        let plan = self.plan(name);
        progress.begin(plan.work(name)?, "trees");
        let reproduction = plan.table(name, cancel, &mut |what, trees| progress.reach(trees, what))?;
        progress.end();
        Ok(reproduction)
    }
}
