//! The match files of `GamesGrid`, later `GridGammon` (`.sgg`): one action per line, such as `1<tab>43: 13/9, 13/10`; an action of the
//! second player follows a second tab.

use ludex_search::Player;

use crate::notation::record::file_games::{FileGames, LineReader, read_lines};
use crate::notation::record::mat::read_steps;
use crate::notation::record::transcript::{NOT_PLAYED, Transcript, TranscriptAction};
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use ludex_kit::{InputError, Record, say};

/// Separates the names of the players.
const VERSUS: &str = " vs. ";
/// The text for a roll that allows no move.
const DANCES: &str = "O-O";
/// The file omits the roll of a player who is closed out. The reader assumes this roll; every roll has the same effect.
const CLOSED_OUT: Roll = Roll(6, 6);

/// Whether a text has this form.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| GameHead::read(line).is_some())
}

/// Reads every game. Errors are reported in the record of their game.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    read_lines(text, GridReader::default(), &say!("lines such as `Game 1.0-0/5`"))
}

#[derive(Default)]
struct GridReader {
    games: FileGames,
    /// The last action: its number, the player and the text. It is stored because some files repeat actions, which are skipped.
    last: Option<(String, Player, String)>,
    /// A roll whose play is on a separate line.
    rolled: Option<(Player, Roll)>,
}

/// `Game 3.2-4*/5`: the score, the length, and a star in the Crawford game.
struct GameHead {
    score: [u16; 2],
    length: u8,
    is_crawford: bool,
}

impl GameHead {
    fn read(line: &str) -> Option<Self> {
        let (number, rest) = line.trim().strip_prefix("Game ")?.split_once('.')?;
        number.parse::<u32>().ok()?;
        let (score, length) = rest.split_once('/').unwrap_or((rest, "0"));
        let (first, second) = score.split_once('-')?;
        let points = |text: &str| text.trim().trim_end_matches('*').parse::<u16>().ok();
        let length: u8 = length.trim().parse().ok()?;
        Some(Self {
            score: [points(first)?, points(second)?],
            length: (length <= Options::LONGEST).then_some(length)?,
            is_crawford: score.contains('*'),
        })
    }
}

impl LineReader for GridReader {
    fn games(&mut self) -> &mut FileGames {
        &mut self.games
    }

    fn unplayed_dice(&mut self) -> Option<(Player, Roll)> {
        self.rolled.take()
    }

    fn resumes(&self, line: &str) -> bool {
        GameHead::read(line).is_some()
    }

    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        if let Some(head) = GameHead::read(line) {
            self.games.add_unplayed_dice(self.rolled.take());
            self.games.header.options.length = head.length;
            self.games.begin();
            self.games.set_score(head.score)?;
            self.games.open().expect("it was begun").crawford = head.is_crawford;
            self.last = None;
            return Ok(());
        }
        let is_over = |game: &mut Transcript| game.result.is_some();
        if line.contains(VERSUS) && self.games.open().is_some_and(is_over) {
            self.games.begin_match(Transcript::default());
        }
        if self.games.open().is_none() {
            self.head(line.trim());
            return Ok(());
        }
        if let Some((winner, rest)) = line.split_once(" wins ") {
            return self.wins(winner.trim(), rest);
        }
        let Some((number, body)) = line.split_once('\t') else {
            return Ok(());
        };
        if number.parse::<u32>().is_err() {
            // A player's chat message.
            return Ok(());
        }
        let player = Player(u8::from(body.starts_with('\t')));
        self.act(number, player, body.trim(), place)
    }
}

impl GridReader {
    /// The lines before the games: names and rules.
    fn head(&mut self, line: &str) {
        let header = &mut self.games.header;
        if let Some((first, second)) = line.split_once(VERSUS) {
            header.names = [first, second].map(|name| name.trim().to_owned());
        }
        let Some((key, value)) = line.split_once(':') else {
            return;
        };
        let is_on = value.trim() == "Yes";
        match key {
            "Jacoby" => header.options.jacoby = is_on,
            "Crawford" => header.options.crawford = is_on,
            "Beavers" => header.options.beavers = is_on,
            "Doubling Cube" => header.options.cube = is_on,
            "Variant" => {}
            _ => header.add_tag(key, value),
        }
    }

    fn wins(&mut self, winner: &str, rest: &str) -> Result<(), InputError> {
        let game = self.games.open().expect("a game was begun");
        let index = game.names.iter().position(|name| name == winner);
        let points = rest.split(' ').next().and_then(|points| points.parse().ok());
        let stated = index.zip(points).map(|(index, points)| (Player(index as u8), points));
        let wrong = || {
            InputError::new(
                "",
                format!("{winner} wins {rest}"),
                say!("a player of the match and a number of points"),
            )
        };
        game.result = Some(stated.ok_or_else(wrong)?);
        Ok(())
    }

    fn act(
        &mut self,
        number: &str,
        player: Player,
        text: &str,
        place: &str,
    ) -> Result<(), InputError> {
        let done = (number.to_owned(), player, text.to_owned());
        if self.last.as_ref() == Some(&done) {
            return Ok(());
        }
        self.last = Some(done);
        let lower = text.to_ascii_lowercase();
        let begins = |word: &str| lower.starts_with(word);
        let action = if begins("double") {
            TranscriptAction::Cube("double")
        } else if begins("beaver") {
            TranscriptAction::Cube("beaver")
        } else if begins("accept") {
            TranscriptAction::Cube("take")
        } else if begins("pass") {
            TranscriptAction::Cube("pass")
        } else if begins("resign") {
            // A resignation after the roll ends the turn. A resignation before the roll needs no action: the result shows it.
            let Some((_, roll)) = self.rolled.take().filter(|rolled| rolled.0 == player) else {
                return Ok(());
            };
            TranscriptAction::Turn(roll, NOT_PLAYED.to_owned())
        } else {
            match self.turn(player, text)? {
                Some(action) => action,
                None => return Ok(()),
            }
        };
        let game = self.games.open().expect("a game was begun");
        game.push(place, player, action, None)
    }

    /// A roll with its play; `None` if the play follows later.
    fn turn(&mut self, player: Player, text: &str) -> Result<Option<TranscriptAction>, InputError> {
        let wrong =
            || InputError::new("", text, say!("two dice and a play, as in 43: 13/9, 13/10"));
        let (dice, steps) = text.split_once(':').ok_or_else(wrong)?;
        let roll = match dice.trim() {
            "-" | "--" => CLOSED_OUT,
            dice => Roll::read(dice).ok_or_else(wrong)?,
        };
        let steps = steps.trim();
        if steps.is_empty() {
            self.rolled = Some((player, roll));
            return Ok(None);
        }
        self.rolled = None;
        let play = match steps {
            DANCES => read_steps(""),
            steps if steps.eq_ignore_ascii_case("resign") => NOT_PLAYED.to_owned(),
            steps => read_steps(steps),
        };
        Ok(Some(TranscriptAction::Turn(roll, play)))
    }
}
