//! Scales map numbers to positions along an axis, and choose the round numbers at its ticks.

/// How numbers are placed along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithms, with ticks at powers of 2; numbers that are not above 0 are not drawn.
    Binary,
    /// By their logarithms, with ticks at round decimal numbers; numbers that are not above 0 are not drawn.
    Decimal,
}

/// A tick of an axis.
pub(super) struct Tick {
    /// The number, on the scale.
    pub(super) at: f64,
    pub(super) label: String,
}

/// Below this, leading zeros would run into the axis' name, so powers of ten are written with exponents.
const SMALL: f64 = 1e-2;
/// The most ticks at powers of 2 that fit side by side.
const MOST_POWERS: f64 = 6.0;

impl Scale {
    /// A number on the scale; not finite if it cannot be drawn.
    pub(super) fn of(self, number: f64) -> f64 {
        match self {
            Scale::Linear => number,
            Scale::Binary => number.log2(),
            Scale::Decimal => number.log10(),
        }
    }

    /// Whether only numbers above 0 can be drawn.
    pub(super) fn is_logarithmic(self) -> bool {
        self != Scale::Linear
    }

    /// The ticks of an axis for numbers from `low` to `high`, both on the scale; the first and the last tick are its
    /// ends.
    pub(super) fn ticks(self, low: f64, high: f64) -> Vec<Tick> {
        match self {
            Scale::Linear => linear(low, high),
            Scale::Binary => {
                let (from, to) = (low.floor(), high.ceil().max(low.floor() + 1.0));
                let every = ((to - from) / MOST_POWERS).ceil().max(1.0);
                let count = ((to - from) / every).ceil() as u32;
                let powers = (0..=count).map(|place| from + f64::from(place) * every);
                powers.map(|power| Tick { at: power, label: plain(power.exp2()) }).collect()
            }
            Scale::Decimal => decimal(low, high),
        }
    }
}

fn linear(low: f64, high: f64) -> Vec<Tick> {
    let step = step(low, high);
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    let tick = |place: i64| {
        let number = place as f64 * step;
        Tick { at: number, label: plain(number) }
    };
    (first..=last.max(first + 1)).map(tick).collect()
}

/// Powers of ten, and two and five times them if there are few.
fn decimal(low: f64, high: f64) -> Vec<Tick> {
    let is_small = low < SMALL.log10();
    let digits: &[f64] = if high - low < 2.0 && !is_small { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let powers = low.floor() as i32 - 1..=high.ceil() as i32 + 1;
    let round: Vec<(f64, i32)> =
        powers.flat_map(|power| digits.iter().map(move |digit| (*digit, power))).collect();
    let at = |(digit, power): (f64, i32)| digit.log10() + f64::from(power);
    // A little leeway: the logarithm of a round number may differ from that of its tick in the last digits.
    let first = round.iter().rposition(|&mark| at(mark) <= low + 1e-9).unwrap_or(0);
    let last = round.iter().position(|&mark| at(mark) >= high - 1e-9).unwrap_or(round.len() - 1);
    let tick = |&(digit, power): &(f64, i32)| {
        let label = if is_small { format!("1e{power}") } else { plain(digit * 10f64.powi(power)) };
        Tick { at: at((digit, power)), label }
    };
    round[first..=last.max(first + 1).min(round.len() - 1)].iter().map(tick).collect()
}

/// The least and the greatest of these numbers, kept apart even if there is only one number or none.
pub(super) fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .filter(|number| number.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    if low > high {
        return (0.0, 1.0);
    }
    if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// A step of 1, 2 or 5 times a power of ten that gives about five ticks.
fn step(low: f64, high: f64) -> f64 {
    let rough = ((high - low) / 5.0).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&step| step >= rough).unwrap_or(10.0 * power)
}

/// A number without rounding noise.
fn plain(number: f64) -> String {
    // Adding 0 turns -0 into 0.
    format!("{}", (number * 1e9).round() / 1e9 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, low: f64, high: f64) -> Vec<String> {
        let ticks = scale.ticks(scale.of(low), scale.of(high));
        assert!(ticks[0].at <= scale.of(low) + 1e-9, "{scale:?} from {low}");
        assert!(ticks[ticks.len() - 1].at >= scale.of(high) - 1e-9, "{scale:?} to {high}");
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(step(0.0, 1.0), 0.2);
        assert_eq!(step(0.0, 9.0), 2.0);
        assert!((step(0.5, 0.74) - 0.05).abs() < 1e-12);
    }

    #[test]
    fn marks_are_round_numbers_around_all_that_is_drawn() {
        assert_eq!(labels(Scale::Linear, -3.0, 9.0), ["-5", "0", "5", "10"]);
        assert_eq!(labels(Scale::Linear, 0.31, 0.62), ["0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(labels(Scale::Binary, 2.0, 500.0), ["2", "8", "32", "128", "512"]);
        assert_eq!(labels(Scale::Decimal, 1000.0, 20000.0), ["1000", "2000", "5000", "10000", "20000"]);
        assert_eq!(labels(Scale::Decimal, 0.2, 1.0), ["0.2", "0.5", "1"]);
        assert_eq!(labels(Scale::Decimal, 0.002, 0.3), ["1e-3", "1e-2", "1e-1", "1e0"]);
        assert_eq!(labels(Scale::Decimal, 3.0, 3e4), ["1", "10", "100", "1000", "10000", "100000"]);
        assert_eq!(labels(Scale::Decimal, 5.0, 5.0).len(), 2);
    }
}
