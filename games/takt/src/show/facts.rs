//! Facts about a position (reserves, flats, how the game ended), and the signs that mark threats.

use ludex_search::{Game, Player, Turn};
use serde_json::json;

use crate::any_size::with_position;
use crate::any_size::{AnyPosition, AnyTakt};
use crate::evaluation::threats::winning_road_move;
use crate::rules::game::Ending;
use crate::rules::moves::Move;
use ludex_kit::{Commentary, Description};

impl Commentary<Self> for AnyTakt {
    fn describe(&self, pos: &AnyPosition) -> Description {
        let counts = with_position!(self, pos, _game, pos => [0, 1].map(|player| {
            let player = Player(player);
            (pos.stones(player), pos.capstones_left(player), pos.flats(player).count_ones())
        }));
        let reserve =
            |player: usize| json!({"stones": counts[player].0, "capstones": counts[player].1});
        let ending = self.ending(pos);
        let facts = json!({
            "size": self.size(),
            "komi": f64::from(self.options().half_komi) / 2.0,
            "reserves": {"p1": reserve(0), "p2": reserve(1)},
            "flats": {"p1": counts[0].2, "p2": counts[1].2},
            "ptn_result": ending.map(Ending::result),
        });
        match facts {
            serde_json::Value::Object(facts) => facts.into(),
            _ => unreachable!("the value is a JSON object"),
        }
    }

    fn describe_repeated(&self, description: &mut Description) {
        let facts = &mut description.facts;
        facts.insert("ptn_result".to_owned(), json!("1/2-1/2"));
    }

    /// `'` (tak) if the move threatens to complete a road, `''` (tinuë) if the opponent cannot stop the threat.
    fn signs(&self, pos: &AnyPosition, mv: Move, is_won: bool) -> &'static str {
        let Turn::Player(mover) = self.turn(pos) else {
            return "";
        };
        let mut after = *pos;
        self.play(&mut after, mv);
        let goes_on = self.turn(&after) != Turn::Over;
        let is_tak = goes_on
            && with_position!(self, &after, _game, pos => winning_road_move(pos, mover).is_some());
        match (is_tak, is_won) {
            (false, _) => "",
            (true, false) => "'",
            (true, true) => "''",
        }
    }
}
