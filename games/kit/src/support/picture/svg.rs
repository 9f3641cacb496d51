//! A scene as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::font;
use super::path::{Xy, number};
use super::scene::{Element, Paint, PieceName, Scene, Shape};
use super::shapes::SharedShapes;
use super::{Role, Theme};

/// The outlines of letters.
pub(super) type Letters = BTreeMap<char, &'static str>;

impl Scene {
    /// The picture as SVG, with this many pixels on its longer side. The output depends on nothing else.
    pub fn to_svg(&self, pixels: u32, theme: Theme) -> String {
        let mut svg = Writer::new(Colours::Of(theme), self);
        svg.open(self, Some(pixels));
        svg.letters(&self.letters());
        svg.body(self);
        svg.out
    }

    /// The picture for an interactive page that shows one at a time. It has targets and its own letters; size and colours are left to the
    /// page ([`PictureSheet::colours`](super::PictureSheet::colours)).
    pub fn to_live_svg(&self) -> String {
        let mut svg = Writer::new(Colours::OfPage, self);
        svg.is_live = true;
        svg.open(self, None);
        svg.letters(&self.letters());
        svg.body(self);
        svg.out
    }
}

/// Where colours come from.
#[derive(Clone, Copy)]
pub(super) enum Colours {
    /// A theme.
    Of(Theme),
    /// CSS variables of the page.
    OfPage,
}

pub(super) struct Writer {
    pub(super) out: String,
    pub(super) colours: Colours,
    /// Shapes that the page contains once, if shapes are shared.
    pub(super) shared: Option<SharedShapes>,
    /// Whether users can point at the picture.
    is_live: bool,
}

impl Writer {
    pub(super) fn new(colours: Colours, scene: &Scene) -> Self {
        let out = String::with_capacity(4096 + 96 * scene.elements.len());
        Self { out, colours, shared: None, is_live: false }
    }

    /// Writes a part of a page.
    pub(super) fn on_page() -> Self {
        Self { out: String::new(), colours: Colours::OfPage, shared: None, is_live: false }
    }

    /// The opening tag, with the size in pixels if the picture has a fixed one.
    pub(super) fn open(&mut self, scene: &Scene, pixels: Option<u32>) {
        // An interactive picture is more than an image, and a title would pop up wherever the pointer rests.
        let role = if self.is_live { "group" } else { "img" };
        self.out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        self.word("role", role);
        self.out.push_str(" viewBox=\"0");
        for side in [scene.top, scene.width, scene.height] {
            self.out.push(' ');
            number(&mut self.out, side);
        }
        self.out.push('"');
        if let Some(pixels) = pixels {
            let scale = pixels as f32 / scene.width.max(scene.height);
            self.attribute("width", (scene.width * scale).round().max(1.0));
            self.attribute("height", (scene.height * scale).round().max(1.0));
        }
        if self.is_live {
            self.escaped("aria-label", &scene.title);
            self.out.push_str(">\n");
            return;
        }
        self.out.push_str(">\n<title>");
        escape(&mut self.out, &scene.title);
        self.out.push_str("</title>\n");
    }

    /// Background, shapes and the closing tag.
    pub(super) fn body(&mut self, scene: &Scene) {
        self.shape(
            &Shape::Rect { at: (0.0, scene.top), size: (scene.width, scene.height), radius: 0.0 },
            &Paint::fill(Role::Paper),
        );
        for element in &scene.elements {
            self.element(element);
        }
        self.out.push_str("</svg>\n");
    }

