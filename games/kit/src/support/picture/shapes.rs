//! Shapes that the pictures of a page share.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Shapes that stand on the page once, and are used wherever they are seen.
#[derive(Default)]
pub(super) struct SharedShapes {
    numbers: HashMap<String, usize>,
    /// All of them as SVG.
    pub(super) text: String,
}

impl SharedShapes {
    /// The number of a shape, whose SVG is given without its name: `<circle r="4"/>`.
    pub(super) fn number(&mut self, shape: &str) -> usize {
        let next = self.numbers.len();
        let (name, rest) = shape.split_once(' ').unwrap_or((shape, ""));
        let text = &mut self.text;
        *self.numbers.entry(shape.to_owned()).or_insert_with(|| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} id=\"p{next}\" {}", rest.trim_end());
            next
        })
    }
}
