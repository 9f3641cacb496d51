//! A position that is set up by hand: what lies beside the board, and what becomes of the position by a change.

use axum::Router;
use ludex_kit::registry::{Session, SetupChange};
use ludex_kit::support::picture::Scene;
use ludex_kit::{InputError, TrayPiece};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::answer_long;
use super::limits::Limits;
use super::line::Line;
use super::refusal::Refusal;
use super::server::{Server, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/setup", answer_long(setup))
}

/// What is to be changed, nothing where only the tray is asked for; and the piece whose places are told, the first of the tray
/// where that is not there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    piece: Option<String>,
    /// A position that was typed, in the place of the line's.
    text: Option<String>,
    put: Option<Put>,
    set: Option<Set>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Put {
    piece: String,
    at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    field: String,
    value: String,
}

impl Question {
    fn changes(&self) -> impl Iterator<Item = SetupChange<'_>> {
        let put = self.put.iter().map(|Put { piece, at }| SetupChange::Put { piece, at });
        let set = self.set.iter().map(|Set { field, value }| SetupChange::Set { field, value });
        put.chain(set)
    }
}

fn setup(_: &Server, question: &Question) -> Result<Value, Refusal> {
    let mut session = question.line.open()?;
    if let Some(text) = &question.text {
        session = changed(&question.line, &*session, text.clone())?;
    }
    check_size(&*session)?;
    for change in question.changes() {
        session = changed(&question.line, &*session, session.set_up(change)?)?;
    }
    Ok(json!({
        "line": {
            "game": session.info().name,
            "variant": session.variant().to_string(),
            "start": session.position(),
            "steps": [],
        },
        "tray": tray(&*session, question.piece.as_deref()),
    }))
}

/// Whether a position is so small that each of its places can be tried.
fn check_size(session: &dyn Session) -> Result<(), InputError> {
    let n_bytes = session.position().len();
    if n_bytes <= Limits::SMALL {
        return Ok(());
    }
    let sentence = format!(
        "it has {n_bytes} bytes, more than the limit of {} for changes by hand",
        Limits::SMALL
    );
    Err(InputError::sentence("position", sentence))
}

/// Opens the game of a line with another position. What its text says is held against the rules where every text is.
fn changed(line: &Line, before: &dyn Session, text: String) -> Result<Box<dyn Session>, Refusal> {
    let told = before.keys_in_text().iter();
    let variant = told.fold(line.variant()?, |variant, key| variant.without(key));
    let line = Line {
        variant: Some(variant.to_string()),
        start: Some(text),
        steps: Vec::new(),
        ..line.clone()
    };
    Ok(line.open()?)
}

/// What lies beside the board, and where the chosen piece may be put or taken from; nothing of a game without.
fn tray(session: &dyn Session, chosen: Option<&str>) -> Value {
    let Some(tray) = session.tray() else {
        return Value::Null;
    };
    let is_chosen = |piece: &&TrayPiece| Some(&*piece.name) == chosen;
    let chosen = tray.pieces.iter().find(is_chosen).or(tray.pieces.first());
    let piece = |piece: &TrayPiece| {
        let svg = piece.picture.as_ref().map(Scene::to_live_svg);
        let turns = piece.name == TrayPiece::TURN;
        json!({"name": piece.name, "kinds": piece.kinds, "turns": turns, "svg": svg})
    };
    json!({
        "pieces": tray.pieces.iter().map(piece).collect::<Value>(),
        "piece": chosen.map(|piece| &piece.name),
        "places": chosen.map(|piece| session.places(piece)),
        "fields": tray.fields,
        "cleared": tray.cleared,
    })
}
