//! Options for the position of a command, and for the source of chance events that it needs.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::{Branch, GameInfo, InputError, Record, RecordFormat, Variant, read_moves, say};

use super::variant;
use crate::config::Config;
use ludex_base::catalogue::catalogue;
use ludex_base::encoding::DecodedText;
use ludex_base::input::{STDIN, error_place, read_foreign, read_value};
use ludex_base::losses::losses_in_position;
use ludex_base::numbers;
use ludex_base::output;
use ludex_base::pasted::{MOVES, read_in_all_formats, read_position_list};
use ludex_kit::registry::{self, Session, Token};

/// Maximum number of plies of a record, and of games in a file.
const MOST_PLIES: usize = 1_000_000;

/// The position of a command.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Position")]
pub struct PositionArgs {
    /// The game: its name or an alias; `ludex games` lists all games
    #[arg(value_name = "GAME", help_heading = "Arguments")]
    pub game: String,
    /// A position in one of the game's notations; a game in one of its formats, or a list of moves, stands for the position at its end; -
    /// reads standard input [default: the start]
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves played from that position, with or without numbers and a result; - reads standard input
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// A file with a recorded game, in a format of the game; - reads standard input
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["position", "moves"], allow_hyphen_values = true)]
    pub file: Option<PathBuf>,
    /// The position after N moves of the record [default: its end]
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = ["position", "moves"], value_parser = numbers::range::<usize>(0, MOST_PLIES), allow_hyphen_values = true)]
    pub ply: Option<usize>,
    /// Number of the game in the file [default: 1]
    #[arg(long = "game", value_name = "N", requires = "file", conflicts_with_all = ["position", "moves"], value_parser = numbers::range::<usize>(1, MOST_PLIES), allow_hyphen_values = true)]
    pub number: Option<usize>,
    /// Follow the variation of this name instead of the moves that were played
    #[arg(long, value_name = "NAME", requires = "file", conflicts_with_all = ["position", "moves"], allow_hyphen_values = true)]
    pub branch: Option<String>,
    /// Refuse a file if anything in it cannot be read or kept, instead of printing a warning
    #[arg(long, requires = "file", conflicts_with_all = ["position", "moves"])]
    pub strict: bool,
    /// The variant: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = variant, allow_hyphen_values = true)]
    pub variant: Option<Variant>,
}

impl PositionArgs {
    /// The variant: the default options, overridden by those given.
    pub fn variant(&self, config: &Config) -> Result<Variant, InputError> {
        let defaults = match config.get("variant") {
            Some(default) => default.variant()?,
            None => Variant::new(),
        };
        Ok(self.variant.clone().unwrap_or_default().over(&defaults))
    }

    /// Opens the game at the position.
    pub fn open(&self, config: &Config) -> Result<Box<dyn Session>, InputError> {
        Ok(self.open_with_record(config)?.0)
    }

    /// Opens the game at the position. Also returns the record that leads to it, if it is from a file or states a result.
    pub fn open_with_record(
        &self,
        config: &Config,
    ) -> Result<(Box<dyn Session>, Option<Record>), InputError> {
        if let Some(path) = &self.file {
            let record = self.record(path)?;
            let (session, record) = self.open_whole(record, config)?;
            return Ok((session, Some(record)));
        }
        self.check_stdin()?;
        let position = self.position.as_deref().map(read_value).transpose()?;
        let moves = self.moves.as_deref().map(read_value).transpose()?;
        let opened = self.open_at(position.as_deref(), config);
        let info = catalogue().info(&self.game)?;
        let mut listed = read_moves(info, &moves.unwrap_or_default(), "--moves")?;
        let words = Token::from_record(&listed);
        let session = match (opened, position) {
            (Err(error), Some(text)) => self.open_pasted(&text, &words, config, error)?,
            (opened, _) => {
                let mut session = opened?;
                session.extend(&words)?;
                session
            }
        };
        let stated = listed.result.clone();
        self.settle(&*session, &mut listed, "--moves")?;
        Ok((session, Some(listed).filter(|record| stated.is_some() && record.result == stated)))
    }

