//! A part of a search's tree.

use super::Best;
use serde::Serialize;
use tiptree::search::tree_view::{self, Known, NextTip, TreeNode};
use tiptree::{Counters, Proven, Stop};

/// A part of a search's tree: what `tiptree tree --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The game.
    pub game: String,
    /// The position searched.
    pub position: String,
    /// The search.
    pub search: String,
    /// The budget of the search.
    pub budget: String,
    /// The least and the greatest value.
    pub range: [f64; 2],
    /// The values of the worst and the best payoff, which bound every position.
    pub ends: [f64; 2],
    /// The moves from the position searched to that of `tree`.
    pub at: Vec<String>,
    /// The position asked for, and what is shown below it.
    pub tree: TreePosition,
    /// The tip that the search would visit next; `None` if nothing is left to search.
    pub next: Option<Next>,
    /// The work done.
    pub counters: Counters,
    /// Why the search stopped.
    pub stop: Option<Stop>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// CPU seconds of the searching thread.
    pub cpu_seconds: f64,
}

impl Tree {
    /// The part of the tree that was read behind the moves `at`, after the search that found `best`, and its next tip.
    pub fn new(best: Best, at: Vec<String>, tree: TreeNode<String>, next: Option<NextTip<String>>) -> Tree {
        Tree {
            game: best.game,
            position: best.position,
            search: best.search,
            budget: best.budget,
            range: best.range,
            ends: [tree.known.ends.lower, tree.known.ends.upper],
            at,
            tree: tree.into(),
            next: next.map(Next::from),
            counters: best.counters,
            stop: best.stop,
            seconds: best.seconds,
            cpu_seconds: best.cpu_seconds,
        }
    }
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreePosition {
    /// The moves from the position above; several if the search follows forced replies at once, none at the root.
    pub moves: Vec<String>,
    /// Whose turn it is: `max`, `min`, `chance` or `over`.
    pub turn: &'static str,
    /// The value, Max's view; `None` if the position was not searched.
    pub value: Option<f64>,
    /// The proven bounds of the value.
    pub bounds: [f64; 2],
    /// The proven game value, if there is one.
    pub proven: Option<Proven>,
    /// What the search counts: expansions or visits.
    pub visits: Option<u64>,
    /// The share of the mass of the position above.
    pub share: f64,
    /// The share of the root's mass.
    pub mass: f64,
    /// The probability of the outcome that leads here, below a chance node.
    pub chance: Option<f64>,
    /// The penalty of the edge, in searches that rank tips by penalties.
    pub penalty: Option<f64>,
    /// The exploration term of the edge, in searches that have one.
    pub exploration: Option<f64>,
    /// Whether the line to the next tip passes here.
    pub next: bool,
    /// The number of edges that are not shown.
    pub hidden: usize,
    /// The positions below that are shown, those of greatest share first.
    pub children: Vec<TreePosition>,
}

impl From<TreeNode<String>> for TreePosition {
    fn from(node: TreeNode<String>) -> TreePosition {
        let Known { value, bounds, proven, visits, .. } = node.known;
        TreePosition {
            moves: node.moves,
            turn: node.turn.name(),
            value,
            bounds: [bounds.lower, bounds.upper],
            proven,
            visits,
            share: node.share,
            mass: node.mass,
            chance: node.chance,
            penalty: node.penalty,
            exploration: node.exploration,
            next: node.is_next,
            hidden: node.hidden,
            children: node.children.into_iter().map(TreePosition::from).collect(),
        }
    }
}

/// The tip that the search would visit next, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Next {
    /// The positions from the root to the tip, without their children.
    pub steps: Vec<TreePosition>,
    /// The sum of their penalties, in searches that rank tips by penalties.
    pub penalty: Option<f64>,
    /// The tip that comes second by its penalty, if there is another.
    pub runner_up: Option<RunnerUp>,
}

/// The best tip besides the next one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunnerUp {
    /// The moves from the root.
    pub moves: Vec<String>,
    /// Its penalty.
    pub penalty: f64,
}

impl From<NextTip<String>> for Next {
    fn from(next: NextTip<String>) -> Next {
        let second = |tree_view::RunnerUp { moves, penalty }| RunnerUp { moves, penalty };
        Next {
            steps: next.steps.into_iter().map(TreePosition::from).collect(),
            penalty: next.penalty,
            runner_up: next.runner_up.map(second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::line;
    use tiptree::{ScoreBounds, Turn};

    #[test]
    fn tree_is_written_as_the_contract_says() {
        let bounds = ScoreBounds { lower: -1.0, upper: 1.0 };
        let child = TreeNode {
            moves: vec!["5".to_owned(), "1".to_owned()],
            turn: Turn::Max,
            known: Known { value: Some(0.5), bounds, ends: bounds, proven: None, visits: Some(7) },
            share: 0.5,
            mass: 0.25,
            chance: None,
            penalty: Some(0.05),
            exploration: None,
            is_next: true,
            hidden: 3,
            children: Vec::new(),
        };
        let expected = concat!(
            r#"{"moves":["5","1"],"turn":"max","value":0.5,"bounds":[-1.0,1.0],"proven":null,"visits":7,"share":0.5,"#,
            r#""mass":0.25,"chance":null,"penalty":0.05,"exploration":null,"next":true,"hidden":3,"children":[]}"#
        );
        assert_eq!(line(&TreePosition::from(child)), expected);
    }
}
