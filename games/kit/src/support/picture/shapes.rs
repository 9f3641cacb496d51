//! Shapes shared by the pictures of a page.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Shapes that a page contains once, referenced from each use.
#[derive(Default)]
pub(super) struct SharedShapes {
    numbers: HashMap<String, usize>,
    /// All shapes as SVG.
    pub(super) text: String,
}

impl SharedShapes {
    /// The number of a shape. It is given as SVG without an identifier: `<circle r="4"/>`.
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
