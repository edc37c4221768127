//! A parameter to tune, by its text: `c=0.01..0.5`, `c~0.01..0.5:0.05`, `probe=1..6`.
//!
//! `=` means a linear scale and `~` a logarithmic one, which suits a parameter for which factors matter, such as a
//! rate. If neither bound has a point or an exponent, the values are whole numbers. The number after the colon is the
//! start.

use serde::Serialize;
use std::fmt;
use tiptree::{ParseError, Registry, Spec};

/// The digits of a value in a player's spec: a match cannot resolve more.
const DIGITS: usize = 4;

/// How equal steps of a tuner change a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// By equal differences.
    Linear,
    /// By equal factors.
    Logarithmic,
}

/// A parameter to tune, within bounds.
///
/// The tuner works on the unit interval, where all parameters are alike; [`Parameter::value`] converts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// The key in the search's spec.
    pub key: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The initial value.
    pub start: f64,
    /// How steps change it.
    pub scale: Scale,
    /// Whether its values are whole numbers.
    pub whole: bool,
}

impl Parameter {
    /// The parameter of `search` that `text` describes. Without a start in the text, the start is the value in `search`
    /// or else its default; if that is not a number within the bounds, it is the middle.
    ///
    /// # Errors
    /// If the text describes no parameter.
    pub fn read(registry: &Registry, text: &str, search: &Spec) -> Result<Parameter, ParseError> {
        let parse_error = |expected: &str| ParseError::new("parameter", text, expected);
        let form =
            || parse_error("KEY=LOW..HIGH or, on a logarithmic scale, KEY~LOW..HIGH, as in c~0.01..0.5:0.05");
        let mark = text.find(['=', '~']).ok_or_else(form)?;
        let (key, bounds) = (text[..mark].trim(), &text[mark + 1..]);
        let scale = if text[mark..].starts_with('~') { Scale::Logarithmic } else { Scale::Linear };
        let (bounds, start) = match bounds.split_once(':') {
            Some((bounds, start)) => (bounds, Some(start)),
            None => (bounds, None),
        };
        let (low_text, high_text) = bounds.split_once("..").ok_or_else(form)?;
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let (low, high) = number(low_text).zip(number(high_text)).ok_or_else(form)?;
        if key.is_empty() {
            return Err(form());
        }
        if low >= high {
            return Err(parse_error("a lower bound below the upper one"));
        }
        if scale == Scale::Logarithmic && low <= 0.0 {
            return Err(parse_error("bounds above 0 on a logarithmic scale"));
        }
        let whole = !bounds.replace("..", " ").contains(['.', 'e', 'E']);
        let mut parameter = Parameter { key: key.to_owned(), low, high, start: low, scale, whole };
        let is_within = |value: &f64| (low..=high).contains(value);
        parameter.start = match start {
            Some(text) => {
                number(text).filter(is_within).ok_or_else(|| parse_error("a start within the bounds"))?
            }
            None => default(registry, search, key)
                .and_then(number)
                .filter(is_within)
                .unwrap_or_else(|| parameter.value(0.5)),
        };
        Ok(parameter)
    }

    /// The value at a point of the unit interval, rounded if the values are whole numbers.
    pub fn value(&self, place: f64) -> f64 {
        let value = match self.scale {
            Scale::Linear => self.low + place * (self.high - self.low),
            Scale::Logarithmic => self.low * (self.high / self.low).powf(place),
        };
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.low, self.high)
    }

    /// The point of the unit interval for a value.
    pub fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// The least step to both sides of a point that leads to two different values; 0 if the values are not whole
    /// numbers.
    pub(super) fn least_step(&self, place: f64) -> f64 {
        if !self.whole {
            return 0.0;
        }
        // On a logarithmic scale the bounds are above 0, so the least whole value less one half is too.
        let value = self.value(place);
        (self.place(value + 0.5) - self.place(value - 0.5)) / 2.0
    }

    /// The value at a point of the unit interval, as a spec has it.
    pub fn text(&self, place: f64) -> String {
        let value = self.value(place);
        // Writing it with an exponent and reading it again rounds it to significant digits.
        let rounded: f64 = format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value);
        let value = if self.whole { value } else { rounded.clamp(self.low, self.high) };
        format!("{value}")
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { key, low, high, start, .. } = self;
        let mark = if self.scale == Scale::Linear { '=' } else { '~' };
        // A bound with a decimal point says that the values are not whole numbers.
        let point = if self.whole || low.fract() != 0.0 { "" } else { ".0" };
        write!(f, "{key}{mark}{low}{point}..{high}:{start}")
    }
}

