//! How a game at a table ended.

use ludex_kit::result_word;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::outcome::Outcome;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ending {
    /// One value for each player.
    pub(super) returns: Vec<f64>,
    pub(super) how: EndReason,
    /// Who was late or gave up.
    pub(super) player: Option<usize>,
    /// The result as a record tells it, where the game has words of its own for it.
    pub(super) told: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndReason {
    Board,
    Time,
    Resignation,
    Agreement,
}

impl Ending {
    /// The ending as those who are there see it.
    pub(super) fn to_json(&self) -> Value {
        let result = result_word(&self.returns);
        json!({
            "result": result,
            "outcome": Outcome::read(self.told.as_deref().unwrap_or(result)),
            "how": self.how,
            "player": self.player,
            "returns": self.returns,
            "told": self.told,
        })
    }
}
