//! The results file. It has one line per finished game, which is never changed. All tables are computed from this file.

use std::path::Path;

use ludex_kit::{GameResult, InputError, message, say};
use ludex_search::arena::seat_points;
use serde::{Deserialize, Serialize};

use super::marks;
use super::schedule::GameJob;
use ludex_base::input;
use ludex_protocols::client::FaultKind;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnding {
    /// By the rules of the game.
    Rules,
    /// A player answered with an illegal move or something that is not a move.
    IllegalMove,
    /// A player exceeded the time.
    Time,
    /// A player's program ended.
    Crash,
    /// A player's program did not answer.
    Hang,
    /// A player's program could not be restarted.
    Start,
    /// By the scores that the players reported.
    Adjudicated,
    /// Drawn at the maximum length.
    Length,
}

impl From<FaultKind> for GameEnding {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Crash => Self::Crash,
            FaultKind::Hang => Self::Hang,
            FaultKind::Time => Self::Time,
            FaultKind::Start | FaultKind::Unfit => Self::Start,
            FaultKind::Illegal => Self::IllegalMove,
        }
    }
}

impl GameEnding {
    /// Whether a player was at fault.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Rules | Self::Adjudicated | Self::Length)
    }

    /// The ending in English words, which records and JSON contain. Tables and reports translate them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Rules => message!("by the rules"),
            Self::IllegalMove => message!("illegal move"),
            Self::Time => message!("time"),
            Self::Crash => message!("crash"),
            Self::Hang => message!("hang"),
            Self::Start => message!("not started"),
            Self::Adjudicated => message!("adjudicated"),
            Self::Length => message!("length"),
        }
    }
}

impl GameEnding {
    /// The ending in the language of the reader.
    pub fn translated(self) -> &'static str {
        crate::WORDS.translate(self.words())
    }
}

/// Data about one ply. Chance events and moves of the opening have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlyNote {
    /// The seat of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// Time used, in milliseconds.
    #[serde(rename = "ms", default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// The player's score from its own point of view: in the game's unit, or as reported by its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The expected result of the player, 0 (loss) to 1 (win), if its search or program reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// The search depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The key of the run, so that results from several machines cannot be mixed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The seed of the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The identity of the game within the tournament.
    #[serde(flatten)]
    pub job: GameJob,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The starting position, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Number of moves that belong to the opening.
    #[serde(default)]
    pub opening: usize,
    /// Moves and chance events.
    pub moves: Vec<String>,
    /// Data about each move and chance event. The last ones may be missing if there is none.
    #[serde(default, with = "marks")]
    pub marks: Vec<PlyNote>,
    /// How the game ended.
    pub ending: GameEnding,
    /// The seat of the player at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blame: Option<usize>,
    /// Details of the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The result for each seat.
    pub returns: Vec<f32>,
    /// The result in the notation of the game's records, if it states more than the winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// For each seat, the points by which it is ahead of the best other seat, in games with a margin of victory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Vec<f32>>,
    /// The luck of each seat in the unit of the result, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<f64>>,
}

impl GameLine {
    /// The game as a line of the file, without its end. The checksum is the last field.
    pub fn written(&self) -> serde_json::Result<String> {
        let mut line = serde_json::to_string(self)?;
        line.pop();
        let sum = checksum(&line);
        Ok(line + CHECKSUM + &sum + CLOSING)
    }

    /// The result of a two-player game in the standard notation of game files.
    pub(super) fn plain_result(&self) -> Option<String> {
        GameResult::of_rules(&self.returns).plain().map(str::to_owned)
    }

    /// The points of a seat: 1 for a win (for each member of a team), and an equal share if several finish level.
    pub fn points(&self, seat: usize) -> f64 {
        seat_points(&self.returns, seat, self.ending == GameEnding::Rules)
    }
}

