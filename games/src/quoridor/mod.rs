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

mod render;
mod searches;

use ludex_search::{Game, Player, Score};
use serde_json::json;

pub use board::{Board, Side, Square, Squares};
pub use moves::{Direction, Move, Wall};
pub use options::Options;
pub use position::{Position, Undo};
pub use rules::Quoridor;
pub use setup::Setup;

use crate::{Facts, GameInfo, InputError, Playable, SearchKind, SolverKind, Variant, Visitor};

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

    fn solvers() -> &'static [SolverKind<Self>] {
        searches::SOLVERS
    }

    fn render(&self, pos: &Position) -> String {
        self.picture(pos)
    }

    fn facts(&self, pos: &Position) -> Facts {
        let player = |player: Player| {
            let way = pos.steps().walk(pos.pawn(player), self.goal(player));
            let way: Vec<_> = way.iter().map(ToString::to_string).collect();
            json!({
                "pawn": pos.pawn(player).to_string(),
                "walls": pos.stock(player),
                "distance": self.distance(pos, player),
                "path": way,
            })
        };
        let distances: Vec<_> = self
            .all_players()
            .map(|player| self.distance(pos, player))
            .collect();
        let mut facts = Facts::new();
        facts.insert("path_lengths".to_owned(), json!(distances));
        let players: Vec<_> = self.all_players().map(player).collect();
        facts.insert("players".to_owned(), json!(players));
        facts
    }

    /// How much longer everybody's way gets: for a wall, what it costs each side.
    fn move_facts(&self, pos: &Position, mv: Move) -> Facts {
        let mut after = *pos;
        self.play(&mut after, mv);
        let change = |player| {
            let (before, after) = (self.distance(pos, player), self.distance(&after, player));
            i64::from(after) - i64::from(before)
        };
        let changes: Vec<_> = self.all_players().map(change).collect();
        Facts::from_iter([("path_change".to_owned(), json!(changes))])
    }

    fn notes(&self, pos: &Position) -> Vec<(String, String)> {
        let note = |player: Player| {
            let way = pos.steps().walk(pos.pawn(player), self.goal(player));
            let way: Vec<_> = way.iter().map(ToString::to_string).collect();
            let (walls, steps) = (pos.stock(player), self.distance(pos, player));
            let text = format!(
                "{} {steps} steps, {walls} walls: {}",
                pos.pawn(player),
                way.join(" ")
            );
            (format!("player {}", player.index() + 1), text)
        };
        self.all_players().map(note).collect()
    }

    fn ply(&self, pos: &Position) -> u32 {
        u32::from(pos.ply())
    }

    fn score_value(&self, score: Score) -> f64 {
        searches::steps(score)
    }
}
