//! The weights of the pattern evaluator and their file format.
//!
//! A file first holds a slope for every phase, which scales the sum of weights, as a little-endian 16-bit number in
//! units of 2^-20. Then it holds for every phase the weights of the canonical indices, a signed byte each, in units of
//! an eighth of a disc.

use super::shapes::{WEIGHTS, canonical};
use tiptree::ParseError;

/// The number of phases of a game; the phase follows from the number of discs.
pub(super) const PHASES: usize = 4;
/// The number of discs placed in a phase.
const DISCS: u32 = 15;
/// The units of a weight per disc.
pub(super) const DISC: f64 = 8.0;
/// The unit of a slope.
const SLOPE: f64 = 1.0 / (1 << 20) as f64;

/// The phase of a position with `discs` discs.
#[inline]
pub(super) fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) / DISCS).min(PHASES as u32 - 1) as usize
}

/// The weights, and the slopes that scale their sums.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weights of every phase, one phase after the other.
    pub(super) weights: Vec<i8>,
    pub(super) slopes: [f64; PHASES],
}

impl Weights {
    /// Reads what [`Weights::bytes`] has written.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ParseError> {
        let own: Vec<usize> = (0..WEIGHTS).map(canonical).collect();
        let kept = own.iter().enumerate().filter(|&(number, &canonical)| number == canonical).count();
        let expected = PHASES * (2 + kept);
        if bytes.len() != expected {
            let read = format!("{} bytes", bytes.len());
            return Err(ParseError::new("weights", read, format!("{expected} bytes")));
        }
        let (slopes, weights) = bytes.split_at(2 * PHASES);
        let slope =
            |phase: usize| f64::from(u16::from_le_bytes([slopes[2 * phase], slopes[2 * phase + 1]])) * SLOPE;
        let mut weights = weights.iter().map(|&byte| byte.cast_signed());
        let mut expanded = vec![0; PHASES * WEIGHTS];
        for phase in expanded.chunks_mut(WEIGHTS) {
            for (number, &canonical) in own.iter().enumerate() {
                // The canonical index is the smaller one, so its weight has been read already.
                phase[number] =
                    if number == canonical { weights.next().unwrap_or(0) } else { phase[canonical] };
            }
        }
        Ok(Weights { weights: expanded, slopes: std::array::from_fn(slope) })
    }

    /// The contents of a file with these weights, in discs, and slopes, per disc.
    pub(super) fn bytes(weights: &[Vec<f64>; PHASES], slopes: [f64; PHASES]) -> Vec<u8> {
        let slope = |slope: f64| ((slope / DISC / SLOPE).round() as u16).to_le_bytes();
        let byte = |&weight: &f64| (weight * DISC).round().clamp(-127.0, 127.0) as i8;
        let kept = |phase: &Vec<f64>| -> Vec<u8> {
            let own = phase.iter().enumerate().filter(|&(number, _)| canonical(number) == number);
            own.map(|(_, weight)| byte(weight).cast_unsigned()).collect()
        };
        slopes.into_iter().flat_map(slope).chain(weights.iter().flat_map(kept)).collect()
    }
}
