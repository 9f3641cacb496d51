//! The options of a game, as a variant.

use super::position::Cube;
use crate::WORDS;
use ludex_kit::{InputError, Variant, VariantKey, message};

/// Everything that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Points that win the match; 0 is money play.
    pub length: u8,
    /// Whether the Crawford rule applies: no doubling in the first game after a player is one point from winning.
    pub crawford: bool,
    /// Whether there is a doubling cube.
    pub cube: bool,
    /// Whether, in money play, gammons count only after a double (Jacoby rule).
    pub jacoby: bool,
    /// Whether, in money play, a doubled player may double at once and keep the cube (beaver).
    pub beavers: bool,
    /// The largest cube in the position text, as a power of two. It is stored only so that it can be written again; the rules always use
    /// 64.
    pub largest_cube: u16,
}

impl Options {
    /// The longest match.
    pub const LONGEST: u8 = 64;

    /// Sets the match length; 0 is money play.
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
pub static KEYS: [VariantKey; 5] = VariantKey::in_words(
    &WORDS,
    [
        VariantKey::int(
            "length",
            (0, Options::LONGEST as i64),
            "0",
            message!("points to win the match; 0 is a single money game"),
        )
        .titled(message!("match length")),
        VariantKey::choice(
            "crawford",
            &["yes", "no"],
            message!("no doubling in the first game after a player is one point from winning"),
        )
        .titled(message!("Crawford rule")),
        VariantKey::choice("cube", &["yes", "no"], message!("play with the doubling cube"))
            .titled(message!("doubling cube")),
        VariantKey::choice(
            "jacoby",
            &["no", "yes"],
            message!("money games: gammons count only after a double"),
        )
        .titled(message!("Jacoby rule")),
        VariantKey::choice(
            "beavers",
            &["no", "yes"],
            message!("money games: a player who is doubled may redouble at once and keep the cube"),
        )
        .titled(message!("beavers")),
    ],
);

impl Options {
    /// Parses a variant. Missing keys keep the values of `self`.
    pub fn changed_by(mut self, variant: &Variant) -> Result<Self, InputError> {
        for (key, value) in variant.read(&KEYS)? {
            match key {
                "length" => self.length = value.number().unwrap_or_default() as u8,
                "crawford" => self.crawford = !value.is_second(),
                "cube" => self.cube = !value.is_second(),
                "jacoby" => self.jacoby = value.is_second(),
                _ => self.beavers = value.is_second(),
            }
        }
        Ok(self)
    }

    /// The variant: the length always, other keys if they differ from the default.
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
