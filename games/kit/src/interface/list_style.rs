//! How a game's lists of moves are written.

/// How a game's lists of moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStyle {
    /// Moves between blanks, and nothing else.
    Plain,
    /// Numbers of moves (`1.`, `1)`, `1:`, `1`), commas and semicolons between moves, marks of annotators after them, and a
    /// result at the end. No move of the game may look so.
    Numbered,
    /// Numbers of moves (`1.`, `1)`) and semicolons, for games of dice: their moves hold commas, and figures are rolls.
    Dice,
}