/// The value of `key` in a search's spec, or its default.
fn default<'a>(registry: &'a Registry, search: &'a Spec, key: &str) -> Option<&'a str> {
    let entry = registry.search(&search.name)?;
    let usual = || entry.parameters.iter().find(|parameter| parameter.key == key);
    search.get(key).or_else(|| usual().map(|parameter| parameter.default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Parameter, ParseError> {
        Parameter::read(&Registry::new(), text, &"mm(p=20)".parse().unwrap())
    }

    #[test]
    fn a_parameter_has_bounds_a_scale_and_a_start() {
        let c = read("c~0.01..0.5:0.1").unwrap();
        assert_eq!((c.key.as_str(), c.low, c.high, c.start), ("c", 0.01, 0.5, 0.1));
        assert_eq!((c.scale, c.whole), (Scale::Logarithmic, false));
        let probe = read("probe=-1..6").unwrap();
        assert_eq!((probe.scale, probe.whole, probe.low, probe.high), (Scale::Linear, true, -1.0, 6.0));
        assert!(!read("c=0..1.0").unwrap().whole && !read("c=0..1e3").unwrap().whole);
    }

    #[test]
    fn the_start_is_what_the_search_says_or_does_or_the_middle() {
        assert_eq!(read("p=5.0..50").unwrap().start, 20.0);
        assert_eq!(read("c=0.0..1").unwrap().start, 0.05);
        assert_eq!(read("c=0.5..1").unwrap().start, 0.75);
        assert!((read("unknown~0.01..1").unwrap().start - 0.1).abs() < 1e-12);
    }

    #[test]
    fn a_parameter_survives_being_written_and_read() {
        for text in ["c~0.01..0.5:0.1", "c=0.0..1:0.05", "probe=1..6:3", "c=-1.5..2:0", "c~1.0..8:2"] {
            let parameter = read(text).unwrap();
            assert_eq!(parameter.to_string(), text);
            assert_eq!(read(&parameter.to_string()).unwrap(), parameter);
        }
    }

    #[test]
    fn places_and_values_are_inverse() {
        for text in ["c~0.01..0.5", "c=-1.0..3"] {
            let parameter = read(text).unwrap();
            for place in [0.0, 0.25, 0.9, 1.0] {
                assert!((parameter.place(parameter.value(place)) - place).abs() < 1e-12, "{text} {place}");
            }
        }
        assert_eq!(read("c~0.01..0.5").unwrap().text(0.5), "0.07071");
        assert_eq!(read("c~0.001234567..0.5").unwrap().text(0.0), "0.001235");
    }

    #[test]
    fn the_least_step_to_both_sides_gives_two_whole_values() {
        for text in ["probe=0..7", "probe~1..900"] {
            let parameter = read(text).unwrap();
            for place in (1..100).map(|percent| f64::from(percent) / 100.0) {
                let step = parameter.least_step(place) * (1.0 + 1e-9);
                assert!(parameter.value(place - step) < parameter.value(place + step), "{text} {place}");
            }
        }
    }

    #[test]
    fn what_is_no_parameter_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        for text in ["c", "c=", "c=1", "c=1..", "c=a..b", "=1..2", "c=0..inf", "c=0..nan"] {
            assert!(error(text).contains("expected KEY=LOW..HIGH"), "{text}: {}", error(text));
        }
        assert!(error("c=2..1").contains("a lower bound below the upper one"));
        assert!(error("c~0..1").contains("bounds above 0"));
        assert!(error("c=0..1:7").contains("a start within the bounds"));
    }
}
