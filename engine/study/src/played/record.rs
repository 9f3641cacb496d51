//! The record of a played game: in the game's own format, with names, date and result.

use std::path::Path;
use std::time::SystemTime;

use ludex_kit::interface::record::plain_result;
use ludex_kit::registry::{self, GameSoFar, Session, Token};
use ludex_kit::{
    ENDING, GameInfo, InputError, RETURNS, Record, RecordFormat, RecordedPly, Variant, say,
};
use serde::{Deserialize, Serialize};

use ludex_base::catalogue::catalogue;
use ludex_base::losses::loss_remarks;
use ludex_base::output;

/// A sequence of moves from one starting position. A match has several stretches if one of its games ended by resignation, because the next
/// game starts from a new position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The starting position, if it is not the usual one.
    pub start: Option<String>,
    /// Moves and chance events after it.
    pub steps: Vec<String>,
    /// The result in the notation of records, if the rules do not determine it.
    pub result: Option<String>,
}

impl From<GameSoFar> for Stretch {
    fn from(told: GameSoFar) -> Self {
        Self { start: told.start, steps: told.steps, result: None }
    }
}

/// The end of a game, for its record.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The result of each player.
    pub returns: Vec<f64>,
    /// The reason in one word, if the game did not end by its rules.
    pub how: Option<&'static str>,
}

/// The header of a record: game, players and date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The variant as text.
    pub variant: String,
    /// Names of the players.
    pub names: Vec<String>,
    /// The date, such as `2026.11.23`.
    pub day: String,
}

impl Heading {
    /// Opens the game at the end of a stretch.
    pub fn open(&self, stretch: &Stretch) -> Result<Box<dyn Session>, InputError> {
        let (variant, start) = (self.variant.parse()?, stretch.start.as_deref());
        let mut session = catalogue().session(&self.game, &variant, start)?;
        let word = |(number, text): (usize, &String)| Token {
            text: text.clone(),
            place: format!("move {number}"),
        };
        let words: Vec<Token> = (1..).zip(&stretch.steps).map(word).collect();
        session.extend(&words)?;
        Ok(session)
    }

    /// The records of all stretches of a game. `end` states how the last stretch ended, if the game is over.
    pub fn records(&self, stretches: &[Stretch], end: Option<&GameEnd>) -> Vec<Record> {
        let n_stretches = stretches.len();
        let record = |(index, stretch): (usize, &Stretch)| {
            self.record(stretch, end.filter(|_| index + 1 == n_stretches))
        };
        stretches.iter().enumerate().map(record).collect()
    }

    fn record(&self, stretch: &Stretch, end: Option<&GameEnd>) -> Record {
        let date = catalogue().info(&self.game).map_or("Date", |info| info.table_talk.date);
        let mut tags: Vec<(String, String)> = (1..)
            .zip(&self.names)
            .map(|(number, name)| (format!("Player{number}"), name.clone()))
            .collect();
        tags.push((date.to_owned(), self.day.clone()));
        if let Some(how) = end.and_then(|end| end.how) {
            tags.push((ENDING.to_owned(), how.to_owned()));
        }
        let mut result = stretch.result.clone();
        if let Some(GameEnd { returns, .. }) = end {
            if let [first, second] = returns[..] {
                result.get_or_insert_with(|| plain_result([first, second]).into());
            } else {
                let values: Vec<String> = returns.iter().map(ToString::to_string).collect();
                tags.push((RETURNS.to_owned(), values.join(" ")));
            }
        }
        let ply = |text: &String| RecordedPly { text: text.clone(), ..RecordedPly::default() };
        Record {
            tags,
            variant: self.variant.parse::<Variant>().unwrap_or_default(),
            start: stretch.start.clone(),
            plies: stretch.steps.iter().map(ply).collect(),
            result,
            ..Record::default()
        }
    }
}

/// The record format for the extension of a file, or the game's first format. An extension that promises other content is an error.
pub fn format_of(
    game: &'static GameInfo,
    path: &Path,
) -> Result<&'static RecordFormat, InputError> {
    let own: Vec<&str> = game.formats.iter().flat_map(|it| it.extensions).copied().collect();
    output::check_ending(path, &own).map_err(|error| error.within("save"))?;
    game.format_named_by(path)
        .or(game.formats.first())
        .ok_or_else(|| InputError::problem("save", game.name, say!("has no file format for games")))
}

/// Writes records to a file atomically.
pub fn write(game: &'static GameInfo, path: &Path, records: &[Record]) -> anyhow::Result<()> {
    output::write_file(path, format_of(game, path)?.written(records))
}

/// Writes records after checking that the format can express the game. Returns remarks on other information that the format cannot store.
pub fn write_checked(
    game: &'static GameInfo,
    path: &Path,
    records: &[Record],
) -> anyhow::Result<Vec<InputError>> {
    let remarks = losses(game, path, records)?;
    write(game, path, records)?;
    Ok(remarks)
}

/// Remarks on the information that the format of a file cannot store. An error if the format cannot express the game.
pub fn losses(
    game: &'static GameInfo,
    path: &Path,
    records: &[Record],
) -> Result<Vec<InputError>, InputError> {
    let format = format_of(game, path)?;
    let place = path.display().to_string();
    let mut remarks = Vec::new();
    for record in records {
        let losses = registry::losses(catalogue(), game.name, format, record);
        remarks.extend(loss_remarks(losses.map_err(|error| error.within(&place))?, format));
    }
    Ok(remarks.into_iter().map(|remark| remark.within(&place)).collect())
}

/// Calls [`losses`] for a game before its first move. Formats that cannot express a game without moves are not checked.
pub fn losses_at_start(
    game: &'static GameInfo,
    path: &Path,
    records: &[Record],
) -> Result<Vec<InputError>, InputError> {
    let format = format_of(game, path)?;
    let read = (format.read)(&format.written(records)).unwrap_or_default();
    if read.is_empty() { Ok(Vec::new()) } else { losses(game, path, records) }
}

/// The current time, such as `2026-11-23T05:16:01Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// The current date in the form of records.
pub fn today() -> String {
    now().chars().take(10).collect::<String>().replace('-', ".")
}
