//! The position ID of GNU Backgammon: 14 letters for the checkers of both players.
//!
//! The places of each player, points 1 to 24 and the bar, are written as a one for every checker and a zero at the end:
//! first those of the player who waits, then those of the player to move. The bits fill ten bytes, the lowest bit of a byte
//! first, which are then written in base 64. (GNU Backgammon manual, "A technical description of the position ID".)

use super::checkers::{BAR, Checkers, OFF};

/// The letters of an ID, and the bits that they are read into.
pub(super) const LETTERS: usize = 14;
const BYTES: usize = 10;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The ID of two sets of checkers.
pub(super) fn write(mover: &Checkers, waiter: &Checkers) -> String {
    let mut bits: u128 = 0;
    let mut at = 0;
    for checkers in [waiter, mover] {
        for place in 1..=BAR {
            let count = u32::from(checkers.count(place));
            bits |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    // Base 64 takes six bits from the highest bit of the first byte on.
    let bytes =
        bits.to_le_bytes()[..BYTES].iter().fold(0, |all: u128, &byte| all << 8 | u128::from(byte)) << 4;
    (0..LETTERS).rev().map(|letter| char::from(ALPHABET[(bytes >> (6 * letter) & 63) as usize])).collect()
}

/// The two sets of checkers of an ID, the mover's first, where each player has `all` checkers; or what was expected.
pub(super) fn read(text: &str, all: u8) -> Result<(Checkers, Checkers), String> {
    let form = || format!("a GNU position ID of {LETTERS} letters");
    let ended = || "a GNU position ID that ends with the last checker: a letter is mistyped".to_owned();
    let value = |letter: u8| ALPHABET.iter().position(|&known| known == letter);
    let sixes: Option<Vec<usize>> = text.bytes().map(value).collect();
    let sixes = sixes.filter(|sixes| sixes.len() == LETTERS).ok_or_else(form)?;
    let bytes = sixes.iter().fold(0u128, |all, &six| all << 6 | six as u128);
    // The last four bits belong to no byte.
    if bytes & 15 != 0 {
        return Err(ended());
    }
    // The bytes as a number whose lowest byte is the first one.
    let mut bits = (bytes >> 4).swap_bytes() >> (128 - 8 * BYTES);
    let mut sides = [[0; BAR as usize + 1]; 2];
    for side in &mut sides {
        let mut count = 0;
        for place in &mut side[1..] {
            let here = bits.trailing_ones();
            count += here;
            if count > u32::from(all) {
                return Err(format!("at most {all} checkers of each player"));
            }
            *place = here as u8;
            bits >>= here + 1;
        }
        side[usize::from(OFF)] = all - count as u8;
    }
    if bits != 0 {
        return Err(ended());
    }
    let [waiter, mover] = sides.map(|side| Checkers::new(&side));
    Ok((mover, waiter))
}
