//! Reads the games of a file line by line.

use ludex_search::Player;

use super::transcript::{NOT_PLAYED, Transcript, TranscriptAction};
use crate::rules::dice::Roll;
use ludex_kit::{InputError, Record, say};

/// A format that is read line by line.
pub(super) trait LineReader {
    /// Reads a line that is not blank.
    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError>;

    /// Whether reading can continue at this line after an error in an earlier line.
    fn resumes(&self, _line: &str) -> bool {
        false
    }

    /// The games read so far.
    fn games(&mut self) -> &mut FileGames;

    /// Dice whose play has not been read yet.
    fn unplayed_dice(&mut self) -> Option<(Player, Roll)> {
        None
    }
}

/// Reads every game of a text. An error is reported in the record of its game, and lines are skipped until the reader can continue. If the
/// text contains no game, the error says that `expected` is missing.
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
    let dice = reader.unplayed_dice().filter(|_| !is_lost);
    let games = reader.games();
    games.add_unplayed_dice(dice);
    games.close();
    if games.done.is_empty() {
        return Err(InputError::sentence(
            "",
            say!("the file has no game: expected {expected}", expected),
        ));
    }
    let games = std::mem::take(&mut games.done);
    let records: Vec<Record> = games.into_iter().map(Transcript::into_record).collect();
    let is_unreadable = |record: &Record| record.damage.is_some() && !record.has_content();
    match before_games {
        Some(error) if records.iter().all(is_unreadable) => Err(error),
        _ => Ok(records),
    }
}

/// The finished games, and the current one.
#[derive(Default)]
pub(super) struct FileGames {
    /// Names, tags and rules that apply to every game of the match.
    pub(super) header: Transcript,
    done: Vec<Transcript>,
    open: Option<Transcript>,
    /// The score before the previous game of the match, if there was one.
    before: Option<[u8; 2]>,
}

impl FileGames {
    /// Begins a new match; `header` applies to its games.
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

    /// The current game.
    pub(super) fn open(&mut self) -> Option<&mut Transcript> {
        self.open.as_mut()
    }

    /// Adds the dice that were rolled but not played when the current game was interrupted.
    pub(super) fn add_unplayed_dice(&mut self, dice: Option<(Player, Roll)>) {
        let Some(((player, roll), game)) = dice.zip(self.open.as_mut()) else {
            return;
        };
        let last = game.plies.last();
        let place = last.map_or_else(String::new, |ply| ply.place.clone());
        let action = TranscriptAction::Turn(roll, NOT_PLAYED.to_owned());
        // An error is ignored here, because some files repeat a roll that has already been read.
        let _ = game.push(&place, player, action, None);
    }

    /// Sets the score before the current game, and whether it can be the Crawford game.
    pub(super) fn set_score(&mut self, points: [u16; 2]) -> Result<(), InputError> {
        let Some(game) = &mut self.open else {
            return Ok(());
        };
        game.set_scores(points)?;
        let before = self.before.replace(game.score);
        game.crawford = may_be_crawford(game, before);
        Ok(())
    }

    /// Ends the current game.
    pub(super) fn close(&mut self) {
        if let Some(mut game) = self.open.take() {
            // A double shows that this is not the Crawford game.
            if game.plies.iter().any(|ply| ply.text == "double") {
                game.crawford = false;
            }
            self.done.push(game);
        }
    }
}

/// Whether the game may be the Crawford game according to its score and the score of the previous game.
fn may_be_crawford(game: &Transcript, before: Option<[u8; 2]>) -> bool {
    let length = game.options.length;
    let near = |score: [u8; 2]| score.iter().filter(|&&points| points + 1 == length).count();
    let is_first = before.is_none_or(|score| near(score) == 0);
    length > 1 && game.options.crawford && is_first && near(game.score) == 1
}
