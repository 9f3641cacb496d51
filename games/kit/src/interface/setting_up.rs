//! How a position is set up by pointing at a picture: what may be put on the board, and what else belongs to a position.
//!
//! **Invariant:** A change of the board is a new text, and whether that is legal is decided where every text is read. So there is one set
//! of rules for positions, and no illegal board is drawn. `SetUp::places` finds the places of a piece by trying them, so what is
//! highlighted is what is accepted. Keys of the variant that the text states itself (`keys_in_text`) follow the text
//! (`games/tests/it/setting_up`).

use ludex_search::Game;
use serde::Serialize;

use super::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::support::picture::{Scene, Xy};

/// Tells how positions are set up. What comes of a change is a text: whether the rules allow it is found out where every text
/// is read.
pub trait SettingUp<G: Game> {
    /// What may be put on the board of this position or taken from it. Where that is possible is found out by trying it.
    fn pieces(&self, pos: &G::Position) -> Vec<TrayPiece>;

    /// What belongs to the position beside its board.
    fn fields(&self, pos: &G::Position) -> Vec<SetupField>;

    /// The text of the position with this piece, one of those that are told, put at or taken from a target.
    fn put(&self, pos: &G::Position, piece: &str, at: &Touch) -> Result<String, InputError>;

    /// The text of the position with another value of one of its fields.
    fn set(&self, pos: &G::Position, field: &str, value: &str) -> Result<String, InputError>;

    /// The text of a board as empty as the game allows.
    fn cleared(&self, pos: &G::Position) -> String;

    /// The keys of the variant that the text of a position tells itself and that fields may change: a text is read without
    /// those of the position before.
    fn keys_in_text(&self) -> &'static [&'static str] {
        &[]
    }
}

/// Something that lies beside the board while a position is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct TrayPiece {
    /// What it is called.
    pub name: String,
    /// The classes of the targets where it may be put, or taken from.
    pub kinds: &'static [&'static str],
    /// What it looks like; none of what only does something to pieces.
    pub picture: Option<Scene>,
}

impl TrayPiece {
    /// What takes pieces away.
    pub const TAKE_AWAY: &'static str = "Take away";
    /// What turns pieces that lie.
    pub const TURN: &'static str = "Turn";

    /// A piece that is put on targets of these classes, drawn in a picture of this size.
    pub fn drawn(
        name: impl Into<String>,
        kinds: &'static [&'static str],
        size: Xy,
        draw: impl FnOnce(&mut Scene),
    ) -> Self {
        let name = name.into();
        let mut picture = Scene::new(size, &*name);
        draw(&mut picture);
        Self { name, kinds, picture: Some(picture) }
    }

    /// [`TAKE_AWAY`](Self::TAKE_AWAY) or [`TURN`](Self::TURN).
    pub fn act(name: &str, kinds: &'static [&'static str]) -> Self {
        Self { name: name.to_owned(), kinds, picture: None }
    }
}

/// Something that belongs to a position beside its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupField {
    /// What it is called.
    pub name: String,
    /// What it is now.
    pub value: String,
    /// What it may be; none where it is a number to be typed.
    pub values: Vec<String>,
}

impl SetupField {
    /// A field to be chosen from a list.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, letters and names are given alike")]
    pub fn among<T: ToString>(
        name: &str,
        value: impl ToString,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_string(),
            values: values.into_iter().map(|value| value.to_string()).collect(),
        }
    }

    /// A number.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, letters and names are given alike")]
    pub fn number(name: impl Into<String>, value: impl ToString) -> Self {
        Self { name: name.into(), value: value.to_string(), values: Vec::new() }
    }
}

/// The player to move, as fields call it.
pub const TO_MOVE: &str = "Player to move";

/// The error about a piece or a field that is none of those that are told.
pub fn unknown(place: &str, found: &str) -> InputError {
    InputError::new(place, found, "one of those that are listed")
}

/// The error about a place where a piece cannot be put or taken, in words of players: what is there, and what should be.
pub fn no_place(
    piece: &str,
    at: &Touch,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> InputError {
    InputError::new(format!("{piece}, {at}"), found, expected)
}
