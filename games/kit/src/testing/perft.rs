//! Compares leaf counts of game trees with published ones: a file `perft.tsv`, with the same columns for every game.

use ludex_search::support::perft::{Leaves, leaves};
use ludex_search::testing::effort;
use ludex_search::{perft, perft_played};

use super::play;
use crate::interface::catalogue::{Playable, Visitor};
use crate::interface::variant::Variant;

/// Larger trees are skipped, unless [`effort`] allows more.
const NODES: u64 = 200_000_000;

/// Trees with fewer leaves are counted twice more: without the fast counting of the last ply, and from a symmetric image.
const SMALL: u64 = 300_000;

const COLUMNS: &str = "variant\tposition\tmoves\tdepth\tnodes\tweighted\tsource";

/// Checks the rows of a file that are small enough.
///
/// # Panics
/// If a count differs, or if no row is small enough.
pub fn check(text: &'_ str, mut count: impl FnMut(Row<'_>)) {
    let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
    assert_eq!(lines.next(), Some(COLUMNS), "the columns");
    let mut n_checked = 0;
    for line in lines {
        let row = Row::read(line);
        if row.leaves.nodes <= NODES.saturating_mul(effort()) {
            count(row);
            n_checked += 1;
        }
    }
    assert!(n_checked > 0, "no row is small enough");
}

/// One count. It visits the game with its variant and position.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    line: &'a str,
    variant: &'a str,
    /// The position; empty for the start of the game.
    position: &'a str,
    moves: &'a str,
    depth: u32,
    leaves: Leaves,
    is_weighted: bool,
}

impl<'a> Row<'a> {
    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant.parse().expect(self.line)
    }

    /// The position; `None` for the start of the game.
    pub fn position(&self) -> Option<&'a str> {
        (!self.position.is_empty()).then_some(self.position)
    }

    fn read(line: &'a str) -> Self {
        let fields: Vec<_> = line.split('\t').collect();
        let [variant, position, moves, depth, nodes, weighted, _] = fields[..] else {
            panic!("a row of seven fields: {line}");
        };
        let nodes = nodes.parse().expect(line);
        let weighted: Option<u64> = (!weighted.is_empty()).then(|| weighted.parse().expect(line));
        Self {
            line,
            variant,
            position,
            moves,
            depth: depth.parse().expect(line),
            leaves: Leaves { nodes, weighted: weighted.unwrap_or(nodes) },
            is_weighted: weighted.is_some(),
        }
    }
}

impl Visitor for Row<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, mut pos: G::Position) {
        for word in self.moves.split_whitespace() {
            let step = game.parse_step(&pos, word).expect(self.line);
            play(&game, &mut pos, step);
        }
        let view = game.offers().views.perft_view(&pos);
        let (game, pos) = view.unwrap_or((game, pos));
        let found = leaves(&game, &pos, self.depth);
        assert_eq!(found.nodes, self.leaves.nodes, "{}", self.line);
        if self.is_weighted {
            assert_eq!(found, self.leaves, "{}", self.line);
        }
        if found.nodes < SMALL {
            assert_eq!(perft_played(&game, &pos, self.depth), found.nodes);
            let image = game.transform(&pos, game.symmetries() - 1);
            let mirrored = perft(&game, &image, self.depth);
            assert_eq!(mirrored, found.nodes, "mirrored: {}", self.line);
        }
    }
}
