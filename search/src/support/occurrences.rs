//! Draws by repetition in reported lines. Tables and trees do not record them, because they store positions without their history.

use crate::interface::game::Game;
use crate::interface::searcher::Root;

/// Counts how often positions have occurred, if the rules have draws by repetition.
pub(crate) struct Occurrences {
    drawn_at: Option<u32>,
    passed: Vec<u64>,
}

impl Occurrences {
    /// The occurrences in the game up to a root.
    pub(crate) fn until<G: Game>(game: &G, root: &Root<G>) -> Self {
        let mut occurrences = Self { drawn_at: game.repetition(), passed: root.earlier().to_vec() };
        occurrences.count(game, &root.position);
        occurrences
    }

    /// Counts the next position of a line.
    pub(crate) fn count<G: Game>(&mut self, game: &G, pos: &G::Position) {
        if self.drawn_at.is_some() {
            self.passed.push(game.repetition_hash(pos));
        }
    }

    /// Whether the last position is a draw.
    pub(crate) fn is_drawn(&self) -> bool {
        let last = self.passed.last();
        let same = || self.passed.iter().filter(|&hash| Some(hash) == last);
        self.drawn_at.is_some_and(|at| same().count() >= at as usize)
    }
}

/// Cuts a line after a draw by repetition; returns whether there was one. The moves must be legal, one after the other.
pub(crate) fn end_at_a_draw<G: Game>(game: &G, root: &Root<G>, line: &mut Vec<G::Move>) -> bool {
    if game.repetition().is_none() {
        return false;
    }
    let mut occurrences = Occurrences::until(game, root);
    let mut pos = root.position.clone();
    let end = line.iter().position(|&mv| {
        game.play(&mut pos, mv);
        occurrences.count(game, &pos);
        occurrences.is_drawn()
    });
    line.truncate(end.map_or(line.len(), |index| index + 1));
    end.is_some()
}
