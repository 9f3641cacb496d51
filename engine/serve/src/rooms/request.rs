//! What is said to rooms: what a new one is to be, and what those who sit in it do.

use std::ops::RangeInclusive;
use std::time::Duration;

use ludex_kit::{InputError, Level};
use ludex_search::TimeControl;
use serde::{Deserialize, Serialize};

use super::seat::Participant;
use crate::line::Line;
use ludex_base::numbers;

/// A room that is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoomRequest {
    /// Where a game in turns begins.
    #[serde(default)]
    pub(super) line: Option<Line>,
    /// Who sits where; seats that are not named are persons'.
    #[serde(default)]
    pub(super) seats: Vec<RequestedSeat>,
    /// Time for each player and what each move adds, `5m+3s`.
    #[serde(default)]
    pub(super) clock: Option<String>,
    #[serde(default)]
    pub(super) dice: Dice,
    /// Whether moves may be taken back.
    #[serde(default = "yes")]
    pub(super) takebacks: bool,
    /// A game in real time, in place of a line.
    #[serde(default)]
    pub(super) real_time: Option<RequestedRealTime>,
}

fn yes() -> bool {
    true
}

/// Who is to sit somewhere.
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
    /// Who it is.
    pub(super) fn participant(&self) -> Result<Participant, InputError> {
        match (self.who, self.level) {
            (RequestedPlayer::Person, None) => Ok(Participant::Person),
            (RequestedPlayer::Person, Some(level)) => {
                let problem = "is not possible: a person plays on this seat";
                Err(InputError::problem("level", level.number().to_string(), problem))
            }
            (RequestedPlayer::Engine, level) => {
                Ok(Participant::Engine { level: level.unwrap_or_default() })
            }
        }
    }
}

/// A game in real time that is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestedRealTime {
    pub(super) game: String,
    #[serde(default)]
    pub(super) variant: String,
    /// How many of the players are simulated; they have the last seats.
    #[serde(default)]
    pub(super) bots: usize,
}

/// Who decides what chance decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Dice {
    /// The server, at once.
    #[default]
    Server,
    /// Those at the table, who enter it.
    Entered,
}

/// The time that a player may have in all.
const TIMES: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);
/// The longest text of a clock, in bytes: it is kept and told as it was ordered.
const LONGEST_CLOCK: usize = 40;
/// The most that a move may add.
const MOST_INCREMENT: Duration = Duration::from_hours(1);

impl RoomRequest {
    /// The clock that every player has.
    pub(super) fn clock(&self) -> Result<Option<TimeControl>, InputError> {
        let read = |text: &String| {
            let wrong = |expected: String| InputError::new("clock", text, expected);
            if text.len() > LONGEST_CLOCK {
                return Err(wrong(format!("at most {LONGEST_CLOCK} characters")));
            }
            let clock = numbers::clock(text).map_err(wrong)?;
            let fits = TIMES.contains(&clock.remaining) && clock.increment <= MOST_INCREMENT;
            let expected = "1s to 24h for each player and an increment of at most 1h";
            fits.then_some(clock).ok_or_else(|| wrong(expected.into()))
        };
        self.clock.as_ref().map(read).transpose()
    }
}

/// What somebody at a table does.
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
    /// Enters what chance has decided.
    Event {
        /// In the game's notation.
        event: String,
    },
    /// Throws the dice, where he could do something else before.
    Roll,
    /// Gives the game up; in real time, leaves it.
    Resign {
        /// How much he gives up, where a game knows several ways.
        #[serde(default)]
        stake: Option<String>,
    },
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Takeback,
    AcceptTakeback,
    DeclineTakeback,
    /// Asks what the engine would play.
    Hint,
    /// Offers another game with the seats swapped, or accepts it.
    Rematch,
    DeclineRematch,
    /// Says what he is called.
    Name {
        name: String,
    },
    /// Does something in a game in real time.
    #[serde(rename = "act")]
    RealTime {
        line: String,
    },
    /// Begins a game in real time without those who are not there.
    Start,
}

/// The first thing that is said on a connection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinMessage {
    pub(super) join: JoinRequest,
}

/// Who comes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest {
    /// The secret of a seat, or that of those who look on.
    pub(super) key: String,
    #[serde(default)]
    pub(super) name: Option<String>,
    /// That of the server, where it has one.
    #[serde(default)]
    pub(super) token: Option<String>,
}
