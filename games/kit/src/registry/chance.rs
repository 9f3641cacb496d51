//! What chance decides in a game under way.

use ludex_search::support::random::stream;
use ludex_search::{Step, Turn};
use rand_pcg::Pcg64;

use super::erased::Erased;
use super::error::CouldNot;
use super::error::SessionError;
use crate::ChanceEvent;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// What chance may bring, and who lets it.
pub trait ChanceEvents {
    /// The events that chance may bring now, with their weights; none where a player moves.
    fn events(&self) -> Vec<(String, u32)>;
    /// What an event of chance brings in this position; none of a move, and of what cannot be read.
    fn chance_event(&self, text: &str) -> Option<ChanceEvent>;
    /// The event that must come before a player moves; none where a player is to move, or the game is over.
    fn missing_event(&self) -> Option<MissingEvent>;
    /// Whether a search of a position before a draw gives its value; elsewhere the event must be given first.
    fn evaluates_chance(&self) -> bool;
    /// The next event as chance decides it, which does not happen yet; none where chance does not decide.
    fn draw_event(&self, rng: &mut Pcg64) -> Option<String>;
    /// Lets chance decide the next event, where it is to decide, and returns the event.
    fn sample_event_by(&mut self, rng: &mut Pcg64) -> Result<Option<String>, InputError>;
    /// Lets chance decide the next event, where it is to decide, and returns the event; the same for the same seed.
    fn sample_event(&mut self, seed: u64) -> Result<Option<String>, InputError>;
    /// Goes on with the position as its players see it; [`undo`](super::Session::undo) brings back what a referee knows.
    fn see_as_players(&mut self);
}

/// The event that a position waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingEvent {
    /// What is missing, in the game's words.
    pub words: &'static str,
    /// An event that may come.
    pub example: String,
}

impl MissingEvent {
    /// The error of a place that needs a player to move.
    pub fn error(&self, place: &str) -> InputError {
        let error = InputError::new(place, self.words, "a player to move");
        error.with_hint(format!("add {} to the moves", self.example))
    }

    /// The same where `--deal` lets chance decide.
    pub fn error_with_deal(&self, place: &str) -> InputError {
        let hint = format!("add {} to --moves, or --deal", self.example);
        self.error(place).with_hint(hint)
    }
}

impl<G: Playable> Erased<G> {
    /// Searches need a player to move.
    pub(super) fn check_playing(&self) -> Result<(), SessionError> {
        if let Some(result) = self.result() {
            return Err(CouldNot::at_the_end("no legal move", result).into());
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
        Some(MissingEvent { words: self.game.offers().chance.missing_event(self.now()), example })
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
        // A draw that was taken back comes again.
        self.sample_event_by(&mut stream(seed, self.line.n_positions() as u64))
    }

    fn see_as_players(&mut self) {
        let position = self.game.offers().views.as_seen(self.now());
        self.line.restart(&self.game, position);
    }
}
