//! Finds the word that was probably meant, for hints.

pub use strsim::osa_distance as distance;

/// The candidate closest to a word, if it differs by at most about one typing error for every three letters. Two swapped letters
/// count as one error.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| {
            distance <= ((candidate.len().max(word.len()) + 1) / 3).max(1)
        })
        .map(|(_, candidate)| candidate)
}
