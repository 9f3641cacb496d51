//! What a game itself has to say about its positions and moves.

use ludex_search::Step;

use super::erased::Erased;
use crate::{Explanation, Facts, InputError, Playable};

/// A position in other words than those that all games share: for `show`, `convert` and `analyse`.
pub trait Describe {
    /// The position in another of the game's notations.
    fn position_as(&self, notation: &str) -> String;
    /// The position as a picture in text.
    fn render(&self) -> String;
    /// What the game itself has to say about the position.
    fn facts(&self) -> Facts;
    /// What the game itself has to say about a legal move; nothing about any other.
    fn move_facts(&self, text: &str) -> Facts;
    /// What the game tells a reader about the position: headings, and what stands beside them.
    fn notes(&self) -> Vec<(String, String)>;
    /// What the game adds about the position by evaluations of its own.
    fn appraise(&self) -> Result<Explanation, InputError>;
    /// Whether a player may move several times in a row, so that a turn is more than a move.
    fn has_long_turns(&self) -> bool;
    /// The lines that are shown of a position where nobody says how many.
    fn usual_lines(&self) -> usize;
}

impl<G: Playable> Describe for Erased<G> {
    fn position_as(&self, notation: &str) -> String {
        self.game.write_position_as(self.now(), notation)
    }

    fn render(&self) -> String {
        self.game.render(self.now())
    }

    fn facts(&self) -> Facts {
        self.game.facts(self.now())
    }

    fn move_facts(&self, text: &str) -> Facts {
        match self.game.parse_step(self.now(), text) {
            Ok(Step::Move(mv)) => self.game.move_facts(self.now(), mv),
            _ => Facts::new(),
        }
    }

    fn notes(&self) -> Vec<(String, String)> {
        self.game.notes(self.now())
    }

    fn appraise(&self) -> Result<Explanation, InputError> {
        self.game.appraise(&self.setup, self.now())
    }

    fn has_long_turns(&self) -> bool {
        G::has_long_turns()
    }

    fn usual_lines(&self) -> usize {
        G::usual_lines()
    }
}
