//! How a game begins: whose flats the players lay first, and how many.

/// What the players lay in the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Each a flat of the opponent.
    #[default]
    Swap,
    /// Each a flat of their own.
    NoSwap,
    /// The first player two flats of the opponent, one on the other; then the second player one flat of the opponent.
    DoubleBlackStack,
}

impl Opening {
    /// All openings.
    pub const ALL: [Self; 3] = [Self::Swap, Self::NoSwap, Self::DoubleBlackStack];

    /// The word of a variant.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::NoSwap => "no-swap",
            Self::DoubleBlackStack => "double-black-stack",
        }
    }

    /// The word of game files.
    pub(crate) const fn word_in_files(self) -> &'static str {
        match self {
            Self::DoubleBlackStack => "double black stack",
            other => other.word(),
        }
    }

    /// Reads any of these words, in capitals or with blanks too.
    pub fn read(text: &str) -> Option<Self> {
        let word = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        Self::ALL.into_iter().find(|opening| opening.word() == word)
    }

    /// The flats that the first player lays in the first move.
    pub(crate) const fn first_flats(self) -> u8 {
        match self {
            Self::DoubleBlackStack => 2,
            Self::Swap | Self::NoSwap => 1,
        }
    }
}
