//! A hint to the processor: this will be read soon.
//!
//! Tables larger than the caches cost most of a search's time. Asked for early, their lines arrive while other work is
//! done.

/// Asks for the cache line of `place` ahead of its use. Changes nothing that a program can see.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the instruction takes a pointer")]
    // SAFETY: a prefetch reads nothing and faults on no address; this one is that of a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
