//! Games and positions from pasted text or a dropped file: which game and which format it is, is found out.

use axum::Router;
use ludex_games::registry::{self, Session, Token};
use ludex_games::{GAMES, GameInfo, InputError, Record, RecordedPly, Variant};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::answer;
use super::line::Line;
use super::{Limits, Refusal, Server, Shared};
use crate::pasted::{MOVES, readings};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/import", answer(import))
}

/// A text, and what is known about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    text: String,
    game: Option<String>,
    variant: Option<String>,
}

/// The most games of one text.
const GAMES_OF_A_TEXT: usize = 200;

fn import(_: &Server, question: &Question) -> Result<Value, Refusal> {
    let given = match question.variant.as_deref().map(str::trim) {
        None | Some("") => Variant::new(),
        Some(text) => text.parse()?,
    };
    let games = match &question.game {
        Some(name) => vec![registry::info(name)?],
        None => GAMES.to_vec(),
    };
    let text = question.text.trim();
    let mut best: Option<Reading> = None;
    let mut why = Vec::new();
    for info in &games {
        for reading in read(info, text, &given, &mut why) {
            if best
                .as_ref()
                .is_none_or(|best| reading.worth() > best.worth())
            {
                best = Some(reading);
            }
        }
    }
    match best {
        Some(reading) => Ok(json!({
            "games": reading.games.iter().map(|game| &game.object).collect::<Vec<_>>(),
            "kind": reading.kind,
        })),
        None => Err(unreadable(text, &games, why).into()),
    }
}

/// A text as one game in one format.
struct Reading {
    kind: &'static str,
    games: Vec<ImportedGame>,
}

struct ImportedGame {
    object: Value,
    n_steps: usize,
    is_whole: bool,
}

impl Reading {
    /// Which reading is meant: one without damage, the one that tells most of the game, the one that tells more about it.
    fn worth(&self) -> (bool, usize, bool) {
        let is_whole = self.games.iter().all(|game| game.is_whole);
        let n_steps = self.games.iter().map(|game| game.n_steps).sum();
        (is_whole, n_steps, self.kind != MOVES)
    }
}

/// All readings of a text as this game. `why` hears what is wrong with the others.
fn read(
    info: &'static GameInfo,
    text: &str,
    given: &Variant,
    why: &mut Vec<InputError>,
) -> Vec<Reading> {
    let mut readings_found = Vec::new();
    match position(info, text, given) {
        Ok(game) => readings_found.push(Reading {
            kind: "position",
            games: vec![game],
        }),
        Err(error) => why.push(error),
    }
    for (format, read) in readings(info, text) {
        let kind = if format == MOVES { MOVES } else { "record" };
        let mut games = Vec::new();
        match read {
            Ok(records) => {
                for record in records.iter().take(GAMES_OF_A_TEXT) {
                    match recorded(info, format, record, given) {
                        Ok(game) => games.push(game),
                        Err(error) => why.push(error),
                    }
                }
            }
            Err(error) => match up_to_damage(info, format, text, &error) {
                Some(record) => match recorded(info, format, &record, given) {
                    Ok(game) => games.push(game),
                    Err(error) => why.push(error),
                },
                None => why.push(error),
            },
        }
        if !games.is_empty() {
            readings_found.push(Reading { kind, games });
        }
    }
    readings_found
}

/// What a format reads of a text in front of the word that it does not know; none if that is not a game.
fn up_to_damage(info: &GameInfo, format: &str, text: &str, error: &InputError) -> Option<Record> {
    let mut formats = info.formats.iter();
    let format = formats.find(|known| known.name == format)?;
    let line = error
        .place
        .split(", ")
        .find_map(|part| part.strip_prefix("line "));
    let number: usize = line?.parse().ok()?;
    let before: usize = text
        .split_inclusive('\n')
        .take(number - 1)
        .map(str::len)
        .sum();
    let rest = &text[before..];
    let at = rest
        .find(&error.found)
        .filter(|_| !error.found.is_empty())?;
    let good = text[..before + at].trim_end();
    // In front of the word may stand the number of its move, behind which a move is expected.
    let without_number = || good.rsplit_once(char::is_whitespace).map(|(good, _)| good);
    let read = (format.read)(good).ok();
    let mut records = read.or_else(|| (format.read)(without_number()?).ok())?;
    let mut record = records.pop()?;
    record.damage = Some(error.clone());
    (records.is_empty() && !record.plies.is_empty()).then_some(record)
}

fn position(
    info: &'static GameInfo,
    text: &str,
    given: &Variant,
) -> Result<ImportedGame, InputError> {
    if text.is_empty() {
        return Err(InputError::new("text", "", "a game or a position"));
    }
    let mut session = registry::open(info.name, given, Some(text))?;
    session.set_line(Some(text), &[])?;
    let object = json!({
        "line": Line::of(&*session),
        "format": info.position_format,
        "names": [],
        "tags": [],
        "result": null,
        "comments": {},
        "marks": {},
        "variations": {},
        "damage": null,
    });
    Ok(ImportedGame {
        object,
        n_steps: 1,
        is_whole: true,
    })
}

