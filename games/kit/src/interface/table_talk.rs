//! What players can enter at the board besides moves in notation: short words, draw offers and resignations.

/// The words that people type at the board, and related texts for records.
#[derive(Debug)]
pub struct TableTalk {
    /// Pairs of a word that players may type for a move, and that move. The empty word is the key Enter.
    pub words: &'static [(&'static str, &'static str)],
    /// If people can enter chance events in a short form: an example, and what it means.
    pub chance: Option<(&'static str, &'static str)>,
    /// Why players cannot agree on a draw; `None` if they can.
    pub no_draw: Option<&'static str>,
    /// The kinds of resignation, if there are several: the first counts once, the second twice, and so on.
    pub resignations: &'static [&'static str],
    /// The tag with the date of a game.
    pub date: &'static str,
}

impl TableTalk {
    /// Defaults: moves have one name each, and players may agree on a draw.
    pub const BASE: Self =
        Self { words: &[], chance: None, no_draw: None, resignations: &[], date: "Date" };
}
