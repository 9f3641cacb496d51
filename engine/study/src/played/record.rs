//! The game as a record: in the game's own format, with names, day and result.

use std::path::Path;
use std::time::SystemTime;

use ludex_kit::interface::record::plain_result;
use ludex_kit::registry::{self, GameSoFar, Session, Token};
use ludex_kit::{
    ENDING, GameInfo, InputError, RETURNS, Record, RecordFormat, RecordedPly, Variant,
};
use serde::{Deserialize, Serialize};

use ludex_base::catalogue::catalogue;
use ludex_base::output;

/// A stretch of moves. A match has several where a game of it was given up: it goes on from a new start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The position it starts from, unless that is the start of a game.
    pub start: Option<String>,
    /// The steps after it: moves, and what chance decided.
    pub steps: Vec<String>,
    /// The result as the record tells it, where the rules do not.
    pub result: Option<String>,
}

impl From<GameSoFar> for Stretch {
    fn from(told: GameSoFar) -> Self {
        Self { start: told.start, steps: told.steps, result: None }
    }
}

/// How a game ended, for its record.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// One value for each player.
    pub returns: Vec<f64>,
    /// In a word, where it did not end on the board.
    pub how: Option<&'static str>,
}

/// Who played, what, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The variant in words.
    pub variant: String,
    /// The names of the players, in their order.
    pub names: Vec<String>,
    /// `2026.11.23`
    pub day: String,
}

impl Heading {
    /// The game as it stands at the end of a stretch.
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

    /// The records of the stretches of a game, the last of which ended so, if it ended.
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

/// The format that the ending of a file names, or else the game's first one; an ending that promises something else is refused.
pub fn format_of(
    game: &'static GameInfo,
    path: &Path,
) -> Result<&'static RecordFormat, InputError> {
    let own: Vec<&str> = game.formats.iter().flat_map(|it| it.extensions).copied().collect();
    output::check_ending(path, &own).map_err(|error| error.within("save"))?;
    game.format_named_by(path)
        .or(game.formats.first())
        .ok_or_else(|| InputError::problem("save", game.name, "has no file format for games"))
}

/// Writes records into a file, whole or not at all.
pub fn write(game: &'static GameInfo, path: &Path, records: &[Record]) -> anyhow::Result<()> {
    output::write_file(path, format_of(game, path)?.written(records))
}

/// The same, if the format can tell the game.
pub fn write_checked(
    game: &'static GameInfo,
    path: &Path,
    records: &[Record],
) -> anyhow::Result<()> {
    let format = format_of(game, path)?;
    for record in records {
        let told = registry::check_storable(catalogue(), game.name, format, record);
        told.map_err(|error| error.within(path.display().to_string()))?;
    }
    write(game, path, records)
}

/// Now, as `2026-11-23T05:16:01Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Today, as records write it.
pub fn today() -> String {
    now().chars().take(10).collect::<String>().replace('-', ".")
}
