//! A parameter that may change with the depth of the tree.

use std::fmt;
use std::str::FromStr;

/// A number a level: the first for the root's children, the last for all the levels below.
///
/// Rivest 1987, section 4: "one could conceivably use different p values at different levels of the tree".
///
/// ```
/// use tiptree::search::best_first::levels::Levels;
/// let levels: Levels = "0.1/0.05/0.02".parse().unwrap();
/// assert_eq!([levels.at(0), levels.at(1), levels.at(9)], [0.1, 0.05, 0.02]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Levels(Vec<f64>);

impl Levels {
    /// The same number at every level.
    pub fn constant(number: f64) -> Self {
        Levels(vec![number])
    }

    /// The number at a level, the root's being 0.
    pub fn at(&self, level: u32) -> f64 {
        let last = self.0.len() - 1;
        self.0[(level as usize).min(last)]
    }

    /// Whether it is the same at every level.
    pub fn is_constant(&self) -> bool {
        self.0.len() == 1
    }

    /// Every number written.
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }
}

impl FromStr for Levels {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Levels(text.split('/').map(str::parse).collect::<Result<_, _>>()?))
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&numbers.join("/"))
    }
}
