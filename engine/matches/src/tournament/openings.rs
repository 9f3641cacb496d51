//! Openings: from a file of moves, positions or recorded games, or the balanced ones shipped with a game.

use std::path::Path;

use ludex_kit::registry::{Session, Token};
use ludex_kit::{GameInfo, InputError, Record, RecordFormat, say, say_count};

use super::arena::BookLine;
use super::settings::{GameEntry, Openings};
use ludex_base::catalogue::catalogue;
use ludex_base::encoding::DecodedText;
use ludex_base::input::read_foreign;
use ludex_base::output;

/// The openings from files for a game of a tournament; empty if pairs begin with random plies.
pub(crate) fn openings_of(entry: &GameEntry) -> Result<Vec<BookLine>, InputError> {
    let path = match (&entry.openings, entry.book_file()) {
        (_, Some(path)) => Path::new(path),
        (Some(Openings::Balanced), None) => return balanced(entry),
        _ => return Ok(Vec::new()),
    };
    let DecodedText { text, remark } =
        read_foreign(path).map_err(|error| match &entry.openings {
            Some(Openings::File(word)) => error.with_nearest(word, Openings::WORDS),
            _ => error,
        })?;
    if let Some(remark) = remark {
        output::warn(&remark);
    }
    let place = path.display().to_string();
    let info = catalogue().info(&entry.game)?;
    let openings = match record_format(info, path, &text) {
        Some(format) => openings_from_records(entry, format, &text, &place),
        None => Ok(lines(&text)),
    };
    let mut openings = openings.map_err(|error| error.within(&place))?;
    if openings.is_empty() {
        return Err(InputError::sentence(place, say!("the file has no opening")));
    }
    for opening in &mut openings {
        opening.place = format!("{place}, {}", opening.place);
    }
    Ok(openings)
}

/// The balanced openings that are shipped with a game.
fn balanced(entry: &GameEntry) -> Result<Vec<BookLine>, InputError> {
    let session = catalogue().session(&entry.game, &entry.variant()?, None)?;
    let info = session.info();
    if let Some(suite) = info.shipped(info.openings, &session.variant()) {
        let place = |line: BookLine| BookLine {
            place: say!(
                "balanced openings of {game}, {place}",
                game = info.name,
                place = line.place
            ),
            ..line
        };
        return Ok(lines(suite.text).into_iter().map(place).collect());
    }
    let openings = catalogue().openings().map(|(game, variant)| format!("{game} {variant}"));
    let known: Vec<String> = openings.collect();
    let variant = info.for_openings(&session.variant());
    let others = match known.join("; ") {
        known if known.is_empty() => say!("no variant has any"),
        known => say!("they exist for {known}", known),
    };
    let game = format!("{} {variant}", info.name);
    let sentence =
        say!("there are no balanced openings for {game}; {others}", game = game.trim_end(), others);
    let error = InputError::sentence("openings", sentence);
    Err(error.with_hint(say!(
        "use random ones, or make a file with --make-book and read it with --book"
    )))
}

/// The record format of a file, by its extension or its first line.
fn record_format(
    info: &'static GameInfo,
    path: &Path,
    text: &str,
) -> Option<&'static RecordFormat> {
    let begins_so = |opening: &str| text.trim_start().starts_with(opening);
    let has_moves = |format: &&RecordFormat| {
        let records = (format.read)(text).unwrap_or_default();
        records.iter().any(|record| !record.plies.is_empty())
    };
    info.format_named_by(path).or_else(|| {
        let mut formats = info.formats.iter();
        formats.find(|format| (begins_so("[") || begins_so("(;")) && has_moves(format))
    })
}

/// The openings of a text, one per line; `#` starts a comment. A line whose first move number is not 1 continues the opening of the
/// previous line.
fn lines(text: &str) -> Vec<BookLine> {
    let mut openings: Vec<BookLine> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        match openings.last_mut() {
            _ if line.is_empty() => {}
            Some(before) if continues_previous(line) => before.text.extend([" ", line]),
            _ => openings.push(BookLine {
                text: position_in_tag(line).unwrap_or(line).to_owned(),
                place: format!("line {number}"),
            }),
        }
    }
    openings
}

/// The position in a tag: `[TPS "x5/x5/x5/x5/x5 1 1"]`.
fn position_in_tag(line: &str) -> Option<&str> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.chars().all(char::is_alphanumeric).then_some(value)
}

/// Whether a line starts with a move number other than 1.
fn continues_previous(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = line[..line.len() - behind.len()].parse::<u32>();
    behind.starts_with(['.', ')']) && number.is_ok_and(|number| number > 1)
}

/// Recorded games as openings: their moves, or their final position if the game does not begin at the usual start.
fn openings_from_records(
    entry: &GameEntry,
    format: &RecordFormat,
    text: &str,
    place: &str,
) -> Result<Vec<BookLine>, InputError> {
    let mut openings = Vec::new();
    let records = (format.read)(text)?;
    let first = records.iter().find_map(|record| record.asides.first());
    if let Some(first) = first {
        let n_branches: usize = records.iter().map(|record| record.branches().len()).sum();
        let sentence = say_count!(
            n_branches as u64,
            "{count} variation ignored: only main lines are openings",
            "{count} variations ignored: only main lines are openings"
        );
        output::warn(&InputError::sentence(&*first.ply.place, sentence).within(place));
    }
    for (number, record) in (1..).zip(records) {
        let mut session = catalogue().session(&entry.game, &entry.variant()?, None)?;
        let line = line_of(&mut *session, &record);
        openings.push(BookLine {
            text: line.map_err(|error| error.within(format!("game {number}")))?,
            place: format!("game {number}"),
        });
    }
    Ok(openings)
}

fn line_of(session: &mut dyn Session, record: &Record) -> Result<String, InputError> {
    if let Some(damage) = &record.damage {
        return Err(damage.clone());
    }
    let info = session.info();
    let played = catalogue().session(info.name, &record.variant, record.start.as_deref())?;
    let (wanted, told) = (session.variant(), played.variant());
    let named = info.for_openings(&record.variant);
    if let Some((key, _)) = named.iter().find(|(key, _)| told.get(key) != wanted.get(key)) {
        let in_words = |value: Option<&str>| format!("{key}={}", value.unwrap_or("default"));
        let expected = say!("{key}, as in the tournament", key = in_words(wanted.get(key)));
        return Err(InputError::new("variant", in_words(told.get(key)), expected));
    }
    let start = record.start.as_deref();
    session.start_at(start)?;
    session.extend(&Token::from_record(record))?;
    let told = session.game_so_far();
    Ok(match told.start {
        None if !told.steps.is_empty() => told.steps.join(" "),
        _ => session.position(),
    })
}
