//! The state of a branch that is being opened.

/// The last comment.
pub(super) struct LastComment {
    pub(super) text: String,
    /// Whether an empty line precedes it.
    pub(super) is_apart: bool,
    /// Length of the text that it was appended to; `None` if there was no comment before it.
    pub(super) before: Option<usize>,
}

impl LastComment {
    pub(super) fn new(text: String, is_apart: bool, before: Option<usize>) -> Self {
        Self { text, is_apart, before }
    }
}

/// A branch whose first move has not been read yet.
pub(super) struct OpenBranch {
    /// The whole name, such as `3b1/5w1`.
    pub(super) name: String,
    /// Index in `name` at which its last part begins.
    pub(super) own: usize,
    pub(super) place: String,
    pub(super) parent: usize,
    pub(super) number: Option<usize>,
    /// Whether its first move is the second player's.
    pub(super) is_second: bool,
    /// Comments before its first move.
    pub(super) comment: Option<String>,
}
