//! Games and positions from pasted text or a dropped file: which game and which format it is, is found out.

use axum::Router;
use ludex_games::registry::{self, ReplayedStep};
use ludex_games::{After, Aside, GAMES, GameInfo, InputError, Record, RecordedPly, Variant};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::answer_in_turn;
use super::line::Line;
use super::{Limits, Refusal, Server, Shared};
use crate::pasted::{MOVES, readings};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/import", answer_in_turn(import))
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
    crate::input::refuse_binary(text.as_bytes(), "text")?;
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
        "asides": [],
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
    let mut record = record.clone();
    // What a file tells as texts is often no line of moves: only trees are held against the rules.
    let has_tree = !record.asides.is_empty();
    asides_of_texts(&mut record);
    if record.asides.len() > Limits::ASIDES {
        let expected = format!("at most {} steps", Limits::ASIDES);
        let error = InputError::new("variations", record.asides.len().to_string(), expected);
        record.damage.get_or_insert(error);
        record.asides.truncate(Limits::ASIDES);
    }
    let replayed = registry::replay(&mut *session, &record, Limits::STEPS);
    let (main, asides) = replayed.steps.split_at(replayed.n_main);
    if let (Some(error), []) = (&replayed.damage, main) {
        return Err(error.clone());
    }
    let wrong = replayed.wrong_aside.clone().filter(|_| has_tree);
    let damage = replayed.damage.clone().or(wrong);
    let mut comments = Map::new();
    let mut marks = Map::new();
    if let Some(comment) = &record.comment {
        comments.insert("0".to_owned(), json!(comment));
    }
    for (number, step) in (1..).zip(main) {
        let number = || usize::to_string(&number);
        if let Some(comment) = &step.comment {
            comments.insert(number(), json!(comment));
        }
        if !step.mark.is_empty() {
            marks.insert(number(), json!(step.mark));
        }
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
        "comments": comments,
        "marks": marks,
        "asides": asides.iter().map(aside).collect::<Vec<_>>(),
        "damage": told.map(|told| told["error"].clone()),
    });
    Ok(ImportedGame {
        object,
        n_steps,
        is_whole: damage.is_none(),
    })
}

/// A step of a variation: `in` is the number of the step that it follows. Those of the main line come first, 0 is the start.
fn aside(step: &ReplayedStep) -> Value {
    json!({
        "in": step.after,
        "step": step.text,
        "player": step.player,
        "mark": step.mark,
        "comment": step.comment,
    })
}

/// Turns alternatives that a file tells as texts into plies.
fn asides_of_texts(record: &mut Record) {
    for (n_before, ply) in record.plies.iter().enumerate() {
        for text in &ply.variations {
            let mut after = After::Main(n_before);
            let mut is_comment = false;
            for word in text.split_whitespace() {
                is_comment |= word.starts_with('{');
                let is_said = is_comment;
                is_comment &= !word.ends_with('}');
                // Numbers of moves and marks stand between and behind them.
                let mv = word.trim_end_matches(['!', '?']);
                if is_said || mv.ends_with('.') {
                    continue;
                }
                let ply = RecordedPly {
                    text: mv.to_owned(),
                    annotation: word[mv.len()..].to_owned(),
                    ..RecordedPly::default()
                };
                record.asides.push(Aside { after, ply });
                after = After::Aside(record.asides.len() - 1);
            }
        }
    }
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
