//! What a game has to say about the findings of a search, beyond scores and chances.

use crate::Facts;

/// What a game says about a report: about the position for JSON and for a reader, and about each line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// About the position, for JSON.
    pub facts: Facts,
    /// About the position for a reader: headings, and what stands beside them.
    pub notes: Vec<(String, String)>,
    /// About each line, in the order of the report; none where there is nothing to say.
    pub lines: Vec<ExplainedLine>,
}

/// What a game says about one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplainedLine {
    /// For JSON.
    pub facts: Facts,
    /// Columns of a table in place of the usual ones: heading and text.
    pub cells: Vec<(&'static str, String)>,
}
