//! How the moves of the current position are made by pointing.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::gestures::{Touch, Way};
use crate::interface::input_error::InputError;
use crate::say;

/// Lists the ways to make moves by pointing at the picture of the position.
pub trait ListGestures {
    /// The legal moves, each with the ways to make it. Empty if the game does not support pointing.
    fn gestures(&self) -> Vec<(String, Vec<Way>)>;
}

impl<G: Playable> ListGestures for Erased<G> {
    fn gestures(&self) -> Vec<(String, Vec<Way>)> {
        let moves = self.moves();
        let ways = self.ways(&moves);
        self.written(&moves).into_iter().zip(ways).collect()
    }
}

impl<G: Playable> Erased<G> {
    fn ways(&self, moves: &[G::Move]) -> Vec<Vec<Way>> {
        match self.game.offers().gestures {
            Some(gestures) => gestures.ways(self.now(), moves),
            None => Vec::new(),
        }
    }

    /// Parses the touches of a partial move; an error if no legal move begins with them.
    pub(super) fn partial(&self, touches: &[String]) -> Result<Vec<Touch>, InputError> {
        let read: Vec<Touch> = touches.iter().map(|text| Touch::read(text)).collect();
        if read.is_empty() {
            return Ok(read);
        }
        let ways = self.ways(&self.moves());
        if ways.iter().flatten().any(|way| way.begins_with(&read)) {
            return Ok(read);
        }
        let problem = say!("does not begin a legal move");
        Err(InputError::problem("partial", touches.join(", "), problem))
    }
}
