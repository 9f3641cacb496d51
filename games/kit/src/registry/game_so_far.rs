//! The moves of the game so far.

use ludex_search::Step;

use super::erased::Erased;
use crate::interface::catalogue::Playable;

/// The game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSoFar {
    /// Text of the start position, if it is not the start of a game.
    pub start: Option<String>,
    /// Moves and events since the start position, in the game's notation.
    pub steps: Vec<String>,
}

/// Reports the game so far.
pub trait GameHistory {
    /// The game so far.
    fn game_so_far(&self) -> GameSoFar;
    /// Its number of moves and events.
    fn n_steps(&self) -> usize;
    /// Estimated memory use of the game so far, in bytes.
    fn n_bytes(&self) -> usize;
}

impl<G: Playable> GameHistory for Erased<G> {
    fn game_so_far(&self) -> GameSoFar {
        let (mut steps, mut rewind) = (Vec::new(), self.line.rewind(&self.game));
        while let Some(step) = rewind.step() {
            rewind.go_back();
            let before = rewind.position();
            steps.push(match step {
                Step::Move(mv) => self.game.write_move(before, mv),
                Step::Event(event) => self.game.write_event(before, event),
            });
        }
        let start = rewind.position();
        steps.reverse();
        let usual = self.game.start();
        let text = self.game.write_position(start);
        // Two positions can have the same text: the start of a game, and the same board in the middle of a game.
        let is_usual = text == self.game.write_position(&usual)
            && self.game.hash(start) == self.game.hash(&usual);
        GameSoFar { start: (!is_usual).then_some(text), steps }
    }

    fn n_steps(&self) -> usize {
        self.line.n_positions() - 1
    }

    fn n_bytes(&self) -> usize {
        self.line.n_bytes(&self.game)
    }
}
