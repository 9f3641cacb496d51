//! What is told of a table: its state, how a game on it ended, and what is said beside that.

use std::time::Instant;

use ludex_kit::result_word;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::table::Table;
use super::timing::Timing;
use crate::outcome::Outcome;
use ludex_study::played::record::Stretch;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Over {
    /// One value for each player.
    pub(super) returns: Vec<f64>,
    pub(super) how: How,
    /// Who was late or gave up.
    pub(super) player: Option<usize>,
    /// The result as a record tells it, where the game has words of its own for it.
    pub(super) told: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum How {
    Board,
    Time,
    Resignation,
    Agreement,
}

/// Something that is told beside the state of the table: to one player, or to all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    pub(super) to: Option<usize>,
    pub(super) what: Value,
}

impl Table {
    /// What is to be told beside the state.
    pub(super) fn take_said(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    /// The state of the table, but for who is there and who is told.
    pub(super) fn state(&self, now: Instant) -> Value {
        let status = self.session.status();
        let stretch = Stretch::from(self.session.told());
        let missing = self.session.missing_event();
        json!({
            "line": {
                "game": self.heading.game,
                "variant": self.heading.variant,
                "start": stretch.start,
                "steps": stretch.steps,
            },
            "status": {
                "ply": status.ply,
                "to_move": status.to_move,
                "next": status.next,
                "over": status.over,
            },
            "rules": self.rules,
            "missing": missing.map(|missing| missing.words),
            "clocks_ms": self.timing.as_ref().map(|timing| timing.left_ms(now)),
            "running": self.timing.as_ref().and_then(Timing::running),
            "offers": self.offers.told(),
            "over": self.over.as_ref().map(Over::told),
            "match": self.earlier.iter().map(|stretch| json!({
                "start": stretch.start,
                "steps": stretch.steps,
                "result": stretch.result,
                "outcome": stretch.result.as_deref().map(Outcome::read),
            })).collect::<Vec<_>>(),
        })
    }

    pub(super) fn say(&mut self, to: Option<usize>, what: Value) {
        self.said.push(Said { to, what });
    }
}

impl Over {
    fn told(&self) -> Value {
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
