//! The first two moments of repeated measurements: enough for a mean and its error, and they can be added.

use super::Averaged;
use tiptree_lab::statistics::CONFIDENCE;

/// The moments of a repeated measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    size: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a measurement.
    pub(crate) fn add(&mut self, measured: f64) {
        self.join(&Moments { size: 1.0, sum: measured, squares: measured * measured });
    }

    /// Adds the measurements of another.
    pub(crate) fn join(&mut self, other: &Moments) {
        self.size += other.size;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The number of measurements.
    pub(crate) fn size(&self) -> f64 {
        self.size
    }

    /// The mean; NaN without measurements.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.size
    }

    /// The standard deviation of a measurement.
    #[cfg(test)]
    pub(crate) fn deviation(&self) -> f64 {
        ((self.squares - self.sum * self.mean()) / (self.size - 1.0)).max(0.0).sqrt()
    }

    /// The mean and the number of measurements.
    pub(crate) fn averaged(&self) -> Averaged {
        Averaged { mean: self.mean(), size: self.size }
    }

    /// The moments of a linear function of the measurements.
    pub(crate) fn linear(&self, factor: f64, constant: f64) -> Moments {
        Moments {
            size: self.size,
            sum: factor * self.sum + constant * self.size,
            squares: factor * factor * self.squares
                + 2.0 * factor * constant * self.sum
                + constant * constant * self.size,
        }
    }

    /// The same as percentages of `whole`.
    pub(crate) fn percent_of(&self, whole: u64) -> Moments {
        self.linear(100.0 / whole as f64, 0.0)
    }

    /// The half width of the mean's 95 % interval.
    pub(crate) fn ci95(&self) -> f64 {
        let variance = (self.squares / self.size - self.mean() * self.mean()).max(0.0);
        CONFIDENCE * (variance / self.size).sqrt()
    }
}
