//! Prefetch: a hint to the processor that memory will be read soon.
//!
//! Reading tables larger than the caches takes most of a search's time. Cache lines requested early arrive while other work
//! is done.

/// Requests the cache line of `place` ahead of its use. A program cannot observe any effect but speed.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the instruction takes a pointer")]
    // SAFETY: a prefetch reads nothing and faults on no address, and this address is that of a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