/// Reads the games of a results file, each with its place for errors.
pub fn game_lines(path: &Path) -> Result<Vec<(String, GameLine)>, InputError> {
    let text = input::read_file(path)?;
    let n_lines = text.lines().count();
    let mut games = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let place = format!("{}, line {}", path.display(), index + 1);
        match read_line(raw.as_bytes()) {
            Ok(line) => {
                verify_checksum(raw).map_err(|error| error.within(&place))?;
                games.push((place, line));
            }
            // The last line is incomplete, because the run was killed.
            Err(_) if index + 1 == n_lines && !text.ends_with('\n') => break,
            Err(error) => return Err(error.within(place)),
        }
    }
    Ok(games)
}

/// The text before and after the checksum of a line.
const CHECKSUM: &str = r#","checksum":""#;
const CLOSING: &str = r#""}"#;

/// The checksum of a line without its times. If a game is played again in the same way, its line has the same checksum.
fn checksum(text: &str) -> String {
    let mut sum = crc32fast::Hasher::new();
    for part in text.split(r#""ms":"#) {
        let rest = match part.strip_prefix('[') {
            Some(times) => times.split_once(']').map_or("", |(_, rest)| rest),
            None => part.trim_start_matches(|c: char| c.is_ascii_digit() || ".eE+-".contains(c)),
        };
        sum.update(rest.as_bytes());
    }
    format!("{:08x}", sum.finalize())
}

/// Verifies the checksum of a line. Lines without one, from earlier versions, are accepted.
pub(super) fn verify_checksum(line: &str) -> Result<(), InputError> {
    let line = line.trim_end();
    let Some((text, told)) = line.rsplit_once(CHECKSUM) else {
        return match line.rsplit_once(r#""checksum""#) {
            None => Ok(()),
            Some((_, told)) => {
                let expected = say!("eight hexadecimal digits in quotes at the end of the line");
                Err(InputError::new("checksum", told, expected))
            }
        };
    };
    let (sum, told) = (checksum(text), told.trim_end_matches(CLOSING));
    if told == sum {
        return Ok(());
    }
    let problem = say!("does not match the line, whose checksum is {sum}", sum);
    Err(InputError::problem("checksum", told, problem))
}

/// Parses a line of the file.
pub(super) fn read_line(line: &[u8]) -> Result<GameLine, InputError> {
    serde_json::from_slice(line).map_err(|_| {
        let text = String::from_utf8_lossy(line);
        let found: String = text.trim_end().chars().take(40).collect();
        InputError::new("", found, say!("a finished game in JSON"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of each seat of a game with this ending.
    fn points(ending: &str, returns: &[f32]) -> Vec<f64> {
        let line = serde_json::json!({
            "pair": 0, "game": 0, "meeting": 0, "seating": 0, "seats": [0, 1], "names": [], "moves": [], "marks": [], "ending": ending,
            "returns": returns,
        });
        let game: GameLine = serde_json::from_value(line).expect("a line of results");
        (0..returns.len()).map(|seat| game.points(seat)).collect()
    }

    #[test]
    fn a_game_gives_one_win_or_one_to_each_of_a_team() {
        let (half, third, quarter) = (0.5, 1.0 / 3.0, 0.25);
        assert_eq!(points("rules", &[3.0, -3.0]), [1.0, 0.0]);
        assert_eq!(points("rules", &[0.0, 0.0]), [half; 2]);
        assert_eq!(points("rules", &[-1.0, 0.0, 0.0]), [0.0, half, half]);
        assert_eq!(points("rules", &[0.0; 3]), [half; 3]);
        assert_eq!(points("rules", &[-0.333_333_3; 3]), [third; 3]);
        assert_eq!(points("rules", &[-0.5; 4]), [quarter; 4]);
        // Teams.
        assert_eq!(points("rules", &[1.0, -1.0, 1.0, -1.0]), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(points("rules", &[0.0; 4]), [half; 4]);
        // Not played to the end.
        assert_eq!(points("length", &[0.0; 4]), [quarter; 4]);
        assert_eq!(points("crash", &[1.0, -1.0]), [1.0, 0.0]);
        assert_eq!(
            points("time", &[1.0 / 3.0, -1.0, 1.0 / 3.0, 1.0 / 3.0]),
            [third, 0.0, third, third]
        );
    }
}
