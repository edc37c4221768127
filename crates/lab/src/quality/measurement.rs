//! Counts how a player did at labelled positions.

use super::labels::Choice;
use super::only::Only;
use crate::players::Fault;
use crate::provenance::Provenance;
use crate::statistics::{self, Clusters, Scale};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tiptree::{Budget, Counters, Range};

/// How far a move may exceed a budget of CPU time and still count as in time: this much, or this share of the budget if that
/// is more.
const GRACE: (Duration, f64) = (Duration::from_millis(1), 0.05);

/// How well a player plays: what `tiptree quality --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The game.
    pub game: String,
    /// The player.
    pub search: String,
    /// The budget of a move: the player's own if it has one.
    pub budget: String,
    /// Positions in which some legal move loses the outcome; the others cannot tell players apart and are left out.
    pub positions: u64,
    /// Moves that keep the outcome.
    pub kept: u64,
    /// Moves that have the best score.
    pub best: u64,
    /// The share of moves that keep the outcome.
    pub kept_percent: Option<f64>,
    /// Half the width of its 95 % interval in percent points, clustered by position; mirror images are one position.
    #[serde(default)]
    pub kept_ci95: Option<f64>,
    /// Positions evaluated per move.
    pub mean_evals: Option<f64>,
    /// Positions entered per move.
    pub mean_nodes: Option<f64>,
    /// CPU seconds of all moves; wall-clock seconds for an external program.
    pub cpu_seconds: f64,
    /// The share of moves that have the best score.
    pub best_percent: Option<f64>,
    /// Half the width of its 95 % interval in percent points.
    #[serde(default)]
    pub best_ci95: Option<f64>,
    /// The standard error of the share of moves that keep the outcome, in percent points.
    #[serde(alias = "kept_error")]
    pub kept_se: Option<f64>,
    /// The standard error of the share of moves that have the best score, in percent points.
    #[serde(alias = "best_error")]
    pub best_se: Option<f64>,
    /// CPU seconds that 99 % of the moves did not exceed.
    pub cpu_p99: Option<f64>,
    /// CPU seconds of the longest move.
    pub cpu_worst: Option<f64>,
    /// The share of moves that exceeded a budget of CPU time by at most 1 ms or 5 %, whichever is more; `None` without one.
    pub within_percent: Option<f64>,
    /// Moves at which the search stopped because it was sure; `None` if the budget does not ask for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<u64>,
    /// Those of them that keep the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure_kept: Option<u64>,
    /// The mean regret: the expected payoff of the best move less that of the move chosen. Only where labels are expected
    /// payoffs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regret: Option<f64>,
    /// Half the width of its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regret_ci95: Option<f64>,
    /// The regret at every position, in the order of the file, in millionths: what paired differences are computed from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regrets: Vec<u32>,
    /// Positions at which the player failed or chose an illegal move. They count as not keeping the outcome.
    pub faults: u64,
    /// The message of the first fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The file of labels.
    pub file: String,
    /// The kind of positions that the measurement was restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// The number of positions in the file.
    pub labelled: u64,
    /// The seed of whatever the player does at random.
    pub seed: u64,
    /// The build that measured.
    #[serde(flatten)]
    pub build: Provenance,
}

impl Measurement {
    /// The same measurement with intervals; a file of an earlier version has only standard errors.
    #[must_use]
    pub fn renewed(mut self) -> Measurement {
        let ci95 = |percent: Option<f64>, se: Option<f64>| {
            let (share, se) = (percent? / 100.0, se? / 100.0);
            Some(100.0 * statistics::half_width(share, se, self.positions))
        };
        self.kept_ci95 = self.kept_ci95.or(ci95(self.kept_percent, self.kept_se));
        self.best_ci95 = self.best_ci95.or(ci95(self.best_percent, self.best_se));
        self
    }
}

/// The millionths in 1.
const MILLION: f64 = 1e6;

impl Measurement {
    /// The mean regret less that of another player at the same positions, with half the width of its 95 % interval, clustered
    /// by position; `None` unless both have regrets there.
    pub fn regret_beyond(&self, other: &Measurement) -> Option<(f64, f64)> {
        if self.regrets.len() != other.regrets.len() || self.file != other.file || self.only != other.only {
            return None;
        }
        let pairs = self.regrets.iter().zip(&other.regrets);
        spread(pairs.map(|(&own, &others)| (f64::from(own) - f64::from(others)) / MILLION))
    }
}

/// The mean of numbers, and half the width of its 95 % interval; `None` with fewer than two.
fn spread(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let reach = numbers.clone().map(f64::abs).fold(1.0, f64::max);
    let mut clusters = Clusters::on(Scale::points(Range::new(-reach, reach)));
    numbers.for_each(|number| clusters.add_single(number));
    Some((clusters.mean()?, clusters.ci95()?))
}

