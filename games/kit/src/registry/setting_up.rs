//! Changing the current position by hand, independent of the moves of the game.

use std::collections::HashSet;

use super::erased::Erased;
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::interface::pictures::Shown;
use crate::interface::setting_up::{SetupField, TrayPiece};
use crate::say;
use crate::words::Language;

/// The pieces and fields beside the board while a position is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupTray {
    /// Pieces that can be put on the board, and tools.
    pub pieces: Vec<TrayPiece>,
    /// Properties of the position besides its board.
    pub fields: Vec<SetupField>,
    /// The text of an empty board.
    pub cleared: String,
}

/// A change of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupChange<'a> {
    /// Uses a piece or tool at a target of the picture.
    Put {
        /// Name of the piece.
        piece: &'a str,
        /// The target.
        at: &'a str,
    },
    /// Changes a field.
    Set {
        /// Name of the field.
        field: &'a str,
        /// New value.
        value: &'a str,
    },
}

/// Changes positions by hand.
pub trait SetUp {
    /// The pieces and fields. `None` if the game's positions can only be set up as text.
    fn tray(&self) -> Option<SetupTray>;

    /// The targets of the picture where a piece or tool can be used: those where the result is a legal position.
    fn places(&self, piece: &TrayPiece) -> Vec<Touch>;

    /// The text of the position after a change. It may be illegal; parse it to find out.
    fn set_up(&self, change: SetupChange<'_>) -> Result<String, InputError>;

    /// The variant keys that the position text itself contains. When such a text is read, the previous values of these keys are dropped.
    fn keys_in_text(&self) -> &'static [&'static str];
}

/// Adds the names in the current language.
fn label(info: &GameInfo, tray: &mut SetupTray) {
    let translate = |text: &String| info.translate(text).to_owned();
    for piece in &mut tray.pieces {
        let label = piece.label.take().unwrap_or_else(|| translate(&piece.name));
        if let Some(picture) = &mut piece.picture {
            picture.rename(&*label);
        }
        piece.label = Some(label);
    }
    for field in &mut tray.fields {
        field.label = Some(translate(&field.name));
        field.labels = Some(field.values.iter().map(translate).collect());
    }
}

impl<G: Playable> SetUp for Erased<G> {
    fn tray(&self) -> Option<SetupTray> {
        let setting_up = self.game.offers().setting_up?;
        let pos = self.now();
        let mut tray = SetupTray {
            pieces: setting_up.pieces(pos),
            fields: setting_up.fields(pos),
            cleared: setting_up.cleared(pos),
        };
        if Language::current() == Language::English {
            tray.pieces.iter_mut().for_each(|piece| piece.label = None);
        } else {
            label(G::INFO, &mut tray);
        }
        Some(tray)
    }

    fn places(&self, piece: &TrayPiece) -> Vec<Touch> {
        let offers = self.game.offers();
        let (Some(setting_up), Some(pictures)) = (offers.setting_up, offers.pictures) else {
            return Vec::new();
        };
        let pos = self.now();
        let scene = pictures.draw(&Shown::new(pos));
        let of_kind = scene.targets().filter(|(kind, _)| piece.kinds.contains(kind));
        // Several groups of a picture may have the same target.
        let mut seen = HashSet::new();
        let places = of_kind.filter(|target| seen.insert(*target));
        let places = places.map(|(kind, name)| Touch::at(kind, name));
        let leads_to_position = |at: &Touch| {
            let text = setting_up.put(pos, &piece.name, at);
            text.is_ok_and(|text| self.game.parse_position(&text).is_ok())
        };
        places.filter(leads_to_position).collect()
    }

    fn set_up(&self, change: SetupChange<'_>) -> Result<String, InputError> {
        let Some(setting_up) = self.game.offers().setting_up else {
            let problem = say!("has no positions that can be set up by hand");
            return Err(InputError::problem("game", G::INFO.name, problem));
        };
        let (name, changed) = match change {
            SetupChange::Put { piece, at } => {
                (piece, setting_up.put(self.now(), piece, &Touch::read(at)))
            }
            SetupChange::Set { field, value } => (field, setting_up.set(self.now(), field, value)),
        };
        changed.map_err(|error| {
            let rest = error.place.strip_prefix(name);
            let place = rest.map(|rest| format!("{}{rest}", G::INFO.translate(name)));
            InputError { place: place.unwrap_or_else(|| error.place.clone()), ..error }
        })
    }

    fn keys_in_text(&self) -> &'static [&'static str] {
        let setting_up = self.game.offers().setting_up;
        setting_up.map_or(&[], |setting_up| setting_up.keys_in_text())
    }
}