    /// Opens the final position of a text that is not a position but a recorded game, or a list of moves. If the text is neither,
    /// returns `error` (from reading it as a position) with a hint about the formats that were tried.
    fn open_pasted(
        &self,
        text: &str,
        more: &[Token],
        config: &Config,
        error: InputError,
    ) -> Result<Box<dyn Session>, InputError> {
        let info = catalogue().info(&self.game)?;
        for (_, read) in read_in_all_formats(info, text) {
            let mut records = read.unwrap_or_default();
            let is_whole = records.len() == 1 && records[0].damage.is_none();
            let Some(mut record) = records.pop().filter(|_| is_whole) else {
                continue;
            };
            let opened = self.open_record(&mut record, config);
            if let Ok((mut session, _)) = opened
                && record.damage.is_none()
            {
                session.extend(more)?;
                return Ok(session);
            }
        }
        let names: Vec<&str> = info.formats.iter().map(|format| format.name).collect();
        let tried = match &names[..] {
            [] => say!("it is not a list of moves either"),
            names => say!(
                "it is not a game in {formats} or a list of moves either",
                formats = names.join(", ")
            ),
        };
        Err(match error.hint.clone() {
            Some(hint) => error.with_hint(format!("{hint}; {tried}")),
            None => error.with_hint(tried),
        })
    }

    /// Opens a position. The position determines some keys of the variant, such as the board size. A default that contradicts the position
    /// is ignored, but an option that contradicts it is an error.
    fn open_at(
        &self,
        position: Option<&str>,
        config: &Config,
    ) -> Result<Box<dyn Session>, InputError> {
        let mut opened = catalogue().session(&self.game, &self.variant(config)?, position);
        if opened.is_err() && position.is_some() && config.get("variant").is_some() {
            let given = self.variant.clone().unwrap_or_default();
            opened = catalogue().session(&self.game, &given, position).or(opened);
        }
        opened
    }

    fn check_stdin(&self) -> Result<(), InputError> {
        if self.position.as_deref() == Some(STDIN) && self.moves.as_deref() == Some(STDIN) {
            return Err(InputError::sentence(
                "--moves",
                say!("standard input (-) cannot be used for both --position and --moves"),
            ));
        }
        Ok(())
    }

    /// Reads the record of a file, in the format of its extension. It may be damaged.
    pub fn record(&self, path: &Path) -> Result<Record, InputError> {
        self.record_as(path, None)
    }

    /// Reads the chosen game or variation of a file in this format. It may be damaged.
    pub fn record_as(
        &self,
        path: &Path,
        format: Option<&RecordFormat>,
    ) -> Result<Record, InputError> {
        self.along_branch(self.game_as(path, format)?)
    }

    /// The variation of a game that `--branch` chooses, or the game itself.
    pub fn along_branch(&self, record: Record) -> Result<Record, InputError> {
        let Some(name) = &self.branch else {
            return Ok(record);
        };
        let branch = find_branch(&record, name)?;
        Ok(record.along(&branch))
    }

    /// Reads the chosen game of a file, with its variations. It may be damaged.
    pub fn game_as(
        &self,
        path: &Path,
        format: Option<&RecordFormat>,
    ) -> Result<Record, InputError> {
        self.chosen_of(self.records_as(path, format)?, path)
    }

    /// The chosen game of a file, with its variations. It may be damaged.
    pub fn chosen_of(&self, mut records: Vec<Record>, path: &Path) -> Result<Record, InputError> {
        let number = self.number.unwrap_or(1);
        if number == 0 || number > records.len() {
            let sentence = match records.len() {
                0 => say!("the file contains no game"),
                1 => say!("there is no game {number}: the file has only one game", number),
                n_games => say!(
                    "there is no game {number}: the file has games 1 to {all}",
                    number,
                    all = n_games
                ),
            };
            return Err(InputError::sentence(error_place(path), sentence));
        }
        let mut record = records.swap_remove(number - 1);
        drop(records);
        locate(&mut record, path);
        match &record.damage {
            Some(damage) if !record.has_content() => return Err(damage.clone()),
            _ => {}
        }
        self.report_remarks(&record.remarks)?;
        Ok(record)
    }

    /// If a file contains several games and `--game` chooses none, reports that only the first one is used. `sentence` says so with
    /// the number of games, such as "only game 1 of 5 is written".
    pub fn remark_other_games(
        &self,
        n_games: usize,
        path: &Path,
        sentence: impl FnOnce(usize) -> String,
    ) -> Result<(), InputError> {
        if self.number.is_some() || n_games < 2 {
            return Ok(());
        }
        let remark = InputError::sentence(error_place(path), sentence(n_games));
        self.report_remarks(&[remark.with_hint(say!("--game N chooses another one"))])
    }