/// A player's answer at a position: a move, or a fault.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reply {
    /// The key of the position, the same for its mirror images.
    pub(super) position: u64,
    pub(super) choice: Result<Choice, Fault>,
    /// What the move costs, where labels are expected payoffs; a fault costs as much as the worst move.
    pub(super) regret: Option<f64>,
    pub(super) counters: Counters,
    pub(super) cpu_seconds: f64,
    /// Whether the search stopped because it was sure of the move.
    pub(super) is_sure: bool,
}

/// Counts replies.
#[derive(Default)]
pub(super) struct Count {
    kept: u64,
    best: u64,
    sure: u64,
    sure_kept: u64,
    faults: u64,
    fault: Option<String>,
    /// By position, 1 for every move that keeps the outcome and 0 for the others; then the same for the best moves.
    shares: [Clusters; 2],
    regrets: Vec<u32>,
    counters: Counters,
    seconds: Vec<f64>,
}

impl Count {
    pub(super) fn add(&mut self, reply: Reply) {
        self.sure += u64::from(reply.is_sure);
        let chosen = reply.choice.as_ref().map_or([false; 2], |choice| [choice.keeps, choice.is_best]);
        for (share, is_so) in self.shares.iter_mut().zip(chosen) {
            share.add(reply.position, f64::from(u8::from(is_so)));
        }
        self.regrets.extend(reply.regret.map(|regret| (MILLION * regret).round() as u32));
        match reply.choice {
            Ok(choice) => {
                self.kept += u64::from(choice.keeps);
                self.best += u64::from(choice.is_best);
                self.sure_kept += u64::from(reply.is_sure && choice.keeps);
            }
            Err(Fault(words)) => {
                self.faults += 1;
                self.fault.get_or_insert(words);
            }
        }
        self.counters += reply.counters;
        self.seconds.push(reply.cpu_seconds);
    }

    /// The number of moves so far.
    pub(super) fn moves(&self) -> u64 {
        self.seconds.len() as u64
    }

    /// Fills the counts into `blank`; `budget` is the budget of a move.
    pub(super) fn fill(mut self, blank: Measurement, budget: &Budget) -> Measurement {
        let moves = self.moves();
        let mean = |total: f64| (moves > 0).then(|| total / moves as f64);
        let percent = |count: u64| mean(100.0 * count as f64);
        let [kept, best] = &self.shares;
        let in_percent = |share: Option<f64>| share.map(|share| 100.0 * share);
        let cpu_seconds = self.seconds.iter().sum();
        let regret = spread(self.regrets.iter().map(|&regret| f64::from(regret) / MILLION));
        self.seconds.sort_by(f64::total_cmp);
        let within = |cpu: Duration| {
            let latest = cpu + GRACE.0.max(cpu.mul_f64(GRACE.1));
            percent(self.seconds.partition_point(|&seconds| seconds <= latest.as_secs_f64()) as u64)
        };
        Measurement {
            positions: moves,
            kept: self.kept,
            best: self.best,
            kept_percent: percent(self.kept),
            kept_ci95: in_percent(kept.ci95()),
            kept_se: in_percent(kept.se()),
            mean_evals: mean(self.counters.evals as f64),
            mean_nodes: mean(self.counters.nodes as f64),
            cpu_seconds,
            best_percent: percent(self.best),
            best_ci95: in_percent(best.ci95()),
            best_se: in_percent(best.se()),
            cpu_p99: quantile(&self.seconds, 99),
            cpu_worst: self.seconds.last().copied(),
            within_percent: budget.cpu.and_then(within),
            sure: budget.sure.map(|_| self.sure),
            sure_kept: budget.sure.map(|_| self.sure_kept),
            regret: regret.map(|(mean, _)| mean),
            regret_ci95: regret.map(|(_, ci95)| ci95),
            regrets: self.regrets,
            faults: self.faults,
            fault: self.fault,
            ..blank
        }
    }
}

