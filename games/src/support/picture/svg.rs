//! A scene as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::font;
use super::path::number;
use super::scene::{Element, Paint, Scene, Shape, Xy};
use super::{Role, Theme};

impl Scene {
    /// The picture as SVG, its longer side this many pixels. The text depends on nothing else.
    pub fn to_svg(&self, pixels: u32, theme: Theme) -> String {
        let mut svg = Writer {
            out: String::with_capacity(4096 + 96 * self.elements.len()),
            theme,
        };
        let scale = pixels as f32 / self.width.max(self.height);
        svg.out
            .push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0");
        for side in [self.width, self.height] {
            svg.out.push(' ');
            number(&mut svg.out, side);
        }
        svg.out.push('"');
        svg.attribute("width", (self.width * scale).round().max(1.0));
        svg.attribute("height", (self.height * scale).round().max(1.0));
        svg.out.push_str(">\n<title>");
        escape(&mut svg.out, &self.title);
        svg.out.push_str("</title>\n");
        svg.letters(&self.elements);
        svg.shape(
            &Shape::Rect {
                at: (0.0, 0.0),
                size: (self.width, self.height),
                radius: 0.0,
            },
            &Paint::fill(Role::Paper),
        );
        for element in &self.elements {
            svg.element(element);
        }
        svg.out.push_str("</svg>\n");
        svg.out
    }
}

struct Writer {
    out: String,
    theme: Theme,
}

impl Writer {
    /// The outline of every letter that is used, once.
    fn letters(&mut self, elements: &[Element]) {
        let mut used = BTreeMap::new();
        for element in elements {
            if let Element::Shape(Shape::Text { text, .. }, _) = element {
                let letters = font::set(text).0.into_iter();
                used.extend(letters.map(|(letter, glyph, _)| (letter, glyph.outline)));
            }
        }
        used.retain(|_, outline| !outline.is_empty());
        if used.is_empty() {
            return;
        }
        self.out.push_str("<defs>\n");
        for (letter, outline) in used {
            let code = u32::from(letter);
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "<path id=\"g{code}\" d=\"{outline}\"/>");
        }
        self.out.push_str("</defs>\n");
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Shape(shape, paint) => self.shape(shape, paint),
            Element::Open(kind, name) => {
                self.out.push_str("<g class=\"");
                self.out.push_str(kind);
                self.out.push_str("\" data-name=\"");
                escape(&mut self.out, name);
                self.out.push_str("\">\n");
            }
            Element::Close => self.out.push_str("</g>\n"),
        }
    }

    fn shape(&mut self, shape: &Shape, paint: &Paint) {
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
        self.out.push_str("<g role=\"img\" aria-label=\"");
        escape(&mut self.out, text);
        self.out.push_str("\" transform=\"translate(");
        number(&mut self.out, x);
        self.out.push(' ');
        number(&mut self.out, y);
        // Letters are drawn a thousand high; two decimals of a scale would not do.
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
        let fill = paint.fill.map_or("none", |role| role.colour(self.theme));
        self.word("fill", fill);
        if paint.fill.is_none() && paint.stroke.is_none() {
            self.word("pointer-events", "all");
        }
        if let Some((role, width)) = paint.stroke {
            self.word("stroke", role.colour(self.theme));
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
        // The opacity of a whole shape would cost whoever draws it a layer.
        if paint.opacity < 1.0 {
            if paint.fill.is_some() {
                self.attribute("fill-opacity", paint.opacity);
            }
            if paint.stroke.is_some() {
                self.attribute("stroke-opacity", paint.opacity);
            }
        }
    }

    fn word(&mut self, name: &str, value: &str) {
        for part in [" ", name, "=\"", value, "\""] {
            self.out.push_str(part);
        }
    }

    fn attribute(&mut self, name: &str, value: f32) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        number(&mut self.out, value);
        self.out.push('"');
    }
}

/// A text inside XML.
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
