//! Tables of drop patterns, by the pieces that may be lifted and the squares that may be reached.

use super::moves::Drops;

/// Every pattern of at most as many drops as the index says, lowest first. The patterns that lift at most `k` pieces
/// are the first [`COUNT`]`[k][range]`.
pub(crate) static PATTERNS: [[Drops; 256]; 8] = patterns(false);

/// The patterns whose last drop is single, of exactly `index + 1` drops: a capstone that flattens the wall behind
/// `index` free squares. The patterns that lift at most `k` pieces are the first [`SMASH_COUNT`]`[k][range]`.
pub(crate) static SMASHES: [[Drops; 256]; 8] = patterns(true);

/// The number of patterns: `COUNT[lift][range]`.
pub(crate) static COUNT: [[u8; 8]; 9] = counts(false);

/// The number of flattening patterns: `SMASH_COUNT[lift][range]`.
pub(crate) static SMASH_COUNT: [[u8; 8]; 9] = counts(true);

const fn fits(pattern: usize, range: usize, smash: bool) -> bool {
    let drops = pattern.count_ones() as usize;
    if smash { drops == range + 1 && pattern & 1 == 1 } else { drops <= range }
}

const fn patterns(smash: bool) -> [[Drops; 256]; 8] {
    let filler = Drops::from_bits(1).expect("one is not zero");
    let mut table = [[filler; 256]; 8];
    let mut range = 0;
    while range < 8 {
        let (mut pattern, mut length) = (1, 0);
        while pattern < 256 {
            if fits(pattern, range, smash) {
                table[range][length] = Drops::from_bits(pattern as u8).expect("it starts at one");
                length += 1;
            }
            pattern += 1;
        }
        range += 1;
    }
    table
}

const fn counts(smash: bool) -> [[u8; 8]; 9] {
    let mut table = [[0; 8]; 9];
    let mut lift = 0;
    while lift < 9 {
        let mut range = 0;
        while range < 8 {
            let mut pattern = 1;
            while pattern < 1 << lift {
                if fits(pattern, range, smash) {
                    table[lift][range] += 1;
                }
                pattern += 1;
            }
            range += 1;
        }
        lift += 1;
    }
    table
}

/// The squares from each square to the edge, one board for each direction.
pub(crate) struct Rays<const N: usize>;

impl<const N: usize> Rays<N> {
    pub(crate) const TABLE: [[u64; 64]; 4] = {
        let mut table = [[0; 64]; 4];
        let mut square = 0;
        while square < N * N {
            let (file, rank) = (square % N, square / N);
            let mut other = 0;
            while other < N * N {
                let direction = if other % N == file && other > square {
                    0
                } else if other % N == file && other < square {
                    1
                } else if other / N == rank && other < square {
                    2
                } else if other / N == rank && other > square {
                    3
                } else {
                    4
                };
                if direction < 4 {
                    table[direction][square] |= 1 << other;
                }
                other += 1;
            }
            square += 1;
        }
        table
    };
}
