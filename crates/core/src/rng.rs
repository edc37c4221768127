//! Seeded random numbers of our own, so that no update of a dependency changes a result.
//!
//! The generator is xoshiro256++ (Blackman and Vigna 2019), its state filled by SplitMix64 (Steele, Lea and Flood
//! 2014), both in the public domain.

use crate::convert::{count_f64, whole_u64};

/// A hash of a text.
pub(crate) fn hash_text(text: &str) -> u64 {
    text.bytes().fold(0, |mixed, byte| scatter(mixed ^ u64::from(byte)))
}

/// One step of SplitMix64: a bijection that scatters neighbouring numbers.
pub fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The steps from 0 to 1 of a random number: as many as an `f64` can tell apart.
const UNITS: f64 = count_f64(1 << 53);

/// The number from 0 up to but not including 1 that a random word stands for.
#[inline]
pub(crate) fn unit_of(word: u64) -> f64 {
    count_f64(word >> 11) * (1.0 / UNITS)
}

/// A stream of random numbers, determined by its seed.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        let mut number = seed;
        let state = std::array::from_fn(|_| {
            let word = scatter(number);
            number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
            word
        });
        Rng { state }
    }

    /// The stream for a part of an experiment: the seed of the experiment and a path to the part, such as the number of a game.
    ///
    /// Streams of different paths are independent, so that results depend neither on order nor on threads.
    pub fn derive(seed: u64, path: &[u64]) -> Self {
        Rng::new(path.iter().fold(scatter(seed), |mixed, &part| scatter(mixed ^ scatter(part))))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c2 = c ^ a;
        let d2 = d ^ b;
        self.state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A number from 0 to `bound - 1`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        let bound = bound as u64;
        // Lemire 2019: a product whose low half is below 2^64 mod bound is rejected, because it would favour some results. That
        // remainder is below the bound, so the division is rarely needed.
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "the high half is below the bound, a usize"
                )]
                return (product >> 64) as usize;
            }
        }
    }

    /// The index of one of `weights`, drawn in proportion to the weights; 0 if none is positive.
    ///
    /// ```
    /// let mut rng = tiptree::Rng::new(1);
    /// assert_eq!(rng.weighted(&[0.0, 3.0, 0.0]), 1);
    /// ```
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        let weighs = |place: &usize| weights[*place] > 0.0;
        let passed = (0..weights.len()).filter(weighs).find(|&place| {
            left -= weights[place];
            left < 0.0
        });
        // Rounding may leave a small rest after the last weight.
        passed.or_else(|| (0..weights.len()).rev().find(weighs)).unwrap_or(0)
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        unit_of(self.next_u64())
    }

    /// 64 random bits, each of them 1 with probability `probability`, rounded to the nearest 2^-53.
    ///
    /// Each bit says whether a random binary fraction of its own is below the probability. The fractions are drawn digit by
    /// digit, the same digit of all 64 at once. Drawing stops when every fraction differs from the probability, or the
    /// probability has no digits left: a half takes one word of the stream, most probabilities seven or eight.
    ///
    /// ```
    /// let mut rng = tiptree::Rng::new(1);
    /// assert_eq!(rng.bits(0.0), 0);
    /// assert_eq!(rng.bits(1.0), u64::MAX);
    /// let ones: u32 = (0..1000).map(|_| rng.bits(0.25).count_ones()).sum();
    /// assert!((15_500..16_500).contains(&ones));
    /// ```
    ///
    /// # Panics
    /// If `probability` is not from 0 to 1.
    pub fn bits(&mut self, probability: f64) -> u64 {
        assert!((0.0..=1.0).contains(&probability), "a probability is from 0 to 1, got {probability}");
        let threshold = whole_u64((probability * UNITS).round());
        if threshold == 1 << 53 {
            return u64::MAX;
        }
        let mut digits = threshold << 11;
        let (mut ones, mut undecided) = (0, u64::MAX);
        while digits != 0 && undecided != 0 {
            let word = self.next_u64();
            if digits >> 63 == 1 {
                ones |= undecided & !word;
                undecided &= word;
            } else {
                undecided &= !word;
            }
            digits <<= 1;
        }
        ones
    }

    /// Puts `items` into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_its_published_first_word() {
        // The reference implementation's first output for seed 1234567.
        assert_eq!(scatter(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(1);
        let words: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(
            words,
            [14_971_601_782_005_023_387, 13_781_649_495_232_077_965, 1_847_458_086_238_483_744]
        );
    }

    #[test]
    fn below_is_even_and_in_bounds() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }

    #[test]
    fn weights_are_drawn_as_often_as_they_weigh() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[rng.weighted(&[0.5, 0.0, 0.25, 0.25])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((4800..5200).contains(&counts[0]) && (2350..2650).contains(&counts[3]), "{counts:?}");
    }

    #[test]
    fn bits_are_those_of_64_fractions_compared_digit_by_digit() {
        for probability in [0.5, 0.25, 0.381_966_011_250_105_1, 0.75, 1e-3, 0.999, 1.0 / 3.0, 2f64.powi(-53)]
        {
            let mut rng = Rng::new(9);
            for _ in 0..100 {
                let mut again = rng.clone();
                let digits: Vec<u64> = (0..53).map(|_| again.next_u64()).collect();
                let fraction =
                    |lane: u64| digits.iter().fold(0u64, |fraction, word| fraction << 1 | (word >> lane & 1));
                let threshold = (probability * 2f64.powi(53)).round() as u64;
                let expected =
                    (0..64).fold(0, |bits, lane| bits | u64::from(fraction(lane) < threshold) << lane);
                assert_eq!(rng.bits(probability), expected, "{probability}");
            }
        }
    }

    #[test]
    fn bits_draw_no_more_words_than_they_need() {
        let words = |probability: f64| {
            let (mut rng, mut behind) = (Rng::new(4), Rng::new(4));
            rng.bits(probability);
            (0..64).find(|_| {
                let met = behind.state == rng.state;
                behind.next_u64();
                met
            })
        };
        assert_eq!([0.0, 1.0, 0.5, 0.25, 0.75].map(words), [Some(0), Some(0), Some(1), Some(2), Some(2)]);
        assert!(words(0.381_966).is_some_and(|words| words < 20));
    }

    #[test]
    fn bits_are_ones_as_often_as_asked_in_every_lane_and_pair_of_lanes() {
        const DRAWS: u32 = 20_000;
        for probability in [0.1, 0.381_966, 0.5, 0.9] {
            let mut rng = Rng::new(11);
            let mut lanes = [0u32; 64];
            let mut neighbours = [0u32; 64];
            for _ in 0..DRAWS {
                let bits = rng.bits(probability);
                let both = bits & bits.rotate_left(1);
                for lane in 0..64 {
                    lanes[lane] += u32::from(bits >> lane & 1 == 1);
                    neighbours[lane] += u32::from(both >> lane & 1 == 1);
                }
            }
            let is_near = |count: u32, share: f64| {
                let deviation = (f64::from(DRAWS) * share * (1.0 - share)).sqrt();
                (f64::from(count) - f64::from(DRAWS) * share).abs() < 4.5 * deviation
            };
            assert!(lanes.iter().all(|&count| is_near(count, probability)), "{probability}: {lanes:?}");
            let square = probability * probability;
            assert!(neighbours.iter().all(|&count| is_near(count, square)), "{probability}: {neighbours:?}");
        }
    }

    #[test]
    fn the_bits_of_a_seed_never_change() {
        assert_eq!(Rng::new(1).bits(0.381_966_011_250_105_1), 2_321_656_737_630_002_532);
    }

    #[test]
    #[should_panic(expected = "a probability is from 0 to 1, got NaN")]
    fn bits_refuse_an_invalid_probability() {
        Rng::new(1).bits(f64::NAN);
    }

    #[test]
    fn derived_streams_differ_in_every_part_of_their_path() {
        let word = |seed, path: &[u64]| Rng::derive(seed, path).next_u64();
        let words = [word(1, &[0, 1]), word(1, &[1, 0]), word(2, &[0, 1]), word(1, &[0]), word(1, &[])];
        for (i, a) in words.iter().enumerate() {
            assert!(words[i + 1..].iter().all(|b| a != b));
        }
    }
}
