//! Lines and curves as SVG path data.

use std::fmt::Write as _;

/// A point: x to the right, y downwards.
pub type Xy = (f32, f32);

/// A line of any form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub(super) words: String,
}

/// Writes a number with at most two decimals, as short as possible.
pub(super) fn number(out: &mut String, value: f32) {
    debug_assert!(value.is_finite(), "a place in a picture is a number");
    let hundredths = (value * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    // Writing to a string cannot fail.
    let _ = match rest {
        0 => write!(out, "{whole}"),
        rest if rest % 10 == 0 => write!(out, "{whole}.{}", rest / 10),
        rest => write!(out, "{whole}.{rest:02}"),
    };
}

impl Path {
    /// A path that begins at this point.
    pub fn from(at: Xy) -> Self {
        Self::default().word('M', &[at])
    }

    /// Continues at another point without drawing.
    #[must_use]
    pub fn jump(self, to: Xy) -> Self {
        self.word('M', &[to])
    }

    /// A straight line.
    #[must_use]
    pub fn line(self, to: Xy) -> Self {
        self.word('L', &[to])
    }

    /// A quadratic curve with one control point.
    #[must_use]
    pub fn curve(self, by: Xy, to: Xy) -> Self {
        self.word('Q', &[by, to])
    }

    /// An arc of a circle, less than half of it.
    #[must_use]
    pub fn arc(self, radius: f32, clockwise: bool, to: Xy) -> Self {
        self.oval((radius, radius), clockwise, to)
    }

    /// An arc of an ellipse with these horizontal and vertical radii, at most half of it.
    #[must_use]
    pub fn oval(mut self, radii: Xy, clockwise: bool, to: Xy) -> Self {
        self.words.push('A');
        for value in [radii.0, radii.1] {
            number(&mut self.words, value);
            self.words.push(' ');
        }
        self.words.push_str(if clockwise { "0 0 1 " } else { "0 0 0 " });
        self.point(to)
    }

    /// Returns to the beginning.
    #[must_use]
    pub fn close(mut self) -> Self {
        self.words.push('Z');
        self
    }

    /// A closed polygon.
    pub fn polygon(points: &[Xy]) -> Self {
        Self::through(points).close()
    }

    /// An open line through these points.
    pub fn through(points: &[Xy]) -> Self {
        let mut points = points.iter();
        let start = points.next().copied().unwrap_or_default();
        points.fold(Self::from(start), |path, &to| path.line(to))
    }

    fn word(mut self, letter: char, points: &[Xy]) -> Self {
        self.words.push(letter);
        points.iter().enumerate().fold(self, |mut path, (index, &at)| {
            if index > 0 {
                path.words.push(' ');
            }
            path.point(at)
        })
    }

    fn point(mut self, (x, y): Xy) -> Self {
        number(&mut self.words, x);
        self.words.push(' ');
        number(&mut self.words, y);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-0.25, "-0.25"),
            (10.049, "10.05"),
            (-3.0, "-3"),
            (7.999, "8"),
        ] {
            let mut out = String::new();
            number(&mut out, value);
            assert_eq!(out, text);
        }
    }
}
