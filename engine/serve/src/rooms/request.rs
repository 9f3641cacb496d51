//! Messages of clients about rooms: the request for a new room, and the actions of seated players.

use std::ops::RangeInclusive;
use std::time::Duration;

use ludex_kit::{InputError, Level, say};
use ludex_search::TimeControl;
use serde::{Deserialize, Serialize};

use super::chat::Phrase;
use super::seat::Participant;
use crate::line::Line;
use ludex_base::numbers;

/// A request for a new room.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoomRequest {
    /// The starting position of a turn-based game.
    #[serde(default)]
    pub(super) line: Option<Line>,
    /// The players; seats that are left out are for people.
    #[serde(default)]
    pub(super) seats: Vec<RequestedSeat>,
    /// The time of each player and the increment per move, such as `5m+3s`.
    #[serde(default)]
    pub(super) clock: Option<String>,
    #[serde(default)]
    pub(super) dice: Dice,
    /// Whether takebacks are allowed.
    #[serde(default = "yes")]
    pub(super) takebacks: bool,
    /// A real-time game, instead of `line`.
    #[serde(default)]
    pub(super) real_time: Option<RequestedRealTime>,
}

fn yes() -> bool {
    true
}

/// The player requested for a seat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestedSeat {
    #[serde(default)]
    who: RequestedPlayer,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    level: Option<Level>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RequestedPlayer {
    #[default]
    Person,
    Engine,
}

impl RequestedSeat {
    /// The participant. An error if the request gives a person a level.
    pub(super) fn participant(&self) -> Result<Participant, InputError> {
        match (self.who, self.level) {
            (RequestedPlayer::Person, None) => Ok(Participant::Person),
            (RequestedPlayer::Person, Some(level)) => {
                let problem = say!(
                    "is not possible: this seat is for a person, and only engines have a level"
                );
                Err(InputError::problem("level", level.number().to_string(), problem))
            }
            (RequestedPlayer::Engine, level) => {
                Ok(Participant::Engine { level: level.unwrap_or_default() })
            }
        }
    }
}

/// A request for a real-time game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestedRealTime {
    pub(super) game: String,
    #[serde(default)]
    pub(super) variant: String,
    /// Number of simulated players; they have the last seats.
    #[serde(default)]
    pub(super) bots: usize,
}

/// Where the outcomes of chance events come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Dice {
    /// The server draws them at once.
    #[default]
    Server,
    /// The players enter them.
    Entered,
}

/// The time that a clock may give each player.
const TIMES: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);
/// Maximum bytes of the text of the clock, because it is saved and sent unchanged.
const LONGEST_CLOCK: usize = 40;
/// Maximum increment per move.
const MOST_INCREMENT: Duration = Duration::from_hours(1);

impl RoomRequest {
    /// The time control of each player.
    pub(super) fn clock(&self) -> Result<Option<TimeControl>, InputError> {
        let read = |text: &String| {
            let wrong = |expected: String| InputError::new("clock", text, expected);
            if text.len() > LONGEST_CLOCK {
                return Err(wrong(say!(
                    "at most {longest_clock} characters",
                    longest_clock = LONGEST_CLOCK
                )));
            }
            let clock = numbers::clock(text).map_err(wrong)?;
            let fits = TIMES.contains(&clock.remaining) && clock.increment <= MOST_INCREMENT;
            let expected = say!("1s to 24h for each player and an increment of at most 1h");
            fits.then_some(clock).ok_or_else(|| wrong(expected))
        };
        self.clock.as_ref().map(read).transpose()
    }
}

/// An action of a seated player.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(
    tag = "do",
    rename_all = "snake_case",
    deny_unknown_fields,
    expecting = "an object that says what is done, such as {\"do\": \"roll\"}"
)]
pub(super) enum Action {
    /// Makes a move.
    Move {
        /// In the game's notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// Enters a chance event.
    Event {
        /// In the game's notation.
        event: String,
    },
    /// Rolls the dice. Needed only if the player has a choice before the roll, for example whether to double.
    Roll,
    /// Resigns; in real time, leaves the game.
    Resign {
        /// What the player concedes, in games with several kinds of resignation.
        #[serde(default)]
        stake: Option<String>,
    },
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Takeback,
    AcceptTakeback,
    DeclineTakeback,
    /// Requests the engine's move.
    Hint,
    /// Offers another game with swapped seats, or accepts the offer.
    Rematch,
    DeclineRematch,
    /// Sets the player's name.
    Name {
        name: String,
    },
    /// Says a phrase to everyone in the room.
    Say {
        phrase: Phrase,
    },
    /// Acts in a real-time game.
    #[serde(rename = "act")]
    RealTime {
        line: String,
    },
    /// Starts a real-time game without waiting for absent players.
    Start,
}

/// The first message on a connection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinMessage {
    pub(super) join: JoinRequest,
}

/// The credentials of a guest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest {
    /// The secret of a seat, or the spectators' secret.
    pub(super) key: String,
    #[serde(default)]
    pub(super) name: Option<String>,
    /// The token of the server, if it requires one.
    #[serde(default)]
    pub(super) token: Option<String>,
}
