//! The options of a game, as a variant.

use ludex_kit::{InputError, OptionValue, Variant, VariantKey};

use super::position::STONES;

/// Everything that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// The numbers of both players' stones, row by row from the home corner; from 0.
    pub(crate) order: [usize; STONES],
}

/// The keys of a variant.
pub(crate) static KEYS: [VariantKey; 1] = [VariantKey::text(
    "order",
    "123456 in any order",
    "123456",
    "the numbers of both players' stones, row by row from their corner",
)];

impl Default for Options {
    fn default() -> Self {
        Self { order: [0, 1, 2, 3, 4, 5] }
    }
}

impl Options {
    /// Parses a variant. A missing key gets its default.
    pub(crate) fn parse(variant: &Variant) -> Result<Self, InputError> {
        let mut options = Self::default();
        for (_, value) in variant.read(&KEYS)? {
            if let OptionValue::Text(text) = value {
                options.order = order(text)
                    .ok_or_else(|| InputError::new("variant, order", text, KEYS[0].values()))?;
            }
        }
        Ok(options)
    }

    /// The variant with every key.
    pub(crate) fn variant(self) -> Variant {
        let order: String = self.order.iter().map(|n| (n + 1).to_string()).collect();
        Variant::new().with(KEYS[0].name, order)
    }
}

fn order(text: &str) -> Option<[usize; STONES]> {
    let numbers: Option<Vec<usize>> =
        text.bytes().map(|c| (b'1'..=b'6').position(|n| n == c)).collect();
    let order = <[usize; STONES]>::try_from(numbers?).ok()?;
    let is_there = |number| order.contains(&number);
    (0..STONES).all(is_there).then_some(order)
}
