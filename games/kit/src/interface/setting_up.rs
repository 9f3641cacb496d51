//! Setting up a position by pointing at a picture: the pieces that can be put on the board, and the position's other properties.
//!
//! **Invariant:** A change of the board produces a new position text, and the parser of texts decides whether it is legal. So there is one
//! set of rules for positions, and no illegal board is ever drawn. `SetUp::places` finds the places of a piece by trying them, so the
//! highlighted places are exactly those that are accepted. Variant keys that the text itself contains (`keys_in_text`) change with the text
//! (`games/tests/it/setting_up`).

use ludex_search::Game;
use serde::Serialize;

use super::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::support::picture::{Scene, Xy};
use crate::{message, say};

/// Describes how positions are set up. The result of each change is a position text, so the normal parser checks whether the rules
/// allow it.
pub trait SettingUp<G: Game> {
    /// The pieces and tools for this position's board. Whether one can be used at a place is decided when it is tried.
    fn pieces(&self, pos: &G::Position) -> Vec<TrayPiece>;

    /// The properties of the position besides its board.
    fn fields(&self, pos: &G::Position) -> Vec<SetupField>;

    /// The text of the position after `piece`, a name from [`pieces`](Self::pieces), is put at or taken from a target.
    fn put(&self, pos: &G::Position, piece: &str, at: &Touch) -> Result<String, InputError>;

    /// The text of the position after one of its fields is changed.
    fn set(&self, pos: &G::Position, field: &str, value: &str) -> Result<String, InputError>;

    /// The text of a board that is as empty as the game allows.
    fn cleared(&self, pos: &G::Position) -> String;

    /// The variant keys that the position text itself contains and that fields can change. When such a text is read, the previous values
    /// of these keys are dropped.
    fn keys_in_text(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A piece or tool beside the board while a position is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct TrayPiece {
    /// Its name, in English.
    pub name: String,
    /// Its name in the current language, if that is not English.
    pub label: Option<String>,
    /// The classes of the targets it can be used on.
    pub kinds: &'static [&'static str],
    /// Its picture; `None` for tools that only act on pieces.
    pub picture: Option<Scene>,
}

impl TrayPiece {
    /// The tool that removes pieces.
    pub const TAKE_AWAY: &'static str = message!("Erase");
    /// The tool that rotates pieces.
    pub const TURN: &'static str = message!("Rotate");

    /// A piece that can be put on targets of these classes, with a picture of this size.
    pub fn drawn(
        name: impl Into<String>,
        kinds: &'static [&'static str],
        size: Xy,
        draw: impl FnOnce(&mut Scene),
    ) -> Self {
        let name = name.into();
        let mut picture = Scene::new(size, &*name);
        draw(&mut picture);
        Self { name, label: None, kinds, picture: Some(picture) }
    }

    /// The piece with a label in the current language, for a name that no table of translations contains, because it has a number.
    #[must_use]
    pub fn labelled(self, label: String) -> Self {
        Self { label: Some(label), ..self }
    }

    /// A tool: [`TAKE_AWAY`](Self::TAKE_AWAY) or [`TURN`](Self::TURN).
    pub fn act(name: &str, kinds: &'static [&'static str]) -> Self {
        Self { name: name.to_owned(), label: None, kinds, picture: None }
    }
}

/// A property of a position besides its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupField {
    /// Its name, in English.
    pub name: String,
    /// Its current value.
    pub value: String,
    /// The possible values; empty if it is a number to be typed.
    pub values: Vec<String>,
    /// Its name in the current language, if that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The possible values in the current language, if that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
}

impl SetupField {
    /// A field with a list of values to choose from.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn among<T: ToString>(
        name: &str,
        value: impl ToString,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_string(),
            values: values.into_iter().map(|value| value.to_string()).collect(),
            label: None,
            labels: None,
        }
    }

    /// A field with a number.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn number(name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            values: Vec::new(),
            label: None,
            labels: None,
        }
    }
}

/// The name of the field for the player to move.
pub const TO_MOVE: &str = message!("Player to move");

/// Error for an unknown piece or field.
pub fn unknown(place: &str, found: &str) -> InputError {
    InputError::problem(place, found, say!("is not in the list"))
}

/// Error for a place where a piece cannot be put or removed, as a sentence.
pub fn no_place(piece: &str, at: &Touch, sentence: impl Into<String>) -> InputError {
    InputError::sentence(format!("{piece}, {at}"), sentence)
}