    /// Reads all records of a file in this format. Any of them may be damaged. The places of their plies do not contain the file yet;
    /// `locate` adds it.
    pub fn records_as(
        &self,
        path: &Path,
        format: Option<&RecordFormat>,
    ) -> Result<Vec<Record>, InputError> {
        let info = catalogue().info(&self.game)?;
        let DecodedText { text, remark } = read_foreign(path)?;
        self.report_remarks(remark.as_slice())?;
        let place = error_place(path);
        let mut records =
            read_records(info, format, path, &text).map_err(|error| error.within(&place))?;
        for record in &mut records {
            for error in record.damage.iter_mut().chain(&mut record.remarks) {
                *error = error.clone().within(&place);
            }
        }
        Ok(records)
    }

    /// Reports remarks on a file as warnings, or with `--strict` the first of them as an error.
    pub fn report_remarks(&self, remarks: &[InputError]) -> Result<(), InputError> {
        if let (true, Some(remark)) = (self.strict, remarks.first()) {
            return Err(remark.clone());
        }
        for remark in remarks {
            output::warn(remark);
        }
        Ok(())
    }

    /// The text of a position, after reporting what the notation cannot store.
    pub fn text_of(&self, session: &dyn Session, notation: &str) -> Result<String, InputError> {
        let text = session.position_as(notation);
        let remarks = losses_in_position(session, &text, notation);
        self.report_remarks(&remarks)?;
        Ok(text)
    }

    /// Opens the game of a record, which must contain the requested position.
    pub fn open_whole(
        &self,
        mut record: Record,
        config: &Config,
    ) -> Result<(Box<dyn Session>, Record), InputError> {
        let (session, _) = self.open_record(&mut record, config)?;
        match record.damage {
            Some(damage) if self.ply.is_none() => Err(damage.with_hint(say!(
                "use --ply N for a position before the error; `ludex convert` keeps the moves before it"
            ))),
            _ => Ok((session, record)),
        }
    }

    /// Opens the game of a record after `--ply` moves. Also returns all moves and events of the record. An illegal move ends the record,
    /// which is then damaged. The result of the record is adjusted to the rules.
    pub fn open_record(
        &self,
        record: &mut Record,
        config: &Config,
    ) -> Result<(Box<dyn Session>, Vec<Token>), InputError> {
        // The record's tags take precedence over defaults, and options over the tags.
        let defaults = Self::default().variant(config)?;
        let given = self.variant.clone().unwrap_or_default();
        let variant = given.over(&record.variant.over(&defaults));
        let start = record.start.as_deref();
        let session = catalogue().session(&self.game, &variant, start).or_else(|error| {
            let without = given.over(&record.variant);
            catalogue().session(&self.game, &without, start).map_err(|_| error)
        });
        // If the starting position is invalid, the record's own error is used, because it contains the place in the file.
        let placed = |error| record.damage.clone().unwrap_or(error);
        let mut session = session.map_err(placed)?;
        let mut words: Vec<Token> = Vec::new();
        for word in Token::from_record(record) {
            if let Err(error) = session.play(&word.text) {
                record.damage = Some(word.locate(error));
                break;
            }
            words.push(word);
        }
        record.truncate(words.len());
        self.check_damage(record)?;
        if record.damage.is_none() {
            self.settle(&*session, record, &say!("game"))?;
        }
        if !record.asides.is_empty() {
            session.restart();
            let replayed = registry::replay(&mut *session, record, usize::MAX);
            self.report_remarks(&replayed.wrong_asides)?;
        }
        if let Some(n_played) = self.ply {
            if n_played > words.len() {
                let expected =
                    say!("0 to {length}, the length of the record", length = words.len());
                let error = InputError::new("--ply", n_played.to_string(), expected);
                return Err(record.damage.clone().unwrap_or(error));
            }
            session.restart();
            session.extend(&words[..n_played])?;
        }
        Ok((session, words))
    }

    /// Replaces a result that contradicts the rules, and reports it. The place of the report is the last move, or `place` if there are no
    /// moves.
    pub fn settle(
        &self,
        session: &dyn Session,
        record: &mut Record,
        place: &str,
    ) -> Result<(), InputError> {
        let Some(wrong) = session.settle(record) else {
            return Ok(());
        };
        let end = record.plies.last().map_or(place, |ply| ply.place.as_str());
        self.report_remarks(&[wrong.within(end)])
    }

