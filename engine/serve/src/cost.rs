//! How long a computation may take.

use super::quota::QuotaShare;

/// How long a computation may take.
#[derive(Clone, Copy)]
pub(super) enum Cost {
    /// Some milliseconds.
    Short,
    /// Perhaps a second: these have places of their own, so that short ones do not wait for them.
    Large,
    /// Takes seconds and much memory in the worst case: one after the other, so that short ones keep their places.
    Long,
}

impl Cost {
    /// That of a question which is answered soon if it is short; one that has a share of the questions is long.
    pub(super) fn from_share(share: Option<&QuotaShare>) -> Self {
        share.map_or(Self::Short, |_| Self::Large)
    }
}
