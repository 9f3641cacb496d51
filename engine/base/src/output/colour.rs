//! Colours on the terminal: when output is coloured, and the colours themselves.

use std::fmt::Write as _;

use anstream::ColorChoice;
use anstyle::{AnsiColor, Color, RgbColor, Style};
use clap::ValueEnum;
use ludex_kit::support::styled::{Ink, Look, StyledText};

/// Whether output is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum WhenColoured {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl WhenColoured {
    /// Applies this choice to all output from now on.
    pub fn apply(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::AlwaysAnsi,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Colours of highlighted words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A heading.
    Bold,
    /// A mistake.
    Yellow,
    /// A blunder.
    Red,
}

/// The text in a colour. `print` removes it if colours are off.
pub fn coloured(text: &str, colour: Colour) -> String {
    let style = match colour {
        Colour::Bold => Style::new().bold(),
        Colour::Yellow => AnsiColor::Yellow.on_default(),
        Colour::Red => AnsiColor::Red.on_default(),
    };
    format!("{style}{text}{style:#}")
}

/// A styled text in colours. `print` removes them if colours are off.
pub(super) fn painted(text: &StyledText) -> String {
    let true_colour = anstyle_query::truecolor();
    let mut painted = String::new();
    for (look, words) in text.runs() {
        let style = style_of(*look, true_colour);
        write!(painted, "{style}{words}{style:#}").expect("writing to a string cannot fail");
    }
    painted
}

/// The terminal style of a look. The colours are those of the pictures (the palette of Okabe and Ito), in shades that
/// are readable on dark and light backgrounds. White is the terminal's default foreground.
fn style_of(look: Look, true_colour: bool) -> Style {
    let paint = |basic: AnsiColor, rgb: (u8, u8, u8)| {
        let colour = if true_colour {
            Color::Rgb(RgbColor(rgb.0, rgb.1, rgb.2))
        } else {
            Color::Ansi(basic)
        };
        Style::new().fg_color(Some(colour))
    };
    let style = match look.ink {
        Ink::Plain => Style::new(),
        Ink::Quiet => Style::new().dimmed(),
        Ink::White => Style::new().bold(),
        Ink::First | Ink::Blue => paint(AnsiColor::Blue, (64, 150, 220)).bold(),
        Ink::Second => paint(AnsiColor::Yellow, (224, 120, 30)).bold(),
        Ink::Third | Ink::Forced => paint(AnsiColor::Magenta, (204, 121, 167)).bold(),
        Ink::Fourth | Ink::Green | Ink::Won => paint(AnsiColor::Green, (0, 158, 115)).bold(),
        Ink::Red => paint(AnsiColor::Red, (220, 70, 40)),
        Ink::Yellow => paint(AnsiColor::Yellow, (200, 170, 20)).bold(),
        Ink::Wall => paint(AnsiColor::Yellow, (170, 120, 60)),
        Ink::Path => paint(AnsiColor::Cyan, (60, 160, 180)),
    };
    if look.is_last { style.invert() } else { style }
}
