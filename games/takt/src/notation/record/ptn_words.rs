//! Words shared by the PTN reader and writer.

/// Tags that are stored in [`Record::variant`], with their keys. The last two are not part of the PTN standard.
pub(super) const VARIANT_TAGS: [(&str, &str); 7] = [
    ("Size", "size"),
    ("Komi", "komi"),
    ("Flats", "stones"),
    ("Caps", "caps"),
    ("Opening", "opening"),
    ("Repetition", "repetition"),
    ("Reversible", "reversible"),
];

/// The standard spelling of a tag that affects the game itself; `None` for other tags, such as names, places and dates.
pub(super) fn known_tag(name: &str) -> Option<&'static str> {
    let tags = VARIANT_TAGS.iter().map(|&(tag, _)| tag);
    let mut tags = tags.chain(["TPS", "Result"]);
    tags.find(|tag| tag.eq_ignore_ascii_case(name))
}

/// The possible results at the end of a game.
pub(super) const RESULTS: [&str; 9] =
    ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "0-0", "*"];

/// The standard spelling of a result; `None` if the text is not a result.
pub(super) fn result_word(text: &str) -> Option<&'static str> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let plain: String = letters.collect::<String>().replace('½', "1/2");
    let plain = plain.to_ascii_uppercase();
    if plain == "1/2" {
        return Some("1/2-1/2");
    }
    RESULTS.into_iter().find(|&word| word == plain)
}

/// Placeholder for the first player's move if the second player moves first.
pub(super) const NO_MOVE: &str = "--";

/// Reads the number of the next move from a position text, and whether the second player makes it.
pub(super) fn beginning(tps: Option<&str>) -> (usize, usize) {
    let mut fields = tps.unwrap_or_default().split_whitespace().skip(1);
    let second = fields.next() == Some("2");
    let number = fields.next().and_then(read_number);
    (number.unwrap_or(1), usize::from(second))
}

/// Parses a move number; `None` if it is larger than any game can reach.
pub(super) fn read_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= 1_000_000)
}
