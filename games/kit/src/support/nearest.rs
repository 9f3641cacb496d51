//! The word that was most likely meant, for hints.

pub use strsim::osa_distance as distance;

/// The candidate that a word was most likely meant to be: about a slip of the pen for every three letters. Letters that changed places
/// are one slip.
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
