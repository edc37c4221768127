//! A part of a run that can be done anywhere: shard I of N takes every N-th piece of work, beginning with piece I.
//!
//! The result of a piece of work depends on its number alone. So the shards of a run, done on any machine and in any order,
//! merge into the file of an undivided run.

use std::fmt;
use std::str::FromStr;
use tiptree::ParseError;

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Its number, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// How many shards there are.
    pub fn count(self) -> usize {
        self.count
    }

    /// Whether this is all of the work.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// How many of `total` pieces belong to this shard.
    pub fn size(self, total: usize) -> usize {
        total.saturating_sub(self.index).div_ceil(self.count)
    }

    /// The number in the whole run of this shard's piece `place`, both from 0.
    pub fn piece(self, place: usize) -> usize {
        self.index + place * self.count
    }
}

impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parse_error = || ParseError::new("shard", text, "I/N with I from 0 to N - 1, as in 0/4");
        let (index, count) = text.split_once('/').ok_or_else(parse_error)?;
        let shard = Shard {
            index: index.trim().parse().map_err(|_| parse_error())?,
            count: count.trim().parse().map_err(|_| parse_error())?,
        };
        if shard.index < shard.count { Ok(shard) } else { Err(parse_error()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_every_piece_once() {
        for (total, count) in [(10, 3), (3, 10), (0, 2), (7, 1), (8, 4)] {
            let mut pieces: Vec<usize> = (0..count)
                .map(|index| Shard { index, count })
                .flat_map(|shard| (0..shard.size(total)).map(move |place| shard.piece(place)))
                .collect();
            pieces.sort_unstable();
            assert_eq!(pieces, (0..total).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_shard_is_written_as_it_is_read() {
        assert_eq!("2/8".parse::<Shard>().unwrap().to_string(), "2/8");
        for text in ["", "2", "8/8", "-1/8", "1/0", "a/b", "1/2/3"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("expected I/N"), "{error}");
        }
    }
}
