//! A scene as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::font;
use super::path::{Xy, number};
use super::pattern::Pattern;
use super::scene::{Element, Fill, Paint, PieceName, Scene, Shape};
use super::shapes::SharedShapes;
use super::{Role, Theme};

/// The outlines of letters.
pub(super) type Letters = BTreeMap<char, &'static str>;

impl Scene {
    /// The picture as SVG, with this many pixels on its longer side. The output depends on nothing else.
    pub fn to_svg(&self, pixels: u32, theme: Theme) -> String {
        let mut svg = Writer::new(Colours::Of(theme), self);
        svg.open(self, Some(pixels));
        svg.definitions(self, &self.patterns(theme));
        svg.body(self);
        svg.out
    }

    /// The picture for an interactive page that shows one at a time. It has targets and its own letters; size, colours
    /// ([`PictureSheet::colours`](super::PictureSheet::colours)) and the definitions of patterns ([`definitions`](super::definitions)) are
    /// left to the page.
    pub fn to_live_svg(&self) -> String {
        let mut svg = Writer::new(Colours::OfPage, self);
        svg.is_live = true;
        svg.open(self, None);
        svg.definitions(self, "");
        svg.body(self);
        svg.out
    }
}

impl Scene {
    /// The definitions of the patterns that it uses in a theme.
    fn patterns(&self, theme: Theme) -> String {
        let is_used = |wanted: &Pattern| {
            let mut all = self.stamps.values().flatten().chain(&self.elements);
            all.any(|element| match element {
                Element::Shape(_, paint) => paint.fill == Some(Fill::Pattern(*wanted)),
                _ => false,
            })
        };
        let of_theme = Pattern::ALL.into_iter().filter(|pattern| pattern.is_in(theme));
        of_theme.filter(is_used).map(Pattern::definition).collect()
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

    /// The patterns, letters and stamps of a scene.
    fn definitions(&mut self, scene: &Scene, patterns: &str) {
        let letters = scene.letters();
        if letters.is_empty() && scene.stamps.is_empty() && patterns.is_empty() {
            return;
        }
        self.out.extend(["<defs>\n", patterns]);
        self.letters(&letters);
        for (name, elements) in &scene.stamps {
            self.stamp(name, elements);
        }
        self.out.push_str("</defs>\n");
    }

    /// The definition of a stamp.
    pub(super) fn stamp(&mut self, name: &str, elements: &[Element]) {
        self.out.push_str("<g");
        self.word("id", name);
        self.out.push_str(">\n");
        for element in elements {
            self.element(element);
        }
        self.out.push_str("</g>\n");
    }

    /// The outline of every letter, once.
    pub(super) fn letters(&mut self, letters: &Letters) {
        for (&letter, outline) in letters {
            let code = u32::from(letter);
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "<path id=\"g{code}\" d=\"{outline}\"/>");
        }
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Shape(shape, paint) => self.shape(shape, paint),
            Element::Stamp(name, at, opacity) => self.use_stamp(name, *at, *opacity),
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

    fn use_stamp(&mut self, name: &str, (x, y): Xy, opacity: f32) {
        let _ = write!(self.out, "<use href=\"#{name}\"");
        self.attribute("x", x);
        self.attribute("y", y);
        if opacity < 1.0 {
            self.attribute("opacity", opacity);
        }
        self.out.push_str("/>\n");
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

    /// Whether the theme leaves a paint out.
    fn is_left_out(&self, paint: &Paint) -> bool {
        match (paint.fill, self.colours) {
            (Some(Fill::Pattern(pattern)), Colours::Of(theme)) => !pattern.is_in(theme),
            _ => false,
        }
    }

    pub(super) fn shape(&mut self, shape: &Shape, paint: &Paint) {
        if self.is_left_out(paint) {
            return;
        }
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
            Some(Fill::Role(role)) => self.colour("fill", role),
            Some(Fill::Pattern(pattern)) => {
                self.word("fill", &format!("url(#{})", pattern.id()));
                if self.is_of_page() {
                    self.word("class", pattern.class());
                }
            }
            None => self.word("fill", "none"),
        }
        if paint.fill.is_none() && paint.stroke.is_none() {
            self.word("pointer-events", "all");
        }
        if paint.passive && self.is_live {
            self.word("pointer-events", "none");
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

#[cfg(test)]
mod tests {
    use super::super::{Style, Tone};
    use super::*;

    /// Two shining balls on a board of wood.
    fn scene() -> Scene {
        let mut scene = Scene::new((100.0, 50.0), "balls");
        scene.texture((0.0, 0.0), (100.0, 50.0));
        for x in [20.0, 60.0] {
            scene.stamp("ball-small", (x, 20.0), 1.0, |scene| {
                scene.circle((1.0, 2.0), 5.0, Paint::shadow(0.2));
                scene.circle((0.0, 0.0), 5.0, Paint::fill(Role::First));
                scene.circle((0.0, 0.0), 5.0, Paint::pattern(Pattern::Ball));
            });
        }
        scene
    }

    #[test]
    fn a_stamp_is_drawn_once() {
        let svg = scene().to_live_svg();
        assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
        assert_eq!(svg.matches("<use href=\"#ball-small\"").count(), 2, "{svg}");
        // The page has the patterns, and hides those of other themes.
        assert!(!svg.contains("<pattern") && svg.contains("class=\"grain\""), "{svg}");
    }

    #[test]
    fn a_theme_has_its_own_patterns_only() {
        let drawn = |tone, style| scene().to_svg(100, Theme::of(tone, style));
        let wood = drawn(Tone::Light, Style::Wood);
        assert!(wood.contains("id=\"grain\"") && wood.contains("id=\"ball\""), "{wood}");
        assert!(!wood.contains("veins") && !wood.contains("sheen"), "{wood}");
        let slate = drawn(Tone::Dark, Style::Slate);
        assert!(slate.contains("url(#veins)") && !slate.contains("grain"), "{slate}");
        for plain in [drawn(Tone::Light, Style::Flat), drawn(Tone::Print, Style::Wood)] {
            assert!(!plain.contains("url(#"), "{plain}");
        }
    }
}
