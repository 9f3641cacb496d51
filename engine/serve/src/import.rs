//! Imports games and positions from pasted text or a dropped file. The game and the format are detected.

use axum::Router;
use ludex_kit::registry::{self, ReplayedStep};
use ludex_kit::{GameInfo, InputError, Record, Variant, say};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::answer_long;
use super::limits::Limits;
use super::line::Line;
use super::outcome::Outcome;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use ludex_base::catalogue::catalogue;
use ludex_base::encoding::{DecodedText, decode};
use ludex_base::input::refuse_binary;
use ludex_base::pasted::{MOVES, read_in_all_formats};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/import", answer_long(import))
}

/// A text, with its game, format and variant as far as the user states them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    text: String,
    game: Option<String>,
    variant: Option<String>,
    /// Whether `text` contains the bytes of a file, one character per byte.
    #[serde(default)]
    bytes: bool,
}

impl Question {
    /// The text. Bytes are decoded from their character encoding, which is detected.
    fn decoded(&self) -> Result<DecodedText, InputError> {
        if !self.bytes {
            refuse_binary(self.text.trim().as_bytes(), "text")?;
            return Ok(DecodedText { text: self.text.clone(), remark: None });
        }
        let bytes = self.text.chars().map(u8::try_from);
        let bytes: Result<Vec<u8>, _> = bytes.collect();
        let bytes = bytes.map_err(|_| {
            InputError::sentence(
                "text",
                say!("with `bytes`, each character must be from U+0000 to U+00FF"),
            )
        })?;
        refuse_binary(&bytes, "text")?;
        Ok(decode(&bytes))
    }
}

/// Maximum number of games in one text.
const GAMES_OF_A_TEXT: usize = 200;

fn import(_: &Server, question: &Question) -> Result<Value, Refusal> {
    let given = match question.variant.as_deref().map(str::trim) {
        None | Some("") => Variant::new(),
        Some(text) => text.parse()?,
    };
    let games = match &question.game {
        Some(name) => vec![catalogue().info(name)?],
        None => catalogue().games().collect(),
    };
    let decoded = question.decoded()?;
    let text = decoded.text.trim();
    let mut best: Option<Reading> = None;
    let mut why = Vec::new();
    for info in &games {
        for reading in read(info, text, &given, &mut why) {
            if best.as_ref().is_none_or(|best| reading.rank() > best.rank()) {
                best = Some(reading);
            }
        }
    }
    match best {
        Some(reading) => Ok(json!({
            "games": reading.games.iter().map(|game| &game.object).collect::<Vec<_>>(),
            "kind": reading.kind,
            "lost": reading.lost.iter().map(error_json).collect::<Vec<_>>(),
            "remark": decoded.remark.as_ref().map(error_json),
        })),
        None => Err(unreadable(text, &games, why).into()),
    }
}

/// A text read as one game in one format.
struct Reading {
    kind: &'static str,
    games: Vec<ImportedGame>,
    /// Errors of the games that could not be read at all.
    lost: Vec<InputError>,
}

struct ImportedGame {
    object: Value,
    n_steps: usize,
    is_whole: bool,
}

impl Reading {
    /// Ranks readings: undamaged ones first, then by number of steps, then richer formats.
    fn rank(&self) -> (bool, usize, bool) {
        let is_whole = self.lost.is_empty() && self.games.iter().all(|game| game.is_whole);
        let n_steps = self.games.iter().map(|game| game.n_steps).sum();
        (is_whole, n_steps, self.kind != MOVES)
    }
}

/// Reads a text as this game in each format. The errors of failed attempts go to `why`.
fn read(
    info: &'static GameInfo,
    text: &str,
    given: &Variant,
    why: &mut Vec<InputError>,
) -> Vec<Reading> {
    let mut readings_found = Vec::new();
    match position(info, text, given) {
        Ok(game) => {
            readings_found.push(Reading { kind: "position", games: vec![game], lost: Vec::new() });
        }
        Err(error) => why.push(error),
    }
    for (format, read) in read_in_all_formats(info, text) {
        let kind = if format == MOVES { MOVES } else { "record" };
        let (mut games, mut lost) = (Vec::new(), Vec::new());
        match read {
            Ok(records) => {
                for record in records.iter().take(GAMES_OF_A_TEXT) {
                    match recorded_by_any(info, format, record, given) {
                        Ok(game) => games.push(game),
                        Err(error) => lost.push(error),
                    }
                }
            }
            Err(error) => why.push(error),
        }
        if games.is_empty() {
            why.append(&mut lost);
        } else {
            readings_found.push(Reading { kind, games, lost });
        }
    }
    readings_found
}