    /// An error for a damaged record if all of it is needed, or if nothing of it can be used.
    fn check_damage(&self, record: &Record) -> Result<(), InputError> {
        match &record.damage {
            Some(damage) if self.strict || !record.has_content() => Err(damage.clone()),
            _ => Ok(()),
        }
    }
}

/// Adds the name of the file to the places of a record's plies. It is called only for records that are used, because in a large file the
/// names need much memory.
pub(crate) fn locate(record: &mut Record, path: &Path) {
    let place = error_place(path);
    let asides = record.asides.iter_mut().map(|aside| &mut aside.ply);
    for ply in record.plies.iter_mut().chain(asides) {
        ply.place = format!("{place}, {}", ply.place);
    }
}

/// Errors in the games of a file. All but the last one are reported as warnings, in order; the last one ends the command as its error.
pub(crate) struct Damage<E>(Option<E>);

impl<E> Default for Damage<E> {
    fn default() -> Self {
        Self(None)
    }
}

impl<E: Display> Damage<E> {
    pub(crate) fn extend(&mut self, damage: Option<E>) {
        if damage.is_some() {
            self.report();
            self.0 = damage;
        }
    }

    /// Reports the stored error as a warning, since another one follows.
    pub(crate) fn report(&mut self) {
        if let Some(before) = self.0.take() {
            output::warn(&before);
        }
    }

    pub(crate) fn last(self) -> Option<E> {
        self.0
    }
}

/// The name with which `--branch` selects a game with all its variations.
pub(crate) const ALL_BRANCHES: &str = "all";

/// Finds a variation by its name.
pub(crate) fn find_branch(record: &Record, name: &str) -> Result<Branch, InputError> {
    record.find_branch(name).map_err(|error| {
        let error = error.within("--branch");
        if name != ALL_BRANCHES {
            return error;
        }
        error.with_hint(say!("only `analyse` without --ply and `convert` accept --branch all"))
    })
}

/// Reads all games of a text: in this format, or in the format that the file's extension names, or in the game's first format.
fn read_records(
    info: &GameInfo,
    format: Option<&RecordFormat>,
    path: &Path,
    text: &str,
) -> Result<Vec<Record>, InputError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let named = info.format_named_by(path);
    // A file with the extension `.moves` is a list of moves, as `convert --to moves` writes it.
    if format.or(named).is_none() && ending == MOVES {
        return Ok(vec![read_moves(info, text, "")?]);
    }
    if text.trim().is_empty() {
        let sentence = say!("the file is empty; expected a game of {game}", game = info.name);
        return Err(InputError::sentence("", sentence));
    }
    let by_ending =
        format.is_none_or(|format| named.is_some_and(|named| named.name == format.name));
    if let Some(listed) = read_position_list(info, text).filter(|_| by_ending) {
        return Ok(listed);
    }
    match format.or(named).or(info.formats.first()) {
        Some(format) => (format.read)(text),
        None => Err(InputError::sentence("", say!("this game has no format for recorded games"))),
    }
}

/// The source of chance events that the position needs.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Position")]
pub(crate) struct DealArgs {
    /// Roll, deal or draw at random (from the seed) if the position needs it; no effect in games without chance
    #[arg(long)]
    pub deal: bool,
}

impl DealArgs {
    /// Deals and draws what is missing, if requested.
    pub(crate) fn deal(self, session: &mut dyn Session, seed: u64) -> Result<(), InputError> {
        while self.deal && session.sample_event(seed)?.is_some() {}
        Ok(())
    }
}

/// `--deal` with its own `--seed`, for commands in which nothing else is random.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Position")]
pub(crate) struct SeededDealArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// Seed of the random roll, deal or draw [default: 0]
    #[arg(long, value_name = "SEED", requires = "deal", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
}

impl SeededDealArgs {
    /// Deals and draws what is missing, if requested.
    pub(crate) fn deal(self, session: &mut dyn Session, config: &Config) -> Result<(), InputError> {
        let seed = config.or(self.seed, "seed", numbers::seed)?;
        self.deal.deal(session, seed.unwrap_or(0))
    }
}
