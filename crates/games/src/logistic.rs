//! From log-odds to values, by a table, so that every machine computes the same: the scale of the fitted evaluators.
//!
//! Values are 1 + 1022 times the probability that Max wins, as whole numbers. Finished games are worth 1, 512 and 1023.

use tiptree::Range;

/// The scale of the values.
pub(crate) const SCALE: Range = Range { low: 1.0, high: 1023.0, step: Some(1.0) };
/// The difference of values that makes a move e times as likely in the priors.
pub(crate) const PRIOR_TEMPERATURE: f64 = 50.0;

/// The number of table entries per unit of log-odds (nat).
const ENTRIES_PER_NAT: i32 = 256;
/// The number of entries on either side of even odds. Beyond eight nats the value stays that of the last entry.
const HALF: i32 = 8 * ENTRIES_PER_NAT;
const ENTRIES: usize = 2 * HALF as usize;
/// e^(1/512) and e^(1/256): half an entry from the middle of the table, then whole entries.
const FIRST: f64 = 1.001_955_033_591_002_8;
const RATIO: f64 = 1.003_913_889_338_347_6;

/// The value of each entry: 1 + 1022 times the probability, rounded, and never the value of a won or lost game.
static VALUES: [u16; ENTRIES] = values();

const fn values() -> [u16; ENTRIES] {
    let mut values = [0; ENTRIES];
    let mut odds = FIRST;
    let mut place = 0;
    while place < ENTRIES / 2 {
        let value = (1.5 + 1022.0 * (odds / (1.0 + odds))) as u16;
        let value = if value > 1022 { 1022 } else { value };
        values[ENTRIES / 2 + place] = value;
        values[ENTRIES / 2 - 1 - place] = 1024 - value;
        odds *= RATIO;
        place += 1;
    }
    values
}

/// The number of units of a weight per nat.
const UNITS_PER_NAT: i32 = tiptree::features::UNITS_PER_NAT as i32;

/// The value of a sum of weights.
#[inline]
pub(crate) fn value(sum: i32) -> f64 {
    let entry = sum.div_euclid(UNITS_PER_NAT / ENTRIES_PER_NAT) + HALF;
    f64::from(VALUES[entry.clamp(0, 2 * HALF - 1) as usize])
}

/// The value of a sum in the view of the player to move. `is_min` says whether that is Min.
#[inline]
pub(crate) fn value_for(sum: i32, is_min: bool) -> f64 {
    // Exact for both players: value(sum) + value(-1 - sum) is 1024.
    value(if is_min { !sum } else { sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_logistic_function() {
        assert_eq!((value(0), value(-1)), (512.0, 512.0));
        assert_eq!((value(i32::MAX), value(i32::MIN)), (1022.0, 2.0));
        for sum in (-20_000..20_000).step_by(7) {
            let probability = 1.0 / (1.0 + (-f64::from(sum) / f64::from(UNITS_PER_NAT)).exp());
            let exact = (1.0 + 1022.0 * probability).clamp(2.0, 1022.0);
            assert!((value(sum) - exact).abs() < 1.05, "{sum}: {} for {exact}", value(sum));
            assert_eq!(value(sum) + value(-1 - sum), 1024.0);
        }
    }
}
