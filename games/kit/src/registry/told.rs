//! The game so far, as a record tells it.

use ludex_search::Step;

use super::erased::Erased;
use crate::interface::catalogue::Playable;

/// A game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldGame {
    /// The text of the position it starts from, unless that is the start of a game.
    pub start: Option<String>,
    /// Moves and events since, each as the game writes it.
    pub steps: Vec<String>,
}

/// Telling a game.
pub trait TellGame {
    /// The game so far.
    fn told(&self) -> ToldGame;
    /// How many moves and events it has.
    fn n_steps(&self) -> usize;
    /// The memory that it takes, in bytes, about.
    fn n_bytes(&self) -> usize;
}

impl<G: Playable> TellGame for Erased<G> {
    fn told(&self) -> ToldGame {
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
        let told = self.game.write_position(start);
        // Two positions may have one text: the start, and the same as an ordinary turn.
        let is_usual = told == self.game.write_position(&usual)
            && self.game.hash(start) == self.game.hash(&usual);
        ToldGame { start: (!is_usual).then_some(told), steps }
    }

    fn n_steps(&self) -> usize {
        self.line.n_positions() - 1
    }

    fn n_bytes(&self) -> usize {
        self.line.n_bytes(&self.game)
    }
}
