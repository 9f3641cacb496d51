//! The contents of a picture.

use std::collections::BTreeMap;

use super::path::{Path, Xy};
use super::{Pattern, Role};

/// How a text is aligned to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// A picture: shapes from back to front, some of them in groups that a user can point at.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    /// The upper edge of the visible part.
    pub(super) top: f32,
    pub(super) title: String,
    pub(super) elements: Vec<Element>,
    /// Shapes that are drawn once and used several times, by name.
    pub(super) stamps: BTreeMap<String, Vec<Element>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Element {
    Shape(Shape, Paint),
    /// Use of a stamp: its name, place and opacity.
    Stamp(String, Xy, f32),
    /// Start of a target: its class, and its name in the game's notation.
    Open(&'static str, String),
    /// Start of a group that a page may style or hide.
    OpenGroup(&'static str),
    /// Start of a piece.
    OpenPiece(PieceName),
    Close,
    CloseGroup,
}

/// The name of a thing that moves on the board. Pages animate pieces: they compare the names in the pictures before and after a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceName {
    /// What it is: `white-flat`, `pawn-2`, `tile-31`, `die-5`.
    pub kind: String,
    /// Its place, which stays the same as long as the piece does not move.
    pub at: String,
    /// Its number in a stack or on a point, counted from 1 at the bottom; `None` if the place holds a single piece.
    pub level: Option<u32>,
}

impl PieceName {
    /// A piece that is alone at its place.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn new(kind: impl Into<String>, at: impl ToString) -> Self {
        Self { kind: kind.into(), at: at.to_string(), level: None }
    }

    /// The piece with its number in a stack, counted from 1 at the bottom.
    #[must_use]
    pub fn level(mut self, level: u32) -> Self {
        self.level = Some(level);
        self
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Rect {
        at: Xy,
        size: Xy,
        radius: f32,
    },
    Circle {
        centre: Xy,
        radius: f32,
    },
    Path(Path),
    /// A text; `at` is the left end of its baseline.
    Text {
        at: Xy,
        size: f32,
        text: String,
    },
}

/// What fills an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Role(Role),
    Pattern(Pattern),
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    pub(super) fill: Option<Fill>,
    pub(super) stroke: Option<(Role, f32)>,
    pub(super) dash: Option<(f32, f32)>,
    pub(super) butt: bool,
    pub(super) opacity: f32,
    /// Whether users point through it.
    pub(super) passive: bool,
}

impl Paint {
    const NOTHING: Self =
        Self { fill: None, stroke: None, dash: None, butt: false, opacity: 1.0, passive: false };

    /// A filled area.
    pub const fn fill(role: Role) -> Self {
        Self { fill: Some(Fill::Role(role)), ..Self::NOTHING }
    }

    /// An area filled with a pattern, on top of its colour. Themes without this pattern leave it out.
    pub const fn pattern(pattern: Pattern) -> Self {
        Self { fill: Some(Fill::Pattern(pattern)), passive: true, ..Self::NOTHING }
    }

    /// A shadow of this opacity. It does not belong to the target that throws it.
    pub const fn shadow(opacity: f32) -> Self {
        Self { opacity, passive: true, ..Self::fill(Role::Shade) }
    }

    /// A line with round ends and corners.
    pub const fn line(role: Role, width: f32) -> Self {
        Self::NOTHING.outlined(role, width)
    }

    /// An invisible area that can be pointed at.
    pub const fn unseen() -> Self {
        Self::NOTHING
    }

    /// Adds an outline.
    #[must_use]
    pub const fn outlined(mut self, role: Role, width: f32) -> Self {
        self.stroke = Some((role, width));
        self
    }

    /// Makes the line dashed: length of a dash, length of a gap.
    #[must_use]
    pub const fn dashed(mut self, line: f32, gap: f32) -> Self {
        self.dash = Some((line, gap));
        self
    }

    /// Cuts the line straight at its ends instead of rounding them.
    #[must_use]
    pub const fn butt(mut self) -> Self {
        self.butt = true;
        self
    }

    /// Makes it transparent.
    #[must_use]
    pub const fn faint(mut self, opacity: f32) -> Self {
        self.opacity = opacity;
        self
    }
}

impl Scene {
    /// An empty picture of this size. The title is a sentence that says what it shows.
    pub fn new((width, height): Xy, title: impl Into<String>) -> Self {
        Self {
            width,
            height,
            top: 0.0,
            title: title.into(),
            elements: Vec::new(),
            stamps: BTreeMap::new(),
        }
    }

