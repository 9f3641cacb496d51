//! The list of games, with the formats, searches, options and other requests that each supports.

use axum::Router;
use ludex_kit::RealTimeKind;
use ludex_kit::registry::PictureRequest;
use ludex_kit::{
    GameInfo, InputError, Language, Level, OptionDefault, OptionKind, RecordFormat, SearchInfo,
    TableTalk, Variant, VariantKey,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::answer;
use super::limits::Limits;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use ludex_base::catalogue::catalogue;
use ludex_study::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/games", answer(games))
}

/// This request has no parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {}

fn games(server: &Server, _: &Question) -> Result<Value, Refusal> {
    let games: Result<Vec<Value>, InputError> = catalogue().games().map(game).collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games?,
        "limits": {
            "threads": server.limits.threads,
            "hash": server.limits.hash_mib,
            "time_ms": json::milliseconds(Limits::MAX_TIME),
            "lines": Limits::LINES,
            "steps": Limits::STEPS,
        },
    }))
}

fn game(info: &'static GameInfo) -> Result<Value, InputError> {
    let session = catalogue().session(info.name, &Variant::new(), None)?;
    let searches = session.searches();
    let evaluators = searches.first().map_or(&[][..], |first| first.evaluators);
    let paths = PictureRequest { paths: true, ..PictureRequest::default() };
    Ok(json!({
        "name": info.name,
        "aliases": info.aliases,
        "title": if info.title.is_empty() { info.name } else { info.translate(info.title) },
        "about": info.translate(info.about),
        "variant_keys": info.variant_keys.iter().map(|key| variant_key(info, key)).collect::<Vec<_>>(),
        "position_format": info.position_format,
        "position_formats": positions(info),
        "record_formats": info.formats.iter().map(format).collect::<Vec<_>>(),
        "searches": searches.iter().enumerate().map(|known| search(info, known)).collect::<Vec<_>>(),
        "evaluators": evaluators,
        "score_unit": info.score_unit,
        "usual_lines": info.usual_lines,
        "levels": Level::all().map(|known| level(info, searches.first(), known)).collect::<Vec<_>>(),
        "rollouts": info.rollouts,
        "solvers": session.solvers().iter().map(|known| known.name).collect::<Vec<_>>(),
        "puzzles": !info.puzzle_lists.is_empty(),
        "real_time": info.real_time.map(|kind| real_time(info, kind)),
        "long_turns": info.long_turns,
        "annotates": info.annotates,
        "has_paths": session.picture(&paths).is_ok(),
        "table_talk": table_talk(info, &info.table_talk),
    }))
}

/// The position formats of a game, its main format first.
fn positions(info: &GameInfo) -> Vec<&'static str> {
    let more = info.more_positions.iter().copied();
    [info.position_format].into_iter().chain(more).collect()
}

fn format(format: &RecordFormat) -> Value {
    json!({
        "name": format.name,
        "extensions": format.extensions,
        "annotated": format.annotated,
        "variations": format.variations,
    })
}

fn search(info: &GameInfo, (index, search): (usize, &SearchInfo)) -> Value {
    json!({
        "name": search.name,
        "about": info.translate(search.about),
        "default": index == 0,
        "evaluators": search.evaluators,
    })
}

/// An option of a variant, with its texts in the language of the reader.
fn variant_key(info: &GameInfo, key: &VariantKey) -> Value {
    let is_foreign = Language::current() != Language::English;
    let mut object = json::variant_key("name", key);
    object["title"] = info.translate(key.title).into();
    object["about"] = info.translate(key.about).into();
    if !key.titles.is_empty() {
        object["titles"] = key.titles.iter().map(|title| info.translate(title)).collect();
    } else if let (OptionKind::Choice(words), true) = (key.kind, is_foreign) {
        object["titles"] = words.iter().map(|word| info.translate(word)).collect();
    }
    if let OptionDefault::Described(words) = key.default {
        object["default"] = info.translate(words).into();
    }
    object
}

/// A level of the game's usual search. `sight` is the number of plies before the end of the game within which it makes no mistakes; null at
/// full strength.
fn level(info: &GameInfo, search: Option<&SearchInfo>, level: Level) -> Value {
    let rating = info.level_ratings[level.index()];
    let levels = search.and_then(|search| search.levels);
    let handicap = levels.and_then(|levels| levels.handicap(level)).map(|(handicap, _)| handicap);
    json!({
        "level": level.number(),
        "name": level.name(),
        "title": info.translate(level.name()),
        "rating": rating,
        "sight": handicap.map(|handicap| handicap.sight),
    })
}

fn real_time(info: &GameInfo, kind: &RealTimeKind) -> Value {
    json!({
        "name": kind.word.1,
        "word": format!("{}={}", kind.word.0, kind.word.1),
        "about": info.translate(kind.about),
        "variant_keys": kind.keys.iter().map(|key| variant_key(info, key)).collect::<Vec<_>>(),
    })
}

fn table_talk(info: &GameInfo, talk: &TableTalk) -> Value {
    let word = |&(said, meant): &(&str, &str)| json!({"said": said, "move": meant});
    json!({
        "words": talk.words.iter().map(word).collect::<Vec<_>>(),
        "chance": talk.chance.map(|(entered, meaning)| json!({"entered": entered, "meaning": info.translate(meaning)})),
        "no_draw": talk.no_draw.map(|reason| info.translate(reason)),
        "resignations": talk.resignations,
    })
}
