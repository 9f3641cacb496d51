//! What there is to say about a position: reserves, flats, and how the game ended.

use ludex_search::Player;
use serde_json::json;

use crate::takt::any_size::with_position;
use crate::takt::{AnyPosition, AnyTakt, Ending};
use crate::{Commentary, Description};

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
            _ => unreachable!("the macro was given an object"),
        }
    }
}
