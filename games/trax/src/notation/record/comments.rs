//! Comments that carry information about the game, and words that end it.

use ludex_kit::interface::results::RESIGN;

/// Prefix of the comment with the position that the next game starts from.
pub(super) const COMMENT_FROM: &str = "# from";

/// What players write when they agree on a draw.
pub(super) const DRAW: &str = "DRAW";
/// Words that end a record.
pub(super) const ENDS: [&str; 2] = [RESIGN, DRAW];

/// Tags written as comments.
pub(super) const TAGS: [&str; 6] = ["Player1", "Player2", "Round", "Ending", "Date", "Event"];
/// The comment with the options of the game.
pub(super) const VARIANT: &str = "Variant";
/// The comment with the result of a game that did not end on the board.
pub(super) const RESULT: &str = "Result";

/// Prefix for a comment that would otherwise be read as a tag.
pub(super) const COMMENT: &str = "Comment";

/// Parses a comment with a tag.
pub(super) fn read_tag(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.trim().split_once(": ")?;
    ([RESULT, VARIANT, COMMENT].contains(&key) || TAGS.contains(&key)).then(|| (key, value.trim()))
}

/// Parses `turn 7: TEXT`.
pub(super) fn read_remark(comment: &str) -> Option<(usize, String)> {
    let (number, text) = comment.trim().strip_prefix("turn ")?.split_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Some((number, text.trim().to_string()))
}
