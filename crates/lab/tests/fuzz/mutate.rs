//! Texts that are almost right: examples with a few accidents, decided by a seed.

use tiptree::Rng;

/// Longer texts find nothing that shorter ones do not, and take their time.
const LONGEST: usize = 1 << 13;

/// What parsers stumble over.
const AWKWARD: [&str; 24] = [
    "",
    "0",
    "-1",
    "-0",
    "255",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e308",
    "1e-320",
    "0.1",
    "nan",
    "inf",
    "(",
    ")",
    "=",
    ",",
    "\n",
    "\u{feff}",
    "é",
    "\u{7f}",
];

/// One of `examples` with one to four accidents.
pub(crate) fn mutate(examples: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut text = examples[rng.below(examples.len())].clone();
    for _ in 0..=rng.below(4) {
        let other = &examples[rng.below(examples.len())];
        happen(&mut text, other, rng);
        text.truncate(LONGEST);
    }
    text
}

fn happen(text: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let place = rng.below(text.len() + 1);
    let (start, end) = piece(text.len(), rng);
    match rng.below(8) {
        0 if place < text.len() => text[place] = rng.next_u64() as u8,
        1 => text.insert(place, 32 + rng.below(95) as u8),
        2 => drop(text.drain(start..end)),
        // Repeated often, so that whatever nests nests deeply.
        3 => {
            let repeated = text[start..end].repeat(1 << rng.below(10));
            insert(text, end, &repeated);
        }
        4 => {
            text.truncate(place);
            text.extend_from_slice(&other[rng.below(other.len() + 1)..]);
        }
        5 => {
            let (start, end) = piece(other.len(), rng);
            insert(text, place, &other[start..end]);
        }
        6 => insert(text, place, AWKWARD[rng.below(AWKWARD.len())].as_bytes()),
        _ => replace_number(text, place, AWKWARD[rng.below(AWKWARD.len())].as_bytes()),
    }
}

/// A piece of a text of this length, short ones being likelier.
fn piece(length: usize, rng: &mut Rng) -> (usize, usize) {
    let start = rng.below(length + 1);
    let most = (length - start).min(1 << rng.below(8));
    (start, start + rng.below(most + 1))
}

fn insert(text: &mut Vec<u8>, place: usize, inserted: &[u8]) {
    drop(text.splice(place..place, inserted.iter().copied()));
}

/// Puts something else where the next number behind `place` stands.
fn replace_number(text: &mut Vec<u8>, place: usize, number: &[u8]) {
    if let Some(start) = (place..text.len()).find(|&at| text[at].is_ascii_digit()) {
        let end = (start..text.len()).find(|&at| !text[at].is_ascii_digit()).unwrap_or(text.len());
        drop(text.splice(start..end, number.iter().copied()));
    }
}
