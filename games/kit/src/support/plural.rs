//! Counts with their nouns, in the singular or plural.

use std::fmt::Display;

/// A count with its noun, which gets an `s` in the plural: `1 comment`, `2 comments`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    format!("{count} {noun}{}", if count == N::from(1) { "" } else { "s" })
}

/// The clause that states a count: `there is 1 row`, `there are 2 rows`.
pub fn there_are<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let verb = if count == N::from(1) { "is" } else { "are" };
    format!("there {verb} {}", counted(count, noun))
}

#[cfg(test)]
mod tests {
    use super::{counted, there_are};

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "row")), ["0 rows", "1 row", "2 rows"]);
        assert_eq!(there_are(1, "row"), "there is 1 row");
        assert_eq!(there_are(0, "row"), "there are 0 rows");
    }
}
