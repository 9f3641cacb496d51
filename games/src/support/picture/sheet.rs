//! Pictures on one page: they share their letters, and leave the colours to the page, which may change them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::svg::{Colours, Letters, Writer};
use super::{Role, Scene, Theme};

/// Pictures of one page.
#[derive(Default)]
pub struct PictureSheet {
    letters: Letters,
}

impl PictureSheet {
    /// A picture as SVG without letters and colours of its own. Its size is left to the page too.
    pub fn add(&mut self, scene: &Scene) -> String {
        self.letters.extend(scene.letters());
        let mut svg = Writer::new(Colours::OfPage, scene);
        svg.open(scene, None);
        svg.body(scene);
        svg.out
    }

    /// The outlines of all letters, once: a picture that is not seen.
    pub fn letters(&self) -> String {
        let mut svg = Writer {
            out: String::from(
                "<svg class=\"letters\" width=\"0\" height=\"0\" aria-hidden=\"true\">",
            ),
            colours: Colours::OfPage,
        };
        svg.letters(&self.letters);
        svg.out + "</svg>\n"
    }

    /// The colours of a theme, as what a style sheet says about the page: `--c0:#ffffff;…`.
    pub fn colours(theme: Theme) -> String {
        let mut text = String::new();
        for (number, role) in Role::ALL.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, "--c{number}:{};", role.colour(theme));
        }
        text
    }
}

impl Scene {
    /// The outline of every letter that is used.
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
