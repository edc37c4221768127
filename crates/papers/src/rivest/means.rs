//! Table 1: generalised means of (10, 21, 29, 32), and the gradient of section 2.

use crate::golden::Golden;
use crate::{Comparison, key, reproduction};
use serde_json::Map;
use tiptree::search::best_first::mean::Mean;
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const VALUES: [f64; 4] = [10.0, 21.0, 29.0, 32.0];
const POWERS: [i32; 13] = [-32, -16, -8, -4, -2, -1, 0, 1, 2, 4, 8, 16, 32];

/// Reproduces Table 1 and the gradient.
///
/// # Errors
/// If the published table cannot be read.
pub fn reproduce() -> Result<Reproduction, Error> {
    let golden = Golden::parse("rivest-1", include_str!("../../golden/rivest-1.toml"))?;
    let mut comparison = Comparison::new(golden);
    for p in POWERS {
        comparison.add(key([("p", p.into())]), "mean", Mean::Power(p.into()).of(&VALUES));
    }
    for (i, derivative) in Mean::Power(32.0).gradient(&VALUES).into_iter().enumerate() {
        comparison.add(key([("p", 32.into()), ("i", (i + 1).into())]), "derivative", derivative);
    }
    Ok(reproduction("rivest", "1", Map::new(), &comparison, Vec::new()))
}