/// The least of the sorted numbers that `percent` of them do not exceed.
fn quantile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_share_of_nothing() {
        let nothing = Count::default().fill(Measurement::default(), &Budget::cpu(Duration::from_millis(1)));
        assert_eq!(nothing, Measurement::default());
    }

    #[test]
    fn shares_have_errors_and_times_a_tail() {
        let mut count = Count::default();
        for number in 0..200 {
            let choice = Choice { keeps: number % 4 != 0, is_best: number % 2 == 1, regret: 0.0 };
            count.add(Reply {
                regret: None,
                position: number,
                choice: if number == 0 { Err(Fault("no move".into())) } else { Ok(choice) },
                counters: Counters { evals: 10, nodes: number, ..Counters::default() },
                // One move exceeds the budget by less than a millisecond, one by more.
                cpu_seconds: match number {
                    99 => 0.0109,
                    199 => 0.0111,
                    _ => 0.010,
                },
                is_sure: false,
            });
        }
        let measured = count.fill(Measurement::default(), &Budget::cpu(Duration::from_millis(10)));
        assert_eq!((measured.positions, measured.kept, measured.best, measured.faults), (200, 150, 100, 1));
        assert_eq!((measured.kept_percent, measured.best_percent), (Some(75.0), Some(50.0)));
        let se = 100.0 * (0.75f64 * 0.25 / 199.0).sqrt();
        assert!((measured.kept_se.unwrap() - se).abs() < 1e-9, "{measured:?}");
        assert!((measured.kept_ci95.unwrap() - 1.959_964 * se).abs() < 1e-5, "{measured:?}");
        assert_eq!((measured.mean_evals, measured.mean_nodes), (Some(10.0), Some(99.5)));
        assert_eq!((measured.cpu_p99, measured.cpu_worst), (Some(0.010), Some(0.0111)));
        assert_eq!(measured.within_percent, Some(99.5));
    }

    #[test]
    fn a_twentieth_of_a_long_budget_is_in_time() {
        let mut count = Count::default();
        for (position, cpu_seconds) in (0..).zip([0.104, 0.106]) {
            let choice = Err(Fault("no move".into()));
            count.add(Reply {
                regret: None,
                position,
                choice,
                counters: Counters::default(),
                cpu_seconds,
                is_sure: false,
            });
        }
        assert_eq!(
            count.fill(Measurement::default(), &Budget::cpu(Duration::from_millis(100))).within_percent,
            Some(50.0)
        );
    }

    #[test]
    fn a_position_that_comes_again_is_no_new_observation() {
        let measure = |times: u64| {
            let mut count = Count::default();
            for number in 0..40 * times {
                let choice = Ok(Choice { keeps: number % 40 < 30, is_best: true, regret: 0.0 });
                let counters = Counters::default();
                count.add(Reply {
                    regret: None,
                    position: number % 40,
                    choice,
                    counters,
                    cpu_seconds: 0.0,
                    is_sure: false,
                });
            }
            count.fill(Measurement::default(), &Budget::unlimited())
        };
        let (once, thrice) = (measure(1), measure(3));
        assert!((once.kept_ci95.unwrap() - thrice.kept_ci95.unwrap()).abs() < 1e-9);
        // All moves were best moves, but that does not prove perfection.
        assert!((once.best_ci95.unwrap() - 100.0 * (1.0 - 0.025f64.powf(1.0 / 40.0))).abs() < 1e-9);
    }

    #[test]
    fn regrets_are_compared_position_by_position() {
        let measure = |regrets: &[f64]| {
            let mut count = Count::default();
            for (&regret, position) in regrets.iter().zip(0..) {
                let choice = Ok(Choice { keeps: regret == 0.0, is_best: regret == 0.0, regret });
                let counters = Counters::default();
                let reply = Reply {
                    regret: Some(regret),
                    position,
                    choice,
                    counters,
                    cpu_seconds: 0.0,
                    is_sure: false,
                };
                count.add(reply);
            }
            count.fill(Measurement::default(), &Budget::unlimited())
        };
        let (one, two) = (measure(&[0.5, 0.1, 0.0, 0.2]), measure(&[0.4, 0.0, -0.0, 0.0]));
        assert_eq!((one.regret, one.regrets.as_slice()), (Some(0.2), &[500_000, 100_000, 0, 200_000][..]));
        // Differences 0.1, 0.1, 0, 0.2 with mean 0.1 and standard deviation sqrt(0.02 / 3).
        let (mean, ci95) = one.regret_beyond(&two).unwrap();
        assert!((mean - 0.1).abs() < 1e-9 && (ci95 - 1.959_964 * (0.02f64 / 3.0 / 4.0).sqrt()).abs() < 1e-6);
        assert_eq!(one.regret_beyond(&measure(&[0.5])), None);
    }

    #[test]
    fn a_measurement_of_an_earlier_version_gets_its_interval() {
        let mut value = serde_json::to_value(Measurement {
            positions: 200,
            kept_percent: Some(75.0),
            kept_se: Some(3.0),
            ..Measurement::default()
        })
        .unwrap();
        let fields = value.as_object_mut().unwrap();
        let se = fields.shift_remove("kept_se").unwrap();
        fields.insert("kept_error".into(), se);
        fields.shift_remove("kept_ci95");
        let read = serde_json::from_value::<Measurement>(value).unwrap().renewed();
        assert!((read.kept_ci95.unwrap() - 5.879_892).abs() < 1e-6, "{read:?}");
        assert_eq!(read.best_ci95, None);
    }
}
