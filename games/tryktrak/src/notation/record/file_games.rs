//! The games of a file that is read line by line.

use ludex_search::Player;

use super::transcript::{NOT_PLAYED, Transcript, TranscriptAction};
use crate::rules::dice::Roll;
use ludex_kit::{InputError, Record};

/// Reads a file line by line into games.
pub(super) trait LineReader {
    /// Reads a line that is not blank.
    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError>;

    /// Whether a line begins something that can be read, though what stands before it could not.
    fn resumes(&self, _line: &str) -> bool {
        false
    }

    /// What was read so far.
    fn games(&mut self) -> &mut FileGames;

    /// Dice whose play has not come.
    fn lying(&mut self) -> Option<(Player, Roll)> {
        None
    }
}

/// Reads every game of a text. Where something is wrong, the record of the game tells it, and what follows is left out up to a
/// line at which the reader can go on; `expected` is what a text holds that has a game.
pub(super) fn read_lines(
    text: &str,
    mut reader: impl LineReader,
    expected: &str,
) -> Result<Vec<Record>, InputError> {
    let (mut is_lost, mut before_games) = (false, None);
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || is_lost && !reader.resumes(line) {
            continue;
        }
        let place = format!("line {}", index + 1);
        let read = reader.line(line, &place);
        is_lost = read.is_err();
        if let Err(error) = read {
            let error = error.within_unless_there(&place);
            let games = reader.games();
            if games.open.is_none() {
                if games.done.is_empty() {
                    before_games = Some(error.clone());
                }
                games.begin();
            }
            if let Some(game) = &mut games.open {
                game.damage = Some(error);
            }
        }
    }
    let dice = reader.lying().filter(|_| !is_lost);
    let games = reader.games();
    games.lay(dice);
    games.close();
    if games.done.is_empty() {
        return Err(InputError::new("", "no game", expected));
    }
    let games = std::mem::take(&mut games.done);
    let records: Vec<Record> = games.into_iter().map(Transcript::into_record).collect();
    let is_unreadable = |record: &Record| record.damage.is_some() && !record.tells_anything();
    match before_games {
        Some(error) if records.iter().all(is_unreadable) => Err(error),
        _ => Ok(records),
    }
}

/// Games one after the other: those that were read, and the one at hand.
#[derive(Default)]
pub(super) struct FileGames {
    /// What holds for every game of the match.
    pub(super) header: Transcript,
    done: Vec<Transcript>,
    open: Option<Transcript>,
    /// The score before the game that was read last, if the match had one.
    before: Option<[u8; 2]>,
}

impl FileGames {
    /// Begins another match: what this says holds for its games.
    pub(super) fn begin_match(&mut self, header: Transcript) {
        self.close();
        self.header = header;
        self.before = None;
    }

    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.close();
        self.open = Some(self.header.clone());
    }

    /// The game at hand.
    pub(super) fn open(&mut self) -> Option<&mut Transcript> {
        self.open.as_mut()
    }

    /// Lays dice at the end of the game at hand, which was broken off there.
    pub(super) fn lay(&mut self, dice: Option<(Player, Roll)>) {
        let Some(((player, roll), game)) = dice.zip(self.open.as_mut()) else {
            return;
        };
        let last = game.plies.last();
        let place = last.map_or_else(String::new, |ply| ply.place.clone());
        let action = TranscriptAction::Turn(roll, NOT_PLAYED.to_owned());
        // Where they cannot lie the file says something twice.
        let _ = game.push(&place, player, action, None);
    }

    /// Sets the score before the game at hand, and says whether nobody may double in it.
    pub(super) fn set_score(&mut self, points: [u16; 2]) -> Result<(), InputError> {
        let Some(game) = &mut self.open else {
            return Ok(());
        };
        game.set_scores(points)?;
        let before = self.before.replace(game.score);
        game.crawford = may_be_crawford(game, before);
        Ok(())
    }

    /// Ends the game at hand.
    pub(super) fn close(&mut self) {
        if let Some(mut game) = self.open.take() {
            // Whoever doubles in the first game with a player one point from winning has had the Crawford game before.
            if game.plies.iter().any(|ply| ply.text == "double") {
                game.crawford = false;
            }
            self.done.push(game);
        }
    }
}

/// Whether nobody may double in the game, by its score and that of the game before.
fn may_be_crawford(game: &Transcript, before: Option<[u8; 2]>) -> bool {
    let length = game.options.length;
    let near = |score: [u8; 2]| score.iter().filter(|&&points| points + 1 == length).count();
    let is_first = before.is_none_or(|score| near(score) == 0);
    length > 1 && game.options.crawford && is_first && near(game.score) == 1
}
