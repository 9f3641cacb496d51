//! How expensive the computation for a request is.

use super::quota::QuotaShare;

/// How expensive a computation is. Each class has its own permits, so cheap requests never wait for expensive ones.
#[derive(Clone, Copy)]
pub(super) enum Cost {
    /// Takes milliseconds.
    Short,
    /// May take a second.
    Large,
    /// May take seconds and much memory. Only one such computation runs at a time.
    Long,
}

impl Cost {
    /// The cost of a request whose time depends on its size: large if the request uses the question quota, otherwise short.
    pub(super) fn from_share(share: Option<&QuotaShare>) -> Self {
        share.map_or(Self::Short, |_| Self::Large)
    }
}
