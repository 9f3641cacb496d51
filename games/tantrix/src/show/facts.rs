//! Facts about a position: the score of every colour, and the forced spaces.

use serde_json::{Value, json};

use super::longest::longest;
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::names::colour_name;
use crate::rules::position::{Phase, Position};
use crate::rules::tile::{Colour, Fits, Tile, TileSet};
use ludex_kit::{AppliedRule, Commentary, Description, Facts, say};

/// A forced space and the tiles that fit, among those not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedSpace {
    /// Its cell.
    pub hex: Hex,
    /// The faces that the player to move can place there.
    pub mover: Fits,
    /// The tiles that fit now.
    pub now: TileSet,
    /// The tiles that fit in the endgame, when no restriction applies.
    pub endgame: TileSet,
    /// The tiles in `endgame` that also fit another forced space.
    pub elsewhere: TileSet,
}

impl ForcedSpace {
    /// The notation of Tantrix players: the numbers of tiles in `now`, `endgame` and `elsewhere`, as in `2/3/1`.
    pub fn notation(&self) -> String {
        let Self { now, endgame, elsewhere, .. } = self;
        format!("{}/{}/{}", now.len(), endgame.len(), elsewhere.len())
    }
}

/// The forced spaces.
pub fn forced_spaces(game: &Tantrix, pos: &Position) -> Vec<ForcedSpace> {
    let hands = (0..4).map(|player| pos.hand(ludex_search::Player(player)));
    let left = hands.fold(pos.unseen(), TileSet::union);
    let space = |id| {
        let site = pos.board().site(id);
        let now = site.fits(pos.is_restricted());
        ForcedSpace {
            hex: site.hex,
            mover: now.among(pos.hand(pos.to_move())),
            now: now.among(left).tiles(),
            endgame: site.fits(false).among(left).tiles(),
            elsewhere: TileSet::EMPTY,
        }
    };
    let spaces: Vec<ForcedSpace> = pos.forced_spaces(game.options()).map(space).collect();
    let with_elsewhere = |(index, space): (usize, &ForcedSpace)| {
        let others = spaces.iter().enumerate().filter(|&(other, _)| other != index);
        let others = others.fold(TileSet::EMPTY, |all, (_, other)| all.union(other.endgame));
        ForcedSpace { elsewhere: space.endgame.common(others), ..*space }
    };
    spaces.iter().enumerate().map(with_elsewhere).collect()
}

impl Commentary<Self> for Tantrix {
    fn describe(&self, pos: &Position) -> Description {
        Description { facts: facts(self, pos), notes: notes(self, pos), cells: Vec::new() }
    }

    fn applied_rule(&self, pos: &Position, _: Placement) -> Option<AppliedRule> {
        let is_forced = matches!(pos.phase(), Phase::Before | Phase::After);
        is_forced.then_some(AppliedRule { word: "fill-space", count: 0 })
    }
}

/// The facts for `show --json`.
fn facts(game: &Tantrix, pos: &Position) -> Facts {
    let tile_numbers = |tiles: TileSet| tiles.iter().map(Tile::number).collect::<Vec<_>>();
    let best = pos.board().best();
    let mut scores = Facts::new();
    for colour in Colour::ALL {
        let kind = if best.is_loop(colour) { "loop" } else { "line" };
        let tiles = longest(pos.board(), colour);
        let cells: Vec<String> = tiles.iter().map(|tile| cell_name(tile.hex)).collect();
        let value = json!({
            "score": best.points(colour),
            "length": best.length(colour),
            "kind": kind,
            "cells": cells,
        });
        scores.insert(colour.letter().to_string(), value);
    }
    let space = |space: ForcedSpace| {
        let hex = space.hex;
        let mover: Vec<String> = space
            .mover
            .iter()
            .map(|face| crate::rules::moves::Placement { face, hex }.to_string())
            .collect();
        json!({
            "cell": cell_name(hex),
            "notation": space.notation(),
            "now": tile_numbers(space.now),
            "endgame": tile_numbers(space.endgame),
            "elsewhere": tile_numbers(space.elsewhere),
            "placements": mover,
        })
    };
    let spaces: Vec<Value> = forced_spaces(game, pos).into_iter().map(space).collect();
    let hands: Vec<Vec<u32>> = pos.table.hands[..usize::from(game.options().players)]
        .iter()
        .map(|&hand| tile_numbers(hand))
        .collect();
    let points = &game.points(pos)[..usize::from(game.options().players)];
    let facts = json!({
        "scores": scores,
        "points": points,
        "hands": hands,
        "bag": pos.unseen().len(),
        "phase": pos.phase() as u8,
        "restricted": pos.is_restricted(),
        "forced_spaces": spaces,
        "draw_pending": matches!(pos.stage(), crate::rules::position::Stage::Chance(_)),
    });
    match facts {
        Value::Object(facts) => facts,
        _ => unreachable!("the macro was given an object"),
    }
}

pub(super) fn cell_name(hex: Hex) -> String {
    format!("{}:{}", hex.q, hex.r)
}

/// The scores and the forced spaces, for an analysis.
fn notes(game: &Tantrix, pos: &Position) -> Vec<(String, String)> {
    let best = pos.board().best();
    let score = |colour: Colour| {
        let (points, length) = (best.points(colour), best.length(colour));
        let colour_name = colour_name(colour);
        if best.is_loop(colour) {
            say!("{colour} {points} (loop of {length})", colour = colour_name, points, length)
        } else {
            say!("{colour} {points} (line of {length})", colour = colour_name, points, length)
        }
    };
    let mut notes = vec![(say!("scores"), Colour::ALL.map(score).join(", "))];
    let spaces: Vec<String> = forced_spaces(game, pos)
        .iter()
        .map(|space| {
            let tiles = |tiles: TileSet| super::words::tile_numbers(tiles);
            say!(
                "{cell} {notation} (now {now}; endgame {endgame}; elsewhere {elsewhere})",
                cell = cell_name(space.hex),
                notation = space.notation(),
                now = tiles(space.now),
                endgame = tiles(space.endgame),
                elsewhere = tiles(space.elsewhere)
            )
        })
        .collect();
    if !spaces.is_empty() {
        notes.push((say!("forced spaces"), spaces.join(" | ")));
    }
    notes
}
