//! A match described move by move, with a picture of the board and an analysis between the moves, as GNU Backgammon exports it: `Move
//! number 1:  Anna to play 31`, `* Anna moves 8/5 6/5`.

use ludex_search::Player;

use crate::notation::record::file_games::{FileGames, LineReader, read_lines};
use crate::notation::record::mat::read_steps;
use crate::notation::record::transcript::{Transcript, TranscriptAction};
use crate::rules::dice::Roll;
use ludex_kit::{InputError, Record, say};

const SCORE: &str = "The score (after ";
const MOVE: &str = "Move number ";
const FIRST_MOVE: &str = "Move number 1:";
const ACTION: &str = "* ";
/// Match information in the text, and the names of our tags.
const INFORMATION: [(&str, &str); 5] = [
    ("Date", "Date"),
    ("Event", "Event"),
    ("Round", "Round"),
    ("Place", "Site"),
    ("Annotator", "Annotator"),
];

/// Whether a text has this form and starts with the first move. A text that starts later is a single position.
pub(super) fn looks_like(text: &str) -> bool {
    let begins = |start: &str| text.lines().any(|line| line.starts_with(start));
    begins(SCORE) && begins(FIRST_MOVE) && text.lines().any(|line| action(line).is_some())
}

/// Reads every game. Errors are reported in the record of their game.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let expected = say!("lines such as `Move number 1:  Anna to play 31`");
    read_lines(text, ListingReader::default(), &expected)
}

/// The action in a line; `None` for indented lines, which belong to an analysis.
fn action(line: &str) -> Option<&str> {
    let text = line.strip_prefix(ACTION)?;
    (!text.starts_with(' ')).then_some(text)
}

#[derive(Default)]
struct ListingReader {
    games: FileGames,
    /// The score of the game that begins with the next action.
    next: Option<[u16; 2]>,
    /// The dice of the next play and their player, if known.
    rolled: Option<(Option<Player>, Roll)>,
    /// The points lost by a resignation. The picture after it in the file shows whether the upper or the lower player resigned.
    resigned: Option<u32>,
    /// Whether the lines are in the lower half of a picture.
    is_below: bool,
}

impl LineReader for ListingReader {
    fn games(&mut self) -> &mut FileGames {
        &mut self.games
    }

    fn unplayed_dice(&mut self) -> Option<(Player, Roll)> {
        let (player, roll) = self.rolled.take()?;
        self.begin_game().ok()?;
        Some((player?, roll))
    }

    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        if let Some(rest) = line.strip_prefix(SCORE) {
            return self.score(rest);
        }
        if let Some(rest) = line.strip_prefix(MOVE) {
            self.announced(rest);
            return Ok(());
        }
        if let Some(points) = self.resigned {
            self.is_below = (self.is_below || line.contains("|BAR|")) && !line.contains("+-");
            if line.contains("resigns") {
                let loser = Player(u8::from(self.is_below));
                self.resigned = None;
                self.result(loser.other(), points);
            }
            return Ok(());
        }
        if let Some(text) = action(line) {
            return self.act(text, place);
        }
        if let (Some(_), Some((key, value))) = (self.next, line.split_once(':'))
            && let Some((_, tag)) = INFORMATION.iter().find(|(known, _)| *known == key)
        {
            self.games.header.add_tag(tag, value);
        }
        if let Some((name, rest)) = line.split_once(" wins ")
            && let Some(player) = self.player_of(name)
            && let Some(points) = rest.split(' ').next().and_then(|points| points.parse().ok())
        {
            self.result(player, points);
        }
        Ok(())
    }
}

