//! Facts about a position and a move: each player's path and walls, and how a move changes them.

use ludex_search::Game;
use serde_json::json;

use crate::rules::game::Quoridor;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use ludex_kit::{Commentary, Description, Facts, say, say_count};

impl Commentary<Self> for Quoridor {
    fn describe(&self, pos: &Position) -> Description {
        let mut facts = Facts::new();
        let distances: Vec<_> = self.all_players().map(|p| self.distance(pos, p)).collect();
        facts.insert("path_lengths".to_owned(), json!(distances));
        let mut players = Vec::new();
        let mut notes = Vec::new();
        for player in self.all_players() {
            let way = pos.steps().walk(pos.pawn(player), self.goal(player));
            let way: Vec<_> = way.iter().map(ToString::to_string).collect();
            let (pawn, walls) = (pos.pawn(player).to_string(), pos.stock(player));
            let steps = self.distance(pos, player);
            let far = say_count!(steps.into(), "{count} step", "{count} steps");
            let stock = say_count!(walls.into(), "{count} wall", "{count} walls");
            let text = format!("{pawn} {far}, {stock}: {}", way.join(" "));
            notes.push((say!("player {number}", number = player.index() + 1), text));
            players.push(json!({"pawn": pawn, "walls": walls, "distance": steps, "path": way}));
        }
        facts.insert("players".to_owned(), players.into());
        Description { facts, notes, cells: Vec::new() }
    }

    /// The number of steps by which the move changes the length of each player's shortest path.
    fn describe_move(&self, pos: &Position, mv: Move) -> Description {
        let mut after = *pos;
        self.play(&mut after, mv);
        let change = |player| {
            let (before, after) = (self.distance(pos, player), self.distance(&after, player));
            i64::from(after) - i64::from(before)
        };
        let changes: Vec<_> = self.all_players().map(change).collect();
        Facts::from_iter([("path_change".to_owned(), json!(changes))]).into()
    }
}
