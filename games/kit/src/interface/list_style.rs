//! How a game's lists of moves are written.

/// How a game's lists of moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStyle {
    /// Moves separated by blanks, and nothing else.
    Plain,
    /// Move numbers (`1.`, `1)`, `1:`, `1`), commas and semicolons between moves, annotation marks after them, and a result at the end.
    /// No move of the game may look like any of these.
    Numbered,
    /// For dice games: move numbers (`1.`, `1)`) and semicolons only. Their moves contain commas, and plain numbers are rolls.
    Dice,
}
