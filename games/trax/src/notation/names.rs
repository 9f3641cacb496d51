//! Names of columns and faces.

use crate::rules::face::Face;

/// The name of a column in the notation: `@` is 0, `A` is 1, `Z` is 26, `AA` is 27.
pub fn column_name(mut number: usize) -> String {
    if number == 0 {
        return "@".into();
    }
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(char::from(b'A' + ((number - 1) % 26) as u8));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The face with a name such as `+ns`, in lower case.
pub(crate) fn face_of_name(name: &str) -> Option<Face> {
    Face::ALL.into_iter().find(|face| face.name() == name)
}
