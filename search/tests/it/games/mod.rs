//! Small games that exercise the traits: two players in turn, dice and double turns, three players.

pub(crate) mod connect_four;
pub(crate) mod nim;
pub(crate) mod pig;
pub(crate) mod race;

pub(crate) use connect_four::{ConnectFour, ConnectFourEvaluator};
pub(crate) use nim::Nim;
pub(crate) use pig::{Pig, PigEvaluator};
pub(crate) use race::{Race, RaceModel};

/// Spreads a position of 64 bits over all bits: the last step of `SplitMix64`.
pub(crate) fn spread(key: u64) -> u64 {
    let mut z = key.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