fn position(
    info: &'static GameInfo,
    text: &str,
    given: &Variant,
) -> Result<ImportedGame, InputError> {
    if text.is_empty() {
        return Err(InputError::new("text", "", say!("a game or a position")));
    }
    let session = catalogue().session(info.name, given, Some(text))?;
    let object = json!({
        "line": Line::from_session(&*session),
        "players": [],
        "format": info.position_format,
        "names": [],
        "tags": [],
        "result": null,
        "outcome": null,
        "comments": {},
        "marks": {},
        "foreign": {},
        "asides": [],
        "damage": null,
        "remarks": [],
    });
    Ok(ImportedGame { object, n_steps: 1, is_whole: true })
}

/// The variant key for the number of players, and the numbers to try if a list of moves does not state the number.
const PLAYERS: &str = "players";
const MORE_PLAYERS: [&str; 2] = ["3", "4"];

/// The game of a record. If the record does not state the number of players, this is the number for which the whole
/// record is legal.
fn recorded_by_any(
    info: &'static GameInfo,
    format: &str,
    record: &Record,
    given: &Variant,
) -> Result<ImportedGame, InputError> {
    let first = recorded(info, format, record, given);
    let has_key = info.variant_keys.iter().any(|key| key.name == PLAYERS);
    let is_told = record.start.is_some() || given.over(&record.variant).get(PLAYERS).is_some();
    if !has_key || is_told || first.as_ref().is_ok_and(|game| game.is_whole) {
        return first;
    }
    let with = |players| recorded(info, format, record, &given.clone().with(PLAYERS, players));
    let mut others = MORE_PLAYERS.into_iter().filter_map(|players| with(players).ok());
    others.find(|game| game.is_whole).map_or(first, Ok)
}

/// The game of a record up to its first illegal step. An error if no step is legal.
fn recorded(
    info: &'static GameInfo,
    format: &str,
    record: &Record,
    given: &Variant,
) -> Result<ImportedGame, InputError> {
    let variant = given.over(&record.variant);
    let start = record.start.as_deref();
    let mut session = catalogue().session(info.name, &variant, start)?;
    let mut record = record.clone();
    if record.asides.len() > Limits::ASIDES {
        let (found, most) = (record.asides.len(), Limits::ASIDES);
        let sentence = say!(
            "there are {found} steps of variations, more than the limit of {most}",
            found,
            most
        );
        let error = InputError::sentence("variations", sentence);
        record.damage.get_or_insert(error);
        record.asides.truncate(Limits::ASIDES);
    }
    let replayed = registry::replay(&mut *session, &record, Limits::STEPS);
    let (main, asides) = replayed.steps.split_at(replayed.n_main);
    if let (Some(error), []) = (&replayed.damage, main) {
        return Err(error.clone());
    }
    let damage = replayed.damage.clone();
    let told_result = record.result.clone();
    let wrong_result = match damage {
        None => session.settle(&mut record),
        Some(_) => None,
    };
    // If the rules have decided the game, their result counts, and a remark names the one that the record states.
    if wrong_result.is_some() && !session.status().over {
        record.result = told_result;
    }
    let outcome = match record.result.as_deref() {
        Some(result) => Some(Outcome::read(result)),
        // Records of games with more than two players state the return of each player.
        None if damage.is_none() => {
            session.recorded_result(&record).ok().flatten().as_ref().map(Outcome::of_result)
        }
        None => None,
    };
    let remarks = record.remarks.iter().chain(&replayed.wrong_asides);
    let remarks: Vec<Value> = remarks.chain(&wrong_result).map(error_json).collect();
    let front = record.comment.iter().map(String::as_str);
    let comments = front.map(|comment| (0, comment));
    let of_steps = numbered(main, |step| step.comment.as_deref().unwrap_or_default());
    let comments = by_number(comments.chain(of_steps));
    let marks = by_number(numbered(main, |step| &step.mark));
    let foreign = [(0, record.foreign.as_str())].into_iter();
    let foreign = by_number(foreign.chain(numbered(main, |step| &step.foreign)));
    let names = (1..=session.players()).map(|player| record.player_name(player));
    let names: Vec<Option<String>> = names.collect();
    let line = Line::from_session(&*session);
    let n_steps = line.steps.len();
    let object = json!({
        "line": line,
        "players": main.iter().map(|step| step.player).collect::<Vec<_>>(),
        "format": format,
        "names": if names.iter().any(Option::is_some) { json!(names) } else { json!([]) },
        "tags": record.tags,
        "result": record.result,
        "outcome": outcome,
        "comments": comments,
        "marks": marks,
        "foreign": foreign,
        "asides": asides.iter().map(aside).collect::<Vec<_>>(),
        "damage": damage.as_ref().map(error_json),
        "remarks": remarks,
    });
    Ok(ImportedGame { object, n_steps, is_whole: damage.is_none() })
}

