//! The current position and its moves in words.

use std::collections::BTreeMap;

use ludex_search::Player;

use super::erased::Erased;
use super::pictures::Seat;
use crate::interface::catalogue::Playable;
use crate::interface::speech::{PLAYER, numbered};
use crate::say;
use crate::support::picture::Scene;

/// Describes the position and moves in words, for screen readers.
pub trait Speak {
    /// The name of each player, such as `White`.
    fn player_names(&self) -> Vec<String>;

    /// What is at each target of a picture of the position, by `class name` of the target; `seat` is the player at the bottom. Targets
    /// without words are left out.
    fn place_words(&self, scene: &Scene, seat: Seat) -> BTreeMap<String, String>;

    /// A legal move as a sentence, with [`PLAYER`] in place of the name of the player; `None` if `text` is not a legal move.
    fn move_sentence(&self, text: &str) -> Option<String>;

    /// What the player to move must do, if the rules of this turn differ from those of other turns.
    fn task(&self) -> Option<String>;

    /// The label of a choice whose word is only a sign; `None` if the word itself is the label.
    fn choice_label(&self, word: &str) -> Option<String>;
}

impl<G: Playable> Speak for Erased<G> {
    fn player_names(&self) -> Vec<String> {
        let speech = self.game.offers().speech;
        let name = |player| speech.map_or_else(|| numbered(player), |speech| speech.player(player));
        (0..self.game.players()).map(|number| name(Player(number as u8))).collect()
    }

    fn place_words(&self, scene: &Scene, seat: Seat) -> BTreeMap<String, String> {
        let (Some(speech), Ok(seat)) = (self.game.offers().speech, self.seat(seat)) else {
            return BTreeMap::new();
        };
        let describe = speech.places(self.now(), seat);
        let words = scene
            .targets()
            .filter_map(|(kind, name)| Some((format!("{kind} {name}"), describe(kind, name)?)));
        words.collect()
    }

    fn move_sentence(&self, text: &str) -> Option<String> {
        let mv = self.game.parse_move(self.now(), text).ok()?;
        let speech = self.game.offers().speech;
        let words = speech.and_then(|speech| speech.sentence(self.now(), mv));
        Some(words.unwrap_or_else(|| {
            say!(
                "{player} plays {text}.",
                player = PLAYER,
                text = self.game.write_move(self.now(), mv)
            )
        }))
    }

    fn task(&self) -> Option<String> {
        self.game.offers().speech?.task(self.now())
    }

    fn choice_label(&self, word: &str) -> Option<String> {
        self.game.offers().speech?.choice(word)
    }
}
