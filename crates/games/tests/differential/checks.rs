//! The invariants of every report.

use super::truth::{Oracle, SLACK, Truth};
use tiptree::erased::Position;
use tiptree::{Budget, Outcome, Proven, Range, Report, RootMove, Turn};

/// A report under examination.
pub(super) struct Checks<'a> {
    position: &'a dyn Position,
    payoffs: Range,
    report: &'a Report<String>,
    budget: &'a Budget,
    oracle: &'a mut Oracle,
    /// Whether the search may extend beyond the depth limit.
    pub(super) extends: bool,
    /// The invariants that are violated. The text before the colon is the kind of fault.
    pub(super) faults: Vec<String>,
}

impl<'a> Checks<'a> {
    pub(super) fn new(
        position: &'a dyn Position,
        payoffs: Range,
        report: &'a Report<String>,
        budget: &'a Budget,
        oracle: &'a mut Oracle,
    ) -> Self {
        Checks { position, payoffs, report, budget, oracle, extends: false, faults: Vec::new() }
    }

    fn holds(&mut self, condition: bool, fault: impl FnOnce() -> String) {
        if !condition {
            self.faults.push(fault());
        }
    }

    pub(super) fn all(&mut self) {
        self.budgets();
        self.lines();
        self.root();
        self.unsearched();
        self.proofs();
        if matches!(self.position.turn(), Turn::Max | Turn::Min) {
            self.choice();
            self.lengths();
        }
    }

    fn budgets(&mut self) {
        let (counters, budget) = (self.report.counters, self.budget);
        for (name, spent, limit) in [
            ("moves", counters.moves, budget.moves),
            ("evals", counters.evals, budget.evals),
            ("nodes", counters.nodes, budget.nodes),
            ("depth", counters.max_depth.into(), budget.depth.map(u64::from).filter(|_| !self.extends)),
        ] {
            self.holds(limit.is_none_or(|limit| spent <= limit), || format!("{name} exceeded: {spent}"));
        }
    }

    /// Lines are legal, and the principal variation begins with the best move.
    fn lines(&mut self) {
        let report = self.report;
        self.holds(report.pv.first() == report.best.as_ref(), || "the line begins with another move".into());
        for (name, line) in [("pv", &report.pv), ("refutation", &report.refutation)] {
            let mut position = self.position.duplicate();
            let illegal = line.iter().find(|mv| position.play(mv).is_err());
            self.holds(illegal.is_none(), || format!("{name} is illegal: at {illegal:?}"));
        }
    }

    /// The root agrees with its moves.
    fn root(&mut self) {
        let report = self.report;
        let moves: Vec<String> = report.moves.iter().map(|entry| entry.mv.clone()).collect();
        self.holds(moves == self.position.moves(), || "other moves than the legal ones".into());
        let decides = matches!(self.position.turn(), Turn::Max | Turn::Min);
        self.holds(report.best.is_some() == decides, || "best is there or not".into());
        let holds = report.best.as_ref().is_none_or(|best| report.best_moves.contains(best));
        self.holds(holds, || "best is none of the best".into());
        if let Some(proven) = report.proven {
            self.holds(proven.value == report.value, || "the root's value is not the proven one".into());
        }
        let entries = report.moves.iter().filter(|entry| entry.proven.is_some());
        let disagree = entries.filter(|entry| entry.proven.map(|proven| proven.value) != entry.value).count();
        self.holds(disagree == 0, || "a move's value is not the proven one".into());
    }

    /// A move without a value has no visits and no share.
    fn unsearched(&mut self) {
        let shows =
            |entry: &&RootMove<String>| entry.value.is_none() && (entry.visits > 0 || entry.share != 0.0);
        let shows = self.report.moves.iter().any(|entry| shows(&entry));
        self.holds(!shows, || "a move without a value has visits or a share".into());
    }

    /// The truth of the position after a root move.
    fn truth_after(&mut self, mv: &str) -> Option<Truth> {
        let mut behind = self.position.duplicate();
        behind.play(mv).ok()?;
        self.oracle.of(behind.as_ref())
    }

    fn proofs(&mut self) {
        if let (Some(proven), Some(truth)) = (self.report.proven, self.oracle.of(self.position)) {
            self.proof("the root", proven, truth);
        }
        for entry in &self.report.moves {
            if let (Some(proven), Some(truth)) = (entry.proven, self.truth_after(&entry.mv)) {
                self.proof("a move", proven, truth);
            }
        }
    }

