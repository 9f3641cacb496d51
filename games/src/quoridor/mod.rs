//! Quoridor: two to four pawns race to the opposite side, and walls make the way longer.
//!
//! Glossary (field term / the players' word): ply / turn of one player; terminal / arrived; move of a piece / step or
//! jump of the pawn; placement / wall; shortest path / way.

pub mod board;
pub mod crowd;
pub mod eval;
pub mod frames;
pub mod layers;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod options;
pub mod params;
pub mod paths;
pub mod position;
pub mod race;
pub mod record;
pub mod retrograde;
pub mod routes;
pub mod rules;
pub mod seated;
pub mod setup;
pub mod solve;
pub mod tactics;
pub mod walls;

mod facts;
mod render;
mod searches;

use ludex_search::Score;

pub use board::{Board, Side, Square, Squares};
pub use moves::{Direction, Move, Wall};
pub use options::Options;
pub use position::{Position, Undo};
pub use rules::Quoridor;
pub use setup::Setup;

use crate::{GameInfo, InputError, Offers, Playable, SearchKind, Variant, Visitor};

/// What there is to know about Quoridor.
pub static INFO: GameInfo = GameInfo {
    name: "quoridor",
    about: "Quoridor: step or place a wall; the first pawn on the opposite side wins",
    variant_keys: &options::KEYS,
    formats: &record::FORMATS,
    protocols: &["qtp"],
    usual_moves: 50,
    score_unit: "steps",
    ..GameInfo::BASE
};

/// Opens Quoridor as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let options = match position {
        Some(text) => Setup::read(text)?.options(variant)?,
        None => Options::parse(variant)?,
    };
    Ok(visitor.visit(Quoridor::new(options)))
}

impl Playable for Quoridor {
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
        u32::from(pos.ply())
    }

    fn score_value(&self, score: Score) -> f64 {
        searches::steps(score)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            solvers: searches::SOLVERS,
            commentary: self,
            ..Offers::NONE
        }
    }
}
