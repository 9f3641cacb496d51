//! Exports a game or a position: as a record, a position text or a picture.

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use ludex_kit::interface::record::{is_name_of, plain_result};
use ludex_kit::registry::{self, LastMark, Loss, PictureRequest, Seat, Session};
use ludex_kit::sgf::is_foreign;
use ludex_kit::support::picture::Theme;
use ludex_kit::{After, Aside, InputError, Record, RecordFormat, RecordedPly, say};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::answer::respond;
use super::limits::Limits;
use super::line::Line;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use super::view::{SeatText, arrows};
use ludex_base::catalogue::catalogue;
use ludex_base::losses::{loss_remarks, losses_in_moves};
use ludex_base::pasted::MOVES;
use ludex_base::picture;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/export", respond(export))
}

/// The game and the format to write it in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    format: String,
    #[serde(default)]
    names: Vec<Option<String>>,
    /// Tags of the imported record. Other fields of this request, such as names, take precedence over them.
    #[serde(default)]
    tags: Vec<(String, String)>,
    result: Option<String>,
    /// Comments, keyed by the number of steps before the comment.
    #[serde(default)]
    comments: BTreeMap<usize, String>,
    /// Marks such as `!?`, keyed by the number of the step.
    #[serde(default)]
    marks: BTreeMap<usize, String>,
    /// Annotations of other programs in their own format, keyed by the number of the step; 0 is the whole game.
    #[serde(default)]
    foreign: BTreeMap<usize, String>,
    /// The steps of all variations.
    #[serde(default)]
    asides: Vec<AsideStep>,
    size: Option<u32>,
    theme: Option<String>,
    pieces: Option<String>,
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
    /// The number of the step before this one. The steps of the main line are numbered first; 0 is the start.
    r#in: usize,
    step: String,
    #[serde(default)]
    mark: String,
    comment: Option<String>,
    #[serde(default)]
    foreign: String,
    /// The name of the variation that starts with this step.
    name: Option<String>,
    /// The result at the end of a variation.
    ending: Option<String>,
    /// Ignored: the game determines whose step it is.
    #[serde(default, rename = "player")]
    _player: IgnoredAny,
}

/// Length of the longer side of a picture, in pixels.
const SIZE: u32 = 800;
const LARGEST: u32 = 4096;

fn export(_: &Server, question: &Question) -> Result<Response, Refusal> {
    let session = question.line.open()?;
    let info = session.info();
    let format = question.format.as_str();
    match format {
        "svg" | "png" => return question.picture(&*session),
        MOVES => {
            let steps = Line::from_session(&*session).steps.join(" ");
            let written = text(info.name, "txt", steps + "\n");
            let mut record = question.record(&*session);
            record.asides = question.asides()?;
            let left_out = losses_in_moves(info.name, &record);
            return Ok(with_remarks(written, &left_out));
        }
        _ => {}
    }
    if let Some(format) = info.formats.iter().find(|known| known.name == format) {
        question.check_foreign()?;
        let mut record = question.record(&*session);
        record.asides = question.asides()?;
        question.check_asides(&record)?;
        question.check_result(&record, info.name, format)?;
        let losses = registry::losses(catalogue(), info.name, format, &record);
        let losses = losses.map_err(|error| error.within("format"))?;
        let ending = format.extensions.first().unwrap_or(&"txt");
        let written = text(info.name, ending, (format.write)(&record));
        return Ok(with_remarks(written, &loss_remarks(losses, format)));
    }
    let positions = [info.position_format].into_iter().chain(info.more_positions.iter().copied());
    let positions: Vec<&str> = positions.collect();
    let wanted = if format == "position" { info.position_format } else { format };
    if positions.contains(&wanted) {
        return Ok(text(info.name, "txt", session.position_as(wanted) + "\n"));
    }
    let records = info.formats.iter().map(|known| known.name);
    let known = records.chain(positions).chain([MOVES, "svg", "png"]);
    let known: Vec<&str> = known.collect();
    let error = InputError::unknown("format", format, &say!("a format of this game"), &known);
    Err(error.with_nearest(format, known).into())
}

impl Question {
    fn record(&self, session: &dyn Session) -> Record {
        let line = Line::from_session(session);
        let ply = |(text, number): (String, usize)| RecordedPly {
            text,
            annotation: self.marks.get(&number).cloned().unwrap_or_default(),
            comment: self.comments.get(&number).cloned(),
            foreign: self.foreign.get(&number).cloned().unwrap_or_default(),
            ..RecordedPly::default()
        };
        let mut record = Record {
            tags: self.all_tags(),
            variant: session.variant(),
            start: line.start,
            comment: self.comments.get(&0).cloned(),
            foreign: self.foreign.get(&0).cloned().unwrap_or_default(),
            plies: line.steps.into_iter().zip(1..).map(ply).collect(),
            ..Record::default()
        };
        // If the game is over on the board, its own result replaces the result that the client sent.
        session.settle(&mut record);
        record.result = record.result.or_else(|| self.result.clone());
        record
    }

    /// The imported tags, with the names of this request.
    fn all_tags(&self) -> Vec<(String, String)> {
        let mut record = Record { tags: self.tags.clone(), ..Record::default() };
        let mut new = Vec::new();
        for (number, name) in (1..).zip(&self.names) {
            // Imports shorten long names. So the full name in the tags stays if the request repeats its shortened form.
            if record.player_name(number) != *name {
                record.tags.retain(|(key, _)| !is_name_of(key, number));
                let name = name.clone().filter(|name| !name.is_empty());
                new.extend(name.map(|name| (format!("Player{number}"), name)));
            }
        }
        new.extend(record.tags);
        new
    }

