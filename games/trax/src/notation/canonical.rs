//! Positions in words that need not be read again.

use std::fmt;

use super::setup;
use crate::rules::position::Position;
use crate::rules::symmetry::{SYMMETRIES, image};

/// The text of the position's canonical form: the least over translations and the eight symmetries.
pub fn canonical(pos: &Position) -> String {
    (0..SYMMETRIES)
        .map(|symmetry| setup::write(&image(pos, symmetry, false), &[]))
        .min()
        .expect("there are eight")
}

/// The same with White and Red counted as equal: the least over both colourings, players swapped with the colours.
pub fn canonical_either_colour(pos: &Position) -> String {
    canonical(pos).min(canonical(&image(pos, 0, true)))
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&setup::write(self, &[]))?;
        if self.n_tiles() == 0 && self.start_symmetry != 0 {
            write!(f, " turned {}", self.start_symmetry)?;
        }
        Ok(())
    }
}
