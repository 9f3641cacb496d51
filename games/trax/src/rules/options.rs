//! The options of a game, as a variant and as words behind a position.

use ludex_kit::{InputError, Variant, VariantKey};

/// Everything that may be chosen about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The group never grows beyond eight columns and rows.
    pub eight: bool,
    /// The faces of the tiles are drawn.
    pub luck: bool,
    /// Only loops win.
    pub loops: bool,
}

/// The keys of a variant.
pub(crate) static KEYS: [VariantKey; 3] = [
    VariantKey {
        name: "board",
        values: "unlimited or 8x8",
        default: "unlimited",
        about: "whether the group may grow beyond eight columns and rows",
    },
    VariantKey {
        name: "luck",
        values: "no or yes",
        default: "no",
        about: "the mover draws the face of his tile and chooses the cell only",
    },
    VariantKey {
        name: "loop",
        values: "no or yes",
        default: "no",
        about: "only loops win, not lines across the group",
    },
];

impl Options {
    /// Reads a variant, with the words that stand behind a position. Words and keys must not contradict each other.
    pub fn parse(variant: &Variant, words: Self) -> Result<Self, InputError> {
        let mut options = words;
        for (key, value) in variant.iter() {
            let (option, chosen) = match key {
                "board" => (
                    &mut options.eight,
                    choice(key, value, ["unlimited", "8x8"])?,
                ),
                "luck" => (&mut options.luck, choice(key, value, ["no", "yes"])?),
                "loop" => (&mut options.loops, choice(key, value, ["no", "yes"])?),
                _ => {
                    let expected = "one of board, luck, loop";
                    return Err(InputError::new("variant", key, expected));
                }
            };
            if *option && !chosen {
                return Err(InputError::new(
                    format!("variant, {key}"),
                    value,
                    "what the position says",
                ));
            }
            *option = chosen;
        }
        Ok(options)
    }

    /// The variant, every key.
    pub fn variant(self) -> Variant {
        let yes_no = |yes: bool| if yes { "yes" } else { "no" };
        Variant::new()
            .with("board", if self.eight { "8x8" } else { "unlimited" })
            .with("luck", yes_no(self.luck))
            .with("loop", yes_no(self.loops))
    }

    /// The words behind a position.
    pub fn words(self) -> Vec<&'static str> {
        let words = [
            (self.eight, "8x8"),
            (self.loops, "loop"),
            (self.luck, "luck"),
        ];
        words
            .into_iter()
            .filter_map(|(set, word)| set.then_some(word))
            .collect()
    }
}

/// Which of two values is meant: the second?
fn choice(key: &str, value: &str, values: [&str; 2]) -> Result<bool, InputError> {
    if value.eq_ignore_ascii_case(values[0]) {
        Ok(false)
    } else if value.eq_ignore_ascii_case(values[1]) {
        Ok(true)
    } else {
        let expected = format!("{} or {}", values[0], values[1]);
        Err(InputError::new(format!("variant, {key}"), value, expected))
    }
}
