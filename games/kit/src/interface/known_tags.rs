//! Tags that have the same meaning in every record format.

use ludex_search::MAX_PLAYERS;

use crate::interface::record::{ENDING, MARGINS, RETURNS, TERMINATION, is_name_of};

/// Tags for which SGF has root properties: tag name and property name.
pub(crate) const TAGS: [(&str, &str); 21] = [
    ("PW", "Player1"),
    ("PB", "Player2"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("AN", "Annotator"),
    ("GN", "GameName"),
    ("DT", "Date"),
    ("WR", "WR"),
    ("BR", "BR"),
    ("WT", "WT"),
    ("BT", "BT"),
    ("HA", "HA"),
    ("TM", "TM"),
    ("OT", "OT"),
    ("RU", "RU"),
    ("US", "US"),
    ("SO", "SO"),
    ("ON", "ON"),
    ("CP", "CP"),
    ("GC", "GC"),
];

/// Whether a tag has this name, ignoring case.
pub(crate) fn is_known_tag(name: &str) -> bool {
    let mut names = TAGS.iter().map(|&(_, name)| name);
    names.any(|known| known.eq_ignore_ascii_case(name))
        || [TERMINATION, RETURNS, ENDING, MARGINS].contains(&name)
        || (1..=MAX_PLAYERS).any(|number| is_name_of(name, number))
}
