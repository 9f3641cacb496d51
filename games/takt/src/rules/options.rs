//! What a variant may choose: pieces, komi and the rules of drawn games.

use super::opening::Opening;
use super::pile::{Board, Pile, Size};
use ludex_kit::{InputError, Variant, VariantKey, WireOption};

/// The options of a game, but for its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Points for the second player at a flat end, in halves of a flat.
    pub half_komi: i16,
    /// The stones of each player.
    pub stones: u8,
    /// The capstones of each player.
    pub caps: u8,
    /// The occurrence of a position that draws the game.
    pub repetition: Option<u32>,
    /// Plies without a placement or a flattening that draw the game.
    pub reversible: Option<u32>,
    /// What the players lay in the first move.
    pub opening: Opening,
}

/// The keys of a variant.
pub(crate) const KEYS: &[VariantKey] = &[
    VariantKey {
        name: "size",
        values: "3 to 8",
        default: "5",
        about: "the side of the board; it follows from a position if not given",
    },
    VariantKey {
        name: "komi",
        values: "-64 to 64, halves allowed",
        default: "0",
        about: "flats for the second player when flats are counted",
    },
    VariantKey {
        name: "stones",
        values: "1 to 31, on larger boards than 6 to 63",
        default: "10, 15, 21, 30, 40, 50 by size",
        about: "the stones of each player",
    },
    VariantKey {
        name: "caps",
        values: "0 to 8",
        default: "0, 0, 1, 1, 2, 2 by size",
        about: "the capstones of each player",
    },
    VariantKey {
        name: "repetition",
        values: "off, or 2 to 9",
        default: "off",
        about: "a position that occurs so often draws the game; tournaments use 3, protocols what `Repetition` says",
    },
    VariantKey {
        name: "reversible",
        values: "off, or 1 to 10000",
        default: "off",
        about: "so many plies without a placement or a flattening draw the game; tournaments use 50",
    },
    VariantKey {
        name: "opening",
        values: "swap, no-swap or double-black-stack",
        default: "swap",
        about: "what the players lay first: a flat of the opponent, one of their own, or the first player two of the opponent (2a1); networks and books were made with swap",
    },
];

/// The same keys for wire protocols. The usual number of pieces depends on the size, which comes later than the options
/// do; so 0 stones and -1 capstones stand for it.
pub(crate) const WIRE: &[WireOption] = &[
    WireOption {
        name: "Size",
        key: "size",
        default: 5,
        min: 3,
        max: 8,
        text: |size| Some(size.to_string()),
    },
    WireOption {
        name: "HalfKomi",
        key: "komi",
        default: 0,
        min: -128,
        max: 128,
        text: |halves| Some(write_komi(halves as i16)),
    },
    WireOption {
        name: "Flats",
        key: "stones",
        default: 0,
        min: 0,
        max: 63,
        text: |stones| (stones > 0).then(|| stones.to_string()),
    },
    WireOption {
        name: "Caps",
        key: "caps",
        default: -1,
        min: -1,
        max: 8,
        text: |caps| (caps >= 0).then(|| caps.to_string()),
    },
    WireOption {
        name: "Repetition",
        key: "repetition",
        default: 0,
        min: 0,
        max: 9,
        text: |times| (times > 0).then(|| times.to_string()),
    },
    WireOption {
        name: "Reversible",
        key: "reversible",
        default: 0,
        min: 0,
        max: 10_000,
        text: |plies| (plies > 0).then(|| plies.to_string()),
    },
];

/// The side of the board where nothing says it.
pub(crate) const DEFAULT_SIZE: usize = 5;

impl Options {
    /// These pieces, no komi, and no draws but by equal flats.
    pub const fn default_for(stones: u8, caps: u8) -> Self {
        Self {
            half_komi: 0,
            stones,
            caps,
            repetition: None,
            reversible: None,
            opening: Opening::Swap,
        }
    }

    /// The options of a variant; `size` has been looked at before.
    pub fn from_variant<const N: usize>(variant: &Variant) -> Result<Self, InputError>
    where
        Size<N>: Board,
    {
        let mut options = Self::default_for(Size::<N>::STONES, Size::<N>::CAPSTONES);
        for (key, value) in variant.iter() {
            match key {
                "size" => {}
                "komi" => options.half_komi = read_komi(value)?,
                "stones" => {
                    // Every stone of both players may lie under one capstone.
                    let most = (<Size<N> as Board>::Pile::MOST - 1) / 2;
                    options.stones = read_number(key, value, 1, most)? as u8;
                }
                "caps" => options.caps = read_number(key, value, 0, 8)? as u8,
                "repetition" => options.repetition = read_limit(key, value, 2, 9)?,
                "reversible" => options.reversible = read_limit(key, value, 1, 10_000)?,
                "opening" => options.opening = read_opening(value)?,
                _ => return Err(unknown(key, value)),
            }
        }
        let (opening, stones) = (options.opening, options.stones);
        if stones < opening.first_flats() {
            let expected = format!("2 stones or more with opening={}", opening.word());
            return Err(InputError::new(
                "variant, stones",
                stones.to_string(),
                expected,
            ));
        }
        Ok(options)
    }

