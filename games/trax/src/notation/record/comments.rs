//! Comments that say something of the game, and words that end it.

use ludex_kit::interface::results::RESIGN;

/// How a game file names the position that its next game starts from.
pub(super) const COMMENT_FROM: &str = "# from";

/// What players write who agree on a draw.
pub(super) const DRAW: &str = "DRAW";
/// Words that end a record.
pub(super) const ENDS: [&str; 2] = [RESIGN, DRAW];

/// Tags that stand in comments.
pub(super) const TAGS: [&str; 6] = ["Player1", "Player2", "Round", "Ending", "Date", "Event"];
/// The options of the game in a comment.
pub(super) const VARIANT: &str = "Variant";
/// The result in a comment, for games that did not end on the board.
pub(super) const RESULT: &str = "Result";

/// What says nothing of the game, though it may look so.
pub(super) const COMMENT: &str = "Comment";

/// A comment that says something of the game.
pub(super) fn read_tag(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.trim().split_once(": ")?;
    ([RESULT, VARIANT, COMMENT].contains(&key) || TAGS.contains(&key)).then(|| (key, value.trim()))
}

/// `turn 7: TEXT`.
pub(super) fn read_remark(comment: &str) -> Option<(usize, String)> {
    let (number, text) = comment.trim().strip_prefix("turn ")?.split_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Some((number, text.trim().to_string()))
}
