//! Game-specific information about positions and moves.

use ludex_search::Step;

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;

/// Describes positions, for `show`, `convert` and `analyse`.
pub trait Describe {
    /// The position in another of the game's notations.
    fn position_as(&self, notation: &str) -> String;
    /// What [`position_as`](Self::position_as) leaves out of the position, apart from options, such as `dice 31`.
    fn left_out(&self, notation: &str) -> Vec<String>;
    /// The game's description of the position.
    fn describe(&self) -> Description;
    /// The game's description of a legal move; empty for any other text.
    fn describe_move(&self, text: &str) -> Description;
    /// What the game adds to `analyse`'s report on the position, from evaluations that it computes itself.
    fn appraise(&self) -> Result<Description, InputError>;
}

impl<G: Playable> Describe for Erased<G> {
    fn position_as(&self, notation: &str) -> String {
        self.game.write_position_as(self.now(), notation)
    }

    fn left_out(&self, notation: &str) -> Vec<String> {
        self.game.left_out(self.now(), notation)
    }

    fn describe(&self) -> Description {
        let commentary = self.game.offers().commentary;
        let mut description = commentary.describe(self.now());
        if self.is_repeated() {
            commentary.describe_repeated(&mut description);
        }
        description
    }

    fn describe_move(&self, text: &str) -> Description {
        let commentary = self.game.offers().commentary;
        match self.game.parse_step(self.now(), text) {
            Ok(Step::Move(mv)) => commentary.describe_move(self.now(), mv),
            _ => Description::default(),
        }
    }

    fn appraise(&self) -> Result<Description, InputError> {
        let commentary = self.game.offers().commentary;
        commentary.appraise(&self.setup, self.now())
    }
}
