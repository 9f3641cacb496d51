//! Opening rules: whose flats the players place first, and how many.

/// What the players place in the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Each player places a flat of the opponent.
    #[default]
    Swap,
    /// Each player places their own flat.
    NoSwap,
    /// The first player places a stack of two opposing flats; then the second player places one opposing flat.
    DoubleBlackStack,
}

impl Opening {
    /// All openings.
    pub const ALL: [Self; 3] = [Self::Swap, Self::NoSwap, Self::DoubleBlackStack];

    /// The word in variants.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::NoSwap => "no-swap",
            Self::DoubleBlackStack => "double-black-stack",
        }
    }

    /// The word in game files.
    pub(crate) const fn word_in_files(self) -> &'static str {
        match self {
            Self::DoubleBlackStack => "double black stack",
            other => other.word(),
        }
    }

    /// Reads the word in variants or the word in game files. Upper and lower case and blanks are accepted.
    pub fn read(text: &str) -> Option<Self> {
        let word = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        Self::ALL.into_iter().find(|opening| opening.word() == word)
    }

    /// Number of flats that the first player places in the first move.
    pub(crate) const fn first_flats(self) -> u8 {
        match self {
            Self::DoubleBlackStack => 2,
            Self::Swap | Self::NoSwap => 1,
        }
    }
}
