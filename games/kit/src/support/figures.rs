//! Number formatting: JSON gets the full precision, readers a fixed number of digits, and `-0` is never written.

use serde_json::{Value, json};

/// A number that is written to JSON with full precision.
pub trait Figure {
    /// The decimal number to write.
    fn decimal(self) -> f64;
}

impl Figure for f64 {
    fn decimal(self) -> f64 {
        // Converts −0 to 0.
        self + 0.0
    }
}

impl Figure for f32 {
    /// The shortest decimal that reads back as this `f32`. Converting to `f64` directly would show meaningless digits.
    fn decimal(self) -> f64 {
        let shortest = self.to_string().parse().unwrap_or(f64::from(self));
        shortest + 0.0
    }
}

/// A probability, an equity or a mean, for JSON.
pub fn precise(value: impl Figure) -> Value {
    json!(value.decimal())
}

/// A count, a score or a sum, for JSON. Whole numbers are written as integers.
pub fn number(value: impl Figure) -> Value {
    let value = value.decimal();
    if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) }
}

/// A number for a reader, with its sign.
pub fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if is_zero(&text) { text.replace('-', "+") } else { text }
}

/// A number for a reader.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if is_zero(&text) { text.replace('-', "") } else { text }
}

/// Numbers for a reader, with as many digits as each needs.
pub fn list(values: &[f32]) -> String {
    let words: Vec<String> = values.iter().map(|&value| (value + 0.0).to_string()).collect();
    words.join(", ")
}

fn is_zero(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '-' | '+' | '0' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_numbers_have_full_precision_and_no_minus_zero() {
        assert_eq!(precise(0.123_456_79_f32).to_string(), "0.12345679");
        assert_eq!(precise(0.1_f32).to_string(), "0.1");
        assert_eq!(precise(-0.0_f32).to_string(), "0.0");
        assert_eq!(precise(1.0 / 3.0).to_string(), "0.3333333333333333");
        assert_eq!(number(-0.0).to_string(), "0");
        assert_eq!(number(12.0).to_string(), "12");
        assert_eq!(number(-1.25).to_string(), "-1.25");
    }

    #[test]
    fn numbers_for_readers_have_no_minus_zero() {
        assert_eq!(signed(-0.001, 2), "+0.00");
        assert_eq!(signed(-0.006, 2), "-0.01");
        assert_eq!(signed(0.5, 1), "+0.5");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-10.0, 0), "-10");
    }
}