    /// An error unless the foreign annotations are SGF properties.
    fn check_foreign(&self) -> Result<(), InputError> {
        let of_line = self.foreign.values();
        let mut all = of_line.chain(self.asides.iter().map(|aside| &aside.foreign));
        match all.find(|text| !text.is_empty() && !is_foreign(text)) {
            Some(text) => {
                Err(InputError::problem("foreign", text, say!("is not a list of SGF properties")))
            }
            None => Ok(()),
        }
    }

    /// Converts the steps of the variations.
    fn asides(&self) -> Result<Vec<Aside>, InputError> {
        if self.asides.len() > Limits::ASIDES {
            let (found, most) = (self.asides.len(), Limits::ASIDES);
            let sentence = say!(
                "there are {found} steps of variations, more than the limit of {most}",
                found,
                most
            );
            return Err(InputError::sentence("asides", sentence));
        }
        let n_steps = self.line.steps.len();
        let aside = |(index, step): (usize, &AsideStep)| {
            let place = format!("asides, {}", index + 1);
            let after = match step.r#in.checked_sub(n_steps + 1) {
                None => After::Main(step.r#in),
                Some(before) if before < index => After::Aside(before),
                Some(_) => {
                    let expected = say!(
                        "the number of an earlier step, at most {n_steps}",
                        n_steps = n_steps + index
                    );
                    return Err(InputError::new(place, step.r#in.to_string(), expected));
                }
            };
            let ply = RecordedPly {
                text: step.step.clone(),
                place,
                annotation: step.mark.clone(),
                comment: step.comment.clone(),
                foreign: step.foreign.clone(),
                name: step.name.clone(),
                ending: step.ending.clone(),
            };
            Ok(Aside { after, ply })
        };
        self.asides.iter().enumerate().map(aside).collect()
    }

    /// An error if a variation contains an illegal step: without this check, the writers would silently leave it out.
    fn check_asides(&self, record: &Record) -> Result<(), InputError> {
        if record.asides.is_empty() {
            return Ok(());
        }
        let mut session = self.line.open_start()?;
        let replayed = registry::replay(&mut *session, record, Limits::STEPS);
        replayed.wrong_asides.into_iter().next().map_or(Ok(()), Err)
    }

    /// An error if the format cannot express the result that the user entered.
    fn check_result(
        &self,
        record: &Record,
        game: &str,
        format: &RecordFormat,
    ) -> Result<(), InputError> {
        let with = |result: Option<&str>| {
            let result = result.map(str::to_owned);
            let record = Record { result, ..record.clone() };
            let losses = registry::losses(catalogue(), game, format, &record);
            losses.map(|losses| losses.iter().any(Loss::is_result))
        };
        let plain = with(Some(plain_result([1.0, 0.0])));
        let Some(result) = &self.result else {
            return with(None).map(drop).map_err(|error| error.within("format"));
        };
        with(None).map_err(|error| error.within("format"))?;
        match (with(Some(result)), plain) {
            // A format without results leaves out every result.
            (Ok(false), _) | (Ok(true), Ok(true)) => Ok(()),
            _ => {
                let problem = say!("cannot be stored in {format}", format = format.name);
                Err(InputError::problem("result", result, problem))
            }
        }
    }

    fn picture(&self, session: &dyn Session) -> Result<Response, Refusal> {
        let request = PictureRequest {
            last: if self.last { LastMark::IfAny } else { LastMark::Nothing },
            arrows: arrows(self.arrows.as_deref())?,
            seat: self.seat.as_ref().map_or(Ok(Seat::default()), SeatText::seat)?,
            paths: self.paths,
            ..PictureRequest::default()
        };
        let size = self.size.unwrap_or(SIZE);
        if !(16..=LARGEST).contains(&size) {
            let expected = say!("a whole number from 16 to {largest}", largest = LARGEST);
            return Err(InputError::new("size", size.to_string(), expected).into());
        }
        let mut theme = match &self.theme {
            Some(name) => picture::theme(name).map_err(|error| error.within("theme"))?,
            None => Theme::default(),
        };
        if let Some(name) = &self.pieces {
            theme.pieces = picture::style(name).map_err(|error| error.within("pieces"))?;
        }
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

/// The HTTP header that lists what the format leaves out, as JSON in the form of the remarks of an import. Characters outside ASCII are
/// escaped.
const REMARKS: &str = "ludex-remarks";

/// Adds the header that lists what the format leaves out.
fn with_remarks(mut file: Response, remarks: &[InputError]) -> Response {
    let errors = remarks.iter().cloned().map(Refusal::from);
    let errors: Vec<Value> = errors.map(|remark| remark.to_json()["error"].clone()).collect();
    if let (false, Ok(value)) = (errors.is_empty(), ascii(&json!(errors)).parse()) {
        file.headers_mut().insert(REMARKS, value);
    }
    file
}

/// JSON with all characters outside ASCII escaped.
fn ascii(value: &Value) -> String {
    let mut text = String::new();
    for letter in value.to_string().chars() {
        if (' '..='~').contains(&letter) {
            text.push(letter);
        } else {
            let units = letter.encode_utf16(&mut [0; 2]).to_vec();
            text.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text
}

fn text(name: &str, ending: &str, text: String) -> Response {
    file(name, ending, "text/plain; charset=utf-8", text.into_bytes())
}

/// A download named after the game.
fn file(name: &str, ending: &str, kind: &str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    let head = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
    (StatusCode::OK, head, bytes).into_response()
}