/// The game of a record, as far as it is legal. An error if none of it is.
fn recorded(
    info: &'static GameInfo,
    format: &str,
    record: &Record,
    given: &Variant,
) -> Result<ImportedGame, InputError> {
    let variant = given.over(&record.variant);
    let start = record.start.as_deref();
    let mut session = registry::open(info.name, &variant, start)?;
    session.set_line(start, &[])?;
    let mut notes = Notes::default();
    if let Some(comment) = &record.comment {
        notes.comments.insert("0".to_owned(), json!(comment));
    }
    let mut damage = record.damage.clone();
    let mut n_plies = 0;
    for ply in &record.plies {
        match play(&mut *session, ply, &mut notes) {
            Ok(()) => n_plies += 1,
            Err(error) => {
                damage = Some(error);
                break;
            }
        }
    }
    if let (Some(error), 0) = (&damage, n_plies) {
        return Err(error.clone());
    }
    let names = (1..=session.players()).map(|player| record.player_name(player));
    let names: Vec<Option<String>> = names.collect();
    let told = damage
        .as_ref()
        .map(|error| Refusal::from(error.clone()).to_json());
    let line = Line::of(&*session);
    let n_steps = line.steps.len();
    let object = json!({
        "line": line,
        "format": format,
        "names": if names.iter().any(Option::is_some) { json!(names) } else { json!([]) },
        "tags": record.tags,
        "result": record.result,
        "comments": notes.comments,
        "marks": notes.marks,
        "variations": notes.variations,
        "branches": notes.branches,
        "damage": told.map(|told| told["error"].clone()),
    });
    Ok(ImportedGame {
        object,
        n_steps,
        is_whole: damage.is_none(),
    })
}

/// What a record says beside its moves, by the number of steps before it; marks and variations by the number of the step that
/// they are about.
#[derive(Default)]
struct Notes {
    n_steps: usize,
    comments: Map<String, Value>,
    marks: Map<String, Value>,
    /// As the record writes them.
    variations: Map<String, Value>,
    /// The same as steps, those that are legal.
    branches: Map<String, Value>,
}

/// Plays a word of a record, which may be several steps.
fn play(session: &mut dyn Session, ply: &RecordedPly, notes: &mut Notes) -> Result<(), InputError> {
    if notes.n_steps >= Limits::STEPS {
        let expected = format!("at most {} steps", Limits::STEPS);
        return Err(InputError::new(&*ply.place, "more", expected));
    }
    let branches: Vec<Value> = ply
        .variations
        .iter()
        .filter_map(|text| branch(session, text))
        .collect();
    let token = Token {
        text: ply.text.clone(),
        place: ply.place.clone(),
    };
    session
        .play(&ply.text)
        .map_err(|error| token.locate(error))?;
    notes.n_steps = session.n_steps();
    let number = notes.n_steps.to_string();
    if !ply.annotation.is_empty() {
        notes.marks.insert(number.clone(), json!(ply.annotation));
    }
    if !branches.is_empty() {
        notes
            .branches
            .insert(number.clone(), Value::Array(branches));
    }
    if !ply.variations.is_empty() {
        notes
            .variations
            .insert(number.clone(), json!(ply.variations));
    }
    if let Some(comment) = &ply.comment {
        notes.comments.insert(number, json!(comment));
    }
    Ok(())
}

/// The steps of an alternative, as far as they are legal; none if not even the first is. The session stands where it stood.
fn branch(session: &mut dyn Session, text: &str) -> Option<Value> {
    let before = session.n_steps();
    let mut steps = Vec::new();
    for word in text.split_whitespace() {
        // Numbers of moves and marks stand between and behind them.
        let word = word.trim_end_matches(['!', '?']);
        if word.ends_with('.') || word.starts_with('{') {
            continue;
        }
        match session.play(word) {
            Ok(step) => steps.push(step),
            Err(_) => break,
        }
    }
    while session.n_steps() > before && session.undo() {}
    (!steps.is_empty()).then(|| json!(steps))
}

/// The error about a text that is nothing: that of the reading that came farthest, if one came anywhere, and what was tried.
fn unreadable(text: &str, games: &[&'static GameInfo], why: Vec<InputError>) -> InputError {
    let formats = |info: &&'static GameInfo| {
        let positions = [info.position_format].into_iter();
        let positions = positions.chain(info.more_positions.iter().copied());
        let records = info.formats.iter().map(|format| format.name);
        let all: Vec<&str> = positions.chain(records).chain([MOVES]).collect();
        format!("{}: {}", info.name, all.join(", "))
    };
    let tried: Vec<String> = games.iter().map(formats).collect();
    let tried = format!("tried {}", tried.join("; "));
    // Of several that came as far the first: where the game is known, the text as a position.
    let farthest = why
        .into_iter()
        .rev()
        .max_by_key(|error| reach(&error.place));
    match farthest.filter(|error| games.len() == 1 || reach(&error.place) > (1, 1)) {
        Some(error) => {
            let hint = error.hint.clone();
            let hint = hint.map_or_else(|| tried.clone(), |hint| format!("{hint}; {tried}"));
            error.with_hint(hint)
        }
        None => InputError::new("text", text, "a game or a position").with_hint(tried),
    }
}

/// How far into a text the place of an error lies: its line, and the move in it.
fn reach(place: &str) -> (usize, usize) {
    let number = |word: &str| {
        let mut parts = place.split(", ");
        let part = parts.find_map(|part| part.strip_prefix(word));
        part.and_then(|number| number.parse().ok()).unwrap_or(1)
    };
    (number("line "), number("move "))
}
