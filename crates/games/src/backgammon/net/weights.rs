//! The file of weights: first those for contact, then those for races, each a little-endian 16-bit number in units of 2^-11.

use super::layers::WEIGHTS;
use tiptree::ParseError;

/// The units of a weight.
const ONE: f32 = 2048.0;

/// Reads what [`bytes`] has written.
pub(super) fn read(bytes: &[u8]) -> Result<[Vec<f32>; 2], ParseError> {
    let (pairs, _) = bytes.as_chunks::<2>();
    if bytes.len() != 2 * 2 * WEIGHTS {
        let read = format!("{} bytes", bytes.len());
        return Err(ParseError::new("weights", read, format!("{} bytes", 2 * 2 * WEIGHTS)));
    }
    let (contact, race) = pairs.split_at(WEIGHTS);
    let weight = |&pair: &[u8; 2]| f32::from(i16::from_le_bytes(pair)) / ONE;
    Ok([contact, race].map(|pairs| pairs.iter().map(weight).collect()))
}

/// The contents of a file with these weights. Weights beyond what 16 bits hold are cut.
pub(super) fn bytes(nets: [&[f32]; 2]) -> Vec<u8> {
    let rounded = |weight: &f32| ((weight * ONE).round() as i16).to_le_bytes();
    nets.into_iter().flatten().flat_map(rounded).collect()
}
