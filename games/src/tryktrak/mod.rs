//! Tryktrak, backgammon: bring fifteen checkers home and off, by the roll of two dice.
//!
//! Glossary (field term / the players' word): point / linia; checker / pion; bar / banda; home board / dom; bear off / na
//! dwór; hit / bicie; doubling cube / kostka dublująca; move / play of a roll, or an action of the cube; chance event /
//! roll of the dice.

pub mod bearoff;
pub mod board;
pub mod cube;
pub mod dice;
pub mod equity;
pub mod expert;
pub mod inputs;
pub mod match_id;
pub mod met;
pub mod movegen;
pub mod moves;
pub mod networks;
pub mod options;
pub mod outcome;
pub mod play_text;
pub mod position;
pub mod position_id;
pub mod rank;
pub mod rules;
pub mod self_play;
pub mod setup;
pub mod shots;
pub mod xgid;

mod explain;
mod facts;
mod judge;
mod notation;
mod objection;
mod record;
mod render;
mod roll_out;
mod searches;
mod solve;

use ludex_search::{Game, Player, Score, Turn};

pub use board::{Board, Side};
pub use cube::{CubeAction, CubeDecision, CubeStates, CubefulValue, MoneyRules};
pub use dice::Roll;
pub use equity::Efficiency;
pub use met::{Crawford, MatchEquities, MatchScore};
pub use moves::{Hop, Move, Play};
pub use options::Options;
pub use outcome::Outcome;
pub use position::{Cube, Phase, Position, Status};
pub use rules::Tryktrak;
pub use searches::shipped_networks;
pub use setup::Setup;

use crate::{
    ChanceNodes, GameInfo, InputError, Offers, Playable, SearchKind, Variant, Views, Visitor,
};

#[cfg(test)]
mod tests;

/// What there is to know about Tryktrak.
pub static INFO: GameInfo = GameInfo {
    name: "tryktrak",
    aliases: &["backgammon"],
    about: "Tryktrak (backgammon): bring fifteen checkers home and off, with a doubling cube",
    variant_keys: &options::KEYS,
    position_format: "xgid",
    more_positions: &["position-id", "match-id", "gnuid"],
    formats: &record::FORMATS,
    opening_plies: 0,
    least_depth: 0,
    score_unit: "equity",
    usual_lines: 10,
    warm_up: bearoff::warm_up,
    training: Some(&self_play::TRAINING),
    rollouts: true,
    annotates: true,
    ..GameInfo::BASE
};

/// Opens Tryktrak as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let options = match position {
        Some(text) => Setup::read(text)?.options(variant)?,
        None => Options::default().changed_by(variant)?,
    };
    Ok(visitor.visit(Tryktrak::with_options(options)))
}

impl Playable for Tryktrak {
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

    fn next_player(&self, pos: &Position) -> Player {
        pos.status().player
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply()
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(expert::UNITS)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            commentary: self,
            chance: self,
            views: self,
            endings: Some(self),
            rollouts: Some(self),
            tables: Some(self),
            annotator: Some(self),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Tryktrak {
    fn missing_event(&self, _pos: &Position) -> &'static str {
        "the dice are not rolled"
    }

    /// Who waits for the dice where a search can tell what to do, or what the position is worth.
    fn awaits_event(&self, pos: &Position) -> Option<Player> {
        let status = pos.status();
        let waits = self.turn(pos) == Turn::Chance && status.phase != Phase::Opening;
        waits.then_some(status.player)
    }
}

impl Views<Self> for Tryktrak {
    /// Cube actions are left out, and the start is an ordinary turn.
    fn perft_view(&self, pos: &Position) -> Option<(Self, Position)> {
        let mut status = pos.status();
        if status.phase == Phase::Doubled {
            status.player = status.player.other();
        }
        if !matches!(status.phase, Phase::Moving | Phase::Over) {
            status.phase = Phase::ToRoll;
        }
        status.score = [0, 0];
        status.crawford = false;
        let game = Self::with_options(Options {
            cube: false,
            ..self.options().with_length(0)
        });
        Some((game, pos.with_status(status)))
    }
}