    fn proof(&mut self, of: &str, proven: Proven, truth: Truth) {
        let value = self.payoffs.map(truth.payoff, self.report.range);
        let slack = 1e-6 * (self.report.range.high - self.report.range.low);
        self.holds((proven.value - value).abs() <= slack, || {
            format!("{of} is falsely proven: {proven:?} for {truth:?}")
        });
        let is_true = proven.plies.is_none_or(|plies| plies == truth.plies);
        self.holds(is_true, || format!("{of} has false plies: {proven:?} for {truth:?}"));
        let named = |outcome| match outcome {
            Outcome::Win => self.payoffs.high,
            Outcome::Draw => self.payoffs.middle(),
            Outcome::Loss => self.payoffs.low,
        };
        let is_named = proven.result.is_none_or(|result| (named(result) - truth.payoff).abs() <= SLACK);
        self.holds(is_named, || format!("{of} has a false result: {proven:?} for {truth:?}"));
    }

    /// The best move is not proven to be worse than another move, and the root is proven if its moves prove it.
    fn choice(&mut self) {
        let report = self.report;
        let sign = if self.position.turn() == Turn::Max { 1.0 } else { -1.0 };
        let [worst, most] = if sign > 0.0 {
            [report.range.low, report.range.high]
        } else {
            [report.range.high, report.range.low]
        };
        let slack = 1e-9 * (report.range.high - report.range.low);
        let of = |entry: &RootMove<String>| entry.proven.map(|proven| proven.value);
        let Some(best) = report.moves.iter().find(|entry| Some(&entry.mv) == report.best.as_ref()) else {
            return;
        };
        let proven: Vec<f64> = report.moves.iter().filter_map(of).collect();
        let greatest = proven.iter().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
        let all = proven.len() == report.moves.len();
        let own = of(best).map(|value| sign * value);
        self.holds(own.is_none_or(|own| own + slack >= greatest), || {
            "a move that is proven worse is played".into()
        });
        self.holds(own.is_some() || greatest < sign * most, || "a proven win is not played".into());
        let is_lost = own.is_some_and(|own| own <= sign * worst);
        self.holds(!is_lost || all, || "a proven loss is played before an open move".into());
        let must = all || greatest >= sign * most;
        self.holds(!must || report.proven.is_some(), || {
            "the moves prove the root, which says nothing".into()
        });
        if let Some(root) = report.proven {
            let holds = own.is_some_and(|own| (own - sign * root.value).abs() <= slack);
            self.holds(holds, || "the root is proven and its move is not, or otherwise".into());
        }
        for mv in &report.best_moves {
            let other =
                report.moves.iter().find(|entry| entry.mv == *mv).and_then(of).map(|value| sign * value);
            let agrees = match (own, other) {
                (Some(own), Some(other)) => (own - other).abs() <= slack,
                (None, Some(other)) => other < sign * most,
                (own, None) => own.is_none(),
            };
            self.holds(agrees, || format!("a move is said to be as good and is not: {mv}"));
        }
    }

    /// The best move is the shortest win or the longest loss, as far as lengths are known.
    fn lengths(&mut self) {
        let report = self.report;
        let Some(best) = report.best.as_ref() else { return };
        let own = report.moves.iter().find(|entry| entry.mv == *best).and_then(|entry| entry.proven);
        let (Some(own), Some(truth)) = (own, self.truth_after(best)) else { return };
        let sign = if self.position.turn() == Turn::Max { 1.0 } else { -1.0 };
        let (low, high) = (report.range.low, report.range.high);
        let others: Vec<u32> = report
            .moves
            .iter()
            .filter_map(|entry| entry.proven.filter(|other| other.value == own.value)?.plies)
            .collect();
        let [worst, most] = if sign > 0.0 { [low, high] } else { [high, low] };
        if own.value == most {
            let shorter = others.iter().any(|&plies| plies < truth.plies);
            self.holds(!shorter, || format!("a longer win is played: {} for {others:?}", truth.plies));
        } else if own.value == worst {
            let longer = others.iter().any(|&plies| plies > truth.plies);
            self.holds(!longer, || format!("a shorter loss is played: {} for {others:?}", truth.plies));
        }
    }
}
