//! Files of a game or a position: records, positions, pictures.

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use ludex_games::interface::record::plain_result;
use ludex_games::registry::{self, LastMark, Loss, PictureRequest, Seat, Session};
use ludex_games::support::picture::Theme;
use ludex_games::{After, Aside, InputError, Record, RecordFormat, RecordedPly};
use serde::Deserialize;
use std::collections::BTreeMap;

use super::answer::respond;
use super::line::Line;
use super::view::{SeatText, arrows};
use super::{Limits, Refusal, Server, Shared};
use crate::pasted::MOVES;
use crate::picture;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/export", respond(export))
}

/// What is to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    format: String,
    #[serde(default)]
    names: Vec<Option<String>>,
    result: Option<String>,
    /// By the number of steps before them.
    #[serde(default)]
    comments: BTreeMap<usize, String>,
    /// By the number of the step.
    #[serde(default)]
    marks: BTreeMap<usize, String>,
    /// The variations.
    #[serde(default)]
    asides: Vec<AsideStep>,
    size: Option<u32>,
    theme: Option<String>,
    seat: Option<SeatText>,
    #[serde(default)]
    last: bool,
    arrows: Option<String>,
    #[serde(default)]
    paths: bool,
}

/// A step of a variation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AsideStep {
    /// The number of the step that it follows: those of the line come first, 0 is the start.
    r#in: usize,
    step: String,
    #[serde(default)]
    mark: String,
    comment: Option<String>,
}

/// The longer side of a picture, in pixels.
const SIZE: u32 = 800;
const LARGEST: u32 = 4096;

fn export(_: &Server, question: &Question) -> Result<Response, Refusal> {
    let session = question.line.open()?;
    let info = session.info();
    let format = question.format.as_str();
    match format {
        "svg" | "png" => return question.picture(&*session),
        MOVES => {
            let steps = Line::of(&*session).steps.join(" ");
            return Ok(text(info.name, "txt", steps + "\n"));
        }
        _ => {}
    }
    if let Some(format) = info.formats.iter().find(|known| known.name == format) {
        let mut record = question.record(&*session);
        record.asides = question.asides(format)?;
        question.check_asides(&record)?;
        question.check_told(&record, info.name, format)?;
        let ending = format.extensions.first().unwrap_or(&"txt");
        return Ok(text(info.name, ending, (format.write)(&record)));
    }
    let positions = [info.position_format]
        .into_iter()
        .chain(info.more_positions.iter().copied());
    let positions: Vec<&str> = positions.collect();
    let wanted = if format == "position" {
        info.position_format
    } else {
        format
    };
    if positions.contains(&wanted) {
        return Ok(text(info.name, "txt", session.position_as(wanted) + "\n"));
    }
    let records = info.formats.iter().map(|known| known.name);
    let known = records.chain(positions).chain([MOVES, "svg", "png"]);
    let known: Vec<&str> = known.collect();
    let error = InputError::new("format", format, format!("one of {}", known.join(", ")));
    Err(error.with_nearest(format, known).into())
}

impl Question {
    fn record(&self, session: &dyn Session) -> Record {
        let line = Line::of(session);
        let names = (1..).zip(&self.names);
        let tags: Vec<(String, String)> = names
            .filter_map(|(number, name)| Some((format!("Player{number}"), name.clone()?)))
            .collect();
        let ply = |(text, number): (String, usize)| RecordedPly {
            text,
            annotation: self.marks.get(&number).cloned().unwrap_or_default(),
            comment: self.comments.get(&number).cloned(),
            ..RecordedPly::default()
        };
        let mut record = Record {
            tags,
            variant: session.variant(),
            start: line.start,
            comment: self.comments.get(&0).cloned(),
            plies: line.steps.into_iter().zip(1..).map(ply).collect(),
            ..Record::default()
        };
        // What the board decides is told as the game tells it, whatever the sender calls it.
        session.settle(&mut record);
        record.result = record.result.or_else(|| self.result.clone());
        record
    }

