//! How long a computation may take.

use super::shares::Share;

/// How long a computation may take.
#[derive(Clone, Copy)]
pub(super) enum Pace {
    /// Some milliseconds.
    Short,
    /// Perhaps a second: these have places of their own, so that short ones do not wait for them.
    Large,
    /// Takes seconds and much memory in the worst case: one after the other, so that short ones keep their places.
    Long,
}

impl Pace {
    /// That of a question which is answered soon if it is short; one that has a share of the questions is long.
    pub(super) fn of(share: Option<&Share>) -> Self {
        share.map_or(Self::Short, |_| Self::Large)
    }
}
