//! A figure of a table: a number with its interval, and how several are pooled into one.

use serde::Deserialize;

/// A figure, with half the width of its 95 % interval if it has one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) ci95: Option<f64>,
    /// For a mean, the number of items averaged.
    pub(super) weight: f64,
    /// Digits after the decimal point, unless the table sets another number.
    pub(super) digits: usize,
}

/// How several results for one cell are pooled.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pool {
    /// Their mean, weighted by the number of items of each.
    Mean,
    /// Their sum.
    Sum,
}

impl Pool {
    /// Pools the figures into one. The results are independent, so the squares of their intervals add up.
    pub(super) fn join(self, figures: &[Figure]) -> Option<Figure> {
        let first = figures.first()?;
        let total: f64 = figures.iter().map(|figure| figure.weight).sum();
        let weight = |figure: &Figure| match self {
            Pool::Mean => figure.weight / total,
            Pool::Sum => 1.0,
        };
        let squares: Option<f64> =
            figures.iter().map(|figure| Some((weight(figure) * figure.ci95?).powi(2))).sum();
        Some(Figure {
            value: figures.iter().map(|figure| weight(figure) * figure.value).sum(),
            ci95: squares.map(f64::sqrt),
            weight: total,
            digits: first.digits,
        })
    }
}

impl Figure {
    /// The figure with this many digits after the decimal point.
    pub(super) fn show(self, digits: usize, has_interval: bool) -> String {
        // The text is checked after rounding: -0.2 without digits is 0, not -0.
        let rounded = |value: f64| {
            let text = format!("{value:.digits$}");
            if text.trim_start_matches('-').chars().all(|digit| "0.".contains(digit)) {
                text.trim_start_matches('-').to_owned()
            } else {
                text
            }
        };
        match self.ci95.filter(|_| has_interval) {
            Some(ci95) => format!("{} ± {}", rounded(self.value), rounded(ci95)),
            None => rounded(self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_weighted_and_sums_are_not() {
        let figure = |value, ci95, weight| Figure { value, ci95: Some(ci95), weight, digits: 1 };
        let [one, other] = [figure(90.0, 3.0, 300.0), figure(70.0, 4.0, 100.0)];
        let mean = Pool::Mean.join(&[one, other]).unwrap();
        assert_eq!((mean.value, mean.weight), (85.0, 400.0));
        assert!((mean.ci95.unwrap() - (2.25f64.powi(2) + 1.0).sqrt()).abs() < 1e-12);
        let sum = Pool::Sum.join(&[one, other]).unwrap();
        assert_eq!((sum.value, sum.ci95), (160.0, Some(5.0)));
        assert_eq!(Pool::Mean.join(&[one, Figure { ci95: None, ..other }]).unwrap().ci95, None);
        assert_eq!(Pool::Sum.join(&[]), None);
    }

    #[test]
    fn nothing_is_less_than_nothing() {
        let figure = Figure { value: -0.2, ci95: Some(1.26), ..Figure::default() };
        assert_eq!(figure.show(0, true), "0 ± 1");
        assert_eq!(figure.show(1, false), "-0.2");
    }
}
