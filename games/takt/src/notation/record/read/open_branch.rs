//! The state of a branch that is being opened.

/// The last comment.
pub(super) struct LastComment {
    pub(super) text: String,
    /// Whether an empty line precedes it.
    pub(super) is_apart: bool,
    /// Length of the comment text that it was appended to.
    pub(super) before: Option<usize>,
}

impl LastComment {
    pub(super) fn new(text: String, is_apart: bool, before: Option<usize>) -> Self {
        Self { text, is_apart, before }
    }
}

/// A branch whose first move has not been read yet.
pub(super) struct OpenBranch {
    /// The whole name, and where its last part begins.
    pub(super) name: String,
    pub(super) own: usize,
    pub(super) place: String,
    pub(super) parent: usize,
    pub(super) number: Option<usize>,
    /// Whether its first move is the second player's.
    pub(super) is_second: bool,
    /// Comments before its first move.
    pub(super) comment: Option<String>,
}