impl ListingReader {
    /// Parses `0 games) is: Anna 0, Ben 0 (match to 5 points)`.
    fn score(&mut self, rest: &str) -> Result<(), InputError> {
        let wrong = || {
            let expected = say!(
                "a line such as The score (after 0 games) is: Anna 0, Ben 0 (match to 5 points)"
            );
            InputError::new("", format!("{SCORE}{rest}"), expected)
        };
        let (_, text) = rest.split_once(" is: ").ok_or_else(wrong)?;
        let (players, kind) = text.split_once(" (").unwrap_or((text, ""));
        let (first, second) = players.split_once(", ").ok_or_else(wrong)?;
        let read = |text: &str| -> Result<(String, u16), InputError> {
            let (name, points) = text.trim().rsplit_once(' ').ok_or_else(wrong)?;
            Ok((name.trim().to_owned(), points.parse().map_err(|_| wrong())?))
        };
        let ((first, one), (second, other)) = (read(first)?, read(second)?);
        let length = match kind.strip_prefix("match to ") {
            Some(kind) => kind.split([' ', ',']).next().unwrap_or_default(),
            None => "0",
        };
        let length = length.parse().map_err(|_| wrong())?;
        let header = Transcript::of_match([first, second], length)?;
        let known = &self.games.header;
        if (&known.names, known.options) != (&header.names, header.options) {
            self.games.begin_match(header);
        }
        let dice = self.unplayed_dice();
        self.games.add_unplayed_dice(dice);
        self.next = Some([one, other]);
        Ok(())
    }

    /// Parses `3:  Anna to play 31` or `3:  Anna resigns 2 points`.
    fn announced(&mut self, rest: &str) {
        let rolled = rest.rsplit_once(" to play ").and_then(|(who, dice)| {
            let name = who.split_once(':').map_or(who, |(_, name)| name);
            Some((self.player_of(name), Roll::read(dice.trim())?))
        });
        // Keep the dice if the player resigns after the roll.
        if rolled.is_some() || !rest.contains(" resigns ") {
            self.rolled = rolled;
        }
        let resigned = rest.split_once(" resigns ").map(|(_, points)| points);
        self.resigned = resigned.and_then(|rest| rest.split(' ').next()?.parse().ok());
        self.is_below = false;
    }

    /// Begins the game whose score was read, if it has not begun.
    fn begin_game(&mut self) -> Result<(), InputError> {
        let Some(score) = self.next.take() else {
            return Ok(());
        };
        self.games.begin();
        self.games.set_score(score)
    }

    fn player_of(&self, name: &str) -> Option<Player> {
        let mut names = self.games.header.names.iter();
        let index = names.position(|known| known == name.trim())?;
        Some(Player(index as u8))
    }

    fn result(&mut self, winner: Player, points: u32) {
        if let Some(game) = self.games.open() {
            game.result = Some((winner, points));
        }
    }

    /// Parses `Anna moves 8/5 6/5`.
    fn act(&mut self, text: &str, place: &str) -> Result<(), InputError> {
        const ACTIONS: [(&str, &str); 9] = [
            (" moves ", ""),
            (" cannot move", ""),
            (" doubles", "double"),
            (" redoubles", "double"),
            (" beavers", "beaver"),
            (" accepts", "take"),
            (" takes", "take"),
            (" rejects", "pass"),
            (" drops", "pass"),
        ];
        let parts = |&(word, cube): &(&str, &'static str)| {
            let at = text.find(word)?;
            let player = self.player_of(&text[..at])?;
            Some((player, cube, text[at + word.len()..].trim()))
        };
        let Some((player, cube, steps)) = ACTIONS.iter().find_map(parts) else {
            return Ok(());
        };
        self.begin_game()?;
        let action = match (cube, self.rolled) {
            ("", Some((_, roll))) => {
                self.rolled = None;
                TranscriptAction::Turn(roll, read_steps(steps))
            }
            ("", None) => {
                let problem = say!("comes before its roll, as in Move number 1:  Anna to play 31");
                return Err(InputError::problem("", text, problem));
            }
            _ => TranscriptAction::Cube(cube),
        };
        let game = self.games.open();
        let game = game.ok_or_else(|| {
            InputError::problem("", text, say!("comes before the score of the game"))
        })?;
        game.push(place, player, action, None)
    }
}