    /// The variant that these options are, on a board of this side.
    pub fn to_variant<const N: usize>(self) -> Variant
    where
        Size<N>: Board,
    {
        let mut variant = Variant::new()
            .with("size", N.to_string())
            .with("komi", write_komi(self.half_komi));
        if self.stones != Size::<N>::STONES {
            variant.set("stones", self.stones.to_string());
        }
        if self.caps != Size::<N>::CAPSTONES {
            variant.set("caps", self.caps.to_string());
        }
        if let Some(times) = self.repetition {
            variant.set("repetition", times.to_string());
        }
        if let Some(plies) = self.reversible {
            variant.set("reversible", plies.to_string());
        }
        if self.opening != Opening::Swap {
            variant.set("opening", self.opening.word());
        }
        variant
    }
}

/// Checks the value of one key as far as that can be done without knowing the size.
pub(crate) fn check_value(key: &str, value: &str) -> Result<(), InputError> {
    match key {
        "size" => read_number(key, value, 3, 8).map(|_| ()),
        _ => Options::from_variant::<8>(&Variant::new().with(key, value)).map(|_| ()),
    }
}

/// The value of a key as variants write it: openings have other words in game files.
pub(crate) fn written_value(key: &str, value: String) -> String {
    let opening = Opening::read(&value).filter(|_| key == "opening");
    opening.map_or(value, |opening| opening.word().to_owned())
}

/// The value of a key as game files write it.
pub(crate) fn value_in_files<'a>(key: &str, value: &'a str) -> &'a str {
    let opening = Opening::read(value).filter(|_| key == "opening");
    match opening {
        Some(opening) => opening.word_in_files(),
        None => value,
    }
}

/// The side of the board: from the variant, else from the rows of the position, else the default.
pub(crate) fn size(variant: &Variant, position: Option<&str>) -> Result<usize, InputError> {
    let rows = position
        .and_then(|text| text.split_whitespace().next())
        .filter(|board| board.contains('/'))
        .map(|board| board.split('/').count());
    let Some(text) = variant.get("size") else {
        let rows = rows.unwrap_or(DEFAULT_SIZE);
        return if (3..=8).contains(&rows) {
            Ok(rows)
        } else {
            Err(InputError::new(
                "TPS, board",
                format!("{rows} rows"),
                "3 to 8 rows",
            ))
        };
    };
    let size = read_number("size", text, 3, 8)? as usize;
    match rows {
        Some(rows) if rows != size => Err(InputError::new(
            "TPS, board",
            format!("{rows} rows"),
            format!("{size} rows, because the variant says size={size}"),
        )
        .with_hint("leave size= out: it follows from the position")),
        _ => Ok(size),
    }
}

/// Reads komi in flats, halves allowed; gives halves.
pub(crate) fn read_komi(text: &str) -> Result<i16, InputError> {
    let error = || {
        InputError::new(
            "variant, komi",
            text,
            "a number of flats from -64 to 64, such as 2 or 2.5",
        )
    };
    let flats: f64 = text.parse().map_err(|_| error())?;
    let halves = flats * 2.0;
    if halves.fract() == 0.0 && halves.abs() <= 128.0 {
        Ok(halves as i16)
    } else {
        Err(error())
    }
}

/// Writes komi in flats.
pub(crate) fn write_komi(halves: i16) -> String {
    (f64::from(halves) / 2.0).to_string()
}

fn read_opening(text: &str) -> Result<Opening, InputError> {
    let expected = "swap, no-swap or double-black-stack";
    Opening::read(text).ok_or_else(|| InputError::new("variant, opening", text, expected))
}

fn read_number(key: &str, text: &str, least: u32, most: u32) -> Result<u32, InputError> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(InputError::new(
            format!("variant, {key}"),
            text,
            format!("a number from {least} to {most}"),
        )),
    }
}

fn read_limit(key: &str, text: &str, least: u32, most: u32) -> Result<Option<u32>, InputError> {
    if text == "off" {
        return Ok(None);
    }
    read_number(key, text, least, most)
        .map(Some)
        .map_err(|error| InputError {
            expected: format!("off, or {}", error.expected),
            ..error
        })
}

fn unknown(key: &str, value: &str) -> InputError {
    let names: Vec<_> = KEYS.iter().map(|key| key.name).collect();
    InputError::new(
        "variant",
        format!("{key}={value}"),
        format!("one of the keys {}", names.join(", ")),
    )
}
