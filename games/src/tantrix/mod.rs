//! Tantrix: lay tiles with lines of four colours, and make the longest line or loop of your own.
//!
//! Glossary (field term / the players' word): move / placement (a turn is several of them); chance event / draw; unseen set
//! / bag; site / cell that holds or touches a tile; virtual filling / what forced spaces would force next.

pub mod board;
pub mod canonical;
pub mod eval;
pub mod facts;
pub mod flat;
pub mod gobble;
pub mod hex;
pub mod lines;
pub mod objection;
pub mod options;
pub mod params;
pub mod placement;
pub mod policy;
pub mod position;
pub mod puzzle;
pub mod rules;
pub mod searches;
pub mod setup;
pub mod shadow;
pub mod tile;

mod endgame;
mod movegen;
mod notation;
mod prospects;
mod record;
mod render;

use ludex_search::Score;

pub use board::Board;
pub use canonical::canonical;
pub use hex::{Cell, Hex};
pub use movegen::PlacementCandidates;
pub use options::Options;
pub use placement::Placement;
pub use position::{Phase, Position, Stage, Undo};
pub use rules::Tantrix;
pub use setup::Setup;
pub use tile::{Colour, Face, Fits, Hand, Tile, TileSet};

use crate::{
    ChanceNodes, GameInfo, InputError, Offers, Playable, SearchKind, Variant, Views, Visitor,
};

/// What there is to know about Tantrix.
pub static INFO: GameInfo = GameInfo {
    name: "tantrix",
    about: "Tantrix: lay tiles with lines of four colours; the longest line or loop of your own wins",
    variant_keys: &options::KEYS,
    formats: &record::FORMATS,
    opening_plies: 0,
    long_turns: true,
    puzzles: Some(&puzzle::PUZZLES),
    real_time: Some(&gobble::REAL_TIME),
    ..GameInfo::BASE
};

/// Opens Tantrix as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let options = match position {
        Some(text) => Setup::read(text)?.options(variant)?,
        None => Options::parse(variant, None, None)?,
    };
    Ok(visitor.visit(Tantrix::with_options(options)))
}

impl Playable for Tantrix {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    fn searches() -> &'static [SearchKind<Self>] {
        searches::ALL
    }

    fn render(&self, pos: &Position) -> String {
        self.picture(pos)
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.board().n_tiles() as u32
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(eval::UNITS)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            commentary: self,
            chance: self,
            views: self,
            endings: Some(self),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Tantrix {
    fn missing_event(&self, pos: &Position) -> &'static str {
        if self.ply(pos) == 0 {
            "the tiles are not dealt"
        } else {
            "the next tile is not drawn"
        }
    }
}

impl Views<Self> for Tantrix {
    fn as_seen(&self, pos: &Position) -> Position {
        pos.without_order()
    }
}
