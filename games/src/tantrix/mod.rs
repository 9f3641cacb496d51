//! Tantrix: lay tiles with lines of four colours, and make the longest line or loop of your own.
//!
//! Glossary (field term / the players' word): move / placement (a turn is several of them); chance event / draw; unseen set
//! / bag; site / cell that holds or touches a tile; shadow / what virtual filling fills.

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

use ludex_search::{Game, MAX_PLAYERS, Returns, Score};

pub use board::Board;
pub use canonical::canonical;
pub use hex::{Cell, Hex};
pub use movegen::Candidates;
pub use options::Options;
pub use placement::Placement;
pub use position::{Phase, Position, Stage, Undo};
pub use rules::Tantrix;
pub use setup::Setup;
pub use tile::{Colour, Face, Fits, Hand, Tile, TileSet};

use crate::{Facts, GameInfo, InputError, Playable, SearchKind, Variant, Visitor};

/// What there is to know about Tantrix.
pub static INFO: GameInfo = GameInfo {
    name: "tantrix",
    about: "Tantrix: lay tiles with lines of four colours; the longest line or loop of your own wins",
    variant_keys: &options::KEYS,
    formats: &record::FORMATS,
    opening_plies: 0,
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

    fn margins(&self, pos: &Position) -> Option<Returns> {
        if self.options().teams {
            return None;
        }
        let (points, players) = (self.points(pos), self.players());
        let mut margins = [0.0; MAX_PLAYERS];
        for (player, margin) in margins[..players].iter_mut().enumerate() {
            let others = (0..players).filter(|&other| other != player);
            let best = others.map(|other| points[other]).max().unwrap_or_default();
            *margin = points[player] as f32 - best as f32;
        }
        Some(margins)
    }

    fn render(&self, pos: &Position) -> String {
        self.picture(pos)
    }

    fn facts(&self, pos: &Position) -> Facts {
        facts::facts(self, pos)
    }

    fn as_seen(&self, pos: &Position) -> Position {
        pos.without_order()
    }

    fn notes(&self, pos: &Position) -> Vec<(String, String)> {
        facts::notes(self, pos)
    }

    fn missing_event(&self, pos: &Position) -> &'static str {
        if self.ply(pos) == 0 {
            "the tiles are not dealt"
        } else {
            "the next tile is not drawn"
        }
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.board().n_tiles() as u32
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(eval::UNITS)
    }
}
