//! What has been read of a branch.

/// A comment just read.
pub(super) struct LastComment {
    pub(super) text: String,
    /// Whether an empty line stands before it.
    pub(super) is_apart: bool,
    /// The length of the comment that it was added to.
    pub(super) before: Option<usize>,
}

impl LastComment {
    pub(super) fn new(text: String, is_apart: bool, before: Option<usize>) -> Self {
        Self { text, is_apart, before }
    }
}

/// A branch whose first move has not been read.
pub(super) struct OpenBranch {
    /// The whole name, and where its own part begins.
    pub(super) name: String,
    pub(super) own: usize,
    pub(super) place: String,
    pub(super) parent: usize,
    pub(super) number: Option<usize>,
    /// Whether its first move is one of the second player.
    pub(super) is_second: bool,
    /// Comments in front of its first move.
    pub(super) comment: Option<String>,
}
