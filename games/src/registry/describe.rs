//! What a game itself has to say about its positions and moves.

use ludex_search::{Player, Step};

use super::erased::Erased;
use crate::{Description, InputError, Playable};

/// A position in other words than those that all games share: for `show`, `convert` and `analyse`.
pub trait Describe {
    /// The position in another of the game's notations.
    fn position_as(&self, notation: &str) -> String;
    /// The position as a picture in text.
    fn render(&self) -> String;
    /// The same as a player, counted from 1, sees it from his side of the board; none where the board has no sides.
    fn render_for(&self, player: usize) -> Option<String>;
    /// What the game itself has to say about the position.
    fn describe(&self) -> Description;
    /// What the game itself has to say about a legal move; nothing about any other.
    fn describe_move(&self, text: &str) -> Description;
    /// What the game adds about the position by evaluations of its own.
    fn appraise(&self) -> Result<Description, InputError>;
}

impl<G: Playable> Describe for Erased<G> {
    fn position_as(&self, notation: &str) -> String {
        self.game.write_position_as(self.now(), notation)
    }

    fn render(&self) -> String {
        self.game.render(self.now())
    }

    fn render_for(&self, player: usize) -> Option<String> {
        let seat = Player(player.saturating_sub(1) as u8);
        self.game.render_for(self.now(), seat)
    }

    fn describe(&self) -> Description {
        self.game.offers().commentary.describe(self.now())
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
