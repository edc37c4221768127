//! Races on one machine in one run: the two sides take turns, problem by problem, and each turn is timed by the CPU clock
//! of the thread, so that a busy machine disturbs both alike.

pub mod basic;
pub mod rules;

use std::fmt;
use std::hint::black_box;
use tiptree::clock::Clock;

/// The CPU time of one turn in microseconds, and what it returned.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let clock = Clock::start();
    let result = black_box(work());
    (clock.cpu().as_secs_f64() * 1e6, result)
}

/// The times of both sides on the problems of one kind, in microseconds.
#[derive(Clone, Debug, Default)]
pub struct Race {
    pairs: Vec<(f64, f64)>,
}

impl Race {
    /// Adds a problem: our time and theirs.
    pub fn add(&mut self, ours: f64, theirs: f64) {
        self.pairs.push((ours, theirs));
    }

    fn mean(&self, time: impl Fn(&(f64, f64)) -> f64) -> f64 {
        self.pairs.iter().map(time).sum::<f64>() / self.pairs.len() as f64
    }

    /// Our mean time, theirs, the ratio of the two, and half its 95 % interval by the delta method.
    pub fn ratio(&self) -> (f64, f64, f64, f64) {
        let (ours, theirs) = (self.mean(|pair| pair.0), self.mean(|pair| pair.1));
        let ratio = ours / theirs;
        let variance = self.mean(|pair| (pair.0 - ratio * pair.1).powi(2));
        (ours, theirs, ratio, 1.96 * (variance / self.pairs.len() as f64).sqrt() / theirs)
    }

    /// The greatest of our times, and of theirs.
    pub fn worst(&self) -> (f64, f64) {
        self.pairs.iter().fold((0.0, 0.0), |worst, pair| (pair.0.max(worst.0), pair.1.max(worst.1)))
    }

    /// The median of our times, and of theirs.
    pub fn median(&self) -> (f64, f64) {
        let median = |side: fn(&(f64, f64)) -> f64| {
            let mut times: Vec<f64> = self.pairs.iter().map(side).collect();
            times.sort_by(f64::total_cmp);
            times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
        };
        (median(|pair| pair.0), median(|pair| pair.1))
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((ours, theirs, ratio, error), median, worst) = (self.ratio(), self.median(), self.worst());
        writeln!(f, "  {} problems, CPU microseconds each", self.pairs.len())?;
        writeln!(f, "  mean   {ours:12.1} against {theirs:12.1}, ratio {ratio:.4} ± {error:.4} (95 %)")?;
        writeln!(f, "  median {:12.1} against {:12.1}", median.0, median.1)?;
        write!(f, "  worst  {:12.1} against {:12.1}", worst.0, worst.1)
    }
}
