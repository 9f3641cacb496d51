//! What players say to each other at the board beside their moves.

/// What is said at the board, and what goes into the record of a game.
#[derive(Debug)]
pub struct TableTalk {
    /// Words that players say for a move, and the move; the empty one stands for the key Enter.
    pub words: &'static [(&'static str, &'static str)],
    /// How persons enter what chance decides, and what that means, where there is a short way.
    pub chance: Option<(&'static str, &'static str)>,
    /// Why players cannot agree on a draw; none where they can.
    pub no_draw: Option<&'static str>,
    /// The ways in which a game can be given up, where there are several: the first counts once, the second twice, and so on.
    pub resignations: &'static [&'static str],
    /// The tag that holds the day of a game.
    pub date: &'static str,
}

impl TableTalk {
    /// A game of which nothing is said: moves have one name each, and players may agree on a draw.
    pub const BASE: Self =
        Self { words: &[], chance: None, no_draw: None, resignations: &[], date: "Date" };
}
