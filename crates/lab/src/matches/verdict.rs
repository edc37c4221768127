//! The verdict on a match, as a word and as a sentence.

use super::summary::Summary;
use serde::{Deserialize, Serialize};

/// Which player is stronger, by the 95 % interval of the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval lies above one half.
    AStronger,
    /// The interval lies below one half.
    BStronger,
    /// The interval contains one half.
    CannotTell,
    /// There are too few independent observations for an interval.
    #[default]
    TooFew,
}

impl Verdict {
    /// With fewer observations than this, 1.96 standard errors are not a 95 % interval.
    pub const LEAST_OBSERVATIONS: u64 = 20;

    /// The verdict on a score with its 95 % interval, from the number of independent observations.
    pub(super) fn new(score: Option<f64>, ci95: Option<f64>, observations: u64) -> Verdict {
        match score.zip(ci95) {
            Some((score, ci95)) if observations >= Self::LEAST_OBSERVATIONS => match score - 0.5 {
                lead if lead > ci95 => Verdict::AStronger,
                lead if lead < -ci95 => Verdict::BStronger,
                _ => Verdict::CannotTell,
            },
            _ => Verdict::TooFew,
        }
    }
}

impl Summary {
    /// The verdict as a sentence.
    pub fn sentence(&self) -> String {
        let Summary { a, b, observations, .. } = self;
        let interval = || {
            let [score, ci95] = [self.score, self.score_ci95].map(Option::unwrap_or_default);
            format!("score {score:.3} ± {ci95:.3}, {observations} observations")
        };
        match self.verdict {
            Verdict::AStronger => format!("{a} is stronger ({})", interval()),
            Verdict::BStronger => format!("{b} is stronger ({})", interval()),
            Verdict::CannotTell => {
                format!("cannot tell whether {a} or {b} is stronger ({})", interval())
            }
            Verdict::TooFew => {
                let least = Verdict::LEAST_OBSERVATIONS;
                format!("none, too few independent observations ({observations}, at least {least})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_decides_if_there_are_enough_observations() {
        let verdict = |score, observations| Verdict::new(Some(score), Some(0.1), observations);
        assert_eq!(verdict(0.61, 20), Verdict::AStronger);
        assert_eq!(verdict(0.39, 20), Verdict::BStronger);
        assert_eq!([verdict(0.6, 20), verdict(0.4, 20)], [Verdict::CannotTell; 2]);
        assert_eq!([verdict(0.9, 19), Verdict::new(Some(1.0), None, 30)], [Verdict::TooFew; 2]);
        assert_eq!(serde_json::to_value(Verdict::AStronger).unwrap(), "a-stronger");
    }
}
