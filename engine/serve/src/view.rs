//! A position as the page shows it: picture, facts, moves, chance events and the steps that led to it.

use std::collections::{BTreeMap, BTreeSet};

use axum::Router;
use ludex_kit::registry::{LastMark, PictureRequest, PlayerBeside, Seat, Session};
use ludex_kit::support::picture::Role;
use ludex_kit::{ChanceEvent, ChanceKind, InputError, StatedOption, Touch, Way, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::answer::answer;
use super::limits::Limits;
use super::line::Line;
use super::outcome::Outcome;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use ludex_study::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/view", answer(view))
}

/// The position to view, and the options of its picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    seat: Option<SeatText>,
    #[serde(default)]
    last: bool,
    #[serde(default)]
    paths: bool,
    /// Whether the pictures show the board alone; the answer then describes the players in `players`.
    #[serde(default)]
    bare: bool,
    arrows: Option<String>,
    /// The first touches of a move; the picture shows the board after them.
    #[serde(default)]
    partial: Vec<String>,
    /// A move. If it is given, the answer also contains a picture of the position after it.
    preview: Option<String>,
}

/// The seat at the bottom: the number of a player, or `mover`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a player's number, or mover")]
pub(super) enum SeatText {
    Number(usize),
    Word(String),
}

impl SeatText {
    pub(super) fn seat(&self) -> Result<Seat, InputError> {
        match self {
            Self::Number(number) => Ok(Seat::Player(*number)),
            Self::Word(word) if word == "mover" => Ok(Seat::Mover),
            Self::Word(word) => {
                let expected = say!("a player's number, or mover");
                Err(InputError::new("seat", word, expected))
            }
        }
    }
}

/// Checks the number of arrows; `None` if there are no arrows.
pub(super) fn arrows(text: Option<&str>) -> Result<Option<String>, InputError> {
    let text = text.filter(|text| !text.trim().is_empty());
    let n_arrows = text.map_or(0, |text| text.split(';').count());
    if n_arrows > Limits::ARROWS {
        let sentence = say!(
            "there are {n_arrows} arrows, more than the limit of {most}",
            n_arrows,
            most = Limits::ARROWS
        );
        return Err(InputError::sentence("arrows", sentence));
    }
    Ok(text.map(str::to_owned))
}

/// A position as the page shows it. It is serialised directly, because there may be thousands of moves.
#[derive(Serialize)]
struct View {
    line: Line,
    options: Vec<StatedOption>,
    svg: String,
    /// What is at each target of the pictures, for screen readers.
    places: BTreeMap<String, String>,
    /// The names of the players, such as `White`.
    names: Vec<String>,
    /// The last step as a sentence, with `{player}` for the name of its player; `None` for chance events.
    said: Option<String>,
    /// What the player to move must do, if the rules of this turn differ from those of other turns.
    task: Option<String>,
    colours: Vec<String>,
    /// What each player has apart from the board; empty unless the picture is bare.
    players: Vec<PlayerView>,
    show: Value,
    outcome: Option<Outcome>,
    moves: Vec<PointedMove>,
    /// The labels of touches that are choices rather than places on the board.
    choices: BTreeMap<String, String>,
    events: Vec<WeighedEvent>,
    missing: Option<&'static str>,
    sequence: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview_svg: Option<String>,
}

/// What a player has apart from the board: short phrases, and a picture of the pieces in hand.
#[derive(Serialize)]
struct PlayerView {
    facts: Vec<String>,
    held: Option<String>,
}

impl PlayerView {
    fn new(player: PlayerBeside) -> Self {
        Self { facts: player.facts, held: player.held.map(|scene| scene.to_live_svg()) }
    }
}

/// A line of play, played step by step.
struct ReplayedLine {
    session: Box<dyn Session>,
    /// Each step with its player.
    sequence: Vec<Value>,
    /// The last step as a sentence.
    said: Option<String>,
}

/// A legal move, with the ways to make it by pointing.
#[derive(Serialize)]
struct PointedMove {
    r#move: String,
    ways: Vec<Way>,
}

/// A possible chance event with its weight.
#[derive(Serialize)]
struct WeighedEvent {
    #[serde(flatten)]
    event: NamedEvent,
    weight: u32,
}

/// A chance event in the game's notation, with its kind and label.
#[derive(Serialize)]
pub(super) struct NamedEvent {
    event: String,
    #[serde(flatten)]
    brings: ChanceEvent,
}

impl NamedEvent {
    /// A possible event. If the game cannot parse the event, its text becomes the label.
    pub(super) fn new(session: &dyn Session, event: String) -> Self {
        let brings = session.chance_event(&event);
        let brings =
            brings.unwrap_or_else(|| ChanceEvent { kind: ChanceKind::Other, label: event.clone() });
        Self { event, brings }
    }
}

