//! Square boards of side 3 to 8 as 64-bit sets. Square `a1` is bit 0, `b1` is bit 1, and a rank takes `N` bits.
//!
//! The side `N` is a constant parameter, so every mask and shift is a compile-time constant.

/// All squares.
pub const fn full<const N: usize>() -> u64 {
    u64::MAX >> (64 - N * N)
}

/// A file; file `a` is 0.
pub const fn file<const N: usize>(number: usize) -> u64 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < N {
        bits |= 1 << (rank * N + number);
        rank += 1;
    }
    bits
}

/// A rank; rank `1` is 0.
pub const fn rank<const N: usize>(number: usize) -> u64 {
    (u64::MAX >> (64 - N)) << (number * N)
}

/// All squares on the edge of the board.
pub const fn edge<const N: usize>() -> u64 {
    file::<N>(0) | file::<N>(N - 1) | rank::<N>(0) | rank::<N>(N - 1)
}

/// Moves every square one rank up. Squares that leave the board are dropped.
#[inline(always)]
pub const fn up<const N: usize>(bits: u64) -> u64 {
    (bits << N) & const { full::<N>() }
}

/// Moves every square one rank down.
#[inline(always)]
pub const fn down<const N: usize>(bits: u64) -> u64 {
    bits >> N
}

/// Moves every square one file to the left.
#[inline(always)]
pub const fn left<const N: usize>(bits: u64) -> u64 {
    (bits & const { !file::<N>(0) }) >> 1
}

/// Moves every square one file to the right.
#[inline(always)]
pub const fn right<const N: usize>(bits: u64) -> u64 {
    (bits & const { full::<N>() & !file::<N>(N - 1) }) << 1
}

/// The squares that share a side with a square of `bits`. Squares of `bits` are included only if they touch each other.
#[inline(always)]
pub const fn neighbours<const N: usize>(bits: u64) -> u64 {
    up::<N>(bits) | down::<N>(bits) | left::<N>(bits) | right::<N>(bits)
}

/// The squares of `reached`, which is a part of `within`, and their neighbours in `within`.
#[inline(always)]
pub const fn grown<const N: usize>(reached: u64, within: u64) -> u64 {
    // No step leaves the board, because `within` is on the board; only steps from one end of a rank to the next rank must be excluded.
    let (left, right) = const { (full::<N>() & !file::<N>(N - 1), full::<N>() & !file::<N>(0)) };
    let beside = (reached >> 1 & left) | (reached << 1 & right);
    (reached | reached << N | reached >> N | beside) & within
}

/// Flood fill: the squares of `within` connected to `seed` by steps inside `within`. Squares of `seed` outside `within` are ignored.
#[inline]
pub const fn flood<const N: usize>(seed: u64, within: u64) -> u64 {
    let mut reached = seed & within;
    loop {
        let next = grown::<N>(reached, within);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The indices of the set bits, lowest first.
#[inline]
pub fn squares(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let square = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        Some(square)
    })
}
