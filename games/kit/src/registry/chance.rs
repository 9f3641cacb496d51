//! Chance events of the current game.

use ludex_search::support::random::stream;
use ludex_search::{Step, Turn};
use rand_pcg::Pcg64;

use super::erased::Erased;
use super::error::CouldNot;
use super::error::SessionError;
use crate::ChanceEvent;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::say;

/// Lists and plays chance events.
pub trait ChanceEvents {
    /// The possible events with their weights; empty if a player is to move.
    fn events(&self) -> Vec<(String, u32)>;
    /// Describes the outcome of a chance event in this position. `None` for a move and for unreadable text.
    fn chance_event(&self, text: &str) -> Option<ChanceEvent>;
    /// The event that must happen before a player moves. `None` if a player is to move, or the game is over.
    fn missing_event(&self) -> Option<MissingEvent>;
    /// Whether a search can evaluate a position before a draw. If not, the event must be given first.
    fn evaluates_chance(&self) -> bool;
    /// Draws the next event at random without playing it. `None` if it is not chance's turn.
    fn draw_event(&self, rng: &mut Pcg64) -> Option<String>;
    /// Draws the next event at random and plays it, if it is chance's turn. Returns the event.
    fn sample_event_by(&mut self, rng: &mut Pcg64) -> Result<Option<String>, InputError>;
    /// Like [`sample_event_by`](Self::sample_event_by); equal seeds give equal events.
    fn sample_event(&mut self, seed: u64) -> Result<Option<String>, InputError>;
    /// Continues with the position as its players see it. [`undo`](super::Session::undo) restores the full position.
    fn see_as_players(&mut self);
}

/// The event that a position waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingEvent {
    /// What is missing, in the game's words and the current language.
    pub words: &'static str,
    /// An example of a possible event.
    pub example: String,
}

impl MissingEvent {
    /// Error for an operation that needs a player to move.
    pub fn error(&self, place: &str) -> InputError {
        let sentence = say!("no player is to move: {reason}", reason = self.words);
        let error = InputError::sentence(place, sentence);
        error.with_hint(say!("add {event} to the moves", event = self.example))
    }

    /// Like [`error`](Self::error), for commands with the option `--deal`.
    pub fn error_with_deal(&self, place: &str) -> InputError {
        let hint = say!("add {event} to --moves, or use --deal", event = self.example);
        self.error(place).with_hint(hint)
    }
}

impl<G: Playable> Erased<G> {
    /// Checks that a player is to move, as searches require.
    pub(super) fn check_playing(&self) -> Result<(), SessionError> {
        if let Some(result) = self.result() {
            return Err(CouldNot::game_over(say!(
                "no legal move: the game is over ({result})",
                result
            ))
            .into());
        }
        match self.missing_event() {
            Some(missing) if self.game.offers().chance.awaits_event(self.now()).is_none() => {
                Err(missing.error_with_deal("position").into())
            }
            _ => Ok(()),
        }
    }
}

impl<G: Playable> ChanceEvents for Erased<G> {
    fn events(&self) -> Vec<(String, u32)> {
        let mut events = Vec::new();
        if self.game.turn(self.now()) == Turn::Chance {
            self.game.events(self.now(), &mut events);
        }
        let write = |(event, weight)| (self.game.write_event(self.now(), event), weight);
        events.into_iter().map(write).collect()
    }

    fn chance_event(&self, text: &str) -> Option<ChanceEvent> {
        let (pos, chance) = (self.now(), self.game.offers().chance);
        let Ok(Step::Event(event)) = self.game.parse_step(pos, text) else {
            return None;
        };
        let label = chance.label(pos, event);
        let label = label.unwrap_or_else(|| self.game.write_event(pos, event));
        Some(ChanceEvent { kind: chance.kind(pos), label })
    }

    fn missing_event(&self) -> Option<MissingEvent> {
        let (example, _) = self.events().into_iter().next()?;
        let words = self.game.offers().chance.missing_event(self.now());
        Some(MissingEvent { words: G::INFO.translate(words), example })
    }

    fn evaluates_chance(&self) -> bool {
        let chance = self.game.offers().chance;
        chance.score_at_chance(0.0).is_some() || chance.awaits_event(self.now()).is_some()
    }

    fn draw_event(&self, rng: &mut Pcg64) -> Option<String> {
        let pos = self.now();
        let is_due = self.game.turn(pos) == Turn::Chance;
        is_due.then(|| self.game.write_event(pos, self.game.sample(pos, rng)))
    }

    fn sample_event_by(&mut self, rng: &mut Pcg64) -> Result<Option<String>, InputError> {
        let event = self.draw_event(rng);
        event.map(|text| self.play_step(&text)).transpose()
    }

    fn sample_event(&mut self, seed: u64) -> Result<Option<String>, InputError> {
        // The stream depends on the seed and the number of steps, so a draw that is undone and repeated has the same outcome.
        self.sample_event_by(&mut stream(seed, self.line.n_positions() as u64))
    }

    fn see_as_players(&mut self) {
        let position = self.game.offers().views.as_seen(self.now());
        self.line.restart(&self.game, position);
    }
}
