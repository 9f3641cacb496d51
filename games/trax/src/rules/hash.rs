//! The hash of a group of tiles: a polynomial hash that is independent of the group's coordinates.
//!
//! A tile in column `x` and row `y` adds `A^x · B^y · K` to a sum modulo the prime 2^61 − 1, where `K` is the number of its face.
//! Moving the whole group multiplies the sum by powers of `A` and `B`. Dividing by the powers of the group's corner removes them, so
//! equal positions have equal hashes, however they were reached and wherever their coordinates begin. CITE: Karp, Rabin, "Efficient
//! randomized pattern-matching algorithms", IBM J. Res. Dev. 31 (1987).

use ludex_kit::support::zobrist;

/// Columns and rows of the small space.
pub(super) const SMALL_SIDE: usize = 64;

const PRIME: u64 = (1 << 61) - 1;
const STREAM: u64 = 0x7472_6178;
const COLUMN: u64 = zobrist::key(STREAM, 0) % PRIME;
const ROW: u64 = zobrist::key(STREAM, 1) % PRIME;
const COLUMN_BACK: u64 = power(COLUMN, PRIME - 2);
const ROW_BACK: u64 = power(ROW, PRIME - 2);

/// Keys of everything besides tiles.
static REST: [u64; 32] = zobrist::keys(STREAM + 2);

/// The number of each face, indexed by its white sides.
static FACES: [u64; 16] = {
    let mut faces = zobrist::keys::<16>(STREAM + 1);
    let mut index = 0;
    while index < 16 {
        faces[index] %= PRIME;
        index += 1;
    }
    faces
};

/// The factor of each cell of the small space.
pub(crate) static FACTORS: [u64; SMALL_SIDE * SMALL_SIDE] = {
    let mut table = [0; SMALL_SIDE * SMALL_SIDE];
    let (mut row, mut start) = (0, 1);
    while row < SMALL_SIDE {
        let (mut column, mut value) = (0, start);
        while column < SMALL_SIDE {
            table[row * SMALL_SIDE + column] = value;
            value = times(value, COLUMN);
            column += 1;
        }
        start = times(start, ROW);
        row += 1;
    }
    table
};

static COLUMNS_BACK: [u64; SMALL_SIDE] = powers(COLUMN_BACK);
static ROWS_BACK: [u64; SMALL_SIDE] = powers(ROW_BACK);

const fn powers(base: u64) -> [u64; SMALL_SIDE] {
    let mut table = [1; SMALL_SIDE];
    let mut index = 1;
    while index < SMALL_SIDE {
        table[index] = times(table[index - 1], base);
        index += 1;
    }
    table
}

#[inline(always)]
const fn times(one: u64, two: u64) -> u64 {
    let product = one as u128 * two as u128;
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

const fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// The factor of any cell.
pub(crate) fn factor(column: usize, row: usize) -> u64 {
    times(power(COLUMN, column as u64), power(ROW, row as u64))
}

/// The sum with one more tile, given by its white sides.
#[inline(always)]
pub(crate) fn add(sum: u64, factor: u64, white: u8) -> u64 {
    let sum = sum + times(factor, FACES[usize::from(white & 15)]);
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// The sum for the same tiles, moved so that the group's corner is at the origin.
#[inline(always)]
pub(crate) fn at_origin(sum: u64, column: usize, row: usize) -> u64 {
    if column < SMALL_SIDE && row < SMALL_SIDE {
        times(sum, times(COLUMNS_BACK[column], ROWS_BACK[row]))
    } else {
        let back = times(power(COLUMN_BACK, column as u64), power(ROW_BACK, row as u64));
        times(sum, back)
    }
}

/// Mixes a sum into 64 bits, with a key for everything besides tiles.
#[inline(always)]
pub(crate) fn finish(sum: u64, index: usize) -> u64 {
    let mixed = (sum ^ REST[index & 31]).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

/// Combines a hash with another number.
pub(crate) fn spread(hash: u64, number: u64) -> u64 {
    let mixed = number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_hashes_alike_wherever_it_lies() {
        let group = [(0, 0, 0b0101), (1, 0, 0b0011)];
        let at = |x: usize, y: usize| {
            let tiles =
                group.iter().fold(0, |sum, &(dx, dy, face)| add(sum, factor(x + dx, y + dy), face));
            at_origin(tiles, x, y)
        };
        assert_eq!(at(0, 0), at(31, 40));
        assert_eq!(at(0, 0), at(300, 2));
        assert_eq!(FACTORS[5 * 64 + 9], factor(9, 5));
    }
}
