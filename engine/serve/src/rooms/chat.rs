//! Phrases that players can say to each other. The set is fixed: a phrase is sent by its key, so each page shows it in its own language,
//! and no player can insult another one.

use std::time::{Duration, Instant};

use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    NiceMove,
    Thanks,
    Sorry,
    Oops,
    OneMoment,
    GoodGame,
    Bye,
}

/// Maximum number of phrases that a player can say within [`WINDOW`].
pub(in super::super) const MOST_PHRASES: usize = 4;
/// The time over which phrases are counted.
const WINDOW: Duration = Duration::from_secs(15);

/// The phrases said in a room. They are not saved.
#[derive(Debug, Default)]
pub(super) struct Chat {
    /// The recent phrases: who said each of them, and when.
    recent: Vec<(usize, Instant)>,
    unsent: Vec<Value>,
}

impl Chat {
    /// A player says a phrase. An error if they have said too many of late.
    pub(super) fn say(
        &mut self,
        player: usize,
        phrase: Phrase,
        now: Instant,
    ) -> Result<(), InputError> {
        self.recent.retain(|&(_, at)| now.saturating_duration_since(at) < WINDOW);
        if self.recent.iter().filter(|&&(other, _)| other == player).count() >= MOST_PHRASES {
            let sentence = say!(
                "at most {most_phrases} phrases are allowed in {seconds} seconds; wait a moment",
                most_phrases = MOST_PHRASES,
                seconds = WINDOW.as_secs()
            );
            return Err(InputError::sentence("say", sentence));
        }
        self.recent.push((player, now));
        self.unsent.push(json!({"said": {"phrase": {"player": player, "phrase": phrase}}}));
        Ok(())
    }

    /// Removes and returns the messages that no guest has received yet.
    pub(super) fn take_unsent(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.unsent)
    }
}
