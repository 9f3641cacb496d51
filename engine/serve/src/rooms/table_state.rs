//! The state of a table as JSON for the guests.

use std::time::Instant;

use serde_json::{Value, json};

use super::ending::Ending;
use super::table::Table;
use super::timing::Timing;
use crate::outcome::Outcome;
use ludex_study::played::record::Stretch;

impl Table {
    /// The state of the table without its guests.
    pub(super) fn state(&self, now: Instant) -> Value {
        let status = self.session.status();
        let stretch = Stretch::from(self.session.game_so_far());
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
            "offers": self.offers.to_json(),
            "over": self.over.as_ref().map(Ending::to_json),
            "match": self.earlier.iter().map(|stretch| json!({
                "start": stretch.start,
                "steps": stretch.steps,
                "result": stretch.result,
                "outcome": stretch.result.as_deref().map(Outcome::read),
            })).collect::<Vec<_>>(),
        })
    }
}