/// The texts of the steps, numbered from 1.
fn numbered<'a>(
    steps: &'a [ReplayedStep],
    said: impl Fn(&'a ReplayedStep) -> &'a str,
) -> impl Iterator<Item = (usize, &'a str)> {
    (1..).zip(steps.iter().map(said))
}

/// The texts keyed by step number, without empty ones.
fn by_number<'a>(texts: impl Iterator<Item = (usize, &'a str)>) -> Map<String, Value> {
    let texts = texts.filter(|(_, text)| !text.is_empty());
    texts.map(|(number, text)| (number.to_string(), json!(text))).collect()
}

/// A step of a variation as JSON: `in` is the number of the step before it. The steps of the main line are numbered
/// first; 0 is the start.
fn aside(step: &ReplayedStep) -> Value {
    json!({
        "in": step.after,
        "step": step.text,
        "player": step.player,
        "mark": step.mark,
        "comment": step.comment,
        "foreign": step.foreign,
        "name": step.name,
        "ending": step.ending,
    })
}

/// An error as JSON.
fn error_json(error: &InputError) -> Value {
    Refusal::from(error.clone()).to_json()["error"].clone()
}

/// The error for a text that cannot be read as any game: the error of the attempt that read the most, with the list of formats that were
/// tried.
fn unreadable(text: &str, games: &[&'static GameInfo], why: Vec<InputError>) -> InputError {
    let formats = |info: &&'static GameInfo| {
        let positions = [info.position_format].into_iter();
        let positions = positions.chain(info.more_positions.iter().copied());
        let records = info.formats.iter().map(|format| format.name);
        let all: Vec<&str> = positions.chain(records).chain([MOVES]).collect();
        format!("{}: {}", info.name, all.join(", "))
    };
    let tried: Vec<String> = games.iter().map(formats).collect();
    let tried = say!("tried {tried}", tried = tried.join("; "));
    // If several attempts read equally much, the first attempt counts. If the game is known, that is the attempt with its position format.
    let farthest = why.into_iter().rev().max_by_key(|error| error_position(&error.place));
    match farthest.filter(|error| games.len() == 1 || error_position(&error.place) > (1, 1)) {
        Some(error) => {
            let hint = error.hint.clone();
            let hint = hint.map_or_else(|| tried.clone(), |hint| format!("{hint}; {tried}"));
            error.with_hint(hint)
        }
        None => InputError::problem(
            "text",
            text,
            say!("is not a game or a position that Ludex can read"),
        )
        .with_hint(tried),
    }
}

/// The line and move numbers in the place of an error, which show how far the attempt got; 1 if the place does not state them.
fn error_position(place: &str) -> (usize, usize) {
    let number = |word: &str| {
        let mut parts = place.split(", ");
        let part = parts.find_map(|part| part.strip_prefix(word));
        part.and_then(|number| number.parse().ok()).unwrap_or(1)
    };
    (number("line "), number("move "))
}
