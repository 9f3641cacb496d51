//! Draws by repetition in lines that are shown: what a table or a tree knows of positions does not see them.

use crate::interface::game::Game;
use crate::interface::searcher::Root;

/// How often positions have come up, where the rules count that.
pub(crate) struct Occurrences {
    drawn_at: Option<u32>,
    passed: Vec<u64>,
}

impl Occurrences {
    /// Those of the game up to a root.
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

/// Cuts off what stands after a draw by repetition, and says whether there is one. The moves are legal, one after the other.
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
