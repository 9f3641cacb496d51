//! Tables of drop patterns, indexed by the number of pieces that can be lifted and the number of squares that can be reached.

use super::moves::Drops;

/// `PATTERNS[range]`: all patterns with at most `range` drops, in increasing order. Those that lift at most `k` pieces are the first
/// [`COUNT`]`[k][range]`.
pub(crate) static PATTERNS: [[Drops; 256]; 8] = patterns(false);

/// `SMASHES[range]`: all patterns with exactly `range + 1` drops whose last drop is a single piece, for a capstone that flattens a
/// wall after `range` free squares. Those that lift at most `k` pieces are the first [`SMASH_COUNT`]`[k][range]`.
pub(crate) static SMASHES: [[Drops; 256]; 8] = patterns(true);

/// Number of patterns: `COUNT[lift][range]`.
pub(crate) static COUNT: [[u8; 8]; 9] = counts(false);

/// Number of flattening patterns: `SMASH_COUNT[lift][range]`.
pub(crate) static SMASH_COUNT: [[u8; 8]; 9] = counts(true);

const fn fits(pattern: usize, range: usize, smash: bool) -> bool {
    let drops = pattern.count_ones() as usize;
    if smash { drops == range + 1 && pattern & 1 == 1 } else { drops <= range }
}

const fn patterns(smash: bool) -> [[Drops; 256]; 8] {
    let filler = Drops::from_bits(1).expect("1 is not 0");
    let mut table = [[filler; 256]; 8];
    let mut range = 0;
    while range < 8 {
        let (mut pattern, mut length) = (1, 0);
        while pattern < 256 {
            if fits(pattern, range, smash) {
                table[range][length] =
                    Drops::from_bits(pattern as u8).expect("patterns start at 1");
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

/// For each direction and square: the squares from there to the edge.
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
