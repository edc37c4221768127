//! Squares as bits, with prefix counts of the ones.

use std::ops::Range;

/// The squares of a board, each 0 or 1. Counting the ones in a range takes constant time.
///
/// ```
/// use tiptree_games::board_splitting::Board;
///
/// let board: Board = [true, false, true, true].into_iter().collect();
/// assert_eq!((board.len(), board.get(1), board.ones(1..4)), (4, false, 2));
/// assert_eq!(board.words(), [0b1101]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    len: usize,
    words: Vec<u64>,
    /// The number of ones before each word; the last entry counts the whole board.
    before: Vec<usize>,
}

impl Board {
    /// The board of the first `len` bits of `words`, the lowest bit of a word first.
    ///
    /// # Panics
    /// If `words` does not have exactly the number of words that `len` squares take.
    pub fn from_words(mut words: Vec<u64>, len: usize) -> Self {
        assert_eq!(words.len(), len.div_ceil(64), "words of a board of {len} squares");
        if let Some(last) = words.last_mut() {
            *last &= low((len - 1) % 64 + 1);
        }
        let mut ones = 0;
        let mut before = vec![0];
        before.extend(words.iter().map(|word| {
            ones += word.count_ones() as usize;
            ones
        }));
        Board { len, words, before }
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no square.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a square is a 1.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn get(&self, square: usize) -> bool {
        assert!(square < self.len, "square {square} of {}", self.len);
        self.words[square / 64] >> (square % 64) & 1 == 1
    }

    /// The number of ones among these squares.
    ///
    /// # Panics
    /// If there are no such squares.
    pub fn ones(&self, squares: Range<usize>) -> usize {
        self.ones_before(squares.end) - self.ones_before(squares.start)
    }

    fn ones_before(&self, square: usize) -> usize {
        match square % 64 {
            0 => self.before[square / 64],
            bit => self.before[square / 64] + (self.words[square / 64] & low(bit)).count_ones() as usize,
        }
    }

    /// The squares as bits, the first square lowest in the first word; bits beyond the last square are 0.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// These squares as bits, up to 64 per word, the first of them lowest in the first word.
    pub(super) fn words_of(&self, squares: Range<usize>) -> impl Iterator<Item = u64> {
        let end = squares.end;
        squares.step_by(64).map(move |first| {
            let (word, bit) = (first / 64, first % 64);
            let rest = self.words.get(word + 1).copied().unwrap_or(0);
            let bits = self.words[word] >> bit | rest.checked_shl(64 - bit as u32).unwrap_or(0);
            bits & low((end - first).min(64))
        })
    }
}

impl FromIterator<bool> for Board {
    fn from_iter<I: IntoIterator<Item = bool>>(squares: I) -> Self {
        let mut words = Vec::new();
        let mut len = 0;
        for square in squares {
            if len % 64 == 0 {
                words.push(0);
            }
            words[len / 64] |= u64::from(square) << (len % 64);
            len += 1;
        }
        Board::from_words(words, len)
    }
}

/// The lowest `count` bits, 1 to 64 of them.
fn low(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Rng;

    #[test]
    fn ones_and_words_of_a_range_are_those_of_its_squares() {
        let mut rng = Rng::new(1);
        for len in [1, 2, 27, 63, 64, 65, 128, 243] {
            let squares: Vec<bool> = (0..len).map(|_| rng.below(3) == 0).collect();
            let board: Board = squares.iter().copied().collect();
            assert!((0..len).all(|square| board.get(square) == squares[square]));
            for first in 0..len {
                for end in first..=len {
                    let part = &squares[first..end];
                    assert_eq!(board.ones(first..end), part.iter().filter(|&&one| one).count());
                    let again: Board = part.iter().copied().collect();
                    assert_eq!(board.words_of(first..end).collect::<Vec<_>>(), again.words());
                }
            }
        }
    }

    #[test]
    fn bits_beyond_the_last_square_are_dropped() {
        let board = Board::from_words(vec![u64::MAX, u64::MAX], 70);
        assert_eq!((board.ones(0..70), board.words()[1]), (70, 0b11_1111));
        assert_eq!(board, std::iter::repeat_n(true, 70).collect());
        assert!(Board::from_words(vec![], 0).is_empty());
    }
}
