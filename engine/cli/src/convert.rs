//! `ludex convert`: converts between record files, positions and lists of moves.

use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::{
    After, GameInfo, InputError, Record, RecordFormat, RecordedPly, Variant, read_moves, say,
    say_count,
};
use serde_json::json;

use super::analyse::is_list;
use super::options::{ALL_BRANCHES, Damage, locate};
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use ludex_base::catalogue::catalogue;
use ludex_base::input::{error_place, read_foreign};
use ludex_base::losses::{loss_remarks, losses_in_moves};
use ludex_base::numbers::nearest;
use ludex_base::output;
use ludex_kit::registry::{self, Session, Token};

const EXAMPLES: &str = "\
Examples:
  ludex convert takt --file game.ptn --to tps --ply 12
  ludex convert takt --moves \"a1 e5 c3\" --to ptn --out game.ptn
  ludex convert takt --file game.ptn --to moves
  ludex convert takt --file game.ptn --to ptn        # the same game, written neatly

`ludex games` lists the formats of each game. The ending of a file selects its format.
Anything that cannot be read or kept is reported on standard error with its place. If
a game has an illegal move or a word that is not a move, it is written up to that
place, and the exit code is 2; other games are written completely. Smaller problems,
such as an illegal move in a variation, are warnings. With --strict every problem is
an error, and after an error no output is written at all. Limits: 256 MiB for a file,
100000 moves for a game with its variations, 30000 moves for one line, 100000 cells
for a board that is drawn.";