fn view(server: &Server, question: &Question) -> Result<View, Refusal> {
    let ReplayedLine { session, sequence, said } = replay_line(&question.line)?;
    server.warm_up(session.info());
    let mut request = PictureRequest {
        arrows: arrows(question.arrows.as_deref())?,
        seat: question.seat.as_ref().map_or(Ok(Seat::default()), SeatText::seat)?,
        paths: question.paths,
        bare: question.bare,
        partial: question.partial.clone(),
        ..PictureRequest::default()
    };
    if question.last {
        request.last = LastMark::IfAny;
    }
    let players = if question.bare { session.players_beside() } else { Vec::new() };
    let events = session.events().into_iter();
    let weighed =
        |(event, weight)| WeighedEvent { event: NamedEvent::new(&*session, event), weight };
    let moves = moves(&*session);
    let scene = session.picture(&request)?;
    let held = players.iter().filter_map(|player| player.held.as_ref());
    let scenes = [&scene].into_iter().chain(held);
    let places = scenes.flat_map(|scene| session.place_words(scene, request.seat)).collect();
    let mut view = View {
        line: Line::from_session(&*session),
        options: session.variant().stated(session.info().variant_keys),
        svg: scene.to_live_svg(),
        places,
        names: session.player_names(),
        said,
        task: session.task(),
        colours: session.colours().into_iter().map(Role::property).collect(),
        players: players.into_iter().map(PlayerView::new).collect(),
        show: json::status(&*session, None),
        outcome: Outcome::of_session(&*session),
        choices: choices(&*session, &moves),
        moves,
        events: events.map(weighed).collect(),
        missing: session.missing_event().map(|missing| session.info().translate(missing.words)),
        sequence,
        preview_svg: None,
    };
    if let Some(text) = &question.preview {
        let mut session = session;
        session.play(text).map_err(|error| error.within("preview"))?;
        request.arrows = None;
        request.partial.clear();
        request.same_frame = true;
        view.preview_svg = Some(draw(&*session, &request)?);
    }
    Ok(view)
}

/// The picture for the page, which supplies the colours.
fn draw(session: &dyn Session, request: &PictureRequest) -> Result<String, InputError> {
    Ok(session.picture(request)?.to_live_svg())
}

/// The legal moves, each with the ways to make it by pointing.
fn moves(session: &dyn Session) -> Vec<PointedMove> {
    let object = |(r#move, ways)| PointedMove { r#move, ways };
    let pointed = session.gestures();
    if pointed.is_empty() {
        let typed = session.legal_moves().into_iter();
        return typed.map(|mv| object((mv, Vec::new()))).collect();
    }
    pointed.into_iter().map(object).collect()
}

/// The labels of all touches that are choices.
fn choices(session: &dyn Session, moves: &[PointedMove]) -> BTreeMap<String, String> {
    let ways = moves.iter().flat_map(|pointed| &pointed.ways);
    let touches: BTreeSet<&Touch> = ways.flat_map(|way| way.hops.iter().flatten()).collect();
    let choices = touches.into_iter().filter_map(|touch| {
        let word = touch.word()?;
        let label = session.choice_label(word);
        Some((
            touch.to_string(),
            label.unwrap_or_else(|| session.info().translate(word).to_owned()),
        ))
    });
    choices.collect()
}

/// Plays the line step by step, and lists the player of each step: players count from 1, 0 is chance.
fn replay_line(line: &Line) -> Result<ReplayedLine, InputError> {
    let mut session = line.open_start()?;
    let score_of = |session: &dyn Session| session.describe().facts.remove("score");
    let mut score = score_of(&*session);
    let mut sequence = Vec::with_capacity(line.steps.len());
    let mut said = None;
    for word in line.words() {
        let mover = session.status().to_move.unwrap_or(0);
        // A record may state a roll where a player could still double. It is a roll all the same.
        let may_bring = mover == 0 || session.info().table_talk.chance.is_some();
        let brings = if may_bring { session.chance_event(&word.text) } else { None };
        let player = if brings.is_some() { 0 } else { mover };
        said = None;
        if brings.is_none() && sequence.len() + 1 == line.steps.len() {
            said = session.move_sentence(&word.text);
        }
        let step = session.play(&word.text).map_err(|error| word.locate(error))?;
        let number = sequence.len() + 1;
        let mut entry = json!({"ply": number, "step": step, "player": player});
        if let Some(event) = brings {
            entry["event"] = json!(event);
        }
        // In matches, a step that ends a game states the score before and after it.
        if score.is_some() {
            let now = score_of(&*session);
            if now != score {
                entry["scores"] = json!([score, now]);
                score = now;
            }
        }
        sequence.push(entry);
    }
    Ok(ReplayedLine { session, sequence, said })
}
