//! The options of a game, as a variant and as words after a position.

use ludex_kit::{InputError, Variant, VariantKey};
use ludex_kit::{message, say};

/// Everything that can be chosen about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the group is limited to eight columns and rows.
    pub eight: bool,
    /// Whether the faces of the tiles are drawn at random.
    pub luck: bool,
    /// Whether only loops win.
    pub loops: bool,
}

/// The keys of a variant.
pub(crate) static KEYS: [VariantKey; 3] = VariantKey::in_words(
    &crate::WORDS,
    [
        VariantKey::choice(
            "board",
            &[message!("unlimited"), "8x8"],
            message!("unlimited, or at most eight columns and rows"),
        )
        .titled(message!("board")),
        VariantKey::choice(
            "luck",
            &["no", "yes"],
            message!("the player to move draws the face of the tile and chooses only the cell"),
        )
        .titled(message!("random tile faces")),
        VariantKey::choice(
            "loop",
            &["no", "yes"],
            message!("only loops win, not lines across the tiles"),
        )
        .titled(message!("wins by loops only")),
    ],
);

impl Options {
    /// Parses a variant together with the words after a position. They must not contradict each other.
    pub fn parse(variant: &Variant, words: Self) -> Result<Self, InputError> {
        let mut options = words;
        for (key, value) in variant.read(&KEYS)? {
            let chosen = value.is_second();
            let option = match key {
                "board" => &mut options.eight,
                "luck" => &mut options.luck,
                _ => &mut options.loops,
            };
            if *option && !chosen {
                let found = variant.get(key).unwrap_or_default();
                let place = format!("variant, {key}");
                return Err(InputError::problem(
                    place,
                    found,
                    say!("contradicts the options after the position"),
                ));
            }
            *option = chosen;
        }
        Ok(options)
    }

    /// The variant with every key.
    pub fn variant(self) -> Variant {
        let yes_no = |yes: bool| if yes { "yes" } else { "no" };
        Variant::new()
            .with("board", if self.eight { "8x8" } else { "unlimited" })
            .with("luck", yes_no(self.luck))
            .with("loop", yes_no(self.loops))
    }

    /// The words after a position.
    pub fn words(self) -> Vec<&'static str> {
        let words = [(self.eight, "8x8"), (self.loops, "loop"), (self.luck, "luck")];
        words.into_iter().filter_map(|(set, word)| set.then_some(word)).collect()
    }
}
