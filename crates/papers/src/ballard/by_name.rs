//! The tables and figures of Ballard 1983, and what his searches do in real games of chance.

use super::decisions::Decisions;
use super::{Plan, TABLES, games, regret, second};
use std::sync::atomic::AtomicBool;
use tiptree::ParseError;
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Paper, Progress, Reproduction, Request, Tables};

const REGRET: &str = "regret";
const GAMES: &str = "games";
const SECOND: &str = "second";
/// What goes beyond the paper, with the number of positions: enough to tell the searches apart. It runs only by name, because it
/// takes longer than all the tables together.
const BEYOND: [(&str, u64); 3] = [(REGRET, 200), (GAMES, 50), (SECOND, 50)];
const FIGURE_9: &str = "fig9";
/// The tables that count other depths than 3.
const DEEP: [&str; 2] = ["6", GAMES];
const MOST_POSITIONS: u64 = 1_000_000;

/// A run of the paper's tables.
struct Ballard {
    plan: Plan,
    /// The number of positions of a game, if it is not the usual one.
    positions: Option<u64>,
}

/// Whether a table is not in the paper.
fn is_beyond(table: &str) -> bool {
    BEYOND.iter().any(|&(name, _)| name == table)
}

pub(crate) fn read(request: &Request, jobs: usize) -> Result<Tables, Error> {
    request.refuse_all_but(&["branching", "depth", "trees", "positions"])?;
    let known: Vec<&str> = TABLES.into_iter().chain(BEYOND.map(|(name, _)| name)).collect();
    let names = request.tables(&TABLES, &known)?;
    if let Some(positions) = request.positions.filter(|positions| !(1..=MOST_POSITIONS).contains(positions)) {
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
    let ballard = Ballard { plan, positions: request.positions };
    if let Some(depth) = request.depth.filter(|_| !names.iter().any(|name| DEEP.contains(&name.as_str()))) {
        let expected = format!("table {} or {} with it, the others have trees of depth 3", DEEP[0], DEEP[1]);
        return Err(ParseError::new("depth", depth.to_string(), expected).into());
    }
    if request.depth == Some(0) {
        return Err(ParseError::new("depth", "0", "1 or more").into());
    }
    for name in names.iter().filter(|name| !is_beyond(name)) {
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
    /// The plan for this table of the paper: only some of them take a depth.
    fn plan(&self, table: &str) -> Plan {
        Plan { depth: self.plan.depth.filter(|_| DEEP.contains(&table)), ..self.plan.clone() }
    }

    /// A table that is not in the paper.
    fn beyond(
        &self,
        (name, usual): (&str, u64),
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error> {
        let Plan { seed, jobs, depth, .. } = self.plan;
        let decisions = Decisions { positions: self.positions.unwrap_or(usual), seed, jobs };
        let begin = |progress: &mut dyn Progress, positions| progress.begin(positions, "positions");
        let reproduction = match name {
            REGRET => {
                begin(progress, regret::positions(&decisions));
                regret::run(&decisions, cancel, &mut |positions| progress.reach(positions, ""))
            }
            GAMES => {
                let plan = games::Plan { decisions, depth };
                begin(progress, plan.positions());
                plan.run(cancel, &mut |positions| progress.reach(positions, ""))
            }
            _ => {
                begin(progress, second::positions(&decisions));
                second::run(&decisions, cancel, &mut |positions| progress.reach(positions, ""))
            }
        }?;
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
        if let Some(beyond) = BEYOND.into_iter().find(|&(beyond, _)| beyond == name) {
            return self.beyond(beyond, progress, cancel);
        }
        let plan = self.plan(name);
        progress.begin(plan.work(name)?, "trees");
        let reproduction = plan.table(name, cancel, &mut |what, trees| progress.reach(trees, what))?;
        progress.end();
        Ok(reproduction)
    }
}
