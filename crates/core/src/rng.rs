//! Seeded randomness of our own, so that a result survives every update of every dependency.
//!
//! The generator is xoshiro256++ (Blackman and Vigna 2019), its state filled by SplitMix64 (Steele, Lea and Flood
//! 2014), both in the public domain.

/// One step of SplitMix64: a bijection that scatters neighbouring numbers.
pub fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A stream of random numbers that its seed decides.
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

    /// The stream of one part of a larger whole: the seed of an experiment and, say, the number of a game.
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
        // Lemire 2019: the low half of a product below the threshold would favour some results.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
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
    fn derived_streams_differ_in_every_part_of_their_path() {
        let word = |seed, path: &[u64]| Rng::derive(seed, path).next_u64();
        let words = [word(1, &[0, 1]), word(1, &[1, 0]), word(2, &[0, 1]), word(1, &[0]), word(1, &[])];
        for (i, a) in words.iter().enumerate() {
            assert!(words[i + 1..].iter().all(|b| a != b));
        }
    }
}
