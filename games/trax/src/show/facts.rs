//! Facts about a position: its size, its lines, the last turn.

use ludex_search::{Game, Player, Turn};
use serde_json::json;

use crate::notation::names::column_name;
use crate::rules::game::Trax;
use crate::rules::lines;
use crate::rules::position::{Move, Position};
use ludex_kit::{AppliedRule, Commentary, Description};

impl Commentary<Self> for Trax {
    fn describe(&self, pos: &Position) -> Description {
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
            "drawn": pos.drawn_face().map(|face| format!("?{}", face.name())),
            "winning_lines": lines,
            "last_turn": names(&last),
            "forced_tiles": last.len().saturating_sub(1),
            "draw_pending": self.turn(pos) == Turn::Chance,
        });
        match facts {
            serde_json::Value::Object(facts) => facts.into(),
            _ => unreachable!("the macro was given an object"),
        }
    }

    fn applied_rule(&self, pos: &Position, mv: Move) -> Option<AppliedRule> {
        let mut pos = pos.clone();
        self.play(&mut pos, mv);
        let count = pos.last_turn().len().saturating_sub(1);
        (count > 0).then_some(AppliedRule { word: "tiles-follow", count })
    }

    fn list_words(&self, mover: Player) -> Option<[String; 2]> {
        let variant = match self.options().words() {
            words if words.is_empty() => "unlimited".into(),
            words => words.join(" "),
        };
        Some([variant, ["w", "b"][mover.index()].into()])
    }
}
