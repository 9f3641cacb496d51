//! Tests of match equities, the cube and bear-off tables.

mod bearoff;
mod cube;
mod cube_tree;
mod efficiency;
mod match_plays;
mod met;

/// The rows of a data file: its lines without comments, split at tabs.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}
