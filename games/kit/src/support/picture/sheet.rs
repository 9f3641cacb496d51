//! Several pictures on one page. They share letters and shapes, and leave the colours to the page, which may change them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::path::{Path, Xy};
use super::scene::{Paint, Scene, Shape};
use super::shapes::SharedShapes;
use super::svg::{Colours, Letters, Writer};
use super::{Part, Role, Theme};

/// The pictures of one page.
#[derive(Default)]
pub struct PictureSheet {
    letters: Letters,
    shapes: SharedShapes,
    /// Shapes that several pictures use, as SVG by name.
    stamps: BTreeMap<String, String>,
}

impl PictureSheet {
    /// Adds a picture. Returns its SVG, which refers to shared letters, shapes and colours. Its size is left to the page too.
    pub fn add(&mut self, scene: &Scene) -> String {
        self.letters.extend(scene.letters());
        for (name, elements) in &scene.stamps {
            let drawn = || {
                let mut svg = Writer::on_page();
                svg.stamp(name, elements);
                svg.out
            };
            self.stamps.entry(name.clone()).or_insert_with(drawn);
        }
        let mut svg = Writer::new(Colours::OfPage, scene);
        svg.shared = Some(std::mem::take(&mut self.shapes));
        svg.open(scene, None);
        svg.body(scene);
        self.shapes = svg.shared.unwrap_or_default();
        svg.out
    }

    /// The letters and shapes of all pictures, as an invisible SVG element to include once.
    pub fn shared(&self) -> String {
        let mut svg = Writer::on_page();
        svg.letters(&self.letters);
        let stamps: String = self.stamps.values().map(String::as_str).collect();
        let (letters, patterns, shapes) = (svg.out, super::definitions(), &self.shapes.text);
        format!(
            "<svg class=\"shared\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{letters}{patterns}{stamps}{shapes}</defs></svg>\n"
        )
    }

    /// The approximate length of [`shared`](Self::shared) in bytes.
    pub fn shared_length(&self) -> usize {
        let letters = self.letters.values().map(|outline| outline.len() + 30);
        let stamps = self.stamps.values().map(String::len);
        let lengths = [letters.sum(), stamps.sum(), super::definitions().len()];
        self.shapes.text.len() + lengths.iter().sum::<usize>() + 100
    }

    /// The colours of a theme as CSS variables: `--c0:#ffffff;…`.
    pub fn colours(theme: Theme) -> String {
        [Part::Page, Part::Board, Part::Pieces].map(|part| Self::colours_of(part, theme)).concat()
    }

    /// The colours of a part of a theme as CSS variables.
    pub fn colours_of(part: Part, theme: Theme) -> String {
        let mut text = String::new();
        for role in Role::ALL.iter().filter(|role| role.part() == part) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}:{};", role.property(), role.colour(theme));
        }
        text
    }
}

impl Scene {
    /// The outline of every letter used.
    pub(super) fn letters(&self) -> Letters {
        let mut used = BTreeMap::new();
        for text in self.texts() {
            let letters = super::font::set(text).0.into_iter();
            used.extend(letters.map(|(letter, glyph, _)| (letter, glyph.outline)));
        }
        used.retain(|_, outline| !outline.is_empty());
        used
    }
}

/// The shape moved to the origin, and its place.
fn at_origin(shape: &Shape) -> Option<(Shape, Xy)> {
    match shape {
        Shape::Rect { at, size, radius } => {
            let (size, radius) = (*size, *radius);
            let at_origin = Shape::Rect { at: (0.0, 0.0), size, radius };
            Some((at_origin, *at))
        }
        Shape::Circle { centre, radius } => {
            let at_origin = Shape::Circle { centre: (0.0, 0.0), radius: *radius };
            Some((at_origin, *centre))
        }
        Shape::Path(path) => {
            let (path, at) = path.moved_to_origin()?;
            Some((Shape::Path(path), at))
        }
        Shape::Text { .. } => None,
    }
}

impl Writer {
    /// Refers to a shared shape instead of drawing it. False if this shape is not shared.
    pub(super) fn use_shared(&mut self, shape: &Shape, paint: &Paint) -> bool {
        let Some((shape, at)) = at_origin(shape) else {
            return false;
        };
        let Some(mut shared) = self.shared.take() else {
            return false;
        };
        let mut svg = Self::on_page();
        svg.shape(&shape, paint);
        let number = shared.number(&svg.out);
        self.shared = Some(shared);
        // Writing to a string cannot fail.
        let _ = write!(self.out, "<use href=\"#p{number}\"");
        self.attribute("x", at.0);
        self.attribute("y", at.1);
        self.out.push_str("/>\n");
        true
    }
}

impl Path {
    /// The path moved to the origin, and its place; `None` for unsupported path data. Coordinates are rounded to tenths, so that paths of
    /// equal form compare equal.
    fn moved_to_origin(&self) -> Option<(Self, Xy)> {
        let mut words = String::new();
        let mut begin = None;
        let mut rest = self.words.as_str();
        while let Some(letter) = rest.chars().next() {
            let end = rest[1..].find(|c: char| c.is_ascii_alphabetic());
            let end = end.map_or(rest.len(), |end| end + 1);
            let numbers = rest[1..end].split_whitespace().map(str::parse::<f32>);
            let mut numbers: Vec<f32> = numbers.collect::<Result<_, _>>().ok()?;
            let place = match letter {
                'M' | 'L' | 'Q' => 0,
                'A' => 5,
                'Z' => numbers.len(),
                _ => return None,
            };
            for pair in numbers.get_mut(place..)?.chunks_mut(2) {
                let [x, y] = pair else { return None };
                let (left, top) = *begin.get_or_insert((*x, *y));
                (*x, *y) = (round(*x - left), round(*y - top));
            }
            words.push(letter);
            for (index, value) in numbers.iter().enumerate() {
                if index > 0 {
                    words.push(' ');
                }
                super::path::number(&mut words, *value);
            }
            rest = &rest[end..];
        }
        Some((Self { words }, begin?))
    }
}

fn round(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_equal_form_are_equal_at_the_origin() {
        let triangle = |x: f32, y: f32| {
            Path::from((x, y))
                .line((x + 10.0, y))
                .curve((x + 5.0, y + 1.0), (x, y + 7.5))
                .arc(3.0, true, (x, y + 2.0))
                .close()
        };
        let (one, at) = triangle(3.25, 7.0).moved_to_origin().expect("a known form");
        let (other, _) = triangle(-100.5, 0.01).moved_to_origin().expect("a known form");
        assert_eq!((&one, at), (&other, (3.25, 7.0)));
        assert_eq!(one.words, "M0 0L10 0Q5 1 0 7.5A3 3 0 0 1 0 2Z");
    }

    #[test]
    fn pictures_share_shapes_and_letters() {
        let mut sheet = PictureSheet::default();
        let mut scene = Scene::new((100.0, 50.0), "two of a kind");
        for x in [10.0, 40.0] {
            scene.circle((x, 20.0), 5.0, Paint::fill(Role::Best));
        }
        scene.text((5.0, 5.0), 10.0, super::super::Anchor::Start, Role::Text, "aa");
        let svg = sheet.add(&scene);
        assert_eq!(svg.matches("<use href=\"#p1\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("<use href=\"#g97\"").count(), 2, "{svg}");
        let shared = sheet.shared();
        assert_eq!(shared.matches("<circle").count(), 1, "{shared}");
        assert_eq!(shared.matches("id=\"g97\"").count(), 1, "{shared}");
        let length = sheet.shared_length();
        assert!(shared.len() <= length + 100 && length <= shared.len() + 100);
    }
}
