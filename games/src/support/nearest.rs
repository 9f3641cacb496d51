//! The word that was most likely meant, for hints.

pub use strsim::levenshtein as distance;

/// The candidate that a word was most likely meant to be.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| distance <= candidate.len().max(word.len()) / 2)
        .map(|(_, candidate)| candidate)
}
