//! Eight numbers that are added and multiplied side by side: as an array on every machine, as a register where there is one.

/// The number of lanes.
pub(super) const LANES: usize = 8;

/// Eight numbers.
pub(super) trait Lanes: Copy {
    fn new(numbers: &[f32; LANES]) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The numbers that are positive, and 0 instead of the others.
    fn positive(self) -> Self;
    fn numbers(self) -> [f32; LANES];
}

/// Eight numbers on every machine.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; LANES]);

impl Portable {
    #[inline]
    fn each(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        Portable(std::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Portable {
    #[inline]
    fn new(numbers: &[f32; LANES]) -> Self {
        Portable(*numbers)
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.each(other, |one, two| one + two)
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.each(other, |one, two| one * two)
    }

    #[inline]
    fn positive(self) -> Self {
        self.each(self, |number, _| if number > 0.0 { number } else { 0.0 })
    }

    #[inline]
    fn numbers(self) -> [f32; LANES] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use vector::Vector;

/// Whether this machine has the registers.
pub(super) fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// No function here has `#[target_feature]`, because `#[inline(always)]` is not allowed with it. The caller has
/// `#[target_feature]`.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instructions are not on every machine")]
#[expect(
    clippy::inline_always,
    reason = "a function that is not inlined into its caller lacks the instructions"
)]
mod vector {
    use super::{LANES, Lanes};
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_setzero_ps,
        _mm256_storeu_ps,
    };

    /// Eight numbers in a register. Only functions that are called where [`has_vectors`](super::has_vectors) may use it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Vector(__m256);

    impl Lanes for Vector {
        #[inline(always)]
        fn new(numbers: &[f32; LANES]) -> Self {
            // SAFETY: the machine has the instruction, and the reference is to eight numbers.
            Vector(unsafe { _mm256_loadu_ps(numbers.as_ptr()) })
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            // SAFETY: the machine has the instruction.
            Vector(unsafe { _mm256_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            // SAFETY: the machine has the instruction.
            Vector(unsafe { _mm256_mul_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn positive(self) -> Self {
            // SAFETY: the machine has the instructions.
            Vector(unsafe { _mm256_max_ps(self.0, _mm256_setzero_ps()) })
        }

        #[inline(always)]
        fn numbers(self) -> [f32; LANES] {
            let mut numbers = [0.0; LANES];
            // SAFETY: the machine has the instruction, and there is room for eight numbers.
            unsafe { _mm256_storeu_ps(numbers.as_mut_ptr(), self.0) };
            numbers
        }
    }
}
