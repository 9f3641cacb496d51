//! Legal moves without duplicates.

use std::collections::HashSet;

use super::erased::Erased;
use crate::interface::catalogue::Playable;

/// Lists moves by their results.
pub trait DistinctMoves {
    /// One legal move for each position that can be reached.
    fn distinct_moves(&self) -> Vec<String>;
}

impl<G: Playable> DistinctMoves for Erased<G> {
    fn distinct_moves(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let mut moves = self.moves();
        moves.retain(|&mv| {
            let mut child = self.now().clone();
            self.game.play(&mut child, mv);
            seen.insert(self.game.write_position(&child))
        });
        self.written(&moves)
    }
}
