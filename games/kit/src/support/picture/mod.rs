//! Pictures: what every game draws into, and how it is written as SVG.
//!
//! A game fills a [`Scene`] with shapes in units of its own choice. A shape has no colour but a [`Role`], and a [`Theme`]
//! gives every role its colour, so a theme is one column of a table. What a user can point at (a square, a point, a tile,
//! an anchor of a wall) is a [target](Scene::target) and carries its name in the game's notation. Letters are outlines of
//! one font that the program carries: a picture looks the same everywhere, and needs no font where it is shown.
//!
//! **Invariant:** The text of a picture depends on the scene, the size and the theme alone, and nothing is shown by colour alone. A target
//! is a group with the class of the thing (`square`, `stack`, `point`, `bar`, `tray`, `tile`, `cell`, `drawn`, `anchor`, `slot`, `wall`,
//! `pawn`, `cube`, `dice`, `seat`, `hand`, `reserve`) and its name as `data-name`. PNG is the same SVG, drawn by resvg
//! (`games/tests/it/pictures.rs`).

mod arrows;
mod font;
mod path;
mod scene;
mod shapes;
mod sheet;
mod svg;
mod theme;

pub use path::{Path, Xy};
pub use scene::{Anchor, Paint, Scene};
pub use sheet::PictureSheet;
pub use theme::{Role, Theme};

/// The first character of a text that a picture cannot show.
pub fn unknown_letter(text: &str) -> Option<char> {
    text.chars().find(|&letter| !font::knows(letter))
}
