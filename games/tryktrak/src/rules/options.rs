//! The options of a game, as a variant.

use super::position::Cube;
use ludex_kit::{InputError, Variant, VariantKey};

/// Everything that may be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Points that win the match; 0 is money play.
    pub length: u8,
    /// Whether nobody may double in the first game in which a player is one point from winning.
    pub crawford: bool,
    /// Whether there is a doubling cube.
    pub cube: bool,
    /// Whether, in money play, gammons count only after a double.
    pub jacoby: bool,
    /// Whether, in money play, who is doubled may double at once and keep the cube.
    pub beavers: bool,
    /// The largest cube that the text of the position names, as a power of two. It is kept for the writer; the rules know 64.
    pub largest_cube: u16,
}

impl Options {
    /// The longest match.
    pub const LONGEST: u8 = 64;

    /// A match to so many points; 0 is money play.
    #[must_use]
    pub fn with_length(mut self, length: u8) -> Self {
        self.length = length;
        self
    }

    /// Whether the game is played for money, not for a match.
    #[inline(always)]
    pub fn is_money(&self) -> bool {
        self.length == 0
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            length: 0,
            crawford: true,
            cube: true,
            jacoby: false,
            beavers: false,
            largest_cube: Cube::MOST.into(),
        }
    }
}

/// The keys of a variant.
pub static KEYS: [VariantKey; 5] = [
    VariantKey {
        name: "length",
        values: "0 to 64",
        default: "0",
        about: "points that win the match; 0 is one game for money",
    },
    VariantKey {
        name: "crawford",
        values: "yes or no",
        default: "yes",
        about: "no doubling in the first game in which a player is one point from winning",
    },
    VariantKey {
        name: "cube",
        values: "yes or no",
        default: "yes",
        about: "whether the doubling cube is used",
    },
    VariantKey {
        name: "jacoby",
        values: "no or yes",
        default: "no",
        about: "for money: gammons count only after a double",
    },
    VariantKey {
        name: "beavers",
        values: "no or yes",
        default: "no",
        about: "for money: who is doubled may double at once and keep the cube",
    },
];

impl Options {
    /// Reads a variant. What it leaves open stays as it is in `self`.
    pub fn changed_by(mut self, variant: &Variant) -> Result<Self, InputError> {
        for (key, value) in variant.iter() {
            match key {
                "length" => self.length = read_length(value)?,
                "crawford" => self.crawford = read_choice(key, value)?,
                "cube" => self.cube = read_choice(key, value)?,
                "jacoby" => self.jacoby = read_choice(key, value)?,
                "beavers" => self.beavers = read_choice(key, value)?,
                _ => {
                    let keys: Vec<_> = KEYS.iter().map(|key| key.name).collect();
                    let expected = format!("one of {}", keys.join(", "));
                    return Err(InputError::new("variant", key, expected));
                }
            }
        }
        Ok(self)
    }

    /// The variant: the length always, the rest where it differs from the default.
    pub fn variant(&self) -> Variant {
        let mut variant = Variant::new().with("length", self.length.to_string());
        let usual = Self::default();
        let switches = [
            ("crawford", self.crawford, usual.crawford),
            ("cube", self.cube, usual.cube),
            ("jacoby", self.jacoby, usual.jacoby),
            ("beavers", self.beavers, usual.beavers),
        ];
        for (key, value, usual) in switches {
            if value != usual {
                variant.set(key, if value { "yes" } else { "no" });
            }
        }
        variant
    }
}

fn read_length(text: &str) -> Result<u8, InputError> {
    let length = text.parse().ok();
    length
        .filter(|&length| length <= Options::LONGEST)
        .ok_or_else(|| InputError::new("length", text, "0 (money) to 64 points"))
}

fn read_choice(key: &str, text: &str) -> Result<bool, InputError> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(InputError::new(key, text, "yes or no")),
    }
}
