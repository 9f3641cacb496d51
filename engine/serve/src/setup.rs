//! The position editor: the tray of pieces, and the position after a change.

use axum::Router;
use ludex_kit::registry::{Session, SetupChange};
use ludex_kit::support::picture::Scene;
use ludex_kit::{InputError, TrayPiece, say};
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

/// The change to make. Without `text`, `put` and `set`, the request asks only for the tray. The answer lists the legal places of `piece`,
/// by default the first piece of the tray.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    piece: Option<String>,
    /// A position that the user typed; it replaces the position of the line.
    text: Option<String>,
    put: Option<PutPiece>,
    set: Option<SetField>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PutPiece {
    piece: String,
    at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetField {
    field: String,
    value: String,
}

impl Question {
    fn changes(&self) -> impl Iterator<Item = SetupChange<'_>> {
        let put = self.put.iter().map(|PutPiece { piece, at }| SetupChange::Put { piece, at });
        let set =
            self.set.iter().map(|SetField { field, value }| SetupChange::Set { field, value });
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

/// An error if the position is too large to try each place on the board.
fn check_size(session: &dyn Session) -> Result<(), InputError> {
    let n_bytes = session.position().len();
    if n_bytes <= Limits::SMALL {
        return Ok(());
    }
    let sentence = say!(
        "it has {n_bytes} bytes, more than the limit of {most} for changes by hand",
        n_bytes,
        most = Limits::SMALL
    );
    Err(InputError::sentence("position", sentence))
}

/// Opens the game with another position. If the text of the position states an option of the variant, it takes precedence over the line.
fn changed(line: &Line, before: &dyn Session, text: String) -> Result<Box<dyn Session>, Refusal> {
    let stated_keys = before.keys_in_text().iter();
    let variant = stated_keys.fold(line.variant()?, |variant, key| variant.without(key));
    let line = Line {
        variant: Some(variant.to_string()),
        start: Some(text),
        steps: Vec::new(),
        ..line.clone()
    };
    Ok(line.open()?)
}

/// The tray, and the places where the chosen piece can be put; null for games without a tray.
fn tray(session: &dyn Session, chosen: Option<&str>) -> Value {
    let Some(tray) = session.tray() else {
        return Value::Null;
    };
    let is_chosen = |piece: &&TrayPiece| Some(&*piece.name) == chosen;
    let chosen = tray.pieces.iter().find(is_chosen).or(tray.pieces.first());
    let piece = |piece: &TrayPiece| {
        let svg = piece.picture.as_ref().map(Scene::to_live_svg);
        let turns = piece.name == TrayPiece::TURN;
        let mut shown =
            json!({"name": piece.name, "kinds": piece.kinds, "turns": turns, "svg": svg});
        if let Some(label) = &piece.label {
            shown["label"] = json!(label);
        }
        shown
    };
    json!({
        "pieces": tray.pieces.iter().map(piece).collect::<Value>(),
        "piece": chosen.map(|piece| &piece.name),
        "places": chosen.map(|piece| session.places(piece)),
        "fields": tray.fields,
        "cleared": tray.cleared,
    })
}
