//! The word that was most likely meant, for hints.

/// The candidate that a word was most likely meant to be.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| distance <= candidate.len().max(word.len()) / 2)
        .map(|(_, candidate)| candidate)
}

/// The number of letters to insert, delete or replace.
/// CITE: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals", 1966.
pub fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in right.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.chars().count()]
}
