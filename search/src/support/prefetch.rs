//! Prefetching: loading a cache line before it is needed.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a prefetch is an intrinsic; without it every probe of a large table waits for memory"
    )
)]

/// Loads the cache line of `value` into the nearest cache; does nothing on processors without support.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect that a program can observe, and never faults, whatever the address; this address is valid
        // anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_prefetch_changes_nothing() {
        let words = [1_u64, 2, 3];
        super::prefetch(&words[1]);
        assert_eq!(words, [1, 2, 3]);
    }
}