    /// The steps of the variations, for a format that holds them.
    fn asides(&self, format: &RecordFormat) -> Result<Vec<Aside>, InputError> {
        let wrong = |expected: String| {
            let found = self.asides.len().to_string();
            Err(InputError::new("asides", found, expected))
        };
        if !self.asides.is_empty() && !format.variations {
            return wrong(format!("none: {} holds no variations", format.name));
        }
        if self.asides.len() > Limits::ASIDES {
            return wrong(format!("at most {}", Limits::ASIDES));
        }
        let n_steps = self.line.steps.len();
        let aside = |(index, step): (usize, &AsideStep)| {
            let place = format!("asides, {}", index + 1);
            let after = match step.r#in.checked_sub(n_steps + 1) {
                None => After::Main(step.r#in),
                Some(before) if before < index => After::Aside(before),
                Some(_) => {
                    let expected = format!("in: at most {}, a step before it", n_steps + index);
                    return Err(InputError::new(place, step.r#in.to_string(), expected));
                }
            };
            let ply = RecordedPly {
                text: step.step.clone(),
                place,
                annotation: step.mark.clone(),
                comment: step.comment.clone(),
                ..RecordedPly::default()
            };
            Ok(Aside { after, ply })
        };
        self.asides.iter().enumerate().map(aside).collect()
    }

    /// Whether the variations are legal: a writer leaves out what is not.
    fn check_asides(&self, record: &Record) -> Result<(), InputError> {
        if record.asides.is_empty() {
            return Ok(());
        }
        let mut session = self.line.open_start()?;
        let replayed = registry::replay(&mut *session, record, Limits::STEPS);
        replayed.wrong_aside.map_or(Ok(()), Err)
    }

    /// Whether the format can tell the game, with the result that somebody gave it.
    fn check_told(
        &self,
        record: &Record,
        game: &str,
        format: &RecordFormat,
    ) -> Result<(), InputError> {
        let with = |result: Option<&str>| {
            let result = result.map(str::to_owned);
            let record = Record {
                result,
                ..record.clone()
            };
            let losses = registry::losses(game, format, &record);
            losses.map(|losses| losses.iter().any(Loss::is_result))
        };
        let plain = with(Some(plain_result([1.0, 0.0])));
        let Some(result) = &self.result else {
            return with(None).map(drop).map_err(|error| error.within("format"));
        };
        with(None).map_err(|error| error.within("format"))?;
        match (with(Some(result)), plain) {
            // A format without results leaves all of them out.
            (Ok(false), _) | (Ok(true), Ok(true)) => Ok(()),
            _ => {
                let expected = format!("a result that the format {} can tell", format.name);
                Err(InputError::new("result", result, expected))
            }
        }
    }

    fn picture(&self, session: &dyn Session) -> Result<Response, Refusal> {
        let request = PictureRequest {
            last: if self.last {
                LastMark::IfAny
            } else {
                LastMark::Nothing
            },
            arrows: arrows(self.arrows.as_deref())?,
            seat: self
                .seat
                .as_ref()
                .map_or(Ok(Seat::default()), SeatText::seat)?,
            paths: self.paths,
            ..PictureRequest::default()
        };
        let size = self.size.unwrap_or(SIZE);
        if !(16..=LARGEST).contains(&size) {
            let expected = format!("a whole number from 16 to {LARGEST}");
            return Err(InputError::new("size", size.to_string(), expected).into());
        }
        let theme = match &self.theme {
            Some(name) => picture::theme(name).map_err(|error| error.within("theme"))?,
            None => Theme::default(),
        };
        let scene = session.picture(&request)?;
        let name = session.info().name;
        if self.format == "svg" {
            let svg = scene.to_svg(size, theme);
            return Ok(file(name, "svg", "image/svg+xml", svg.into_bytes()));
        }
        let png = picture::to_png(&scene, size, theme)?;
        Ok(file(name, "png", "image/png", png))
    }
}

fn text(name: &str, ending: &str, text: String) -> Response {
    file(name, ending, "text/plain; charset=utf-8", text.into_bytes())
}

/// A file to be saved under the game's name.
fn file(name: &str, ending: &str, kind: &str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    let head = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, disposition),
    ];
    (StatusCode::OK, head, bytes).into_response()
}
