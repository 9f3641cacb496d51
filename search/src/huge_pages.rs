//! Asking the system for large pages under a large table.

#![expect(
    unsafe_code,
    reason = "advice on memory is a system call; without it half of a search's time goes into translating addresses"
)]

/// Advises the system to back this memory by large pages where it can. The contents stay as they are, and a system that
/// cannot or will not changes nothing.
pub(crate) fn advise<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4_096;
        const MADV_HUGEPAGE: std::ffi::c_int = 14;
        unsafe extern "C" {
            fn madvise(
                address: *mut std::ffi::c_void,
                length: usize,
                advice: std::ffi::c_int,
            ) -> std::ffi::c_int;
        }
        let range = memory.as_ptr_range();
        let start = range.start.addr().next_multiple_of(PAGE);
        let end = range.end.addr() / PAGE * PAGE;
        if start < end {
            let address = range.start.with_addr(start).cast_mut().cast();
            // SAFETY: the whole pages from `start` to `end` lie inside `memory`, which is borrowed; this advice reads
            // and writes none of it, and an error is of no consequence.
            unsafe { madvise(address, end - start, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    #[test]
    fn advice_changes_nothing() {
        for length in [0, 1, 600, 1 << 19] {
            let memory = vec![7_u64; length];
            super::advise(&memory);
            assert!(memory.iter().all(|&word| word == 7));
        }
    }
}
