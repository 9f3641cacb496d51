//! Trax: lay tiles with a white and a red line, and close a loop or cross the group.
//!
//! Glossary (field term / the players' word): move / turn; move with consequences / turn with forced spaces filled;
//! group / the tiles laid; open edge / end of a line; threat / attack; chance event / drawn face.

pub mod board;
pub mod eval;
pub mod face;
pub mod lines;
pub mod options;
pub mod params;
pub mod position;
pub mod proof;
pub mod record;
pub mod rules;
pub mod searches;
pub mod setup;
pub mod space;
pub mod symmetry;
pub mod tactics;
pub mod threats;

mod hash;
mod movegen;
mod notation;
mod render;
#[cfg(test)]
mod tests;
mod trial;

use ludex_search::{Evaluator, Game, MAX_PLAYERS, Player, Returns, Score, Turn};
use serde_json::json;

pub use face::Face;
pub use options::Options;
pub use position::{Ending, Move, Position, Undo};
pub use rules::Trax;
pub use setup::Setup;

use eval::LineEnds;

use crate::{
    Facts, GameInfo, InputError, Playable, Record, SearchKind, SolverKind, Variant, Visitor,
};

/// What there is to know about Trax.
pub static INFO: GameInfo = GameInfo {
    name: "trax",
    about: "Trax: lay tiles with a white and a red line; close a loop, or cross eight columns or rows",
    variant_keys: &options::KEYS,
    formats: &record::FORMATS,
    protocols: &["fpt"],
    score_unit: "logits",
    ..GameInfo::BASE
};

/// How a game file names the position that its next game starts from.
const COMMENT_FROM: &str = "# from";

/// Opens Trax as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let words = match position {
        Some(text) => Setup::read(text)?.words,
        None => Options::default(),
    };
    Ok(visitor.visit(Trax::with_options(Options::parse(variant, words)?)))
}

/// The name of a column of the notation: `@` is 0, `A` 1, `Z` 26, `AA` 27.
pub fn column_name(mut number: usize) -> String {
    if number == 0 {
        return "@".into();
    }
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(char::from(b'A' + ((number - 1) % 26) as u8));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The face of a name like `+ns`, in lower case.
fn face_of_name(name: &str) -> Option<Face> {
    Face::ALL.into_iter().find(|face| face.name() == name)
}

impl Playable for Trax {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    fn variant_word(&self) -> String {
        match self.options().words() {
            words if words.is_empty() => "unlimited".into(),
            words => words.join(" "),
        }
    }

    fn player_word(&self, player: Player) -> String {
        ["w", "b"][player.index()].into()
    }

    fn searches() -> &'static [SearchKind<Self>] {
        &searches::ALL
    }

    fn solvers() -> &'static [SolverKind<Self>] {
        &searches::SOLVERS
    }

    fn render(&self, pos: &Position) -> String {
        self.picture(pos)
    }

    fn facts(&self, pos: &Position) -> Facts {
        let name = |&(column, row): &(usize, usize)| {
            let column = column_name(column + 1);
            format!("{column}{}", row + 1)
        };
        let names = |cells: &[(usize, usize)]| cells.iter().map(name).collect::<Vec<_>>();
        let lines: Vec<_> = lines::winning_lines(pos)
            .into_iter()
            .map(|line| {
                json!({
                    "colour": (if line.colour == 0 { "white" } else { "red" }),
                    "kind": if line.is_loop { "loop" } else { "line" },
                    "cells": names(&line.cells),
                })
            })
            .collect();
        let (columns, rows) = pos.size();
        let last = pos.last_turn();
        let facts = json!({
            "columns": columns,
            "rows": rows,
            "tiles": pos.n_tiles(),
            "drawn": pos.drawn().map(|face| format!("?{}", face.name())),
            "winning_lines": lines,
            "last_turn": names(&last),
            "forced_tiles": last.len().saturating_sub(1),
            "draw_pending": self.turn(pos) == Turn::Chance,
        });
        match facts {
            serde_json::Value::Object(facts) => facts,
            _ => unreachable!("the macro was given an object"),
        }
    }

    /// Who is to move resigns.
    fn recorded_returns(
        &self,
        pos: &Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        let Some(result) = &record.result else {
            return Ok(None);
        };
        if !record::ENDS.contains(&result.as_str()) {
            return crate::catalogue::agreed_returns(self, pos, record);
        }
        if self.turn(pos) == Turn::Over {
            let expected = "nothing behind the turn that ended the game";
            return Err(InputError::new("result", result, expected));
        }
        let mut returns = [0.0; MAX_PLAYERS];
        if result == record::RESIGN {
            let loser = self.next_player(pos);
            returns[loser.index()] = -1.0;
            returns[loser.other().index()] = 1.0;
        }
        Ok(Some(returns))
    }

    fn missing_event(&self, _pos: &Position) -> &'static str {
        "the face of the tile is not drawn"
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply()
    }

    fn score_of_draws(&self, expectation: f32) -> Option<Score> {
        Some(LineEnds::default().score_of(expectation))
    }

    fn score_value(&self, score: Score) -> f64 {
        searches::logits(score)
    }
}
