//! Words that those who read and those who write PTN share.

/// Tags that [`Record::variant`] holds, with the keys there. The last two are our own.
pub(super) const VARIANT_TAGS: [(&str, &str); 7] = [
    ("Size", "size"),
    ("Komi", "komi"),
    ("Flats", "stones"),
    ("Caps", "caps"),
    ("Opening", "opening"),
    ("Repetition", "repetition"),
    ("Reversible", "reversible"),
];

/// A tag that says more than who played where and when, as the format writes it.
pub(super) fn known_tag(name: &str) -> Option<&'static str> {
    let tags = VARIANT_TAGS.iter().map(|&(tag, _)| tag);
    let mut tags = tags.chain(["TPS", "Result"]);
    tags.find(|tag| tag.eq_ignore_ascii_case(name))
}

/// What may stand at the end of a game.
pub(super) const RESULTS: [&str; 9] =
    ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "0-0", "*"];

/// A result as it is written; none if a text is none.
pub(super) fn result_word(text: &str) -> Option<&'static str> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let plain: String = letters.collect::<String>().replace('½', "1/2");
    let plain = plain.to_ascii_uppercase();
    if plain == "1/2" {
        return Some("1/2-1/2");
    }
    RESULTS.into_iter().find(|&word| word == plain)
}

/// Stands for the first player's move where the second player begins.
pub(super) const NO_MOVE: &str = "--";

/// The number of the first move and whether the second player makes it, from the text of a position.
pub(super) fn beginning(tps: Option<&str>) -> (usize, usize) {
    let mut fields = tps.unwrap_or_default().split_whitespace().skip(1);
    let second = fields.next() == Some("2");
    let number = fields.next().and_then(read_number);
    (number.unwrap_or(1), usize::from(second))
}

/// The number of a move, if it is one that a game can reach.
pub(super) fn read_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= 1_000_000)
}
