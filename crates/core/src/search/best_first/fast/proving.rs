//! Growth and proof: near the end of a game a part of the budget goes to depth-first proof-number search.
//!
//! A growing tree finds good moves early and proofs late. To prove eight positions of Connect-Four which it had got wrong, it
//! took 160 to 870 ms, alpha-beta 17 to 340 ms and [`dfpn`](crate::search::proof) 8 to 60 ms. The share of proven tips in the
//! tree tells how near the end is. Both searches count moves, evaluations and nodes in the same way, so that the proof gets a
//! part of a counted limit as it gets a part of the time.

use super::schedule;
use super::search::Fast;
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use crate::search::Search;
use crate::search::proof::{ProofNumber, Settings as ProofSettings};
use crate::search::tree_view::{Detail, TreeView};
use std::fmt;
use std::time::Duration;

/// The part of the budget after which the search checks how near the end is.
const CHECK_AT: f64 = 0.2;
/// The most expansions between two checks of the budget until then.
const CHECK_EVERY: u64 = 512;

/// Min/max approximation that tries to prove the value of the root when the end is near.
pub struct Proving<G: Insight, E> {
    fast: Fast<G, E>,
    prover: ProofNumber<G, E>,
    /// The part of the budget that a proof may take.
    share: f64,
    phase: Phase,
}

/// How far a run has come.
#[derive(Debug)]
enum Phase {
    /// The tree grows; a proof may follow.
    Growing,
    /// A proof is under way, with a meter of its own.
    Proof(Box<Meter>),
    /// The proof has found the value.
    Proven(Box<Meter>),
    /// The tree grows; no proof follows.
    Grown,
}

impl<G: Insight + Clone, E: Evaluator<G> + Clone> Proving<G, E> {
    /// The search `fast`, which gives the part `share` of the budget to proofs.
    ///
    /// # Errors
    /// Returns `fast` where proof-number search cannot play the game, because its positions may repeat.
    pub fn new(fast: Fast<G, E>, share: f64) -> Result<Self, Box<Fast<G, E>>> {
        let (game, evaluator) = (fast.common.game.clone(), fast.common.evaluator.clone());
        match ProofNumber::new(game, evaluator, ProofSettings::default()) {
            Ok(prover) => Ok(Proving { fast, prover, share, phase: Phase::Grown }),
            Err(_) => Err(Box::new(fast)),
        }
    }
}

impl<G: Insight, E: Evaluator<G>> Proving<G, E> {
    /// Begins a proof of the value of the root, within the proof's part of the budget.
    fn begin_proof(&mut self, meter: &Meter) {
        let counted = meter.part_left(self.share);
        let budget = meter.budget();
        let part = |clock: Option<Duration>| clock.map(|limit| limit.mul_f64(self.share));
        let budget = Budget {
            moves: counted.moves,
            evals: counted.evals,
            nodes: counted.nodes,
            time: part(budget.time),
            cpu: part(budget.cpu),
            memory: budget.memory,
            depth: budget.depth,
            ..budget.without_limits()
        };
        let mut proof = self.prover.begin(&budget);
        // It works in the next slice, if this one is spent.
        proof.end_slice();
        self.phase = Phase::Proof(Box::new(proof));
    }

    /// Works on the proof. What it spends is counted, also where it fails. The search ends if the value is proven, and grows on
    /// if not.
    fn work_on_proof(&mut self, mut proof: Box<Meter>, meter: &mut Meter) {
        let before = proof.counters;
        proof.begin_slice(meter.left_of_slice());
        self.prover.work(&mut proof);
        meter.add(proof.counters.since(before));
        let is_proven = || self.prover.report(&proof).proven.is_some();
        self.phase = match proof.stopped() {
            None => {
                proof.end_slice();
                Phase::Proof(proof)
            }
            Some(stop) if is_proven() => {
                meter.stop(stop);
                Phase::Proven(proof)
            }
            Some(_) => Phase::Grown,
        };
    }
}

impl<G: Insight, E> fmt::Debug for Proving<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proving").field("share", &self.share).finish_non_exhaustive()
    }
}

impl<G: Insight, E: Evaluator<G>> Search<G> for Proving<G, E> {
    fn start(&mut self, state: G::State) {
        self.phase = Phase::Grown;
        self.prover.start(state.clone());
        self.fast.start(state);
    }

    fn advance(&mut self, mv: G::Move) {
        self.phase = Phase::Grown;
        self.prover.advance(mv);
        self.fast.advance(mv);
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.fast.step(meter)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        let may_prove = self.share > 0.0 && (budget.is_timed() || schedule::is_counted(budget));
        self.phase = if may_prove { Phase::Growing } else { Phase::Grown };
        self.fast.begin(budget)
    }

