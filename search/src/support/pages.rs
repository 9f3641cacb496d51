//! Huge pages: large tables in pages of 2 MiB, so that fewer addresses have to be translated and fewer pages fetched.

#![cfg_attr(
    target_os = "linux",
    expect(
        unsafe_code,
        reason = "advice about memory is a system call on addresses; without it every probe of a large table misses the TLB"
    )
)]

/// Asks the system to use huge pages for memory that was allocated but not yet used. It changes no contents, and nothing at all on
/// systems without such advice. Linux follows it unless `/sys/kernel/mm/transparent_hugepage/enabled` is `never`.
pub(crate) fn prefer_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let from = memory.as_ptr().addr();
        let start = from.next_multiple_of(page);
        let end = (from + size_of_val(memory)) / page * page;
        // Smaller memory has no room for a page of 2 MiB.
        if end < start + 2 * HUGE {
            return;
        }
        let first = memory.as_ptr().cast_mut().cast::<u8>().wrapping_add(start - from);
        // A system without huge pages reports an error, and the memory works as before.
        //
        // SAFETY: the range consists of whole pages inside of `memory`, which stays borrowed. This advice selects the size of the pages
        // and never changes contents, access rights or lifetime of memory.
        let _ = unsafe { madvise(first.cast(), end - start, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The size of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

#[cfg(test)]
mod tests {
    use super::prefer_huge_pages;

    #[test]
    fn advice_changes_nothing() {
        for length in [0, 1, 1000, 3 << 20] {
            let mut words = vec![0_u64; length];
            prefer_huge_pages(&words);
            assert!(words.iter().all(|&word| word == 0));
            words.iter_mut().zip(0..).for_each(|(word, index)| *word = index);
            prefer_huge_pages(&words[words.len() / 3..]);
            assert!(words.iter().zip(0..).all(|(&word, index)| word == index));
        }
    }
}
