//! A line of play: the form in which every request states its position.

use ludex_kit::registry::{Session, Token};
use ludex_kit::{InputError, Variant, say};
use serde::{Deserialize, Serialize};

use super::limits::Limits;
use ludex_base::catalogue::catalogue;

/// The moves of a game up to a position.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) game: String,
    /// The variant, `key=value,…`. Missing keys have the game's default values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<String>,
    /// The starting position, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// Moves and chance events, in the game's notation.
    #[serde(default)]
    pub(super) steps: Vec<String>,
}

impl Line {
    /// Parses the variant.
    pub(super) fn variant(&self) -> Result<Variant, InputError> {
        match self.variant.as_deref().map(str::trim) {
            None | Some("") => Ok(Variant::new()),
            Some(text) => text.parse::<Variant>().map_err(|e| e.within_unless_there("variant")),
        }
    }

    /// Opens the game at the start of the line.
    pub(super) fn open_start(&self) -> Result<Box<dyn Session>, InputError> {
        if self.steps.len() > Limits::STEPS {
            let sentence = say!(
                "there are {steps} steps, more than the limit of {most}",
                steps = self.steps.len(),
                most = Limits::STEPS
            );
            return Err(InputError::sentence("steps", sentence));
        }
        let start = self.start.as_deref();
        if let Some(text) = start.filter(|text| text.len() > Limits::START) {
            let sentence = say!(
                "it has {bytes} bytes, more than the limit of {most}",
                bytes = text.len(),
                most = Limits::START
            );
            return Err(InputError::sentence("start", sentence));
        }
        catalogue().session(&self.game, &self.variant()?, start)
    }

    /// Opens the game at the end of the line.
    pub(super) fn open(&self) -> Result<Box<dyn Session>, InputError> {
        let mut session = self.open_start()?;
        session.extend(&self.words())?;
        Ok(session)
    }

    /// The steps, each with its place for error messages.
    pub(super) fn words(&self) -> Vec<Token> {
        let word = |(text, number): (&String, usize)| Token {
            text: text.clone(),
            place: format!("step {number}"),
        };
        self.steps.iter().zip(1..).map(word).collect()
    }

    /// The line that leads to the current position of a session, with the full variant.
    pub(super) fn from_session(session: &dyn Session) -> Self {
        let so_far = session.game_so_far();
        Self {
            game: session.info().name.to_owned(),
            variant: Some(session.variant().to_string()),
            start: so_far.start,
            steps: so_far.steps,
        }
    }
}
