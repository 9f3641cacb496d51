//! Canonical texts of positions, for comparison.

use std::fmt;

use super::setup;
use crate::rules::position::Position;
use crate::rules::symmetry::{SYMMETRIES, image};

/// The canonical text of a position: the smallest text over translations and the eight symmetries.
pub fn canonical(pos: &Position) -> String {
    (0..SYMMETRIES)
        .map(|symmetry| setup::write(&image(pos, symmetry, false), &[]))
        .min()
        .expect("there are eight")
}

/// Like [`canonical`], but also over exchange of White and Red, with the players swapped too.
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
