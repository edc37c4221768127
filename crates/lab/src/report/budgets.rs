//! Elo against budget, where the same two players met at several budgets of one kind.

use super::experiments::Experiment;
use super::groups::{Group, Setting};
use super::page::{Page, slug};
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};
use crate::statistics::Scores;
use crate::text::distinct;
use std::cmp::Ordering;
use std::time::Duration;
use tiptree::Budget;

/// A budget of a single limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limit {
    pub(super) kind: &'static str,
    /// In milliseconds if it is a time.
    pub(super) amount: f64,
}

impl Limit {
    /// The limit that a text sets, if it sets exactly one and that can be drawn.
    pub(super) fn read(budget: &str) -> Option<Limit> {
        let budget: Budget = budget.parse().ok()?;
        let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
        let limits = [
            ("moves", budget.moves.map(|count| count as f64)),
            ("evals", budget.evals.map(|count| count as f64)),
            ("nodes", budget.nodes.map(|count| count as f64)),
            ("depth", budget.depth.map(f64::from)),
            ("cpu", budget.cpu.map(milliseconds)),
            ("time", budget.time.map(milliseconds)),
        ];
        let is_bounded = budget.memory.is_some() || budget.sure.is_some();
        let mut limits =
            limits.into_iter().filter_map(|(kind, amount)| Some(Limit { kind, amount: amount? }));
        limits.next().filter(|_| limits.next().is_none() && !is_bounded)
    }

    pub(super) fn axis(kind: &str) -> Axis {
        let name = match kind {
            "moves" => "move calls a turn",
            "evals" => "positions evaluated a turn",
            "nodes" => "positions entered a turn",
            "depth" => "depth",
            "cpu" => "CPU milliseconds a turn",
            _ => "milliseconds a turn",
        };
        Axis::new(name, if kind == "depth" { Scale::Linear } else { Scale::Decimal })
    }
}

/// Orders two budgets by kind, then by amount; a budget that is not a single limit comes last.
pub(super) fn compare(one: &str, other: &str) -> Ordering {
    const KINDS: [&str; 6] = ["moves", "evals", "nodes", "depth", "cpu", "time"];
    let place = |budget: &str| {
        let limit = Limit::read(budget);
        let kind = limit.and_then(|limit| KINDS.iter().position(|&kind| kind == limit.kind));
        (kind.unwrap_or(KINDS.len()), limit.map_or(0.0, |limit| limit.amount))
    };
    let ((kind, amount), (other_kind, other_amount)) = (place(one), place(other));
    kind.cmp(&other_kind).then(amount.total_cmp(&other_amount))
}

/// The scores of two players at one budget.
struct Met<'a> {
    a: &'a str,
    b: &'a str,
    limit: Limit,
    scores: Scores,
}

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    let groups = &experiment.groups;
    let mut plots = Vec::new();
    for setting in distinct(groups.iter().map(|group| &group.setting)) {
        let met = collect(groups.iter().filter(|group| group.setting == *setting));
        for kind in distinct(met.iter().map(|met| met.limit.kind)) {
            let panels = panels(&met, kind);
            if panels.is_empty() {
                continue;
            }
            let Setting { game, evaluator, openings, .. } = setting;
            let plot = Plot {
                title: format!("Elo over the budget, {game}, evaluator {evaluator}, openings {openings}"),
                x: Limit::axis(kind),
                y: Axis::new("Elo", Scale::Linear),
                level: Some(0.0),
                interval: Interval::Bars,
                panels,
            };
            plots.push((slug(&format!("elo {game} {kind}")), plot));
        }
    }
    if plots.is_empty() {
        return;
    }
    page.heading("Elo over the budget");
    page.paragraph(
        "How far every player is ahead of its opponent, where the two met at several budgets of one kind.",
    );
    for (name, plot) in plots {
        page.figure(&name, plot);
    }
}

/// The matches at single limits; those of the same two players at the same limit are joined.
fn collect<'a>(groups: impl Iterator<Item = &'a Group>) -> Vec<Met<'a>> {
    let mut all: Vec<Met> = Vec::new();
    for found in groups.flat_map(|group| &group.matches) {
        let (summary, scores) = (&found.summary, &found.scores);
        let Some(limit) = Limit::read(&summary.budget) else { continue };
        let (a, b) = (&*summary.a, &*summary.b);
        // The player that was A in the first match of the two stays A.
        let is_turned = all.iter().any(|met| (met.a, met.b) == (b, a));
        let (a, b, scores) = if is_turned { (b, a, scores.reversed()) } else { (a, b, scores.clone()) };
        match all.iter_mut().find(|met| (met.a, met.b, met.limit) == (a, b, limit)) {
            Some(met) => met.scores.join(&scores),
            None => all.push(Met { a, b, limit, scores }),
        }
    }
    all
}

/// A panel for every opponent, with a curve for every player that met it at several budgets.
fn panels(met: &[Met], kind: &str) -> Vec<Panel> {
    let of_kind = || met.iter().filter(|met| met.limit.kind == kind);
    let curve = |a: &str, b: &str| {
        let of_both = of_kind().filter(|met| met.a == a && met.b == b);
        let point = |met: &Met| {
            let error = met.scores.elo_ci95().unwrap_or(0.0);
            Some(Point { x: met.limit.amount, y: met.scores.elo()?, error })
        };
        let mut points: Vec<Point> = of_both.filter_map(point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        (points.len() > 1).then(|| Curve { name: a.to_owned(), points })
    };
    let panel = |b: &str| {
        let of_opponent = of_kind().filter(|met| met.b == b);
        let curves: Vec<Curve> =
            distinct(of_opponent.map(|met| met.a)).into_iter().filter_map(|a| curve(a, b)).collect();
        (!curves.is_empty()).then(|| Panel { title: format!("against {b}"), curves })
    };
    distinct(of_kind().map(|met| met.b)).into_iter().filter_map(panel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_sorted_by_kind_and_amount() {
        let mut budgets =
            ["", "cpu=1ms", "moves=20k", "cpu=200us", "moves=1000", "depth=5", "moves=1,cpu=1s"];
        budgets.sort_by(|a, b| compare(a, b));
        let sorted = ["moves=1000", "moves=20k", "depth=5", "cpu=200us", "cpu=1ms", "", "moves=1,cpu=1s"];
        assert_eq!(budgets, sorted);
    }
}
