//! Options for a picture of the board: content, appearance and destination.

use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::registry::{BOARD, LastMark, PictureRequest, Seat, Session};
use ludex_kit::support::picture::{Style, Theme};
use ludex_kit::support::styled::StyledText;
use ludex_kit::{InputError, say};

use super::options::refuse;
use ludex_base::input::STDIN;
use ludex_base::numbers;
use ludex_base::output;
use ludex_base::picture;

/// The name of standard output.
const STDOUT: &str = STDIN;
/// Default length of the longer side, in pixels.
const USUAL_SIZE: u32 = 800;

/// Options for a picture of the board.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picture")]
pub(super) struct PictureArgs {
    /// Write the board as an SVG file; - is standard output
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    svg: Option<PathBuf>,
    /// Write the board as a PNG file; - is standard output
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    png: Option<PathBuf>,
    /// Length of the longer side in pixels [default: 800]
    #[arg(long, value_name = "PIXELS", value_parser = numbers::range::<u32>(16, 8192), allow_hyphen_values = true)]
    size: Option<u32>,
    /// Look of the board: wood, wood-dark, slate, slate-dark, light, dark or print [default: wood]
    #[arg(long, value_name = "THEME", value_parser = picture::theme, allow_hyphen_values = true)]
    theme: Option<Theme>,
    /// Look of the pieces: flat, wood or slate [default: as the board]
    #[arg(long, value_name = "STYLE", value_parser = picture::style, allow_hyphen_values = true)]
    pieces: Option<Style>,
    /// Player shown at the bottom: a number, or mover for the player to move [default: 1]
    #[arg(long, value_name = "PLAYER", value_parser = seat, allow_hyphen_values = true)]
    side: Option<Seat>,
    /// Mark the last move of the game; with MOVE, mark that move, which must have led to the position
    #[arg(long, value_name = "MOVE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "it may be given without a move")]
    last: Option<Option<String>>,
    /// Draw moves as arrows or ghosts with their values, the best one first
    #[arg(long, value_name = "MOVE=VALUE;…", allow_hyphen_values = true)]
    arrows: Option<String>,
    /// Draw each player's shortest path (quoridor)
    #[arg(long)]
    paths: bool,
}

fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "mover" => Ok(Seat::Mover),
        _ => numbers::within(text, 1, 8)
            .map(Seat::Player)
            .map_err(|_| say!("a player's number, or mover")),
    }
}

impl PictureArgs {
    /// Whether a picture is requested. If not, options that need a picture are errors.
    pub(super) fn is_wanted(&self) -> Result<bool, InputError> {
        if self.svg.is_some() || self.png.is_some() {
            return Ok(true);
        }
        let given = [
            ("--size", self.size.is_some()),
            ("--theme", self.theme.is_some()),
            ("--pieces", self.pieces.is_some()),
            ("--arrows", self.arrows.is_some()),
        ];
        refuse(&given, |option| {
            InputError::sentence(option, say!("this option needs --svg or --png"))
        })?;
        Ok(false)
    }

    /// The options that request a picture.
    pub(super) fn given(&self) -> [(&'static str, bool); 2] {
        [("--svg", self.svg.is_some()), ("--png", self.png.is_some())]
    }

    /// Checks that the pictures can be written.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.svg.is_some() && self.svg == self.png {
            let found = self.png.as_ref().map(|path| path.display().to_string());
            let problem = say!("is the file of --svg, too; choose another one");
            return Err(InputError::problem("--png", found.unwrap_or_default(), problem).into());
        }
        for (path, own, other) in [(&self.svg, "svg", "png"), (&self.png, "png", "svg")] {
            let Some(path) = path.as_ref().filter(|path| *path != Path::new(STDOUT)) else {
                continue;
            };
            output::check_ending(path, &[own]).map_err(|error| {
                let error = error.within(format!("--{own}"));
                if output::check_ending(path, &[other]).is_ok() {
                    return error.with_hint(say!("--{option} writes that format", option = other));
                }
                error
            })?;
            output::check_writable(path)?;
        }
        Ok(())
    }

    /// Writes the pictures.
    pub(super) fn write(&self, session: &dyn Session) -> anyhow::Result<()> {
        let scene = session.picture(&self.request()).map_err(of_option)?;
        let size = self.size.unwrap_or(USUAL_SIZE);
        let mut theme = self.theme.unwrap_or_default();
        theme.pieces = self.pieces.unwrap_or(theme.pieces);
        if let Some(path) = &self.svg {
            put(path, scene.to_svg(size, theme).as_bytes())?;
        }
        if let Some(path) = &self.png {
            put(path, &picture::to_png(&scene, size, theme)?)?;
        }
        Ok(())
    }

    /// Whether a picture goes to standard output.
    pub(super) fn takes_stdout(&self) -> bool {
        let both = [&self.svg, &self.png];
        both.into_iter().flatten().any(|path| path == Path::new(STDOUT))
    }

    /// Checks the options of the board even if no board is shown.
    pub(super) fn check_request(&self, session: &dyn Session) -> Result<(), InputError> {
        session.check_request(&self.request()).map_err(of_option)
    }

    /// The board for a terminal, with the last move marked.
    pub(super) fn text(&self, session: &dyn Session) -> Result<StyledText, InputError> {
        let mut request = self.request();
        if request.last == LastMark::Nothing {
            request.last = LastMark::IfAny;
        }
        session.render(&request).map_err(of_option)
    }

    fn request(&self) -> PictureRequest {
        PictureRequest {
            last: match &self.last {
                None => LastMark::Nothing,
                Some(None) => LastMark::OfGame,
                Some(Some(text)) => LastMark::Move(text.clone()),
            },
            arrows: self.arrows.clone(),
            seat: self.side.unwrap_or_default(),
            paths: self.paths,
            ..PictureRequest::default()
        }
    }
}

fn of_option(error: InputError) -> InputError {
    if error.place == BOARD {
        return error;
    }
    InputError { place: format!("--{}", error.place), ..error }
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new(STDOUT) {
        return Ok(output::bytes(bytes)?);
    }
    output::write_file(path, bytes)
}
