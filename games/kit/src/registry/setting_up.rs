//! How the position at hand is changed by hand, whatever the rules would have led to.

use std::collections::HashSet;

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::interface::pictures::Shown;
use crate::interface::setting_up::{SetupField, TrayPiece};

/// What lies beside the board while a position is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupTray {
    /// What may be put on the board or taken from it.
    pub pieces: Vec<TrayPiece>,
    /// What belongs to the position beside its board.
    pub fields: Vec<SetupField>,
    /// The text of an empty board.
    pub cleared: String,
}

/// One change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupChange<'a> {
    /// A piece is put at a target of the picture, or taken from it.
    Put {
        /// The name of the piece.
        piece: &'a str,
        /// The target.
        at: &'a str,
    },
    /// A field gets another value.
    Set {
        /// The name of the field.
        field: &'a str,
        /// What it is to be.
        value: &'a str,
    },
}

/// Changes positions by hand.
pub trait SetUp {
    /// What lies beside the board; none of a game whose positions are set up as text alone.
    fn tray(&self) -> Option<SetupTray>;

    /// The targets of the picture where a piece of the tray may be put or taken from: all where that leads to a position
    /// that the rules allow.
    fn places(&self, piece: &TrayPiece) -> Vec<Touch>;

    /// The text of the position after a change, which need not be legal: reading it tells.
    fn set_up(&self, change: SetupChange<'_>) -> Result<String, InputError>;

    /// The keys of the variant that such a text tells itself: it is read without those of the position before.
    fn keys_in_text(&self) -> &'static [&'static str];
}

impl<G: Playable> SetUp for Erased<G> {
    fn tray(&self) -> Option<SetupTray> {
        let setting_up = self.game.offers().setting_up?;
        let pos = self.now();
        Some(SetupTray {
            pieces: setting_up.pieces(pos),
            fields: setting_up.fields(pos),
            cleared: setting_up.cleared(pos),
        })
    }

    fn places(&self, piece: &TrayPiece) -> Vec<Touch> {
        let offers = self.game.offers();
        let (Some(setting_up), Some(pictures)) = (offers.setting_up, offers.pictures) else {
            return Vec::new();
        };
        let pos = self.now();
        let scene = pictures.draw(&Shown::new(pos));
        let of_kind = scene.targets().filter(|(kind, _)| piece.kinds.contains(kind));
        // Several groups of a picture may show one thing.
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
            let expected = "a game whose positions are set up by pointing";
            return Err(InputError::new("game", G::INFO.name, expected));
        };
        match change {
            SetupChange::Put { piece, at } => setting_up.put(self.now(), piece, &Touch::read(at)),
            SetupChange::Set { field, value } => setting_up.set(self.now(), field, value),
        }
    }

    fn keys_in_text(&self) -> &'static [&'static str] {
        let setting_up = self.game.offers().setting_up;
        setting_up.map_or(&[], |setting_up| setting_up.keys_in_text())
    }
}