    /// Changes the title.
    pub fn rename(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Cuts strips of these heights off the upper and lower edges. Shapes keep their coordinates.
    pub fn crop(&mut self, above: f32, below: f32) {
        self.top += above;
        self.height -= above + below;
    }

    /// A rectangle with corners rounded by `radius`.
    pub fn rect(&mut self, at: Xy, size: Xy, radius: f32, paint: Paint) {
        self.push(Shape::Rect { at, size, radius }, paint);
    }

    /// A square around a point.
    pub fn square(&mut self, (x, y): Xy, side: f32, radius: f32, paint: Paint) {
        let at = (x - side / 2.0, y - side / 2.0);
        self.rect(at, (side, side), radius, paint);
    }

    /// A circle.
    pub fn circle(&mut self, centre: Xy, radius: f32, paint: Paint) {
        self.push(Shape::Circle { centre, radius }, paint);
    }

    /// An ellipse with these horizontal and vertical radii.
    pub fn ellipse(&mut self, (x, y): Xy, radii: Xy, paint: Paint) {
        let (left, right) = ((x - radii.0, y), (x + radii.0, y));
        let whole = Path::from(left).oval(radii, true, right).oval(radii, true, left).close();
        self.path(whole, paint);
    }

    /// A line of any form.
    pub fn path(&mut self, path: Path, paint: Paint) {
        self.push(Shape::Path(path), paint);
    }

    /// A straight line.
    pub fn line(&mut self, from: Xy, to: Xy, paint: Paint) {
        self.path(Path::from(from).line(to), paint);
    }

    /// The grain or veins of a board in this rectangle, over what was drawn before.
    pub fn texture(&mut self, at: Xy, size: Xy) {
        for pattern in [Pattern::Grain, Pattern::Veins] {
            self.rect(at, size, 0.0, Paint::pattern(pattern));
        }
    }

    /// The table of a board that grows. On a page it goes on beyond the picture, so that it fills a window of any shape.
    pub fn table(&mut self, (x, y): Xy, (width, height): Xy, endless: bool) {
        let beyond = if endless { 3.0 * width.max(height) } else { 0.0 };
        let at = (x - beyond, y - beyond);
        let size = (width + 2.0 * beyond, height + 2.0 * beyond);
        self.rect(at, size, 12.0, Paint::fill(Role::Table));
        self.texture(at, size);
    }

    /// A text whose capital letters are centred vertically on the point.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn text(&mut self, (x, y): Xy, size: f32, anchor: Anchor, role: Role, text: impl ToString) {
        let text = text.to_string();
        let width = text_width(&text, size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let at = (left, y + super::font::CAPITAL * size / 2.0);
        self.push(Shape::Text { at, size, text }, Paint::fill(role));
    }

    /// The width of a text at this size.
    pub fn width_of(&self, text: &str, size: f32) -> f32 {
        text_width(text, size)
    }

    /// A target: the shapes drawn by `inside` belong to something that a user can point at, such as a `square` named `c3`.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn target(
        &mut self,
        kind: &'static str,
        name: impl ToString,
        inside: impl FnOnce(&mut Self),
    ) {
        self.elements.push(Element::Open(kind, name.to_string()));
        inside(self);
        self.elements.push(Element::Close);
    }

    /// A group: a page can hide or style the shapes drawn by `inside` together.
    pub fn group(&mut self, kind: &'static str, inside: impl FnOnce(&mut Self)) {
        self.elements.push(Element::OpenGroup(kind));
        inside(self);
        self.elements.push(Element::CloseGroup);
    }

    /// Draws something that occurs often: `draw` draws it at the origin when its name is used for the first time. Names must be unique
    /// among all pictures of one page, so a name begins with the name of the game and contains everything that the shapes depend on.
    pub fn stamp(&mut self, name: &str, at: Xy, opacity: f32, draw: impl FnOnce(&mut Self)) {
        if !self.stamps.contains_key(name) {
            let mut own = Self::new((0.0, 0.0), "");
            draw(&mut own);
            self.stamps.extend(own.stamps);
            self.stamps.insert(name.to_owned(), own.elements);
        }
        self.elements.push(Element::Stamp(name.to_owned(), at, opacity));
    }

    /// A piece: the shapes drawn by `inside` move together.
    pub fn piece(&mut self, piece: PieceName, inside: impl FnOnce(&mut Self)) {
        self.elements.push(Element::OpenPiece(piece));
        inside(self);
        self.elements.push(Element::CloseGroup);
    }

    /// Every piece, in the order of drawing.
    pub fn pieces(&self) -> impl Iterator<Item = &PieceName> {
        self.elements.iter().filter_map(|element| match element {
            Element::OpenPiece(piece) => Some(piece),
            _ => None,
        })
    }

    /// Class and name of every target.
    pub fn targets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.elements.iter().filter_map(|element| match element {
            Element::Open(kind, name) => Some((*kind, name.as_str())),
            _ => None,
        })
    }

    /// Every text.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let all = self.stamps.values().flatten().chain(&self.elements);
        all.filter_map(|element| match element {
            Element::Shape(Shape::Text { text, .. }, _) => Some(text.as_str()),
            _ => None,
        })
    }

    fn push(&mut self, shape: Shape, paint: Paint) {
        self.elements.push(Element::Shape(shape, paint));
    }
}

/// The width of a text at this size.
pub(super) fn text_width(text: &str, size: f32) -> f32 {
    super::font::set(text).1 as f32 * size / 1000.0
}