    /// The outline of every letter, once.
    pub(super) fn letters(&mut self, letters: &Letters) {
        if letters.is_empty() {
            return;
        }
        self.out.push_str("<defs>\n");
        for (&letter, outline) in letters {
            let code = u32::from(letter);
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "<path id=\"g{code}\" d=\"{outline}\"/>");
        }
        self.out.push_str("</defs>\n");
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Shape(shape, paint) => self.shape(shape, paint),
            // Pages that only show pictures need no targets.
            Element::Open(..) | Element::Close if self.is_of_page() && !self.is_live => {}
            Element::OpenGroup(..) | Element::OpenPiece(..) | Element::CloseGroup
                if !self.is_live => {}
            Element::OpenPiece(piece) => self.open_piece(piece),
            Element::OpenGroup(kind) => {
                self.out.push_str("<g");
                self.word("class", kind);
                self.out.push_str(">\n");
            }
            Element::Open(kind, name) => {
                self.out.push_str("<g");
                self.word("class", kind);
                self.escaped("data-name", name);
                self.out.push_str(">\n");
            }
            Element::Close | Element::CloseGroup => self.out.push_str("</g>\n"),
        }
    }

    fn open_piece(&mut self, piece: &PieceName) {
        self.out.push_str("<g");
        self.escaped("data-piece", &piece.kind);
        self.escaped("data-at", &piece.at);
        if let Some(level) = piece.level {
            // Writing to a string cannot fail.
            let _ = write!(self.out, " data-level=\"{level}\"");
        }
        self.out.push_str(">\n");
    }

    fn is_of_page(&self) -> bool {
        matches!(self.colours, Colours::OfPage)
    }

    pub(super) fn shape(&mut self, shape: &Shape, paint: &Paint) {
        if self.use_shared(shape, paint) {
            return;
        }
        match shape {
            Shape::Rect { at, size, radius } => {
                self.out.push_str("<rect");
                self.attribute("x", at.0);
                self.attribute("y", at.1);
                self.attribute("width", size.0);
                self.attribute("height", size.1);
                if *radius > 0.0 {
                    self.attribute("rx", *radius);
                }
            }
            Shape::Circle { centre, radius } => {
                self.out.push_str("<circle");
                self.attribute("cx", centre.0);
                self.attribute("cy", centre.1);
                self.attribute("r", *radius);
            }
            Shape::Path(path) => {
                self.out.push_str("<path d=\"");
                self.out.push_str(&path.words);
                self.out.push('"');
            }
            Shape::Text { at, size, text } => return self.text(*at, *size, text, paint),
        }
        self.paint(paint);
        self.out.push_str("/>\n");
    }

    fn text(&mut self, (x, y): Xy, size: f32, text: &str, paint: &Paint) {
        self.out.push_str("<g");
        // A page describes its pictures in words.
        if !self.is_of_page() {
            self.word("role", "img");
            self.escaped("aria-label", text);
        }
        self.out.push_str(" transform=\"translate(");
        number(&mut self.out, x);
        self.out.push(' ');
        number(&mut self.out, y);
        // Letters are 1000 units high, so the scale needs more than two decimals.
        let _ = write!(self.out, ") scale({:.4})\"", size / 1000.0);
        self.paint(paint);
        self.out.push('>');
        for (letter, glyph, start) in font::set(text).0 {
            if !glyph.outline.is_empty() {
                let code = u32::from(letter);
                let _ = write!(self.out, "<use href=\"#g{code}\" x=\"{start}\"/>");
            }
        }
        self.out.push_str("</g>\n");
    }

    fn paint(&mut self, paint: &Paint) {
        match paint.fill {
            Some(role) => self.colour("fill", role),
            None => self.word("fill", "none"),
        }
        if paint.fill.is_none() && paint.stroke.is_none() {
            self.word("pointer-events", "all");
        }
        if let Some((role, width)) = paint.stroke {
            self.colour("stroke", role);
            self.attribute("stroke-width", width);
            self.word("stroke-linejoin", "round");
            if paint.dash.is_none() && !paint.butt {
                self.word("stroke-linecap", "round");
            }
        }
        if let Some((line, gap)) = paint.dash {
            self.out.push_str(" stroke-dasharray=\"");
            number(&mut self.out, line);
            self.out.push(' ');
            number(&mut self.out, gap);
            self.out.push('"');
        }
        // Opacity of a whole shape would make renderers allocate a layer.
        if paint.opacity < 1.0 {
            if paint.fill.is_some() {
                self.attribute("fill-opacity", paint.opacity);
            }
            if paint.stroke.is_some() {
                self.attribute("stroke-opacity", paint.opacity);
            }
        }
    }

    fn colour(&mut self, name: &str, role: Role) {
        match self.colours {
            Colours::Of(theme) => self.word(name, role.colour(theme)),
            Colours::OfPage => self.word(name, &format!("var({})", role.property())),
        }
    }

    fn word(&mut self, name: &str, value: &str) {
        for part in [" ", name, "=\"", value, "\""] {
            self.out.push_str(part);
        }
    }

    /// An attribute with any text.
    fn escaped(&mut self, name: &str, value: &str) {
        for part in [" ", name, "=\""] {
            self.out.push_str(part);
        }
        escape(&mut self.out, value);
        self.out.push('"');
    }

    pub(super) fn attribute(&mut self, name: &str, value: f32) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        number(&mut self.out, value);
        self.out.push('"');
    }
}

/// Escapes a text for XML.
fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
}
