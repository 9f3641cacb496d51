//! The match files of `TrueMoneyGames` (`.tmg`): one line per action, such as `-1 4 13/11 24/23`. A line contains the number of the action
//! (its sign shows the player), the kind of action as a number, and the details.

use ludex_search::Player;

use crate::notation::record::file_games::{FileGames, LineReader, read_lines};
use crate::notation::record::mat::read_steps;
use crate::notation::record::transcript::{NOT_PLAYED, Transcript, TranscriptAction};
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use ludex_kit::{InputError, Record, say};

/// The key of the first line of a match.
const MATCH: &str = "MatchID";
/// The text for a roll that allows no move.
const DANCES: &str = "0/0";

/// Whether a text has this form.
pub(super) fn looks_like(text: &str) -> bool {
    let is_first = |line: &str| line.split_once(':').is_some_and(|(key, _)| key == MATCH);
    text.lines().any(is_first)
}

/// Reads every game. Errors are reported in the record of their game.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let reader = TrueMoneyReader::default();
    read_lines(text, reader, &say!("lines such as `Game 1: 0-0`"))
}

#[derive(Default)]
struct TrueMoneyReader {
    games: FileGames,
    /// The dice of the next play.
    rolled: Option<(Player, Roll)>,
}

impl LineReader for TrueMoneyReader {
    fn games(&mut self) -> &mut FileGames {
        &mut self.games
    }

    fn unplayed_dice(&mut self) -> Option<(Player, Roll)> {
        self.rolled.take()
    }

    fn resumes(&self, line: &str) -> bool {
        line.trim().starts_with("Game ")
    }

    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let line = line.trim();
        if let Some(head) = line.strip_prefix("Game ") {
            self.games.add_unplayed_dice(self.rolled.take());
            self.games.begin();
            return self.games.set_score(read_score(head)?);
        }
        if line.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.act(line, place);
        }
        match line.split_once(':') {
            Some((key, value)) => self.head(key, value.trim()),
            None => Ok(()),
        }
    }
}

impl TrueMoneyReader {
    /// Reads a line before the games, which contains a name or a rule.
    fn head(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        if key == MATCH {
            self.games.begin_match(Transcript::default());
        }
        let header = &mut self.games.header;
        let is_on = value != "0";
        match key {
            "Player1" | "Player2" => {
                let name = value.split_whitespace().nth(1).unwrap_or_default();
                name.clone_into(&mut header.names[usize::from(key == "Player2")]);
            }
            "Jacoby" => header.options.jacoby = is_on,
            "Beavers" => header.options.beavers = is_on,
            "Crawford" => header.options.crawford = is_on,
            "Cube" => header.options.cube = is_on,
            "Length" => {
                let length = value.parse().ok().filter(|&length| length <= Options::LONGEST);
                let wrong = || InputError::new(key, value, say!("0 to 64 points"));
                header.options.length = length.ok_or_else(wrong)?;
            }
            "Startdate" => {
                let day = value.split(' ').next().unwrap_or_default();
                header.add_tag(crate::notation::record::tags::DATE, &day.replace('-', "."));
            }
            "Variant" if value != "1" => {
                return Err(InputError::new(key, value, say!("1, which is backgammon")));
            }
            "Variant" => {}
            _ => header.add_tag(key, value),
        }
        Ok(())
    }

    fn act(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let player = Player(u8::from(line.starts_with('-')));
        let mut words = line.splitn(3, char::is_whitespace).map(str::trim);
        let (_, kind, rest) = (words.next(), words.next(), words.next().unwrap_or_default());
        let wrong = |expected: String| InputError::new("", line, expected);
        let game = self
            .games
            .open()
            .ok_or_else(|| wrong(say!("a line such as Game 1: 0-0 before the first action")))?;
        let action = match kind.unwrap_or_default() {
            // The player ran out of time before the roll.
            "1" if rest.starts_with('?') => return Ok(()),
            "1" => {
                let roll = rest.get(..2).and_then(Roll::read);
                let roll =
                    roll.ok_or_else(|| wrong(say!("two dice from 1 to 6, as in 1 1 21:")))?;
                self.rolled = Some((player, roll));
                return Ok(());
            }
            "4" => {
                let rolled = self.rolled.take().filter(|rolled| rolled.0 == player);
                let (_, roll) =
                    rolled.ok_or_else(|| wrong(say!("a line with the roll before this play")))?;
                let steps = if rest.starts_with(DANCES) { "" } else { rest };
                TranscriptAction::Turn(roll, read_steps(steps))
            }
            "5" => TranscriptAction::Cube("double"),
            "7" => TranscriptAction::Cube("take"),
            "8" => TranscriptAction::Cube("beaver"),
            "10" => TranscriptAction::Cube("pass"),
            "14" | "15" | "16" => {
                let points = rest.split(' ').next().and_then(|points| points.parse().ok());
                let points = points.ok_or_else(|| wrong(say!("the points that were won")))?;
                game.result = Some((player, points));
                match self.rolled.take() {
                    // A player who rolled and did not play has resigned.
                    Some((player, roll)) => {
                        let action = TranscriptAction::Turn(roll, NOT_PLAYED.to_owned());
                        return game.push(place, player, action, None);
                    }
                    None => return Ok(()),
                }
            }
            "2" => return Err(wrong(say!("a game without automatic doubles"))),
            _ => return Ok(()),
        };
        game.push(place, player, action, None)
    }
}

/// Parses the number and the score of a game: `1: 0-2`.
fn read_score(head: &str) -> Result<[u16; 2], InputError> {
    let wrong =
        || InputError::new("", format!("Game {head}"), say!("a number and a score: Game 1: 0-0"));
    let (_, score) = head.split_once(':').ok_or_else(wrong)?;
    let (first, second) = score.trim().split_once('-').ok_or_else(wrong)?;
    let points = |text: &str| text.trim().parse::<u16>().map_err(|_| wrong());
    Ok([points(first)?, points(second)?])
}
