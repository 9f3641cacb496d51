//! The data about the plies of a game, as a line of the results file contains them: one list for each kind of data, `null` where a ply has
//! none, and nothing after the last ply that has some. Lines of earlier versions contain one object for each ply.

use ludex_kit::say;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::results::PlyNote;

/// The seat of a ply without a player.
const NO_SEAT: char = '-';

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Columns {
    /// The digit of each ply's seat, or [`NO_SEAT`].
    #[serde(skip_serializing_if = "String::is_empty")]
    seat: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ms: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    score: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expected: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depth: Vec<Option<u32>>,
}

/// The lists, or the objects of earlier versions.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Columns(Columns),
    Rows(Vec<PlyNote>),
}

/// One kind of data of all plies, without the plies after the last one that has it.
fn column<T>(notes: &[PlyNote], of: impl Fn(&PlyNote) -> Option<T>) -> Vec<Option<T>> {
    let used = notes.iter().rposition(|note| of(note).is_some()).map_or(0, |last| last + 1);
    notes[..used].iter().map(of).collect()
}

pub(super) fn serialize<S: Serializer>(notes: &[PlyNote], to: S) -> Result<S::Ok, S::Error> {
    let seats = column(notes, |note| note.seat);
    let digit = |seat: Option<usize>| seat.map_or(NO_SEAT, |seat| (b'0' + seat as u8).into());
    let columns = Columns {
        seat: seats.into_iter().map(digit).collect(),
        ms: column(notes, |note| note.time_ms),
        score: column(notes, |note| note.score),
        expected: column(notes, |note| note.expected),
        depth: column(notes, |note| note.depth),
    };
    columns.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PlyNote>, D::Error> {
    let columns = match Written::deserialize(from)? {
        Written::Rows(rows) => return Ok(rows),
        Written::Columns(columns) => columns,
    };
    let Columns { seat, ms, score, expected, depth } = columns;
    let lengths = [seat.len(), ms.len(), score.len(), expected.len(), depth.len()];
    let mut notes = vec![PlyNote::default(); lengths.into_iter().max().unwrap_or(0)];
    for (note, letter) in notes.iter_mut().zip(seat.chars()) {
        note.seat = match (letter, letter.to_digit(10)) {
            (NO_SEAT, _) => None,
            (_, Some(seat)) => Some(seat as usize),
            _ => return Err(D::Error::custom(say!("a seat is a digit or -"))),
        };
    }
    for (note, ms) in notes.iter_mut().zip(ms) {
        note.time_ms = ms;
    }
    for (note, score) in notes.iter_mut().zip(score) {
        note.score = score;
    }
    for (note, expected) in notes.iter_mut().zip(expected) {
        note.expected = expected;
    }
    for (note, depth) in notes.iter_mut().zip(depth) {
        note.depth = depth;
    }
    Ok(notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Line(#[serde(with = "super")] Vec<PlyNote>);

    fn notes() -> Vec<PlyNote> {
        let none = PlyNote::default();
        let first = PlyNote { seat: Some(2), time_ms: Some(1.5), depth: Some(7), ..none };
        vec![none, first, PlyNote { seat: Some(0), score: Some(-0.25), ..none }, none]
    }

    #[test]
    fn lists_contain_what_the_plies_have() {
        let text = serde_json::to_string(&Line(notes())).expect("JSON");
        assert_eq!(
            text,
            r#"{"seat":"-20","ms":[null,1.5],"score":[null,null,-0.25],"depth":[null,7]}"#
        );
        let Line(read) = serde_json::from_str(&text).expect("the line that was written");
        assert_eq!(read, notes()[..3]);
    }

    #[test]
    fn objects_of_earlier_versions_are_read() {
        let text = r#"[{},{"seat":2,"ms":1.5,"depth":7},{"seat":0,"score":-0.25},{}]"#;
        let Line(read) = serde_json::from_str(text).expect("a line of an earlier version");
        assert_eq!(read, notes());
        assert!(serde_json::from_str::<Line>(r#"{"seat":"0x"}"#).is_err());
        assert!(serde_json::from_str::<Line>(r#"{"place":"0"}"#).is_err());
    }
}
