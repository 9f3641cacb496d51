//! The mean number of rolls until all checkers are off, read from a file that the program contains.
//!
//! The evaluation of most contact positions needs only these means, so a search that begins far from the end does not compute the table of
//! distributions.

use std::sync::LazyLock;

use super::home::Home;
use crate::rules::board::{CHECKERS, Side};

/// For every placement of up to 15 checkers at home, in the order of [`Home`]: the mean as a little-endian 32-bit floating-point number.
static MEANS: &[u8] = include_bytes!("../../../data/bearoff-means.bin");

/// The mean number of rolls until all checkers are off; exactly the mean of [`OneSided::rolls`](super::OneSided::rolls). `None` if some
/// checkers are not home.
pub(crate) fn mean_rolls(side: Side) -> Option<f32> {
    static HOME: LazyLock<Home> = LazyLock::new(|| Home::new(CHECKERS));
    let number = HOME.number_of(side)?;
    Some(f32::from_le_bytes(MEANS.as_chunks().0[number]))
}

#[cfg(test)]
mod tests {
    use super::super::OneSided;
    use super::*;
    use crate::rules::board::BAR;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/bearoff-means.bin");

    /// The file contains the means of the computed table, bit for bit. With `LUDEX_REWRITE_MEANS` in the environment, the test writes it.
    #[test]
    fn shipped_means_are_those_of_the_table() {
        let table = OneSided::compute();
        let all = Home::new(CHECKERS).all();
        let sides = all.iter().map(|home| {
            let mut counts = [0; BAR];
            counts[..home.len()].copy_from_slice(home);
            Side::from_counts(&counts).expect("at most 15 checkers")
        });
        let means: Vec<f32> =
            sides.clone().map(|side| table.rolls(side).expect("all are home").mean()).collect();
        if std::env::var_os("LUDEX_REWRITE_MEANS").is_some() {
            let bytes: Vec<u8> = means.iter().flat_map(|mean| mean.to_le_bytes()).collect();
            std::fs::write(FILE, bytes).expect("the file can be written");
            return;
        }
        assert_eq!(MEANS.len(), size_of_val(&means[..]));
        for (side, mean) in sides.zip(means) {
            assert_eq!(mean_rolls(side), Some(mean), "{side:?}");
        }
    }
}
