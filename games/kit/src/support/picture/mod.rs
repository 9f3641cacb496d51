//! Pictures: the drawing interface for all games, and SVG output.
//!
//! A game fills a [`Scene`] with shapes, in units it chooses. A shape has a [`Role`] instead of a colour, and a [`Theme`] assigns a
//! colour to each role, so a theme is one column of a table. Shapes that occur often, such as pieces, are drawn once as a
//! [stamp](Scene::stamp). What a user can point at (a square, a point, a tile, an anchor of a
//! wall) is a [target](Scene::target) and carries its name in the game's notation. Letters are outlines of a font inside the program,
//! so a picture looks the same everywhere without installed fonts.
//!
//! **Invariant:** The text of a picture depends only on the scene, the size and the theme, and no information is in colour alone. A target
//! is a group with the class of the thing (`square`, `stack`, `point`, `bar`, `tray`, `tile`, `cell`, `drawn`, `anchor`, `slot`, `wall`,
//! `pawn`, `cube`, `dice`, `seat`, `hand`, `reserve`) and its name as `data-name`. In a picture for an interactive page, every thing that
//! moves is a group with the name of its kind, its place and its number in a stack (`data-piece`, `data-at`, `data-level`). A PNG is the same SVG, drawn by resvg
//! (`games/tests/it/pictures.rs`).

mod arrows;
mod font;
mod path;
mod pattern;
mod scene;
mod shapes;
mod sheet;
mod svg;
mod theme;

pub use path::{Path, Xy};
pub use pattern::{Pattern, definitions};
pub use scene::{Anchor, Paint, PieceName, Scene};
pub use sheet::PictureSheet;
pub use theme::{Part, Role, Style, Theme, Tone};

/// The first character of a value that is neither an ASCII character nor a sign of the font.
pub fn unknown_letter(text: &str) -> Option<char> {
    let is_foreign = |letter: char| letter.is_alphabetic() && !letter.is_ascii();
    text.chars().find(|&letter| is_foreign(letter) || !font::has_letter(letter))
}
