//! Square boards of side 3 to 8 in one word. Square `a1` is bit 0, `b1` bit 1, and a rank takes `N` bits.
//!
//! The side is a constant, so every mask and shift is one too.

/// Every square.
pub const fn full<const N: usize>() -> u64 {
    u64::MAX >> (64 - N * N)
}

/// A file: 0 is the file `a`.
pub const fn file<const N: usize>(number: usize) -> u64 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < N {
        bits |= 1 << (rank * N + number);
        rank += 1;
    }
    bits
}

/// A rank: 0 is the rank `1`.
pub const fn rank<const N: usize>(number: usize) -> u64 {
    (u64::MAX >> (64 - N)) << (number * N)
}

/// Every square of a board's edge.
pub const fn edge<const N: usize>() -> u64 {
    file::<N>(0) | file::<N>(N - 1) | rank::<N>(0) | rank::<N>(N - 1)
}

/// Every square moved one rank up; what leaves the board is gone.
#[inline(always)]
pub const fn up<const N: usize>(bits: u64) -> u64 {
    (bits << N) & const { full::<N>() }
}

/// Every square moved one rank down.
#[inline(always)]
pub const fn down<const N: usize>(bits: u64) -> u64 {
    bits >> N
}

/// Every square moved one file to the left.
#[inline(always)]
pub const fn left<const N: usize>(bits: u64) -> u64 {
    (bits & const { !file::<N>(0) }) >> 1
}

/// Every square moved one file to the right.
#[inline(always)]
pub const fn right<const N: usize>(bits: u64) -> u64 {
    (bits & const { full::<N>() & !file::<N>(N - 1) }) << 1
}

/// The squares that share a side with one of `bits`; squares of `bits` themselves only if they touch each other.
#[inline(always)]
pub const fn neighbours<const N: usize>(bits: u64) -> u64 {
    up::<N>(bits) | down::<N>(bits) | left::<N>(bits) | right::<N>(bits)
}

/// The squares of `within` that can be walked to from `seed` (its squares inside `within`) without leaving it.
#[inline]
pub const fn flood<const N: usize>(seed: u64, within: u64) -> u64 {
    let mut reached = seed & within;
    loop {
        let next = (reached | neighbours::<N>(reached)) & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The numbers of the set squares, lowest first.
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
