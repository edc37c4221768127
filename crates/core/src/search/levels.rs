//! A parameter that may change with the depth of the tree.

use crate::parse_error::ParseError;
use crate::spec::Spec;
use std::fmt;
use std::str::FromStr;

/// A number for each level: the first for the root's children, the last for all levels below.
///
/// Rivest 1987, section 4: "one could conceivably use different p values at different levels of the tree".
///
/// ```
/// use tiptree::search::levels::Levels;
/// let levels: Levels = "0.1/0.05/0.02".parse().unwrap();
/// assert_eq!([levels.at(0), levels.at(1), levels.at(9)], [0.1, 0.05, 0.02]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    first: f64,
    /// The numbers of the levels below; empty where all are the first, which is the most frequent case.
    below: Vec<f64>,
}

impl Levels {
    /// The greatest number that a parameter takes: penalties add up along a path, and an infinite sum would mean that nothing is
    /// left to expand.
    pub(super) const GREATEST: f64 = 1e100;

    /// The powers that `spec` gives for `key`, or `default` at every level.
    pub(super) fn powers(spec: &Spec, key: &str, default: f64) -> Result<Levels, ParseError> {
        let expected = "a number above 0, at most 1e100, or several by level as in 20/10";
        let holds = |levels: &Levels| levels.numbers().all(|p| p > 0.0 && p <= Levels::GREATEST);
        spec.read_if(key, Levels::constant(default), expected, holds)
    }

    /// The same number at every level.
    pub fn constant(number: f64) -> Self {
        Levels { first: number, below: Vec::new() }
    }

    /// The number at a level; that of the root is 0.
    #[inline]
    pub fn at(&self, level: u32) -> f64 {
        if self.below.is_empty() || level == 0 {
            return self.first;
        }
        let last = self.below.len() - 1;
        self.below[(level as usize - 1).min(last)]
    }

    /// Whether it is the same at every level.
    pub fn is_constant(&self) -> bool {
        self.below.is_empty()
    }

    /// All numbers, as written.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        std::iter::once(self.first).chain(self.below.iter().copied())
    }
}

impl FromStr for Levels {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut numbers = text.split('/').map(str::parse);
        let first = numbers.next().unwrap_or_else(|| "".parse())?;
        Ok(Levels { first, below: numbers.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers().map(|number| number.to_string()).collect();
        f.write_str(&numbers.join("/"))
    }
}
