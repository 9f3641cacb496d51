//! Prints one number: the nodes of fixed searches. It changes exactly when the search or the evaluation does.
//!
//! ```text
//! cargo signature
//! ```

#![expect(clippy::print_stdout, reason = "the number is what the program is for")]

use ludex_bench::{TAKT_POSITIONS, takt};
use ludex_games::takt::alpha_beta;
use ludex_search::{Limits, Root, SearchOptions, Searcher, StopFlag};

/// The depth of every search.
const DEPTH: u32 = 6;

fn main() {
    let nodes: u64 = TAKT_POSITIONS
        .iter()
        .map(|(_, tps)| {
            let (game, pos) = takt(tps);
            let options = SearchOptions {
                hash_mib: 16,
                ..SearchOptions::default()
            };
            let mut search = alpha_beta(&game, options);
            let (limits, stop) = (Limits::depth(DEPTH), StopFlag::default());
            search
                .search(&Root::new(pos), &limits, &stop, &mut |_| ())
                .nodes
        })
        .sum();
    println!("{nodes}");
}
