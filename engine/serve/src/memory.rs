//! Memory of the process.

/// Resident memory of this process, in bytes; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn resident_bytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    // The second number counts pages.
    let n_pages: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(n_pages * rustix::param::page_size())
}

/// Resident memory of this process, in bytes; `None` if the system does not report it.
#[cfg(not(target_os = "linux"))]
pub(super) fn resident_bytes() -> Option<usize> {
    None
}
