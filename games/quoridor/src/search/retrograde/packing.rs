//! Packs the sets of a wall pattern into as few words as possible, for the layers that are kept in memory.

use super::{Packed, Retrograde, Sets};
use crate::rules::board::{ROW, Squares};

impl Retrograde<'_> {
    pub(super) fn pack(&self, sets: &Sets) -> Packed {
        let n = self.squares.len();
        let mut words = vec![0u64; (2 * n * n).div_ceil(64) + 2];
        for (row, &set) in sets.first.iter().chain(&sets.second).enumerate() {
            let dense = self.dense(set);
            let (word, shift) = (row * n / 64, row * n % 64);
            words[word] |= (dense << shift) as u64;
            words[word + 1] |= (dense << shift >> 64) as u64;
            if shift > 0 {
                words[word + 2] |= (dense >> (128 - shift)) as u64;
            }
        }
        words.into()
    }

    pub(super) fn unpack(&self, words: &[u64]) -> Sets {
        let n = self.squares.len();
        let mask = (1u128 << n) - 1;
        let set = |row: usize| {
            let (word, shift) = (row * n / 64, row * n % 64);
            let low = u128::from(words[word]) | u128::from(words[word + 1]) << 64;
            let high = if shift > 0 { u128::from(words[word + 2]) << (128 - shift) } else { 0 };
            self.sparse((low >> shift | high) & mask)
        };
        Sets { first: (0..n).map(set).collect(), second: (n..2 * n).map(set).collect() }
    }

    /// Removes the buffer columns.
    fn dense(&self, set: Squares) -> u128 {
        let board = self.game.options().board;
        let (width, row) = (u32::from(board.width), (1u128 << board.width) - 1);
        (0..u32::from(board.height))
            .map(|number| (set >> (ROW * number) & row) << (width * number))
            .fold(0, |all, part| all | part)
    }

    fn sparse(&self, dense: u128) -> Squares {
        let board = self.game.options().board;
        let (width, row) = (u32::from(board.width), (1u128 << board.width) - 1);
        (0..u32::from(board.height))
            .map(|number| (dense >> (width * number) & row) << (ROW * number))
            .fold(0, |all, part| all | part)
    }
}
