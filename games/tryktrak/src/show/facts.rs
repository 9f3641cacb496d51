//! Facts about a position: pips, identifiers, cube and score.

use ludex_search::{Game, Player, Turn};
use serde_json::{Value, json};

use crate::notation::{match_id, ogid, xgid};
use crate::rules::game::Tryktrak;
use crate::rules::position::{Phase, Position};
use ludex_kit::Facts;

/// The facts for `show --json`.
pub(crate) fn facts(game: &Tryktrak, pos: &Position) -> Facts {
    let status = pos.status();
    let options = game.options();
    let sides = [pos.side(Player(0)), pos.side(Player(1))];
    let (position_id, match_id) = match_id::write(options, pos);
    let number = |player: Player| player.index() + 1;
    let dice = (status.phase == Phase::Moving).then_some([status.dice.0, status.dice.1]);
    let doubled = status.phase == Phase::Doubled;
    let turn = match status.phase {
        Phase::Opening | Phase::Over => None,
        _ => Some(number(status.player)),
    };
    let cube = json!({
        "value": status.cube.value(),
        "owner": status.cube.owner.map(number),
        "offered": doubled,
    });
    let facts = json!({
        "pips": sides.map(crate::rules::board::Side::pips),
        "position_id": position_id,
        "match_id": match_id,
        "xgid": xgid::write(options, pos),
        "ogid": ogid::write(options, pos),
        "dice": dice,
        "turn": turn,
        "cube": cube,
        "score": status.score_so_far(),
        "crawford": status.crawford,
        "bar": sides.map(crate::rules::board::Side::bar),
        "off": sides.map(crate::rules::board::Side::off),
        "draw_pending": game.turn(pos) == Turn::Chance,
    });
    match facts {
        Value::Object(facts) => facts,
        _ => unreachable!("the value is a JSON object"),
    }
}
