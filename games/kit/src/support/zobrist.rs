//! Random keys for hashing, computed at compile time and equal on every machine.

/// The key number `index` of stream `stream`: `SplitMix64` of both. CITE: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
pub const fn key(stream: u64, index: u64) -> u64 {
    let mut z = (stream << 32 ^ index).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A table of keys.
pub const fn keys<const N: usize>(stream: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = key(stream, index as u64);
        index += 1;
    }
    table
}