    fn work(&mut self, meter: &mut Meter) {
        while meter.goes_on() {
            let phase = std::mem::replace(&mut self.phase, Phase::Grown);
            if let Phase::Proof(proof) = phase {
                self.work_on_proof(proof, meter);
                continue;
            }
            let is_first_part = matches!(phase, Phase::Growing);
            let every = schedule::checks(meter.budget(), CHECK_AT).min(CHECK_EVERY);
            self.phase = phase;
            if let Some(stop) = self.fast.do_part(meter, if is_first_part { every } else { u64::MAX }) {
                meter.stop(stop);
            }
            let is_due = is_first_part && !self.fast.is_within_part() && meter.part_spent() >= CHECK_AT;
            if is_due && meter.stopped().is_none() {
                self.phase = Phase::Grown;
                if self.fast.proven_share() >= schedule::proof_threshold(meter.budget()) {
                    self.begin_proof(meter);
                }
            }
        }
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let Phase::Proven(proof) = &self.phase else { return self.fast.report(meter) };
        let mut report = self.prover.report(proof);
        report.counters = meter.counters;
        meter.time(&mut report);
        report
    }

    fn tree_view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        self.fast.tree_view(detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::best_first::fast::Settings;
    use crate::testing::synthetic::{HashEvaluator, HashTree};

    #[test]
    fn a_proof_is_that_of_the_whole_tree_and_says_what_was_spent() {
        let hour = Budget { time: Some(Duration::from_secs(3600)), ..Budget::unlimited() };
        for seed in 0..30 {
            let (tree, evaluator) = (HashTree::new(seed, 6, 3), HashEvaluator::new(seed, 100));
            let fast = || Fast::new(tree, evaluator, Settings::default()).unwrap();
            // None where a single move does not lose: the search stops before the value is proven.
            let truth = fast().run(&Budget::unlimited()).proven.map(|proven| proven.value);
            let mut proving = Proving::new(fast(), 0.5).unwrap();
            proving.start(tree.start());
            let mut meter = Meter::new(&hour);
            meter.counters.evals = 1_000_000;
            proving.begin_proof(&meter);
            proving.work(&mut meter);
            let report = proving.report(&meter);
            let value = report.proven.map(|proven| proven.value);
            assert!(
                report.best.is_some() && value.is_some() && (truth.is_none() || value == truth),
                "seed {seed}"
            );
            assert!(report.counters.evals >= 1_000_000 && report.counters.nodes > 0);
            // With an hour on the clock, growth finds the same.
            assert_eq!(proving.run(&hour).proven.map(|proven| proven.value), truth, "seed {seed}");
        }
    }

    #[test]
    fn a_counted_budget_is_kept_and_lets_proofs_in() {
        let mut proofs = 0;
        for seed in 0..20 {
            let (tree, evaluator) = (HashTree::new(seed, 9, 3), HashEvaluator::new(seed, 100));
            let fast = || Fast::new(tree, evaluator, Settings::default()).unwrap();
            let truth = fast().run(&Budget::unlimited()).proven.map(|proven| proven.value);
            for count in [100, 1_000, 10_000] {
                for budget in [Budget::moves(count), Budget::evals(count), Budget::nodes(count)] {
                    let mut proving = Proving::new(fast(), 0.5).unwrap();
                    proving.start(tree.start());
                    let report = proving.run(&budget);
                    let spent = report.counters;
                    assert!(
                        budget.moves.is_none_or(|limit| spent.moves <= limit)
                            && budget.evals.is_none_or(|limit| spent.evals <= limit)
                            && budget.nodes.is_none_or(|limit| spent.nodes <= limit),
                        "seed {seed}, {budget}: {spent:?}"
                    );
                    if let (Some(proven), Some(truth)) = (report.proven, truth) {
                        assert_eq!(proven.value, truth, "seed {seed}, {budget}");
                    }
                    // The same every time.
                    let mut again = Proving::new(fast(), 0.5).unwrap();
                    again.start(tree.start());
                    let again = again.run(&budget);
                    assert_eq!((again.best, again.counters), (report.best, spent), "seed {seed}, {budget}");
                    let alone = fast().run(&budget);
                    proofs += usize::from(report.proven.is_some() && alone.proven.is_none());
                }
            }
        }
        assert!(proofs > 0, "some roots are proven that growth alone does not prove");
    }
}
