//! Events and players' tiles in words.

use std::time::Duration;

use serde_json::{Value, json};

use super::game::{EventKind, Happening};
use super::seat::PlayerSeat;
use super::sheets::seconds;
use super::table::GOBBLE_SIDES;
use crate::rules::tile::Tile;
use crate::show::words::tile_numbers;
use ludex_kit::interface::real_time::StoryEvent;
use ludex_kit::support::figures::precise;
use ludex_kit::{Facts, say};

/// A player in one line. A person sees only the tile turned up and the penalty pile, as all players do.
pub(super) fn describe(index: usize, seat: &PlayerSeat, is_person: bool) -> String {
    let stacks: Vec<String> = seat.stacks.iter().map(|stack| stack.len().to_string()).collect();
    let hand = seat.hand.map_or("-".into(), |tile| format!("{} {}", tile.number(), edges(tile)));
    let penalty = if seat.penalty.is_empty() {
        tile_numbers([].into_iter().collect())
    } else {
        let tiles = seat.penalty.iter().map(|tile| tile.number().to_string());
        tiles.collect::<Vec<_>>().join(" ")
    };
    let mark = if is_person { '>' } else { ' ' };
    let player = index + 1;
    say!(
        "{mark} player {player}   stacks {stacks}  turned up {hand}  penalty pile {penalty}",
        mark,
        player,
        stacks = format!("{:<5}", stacks.join("+")),
        hand = format!("{hand:<9}"),
        penalty
    )
}

pub(super) fn describe_event(happening: &Happening) -> StoryEvent {
    let player = happening.player + 1;
    let mut facts = Facts::new();
    let mut set = |key: &str, value: Value| facts.insert(key.to_owned(), value);
    set("time", precise(seconds(happening.at)));
    set("player", json!(player));
    let text = match happening.what {
        EventKind::Laid { placement, sides, from_penalty } => {
            set("event", json!("lays"));
            set("move", json!(placement.to_string()));
            set("sides", json!(sides));
            set("gobble", json!(sides >= GOBBLE_SIDES));
            set("penalty", json!(from_penalty));
            match (from_penalty, sides >= GOBBLE_SIDES) {
                (false, false) => say!("player {player} places {placement}", player, placement),
                (false, true) => {
                    say!("player {player} places {placement}: Gobble!", player, placement)
                }
                (true, false) => say!(
                    "player {player} places {placement} from the penalty pile",
                    player,
                    placement
                ),
                (true, true) => say!(
                    "player {player} places {placement} from the penalty pile: Gobble!",
                    player,
                    placement
                ),
            }
        }
        EventKind::Late(placement) => {
            set("event", json!("late"));
            set("move", json!(placement.to_string()));
            say!("player {player} comes too late for {placement}", player, placement)
        }
        EventKind::TurnedUp(tile) => {
            set("event", json!("turns"));
            set("tile", json!(tile.number()));
            say!("player {player} flips tile {tile}", player, tile = tile.number())
        }
        EventKind::Discarded(tile) => {
            set("event", json!("discards"));
            set("tile", json!(tile.number()));
            let tile = tile.number();
            say!("player {player} puts tile {tile} on the penalty pile", player, tile)
        }
        EventKind::Gave(gift) => {
            set("event", json!("gives"));
            set("tile", json!(gift.tile.number()));
            set("to", json!(gift.to + 1));
            set("back", json!(gift.brings_back));
            let to = gift.to + 1;
            if gift.brings_back {
                say!(
                    "player {player} gives a tile to player {to}, who is back in the game",
                    player,
                    to
                )
            } else {
                say!("player {player} gives a tile to player {to}", player, to)
            }
        }
        EventKind::All => {
            set("event", json!("all"));
            say!("player {player} calls \"All!\"", player)
        }
    };
    StoryEvent { at: Duration::from_micros(happening.at), player, text, facts }
}

/// The edges of a tile as printed.
pub(super) fn edges(tile: Tile) -> String {
    let edges = tile.rotated(0).edges();
    edges.iter().map(|colour| colour.letter()).collect()
}

pub(super) fn list(tiles: &[Tile]) -> String {
    if tiles.is_empty() {
        return "-".into();
    }
    let numbers: Vec<String> = tiles.iter().map(|tile| tile.number().to_string()).collect();
    numbers.join(",")
}

pub(super) fn json_numbers(tiles: &[Tile]) -> Value {
    tiles.iter().map(|tile| tile.number()).collect()
}