/// Convert between a game's notations and files. All input is checked against the rules.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Convert {
    #[command(flatten)]
    position: PositionArgs,
    /// Format of the input [default: depends on the option used and the file's ending]
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Format of the output
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// Write this file instead of standard output, completely or not at all
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// A format of input or output: a record, a position or a list of moves.
#[derive(Clone, Copy, Debug)]
enum TextKind {
    Record(&'static RecordFormat),
    /// A position in this notation.
    Position(&'static str),
    Moves,
}

/// The input: the session at the requested position, and the record that leads to it.
struct Source {
    session: Box<dyn Session>,
    record: Record,
    /// Whether the record contains the moves that led to the position.
    has_moves: bool,
}

impl Convert {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let info = catalogue().info(&self.position.game)?;
        let to = named_kind(info, &self.to, "--to")?;
        let json = self.output.json(&config)?;
        if let Some(path) = &self.out {
            let own: &[&str] = match to {
                _ if json => &["json", "jsonl"],
                TextKind::Record(format) => format.extensions,
                TextKind::Position(_) | TextKind::Moves => &[],
            };
            output::check_ending(path, own).map_err(|error| error.within("--out"))?;
            output::check_writable(path)?;
        }
        let (text, damage) = match to {
            TextKind::Record(format) if self.is_whole_file(info) => {
                self.convert_all(info, format, &config)?
            }
            TextKind::Position(notation) if self.is_whole_file(info) => {
                self.convert_positions(info, notation, &config)?
            }
            _ => self.write(info, self.read(info, &config)?, to)?,
        };
        let text =
            if json { format!("{}\n", json!({"format": self.to, "text": text})) } else { text };
        match &self.out {
            Some(path) => output::write_file(path, &text)?,
            None => output::print(&text)?,
        }
        match damage {
            Some(damage) => Err(damage.into()),
            None => Ok(()),
        }
    }

    /// Whether to convert all games of a file.
    fn is_whole_file(&self, info: &'static GameInfo) -> bool {
        let args = &self.position;
        let kind = self.source_kind(info);
        args.file.is_some()
            && matches!(kind, Ok(None | Some(TextKind::Record(_))))
            && args.number.is_none()
            && args.ply.is_none()
            && args.branch.as_deref().is_none_or(|name| name == ALL_BRANCHES)
    }

    /// The file to convert as a whole, and the format to read it as, if given.
    fn whole_file(
        &self,
        info: &'static GameInfo,
    ) -> Result<(&Path, Option<&'static RecordFormat>), InputError> {
        let path = self.position.file.as_deref();
        let path = path.expect("`is_whole_file` has checked that there is a file");
        Ok(match self.source_kind(info)? {
            Some(TextKind::Record(format)) => (path, Some(format)),
            _ => (path, None),
        })
    }

    /// Converts a file with several positions to a list, one per line. For any other file, converts the final position of the first game.
    fn convert_positions(
        &self,
        info: &'static GameInfo,
        notation: &'static str,
        config: &Config,
    ) -> anyhow::Result<(String, Option<InputError>)> {
        let (path, from) = self.whole_file(info)?;
        let records = self.position.records_as(path, from)?;
        if !is_list(&records) {
            self.position.remark_other_games(records.len(), path, only_one_written)?;
            let record = self.position.chosen_of(records, path)?;
            let source = self.source(record, config)?;
            return self.write(info, source, TextKind::Position(notation));
        }
        let (mut text, mut damage) = (String::new(), Damage::default());
        for mut record in records {
            if record.damage.is_some() {
                damage.extend(record.damage);
                continue;
            }
            let (session, _) = self.position.open_record(&mut record, config)?;
            text.extend([&self.position.text_of(&*session, notation)?, "\n"]);
        }
        Ok((text, damage.last()))
    }

    /// The kind of input, by option or by the extension of the file.
    fn source_kind(&self, info: &'static GameInfo) -> Result<Option<TextKind>, InputError> {
        let path = self.position.file.as_deref();
        match &self.from {
            Some(name) => named_kind(info, name, "--from").map(Some),
            None => Ok(path.and_then(|path| kind_by_ending(info, path))),
        }
    }

    /// Converts all games of a file. An error in one game does not affect the other games; the game itself is written up to the error.
    fn convert_all(
        &self,
        info: &'static GameInfo,
        to: &'static RecordFormat,
        config: &Config,
    ) -> anyhow::Result<(String, Option<InputError>)> {
        let args = &self.position;
        let (path, from) = self.whole_file(info)?;
        let mut records = args.records_as(path, from)?;
        if records.is_empty() {
            // This returns an error that explains why there is no game.
            records = vec![args.chosen_of(records, path)?];
        }
        let (mut good, mut damage) = (Vec::new(), Damage::default());
        let last = records.iter().rposition(|record| record.damage.is_some());
        for (index, mut record) in records.into_iter().enumerate() {
            locate(&mut record, path);
            args.report_remarks(&record.remarks)?;
            let is_verbatim = from.is_some_and(|from| from.verbatim) && to.verbatim;
            let checked = match record.damage.take() {
                Some(damage) if !record.has_content() => Err(damage),
                damage => {
                    record.damage = damage;
                    self.check(&mut record, is_verbatim, config)
                        .and_then(|_| self.check_losses(info, to, &record))
                }
            };
            match checked {
                Ok(()) => {
                    damage.extend(record.damage.take());
                    good.push(record);
                }
                Err(error) if args.strict => return Err(error.into()),
                Err(error) => damage.extend(Some(error)),
            }
            if last.is_some_and(|last| index < last) {
                damage.report();
            }
        }
        match damage.last() {
            Some(damage) if good.is_empty() => Err(damage.into()),
            damage => Ok((to.written(&good), damage)),
        }
    }

    /// Checks a record against the rules, and rewrites its moves in standard notation, up to the first illegal
    /// one.
    fn check(
        &self,
        record: &mut Record,
        is_verbatim: bool,
        config: &Config,
    ) -> Result<Box<dyn Session>, InputError> {
        let (mut session, words) = self.position.open_record(record, config)?;
        session.restart();
        if !record.asides.is_empty() {
            let replayed = registry::replay(&mut *session, record, usize::MAX);
            if !is_verbatim {
                replayed.correct_asides(record);
            }
            session.restart();
        }
        let n_played = self.position.ply.unwrap_or(words.len());
        let canonical = play_all(&mut *session, &words[..n_played])?;
        self.cut(record, n_played)?;
        if !is_verbatim {
            for (ply, checked) in record.plies.iter_mut().zip(canonical) {
                ply.text = checked.text;
            }
        }
        record.variant = self.whole_variant(&*session, record);
        Ok(session)
    }

    /// Ends a record at a ply, and reports the variations of later moves, which are lost.
    fn cut(&self, record: &mut Record, n_plies: usize) -> Result<(), InputError> {
        let (n_before, asides) = (record.branches().len(), record.asides.clone());
        record.truncate(n_plies);
        let n_lost = n_before - record.branches().len();
        let mut lost = asides.iter();
        let first = lost.find(|aside| matches!(aside.after, After::Main(ply) if ply >= n_plies));
        match first {
            Some(first) if n_lost > 0 => {
                let sentence = say_count!(
                    n_lost as u64,
                    "{count} variation left out: --ply ends the game after move {ply}",
                    "{count} variations left out: --ply ends the game after move {ply}",
                    ply = n_plies
                );
                let remark = InputError::sentence(&*first.ply.place, sentence);
                self.position.report_remarks(&[remark])
            }
            _ => Ok(()),
        }
    }

    fn read(&self, info: &'static GameInfo, config: &Config) -> anyhow::Result<Source> {
        let from = self.source_kind(info)?;
        let args = &self.position;
        match (&args.file, from) {
            (Some(path), Some(TextKind::Position(_))) => {
                let text = self.read_file(path)?.trim().to_owned();
                self.read_text(config, Some(&text), None)
            }
            (Some(path), Some(TextKind::Moves)) => {
                let text = self.read_file(path)?;
                self.read_text(config, None, Some(&text))
            }
            (Some(path), Some(TextKind::Record(format))) => {
                self.read_record(path, Some(format), config)
            }
            (Some(path), None) => self.read_record(path, None, config),
            (None, Some(TextKind::Record(format))) => {
                let sentence =
                    say!("{format} needs a {format} file: add --file FILE", format = format.name);
                Err(InputError::sentence("--from", sentence).into())
            }
            (None, Some(TextKind::Position(_))) if args.position.is_none() => {
                Err(InputError::sentence(
                    "--from",
                    say!("a position is needed: add --position or --file"),
                )
                .into())
            }
            (None, Some(TextKind::Moves)) if args.moves.is_none() => {
                Err(InputError::sentence("--from", say!("moves are needed: add --moves or --file"))
                    .into())
            }
            (None, _) => self.read_text(config, args.position.as_deref(), args.moves.as_deref()),
        }
    }

    fn read_file(&self, path: &Path) -> Result<String, InputError> {
        let decoded = read_foreign(path)?;
        self.position.report_remarks(decoded.remark.as_slice())?;
        Ok(decoded.text)
    }

    /// Reads a position and moves: from the command line, or from a file that contains only them.
    fn read_text(
        &self,
        config: &Config,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> anyhow::Result<Source> {
        let position = position.map(ludex_base::input::read_value).transpose()?;
        let moves = moves.map(ludex_base::input::read_value).transpose()?;
        let args = PositionArgs {
            position: position.clone(),
            moves: None,
            file: None,
            ply: None,
            ..self.position.clone()
        };
        let mut session = args.open(config)?;
        let start = position.as_ref().map(|_| session.position());
        let info = catalogue().info(&self.position.game)?;
        let listed = read_moves(info, moves.as_deref().unwrap_or_default(), "moves")?;
        let words = Token::from_record(&listed);
        let n_played = self.position.ply.unwrap_or(words.len());
        if n_played > words.len() {
            let expected =
                say!("a number from 0 to {moves}, the number of moves", moves = words.len());
            return Err(InputError::new("--ply", n_played.to_string(), expected).into());
        }
        let plies = play_all(&mut *session, &words[..n_played])?;
        let mut record = Record {
            variant: session.variant(),
            start,
            plies,
            result: listed.result.filter(|_| n_played == words.len()),
            ..Record::default()
        };
        self.position.settle(&*session, &mut record, "moves")?;
        Ok(Source { session, record, has_moves: position.is_none() || moves.is_some() })
    }

    /// Reads a record file; its tags, comments and variations are kept.
    fn read_record(
        &self,
        path: &Path,
        format: Option<&RecordFormat>,
        config: &Config,
    ) -> anyhow::Result<Source> {
        let args = &self.position;
        let records = args.records_as(path, format)?;
        args.remark_other_games(records.len(), path, only_one_written)?;
        let game = args.chosen_of(records, path)?;
        let record = match args.branch.as_deref() {
            Some(ALL_BRANCHES) => game,
            _ => args.along_branch(game)?,
        };
        self.source(record, config)
    }

    fn source(&self, mut record: Record, config: &Config) -> anyhow::Result<Source> {
        let session = self.check(&mut record, false, config)?;
        Ok(Source { session, record, has_moves: true })
    }

    /// The converted text, and the error at which the record ends if it is damaged.
    fn write(
        &self,
        info: &GameInfo,
        mut source: Source,
        to: TextKind,
    ) -> anyhow::Result<(String, Option<InputError>)> {
        let damage = source.record.damage.take();
        let damage = damage.filter(|_| self.position.ply.is_none());
        match (to, damage) {
            // The moves after the damage are missing, so the final position would be a different one.
            (TextKind::Position(_), Some(damage)) => Err(damage.into()),
            (to, damage) => Ok((self.text(info, &source, to)?, damage)),
        }
    }

    fn text(&self, info: &GameInfo, source: &Source, to: TextKind) -> anyhow::Result<String> {
        match to {
            TextKind::Position(notation) => {
                Ok(self.position.text_of(&*source.session, notation)? + "\n")
            }
            TextKind::Record(format) => {
                self.check_losses(info, format, &source.record)?;
                Ok((format.write)(&source.record))
            }
            TextKind::Moves if source.has_moves => {
                self.position.report_remarks(&losses_in_moves(info.name, &source.record))?;
                let plies = source.record.plies.iter();
                let words: Vec<&str> = plies.map(|ply| ply.text.as_str()).collect();
                Ok(format!("{}\n", words.join(" ")))
            }
            TextKind::Moves => {
                let problem =
                    say!("is not possible: a position does not contain the moves that led to it");
                let error = InputError::problem("--to", "moves", problem);
                Err(error
                    .with_hint(say!(
                        "use {format} or a record format",
                        format = info.position_format
                    ))
                    .into())
            }
        }
    }

    /// An error if the output would be read as a different game; also reports what the format cannot store.
    fn check_losses(
        &self,
        info: &GameInfo,
        format: &RecordFormat,
        record: &Record,
    ) -> Result<(), InputError> {
        let losses = registry::losses(catalogue(), info.name, format, record);
        let losses = losses.map_err(|error| error.within("--to"))?;
        let place = self.position.file.as_deref().map_or("--to".into(), error_place);
        let remarks = loss_remarks(losses, format).into_iter();
        let remarks = remarks.map(|remark| remark.within_unless_there(&place));
        self.position.report_remarks(&remarks.collect::<Vec<_>>())
    }

    /// The full variant. Options that the record states stay explicit, even if they are the defaults.
    fn whole_variant(&self, session: &dyn Session, record: &Record) -> Variant {
        let given = self.position.variant.clone().unwrap_or_default();
        session.variant().over(&given.over(&record.variant))
    }
}

/// The remark that the other games of a file are left out.
fn only_one_written(n_games: usize) -> String {
    say!("only game 1 of {all} is written", all = n_games)
}

/// Plays moves and returns them in standard notation.
fn play_all(session: &mut dyn Session, words: &[Token]) -> Result<Vec<RecordedPly>, InputError> {
    let play = |word: &Token| {
        let text = session.play(&word.text).map_err(|error| word.locate(error))?;
        Ok(RecordedPly { text, place: word.place.clone(), ..RecordedPly::default() })
    };
    words.iter().map(play).collect()
}

/// The names of all formats of input and output, for errors.
fn kind_names(info: &GameInfo) -> Vec<&'static str> {
    let records = info.formats.iter().map(|format| format.name);
    let positions = [info.position_format].into_iter().chain(info.more_positions.iter().copied());
    records.chain(positions).chain(["moves"]).collect()
}

fn named_kind(info: &'static GameInfo, name: &str, place: &str) -> Result<TextKind, InputError> {
    if let Some(format) = info.formats.iter().find(|format| format.name == name) {
        return Ok(TextKind::Record(format));
    }
    if name == info.position_format || name == "position" {
        return Ok(TextKind::Position(info.position_format));
    }
    if let Some(notation) = info.more_positions.iter().find(|&&known| known == name) {
        return Ok(TextKind::Position(notation));
    }
    if name == "moves" {
        return Ok(TextKind::Moves);
    }
    let names = kind_names(info);
    let error = InputError::unknown(place, name, &say!("a format of this game"), &names);
    Err(match nearest(name, names) {
        Some(near) => error.with_hint(say!("did you mean {near}?", near)),
        None => error,
    })
}

fn kind_by_ending(info: &'static GameInfo, path: &Path) -> Option<TextKind> {
    if let Some(format) = info.format_named_by(path) {
        return Some(TextKind::Record(format));
    }
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    named_kind(info, &ending, "").ok()
}
