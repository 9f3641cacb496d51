//! How a game at a table ended.

use ludex_kit::result_word;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::outcome::Outcome;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ending {
    /// The result for each player.
    pub(super) returns: Vec<f64>,
    pub(super) how: EndReason,
    /// The player who ran out of time or resigned.
    pub(super) player: Option<usize>,
    /// The result in the notation of records, if the game has its own notation.
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
    /// The ending as JSON for the guests.
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
